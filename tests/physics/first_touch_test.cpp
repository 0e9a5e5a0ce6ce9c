// Impacts of bodies whose attraction sets in with a jump at the first touch, at many phases of the step. An impact
// without a dashpot gives the kinetic energy back that its law leaves. The energy balance holds in each step.
// docs/theory.md 2.18.
#include "base/archive.hpp"
#include "scene.hpp"

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

constexpr double kRadius = 1e-5, kDensity = 2000, kYoung = 1e9, kPoisson = 0.3, kWork = 0.05;
const Vec3 kAxis = Vec3(2, -1, 2) / 3;

enum class Law { linear, hysteretic, dmt, jkr };
constexpr Law kLaws[] = {Law::linear, Law::hysteretic, Law::dmt, Law::jkr};
enum class Kind { pair, plane, grain };
constexpr Kind kKinds[] = {Kind::pair, Kind::plane, Kind::grain};

// Stiffness [N m-1] and cohesive force / reduced radius [N m-1] of the springs: the force overlaps spheres by 0.002 R.
constexpr double kStiffness = 150, kPull = 0.3;

ssdem::Parameters sticky(Law law, double restitution) {
  ssdem::Parameters p = plain(kStiffness, restitution);
  p.cohesion = {kPull, 0, true};
  if (law == Law::hysteretic) p.normal = laws::Hysteretic{2 * kStiffness, restitution};
  if (law == Law::dmt || law == Law::jkr) p.cohesion = {};
  const laws::HertzMindlin hertz{kYoung, kPoisson, restitution, laws::Tension::allow};
  if (law == Law::dmt) p.normal = hertz, p.cohesion = laws::DmtCohesion{kWork}.law();
  if (law == Law::jkr) p.normal = laws::Jkr{hertz, kWork};
  return p;
}

double reduced_radius(Kind kind) { return kind == Kind::pair ? kRadius / 2 : kRadius; }

// Energy of the deepest overlap without a load, as a scale of the work that the attraction makes.
double well(Law law, Kind kind) {
  const double R = reduced_radius(kind), modulus = kYoung / (2 * (1 - kPoisson * kPoisson));
  if (law == Law::jkr) return 7.09 * std::cbrt(std::pow(kWork, 5) * std::pow(R, 4) / (modulus * modulus));
  const double force = law == Law::dmt ? 2 * std::numbers::pi * kWork * R : kPull * R;
  if (law != Law::dmt) return force * force / (2 * kStiffness);
  return 0.6 * force * std::pow(0.75 * force / (modulus * std::sqrt(R)), 2.0 / 3);
}

// Two spheres, a sphere over a plane or a dumbbell that falls on a plane along its axis, with this gap and speed.
struct Scene {
  Scene(Kind kind, double gap, double speed) {
    if (kind == Kind::pair) {
      const Vec3 half = (kRadius + 0.5 * gap) * kAxis;
      add_sphere(pile, kRadius, kDensity, -half, 0.5 * speed * kAxis);
      add_sphere(pile, kRadius, kDensity, half, -0.5 * speed * kAxis);
      return;
    }
    external.planes = {Plane{}};
    const Vec3 fall = -speed * Vec3::UnitZ();
    if (kind == Kind::plane) {
      add_sphere(pile, kRadius, kDensity, Vec3(0, 0, kRadius + gap), fall);
      return;
    }
    shape::Aggregate dumbbell = shape::aggregate("dumbbell", kRadius);
    const Vec3 along = (dumbbell.centre[1] - dumbbell.centre[0]).normalized();
    const Quaternion upright = Quaternion::FromTwoVectors(along, Vec3::UnitZ());
    glue(pile, dumbbell, kDensity, Vec3::Zero(), upright, fall);
    double lowest = 0;
    for (const Vec3& x : pile.state.position) lowest = std::min(lowest, x.z());
    for (Vec3& x : pile.state.position) x.z() += kRadius + gap - lowest;
  }
  Pile pile;
  External external;
};

double mass_of(Kind kind, const Pile& pile) {
  if (kind == Kind::pair) return 0.5 * pile.model.mass[0];
  double sum = 0;
  for (const double mass : pile.model.mass) sum += mass;
  return sum;
}
// Speed of approach or separation.
double speed_of(Kind kind, Motion& run) {
  if (kind == Kind::pair) return (run.velocity(1) - run.velocity(0)).dot(kAxis);
  return run.velocity(0).z();
}

struct Impact {
  double left = 0;   // kinetic energy at the end
  double worst = 0;  // greatest error of the energy balance in a step
  std::size_t contacts = 0;
};
Impact impact(Law law, Kind kind, double restitution, double energy, double phase) {
  const Scene at_rest(kind, 0, 0);
  const double mass = mass_of(kind, at_rest.pile), speed = std::sqrt(2 * energy / mass);
  ssdem::Parameters p = sticky(law, restitution);
  const Scene first(kind, 0, speed);
  p.step.dt = Motion(p, first.pile, first.external).choice().dt;
  const Scene scene(kind, (2 + phase) * speed * *p.step.dt, speed);
  Motion run(p, scene.pile, scene.external);
  const double before = energy_of(run);
  Impact out;
  run.each_step(400 * *p.step.dt, [&] {
    out.worst = std::max(out.worst, std::abs(energy_of(run) - before));
    return true;
  });
  out.left = 0.5 * mass * std::pow(speed_of(kind, run), 2);
  out.contacts = run.contacts().size();
  return out;
}

// The energy of the impact from far below the work of the attraction to far above it.
TEST(FirstTouch, ImpactsWithoutADashpotReturnTheirEnergy) {
  for (const Law law : kLaws)
    for (const Kind kind : kKinds)
      for (const double factor : {1e-4, 1e-3, 0.05, 0.3, 1.1, 10.0}) {
        const double work = well(law, kind), energy = factor * work, lost = law == Law::jkr ? work : 0;
        for (int k = 0; k < 20; ++k) {
          SCOPED_TRACE(testing::Message() << "law " << static_cast<int>(law) << " kind " << static_cast<int>(kind)
                                          << " energy " << factor << " phase " << k);
          const Impact found = impact(law, kind, 1, energy, k / 20.0);
          EXPECT_LT(found.worst, 2e-3 * (energy + work));
          ASSERT_EQ(found.contacts, energy < lost ? 1u : 0u);
          if (found.contacts == 0) {
            EXPECT_NEAR(found.left, energy - lost, 2e-3 * (energy + work));
          }
        }
      }
}

// With a dashpot, the balance holds as well, for pairs that stick and pairs that part. The hysteretic law has no
// dashpot.
TEST(FirstTouch, TheBalanceHoldsWithADashpot) {
  for (const Law law : {Law::linear, Law::dmt, Law::jkr})
    for (const Kind kind : kKinds)
      for (const double restitution : {0.8, 0.4})
        for (const double factor : {0.05, 1.0, 30.0})
          for (int k = 0; k < 10; ++k) {
            const double work = well(law, kind), energy = factor * work;
            const Impact found = impact(law, kind, restitution, energy, k / 10.0);
            EXPECT_LT(found.worst, 3e-3 * (energy + work)) << static_cast<int>(law) << " " << static_cast<int>(kind)
                                                           << " " << restitution << " " << factor << " " << k;
          }
}

}  // namespace
}  // namespace rubble::test
