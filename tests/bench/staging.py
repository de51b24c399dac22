"""Sources as mypyc wants them: what is compiled says the same as the source, in words that a C struct understands.

The source stays as it reads best; this makes a copy of it, line for line, in which

- a dataclass has its constructor written out (mypyc leaves the generated one to the interpreter) and no slots;
- ``changed(hand, street=…)`` is a function of its own for these fields, which copies the struct and not a dict;
- ``replace(event, at=…)`` of an event of any type asks the event for its copy, and sets these fields of it;
- an enumeration has one member in each assignment;
- the full annotations stand at the end of the module: mypyc keeps the outermost word of each.

Nothing else differs, and tests/bench/test_compiled.py holds both to the same answers.
"""

import ast
import builtins
import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from setuptools import Extension, setup

HAND = "table_controller/rules/hand.py"
"""Where ``changed`` and ``with_player`` live."""
CHANGED = ("Assessment", "Hand", "Night", "Player")
"""The records that they change."""
FELT = "table_controller/fusion/felt.py"
"""Where fusion's own ``changed`` lives, which changes the ``Felt`` alone."""
EVERY_EVENT = "Happened"
"""What all events are: one function copies any of them, and each knows how to copy itself."""
TUPLES = ("Look", "Reading")
"""Named tuples that nobody unpacks: records, of which the interpreter makes tuples the fastest."""


@dataclass
class _Field:
    name: str
    kind: str
    default: str | None
    module: str


@dataclass
class _Class:
    node: ast.ClassDef
    module: str
    fields: list[_Field] = field(default_factory=list)
    keywords: bool = False
    event: bool = False
    written_out: bool = True
    """Its constructor can be written out: no factories, no constructor or hook of its own."""


_Edit = tuple[int, int, int, int, str]
"""From line and column to line and column, the new text."""


def stage(root: Path, names: Iterable[str], target: Path) -> list[str]:
    """Write the modules *names* of *root* to *target* as mypyc wants them; the paths of the copies."""
    modules = {name: _Module(name, (root / name).read_text("utf-8")) for name in names}
    classes: dict[str, _Class] = {}
    for module in modules.values():
        classes |= {found.node.name: found for found in module.classes()}
    for one in classes.values():
        one.fields = list(_fields(one, classes))
    copies = _Copies(classes)
    for module in modules.values():
        module.rewrite(classes, copies)
    for name, module in modules.items():
        module.tail += copies.of(name)
    for name, module in modules.items():
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        text = module.text()
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
    return [str(target / name) for name in names]


