"""Kept pictures are small, readable and reproducible."""
import io
import sys
import unittest
from pathlib import Path

import numpy as np
from PIL import Image

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from analysis import png  # noqa: E402

RED, BLUE = (213, 94, 0), (0, 114, 178)


def saved(pixels):
    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, "PNG")
    return buffer.getvalue()


def opened(data):
    return Image.open(io.BytesIO(data)).convert("RGB")


def noise(height, width):
    """A picture that compresses badly."""
    return np.random.default_rng(1).integers(0, 256, (height, width, 3), dtype=np.uint8)


class Limited(unittest.TestCase):
    def test_a_drawing_keeps_its_pixels_and_colours(self):
        pixels = np.full((300, 500, 3), 255, np.uint8)
        pixels[150], pixels[:, 250] = RED, BLUE
        self.assertTrue((np.array(opened(png.limited(saved(pixels)))) == pixels).all())

    def test_a_photo_loses_pixels_until_it_fits(self):
        data = saved(noise(100, 100))
        for most in (8000, 4000):
            found = png.limited(data, most)
            self.assertLessEqual(len(found), most)
            self.assertGreater(len(found), 0.7 * most)  # no more is lost than necessary
        self.assertEqual(opened(found).width, opened(found).height)

    def test_same_bytes(self):
        data = saved(noise(60, 60))
        self.assertEqual(png.limited(data, 2500), png.limited(data, 2500))

    def test_a_small_picture_is_repeated_exactly(self):
        """the colours of a picture that was made small once fit its palette"""
        once = png.limited(saved(noise(60, 60)))
        self.assertTrue((np.array(opened(once)) == np.array(opened(png.limited(once)))).all())

    def test_transparent_pixels_become_white(self):
        self.assertEqual(
            opened(png.limited(saved(np.zeros((4, 4, 4), np.uint8)))).getpixel((0, 0)),
            (255, 255, 255),
        )

    def test_a_picture_that_never_fits(self):
        with self.assertRaisesRegex(ValueError, "40 x 20 pixels does not fit in 100 bytes"):
            png.limited(saved(noise(20, 40)), 100)


if __name__ == "__main__":
    unittest.main()
