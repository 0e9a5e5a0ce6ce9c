#pragma once
// Geometry and relative motion at a contact, four contacts at a time. docs/theory.md 1.1, 1.2.
//
// Two spheres have the radii s_a and s_b, the distance vector d from a to b, the normal n = d / |d|, and the overlap
// delta = s_a + s_b - |d|. The contact plane contains the circle in which the surfaces intersect. Its distances from
// the centres are the lever arms
//   l_a = (|d| + (s_a - s_b)(s_a + s_b) / |d|) / 2,   l_b = |d| - l_a.
// Both lever arms end in this plane, so that the forces on the two bodies act along one line. The radius r_c of the
// circle is given by r_c^2 = s_a^2 - l_a^2. The velocity of b's surface relative to a's is
//   u = v_b - v_a - (l_a w_a + l_b w_b) x n.
//
// A plane is a body of infinite mass and radius: mu = m, R = s, and l_a is the height of the centre. Its velocity is
// that at the contact.
#include "base/image_lattice.hpp"
#include "ssdem/chunk.hpp"

#include <algorithm>
#include <limits>

namespace rubble::ssdem {

// One contact (T: double) or four (Pack), of bodies a with bodies or planes b. The compiler removes quantities that a
// law does not use.
template <class T>
struct ContactGeometry {
  Triple<T> normal;           // n, from a to b
  T overlap{};                // delta > 0; < 0 for bodies apart that attract each other [m]
  T arm_a{}, arm_b{};         // l_a, l_b; 0 for a plane [m]
  T reduced_mass{};           // mu, or the effective mass: see geometry_of [kg]
  T reduced_radius{};         // R = s_a s_b / (s_a + s_b) [m]
  T reduced_inertia{};        // I_a I_b / (I_a + I_b); 0 unless `round` [kg m2]
  MaskOf<T> round{};          // true if both are free spheres (or planes): members of grains do not roll or twist
  T harmonic_arm{};           // 2 l_a l_b / (l_a + l_b), or l_a against a plane: lever of rolling torques [m]
  T circle_radius{};          // r_c [m]
  Triple<T> velocity{};       // u [m s-1]
  Triple<T> relative_spin{};  // w_a - w_b [rad s-1]
  T smaller_radius{};         // smaller radius of the two [m]
  T share{};                  // rate of the overlap / speed of approach; 1 except at triangulated walls
};

// Periodic box or open space.
struct PeriodicBox {
  Pack3 length, inverse;  // periods [m] and their inverses [m-1]; 0 where space is open
  Pack near_square;       // distance vectors with a smaller square lead to the nearest image [m2]
  bool repeats;
  bool shears;
  Pack shift, speed;  // of images one period further along x, along y [m], [m s-1]: base/image_lattice.hpp
};
inline PeriodicBox periodic_box(const ImageLattice& lattice) {
  const Vec3& period = lattice.period;
  const auto inverse = [](double L) { return all(L > 0 ? 1 / L : 0); };
  double shortest = std::numeric_limits<double>::infinity();
  for (const double L : period)
    if (L > 0) shortest = std::min(shortest, L);
  return {{all(period.x()), all(period.y()), all(period.z())},
          {inverse(period.x()), inverse(period.y()), inverse(period.z())},
          all(0.25 * shortest * shortest),
          !period.isZero(0),
          lattice.shears(),
          all(lattice.shift),
          all(lattice.speed)};
}
// (box, distance vector d [m]) => the whole periods [m] to subtract from d, so that it leads to the nearest image. In
// sheared space, the shift of images along x is part of them.
RUBBLE_INLINE Pack3 whole_periods(const PeriodicBox& box, const Pack3& d) {
  const Pack x = round(d.x * box.inverse.x), slid = box.shift * x;
  return {box.length.x * x, slid + box.length.y * round((d.y - slid) * box.inverse.y),
          box.length.z * round(d.z * box.inverse.z)};
}
// (box, whole_periods() [m]) => velocity of the image of b, relative to b, along y [m s-1].
RUBBLE_INLINE Pack image_speed(const PeriodicBox& box, const Pack3& periods) {
  return -box.speed * round(periods.x * box.inverse.x);
}

// Four pairs of bodies: positions, radii and distances.
struct Distance {
  Gathered a, b;  // positions and radii
  Pack3 d;        // from a to b, to the nearest image
  Pack reach;     // s_a + s_b
  Pack square;    // |d|^2
};
// wraps: set to true if the distance of any of the four pairs exceeds half the shortest period, so that the pair may
// reach across a face of the box. The struct is assembled once, at the end: GCC 12 keeps a struct that is filled in
// several places in memory, which makes a sweep up to 1.4 times as long.
RUBBLE_INLINE Distance distance_of(const Spheres& spheres, const PeriodicBox& box, const Index* a, const Index* b,
                                   bool& wraps) {
  const SphereState* state = spheres.state.data();
  const Gathered xa = gather(state, &SphereState::position, a);
  const Gathered xb = gather(state, &SphereState::position, b);
  Pack3 d = xb.v - xa.v;
  Pack square = dot(d, d);
  const Pack reach = xa.w + xb.w;
  wraps = box.repeats && any(square > box.near_square);
  if (wraps) {
    d = d - whole_periods(box, d);
    square = dot(d, d);
  }
  return {xa, xb, d, reach, square};
}

// (box, spheres, indices of four pairs) => velocity of the image of b along y, relative to b [m s-1]. It is a function
// of its own, so that the registers of a sweep do not hold its numbers.
[[gnu::cold, gnu::noinline]] inline Pack image_speed(const PeriodicBox& box, const Spheres& spheres, const Index* a,
                                                     const Index* b) {
  const SphereState* state = spheres.state.data();
  const Pack3 d = gather(state, &SphereState::position, b).v - gather(state, &SphereState::position, a).v;
  return image_speed(box, whole_periods(box, d));
}

// `apart`: true if the pairs may be apart; otherwise all of them touch, and their overlap is > 0.
template <bool apart>
RUBBLE_INLINE ContactGeometry<Pack> geometry_of_spheres(const Spheres& spheres, const PeriodicBox& box, const Index* a,
                                                        const Index* b, bool& wraps) {
  const Distance g = distance_of(spheres, box, a, b, wraps);
  const SphereState* state = spheres.state.data();
  const Gathered va = gather(state, &SphereState::velocity, a);
  const Gathered vb = gather(state, &SphereState::velocity, b);
  const Gathered wa = gather(state, &SphereState::spin, a);
  const Gathered wb = gather(state, &SphereState::spin, b);
  Pack3 relative = vb.v - va.v;
  if (wraps && box.shears) [[unlikely]]
    relative.y += image_speed(box, spheres, a, b);
  // The division does not wait for the square root.
  const Pack distance = sqrt(g.square);
  const Pack inverse = distance * (1 / g.square);
  ContactGeometry<Pack> c;
  c.normal = g.d * inverse;
  c.overlap = g.reach - distance;
  if constexpr (!apart) c.overlap = max(c.overlap, 0x1p-60 * g.reach);  // > 0 for all pairs that count as touching
  c.arm_a = 0.5 * fma((g.a.w - g.b.w) * g.reach, inverse, distance);
  c.arm_b = distance - c.arm_a;
  c.reduced_mass = va.w * vb.w / (va.w + vb.w);
  c.reduced_radius = g.a.w * g.b.w / g.reach;
  c.round = (wa.w > 0) & (wb.w > 0);
  c.reduced_inertia = select(c.round, wa.w * wb.w / (wa.w + wb.w), Pack{});
  c.harmonic_arm = 2 * c.arm_a * c.arm_b * inverse;
  c.circle_radius = sqrt(max(Pack{}, fnma(c.arm_a, c.arm_a, g.a.w * g.a.w)));
  c.velocity = relative - cross(fma(c.arm_a, wa.v, wb.v * c.arm_b), c.normal);
  c.relative_spin = wa.v - wb.v;
  c.smaller_radius = min(g.a.w, g.b.w);
  c.share = all(1);
  return c;
}

// Four planes, one for each lane.
struct Walls4 {
  Pack3 point, normal, velocity, spin;
  Pack share;
};
RUBBLE_INLINE Walls4 gather_walls(const std::vector<Wall>& walls, const Index* k) {
  const auto column = [&](auto&& member) {
    Pack p{};
    for (std::size_t lane = 0; lane < kLanes; ++lane) p[lane] = member(walls[static_cast<std::size_t>(k[lane])]);
    return p;
  };
  const auto vector = [&](Vec3 Wall::*v) {
    return Pack3{column([&](const Wall& w) { return (w.*v).x(); }), column([&](const Wall& w) { return (w.*v).y(); }),
                 column([&](const Wall& w) { return (w.*v).z(); })};
  };
  return {vector(&Wall::point), vector(&Wall::normal), vector(&Wall::velocity), vector(&Wall::spin),
          column([](const Wall& w) { return w.share; })};
}
RUBBLE_INLINE Pack height_over(const Gathered& sphere, const Walls4& wall) {
  return dot(sphere.v - wall.point, wall.normal);
}

RUBBLE_INLINE ContactGeometry<Pack> geometry_of_walls(const Spheres& spheres, const std::vector<Wall>& walls,
                                                      const Index* a, const Index* b) {
  const SphereState* state = spheres.state.data();
  const Gathered x = gather(state, &SphereState::position, a);
  const Gathered v = gather(state, &SphereState::velocity, a);
  const Gathered w = gather(state, &SphereState::spin, a);
  const Walls4 wall = gather_walls(walls, b);
  const Pack height = height_over(x, wall);
  ContactGeometry<Pack> c;
  c.normal = -wall.normal;
  c.overlap = x.w - height;
  c.arm_a = height;
  c.arm_b = Pack{};
  c.reduced_mass = v.w;
  c.reduced_radius = x.w;
  c.reduced_inertia = w.w;
  c.round = w.w > 0;
  c.harmonic_arm = height;
  c.circle_radius = sqrt(max(Pack{}, fnma(height, height, x.w * x.w)));
  c.velocity = (wall.velocity - v.v) - cross(w.v * height, c.normal);
  c.relative_spin = w.v - wall.spin;
  c.smaller_radius = x.w;
  c.share = wall.share;
  return c;
}

// (unit vectors n, spheres, indices of four of them) => n.A n with the RotationalInverseMass A of each sphere [kg-1].
RUBBLE_INLINE Pack rotational_inverse_mass_along(const Pack3& n, const Spheres& spheres, const Index* index) {
  const RotationalInverseMass* added = spheres.rotational_inverse_mass.data();
  const Gathered diagonal = gather(added, &RotationalInverseMass::diagonal, index);
  const Gathered mixed = gather(added, &RotationalInverseMass::mixed, index);
  const Pack3 squares{n.x * n.x, n.y * n.y, n.z * n.z};
  const Pack3 products{n.y * n.z, n.z * n.x, n.x * n.y};
  return fma(all(2), dot(mixed.v, products), dot(diagonal.v, squares));
}

// Geometry of the contacts of bodies a with bodies or planes b. `wraps` is set as by distance_of(); `apart`: true if
// the pairs may be apart. The mass is the reduced mass mu of the two bodies. Where laws use the effective mass, it is
// the effective mass along n: 1 / m_eff = 1 / mu + n.A_a n + n.A_b n, with A the rotational inverse mass of a grain
// member (docs/theory.md 2.10, 8.7).
template <bool walls, bool apart = false>
RUBBLE_INLINE ContactGeometry<Pack> geometry_of(const std::vector<Wall>& planes, const Spheres& spheres,
                                                const PeriodicBox& box, const Index* a, const Index* b, bool& wraps) {
  ContactGeometry<Pack> c =
      walls ? geometry_of_walls(spheres, planes, a, b) : geometry_of_spheres<apart>(spheres, box, a, b, wraps);
  if (spheres.rotational_inverse_mass.empty()) return c;
  Pack added = rotational_inverse_mass_along(c.normal, spheres, a);
  if constexpr (!walls) added += rotational_inverse_mass_along(c.normal, spheres, b);
  c.reduced_mass = c.reduced_mass / fma(c.reduced_mass, added, all(1));
  return c;
}

}  // namespace rubble::ssdem
