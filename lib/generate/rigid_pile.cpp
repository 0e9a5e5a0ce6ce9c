#include "generate/rigid_pile.hpp"

#include "base/parallel.hpp"
#include "measure/ledger/masses.hpp"

namespace rubble::generate {
namespace {

// (pile, value for each body) => mass-weighted mean
Vec3 mean(const Pile& pile, const Vec3s& value) {
  const Vec3 sum = blocked_sum(pile.size(), Vec3(Vec3::Zero()),
                               [&](std::size_t i) -> Vec3 { return pile.model.mass[i] * value[i]; });
  return sum / measure::total_mass(pile);
}

}  // namespace

void move_centre_of_mass(Pile& pile, const Vec3& x, const Vec3& v) {
  for (int pass = 0; pass < 2; ++pass) {
    const Vec3 dx = x - mean(pile, pile.state.position), dv = v - mean(pile, pile.state.velocity);
    for (Vec3& p : pile.state.position) p += dx;
    for (Vec3& u : pile.state.velocity) u += dv;
    shift(pile.contacts, dx);
  }
}

void turn(Pile& pile, const Mat3& rotation) {
  State& s = pile.state;
  for (Vec3s* vectors : {&s.position, &s.velocity, &s.spin})
    for (Vec3& v : *vectors) v = (rotation * v).eval();
  rubble::turn(pile.contacts, rotation);
  rubble::turn(pile.bonds, rotation);
  for (Quaternion& q : s.orientation) q = (Quaternion(rotation) * q).normalized();
}

void rotate(Pile& pile, const Vec3& spin) {
  for (std::size_t i = 0; i < pile.size(); ++i) {
    pile.state.velocity[i] += spin.cross(pile.state.position[i]);
    pile.state.spin[i] += spin;
  }
}

}  // namespace rubble::generate
