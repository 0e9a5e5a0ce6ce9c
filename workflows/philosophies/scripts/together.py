"""Page that shows the spin-ups, the flybys or the collisions of the first pile under all variants
side by side."""
import html

from analysis import output, together
import philosophies as ph

HEADINGS = {
    "spin": "Spin-up of one pile under all variants, equal coefficients",
    "flyby": "Flyby of one pile under all variants, equal coefficients",
    "collide": "Collision of two piles under all variants, equal coefficients",
}


def text_of(experiment, tracks):
    """(name of the experiment, [(variant, path of a track or failure record)]) => the text of the
    page, in spin-ups with the axis of rotation upright; a message if no track can be shown"""
    heading = HEADINGS[experiment]
    try:
        return together.page(heading, tracks, together.Camera(upright=experiment == "spin"))
    except ValueError as error:
        return f"<!DOCTYPE html>\n<title>{heading}</title>\n<p>{html.escape(str(error))}</p>\n"


def make(job):
    """(the snakemake object) Writes the page."""
    tracks = [(ph.named(path)["variant"], path) for path in job.input.tracks]
    output.put(job.output[0], text_of(job.params.experiment, tracks))


if "snakemake" in globals():
    make(snakemake)  # noqa: F821
