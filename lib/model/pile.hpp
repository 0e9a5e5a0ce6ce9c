#pragma once
// A pile: the bodies (Model, constant during a run), where they are (State), and what touches (Contacts). SI units.
#include "base/vec.hpp"
#include "model/contacts.hpp"

#include <string>
#include <vector>

namespace rubble {

struct Material {
  std::string name;
  double density = 0;  // [kg m-3]
};

// Spheres glued into one rigid body. Their masses add up to its own and so do, but for `excess`, their moments: sums
// over spheres are sums over grains: momentum, energy, gravity. docs/decisions/0013-grains.md.
struct Grain {
  Index first = 0, count = 0;   // its members are the bodies first ... first + count - 1
  double mass = 0;              // [kg]
  Vec3 moments = Vec3::Zero();  // principal moments of inertia [kg m2]
  // Its inertia less that of its members, in its principal frame [kg m2]. Not 0 only where members overlap and what
  // they cover counts once. Its first member has it beside its own (model/grains.hpp: own_inertia).
  Mat3 excess = Mat3::Zero();
};

// One entry per body. A body is a sphere, free or member of a grain: moment of inertia (2/5) m r^2.
struct Model {
  std::vector<std::int64_t> id;        // unique, >= 0; survives every tool
  Reals mass;                          // [kg] > 0
  Reals radius;                        // [m] > 0
  std::vector<std::int32_t> material;  // index into materials
  std::vector<Material> materials;
  std::vector<Grain> grains;
  std::vector<Index> grain;  // that the body is a member of, or -1; empty without grains
  Vec3s offset;              // place of a member in its grain's principal frame [m]; empty without grains

  std::size_t size() const { return mass.size(); }
  Index grain_of(std::size_t i) const { return grain.empty() ? -1 : grain[i]; }
  // Mass of what moves when the body is pushed [kg].
  double moving_mass(std::size_t i) const {
    return grain_of(i) < 0 ? mass[i] : grains[static_cast<std::size_t>(grain[i])].mass;
  }
  double inertia(std::size_t i) const { return 0.4 * mass[i] * radius[i] * radius[i]; }  // [kg m2]
};

struct State {
  double time = 0;  // [s]
  std::int64_t step = 0;
  Vec3s position;                       // [m]
  Vec3s velocity;                       // [m s-1]
  Vec3s spin;                           // [rad s-1], inertial frame; that of its grain
  std::vector<Quaternion> orientation;  // of each grain: principal frame => inertial
};

struct Pile {
  Model model;
  State state;
  Contacts contacts;

  std::size_t size() const { return model.size(); }
};

}  // namespace rubble
