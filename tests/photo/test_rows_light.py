"""What light, lens, sensor, scanner and copier do to a picture. Rows of ``photo_cases.toml``."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
from desk import (
    BLANK,
    FIELDS,
    GAME,
    Page,
    bare_page,
    check_read,
    faults,
    game,
    laid,
    picture_of,
    reasons,
    refusal,
    sheet_in,
)
from simulator.sheets import corners_of


def lit(picture: Any, gain: Any) -> Any:
    """Give a picture in light of so much strength (rows × columns, or three colours behind)."""
    gain = gain if gain.ndim == 3 else gain[:, :, None]
    return np.clip(picture * gain, 0, 255).astype(np.uint8)


def places(picture: Any) -> tuple[Any, Any]:
    """Give the column and the row of each pixel, 0 to 1."""
    height, width = picture.shape[:2]
    x, y = np.meshgrid(np.linspace(0, 1, width), np.linspace(0, 1, height))
    return x, y


def noisy(picture: Any, spread: float) -> Any:
    noise = np.random.default_rng(3).normal(0, spread, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def shadow(picture: Any, left: float) -> Any:
    """Lay a shadow over a part of a picture; ``left`` is the light in it, its edge is 1 mm wide."""
    x, y = places(picture)
    return lit(picture, cv2.GaussianBlur(np.where(x + 0.4 * y > 0.75, left, 1.0), (0, 0), 2))


def test_the_hard_edge_of_a_shadow_is_no_ink() -> None:
    check_read(shadow(laid(game()), 0.45), questions=2, blank=6)


def test_a_blank_sheet_under_a_shadow_is_blank() -> None:
    sheet = sheet_in(noisy(shadow(laid(picture_of(bare_page)), 0.5), 4))
    assert faults(sheet, BLANK) == []
    # The edge runs through eight empty cells; those may be asked about.
    assert len(reasons(sheet)) <= 8


def test_a_dim_lamp_to_one_side_is_enough() -> None:
    picture = laid(game())
    x, y = places(picture)
    gain = 0.7 * np.exp(-((x - 0.1) ** 2 + (y - 0.2) ** 2) / 0.9)
    warm = gain[:, :, None] * np.array([0.62, 0.85, 1.0])
    check_read(noisy(lit(picture, warm), 2), questions=2, blank=4)


def test_what_glare_burns_out_is_asked() -> None:
    """A lamp is mirrored on the cell b1 and on the lower boxes of the strip."""
    picture = lit(laid(game()), np.full((1, 1, 3), 0.82))
    for name in ("cell.b1", "turn.9.tr"):
        x, y = (int(60 + 6 * length) for length in corners_of(FIELDS[name]).mean(axis=0))
        spot = np.zeros(picture.shape[:2], np.float32)
        cv2.circle(spot, (x, y), 60, 1.0, -1)
        spot = cv2.GaussianBlur(spot, (0, 0), 12)[:, :, None]
        picture = (picture * (1 - spot) + 255 * spot).astype(np.uint8)
    sheet = sheet_in(picture)
    assert faults(sheet) == []
    there = reasons(sheet)
    assert {"cell.b1", "turn.9.tl", "turn.9.tr"} <= set(there)
    assert all(name.startswith(("cell.", "turn.9", "turn.5", "turn.10", "turn.13")) for name in there)


def test_a_little_blur_is_read_and_much_is_refused() -> None:
    check_read(cv2.GaussianBlur(laid(game()), (0, 0), 6 * 0.22), questions=3, blank=4)
    assert refusal(cv2.GaussianBlur(laid(game()), (0, 0), 6 * 2.5)) in ("no-markers", "unclear")


def test_a_shaken_picture_is_read_or_refused_but_never_wrong() -> None:
    kernel = np.zeros((9, 9), np.float32)
    cv2.line(kernel, (0, 2), (8, 6), 1.0)
    sheet = sheet_in(cv2.filter2D(laid(game()), -1, kernel / kernel.sum()))
    assert faults(sheet) == []


def test_noise_of_a_dark_room_is_no_ink() -> None:
    picture = lit(laid(game(8)), np.full((1, 1, 3), 0.45))
    check_read(noisy(picture, 14), questions=4, blank=6)


def test_the_waves_of_a_photographed_screen_are_no_ink() -> None:
    picture = laid(game())
    height, width = picture.shape[:2]
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    waves = [
        1 + 0.06 * np.sin(2 * np.pi * (x * a + y * b)) for a, b in ((0.21, 0.03), (0.19, 0.05), (0.02, 0.2))
    ]
    check_read(lit(picture, 0.88 * np.stack(waves, axis=2)), questions=3, blank=4)


def test_a_picture_sent_by_a_messenger_is_read() -> None:
    """It has 1.4 megapixels and the blocks of a JPEG."""
    data = cv2.imencode(".jpg", laid(game(4.5)), [cv2.IMWRITE_JPEG_QUALITY, 35])[1]
    check_read(cv2.imdecode(data, cv2.IMREAD_COLOR), questions=3, blank=3)


def test_a_sheet_that_an_app_cut_out_and_made_white_is_read() -> None:
    """Eight millimetres are cut off all round, and all that is nearly white is white."""
    picture = lit(game(7), np.full((1, 1, 3), 1.5))[56:-56, 56:-56]
    check_read(cv2.convertScaleAbs(picture, alpha=1.4, beta=-102), questions=2, blank=2)


@pytest.mark.parametrize("dithered", [False, True])
def test_a_scan_of_black_and_white_alone_with_black_edges_is_read(dithered: bool) -> None:
    """At 200 dots an inch, a little askew; grey is told by dots where it is dithered."""
    page = game(200 / 25.4)
    height, width = page.shape[:2]
    askew = cv2.getRotationMatrix2D((width / 2, height / 2), 0.8, 1.0)
    askew[:, 2] += 40
    grey = cv2.warpAffine(
        cv2.cvtColor(page, cv2.COLOR_BGR2GRAY), askew, (width + 80, height + 80), borderValue=0
    )
    limit: Any = 170
    if dithered:
        limit = np.random.default_rng(2).integers(60, 200, grey.shape)
    check_read(np.where(grey > limit, 255, 0).astype(np.uint8), questions=6, blank=12)


def copied_page() -> Page:
    """Print a sheet, copy it a little askew with dirt on the glass, and play on the copy."""
    return Page(copied=True).fill(GAME)


def test_a_photocopied_sheet_is_read() -> None:
    check_read(laid(picture_of(copied_page)), questions=2, blank=4)


def test_what_a_scanner_s_streak_crosses_is_read() -> None:
    """A speck on the glass leaves a line down the whole page, through a column of cells and of rounds."""
    picture = game(8).copy()
    x = int(8 * corners_of(FIELDS["cell.c1"]).mean(axis=0)[0])
    picture[:, x : x + 3] = (picture[:, x : x + 3] * 0.5).astype(np.uint8)
    check_read(laid(picture))


def test_a_picture_of_hardly_anything_but_grain_is_refused() -> None:
    """Grain as strong as print passes for ink: blank rounds were once read as filled."""
    picture = laid(picture_of(bare_page)).astype(np.float32) * 0.13
    grain = np.random.default_rng(3).normal(0, 1, picture.shape)
    grain = cv2.GaussianBlur(grain, (0, 0), 1)
    assert refusal(np.clip(picture + grain / grain.std() * 9, 0, 255).astype(np.uint8)) == "too-dark"
