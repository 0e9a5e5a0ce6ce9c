#pragma once
// Bodies as text, in SI units. CSV (a header line and one line per body) and extended XYZ (as in OVITO) are read and
// written; numbers have the fewest digits that restore the same bits. Tables of other programs, with a map of columns
// and units, and LAMMPS dumps and data files are only read. docs/formats.md.
#include "model/pile.hpp"
#include "store/mesh_file.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rubble::store {

struct TextPile {
  Pile pile;
  double density_spread =
      0;  // (largest - smallest density of a body) / the material's; rounding alone causes about 1e-15
  bool own_materials =
      false;         // whether the text names the material of each body, so that TextForm::material is not used
  std::string hash;  // SHA-256 of the file, if the text was read from one
  std::vector<std::string> passed_over = {};  // names of columns and sections that a pile cannot store
  std::string periodic = {};                  // axes whose periods a pile cannot store because the box is oblique, for
                                              // example "xy"
};

// Options for reading a text.
struct TextForm {
  std::string
      format;  // "csv", "xyz", "dump", "data" (store/lammps.hpp), "obj", "ply", "stl"; "": dump, data or csv by content
  std::string material;           // name of the material, or beginning of the names of several; may be empty if a table
                                  // has names
  double density = 0;             // density of hulls, and of spheres without masses; 0: not given [kg m-3]
  double radius = 0;              // radius of spheres without radii; 0: not given [m]
  std::string columns = {};       // meaning of a table's columns, used instead of its header: "x [km],y [km],z
                                  // [km],-,m,r"
  std::string units = {};         // units of columns that do not name theirs: "g,cm,s"
  std::optional<int> frame = {};  // index of the frame if there are several, from 0; -1: the last
  std::vector<Mesh> hulls = {};   // surfaces of the hulls of a table, with the ids of the bodies
};

// (text, name for messages, form) => bodies in the order of the lines, at time 0. Fields are separated by commas, or by
// blanks if a line has no comma. Lines after the header that begin with # are ignored. InputError "name:line: error:
// ..." for invalid text and other columns. Columns, in any order:
// - Required: x, y, z; m, density or a density in the form; r, diameter or a radius in the form.
// - Optional: id (default: numbers from 0); vx, vy, vz, wx, wy, wz (default: 0).
// - Optional: grain and exx ... exy make glued grains (model/regroup.hpp: glue_bodies).
// - Optional: shape, qw, qx, qy, qz make hulls of the surfaces in the form (store/table_hulls.hpp).
// - Optional: material, density give the materials; otherwise they follow from the masses (store/body_materials.hpp).
TextPile parse_csv(std::string_view text, const std::string& name, const TextForm& form);
TextPile parse_csv(std::string_view text, const std::string& name, const std::string& material);

// (text, name for messages, form) => the bodies of one frame of an extended XYZ text, at its Time. Properties pos,
// radius and mass are required, unless the form gives the radius or the density; id, velo, omega, grain and excess are
// optional, and so are shape and orientation, material and density as in a table. The periods of space follow from
// Lattice and pbc. Other properties are ignored and named in the result.
TextPile parse_xyz(std::string_view text, const std::string& name, const TextForm& form);
TextPile parse_xyz(std::string_view text, const std::string& name, const std::string& material);

// Reads a file in any format of TextForm; "-" is standard input. InputError if it does not exist or is invalid,
// SystemError if it cannot be read.
TextPile read_text(const std::string& path, const TextForm& form);

// (--frame, counted from 0, or negative from the end; number of frames; name for messages) => the frame's index.
// InputError if there is no such frame.
std::int64_t frame_number(int frame, std::int64_t frames, const std::string& name);

// An integer for each body, as an additional column.
struct Labels {
  std::string name;
  std::vector<Index> of_body;  // [N]
};

// (pile, additional columns) => CSV text with the columns id,m,r,x,y,z,vx,vy,vz,wx,wy,wz. Piles with grains also have
// the column grain (-1: free), and exx ... exy if overlaps within a grain count once. Piles with several materials, or
// with masses that do not tell the density, also have density,material. Piles with hulls also have shape,qw,qx,qy,qz.
// The additional columns follow. Contacts and faces of hulls are not written.
std::string to_csv(const Pile& pile, const std::vector<Labels>& more = {});

// Corners of the cell in extended XYZ [m]: 0 and the period along a periodic axis, a box around the bodies along
// others.
struct SpaceBox {
  Vec3 low, high;
};

// (pile) => the box around its bodies; (two boxes) => the box around both.
SpaceBox cell_around(const Pile& pile);
SpaceBox joined(const SpaceBox& a, const SpaceBox& b);

// (pile, its cell) => extended XYZ text: Lattice, Origin, pbc; id, pos, radius, mass, velo, omega; Time. Piles with
// grains also have grain and, under the conditions of to_csv(), excess, and density and material. Piles with hulls also
// have shape and orientation (x, y, z, w). The texts of several frames, one after the other, are a trajectory.
std::string to_xyz(const Pile& pile, const SpaceBox& cell);
std::string to_xyz(const Pile& pile);  // with the box around the pile's bodies as cell

}  // namespace rubble::store
