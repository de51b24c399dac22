"""Materials for Blender: coated card stock, felt, clay, skin, glass. Runs in Blender's environment alone."""

from typing import Any

import bpy

from vision.pathtraced.plan import Colour


class Paints:
    """Materials by what they are made of; the same one is made once."""

    def __init__(self) -> None:
        self._made: dict[tuple[Any, ...], Any] = {}

    def picture(self, path: str, rough: float, coat: float = 0.0, relief: float = 0.0, nap: float = 0.0) -> Any:
        """Return a material printed with the picture at *path*; *relief* is how deep (m) its darks lie."""
        key = (path, round(rough, 2), round(coat, 2), relief, nap)
        if key not in self._made:
            self._made[key] = _printed(*key)
        return self._made[key]

    def plain(self, colour: Colour, rough: float, skin: bool = False, coat: float = 0.0) -> Any:
        """Return a material of one colour; skin lets a little light in and is uneven."""
        key = ("plain", tuple(colour), rough, skin, coat)
        if key not in self._made:
            self._made[key] = _plain(colour, rough, skin, coat)
        return self._made[key]

    def glass(self, colour: Colour, index: float) -> Any:
        """Return glass or a drink."""
        key = ("glass", tuple(colour), index)
        if key not in self._made:
            self._made[key] = _glass(colour, index)
        return self._made[key]


def _new() -> tuple[Any, Any]:
    material = bpy.data.materials.new("paint")
    material.use_nodes = True
    return material, material.node_tree.nodes["Principled BSDF"]


def linear(colour: Colour) -> tuple[float, float, float, float]:
    """Return an sRGB paint as Blender counts colours."""
    red, green, blue = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in colour)
    return red, green, blue, 1.0


def _printed(path: str, rough: float, coat: float, relief: float, nap: float) -> Any:
    material, body = _new()
    tree = material.node_tree
    image = tree.nodes.new("ShaderNodeTexImage")
    image.image = bpy.data.images.load(path, check_existing=True)
    image.interpolation = "Cubic" if coat else "Linear"
    image.extension = "EXTEND"
    tree.links.new(image.outputs["Color"], body.inputs["Base Color"])
    body.inputs["Roughness"].default_value = rough
    body.inputs["Coat Weight"].default_value = coat
    body.inputs["Coat Roughness"].default_value = 0.12 + 0.3 * rough
    if nap:
        body.inputs["Sheen Weight"].default_value = nap
        body.inputs["Sheen Roughness"].default_value = 0.5
        body.inputs["Specular IOR Level"].default_value = 0.15
    if relief:
        bump = tree.nodes.new("ShaderNodeBump")
        bump.inputs["Strength"].default_value = 1.0
        bump.inputs["Distance"].default_value = relief
        tree.links.new(image.outputs["Color"], bump.inputs["Height"])
        tree.links.new(bump.outputs["Normal"], body.inputs["Normal"])
    elif coat:
        _uneven(tree, body, "Coat Normal", 900.0, 0.00004)
    return material


def _uneven(tree: Any, body: Any, where: str, scale: float, deep: float) -> None:
    """Make a surface uneven, as linen-embossed card stock and skin are."""
    place, noise, bump = (tree.nodes.new(f"ShaderNode{name}") for name in ("TexCoord", "TexNoise", "Bump"))
    noise.inputs["Scale"].default_value = scale
    noise.inputs["Detail"].default_value = 1.0
    bump.inputs["Distance"].default_value = deep
    tree.links.new(place.outputs["Object"], noise.inputs["Vector"])
    tree.links.new(noise.outputs[0], bump.inputs["Height"])
    tree.links.new(bump.outputs["Normal"], body.inputs[where])


def _plain(colour: Colour, rough: float, skin: bool, coat: float) -> Any:
    material, body = _new()
    body.inputs["Base Color"].default_value = linear(colour)
    body.inputs["Roughness"].default_value = rough
    body.inputs["Coat Weight"].default_value = coat
    if skin:
        _uneven(material.node_tree, body, "Normal", 420.0, 0.0006)
        _blotched(material.node_tree, body, colour)
    return material


def _blotched(tree: Any, body: Any, colour: Colour) -> None:
    """Skin is redder here and paler there."""
    place, noise, mix = (tree.nodes.new(f"ShaderNode{name}") for name in ("TexCoord", "TexNoise", "Mix"))
    noise.inputs["Scale"].default_value = 35.0
    mix.data_type = "RGBA"
    red, green, blue = colour
    mix.inputs[6].default_value = linear((min(1.0, red * 1.03), green * 0.93, blue * 0.9))
    mix.inputs[7].default_value = linear((min(1.0, red * 1.04), min(1.0, green * 1.06), min(1.0, blue * 1.06)))
    tree.links.new(place.outputs["Object"], noise.inputs["Vector"])
    tree.links.new(noise.outputs[0], mix.inputs[0])
    tree.links.new(mix.outputs[2], body.inputs["Base Color"])


def _glass(colour: Colour, index: float) -> Any:
    material, body = _new()
    body.inputs["Base Color"].default_value = linear(colour)
    body.inputs["Roughness"].default_value = 0.02
    body.inputs["Transmission Weight"].default_value = 1.0
    body.inputs["IOR"].default_value = index
    return material
