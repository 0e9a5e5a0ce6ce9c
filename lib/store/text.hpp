#pragma once
// Bodies as text, SI units: CSV with a header line and one line per body, and extended XYZ, as OVITO reads and writes
// it. Both ways; numbers have as few digits as bring back the same bits. docs/formats.md.
#include "model/pile.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace rubble::store {

struct TextPile {
  Pile pile;
  double density_spread =
      0;             // (largest - smallest density of a body) / the material's; rounding alone leaves about 1e-15
  std::string hash;  // SHA-256 of the text, where it was read from a file
};

// (text, name for messages, name of the material) => bodies in the order of the lines, at time 0. Columns in any order:
// id, m, r, x, y, z are needed; vx, vy, vz, wx, wy, wz are 0 if missing; grain and exx ... exy make glued grains
// (model/grains.hpp: glue_bodies). The material's density is total mass / total
// volume. Bad text: InputError "name:line: error: ...".
TextPile parse_csv(std::string_view text, const std::string& name, const std::string& material);

// The same from extended XYZ, with its Time: properties id, pos, radius, mass are needed; velo, omega, grain and excess
// may be there.
TextPile parse_xyz(std::string_view text, const std::string& name, const std::string& material);

// How a text is to be read.
struct TextForm {
  std::string format;    // "csv", "xyz", or "obj", "ply", "stl" (store/obj.hpp)
  std::string material;  // name of the bodies' material
  double density = 0;    // of hulls [kg m-3]
};

// The same from a file; "-": standard input. Not found: InputError; not readable: SystemError.
TextPile read_text(const std::string& path, const TextForm& form);

// A whole number for each body, as a further column.
struct Labels {
  std::string name;
  std::vector<Index> of_body;  // [N]
};

// (pile, further columns) => CSV text with the columns id,m,r,x,y,z,vx,vy,vz,wx,wy,wz, of a pile with grains the column
// grain (-1: free), of grains whose overlaps count once exx ... exy, of a pile with hulls shape,qw,qx,qy,qz, and the
// further ones. Material names, contacts and the faces of hulls are left out.
std::string to_csv(const Pile& pile, const std::vector<Labels>& more = {});

// Corners of the cell that extended XYZ has: a box around bodies, none of whose sides is periodic [m].
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
