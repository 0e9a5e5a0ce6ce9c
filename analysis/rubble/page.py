"""Interactive pages of piles and tracks in notebooks."""
import html
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Union

from .files import File
from .tools import RunError, options_of, program


class Page:
    """An HTML page that a notebook shows in a frame. `html` is its text."""

    def __init__(self, text: str, height: int):
        self.html, self.height = text, height

    def _repr_html_(self) -> str:
        return (
            f'<iframe srcdoc="{html.escape(self.html)}" width="100%" height="{self.height}" '
            'style="border: 0"></iframe>'
        )

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the page, which needs no network, to a file."""
        Path(path).write_text(self.html, encoding="utf-8")


def view(pile: Union[str, "os.PathLike[str]", File], height: int = 600, **options: Any) -> Page:
    """Shows a pile or track in a notebook: the page of rubble-view, which rotates, zooms, plays
    frames and colours by column. `height` of the frame in pixels; `options` are those of the
    program: every=10, three="three.min.js". Raises RunError with the message of the program."""
    with tempfile.TemporaryDirectory(prefix="rubble-") as folder:
        path = Path(folder) / "page.html"
        words = [program("view"), "--quiet", *options_of(options), os.fspath(pile), str(path)]
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode:
            raise RunError("rubble-view", done.returncode, done.stderr.splitlines())
        return Page(path.read_text(encoding="utf-8"), height)
