#pragma once
// Small piles for the tests of measures.
#include "model/pile.hpp"

#include <random>

namespace rubble::test {

inline void add(Pile& pile, double mass, double radius, const Vec3& x, const Vec3& v = Vec3::Zero(),
                const Vec3& spin = Vec3::Zero()) {
  pile.model.id.push_back(static_cast<std::int64_t>(pile.model.id.size()));
  pile.model.mass.push_back(mass);
  pile.model.radius.push_back(radius);
  pile.model.material.push_back(0);
  pile.state.position.push_back(x);
  pile.state.velocity.push_back(v);
  pile.state.spin.push_back(spin);
}

// A contact of bodies a < b with the geometry of the state; `force` acts on a.
inline void touch(Pile& pile, Index a, Index b, const Vec3& force, double energy = 0) {
  const Vec3 d = pile.state.position[b] - pile.state.position[a];
  const double ra = pile.model.radius[a], rb = pile.model.radius[b], distance = d.norm();
  Contacts& c = pile.contacts;
  resize(c, c.size() + 1);
  c.key.back() = {a, b};
  c.point.back() = pile.state.position[a] + (ra * ra - rb * rb + distance * distance) / (2 * distance) * d.normalized();
  c.gap.back() = distance - ra - rb;
  c.normal.back() = d.normalized();
  c.force.back() = force;
  c.energy.back() = energy;
}

// A contact of body a with wall number `wall`; `normal` points from the body to the wall.
inline void touch_wall(Pile& pile, Index a, Index wall, const Vec3& normal, double overlap, const Vec3& force) {
  Contacts& c = pile.contacts;
  resize(c, c.size() + 1);
  c.key.back() = ContactKey::of_wall(a, wall);
  c.point.back() = pile.state.position[a] + (pile.model.radius[a] - overlap) * normal;
  c.gap.back() = -overlap;
  c.normal.back() = normal;
  c.force.back() = force;
  c.energy.back() = 0;
}

// A contact of bodies a < b through the face of a periodic box: b is moved by `image`.
inline void touch_across(Pile& pile, Index a, Index b, const Vec3& image, const Vec3& force) {
  Contacts& c = pile.contacts;
  if (c.columns.empty()) c.columns = {{kImage, "m", "", true, Vec3s(c.size(), Vec3::Zero())}};
  const Vec3 place = pile.state.position[b];
  pile.state.position[b] += image;
  touch(pile, a, b, force);
  pile.state.position[b] = place;
  std::get<Vec3s>(c.columns[0].value).back() = image;
}

// Uniform numbers in [-1, 1), the same on every machine.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  double number() { return static_cast<double>(engine_() >> 11) * 0x1p-52 - 1; }
  Vec3 vector() {
    const double x = number(), y = number(), z = number();
    return {x, y, z};
  }
  Vec3 in_ball() {
    while (true) {
      const Vec3 v = vector();
      if (v.squaredNorm() < 1) return v;
    }
  }

 private:
  std::mt19937_64 engine_;
};

// Touching spheres of radius r and mass 1 on a face-centred cubic lattice, at centres with inside(x).
template <class Inside>
Pile close_packed(double r, int cells, Inside&& inside) {
  Pile pile;
  const double step = r * std::sqrt(2.0);
  for (int i = -cells; i <= cells; ++i) {
    for (int j = -cells; j <= cells; ++j) {
      for (int k = -cells; k <= cells; ++k) {
        const Vec3 x = step * Vec3(i, j, k);
        if ((i + j + k) % 2 == 0 && inside(x)) add(pile, 1, r, x);
      }
    }
  }
  return pile;
}

}  // namespace rubble::test
