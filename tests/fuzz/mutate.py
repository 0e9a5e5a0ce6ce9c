"""Mutations of files: (random generator, bytes or path) => content as a careless or hostile user
could produce it."""
import h5py
import numpy

WORDS = [
    b"0",
    b"-1",
    b"1e308",
    b"-1e308",
    b"1e-320",
    b"inf",
    b"nan",
    b"1e30",
    b"9223372036854775807",
    b"9223372036854775808",
    b"18446744073709551616",
    b"1e999",
    b'""',
    b"[]",
    b"{}",
    b"[[]]",
    b"true",
    b'"auto"',
    b'"none"',
    b"1979-05-27",
    b"0x7fffffffffffffff",
    b'"1 m"',
    b'"1 kg"',
    b'"1e300 km"',
    b'"\\u001b[2J"',
    b"\x1b[31m",
    b"\x00",
    b"\xff\xfe",
    b"\xe2\x82",
    b"k" * 5000,
    b"[0, 0, 0]",
    b"[nan, 0, 0]",
    b"[1e300, 1e300, 1e300]",
    b'["0 m", "1 s", "2"]',
    b".",
    b"..",
    b"[",
    b"]",
    b"=",
    b"#",
    b'"',
    b"'''",
]


def flip(rng, data):
    """A few bytes changed, at any place."""
    data = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 4, 16))):
        data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data)


def flip_bit(rng, data):
    data = bytearray(data)
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(data)


def cut(rng, data):
    return data[: rng.randrange(len(data))]


def delete(rng, data):
    at = rng.randrange(len(data))
    return data[:at] + data[at + rng.choice((1, 2, 8, 64)) :]


def repeat(rng, data):
    at = rng.randrange(len(data))
    piece = data[at : at + rng.choice((1, 8, 64, 512))]
    return data[:at] + piece * rng.choice((1, 2, 100)) + data[at:]


def move(rng, data):
    source, target = rng.randrange(len(data)), rng.randrange(len(data))
    length = rng.choice((1, 8, 64, 512))
    return data[:target] + data[source : source + length] + data[target + length :]


def blank(rng, data):
    at, length = rng.randrange(len(data)), rng.choice((8, 64, 512, 4096))
    return (
        data[:at]
        + bytes([rng.choice((0, 255))]) * min(length, len(data) - at)
        + data[at + length :]
    )


def insert(rng, data):
    at = rng.randrange(len(data))
    return data[:at] + rng.choice(WORDS) + data[at:]


def line_gone(rng, data):
    lines = data.split(b"\n")
    del lines[rng.randrange(len(lines))]
    return b"\n".join(lines)


def line_twice(rng, data):
    lines = data.split(b"\n")
    lines.insert(rng.randrange(len(lines)), rng.choice(lines))
    return b"\n".join(lines)


def value(rng, data, separator=b"="):
    """One value of a line replaced."""
    lines = data.split(b"\n")
    candidates = [k for k, line in enumerate(lines) if separator in line]
    if not candidates:
        return insert(rng, data)
    k = rng.choice(candidates)
    if separator == b"=":
        lines[k] = lines[k].split(b"=")[0] + b"= " + rng.choice(WORDS)
    else:
        fields = lines[k].split(separator)
        fields[rng.randrange(len(fields))] = rng.choice(WORDS)
        lines[k] = separator.join(fields)
    return b"\n".join(lines)


def number(rng, data):
    """One digit of a file of text changed, so that most files stay valid."""
    digits = [k for k, byte in enumerate(data) if byte in b"0123456789"]
    if not digits:
        return flip(rng, data)
    data = bytearray(data)
    data[rng.choice(digits)] = rng.choice(b"0123456789-.e")
    return bytes(data)


BYTES = (flip, flip_bit, cut, delete, repeat, move, blank)
TEXT = BYTES + (insert, line_gone, line_twice, value, value, value, number, number)


def text(rng, data, separator):
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        change = rng.choice(TEXT)
        data = change(rng, data, separator) if change is value else change(rng, data)
        data = data or b"\n"
    return data


NUMBERS = (
    0.0,
    -1.0,
    1e308,
    -1e308,
    1e-320,
    float("inf"),
    float("nan"),
    1e30,
    2.0**63,
    -(2.0**63),
)


def dataset(rng, file, name):
    """Removes a dataset, or changes its type, shape or values, with valid checksums."""
    data = file[name][()]
    attributes = dict(file[name].attrs)
    what = rng.randrange(8)
    if what == 0:
        del file[name]
        return
    if what <= 4 and isinstance(data, numpy.ndarray) and data.size > 0 and data.dtype.kind in "fiu":
        some = data.copy()
        for _ in range(rng.choice((1, 1, 3))):
            new = rng.choice(NUMBERS)
            if data.dtype.kind != "f":
                new = (
                    rng.choice(
                        (
                            0,
                            -1,
                            1,
                            2,
                            10**6,
                            numpy.iinfo(data.dtype).max,
                            numpy.iinfo(data.dtype).min,
                        )
                    )
                    if data.dtype.kind == "i"
                    else rng.randrange(256)
                )
            some.flat[rng.randrange(some.size)] = new
        file[name][...] = some
        return
    if what == 5:
        new = numpy.zeros(
            rng.choice(((), (0,), (3,), (1, 3), (7, 3), (2, 2, 2))),
            rng.choice(("f8", "f4", "i8", "i4", "u1", "S5")),
        )
    elif what == 6:
        new = numpy.asarray(data)
        new = numpy.concatenate([new, new]) if new.ndim else numpy.array([data])
    else:
        new = (
            numpy.array([b"\x1b[2J\xff" * rng.choice((1, 10000))])
            if rng.randrange(2)
            else numpy.float64(rng.choice(NUMBERS))
        )
    del file[name]
    if rng.randrange(10) == 0 and isinstance(new, numpy.ndarray) and new.ndim:
        file.create_dataset(name, data=new, chunks=True, compression="gzip")
    else:
        file[name] = new
    for key, item in attributes.items():
        try:
            file[name].attrs[key] = item
        except TypeError:
            pass


def hdf5(rng, path):
    """Changes the HDF5 file at path, as bytes or through the library."""
    if rng.randrange(2):
        with open(path, "rb") as file:
            data = file.read()
        for _ in range(rng.choice((1, 1, 1, 3))):
            data = rng.choice(BYTES)(rng, data) or b"\0"
        with open(path, "wb") as file:
            file.write(data)
        return
    with h5py.File(path, "r+") as file:
        names = []
        file.visititems(
            lambda name, item: names.append(name) if isinstance(item, h5py.Dataset) else None
        )
        # Each dataset has two names or more. The names of VTK are visited first, so several
        # datasets are changed.
        for _ in range(rng.choice((1, 1, 1, 2))):
            name = rng.choice(names)
            if name in file:
                dataset(rng, file, name)
        if rng.randrange(8) == 0:
            groups = []
            file.visititems(
                lambda name, item: groups.append(name) if isinstance(item, h5py.Group) else None
            )
            name = rng.choice(groups)
            if rng.randrange(2):
                del file[name]
            else:
                for key in list(file[name].attrs)[:1]:
                    del file[name].attrs[key]
