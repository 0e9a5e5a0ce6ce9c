"""Page that shows the spin-ups of the first pile under all variants side by side."""
import html

from analysis import output, together
import philosophies as ph

HEADING = "Spin-up of one pile under all variants, equal coefficients"


def text_of(tracks):
    """([(variant, path of a track or failure record)]) => the text of the page, with the axis of
    rotation upright; a message if no track can be shown"""
    try:
        return together.page(HEADING, tracks, together.Camera(upright=True))
    except ValueError as error:
        return f"<!DOCTYPE html>\n<title>{HEADING}</title>\n<p>{html.escape(str(error))}</p>\n"


def make(job):
    """(the snakemake object) Writes the page."""
    tracks = [(ph.named(path)["variant"], path) for path in job.input.tracks]
    output.put(job.output[0], text_of(tracks))


if "snakemake" in globals():
    make(snakemake)  # noqa: F821
