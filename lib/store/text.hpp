#pragma once
// Bodies as text, SI units. CSV, both ways: a header line and one line per body, numbers with as few digits as bring
// back the same bits. Extended XYZ, one way, as OVITO reads it. docs/formats.md.
#include "model/pile.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace rubble::store {

struct CsvPile {
  Pile pile;
  double density_spread =
      0;             // (largest - smallest density of a body) / the material's; rounding alone leaves about 1e-15
  std::string hash;  // SHA-256 of the text
};

// (text, name for messages, name of the material) => bodies in the order of the lines, at time 0. Columns in any order:
// id, m, r, x, y, z are needed; vx, vy, vz, wx, wy, wz are 0 if missing. The material's density is total mass / total
// volume. Bad text: InputError "name:line: error: ...".
CsvPile parse_csv(std::string_view text, const std::string& name, const std::string& material);

// The same from a file; "-": standard input. Not found: InputError; not readable: SystemError.
CsvPile read_csv(const std::string& path, const std::string& material);

// A whole number for each body, as a further column.
struct Labels {
  std::string name;
  std::vector<Index> of_body;  // [N]
};

// (pile, further columns) => CSV text with the columns id,m,r,x,y,z,vx,vy,vz,wx,wy,wz, of a pile with glued grains the
// column grain (-1: free), and those. Material names and contacts are left out. parse_csv does not know how to glue,
// and refuses a column grain.
std::string to_csv(const Pile& pile, const std::vector<Labels>& more = {});

// (pile) => extended XYZ text: id, pos, radius, mass, velo, omega; of a pile with glued grains, grain (-1: free).
std::string to_xyz(const Pile& pile);

}  // namespace rubble::store