class _Module:
    def __init__(self, name: str, source: str) -> None:
        self.name = name
        self.lines = source.splitlines(keepends=True)
        self.tree = ast.parse(source)
        self.edits: list[_Edit] = []
        self.borrowed: set[str] = set()
        self.tail = ""

    def classes(self) -> Iterator[_Class]:
        """Its dataclasses."""
        for node in self.tree.body:
            if isinstance(node, ast.ClassDef) and (_dataclass(node) is not None or node.name in TUPLES):
                yield _Class(node, self.name)

    def rewrite(self, classes: dict[str, _Class], copies: "_Copies") -> None:
        """Note every edit of this module; *copies* collects the functions that it needs."""
        for node in self.tree.body:
            if isinstance(node, ast.ClassDef) and node.name in classes and classes[node.name].module == self.name:
                self._dataclass(classes[node.name], classes)
            elif isinstance(node, ast.ClassDef):
                self._enumeration(node)
            elif isinstance(node, ast.FunctionDef) and self.name in (HAND, FELT) and node.name == "changed":
                self._replaced(node)
        self._constants()
        needed: dict[str, set[str]] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and (found := copies.wanted(node, self.name)) is not None:
                function, home = found
                self._call(node, function)
                if home != self.name:
                    needed.setdefault(home, set()).add(function)
            if isinstance(node, ast.Compare):
                for item in node.comparators:
                    if isinstance(item, ast.Tuple) and any(isinstance(one, ast.Starred) for one in item.elts):
                        self.edit(item, f"tuple([{ast.unparse(item)[1:-1]}])")
        for home, functions in needed.items():
            self._import(home, sorted(functions))

    def _call(self, node: ast.Call, function: str) -> None:
        """``changed(x, a=1)`` and ``x._replace(a=1)`` as ``function(x, a=1)``."""
        if isinstance(node.func, ast.Attribute):
            value, first = node.func.value, node.keywords[0]
            self.edits.append((value.lineno, value.col_offset, value.lineno, value.col_offset, f"{function}("))
            end = (value.end_lineno or 0, value.end_col_offset or 0)
            self.edits.append((*end, first.lineno, first.col_offset, ", "))
        else:
            self.edit(node.func, function)

    def _import(self, home: str, names: list[str]) -> None:
        """Import *names* from *home* behind the last import of this module."""
        last = [node for node in self.tree.body if isinstance(node, ast.ImportFrom)][-1]
        end = (last.end_lineno or 0, last.end_col_offset or 0)
        self.edits.append((*end, *end, f"; from {_dotted(home)} import {', '.join(names)}"))

    def edit(self, node: ast.expr | ast.stmt | ast.alias, text: str) -> None:
        self.edits.append((node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0, text))

    def _dataclass(self, one: _Class, classes: dict[str, _Class]) -> None:
        decorator = _dataclass(one.node)
        if decorator is None:
            self._tuple(one)
            return
        words = decorator.keywords if isinstance(decorator, ast.Call) else []
        kept = [f"{word.arg}={ast.unparse(word.value)}" for word in words if word.arg != "slots"]
        if one.written_out:
            kept.append("init=False")
            self._constructor(one)
        self.edit(decorator, f"dataclass({', '.join(kept)})")
        kinds = {item.name: item.kind for item in _own(one)}
        self.tail += f"setattr({one.node.name}, '__annotations__', {kinds!r})\n"

    def _tuple(self, one: _Class) -> None:
        """A named tuple as the frozen record that it is."""
        self.edit(one.node.bases[0], "object")
        line = one.node.lineno
        self.edits.append((line - 1, 0, line - 1, 0, "@dataclasses.dataclass(frozen=True, init=False)"))
        self.edits.append((1, 0, 1, 0, "import dataclasses; "))
        self._constructor(one)

    def _constructor(self, one: _Class) -> None:
        """The constructor, in one line where the blank line after the class was."""
        line = one.node.end_lineno or 0
        assert line == len(self.lines) or not self.lines[line].strip(), f"{self.name}:{line}: no blank line"
        # mypyc, like ``inspect``, wants what has no default first, by keyword or not.
        fields = sorted(one.fields, key=lambda item: item.default is not None) if one.keywords else one.fields
        heads = [f"{f.name}: {f.kind}" + ("" if f.default is None else f" = {f.default}") for f in fields]
        sets = "; ".join(f"self.{f.name} = {f.name}" for f in one.fields) or "pass"
        star = ["*"] if one.keywords and heads else []
        text = f"    def __init__({', '.join(['self', *star, *heads])}) -> None: {sets}"
        while len(self.lines) < line + 2:
            self.lines.append("\n")
        self.edits.append((line + 1, 0, line + 1, 0, text))
        if one.event:
            text = f"    def copied_(self) -> '{one.node.name}': return {_copy(one, {}, 'self')}"
            self.edits.append((line + 2, 0, line + 2, 0, text))
        self._borrow(one)

    def _borrow(self, one: _Class) -> None:
        """Import the names in which inherited fields are written, behind the import of the class they come from."""
        mine = _names(self.tree) | set(dir(builtins))
        foreign: dict[str, set[str]] = {}
        for item in one.fields:
            if item.module != self.name:
                foreign.setdefault(item.module, set()).update(_words(item) - mine)
        for module, names in foreign.items():
            if names - self.borrowed:
                self._import(module, sorted(names - self.borrowed))
                self.borrowed |= names

    def _enumeration(self, node: ast.ClassDef) -> None:
        for item in node.body:
            match item:
                case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                    pairs = zip(names, values, strict=True)
                    self.edit(item, "; ".join(f"{ast.unparse(n)} = {ast.unparse(v)}" for n, v in pairs))

    def _constants(self) -> None:
        """What the module says once and for all is ``Final``: a C variable, where the rest is looked up by name."""
        for node in self.tree.body:
            match node:
                case ast.Assign(targets=[ast.Name() as name], value=value) if not _is_type(value):
                    self.edit(name, f"{name.id}: _Final")
                    self.edits.append((1, 0, 1, 0, "from typing import Final as _Final; "))
                case ast.AnnAssign(target=ast.Name(), annotation=kind, value=ast.expr()):
                    self.edit(kind, f"_Final[{ast.unparse(kind)}]")
                    self.edits.append((1, 0, 1, 0, "from typing import Final as _Final; "))

    def _replaced(self, node: ast.FunctionDef) -> None:
        """``changed`` for what is left: calls whose fields are not written out."""
        first, last = node.body[1], node.body[-1]  # the docstring stays
        text = f"import dataclasses; return dataclasses.replace({node.args.args[0].arg}, **new)"
        end = (last.end_lineno or 0, last.end_col_offset or 0)
        self.edits.append((first.lineno, first.col_offset, *end, text))

    def text(self) -> str:
        """The module with its edits, the last first so that the places of the others stay."""
        lines = list(self.lines)
        for line, column, end, end_column, text in sorted(set(self.edits), reverse=True):
            head = lines[line - 1].encode()[:column].decode()
            rest = lines[end - 1].encode()[end_column:].decode()
            lines[line - 1 : end] = [head + text + rest + "\n" * (end - line)] + [""] * (end - line)
        return "".join(lines) + self.tail


