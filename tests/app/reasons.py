"""Every reason that the program itself gives for a fault, read from its sources: what it says with gaps filled in."""

import ast
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path

WORDS = {"reason", "fault", "why"}
"""What a reason is called where it is kept, handed on or returned."""
GAP = "3"
"""What stands for a value that only the running program knows."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


def reasons(files: Iterable[Path]) -> set[str]:
    """What may become a reason in *files*."""
    trees = [ast.parse(file.read_text("utf-8")) for file in files]
    everywhere = {name: places for tree in trees for name, places in _places(tree).items()}
    modules = [_Module(tree, everywhere | _places(tree)) for tree in trees]
    return {said for module in modules for said in module.said() if any(map(str.isalpha, said))}


def _functions(tree: ast.AST) -> Iterator[Function]:
    yield from (node for node in ast.walk(tree) if isinstance(node, Function))


def _places(tree: ast.AST) -> dict[str, list[int]]:
    """By function of *tree*: which of its arguments, as it is called, are reasons."""
    called = {one.name: [given.arg for given in one.args.args if given.arg != "self"] for one in _functions(tree)}
    return {name: [place for place, word in enumerate(words) if word in WORDS] for name, words in called.items()}


class _Module:
    """One file, and what its expressions can say; *places*: by function the arguments that are reasons."""

    def __init__(self, tree: ast.Module, places: dict[str, list[int]]) -> None:
        self._tree, self._places = tree, places
        self._scope: ast.AST = tree
        self._open: set[str] = set()
        """The names that are being looked up: one that is made of itself says nothing new."""

    def said(self) -> Iterator[str]:
        for scope in (node for node in ast.walk(self._tree) if isinstance(node, ast.ClassDef | Function)):
            self._scope = scope
            for expression in [*self._kept(scope), *self._handed(scope), *self._returned(scope)]:
                yield from self._texts(expression)

    def _kept(self, scope: ast.AST) -> Iterator[ast.expr]:
        """What a source keeps: in an attribute; a variable of a function goes on to where somebody is told."""
        if isinstance(scope, ast.ClassDef):
            yield from (value for word in WORDS for value in _assigned(scope, word))

    def _handed(self, scope: ast.AST) -> Iterator[ast.expr]:
        for call in (node for node in ast.walk(scope) if isinstance(node, ast.Call)):
            if (name := _name(call.func)) != "ViewBlocked":  # which nobody is told
                yield from (word.value for word in call.keywords if word.arg in WORDS)
            yield from (call.args[place] for place in self._places.get(name, ()) if place < len(call.args))

    def _returned(self, scope: ast.AST) -> Iterator[ast.expr]:
        if isinstance(scope, Function) and scope.name in WORDS:
            yield from self._returns(scope.name)

    def _returns(self, name: str) -> Iterator[ast.expr]:
        for function in _functions(self._tree):
            if function.name == name:
                yield from (node.value for node in ast.walk(function) if isinstance(node, ast.Return) and node.value)

    def _texts(self, expression: ast.AST | None) -> set[str]:
        """What *expression* may say."""
        match expression:
            case ast.Constant(value=str(text)):
                return {text}
            case ast.JoinedStr(values=parts):
                return {"".join(row) for row in product(*(self._texts(part) or {GAP} for part in parts))}
            case ast.FormattedValue(value=value):
                return self._texts(value)
            case ast.IfExp(body=one, orelse=other):
                return self._texts(one) | self._texts(other)
            case ast.BoolOp(values=values) | ast.Dict(values=values):
                return self._all(values)
            case ast.Subscript(value=value):
                return self._texts(value)
            case ast.Call(func=ast.Name(id="getattr"), args=[_, _, otherwise]):
                return self._texts(otherwise)
            case ast.Call(func=ast.Name(id="str"), args=[value]):
                return self._texts(value)
            case ast.Call(func=function):
                return self._looked_up(_name(function), self._returns(_name(function)))
            case ast.Name(id=name):
                return self._looked_up(name, _assigned(self._scope, name) or _assigned(self._tree, name))
            case ast.Attribute(value=ast.Name(id="self"), attr=name):
                return self._looked_up(name, _assigned(self._tree, name))
        return set()

    def _looked_up(self, name: str, values: Iterable[ast.expr]) -> set[str]:
        if name in self._open:
            return set()
        self._open.add(name)
        found = self._all(values)
        self._open.discard(name)
        return found

    def _all(self, values: Iterable[ast.expr]) -> set[str]:
        return {text for value in values for text in self._texts(value)}


def _assigned(scope: ast.AST, name: str) -> list[ast.expr]:
    """What *name*, or an attribute of that name, is set to in *scope*."""
    found = []
    for node in ast.walk(scope):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        value = getattr(node, "value", None)
        for target in targets:
            pairs = zip(target.elts, value.elts, strict=True) if _both_tuples(target, value) else [(target, value)]
            found += [given for one, given in pairs if _name(one) == name and given is not None]
    return found


def _both_tuples(target: object, value: object) -> bool:
    return isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)  # `one, other = 1, 2`


def _name(node: ast.AST | None) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
