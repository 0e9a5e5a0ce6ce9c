"""Numbers of a page as text, in the form of the pages of rubble-view
(docs/decisions/0038-viewer.md)."""
import base64
import zlib

import numpy as np

PARTS = 32  # resolution of positions: fractions of the smallest radius
TURNS = 32767  # resolution of the components of a quaternion
LEVELS = 255  # of a column that colours bodies


def packed(values, kind):
    """(numbers, type) => deflated bytes in base64"""
    return base64.b64encode(zlib.compress(np.asarray(values).astype(kind).tobytes(), 9)).decode()


def predicted(numbers):
    """(integers [F, W]) => text of the differences from the extrapolation of the two frames before,
    zigzag, in four planes of bytes per frame: a body that flies or rests costs almost nothing"""
    whole = np.asarray(numbers, np.int64)
    expected = np.zeros_like(whole)
    expected[1:2] = whole[:1]
    expected[2:] = 2 * whole[1:-1] - whole[:-2]
    difference = (whole - expected).astype(np.int32)
    code = ((difference << 1) ^ (difference >> 31)).view(np.uint32)
    return packed(np.stack([code >> shift & 255 for shift in (0, 8, 16, 24)], axis=1), "u1")


def planes(vectors):
    """([F, N, C]) => [F, C N]: first all first components of a frame"""
    return np.swapaxes(vectors, 1, 2).reshape(len(vectors), -1)


def places(position, step):
    """(positions [F, N, 3], step [m]) => text of the positions as whole numbers of steps"""
    return predicted(np.rint(planes(position) / step))


def turns(turn):
    """(quaternions [F, N, 4]) => text. A rotation has two quaternions; the one nearer to that of
    the frame before is used."""
    same = np.ones(turn.shape[:2])
    if len(turn) > 1:
        nearer = np.sign((turn[1:] * turn[:-1]).sum(axis=2))
        same[1:] = np.cumprod(np.where(nearer < 0, -1, 1), axis=0)
    return predicted(np.rint(TURNS * planes(turn * same[:, :, None])))


def levels(values, low, high):
    """(values [F, N], ends of the colours) => text of the values as levels; values beyond an end
    have its level"""
    return packed(np.rint(LEVELS * np.clip((values - low) / (high - low), 0, 1)), "u1")
