"""PNG files of limited size for docs/results.

A palette of 128 colours suffices for most figures. Pictures of many shaded spheres also need fewer
colours or pixels. Coarse palettes blur colour bars, and text in small pictures is hard to read, so
128 colours are preferred down to 80 % of the resolution, and 64 colours below that.
"""
import io

from PIL import Image

MOST = 120_000  # largest size of a kept picture [bytes]
# (colours, resolutions [% of the original]), best first
ATTEMPTS = ((128, range(100, 79, -5)), (64, range(100, 29, -5)))


def limited(data, most=MOST):
    """(PNG as bytes, largest size in bytes) => the picture as a PNG with a palette, on white, of at
    most that size. The same picture gives the same bytes. A picture that is too large with 64
    colours and 30 % of its resolution raises ValueError."""
    page = on_white(Image.open(io.BytesIO(data)))
    for colours, percents in ATTEMPTS:
        found = largest(page, colours, percents, most)
        if found:
            return found
    raise ValueError(
        f"a picture of {page.width} x {page.height} pixels does not fit in {most} bytes"
    )


def largest(page, colours, percents, most):
    """(RGB picture, number of colours, falling resolutions [%], largest size in bytes) => PNG with
    the highest resolution that fits, found by bisection; None if none fits"""
    found, low, high = None, 0, len(percents)
    while low < high:
        middle = (low + high) // 2
        data = encoded(resized(page, percents[middle]), colours)
        if len(data) <= most:
            found, high = data, middle
        else:
            low = middle + 1
    return found


def on_white(page):
    """(picture) => the opaque RGB picture on white"""
    page = page.convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", page.size, "white"), page).convert("RGB")


def resized(page, percent):
    size = (round(page.width * percent / 100), round(page.height * percent / 100))
    return page if size == page.size else page.resize(size, Image.Resampling.LANCZOS)


def encoded(page, colours):
    """(RGB picture, number of colours) => PNG. The first palette covers the range of colours, so
    that thin lines and rare colours of a scale keep theirs; k-means then moves its colours to the
    means of their pixels. There is no dithering."""
    buffer = io.BytesIO()
    page.quantize(
        colours, method=Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE
    ).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()
