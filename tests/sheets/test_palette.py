"""The palette: readable text on every fill, colours that everybody can tell apart."""

from itertools import combinations

import pytest
from layout_kit import contrast, linear_light

from umpire.sheets.palette import read_palette
from umpire.sheets.template import folder_of_templates

PALETTE = read_palette(folder_of_templates() / "palette.toml")
PIECES = ("red", "yellow", "green", "blue", "purple")
SIGNALS = ("cream", "amber", "blush", "navy", "sand")
NEUTRALS = ("white", "paper", "mist", "hairline", "silver", "line", "stone", "slate", "ink")
TINTED = 24
"""By so much the channels of a colour differ that a page in the dark keeps."""
UNSEEN = {"box"}
"""A check box is not to be seen until it is asked for."""
LEAST = 4.5


def test_contrast_is_that_of_wcag():
    assert contrast("#FFFFFF", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#777777") == pytest.approx(1)
    assert contrast("#0072B2", "#FFFFFF") == pytest.approx(5.19, abs=0.01)


def spread(name):
    channels = [int(PALETTE.colours[name][at : at + 2], 16) for at in (1, 3, 5)]
    return max(channels) - min(channels)


def test_neutrals_turn_in_the_dark_and_all_other_colours_stay():
    assert {spread(name) for name in NEUTRALS} == {0}
    tinted = [f"{name}{kind}" for name in PIECES for kind in ("", "_tint", "_ink")]
    assert min(spread(name) for name in (*tinted, *SIGNALS)) > TINTED - 1


@pytest.mark.parametrize(
    "name", [n for n, style in PALETTE.styles.items() if style.text and n not in UNSEEN]
)
def test_each_styles_text_can_be_read_on_its_fill(name):
    style = PALETTE.styles[name]
    fill = PALETTE.colours[style.fill or "white"]
    assert contrast(fill, PALETTE.colours[style.text]) >= LEAST


# How each kind of eye sees linear red, green and blue (Machado, Oliveira and Fernandes 2009).
EYES = {
    "all three cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
TOLD_APART = 15  # distance in CIELAB; about 2 can just be seen side by side


@pytest.mark.parametrize("eye", EYES)
def test_every_eye_can_tell_the_fills_apart(eye):
    fills = [*PIECES, "silver"]
    seen = {name: lab(seen_by(EYES[eye], PALETTE.colours[name])) for name in fills}
    for one, other in combinations(fills, 2):
        distance = sum((a - b) ** 2 for a, b in zip(seen[one], seen[other], strict=True)) ** 0.5
        assert distance > TOLD_APART, (one, other)


def seen_by(eye, code):
    linear = [linear_light(int(code[at : at + 2], 16) / 255) for at in (1, 3, 5)]
    mixed = [sum(part * light for part, light in zip(row, linear, strict=True)) for row in eye]
    return [min(max(light, 0), 1) for light in mixed]


def lab(linear):
    red, green, blue = linear
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)
