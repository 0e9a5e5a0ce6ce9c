#pragma once
// A pile: the bodies (Model, constant during a run), where they are (State), and what touches (Contacts). SI units.
#include "base/vec.hpp"

#include <array>
#include <string>
#include <vector>

namespace rubble {

struct Material {
  std::string name;
  double density = 0;  // [kg m-3]
};

// One entry per body. All bodies are spheres so far: moment of inertia (2/5) m r^2.
struct Model {
  std::vector<std::int64_t> id;        // unique, >= 0; survives every tool
  Reals mass;                          // [kg] > 0
  Reals radius;                        // [m] > 0
  std::vector<std::int32_t> material;  // index into materials
  std::vector<Material> materials;

  std::size_t size() const { return mass.size(); }
  double inertia(std::size_t i) const { return 0.4 * mass[i] * radius[i] * radius[i]; }  // [kg m2]
};

struct State {
  double time = 0;  // [s]
  std::int64_t step = 0;
  Vec3s position;  // [m]
  Vec3s velocity;  // [m s-1]
  Vec3s spin;      // [rad s-1], inertial frame
};

// Pairs that touch, sorted by (a, b), a < b. b >= model.size() is plane number b - model.size().
// Histories are those at the state's time; laws that keep none leave zeros.
struct Contacts {
  std::vector<std::array<Index, 2>> pair;
  Reals overlap;   // [m] > 0
  Vec3s normal;    // from a to b
  Vec3s force;     // on a [N]
  Reals energy;    // stored in the contact's springs [J]
  Vec3s sliding;   // tangential spring [m]
  Vec3s rolling;   // rolling spring [rad]
  Reals twisting;  // twisting spring about the normal [rad]

  std::size_t size() const { return pair.size(); }
  void resize(std::size_t n) {
    pair.resize(n), overlap.resize(n), normal.resize(n), force.resize(n), energy.resize(n);
    sliding.resize(n), rolling.resize(n), twisting.resize(n);
  }
};

struct Pile {
  Model model;
  State state;
  Contacts contacts;

  std::size_t size() const { return model.size(); }
};

}  // namespace rubble