def _dataclass(node: ast.ClassDef) -> ast.expr | None:
    for item in node.decorator_list:
        name = item.func if isinstance(item, ast.Call) else item
        if isinstance(name, ast.Name) and name.id == "dataclass":
            return item
    return None


def _is_type(value: ast.expr) -> bool:
    """Whether *value* makes a name for a type."""
    match value:
        case ast.BinOp(op=ast.BitOr()) | ast.Name() | ast.Subscript():
            return True
        case ast.Call(func=ast.Name(id="TypeVar" | "NewType")):
            return True
    return False


def _own(one: _Class) -> Iterator[_Field]:
    """The fields that *one* adds to those of its bases."""
    for item in one.node.body:
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
            default = None if item.value is None else ast.unparse(item.value)
            yield _Field(item.target.id, ast.unparse(item.annotation), default, one.module)


def _fields(one: _Class, classes: dict[str, _Class]) -> Iterator[_Field]:
    """The fields of *one*, those of its bases first."""
    decorator = _dataclass(one.node)
    words = decorator.keywords if isinstance(decorator, ast.Call) else []
    one.keywords = any(word.arg == "kw_only" for word in words)
    own = {item.name for item in one.node.body if isinstance(item, ast.FunctionDef)}
    one.written_out = not own & {"__init__", "__post_init__"}
    one.event = one.node.name == EVERY_EVENT
    for base in one.node.bases:
        if isinstance(base, ast.Name) and base.id in classes:
            yield from _fields(classes[base.id], classes)
            one.event = one.event or classes[base.id].event
    for item in _own(one):
        if item.default is not None and item.default.startswith("field("):
            one.written_out = False
        yield item


def _words(item: _Field) -> set[str]:
    """The names in which a field is written."""
    text = f"{item.kind}, {item.default}" if item.default else item.kind
    return {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}


def _names(tree: ast.Module) -> set[str]:
    """The names that a module has at its top."""
    found: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            found |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.ClassDef | ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign):
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
    return found


def _dotted(name: str) -> str:
    return name.removesuffix(".py").replace("/", ".")


