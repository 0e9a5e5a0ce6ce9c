"""Helpers of the cases: run a tool, write a file, read and change a pile."""
import pathlib
import subprocess

import h5py

FOLDER = pathlib.Path(__file__).resolve().parent


def run(*words, code=0, timeout=300):
    """(command line; expected exit code) => standard output and standard error as one text"""
    done = subprocess.run(
        [str(word) for word in words], capture_output=True, text=True, timeout=timeout
    )
    text = done.stdout + done.stderr
    assert (
        done.returncode == code
    ), f"{' '.join(map(str, words))}: exit code {done.returncode}, not {code}: {text[-600:]}"
    return text


def exit_code(*words, timeout=300):
    """(command line) => exit code, standard output and standard error as one text"""
    done = subprocess.run(
        [str(word) for word in words], capture_output=True, text=True, timeout=timeout
    )
    return done.returncode, done.stdout + done.stderr


def write(name, text):
    """(file name, text) => the file's name; writes the file into the current folder"""
    pathlib.Path(name).write_text(text)
    return name


def data(case, name):
    """(name of a case, file name) => path of a file in the folder of that case"""
    return FOLDER / case / name


def read(pile, name):
    """(pile file, dataset below /particles/body, such as "position/value" or "spin") => array"""
    with h5py.File(pile) as file:
        node = file["/particles/body"][name]
        return node["value"][...] if isinstance(node, h5py.Group) else node[...]


def change(pile, name, values):
    """(pile file, dataset below /particles/body, values) overwrites the dataset"""
    with h5py.File(pile, "r+") as file:
        node = file["/particles/body"][name]
        target = node["value"] if isinstance(node, h5py.Group) else node
        target[...] = values


def close(found, right, tolerance, what):
    """(number, number, absolute tolerance, quantity) raises AssertionError with both numbers unless
    they agree"""
    assert (
        abs(found - right) <= tolerance
    ), f"{what}: found {found}, right is {right} within {tolerance}"
