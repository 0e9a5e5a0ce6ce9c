// Grains that collide off their centres without friction, compared with the impact of rigid bodies (Stronge, Impact
// Mechanics, 2000, chapters 3 and 4; docs/theory.md 2.10). Along the normal n, the effective mass at the contact is 1 /
// m_eff = sum of 1 / M + (r x n).J^-1 (r x n) over both bodies. An impulse (1 + e) m_eff v along n reverses the
// velocity of approach v and multiplies it by e.
#include "scene.hpp"

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

// Member `a` of body 0 (its only one for a free sphere) and member `b` of the next body, with centres along n.
struct Impact {
  Pile pile;
  std::size_t a = 0, b = 0;
  Vec3 normal = Vec3::UnitX();
};

struct Rigid {
  double mass = 0;
  Mat3 inverse_inertia = Mat3::Zero();
  Vec3 centre = Vec3::Zero(), velocity = Vec3::Zero(), spin = Vec3::Zero();

  Vec3 turning(const Vec3& at, const Vec3& n) const { return (at - centre).cross(n); }
  double inverse_mass(const Vec3& at, const Vec3& n) const {
    return 1 / mass + turning(at, n).dot(inverse_inertia * turning(at, n));
  }
  double speed(const Vec3& at, const Vec3& n) const { return (velocity + spin.cross(at - centre)).dot(n); }
};

Rigid rigid(const Pile& pile, std::size_t member) {
  const Index g = pile.state.grouping.grain_of(member);
  const State& s = pile.state;
  if (g < 0)
    return {pile.model.mass[member], Mat3::Identity() / pile.model.inertia(member), s.position[member],
            s.velocity[member], s.spin[member]};
  const Grain& grain = pile.state.grouping.grains[static_cast<std::size_t>(g)];
  const GrainMotion m = motion_of(pile.model, s, static_cast<std::size_t>(g));
  const Mat3 axes = m.orientation.toRotationMatrix();
  return {grain.mass, axes * grain.moments.cwiseInverse().asDiagonal() * axes.transpose(), m.position, m.velocity,
          s.spin[member]};
}

// Restitution of a contact with the mass m whose dashpot would give the restitution e for the mass mu: half a period of
// the damped oscillator.
double acts_as(double e, double mu, double m) {
  const double l = std::log(e), pi = std::numbers::pi;
  const double zeta = -l / std::sqrt(pi * pi + l * l) * std::sqrt(mu / m);
  return std::exp(-pi * zeta / std::sqrt(1 - zeta * zeta));
}

// Runs the impact until the bodies have separated. Compares velocities and spins of both with an impact of rigid bodies
// of the predicted restitution => that restitution.
double check(const Impact& impact, double e, ssdem::ReducedMass reduced_mass) {
  ssdem::Parameters p = plain(1e9, e);
  p.mass.reduced_mass = reduced_mass;
  p.step.steps_per_contact = 1000;
  const Vec3& n = impact.normal;
  const Rigid a = rigid(impact.pile, impact.a), b = rigid(impact.pile, impact.b);
  const Vec3 at = impact.pile.state.position[impact.a] + impact.pile.model.radius[impact.a] * n;
  const double m = 1 / (a.inverse_mass(at, n) + b.inverse_mass(at, n)), mu = a.mass * b.mass / (a.mass + b.mass);
  const double restitution = reduced_mass == ssdem::ReducedMass::effective ? e : acts_as(e, mu, m);
  const double approach = a.speed(at, n) - b.speed(at, n), impulse = (1 + restitution) * m * approach;
  EXPECT_GT(approach, 0);

  Motion run(p, impact.pile);
  bool touched = false;
  run.each_step(10, [&] {
    const bool touching = !run.contacts().key.empty();
    touched = touched || touching;
    return touching || !touched;
  });
  const Rigid a_after = rigid(run.pile(), impact.a), b_after = rigid(run.pile(), impact.b);
  EXPECT_NEAR((b_after.speed(at, n) - a_after.speed(at, n)) / approach, restitution, 2e-3);
  EXPECT_LT((a_after.velocity - a.velocity + impulse / a.mass * n).norm(), 3e-3 * approach);
  EXPECT_LT((b_after.velocity - b.velocity - impulse / b.mass * n).norm(), 3e-3 * approach);
  const Vec3 spin_a = -impulse * (a.inverse_inertia * a.turning(at, n));
  const Vec3 spin_b = impulse * (b.inverse_inertia * b.turning(at, n));
  EXPECT_LT((a_after.spin - a.spin - spin_a).norm(), 3e-3 * (spin_a.norm() + 1e-3 * approach));
  EXPECT_LT((b_after.spin - b.spin - spin_b).norm(), 3e-3 * (spin_b.norm() + 1e-3 * approach));
  return restitution;
}

constexpr double kSpeed = 0.01, kApart = 1e-6;  // slow, so that the rotation during contact is negligible [m/s], [m]

// A free sphere falls onto one end of a dumbbell of equal spheres: mu = 2/3 m, m_eff = m / (3/2 + 1 / 2.8).
TEST(OffCentre, SphereOntoTheEndOfADumbbell) {
  Impact impact;
  add_sphere(impact.pile, 1, 3000, Vec3(1, 0, 2 + kApart), Vec3(0, 0, -kSpeed));
  glue(impact.pile, "dumbbell", 1, 3000, Vec3::Zero());
  impact.b = impact.pile.state.position[1].x() > 0 ? 1 : 2;
  impact.normal = -Vec3::UnitZ();
  const double m = impact.pile.model.mass[0];
  const double forecast = acts_as(0.6, 2.0 / 3 * m, m / (1.5 + 1 / 2.8));
  EXPECT_NEAR(forecast, 0.57, 0.005);
  EXPECT_NEAR(check(impact, 0.6, ssdem::ReducedMass::total), forecast, 1e-12);
  check(impact, 0.6, ssdem::ReducedMass::effective);
  check(impact, 0.2, ssdem::ReducedMass::total), check(impact, 0.2, ssdem::ReducedMass::effective);
}

