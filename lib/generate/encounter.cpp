#include "generate/encounter.hpp"

#include "base/keys_error.hpp"
#include "base/parallel.hpp"
#include "base/random.hpp"
#include "generate/append_pile.hpp"
#include "generate/rigid_pile.hpp"
#include "generate/turn.hpp"
#include "gravity/direct.hpp"
#include "measure/extent/radii.hpp"
#include "measure/ledger/ledger.hpp"
#include "measure/ledger/masses.hpp"
#include "measure/scaling/approach.hpp"
#include "model/grains.hpp"

#include <cmath>

namespace rubble::generate {
namespace {

// => a random rotation with uniform distribution
Mat3 random_rotation(std::uint64_t seed, std::uint64_t index) {
  Random random(seed, Purpose::kOrientation, index);
  return random_orientation(random).toRotationMatrix();
}

// (pile with its centre of mass at the origin, G, spin in break-up rates) => its Partner, without the speed.
Partner partner_of(const Pile& pile, double G, const Vec3& spin) {
  Partner p;
  p.mass = measure::total_mass(pile);
  p.radius = measure::encompassing_radius(pile);
  p.ball_radius = measure::half_mass_equivalent_radius(pile);
  p.self_energy = measure::mutual_energy(pile, gravity::direct_energy(pile.model.mass, pile.state.position, G), G);
  p.break_up_rate = std::sqrt(G * p.mass / p.ball_radius) / p.ball_radius;
  p.spin = p.break_up_rate * spin;
  p.rotation_energy = blocked_sum(pile.size(), 0.0, [&](std::size_t i) {
    return 0.5 * pile.model.mass[i] * p.spin.cross(pile.state.position[i]).squaredNorm() +
           0.5 * p.spin.dot(spin_momentum(pile.model, pile.state, i, p.spin));
  });
  return p;
}

// (two piles, G) => gravitational energy of all pairs between the two piles [J]
double cross_energy(const Pile& a, const Pile& b, double G) {
  return blocked_sum(a.size(), 0.0, [&](std::size_t i) {
    double sum = 0;
    for (std::size_t j = 0; j < b.size(); ++j)
      sum += b.model.mass[j] / (b.state.position[j] - a.state.position[i]).norm();
    return -G * a.model.mass[i] * sum;
  });
}

}  // namespace

Meeting meet(const Pile& target, const Pile& projectile, const Encounter& encounter, std::uint64_t seed) {
  if (encounter.energy_ratio.has_value() == encounter.relative_speed.has_value())
    throw KeysError({"energy_ratio", "relative_speed"},
                    "give either encounter.energy_ratio or encounter.relative_speed");
  const double G = encounter.constant;
  if (encounter.energy_ratio && G == 0)
    throw KeysError(
        {"energy_ratio", "constant"},
        "encounter.energy_ratio needs gravity: set a gravitational constant above 0, or give relative_speed");
  if (G == 0 && !(encounter.target_spin.isZero(0) && encounter.projectile_spin.isZero(0)))
    throw KeysError({"constant", "target_spin", "projectile_spin"},
                    "a spin in units of the break-up rate needs gravity: set a gravitational constant above 0");

  Pile t = target, p = projectile;
  move_centre_of_mass(t, Vec3::Zero(), Vec3::Zero());
  move_centre_of_mass(p, Vec3::Zero(), Vec3::Zero());
  if (encounter.orientation == Orientation::random) {
    turn(t, random_rotation(seed, 0));
    turn(p, random_rotation(seed, 1));
  }
  if (encounter.orientation == Orientation::symmetric) {
    const Mat3 rotation = random_rotation(seed, 0);
    turn(t, rotation);
    turn(p, Vec3(-1, -1, 1).asDiagonal() * rotation);
  }
  Meeting m;
  m.target = partner_of(t, G, encounter.target_spin);
  m.projectile = partner_of(p, G, encounter.projectile_spin);
  rotate(t, m.target.spin);
  rotate(p, m.projectile.spin);

  const double mass = m.target.mass + m.projectile.mass;
  const double target_share = m.target.mass / mass, projectile_share = m.projectile.mass / mass;
  const double reduced = target_share * m.projectile.mass;
  const double reach = m.target.radius + m.projectile.radius;
  m.offset = reach * std::sin(encounter.impact_angle);
  const Vec3 apart(-(reach * std::cos(encounter.impact_angle) + encounter.gap), m.offset, 0);  // target -> projectile
  m.separation = apart.norm();
  move_centre_of_mass(t, -projectile_share * apart, Vec3::Zero());
  move_centre_of_mass(p, target_share * apart, Vec3::Zero());

  m.cross_energy = cross_energy(t, p, G);
  const double bound = -(m.self_energy() + m.cross_energy);
  if (encounter.energy_ratio)
    m.relative_speed = std::sqrt(2 * *encounter.energy_ratio * bound / reduced);
  else
    m.relative_speed = *encounter.relative_speed;
  m.impact_speed = std::sqrt(m.relative_speed * m.relative_speed + 2 * G * mass * (1 / reach - 1 / m.separation));
  m.contact_time = measure::approach_time({m.separation, m.offset, m.relative_speed, G * mass}, reach);
  m.target.speed = projectile_share * m.relative_speed;
  m.projectile.speed = target_share * m.relative_speed;
  m.kinetic_energy = 0.5 * reduced * m.relative_speed * m.relative_speed;
  if (bound > 0) {
    m.energy_ratio = m.kinetic_energy / bound;
    m.rotation_ratio = (m.target.rotation_energy + m.projectile.rotation_energy) / bound;
  }
  if (m.self_energy() < 0) m.energy_ratio_self = m.kinetic_energy / -m.self_energy();

  for (Vec3& v : t.state.velocity) v.x() -= m.target.speed;
  for (Vec3& v : p.state.velocity) v.x() += m.projectile.speed;
  append_pile(m.pile, t, SameName::rename);
  append_pile(m.pile, p, SameName::rename);
  move_centre_of_mass(m.pile, Vec3::Zero(), Vec3::Zero());
  return m;
}

std::vector<TypicalValue> typical_values(const Meeting& meeting, double constant) {
  constexpr double kFastest = 1e5;  // [m s-1]; bodies bound to the Sun meet at up to 84 km/s at 1 au
  const double reach = meeting.target.radius + meeting.projectile.radius;
  const double mass = meeting.target.mass + meeting.projectile.mass;
  return {{.path = "encounter.gap",
           .what = "the sum of the radii of the piles",
           .value = reach,
           .least = 1e-6,
           .most = 100},
          {.path = "encounter.relative_speed",
           .what = "the largest speeds of impacts in the Solar System",
           .value = kFastest,
           .most = 1},
          {.path = "encounter.relative_speed",
           .what = "the escape speed of the two piles",
           .value = std::sqrt(2 * constant * mass / reach),
           .least = 1e-3}};
}

}  // namespace rubble::generate