class _Copies:
    """The functions that copy a record with some of its fields changed, each in the module of the record.

    Records of several modules that share a field's name share a function, which stands where ``changed`` does.
    """

    def __init__(self, classes: dict[str, _Class]) -> None:
        self.classes = classes
        self.written: dict[str, tuple[str, str]] = {}
        """By name: the module it belongs to, and its text."""

    def wanted(self, node: ast.Call, module: str) -> tuple[str, str] | None:
        """The function that the call in *module* becomes, and its own module; None for a call that stays as it is."""
        names = [word.arg for word in node.keywords if word.arg is not None]
        if len(names) < len(node.keywords):
            return None
        match node.func:
            case ast.Name(id="with_player") if len(node.args) == 3:
                records, fields = [self.classes["Hand"]], sorted(names)
            case ast.Name(id="changed") if len(node.args) == 1 and names:
                changed = ("Felt",) if Path(module).parent == Path(FELT).parent else CHANGED
                records, fields = self._with(names, changed), sorted(names)
            case ast.Name(id="replace") if len(node.args) == 1 and names:
                records, fields = self._with(names, self.classes), sorted(names)
                if any(one.node.name == EVERY_EVENT for one in records) and self._all_copy():
                    return self._event(fields)
            case ast.Attribute(attr="_replace") if names and not node.args:
                records, fields = self._with(names, ("Reading",)), sorted(names)
            case _:
                return None
        if not records or not all(one.written_out for one in records):
            return None
        modules = {one.module for one in records}
        if len(modules) > 1 and not (isinstance(node.func, ast.Name) and node.func.id == "changed"):
            return None
        home = records[0].module if len(modules) == 1 else HAND  # which knows the records of every module
        single = isinstance(node.func, ast.Name) and node.func.id == "with_player"
        start = (
            "with_player" if single else "changed" if len(records) > 1 else f"changed_{records[0].node.name.lower()}"
        )
        function = "__".join([start, *fields]) + "_"
        if function not in self.written:
            text = self._player(function, records[0], fields) if single else self._changed(function, records, fields)
            self.written[function] = home, text
        return function, home

    def _with(self, names: list[str], choice: Iterable[str]) -> list[_Class]:
        found = [self.classes[name] for name in choice if name in self.classes]
        return [one for one in found if set(names) <= {item.name for item in one.fields}]

    def _all_copy(self) -> bool:
        return all(one.written_out for one in self.classes.values() if one.event)

    def _event(self, fields: list[str]) -> tuple[str, str]:
        """The function that copies an event of any type with *fields* changed; what is none stays with ``replace``."""
        home, function = self.classes[EVERY_EVENT].module, "__".join(["replace", *fields]) + "_"
        heads, said = (", ".join(pattern.format(item) for item in fields) for pattern in ("{0}: _Any", "{0}={0}"))
        self.written[function] = (
            home,
            f"def {function}(record: _Any, *, {heads}) -> _Any:\n"
            f"    if not isinstance(record, {EVERY_EVENT}):\n"
            f"        import dataclasses; return dataclasses.replace(record, {said})\n"
            f"    copy = record.copied_(); {'; '.join(f'copy.{item} = {item}' for item in fields)}\n"
            "    return copy\n",
        )
        return function, home

    def of(self, module: str) -> str:
        """The functions of *module*."""
        texts = [text for home, text in self.written.values() if home == module]
        return "\nfrom typing import Any as _Any, overload as _overload\n" + "".join(texts) if texts else ""

    def _player(self, function: str, hand: _Class, fields: list[str]) -> str:
        heads = _heads(hand, fields)
        new = dict(zip(fields, fields, strict=True)) | {"players": "tuple(players)"}
        return (
            f"def {function}(record: Hand, index: int, player: Player{heads}) -> Hand:\n"
            "    players = list(record.players); players[index] = player\n"
            f"    return {_copy(hand, new)}\n"
        )

    def _changed(self, function: str, records: list[_Class], fields: list[str]) -> str:
        new = dict(zip(fields, fields, strict=True))
        if len(records) == 1:
            name = records[0].node.name
            return (
                f"def {function}(record: {name}{_heads(records[0], fields)}) -> {name}:\n"
                f"    return {_copy(records[0], new)}\n"
            )
        out, apart = "", len({one.module for one in records}) > 1
        for one in records:
            heads = f", *{''.join(f', {item}: _Any' for item in fields)}" if apart else _heads(one, fields)
            out += f"@_overload\ndef {function}(record: {one.node.name}{heads}) -> {one.node.name}: ...\n"
        out += f"def {function}(record: _Any, *{''.join(f', {item}: _Any' for item in fields)}) -> _Any:\n"
        for one in records:
            out += f"    if isinstance(record, {one.node.name}):\n        return {_copy(one, new)}\n"
        return out + "    raise TypeError\n"


