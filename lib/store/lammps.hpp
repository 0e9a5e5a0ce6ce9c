#pragma once
// Spheres from the text files of LAMMPS: dumps (dump custom, several frames) and data files (atom_style sphere and
// bpm/sphere). https://docs.lammps.org/dump.html, https://docs.lammps.org/read_data.html; docs/formats.md.
#include "store/text.hpp"

namespace rubble::store {

// (text, or its first bytes) => true if it is a dump.
bool begins_as_dump(std::string_view text);
// (text, or its first bytes) => true if it is a data file: one of its first 20 lines is "N atoms".
bool begins_as_data(std::string_view text);

// (text, name for messages, form) => the spheres of one frame, at the time of ITEM: TIME if present. Columns:
// - Required: x, y, z or their unwrapped (xu) or scaled (xs, xsu) variants, mass, and radius or diameter.
// - Optional: id, vx, vy, vz, omegax, omegay, omegaz.
// - All other columns are ignored and named in the result.
//
// Space is periodic along the axes with the flags pp, unless the box is oblique. Units are those of the form if given,
// otherwise those of ITEM: UNITS, otherwise SI. InputError "name:line: error: ...".
TextPile parse_dump(std::string_view text, const std::string& name, const TextForm& form);

// (text, name for messages, form) => the spheres of a data file, from the sections Atoms and Velocities, in open space
// at time 0. Other sections are ignored and, except Masses, named in the result. Masses follow from diameters and
// densities. Units are those of the form if given, otherwise those that the first line names, otherwise SI. InputError
// "name:line: error: ...".
TextPile parse_data(std::string_view text, const std::string& name, const TextForm& form);

}  // namespace rubble::store
