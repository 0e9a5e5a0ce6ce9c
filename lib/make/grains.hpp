#pragma once
// [grains], [[shape]], [intruder]: what a new pile is made of, where it is not free spheres by a size law.
#include "base/field.hpp"
#include "make/shapes.hpp"
#include "model/pile.hpp"
#include "shape/aggregate.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rubble::make {

// Shapes of equal chance for each grain; a name that is there twice has twice the chance.
struct GrainLaw {
  std::vector<std::string> shapes;
  Auto radius;
  std::string overlap = "sum";
  std::string sized_by = "";  // "": there is no [size]
};

// A body of its own that is put somewhere first, before what fills the box around it.
struct Intruder {
  std::string shape;
  Auto radius;
  Vec3 position = Vec3::Zero();
  std::string overlap = "sum";
};

// `shapes` and `centres` are lists that no Field can hold: config::Document::words and points read them.
inline std::vector<Field<GrainLaw>> fields(const GrainLaw*) {
  return {
      {"radius",
       "m",
       "radius of a member of a library shape (of \"intruder\": of its bounding sphere); auto: from [size] or "
       "[[shape]]",
       &GrainLaw::radius,
       kPositive,
       {},
       false},
      {"overlap",
       "",
       "mass of overlapping members: each in full (sum), or their common volume once (union)",
       &GrainLaw::overlap,
       kAny,
       {"sum", "union"},
       false},
      {"sized_by",
       "",
       "sphere whose radius [size] draws for a grain: its bounding sphere (bounding) or the sphere of its volume "
       "(volume); only with [size]",
       &GrainLaw::sized_by,
       kAny,
       {"bounding", "volume"},
       false},
  };
}
inline std::vector<Field<Intruder>> fields(const Intruder*) {
  return {
      {"shape", "", "name of the intruder's shape, from the library or from [[shape]]", &Intruder::shape},
      {"radius",
       "m",
       "radius of a member of a library shape (of \"intruder\": of its bounding sphere); auto: from [size] or "
       "[[shape]]",
       &Intruder::radius,
       kPositive,
       {},
       false},
      {"overlap",
       "",
       "mass of overlapping members: each in full (sum), or their common volume once (union)",
       &Intruder::overlap,
       kAny,
       {"sum", "union"},
       false},
      {"position", "m", "centre of mass of the intruder, whose principal axes lie along x, y, z", &Intruder::position},
  };
}

// Grains to be placed: grain i is kinds[kind[i]], all its lengths times scale[i]. A grain of one member is a free
// sphere, or the ball that holds a hull and is placed for it.
struct Grains {
  std::vector<shape::Aggregate> kinds;
  std::vector<Index> kind;
  Reals scale;
  bool by_size = false;                         // one member each, by a size law
  std::optional<Vec3> fixed;                    // where grain 0 stands [m], in its principal axes; nothing moves it
  std::vector<std::optional<Hull>> hulls = {};  // of each kind, nothing where it is glued or a sphere

  std::size_t size() const { return kind.size(); }
  const shape::Aggregate& of(std::size_t i) const { return kinds[static_cast<std::size_t>(kind[i])]; }
  const std::optional<Hull>& hull(std::size_t i) const { return hulls[static_cast<std::size_t>(kind[i])]; }
  double reach(std::size_t i) const { return scale[i] * of(i).reach; }  // [m]
  bool round(std::size_t i) const { return of(i).size() == 1; }         // one ball is placed
};

// Where grains are.
struct Places {
  Vec3s position;                       // centres of mass, of hulls the middles of their balls [m]
  std::vector<Quaternion> orientation;  // principal frame => inertial
};

// (radii [m]) => free spheres
Grains spheres(const Reals& radius);

// (shapes and radius, shapes of one's own, number of grains, seed, radius of each grain [m] if there is a [size]) =>
// grains of shapes drawn at random; of a random form each has a shape of its own. InputError for a name that is neither
// in the library (shape::aggregate_names) nor one's own, for one's own name that is taken, for a shape that cannot be
// made, for a radius or a word that is missing or not needed, and for a shape that has no size where there is no
// [size].
Grains draw_grains(const GrainLaw& law, const std::vector<OwnShape>& own, std::size_t count, std::uint64_t seed,
                   const std::optional<Reals>& radius = {});

// Puts an intruder before the grains. Errors as above.
void add_intruder(Grains& grains, const Intruder& intruder, const std::vector<OwnShape>& own);

// (material, grains, places) => pile at rest at time 0: grains in Morton order of their centres, the fixed one first;
// ids 0 ... N - 1 in the order of the spheres.
Pile pile_of(const Material& material, const Grains& grains, const Places& places);

}  // namespace rubble::make
