"""Page that shows the spin-ups of the first pile under all variants side by side."""
from analysis import output, together
import philosophies as ph

HEADING = "Spin-up of one pile under all variants, equal coefficients"


def make(job):
    """(the snakemake object) Writes the page, with the axis of rotation upright."""
    tracks = [(ph.named(path)["variant"], path) for path in job.input.tracks]
    output.put(job.output[0], together.page(HEADING, tracks, together.Camera(upright=True)))


if "snakemake" in globals():
    make(snakemake)  # noqa: F821
