#pragma once
// Spheres from the text files of LAMMPS: dumps (dump custom, several frames) and data files (atom_style sphere and
// bpm/sphere). https://docs.lammps.org/dump.html, https://docs.lammps.org/read_data.html; docs/formats.md.
#include "store/text.hpp"

namespace rubble::store {

// (first bytes of a text or all of it) => true if it is such a file.
bool begins_as_dump(std::string_view text);
bool begins_as_data(std::string_view text);

// (text, name for messages, form) => the spheres of one frame, at its ITEM: TIME if it has one. x, y, z or their
// unwrapped (xu) or scaled (xs, xsu) variants, mass, and radius or diameter are needed; id, vx, omegax and the like may
// be there; other columns are passed over and named in the result. Units are those of ITEM: UNITS, else as the form
// says, else SI. InputError "name:line: error: ...".
TextPile parse_dump(std::string_view text, const std::string& name, const TextForm& form);

// The same from a data file: sections Atoms and Velocities; others are passed over and named in the result. Masses
// follow from diameters and densities.
TextPile parse_data(std::string_view text, const std::string& name, const TextForm& form);

}  // namespace rubble::store