def _heads(one: _Class, fields: list[str]) -> str:
    """Parameters by keyword; whole numbers where the record has chips, which sums are not."""
    kinds = {item.name: item.kind.replace("Chips", "int") for item in one.fields}
    return ", *" + "".join(f", {name}: {kinds[name]}" for name in fields) if fields else ""


def _copy(one: _Class, new: dict[str, str], of: str = "record") -> str:
    said = [new.get(item.name, f"{of}.{item.name}") for item in one.fields]
    if one.keywords:
        said = [f"{item.name}={text}" for item, text in zip(one.fields, said, strict=True)]
    return f"{one.node.name}({', '.join(said)})"


COMPILED = (
    *("records/cards", "records/chips", "records/happened", "records/incidents", "records/rulebook"),
    *("records/player", "records/hand", "records/table", "records/night"),
    *("records/entries", "records/observations", "records/wire", "records/*_events"),
    *("rules/[!_]*", "fusion/[!_]*", "turn"),
    *("hands/phh", "hands/phh_words", "hands/convert", "hands/money", "hands/award", "hands/recorded"),
    *("journal/read", "audit/bodies", "audit/judging", "audit/replay"),
)
"""What is worth compiling: all that a recorded hand or a journal runs through, but who opens archive and database."""


_LENIENT = ("--disable-error-code=misc", "--disable-error-code=arg-type")


OPTIMISED = "2"
"""How hard the C compiler tries, where the environment says nothing else: without, it takes half the time."""


def extensions(root: Path, names: list[str], target: Path) -> list[Extension]:
    """The extension modules of the modules *names* of *root*, staged in *target* and written as C beside them."""
    from mypyc.build import mypycify

    stage(root, names, target)
    before = Path.cwd()
    os.chdir(target)  # mypy names modules by where it stands
    try:
        made: list[Extension] = mypycify(
            ["--config-file=", "--ignore-missing-imports", *_LENIENT, *names],
            opt_level=os.environ.get("OPTIMISED", OPTIMISED),
            debug_level="0",
            target_dir=str(target / "c"),
            group_name="floorman",
            multi_file=True,
        )
    finally:
        os.chdir(before)
    if sys.platform == "linux":
        for one in made:
            one.extra_link_args.append("-Wl,-Bsymbolic")  # what is called within the library is called directly
    return made


def build(root: Path, target: Path) -> None:
    """Write the program of the tree at *root* to *target*, its core compiled."""
    staged = target.with_name("staged")
    for folder in (target, staged):
        shutil.rmtree(folder, ignore_errors=True)
    for package in ("table_controller", "vision", "web_overlay"):
        shutil.copytree(root / package, target / package, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    shutil.copytree(target / "table_controller", staged / "table_controller")
    (target / "models").symlink_to(root / "models")
    found = [path for glob in COMPILED for path in sorted((root / "table_controller").glob(f"{glob}.py"))]
    made = extensions(root, [path.relative_to(root).as_posix() for path in found], staged)
    os.chdir(staged)  # away from pyproject.toml, which describes the pure wheel
    words = ["--quiet", "build_ext", f"--build-lib={target}", f"--build-temp={staged / 'objects'}", "--parallel=2"]
    setup(name="floorman", packages=[], ext_modules=made, script_args=words)


if __name__ == "__main__":
    _ROOT = Path(__file__).resolve().parents[2]
    build(_ROOT, _ROOT / "build" / "compiled")
