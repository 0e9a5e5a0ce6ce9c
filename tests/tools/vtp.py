"""VTK XML PolyData with binary arrays behind the XML, read by its definition.

https://docs.vtk.org/en/latest/vtk_file_formats/vtkxml_file_format.html: arrays with
format="appended" begin at `offset` behind the underscore of <AppendedData encoding="raw">; with a
compressor as the number of blocks, the size of a block, that of the last one (0: whole) and the
compressed size of each, then the blocks.
"""
import xml.etree.ElementTree
import zlib

import numpy as np

TYPES = {"Float64": "<f8", "Int64": "<i8"}
MARK = b'<AppendedData encoding="raw">\n_'


def array_at(data, offset, kind):
    """(bytes after the underscore, offset of an array, its type) => its numbers"""
    blocks, size, last = np.frombuffer(data, "<u8", 3, offset)
    lengths = np.frombuffer(data, "<u8", int(blocks), offset + 24)
    begin = offset + 24 + 8 * int(blocks)
    raw = b""
    for k, length in enumerate(lengths):
        block = zlib.decompress(data[begin : begin + int(length)])
        assert len(block) == (last if k + 1 == blocks and last else size), (
            k,
            len(block),
            size,
            last,
        )
        raw += block
        begin += int(length)
    return np.frombuffer(raw, TYPES[kind])


def piece_of(path):
    """(file) => the element Piece and the bytes of its arrays"""
    with open(path, "rb") as file:
        text = file.read()
    head, data = text.split(MARK, 1)
    root = xml.etree.ElementTree.fromstring(head + b"</VTKFile>")
    assert (
        root.get("byte_order") == "LittleEndian" and root.get("header_type") == "UInt64"
    ), root.attrib
    assert root.get("compressor") == "vtkZLibDataCompressor", root.attrib
    return root.find("PolyData/Piece"), data


def numbers(array, data):
    """(element DataArray, bytes) => its numbers, one row per tuple"""
    values = array_at(data, int(array.get("offset")), array.get("type"))
    width = int(array.get("NumberOfComponents", "1"))
    return values.reshape(-1, width) if width > 1 else values


def polydata(path, cells="Polys"):
    """(file, kind of its cells) => points, cells, values of the cells, values of the points"""
    piece, data = piece_of(path)
    values = {a.get("Name"): numbers(a, data) for a in piece.find("CellData")}
    at_points = {a.get("Name"): numbers(a, data) for a in piece.find("PointData")}
    corner, end = (numbers(a, data) for a in piece.find(cells))
    count = {"Polys": "NumberOfPolys", "Lines": "NumberOfLines", "Verts": "NumberOfVerts"}[cells]
    assert len(end) == int(piece.get(count)) and (len(end) == 0 or end[-1] == len(corner)), (
        path,
        len(end),
    )
    points = numbers(piece.find("Points/DataArray"), data)
    assert len(points) == int(piece.get("NumberOfPoints")), path
    return (
        points,
        [list(c) for c in np.split(corner, end[:-1])] if len(end) else [],
        values,
        at_points,
    )
