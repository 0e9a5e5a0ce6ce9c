"""Imports of other packages, with a message that names the Debian package of a missing one."""
from importlib import import_module
from typing import Any


def needed(name: str) -> Any:
    """The module `name`. ImportError names the Debian package if the module is not installed."""
    try:
        return import_module(name)
    except ImportError as error:
        top = name.partition(".")[0]
        if error.name not in (None, top):
            raise
        raise ImportError(
            f"rubble needs {top}: install the Debian package python3-{top} "
            f"(apt install python3-{top}), or run: pip install {top}",
            name=top,
        ) from error
