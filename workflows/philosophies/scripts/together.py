"""Page that shows the spin-ups, the flybys or the collisions of the first pile under all variants
side by side."""
import html

from analysis import failures, output, together
import philosophies as ph

HEADINGS = {
    "spin": "Spin-up of one pile under all variants, equal coefficients",
    "flyby": "Flyby of one pile under all variants, equal coefficients",
    "collide": "Collision of two piles under all variants, equal coefficients",
}


def text_of(experiment, tracks):
    """(name of the experiment, [(variant, path of a track or failure record)]) => the text of the
    page, in spin-ups with the axis of rotation upright; the messages if all runs have failed"""
    heading = HEADINGS[experiment]
    records = [(variant, failures.record(path)) for variant, path in tracks]
    if all(record for _, record in records):
        return messages(heading, records)
    return together.page(heading, tracks, together.Camera(upright=experiment == "spin"))


def messages(heading, records):
    """(heading, [(variant, failure record)]) => the text of a page with the messages"""
    lines = [f"{variant}: no track: {record['message']}" for variant, record in records]
    paragraphs = "".join(f"<p>{html.escape(line)}</p>\n" for line in lines)
    return f"<!DOCTYPE html>\n<title>{heading}</title>\n<h1>{heading}</h1>\n{paragraphs}"


def make(job):
    """(the snakemake object) Writes the page."""
    tracks = [(ph.named(path)["variant"], path) for path in job.input.tracks]
    output.put(job.output[0], text_of(job.params.experiment, tracks))


if "snakemake" in globals():
    make(snakemake)  # noqa: F821
