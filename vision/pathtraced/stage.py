"""Path-trace plans: `python -m vision.pathtraced.stage FOLDER …`, in Blender's environment alone.

Every FOLDER holds plan.json and gets light.npy, (h, w, 3) half floats, linear red, green, blue; and whose.png, the
number of the card each pixel shows, without soft edges.
"""

import math
import sys
from pathlib import Path
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix, Vector

from vision.pathtraced import sheet
from vision.pathtraced.paints import Paints
from vision.pathtraced.plan import Box, Card, Colour, Disc, Eye, Glass, Lamp, Limb, Plan, Top, read

PAPER: Colour = (0.93, 0.92, 0.9)


def main(folders: list[str]) -> int:
    """Render every folder that has no picture yet; what breaks off leaves none."""
    for folder in map(Path, folders):
        if not (folder / "whose.png").exists():
            render(read(folder / "plan.json"), folder)
    return 0


def render(plan: Plan, folder: Path) -> None:
    """Build *plan* and write both pictures into *folder*."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    _build(plan, Paints(), folder)
    _set_up(plan)
    _trace(plan, folder)
    _number(folder)


def _build(plan: Plan, paints: Paints, folder: Path) -> None:
    _top(plan.top, paints, folder)
    for number, card in enumerate(plan.cards, 1):
        _card(card, paints, folder).pass_index = number
    for disc in plan.discs:
        _disc(disc, paints, folder)
    for box in plan.boxes:
        _box(box, paints, folder)
    for limb in plan.limbs:
        _limb(limb, paints)
    for glass in plan.glasses:
        _glass(glass, paints)
    for lamp in plan.lamps:
        _lamp(lamp)
    _eye(plan.eye)
    world = bpy.data.worlds.new("room")
    bpy.context.scene.world = world
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs[0].default_value = (*plan.room, 1.0)


def _solid(
    shape: sheet.Mesh, materials: list[Any], place: tuple[float, float, float, float], smooth: bool = True
) -> Any:
    """Put a mesh at (x, y, z), turned."""
    mesh = bpy.data.meshes.new("solid")
    mesh.from_pydata(shape.points, [], shape.faces)
    mesh.polygons.foreach_set("material_index", shape.paints)
    mesh.uv_layers.new().data.foreach_set("uv", np.array(shape.places, np.float32).ravel())
    for material in materials:
        mesh.materials.append(material)
    if smooth:
        mesh.polygons.foreach_set("use_smooth", [True] * len(shape.faces))
        mesh.set_sharp_from_angle(angle=0.7)
    return _put(mesh, place)


def _put(data: Any, place: tuple[float, float, float, float]) -> Any:
    thing = bpy.data.objects.new("thing", data)
    x, y, z, turn = place
    thing.location, thing.rotation_euler = (x, y, z), (0.0, 0.0, turn)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def _top(top: Top, paints: Paints, folder: Path) -> None:
    far = top.reach
    shape = sheet.Mesh([(-far, -far, 0.0), (far, -far, 0.0), (far, far, 0.0), (-far, far, 0.0)])
    shape.face([0, 1, 2, 3], 0, [(0, 0), (1, 0), (1, 1), (0, 1)])
    paint = paints.picture(str(folder / top.skin), top.rough, top.coat, top.grain, top.nap)
    _solid(shape, [paint], (0, 0, 0, 0), smooth=False)


def _card(card: Card, paints: Paints, folder: Path) -> Any:
    face = paints.picture(str(folder / card.skin), card.rough, card.gloss)
    thing = _solid(sheet.card(card.bend), [face, paints.plain(PAPER, 0.6)], (card.x, card.y, card.z, card.turn))
    thing.scale = (card.size, card.size, 1.0)
    return thing


def _disc(disc: Disc, paints: Paints, folder: Path) -> None:
    materials = [paints.picture(str(folder / skin), disc.rough) for skin in (disc.top, disc.side)]
    _solid(sheet.disc(disc.radius, disc.high), materials, (disc.x, disc.y, disc.z, disc.turn))


def _box(box: Box, paints: Paints, folder: Path) -> None:
    x, y, z = box.wide / 2, box.deep / 2, box.high
    corners = [(-x, -y), (x, -y), (x, y), (-x, y)]
    shape = sheet.Mesh([(*at, z) for at in corners] + [(*at, 0.0) for at in corners])
    shape.face([0, 1, 2, 3], 0, [(0, 0), (1, 0), (1, 1), (0, 1)])
    for n in range(4):
        m = (n + 1) % 4
        shape.face([n, n + 4, m + 4, m], 1, [(0, 0)] * 4)
    top = paints.picture(str(folder / box.skin), box.rough) if box.skin else paints.plain(box.paint, box.rough)
    thing = _solid(
        shape, [top, paints.plain(box.paint, box.rough)], (box.x, box.y, box.z, box.turn), smooth=box.round > 0.01
    )
    if box.round:
        bevel = thing.modifiers.new("bevel", "BEVEL")
        bevel.width, bevel.segments, bevel.limit_method = box.round, 3 if box.round < 0.01 else 9, "ANGLE"


def _limb(limb: Limb, paints: Paints) -> None:
    body = bpy.data.metaballs.new("limb")
    body.render_resolution = body.resolution = 0.0035
    body.threshold = 0.1
    for x, y, z, radius in limb.balls:
        ball = body.elements.new()
        ball.co, ball.radius, ball.stiffness = (x, y, z), radius * 1.3, 1.6
    body.materials.append(paints.plain(limb.paint, limb.rough, limb.skin))
    _put(body, (0, 0, 0, 0))


def _glass(glass: Glass, paints: Paints) -> None:
    r, h, wall = glass.radius, glass.high, 0.0025
    profile = [(0.0, 0.0), (r * 0.85, 0.0), (r, h), (r - wall, h), (r * 0.85 - wall, 0.008), (0.0, 0.008)]
    _solid(sheet.turned(profile), [paints.glass((1.0, 1.0, 1.0), 1.48)], (glass.x, glass.y, 0.0005, 0))
    if glass.level:
        full = r * 0.85 + 0.15 * r * glass.level - wall - 0.0004
        drink = [(0.0, 0.0085), (r * 0.85 - wall - 0.0004, 0.0085), (full, h * glass.level), (0.0, h * glass.level)]
        _solid(sheet.turned(drink), [paints.glass(glass.drink, 1.33)], (glass.x, glass.y, 0.0005, 0))


def _lamp(lamp: Lamp) -> None:
    light = bpy.data.lights.new("lamp", "AREA")
    light.shape = "ELLIPSE" if lamp.round else "RECTANGLE"
    light.size, light.size_y, light.energy, light.color = lamp.wide, lamp.high, lamp.watts, lamp.light
    thing = _put(light, (*lamp.at, 0.0))
    thing.rotation_euler = (Vector(lamp.aim) - Vector(lamp.at)).to_track_quat("-Z", "Y").to_euler()


def _eye(eye: Eye) -> None:
    camera = bpy.data.cameras.new("eye")
    camera.sensor_width, camera.sensor_fit, camera.lens, camera.clip_start = 36.0, "AUTO", eye.focal, 0.02
    camera.dof.use_dof = eye.stop > 0
    camera.dof.focus_distance = math.dist(eye.at, eye.aim)
    camera.dof.aperture_fstop = max(eye.stop, 0.1)
    thing = _put(camera, (*eye.at, 0.0))
    right, up, ahead = eye.axes()
    turn = Matrix([(r, u, -a) for r, u, a in zip(right, up, ahead, strict=True)])
    thing.matrix_world = Matrix.Translation(eye.at) @ turn.to_4x4()
    bpy.context.scene.camera = thing


def _set_up(plan: Plan) -> None:
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.render.resolution_x, scene.render.resolution_y = plan.eye.wide, plan.eye.high
    scene.render.resolution_percentage = 100
    scene.render.threads_mode, scene.render.threads = "FIXED", 1
    cycles = scene.cycles
    cycles.samples, cycles.seed, cycles.use_adaptive_sampling = plan.samples, plan.seed, False
    cycles.use_denoising, cycles.denoiser = True, "OPENIMAGEDENOISE"
    cycles.denoising_input_passes, cycles.denoising_prefilter = "RGB_ALBEDO_NORMAL", "NONE"
    cycles.denoising_quality = "BALANCED"
    # One bounce of diffuse light, and no tree for so few lamps, cost a third of Blender's defaults.
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 4, 1, 1
    cycles.transmission_bounces, cycles.transparent_max_bounces, cycles.use_light_tree = 4, 2, False
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect, cycles.sample_clamp_direct = 4.0, 60.0


def _trace(plan: Plan, folder: Path) -> None:
    """Render and keep what fell on the sensor: not developed yet."""
    scene, path = bpy.context.scene, folder / "light.exr"
    settings = scene.render.image_settings
    settings.file_format, settings.color_mode, settings.color_depth, settings.exr_codec = (
        "OPEN_EXR",
        "RGB",
        "16",
        "NONE",
    )
    scene.render.filepath = str(path)
    bpy.ops.render.render(write_still=True)
    image = bpy.data.images.load(str(path))
    flat = np.empty(len(image.pixels), np.float32)
    image.pixels.foreach_get(flat)
    light = flat.reshape(plan.eye.high, plan.eye.wide, -1)[::-1, :, :3]
    np.save(folder / "light.npy", np.clip(light, 0, 60000).astype(np.float16))
    path.unlink()


def _number(folder: Path) -> None:
    """Render once more, every card in the grey of its number, with one ray through each pixel's middle."""
    scene = bpy.context.scene
    material = bpy.data.materials.new("number")
    material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    which, share, glow, out = (
        tree.nodes.new(f"ShaderNode{name}") for name in ("ObjectInfo", "Math", "Emission", "OutputMaterial")
    )
    share.operation, share.inputs[1].default_value = "DIVIDE", 255.0
    tree.links.new(which.outputs["Object Index"], share.inputs[0])
    tree.links.new(share.outputs[0], glow.inputs["Color"])
    tree.links.new(glow.outputs[0], out.inputs["Surface"])
    scene.view_layers[0].material_override = material
    scene.world.node_tree.nodes["Background"].inputs[0].default_value = (0, 0, 0, 1)
    for thing in scene.objects:
        thing.hide_render = thing.type == "LIGHT"
    scene.camera.data.dof.use_dof = False
    scene.cycles.samples, scene.cycles.max_bounces, scene.cycles.use_denoising = 1, 0, False
    scene.cycles.pixel_filter_type, scene.cycles.filter_width = "BOX", 0.01
    scene.render.dither_intensity = 0.0
    scene.view_settings.view_transform = "Raw"
    settings = scene.render.image_settings
    settings.file_format, settings.color_mode, settings.color_depth = "PNG", "BW", "8"
    part = folder / "part.png"
    scene.render.filepath = str(part)
    bpy.ops.render.render(write_still=True)
    part.rename(folder / "whose.png")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
