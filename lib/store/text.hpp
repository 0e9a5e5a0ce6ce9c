#pragma once
// Bodies as text: CSV with a header line and one line per body, and extended XYZ, as OVITO reads and writes it, both
// ways and in SI units; numbers have as few digits as bring back the same bits. Read only: tables of other programs
// with a map of columns and units, dumps and data files of LAMMPS. docs/formats.md.
#include "model/pile.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rubble::store {

struct TextPile {
  Pile pile;
  double density_spread =
      0;             // (largest - smallest density of a body) / the material's; rounding alone leaves about 1e-15
  std::string hash;  // SHA-256 of the text, where it was read from a file
  std::vector<std::string> passed_over = {};  // names of columns and sections that a pile has no place for
  std::string periodic = {};                  // axes of a period that no pile can keep, "xy": the edges of the box are oblique
};

// How a text is to be read.
struct TextForm {
  std::string
      format;  // "csv", "xyz", "dump", "data" (store/lammps.hpp), "obj", "ply", "stl" (store/obj.hpp), "": by content
  std::string material;           // name of the bodies' material
  double density = 0;             // of hulls, and of spheres without masses; 0: not given [kg m-3]
  double radius = 0;              // of spheres without radii; 0: not given [m]
  std::string columns = {};       // of a table, in place of its header: "x [km],y [km],z [km],-,m,r"
  std::string units = {};         // of columns without a unit of their own: "g,cm,s"
  std::optional<int> frame = {};  // of several in one text, from 0; -1: the last
};

// (text, name for messages, form) => bodies in the order of the lines, at time 0. Fields are parted by commas or, where
// the header has none, by blanks; lines that begin with # are passed over. Columns in any order: m, r, x, y, z are
// needed (or diameter for r, density for m); without id they are numbered from 0; vx, vy, vz, wx, wy, wz are 0 if
// missing; grain and exx ... exy make glued grains (model/grains.hpp: glue_bodies). The material's density is total
// mass / total volume. Bad text: InputError "name:line: error: ...".
TextPile parse_csv(std::string_view text, const std::string& name, const TextForm& form);
TextPile parse_csv(std::string_view text, const std::string& name, const std::string& material);

// The same from extended XYZ, with its Time: properties pos, radius and mass are needed; id, velo, omega, grain and
// excess may be there; others are passed over and named in the result. One frame of the text.
TextPile parse_xyz(std::string_view text, const std::string& name, const TextForm& form);
TextPile parse_xyz(std::string_view text, const std::string& name, const std::string& material);

// The same from a file; "-": standard input. Not found: InputError; not readable: SystemError.
TextPile read_text(const std::string& path, const TextForm& form);

// (--frame: from 0, or from the end, number of frames, name for messages) => the frame's number. InputError if there is
// no such frame.
std::int64_t frame_number(int frame, std::int64_t frames, const std::string& name);

// A whole number for each body, as a further column.
struct Labels {
  std::string name;
  std::vector<Index> of_body;  // [N]
};

// (pile, further columns) => CSV text with the columns id,m,r,x,y,z,vx,vy,vz,wx,wy,wz, of a pile with grains the column
// grain (-1: free), of grains whose overlaps count once exx ... exy, of a pile with hulls shape,qw,qx,qy,qz, and the
// further ones. Material names, contacts and the faces of hulls are left out.
std::string to_csv(const Pile& pile, const std::vector<Labels>& more = {});

// Corners of the cell that extended XYZ has [m]: along an axis that repeats itself 0 and the period, along others a box
// around the bodies.
struct SpaceBox {
  Vec3 low, high;
};

// (pile) => the box around its bodies; (two boxes) => the one around both.
SpaceBox cell_around(const Pile& pile);
SpaceBox joined(const SpaceBox& a, const SpaceBox& b);

// (pile, its cell) => extended XYZ text: Lattice, Origin, pbc; id, pos, radius, mass, velo, omega; of a pile with
// grains, grain and, as in CSV, excess; with hulls, shape and orientation (x, y, z, w); Time. The texts of several
// frames, one behind the other, are a trajectory.
std::string to_xyz(const Pile& pile, const SpaceBox& cell);
std::string to_xyz(const Pile& pile);  // the cell is the box around its bodies

}  // namespace rubble::store