// A central impact causes no torque: both choices of the mass give the same result.
TEST(OffCentre, MassChoicesAgreeForCentralHits) {
  Impact impact;
  add_sphere(impact.pile, 0.7, 3000, Vec3(2 + 0.7 + kApart, 0, 0), Vec3(-kSpeed, 0, 0));
  glue(impact.pile, "dumbbell", 1, 3000, Vec3::Zero());
  impact.b = impact.pile.state.position[1].x() > 0 ? 1 : 2;
  impact.normal = -Vec3::UnitX();
  EXPECT_NEAR(check(impact, 0.6, ssdem::ReducedMass::total), 0.6, 1e-12);
  check(impact, 0.6, ssdem::ReducedMass::effective);
}

// Two grains of any shape, with any rotation, collide with one member each. The test checks that no other members
// touch.
TEST(OffCentre, GrainsOfAnyShape) {
  const shape::Aggregate bent =
      shape::glue("bent", {{0, 0, 0}, {1.2, 0, 0}, {1.5, 1, 0.2}}, {1, 0.8, 0.6}, shape::Overlap::kUnion);
  const std::vector<shape::Aggregate> shapes{bent, shape::aggregate("rod", 0.8), shape::aggregate("diamond", 1)};
  int tried = 0;
  double weakest = 1;
  for (std::uint64_t seed = 0; seed < 60 && tried < 6; ++seed) {
    Random random(seed, Purpose::kPlace, 0);
    const auto turn = [&] {
      const Vec3 axis = random.in_ball();
      return Quaternion(Eigen::AngleAxisd(6 * random.uniform(), axis.normalized()));
    };
    Impact impact;
    Pile& pile = impact.pile;
    impact.normal = random.in_ball().normalized();
    const shape::Aggregate &first = shapes[seed % 3], &second = shapes[seed / 3 % 3];
    glue(pile, first, 3000, Vec3::Zero(), turn(), kSpeed * impact.normal, 0.3 * kSpeed * random.in_ball());
    impact.a = seed % first.size(), impact.b = first.size() + seed % second.size();
    const Quaternion q = turn();
    const double apart = first.radius[impact.a] + second.radius[impact.b - first.size()] + kApart;
    const Vec3 centre =
        pile.state.position[impact.a] + apart * impact.normal - q * second.centre[impact.b - first.size()];
    glue(pile, second, 3000, centre, q, Vec3::Zero(), 0.3 * kSpeed * random.in_ball());
    bool alone = true;
    for (std::size_t i = 0; i < first.size(); ++i)
      for (std::size_t j = first.size(); j < pile.size(); ++j)
        if (i != impact.a || j != impact.b)
          alone = alone && (pile.state.position[i] - pile.state.position[j]).norm() >
                               pile.model.radius[i] + pile.model.radius[j] + 0.05;
    const Vec3 at = pile.state.position[impact.a] + first.radius[impact.a] * impact.normal;
    const double approach =
        rigid(pile, impact.a).speed(at, impact.normal) - rigid(pile, impact.b).speed(at, impact.normal);
    if (!alone || approach < 0.5 * kSpeed) continue;
    ++tried;
    SCOPED_TRACE(seed);
    weakest = std::min(weakest, check(impact, 0.6, ssdem::ReducedMass::total) / 0.6);
    check(impact, 0.6, ssdem::ReducedMass::effective);
  }
  EXPECT_EQ(tried, 6);
  EXPECT_LT(weakest, 0.95);
}

// A tilted rod falls onto its lower end on a wall.
TEST(OffCentre, RodOntoAWall) {
  for (const auto& [word, reduced_mass] : ssdem::kReducedMasses) {
    Pile pile;
    const double lean = 0.6;
    glue(pile, "rod", 1, 3000, Vec3::Zero(), Quaternion(Eigen::AngleAxisd(lean, Vec3::UnitY())), Vec3(0, 0, -kSpeed));
    std::size_t lowest = 0;
    for (std::size_t i = 0; i < pile.size(); ++i)
      if (pile.state.position[i].z() < pile.state.position[lowest].z()) lowest = i;
    External external;
    external.planes = {Plane{}};
    external.planes[0].point = Vec3(0, 0, pile.state.position[lowest].z() - 1 - kApart);
    const Rigid rod = rigid(pile, lowest);
    const Vec3 n = -Vec3::UnitZ(), at = pile.state.position[lowest] + n;
    const double m = 1 / rod.inverse_mass(at, n);
    ssdem::Parameters p = plain(1e9, 0.6);
    p.mass.reduced_mass = reduced_mass;
    p.step.steps_per_contact = 1000;
    Motion run(p, pile, external);
    bool touched = false;
    run.each_step(10, [&] {
      const bool touching = !run.contacts().key.empty();
      touched = touched || touching;
      return touching || !touched;
    });
    const double wanted = p.mass.effective() ? 0.6 : acts_as(0.6, rod.mass, m);
    EXPECT_NEAR(-rigid(run.pile(), lowest).speed(at, n) / kSpeed, wanted, 2e-3) << word;
    EXPECT_LT(acts_as(0.6, rod.mass, m), 0.56);
  }
}

}  // namespace
}  // namespace rubble::test
