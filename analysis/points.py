"""Figures as SVG for a page: the browser shows the values of a point under the pointer (SVG's
<title>, without a script)."""
import io
import re
from html import escape

import numpy as np

# largest number of points with values in a figure; with more points, every nth one has them
MOST = 1500
PLACES_PER_INCH = 72  # SVG user units


def tick_texts(axis):
    """(axis) => [(number, text)] of the major tick labels that have letters"""
    labels = zip(
        axis.get_majorticklocs(), [label.get_text() for label in axis.get_majorticklabels()]
    )
    return [
        (place, text)
        for place, text in labels
        if re.search("[A-Za-z]", text) and not text.startswith("$")
    ]


def shown(value, texts):
    """(number, tick_texts of its axis) => the text of the tick label at this number, else the
    number"""
    for place, text in texts:
        if abs(place - value) < 1e-9 * (1 + abs(value)):
            return text
    return f"{value:.5g}"


def in_data(artist, axes):
    return all(artist.get_transform().contains_branch_seperately(axes.transData))


def named(label):
    return "" if not label or label.startswith("_") else label


def series(axes):
    """(axes) => [(label, points, [text of the error bar of each point] or None)] of everything
    drawn in data coordinates"""
    found, known = [], set()
    for container in axes.containers:
        line = getattr(container, "lines", [None])[0]
        if line is None:
            continue
        known.add(line)
        points = line.get_xydata()
        found.append(
            (
                named(container.get_label()),
                points,
                errors(points, [bars.get_segments() for bars in container.lines[2]]),
            )
        )
    for line in axes.get_lines():
        if (
            line not in known
            and in_data(line, axes)
            and line.get_visible()
            and str(line.get_marker()) not in ("_", "|")
        ):
            found.append((named(line.get_label()), line.get_xydata(), None))
    for collection in axes.collections:
        offsets = (
            np.asarray(collection.get_offsets(), float).reshape(-1, 2)
            if hasattr(collection, "get_sizes")
            else np.empty((0, 2))
        )
        if len(offsets) and all(
            collection.get_offset_transform().contains_branch_seperately(axes.transData)
        ):
            found.append((named(collection.get_label()), offsets, None))
    return found


def errors(points, spans):
    """(points, segments of their error bars) => text of each point's error bars"""
    texts = [""] * len(points)
    for segments in spans:
        for k, segment in enumerate(segments[: len(points)]):
            (x0, y0), (x1, y1) = np.asarray(segment, float)[[0, -1]]
            texts[k] += (
                f"\n{'y' if x0 == x1 else 'x'} from {y0 if x0 == x1 else x0:.5g} to "
                f"{y1 if x0 == x1 else x1:.5g}"
            )
    return texts


def values(axes):
    """(axes) => [(x, y, text)] of the points inside the axes: position in the figure [1/72 inch],
    values as text"""
    out, (left, right), (bottom, top) = [], sorted(axes.get_xlim()), sorted(axes.get_ylim())
    across, up = tick_texts(axes.xaxis), tick_texts(axes.yaxis)
    for label, points, more in series(axes):
        for k, (x, y) in enumerate(np.asarray(points, float)):
            if not (
                np.isfinite(x) and np.isfinite(y) and left <= x <= right and bottom <= y <= top
            ):
                continue
            words = [label] if label else []
            words += [
                f"{axes.get_xlabel() or 'x'}: {shown(x, across)}",
                f"{axes.get_ylabel() or 'y'}: {shown(y, up)}",
            ]
            place = axes.transData.transform((x, y))
            out.append((place[0], place[1], "\n".join(words) + (more[k] if more else "")))
    return out


def thin(page):
    """Rasterizes collections of thousands of elements, which would make the SVG too large."""
    for axes in page.axes:
        for artist in axes.collections:
            if len(artist.get_paths()) > 2000 or len(np.atleast_2d(artist.get_offsets())) > 5000:
                artist.set_rasterized(True)


def own_ids(svg, name):
    """(SVG, name of its figure) => the SVG with this name as prefix of all ids and references, so
    that one page can contain several figures"""

    def named_tag(tag):
        return re.sub(r'(\sid="|href="#|url\(#)', lambda found: f"{found[0]}{name}-", tag[0])

    return re.sub(r"<[a-zA-Z][^<>]*>", named_tag, svg)


def every(svg):
    """(SVG) => n if every nth point has its values"""
    found = re.search(r'<g class="values" data-every="(\d+)"', svg)
    return int(found[1]) if found else 1


def svg(page):
    """(figure) => its SVG, reproducible to the byte"""
    page.set_dpi(PLACES_PER_INCH)
    thin(page)
    page.canvas.draw()
    buffer = io.StringIO()
    page.savefig(buffer, format="svg", metadata={"Date": None}, dpi=PLACES_PER_INCH)
    height = page.get_figheight() * PLACES_PER_INCH
    points = [point for axes in page.axes if axes.get_visible() for point in values(axes)]
    step = max(1, -(-len(points) // MOST))
    circles = [
        f'<circle cx="{x:.1f}" cy="{height - y:.1f}" r="4"><title>{escape(text)}</title></circle>'
        for x, y, text in points[::step]
    ]
    group = (
        f'<g class="values" data-every="{step}" fill="none" pointer-events="all">\n'
        + "\n".join(circles)
        + "\n</g>\n"
    )
    text = buffer.getvalue()
    return text[text.index("<svg") :].replace("</svg>", group + "</svg>")
