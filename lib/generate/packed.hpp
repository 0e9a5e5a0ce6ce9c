#pragma once
// Sites of a close packing within a body. docs/theory.md 9.5.
#include "base/field.hpp"
#include "base/random.hpp"
#include "base/vec.hpp"

#include <cstdint>

namespace rubble::generate {

enum class Lattice { hexagonal, cubic };
inline constexpr Word<Lattice> kLattices[] = {{"hexagonal", Lattice::hexagonal}, {"cubic", Lattice::cubic}};

// Outline of the body that is cut from a lattice.
enum class Cut { ellipsoid, box };
inline constexpr Word<Cut> kCuts[] = {{"ellipsoid", Cut::ellipsoid}, {"box", Cut::box}};

// [cloud] form = "packed": equal spheres that touch.
struct PackedCloud {
  std::int64_t count = 0;
  Lattice lattice = Lattice::hexagonal;
  Cut cut = Cut::ellipsoid;
  Vec3 axes = Vec3::Ones();  // axes of the body along x, y, z; only their ratios matter
  bool turned = false;       // true: random rotation and shift of the lattice
  bool glued = false;        // true: one rigid aggregate
};

inline std::vector<Field<PackedCloud>> fields(const PackedCloud*) {
  return {
      field("count", "", "number of spheres, all of one radius", &PackedCloud::count).required().range({1, 1e7}),
      field("lattice", "lattice of the centres, with nearest neighbours one diameter apart", &PackedCloud::lattice,
            kLattices),
      field("cut", "outline of the body cut from the lattice", &PackedCloud::cut, kCuts),
      field("axes", "1", "relative lengths of the outline along x, y, z", &PackedCloud::axes).range(kPositive),
      field("turned", "", "random rotation and shift of the lattice in the body; false: layers perpendicular to z",
            &PackedCloud::turned),
      field("glued", "", "union of all spheres in one rigid aggregate", &PackedCloud::glued),
  };
}

// (form, radius of a sphere [m], random numbers for the lattice's rotation and shift) => the `count` sites nearest to
// the centre, with their mean position at the origin [m]. Their distances from the centre are measured in units of the
// body's half axes; in a box, the largest component counts. Nearest neighbours are two radii apart. Sites of the
// lattices, with the radius r:
// - hexagonal: close packing with layers normal to z: (2 i + (j + k) mod 2, sqrt(3) (j + (k mod 2) / 3), sqrt(8/3) k)
//   r.
// - cubic: 2 (i, j, k) r. If integer numbers of spheres fill the sides of a box exactly, the sites are exactly these.
Vec3s packed_sites(const PackedCloud& form, double radius, Random& random);

}  // namespace rubble::generate
