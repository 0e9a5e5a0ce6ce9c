// Attraction of soft spheres by the work of adhesion (Derjaguin, Muller & Toporov 1975) and by van der Waals forces
// (Hamaker 1937), compared with closed forms and with sums over all pairs. docs/theory.md 2.8, 2.16.
#include "base/archive.hpp"
#include "measure/ledger/ledger.hpp"
#include "scene.hpp"

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

constexpr double kRadius = 1e-5, kDensity = 2000, kPi = std::numbers::pi;
constexpr double kHamaker = 1e-19, kSeparation = 1e-9, kRange = 1e-7;
const Vec3 kAxis = Vec3(2, -1, 2) / 3;

ssdem::Parameters near_forces(double stiffness, double restitution) {
  ssdem::Parameters p = plain(stiffness, restitution);
  p.cohesion = laws::VanDerWaals{kHamaker, kSeparation, kRange}.law();
  return p;
}

Pile pair_of(double gap, double speed = 0) {
  Pile pile;
  const Vec3 half = (kRadius + 0.5 * gap) * kAxis;
  add_sphere(pile, kRadius, kDensity, -half, 0.5 * speed * kAxis);
  add_sphere(pile, kRadius, kDensity, half, -0.5 * speed * kAxis);
  return pile;
}

// Derjaguin's force of two spheres, A R / (6 D^2) at the distance D of their surfaces, and the energy of its cut-off
// form.
double force_at(double gap, double R) { return kHamaker * R / (6 * std::pow(gap + kSeparation, 2)); }
double energy_at(double gap, double R) {
  return -kHamaker * R / 6 * (1 / (gap + kSeparation) - 1 / (kRange + kSeparation));
}

// --- Derjaguin, Muller & Toporov

// Two spheres under a tension: they hold up to 2 pi w R and part above. With Hertz's law, the overlap without load is
// (3 F / (4 E* sqrt(R)))^(2/3).
TEST(Attraction, DmtPairPartsAtItsPullOffForce) {
  const double work = 0.05, pull = 2 * kPi * work * kRadius;
  ssdem::Parameters p = plain(1, 1);
  p.normal = laws::HertzMindlin{1e9, 0.3, 0.3, laws::Tension::allow};
  p.cohesion = laws::DmtCohesion{work}.law();
  const double modulus = 1e9 / (2 * (1 - 0.09)),
               overlap = std::pow(0.75 * pull / (modulus * std::sqrt(kRadius)), 2.0 / 3);
  for (const double load : {0.0, 0.97, 1.03}) {
    External external;
    external.planes = {Plane{}};
    external.planes[0].normal = -Vec3::UnitZ();
    Pile pile;
    const double start = overlap * std::pow(std::max(0.0, 1 - load), 2.0 / 3);
    add_sphere(pile, kRadius, kDensity, Vec3(0, 0, -kRadius + std::max(start, 1e-3 * overlap)));
    external.uniform = Vec3(0, 0, -load * pull / pile.model.mass[0]);
    p.step.dt = 2e-9;
    Motion run(p, pile, external);
    run.until(1e-4);
    EXPECT_EQ(run.contacts().size(), load < 1 ? 1u : 0u) << load;
    if (load == 0) {
      EXPECT_NEAR((run.position(0).z() + kRadius) / overlap, 1, 1e-6);
    }
  }
}

// --- van der Waals

TEST(Attraction, VanDerWaalsForceAndEnergyByTheGap) {
  for (const double gap : {1e-12, 3e-10, 1e-9, 7e-9, 0.99e-7, 1.01e-7}) {
    const Contacts found = Motion(near_forces(10, 1), pair_of(gap)).contacts();
    ASSERT_EQ(found.size(), gap < kRange ? 1u : 0u) << gap;
    if (gap > kRange) continue;
    EXPECT_NEAR(found.force[0].dot(kAxis) / force_at(gap, kRadius / 2), 1, 1e-8) << gap;
    EXPECT_NEAR(found.energy[0] / energy_at(gap, kRadius / 2), 1, 1e-6) << gap;
    EXPECT_NEAR(found.gap[0], gap, 1e-18);
  }
  // Touching spheres attract each other with the force at zero gap.
  const double overlap = 2e-10, R = kRadius / 2;
  const Contacts found = Motion(near_forces(10, 1), pair_of(-overlap)).contacts();
  EXPECT_NEAR(found.force[0].dot(kAxis), force_at(0, R) - 10 * overlap, 1e-7 * force_at(0, R));
  EXPECT_NEAR(found.energy[0], energy_at(0, R) - force_at(0, R) * overlap + 5 * overlap * overlap,
              1e-7 * std::abs(energy_at(0, R)));
}

// Hamaker's sum over a sphere above a half-space: slices of the area pi (2 R z - z^2), each attracted with
// A / (2 pi (D + z)^4) per unit of their volume. Gauss-Legendre with five points on a grid that is fine near the
// surface.
double sphere_above_half_space(double D, double R) {
  constexpr double node[] = {0, 0.5384693101056831, 0.9061798459386640},
                   weight[] = {0.5688888888888889, 0.4786286704993665, 0.2369268850561891};
  const auto slice = [&](double z) { return kHamaker / 2 * (2 * R * z - z * z) / std::pow(D + z, 4); };
  double sum = 0;
  for (double from = 0, to = 0.1 * D; from < 2 * R; from = to, to = std::min(2 * R, 1.1 * to)) {
    const double middle = 0.5 * (from + to), half = 0.5 * (to - from);
    for (int k = 0; k < 3; ++k)
      for (const double side : {-1.0, 1.0})
        if (k > 0 || side > 0) sum += weight[k] * half * slice(middle + side * node[k] * half);
  }
  return sum;
}

// The law is the limit of small gaps: its error is about 2 D / (2 R).
TEST(Attraction, VanDerWaalsAtAPlaneIsTheLimitOfHamakersSum) {
  External external;
  external.planes = {Plane{}};
  for (const double gap : {1e-11, 1e-9, 2e-8}) {
    Pile pile;
    add_sphere(pile, kRadius, kDensity, Vec3(0, 0, kRadius + gap));
    const Contacts found = Motion(near_forces(10, 1), pile, external).contacts();
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found.force[0].z() / -force_at(gap, kRadius), 1, 1e-8) << gap;
    const double D = gap + kSeparation, ratio = -found.force[0].z() / sphere_above_half_space(D, kRadius);
    EXPECT_GT(ratio, 1) << gap;
    EXPECT_NEAR(ratio, 1 + D / kRadius, 1e-4 + std::pow(D / kRadius, 2)) << gap;
  }
}

// An elastic pair that meets from beyond the range parts with the speed at which it came, and the energy balance holds
// at each moment with the automatic step.
TEST(Attraction, VanDerWaalsConservesEnergy) {
  for (const double speed : {1e-3, 0.02, 0.3}) {
    Motion run(near_forces(20, 1), pair_of(1.5 * kRange, speed));
    const double before = energy_of(run), well = -energy_at(0, kRadius / 2);
    double worst = 0;
    run.each_step(1.0, [&] {
      worst = std::max(worst, std::abs(energy_of(run) - before));
      return !((run.velocity(1) - run.velocity(0)).dot(kAxis) > 0 &&
               (run.position(1) - run.position(0)).norm() > 2 * kRadius + 1.2 * kRange);
    });
    EXPECT_LT(worst, 2e-3 * (before + well)) << speed;
    const double end = (run.velocity(1) - run.velocity(0)).dot(kAxis);
    EXPECT_NEAR(end * end / (speed * speed), 1, 2e-3 * (before + well) / before) << speed;
  }
}

// Energy balance: with the restitution e of the contact, a pair sticks if e^2 (mu v^2 / 2 + W) < W, with the work W of
// the attraction. The spring is so stiff that the attraction hardly acts within the overlap.
TEST(Attraction, VanDerWaalsPairsStickBelowASpeed) {
  const double restitution = 0.6, work = -energy_at(0, kRadius / 2), mass = 0.5 * pair_of(0).model.mass[0];
  const double limit = std::sqrt(2 * work / mass * (1 / (restitution * restitution) - 1));
  for (const double factor : {0.9, 1.1}) {
    ssdem::Parameters p = near_forces(2e4, restitution);
    p.step.steps_per_contact = 100;
    Motion run(p, pair_of(1.1 * kRange, factor * limit));
    run.until(1.5e-4);
    const double gap = (run.position(1) - run.position(0)).norm() - 2 * kRadius;
    EXPECT_EQ(gap > 1.1 * kRange, factor > 1) << factor << " " << gap;
    if (factor < 1) {
      EXPECT_LT(gap, 10 * kSeparation);
    }
  }
}

// --- many bodies

constexpr double kBox = 9e-5;

// Spheres at random places in a periodic box that do not touch, half of them within the range of another one. Some of
// these pairs are on two sides of a face.
Pile gas(std::size_t count) {
  Pile pile;
  Random random(11, Purpose::kPlace, 0);
  while (pile.size() < count) {
    const double radius = (0.5 + 0.5 * random.uniform()) * 2e-6;
    Vec3 x = kBox * Vec3(random.uniform(), random.uniform(), random.uniform());
    if (pile.size() % 2 == 1) {
      const std::size_t last = pile.size() - 1;
      const double gap = kRange * (0.01 + 1.2 * random.uniform());
      x = pile.state.position[last] + (pile.model.radius[last] + radius + gap) * random.in_ball().normalized();
    }
    for (int k = 0; k < 3; ++k) x[k] -= kBox * std::floor(x[k] / kBox);
    bool apart = true;
    for (std::size_t i = 0; i < pile.size(); ++i) {
      Vec3 d = x - pile.state.position[i];
      for (int k = 0; k < 3; ++k) d[k] -= kBox * std::round(d[k] / kBox);
      apart &= d.norm() > radius + pile.model.radius[i];
    }
    if (apart) add_sphere(pile, radius, kDensity, x);
  }
  return pile;
}

// (pile, period [m] or 0) => forces of all pairs, by the closed form.
Vec3s forces_on(const Pile& pile, double period) {
  Vec3s force(pile.size(), Vec3::Zero());
  for (std::size_t i = 0; i < pile.size(); ++i)
    for (std::size_t j = i + 1; j < pile.size(); ++j) {
      Vec3 d = pile.state.position[j] - pile.state.position[i];
      for (int k = 0; period > 0 && k < 3; ++k) d[k] -= period * std::round(d[k] / period);
      const double ri = pile.model.radius[i], rj = pile.model.radius[j], gap = d.norm() - ri - rj;
      if (gap >= kRange) continue;
      const Vec3 pull = force_at(gap, ri * rj / (ri + rj)) * d.normalized();
      force[i] += pull, force[j] -= pull;
    }
  return force;
}

// 1000 spheres are several chunks, so that pairs use all kinds of load slots.
TEST(Attraction, ForcesOnManyBodiesAreTheSumOverPairs) {
  const Pile pile = gas(1000);
  for (const bool periodic : {false, true}) {
    External external;
    if (periodic) external.period = Vec3::Constant(kBox);
    ssdem::Parameters p = near_forces(10, 1);
    p.step.dt = 1e-9;
    Motion run(p, pile, external);
    std::size_t pairs = 0;
    for (const double gap : run.contacts().gap) pairs += gap > 0 ? 1 : 0;
    EXPECT_GT(pairs, 300u);
    EXPECT_EQ(run.until(1e-9).contacts, 0u);
    const Vec3s wanted = forces_on(pile, periodic ? kBox : 0);
    const double typical = force_at(0.3 * kRange, 5e-7);
    for (std::size_t i = 0; i < pile.size(); ++i) {
      const Vec3 force = pile.model.mass[i] * run.velocity(i) / 1e-9;
      EXPECT_LT((force - wanted[i]).norm(), 1e-3 * wanted[i].norm() + 1e-6 * typical) << i << " " << periodic;
    }
  }
}

// The ledger of a gas that sticks together closes, in open space, in a periodic box and beside a moving wall.
TEST(Attraction, LedgerOfAStickyGasCloses) {
  for (const int kind : {0, 1, 2}) {
    External external;
    if (kind == 1) external.period = Vec3::Constant(kBox);
    if (kind == 2) {
      external.planes = {Plane{}};
      external.planes[0].point = Vec3(0, 0, -2.05e-6);
      external.planes[0].amplitude = Vec3(0, 0, 4e-8), external.planes[0].frequency = 1e5;
    }
    Pile pile = gas(300);
    for (std::size_t i = 0; i < pile.size(); ++i) {
      const auto x = static_cast<double>(i);
      pile.state.velocity[i] = 0.02 * Vec3(std::sin(3 * x), std::cos(5 * x), std::sin(7 * x));
    }
    ssdem::Parameters p = near_forces(5, 0.5);
    p.sliding = laws::CoulombSliding{0.3, 0.5};
    p.step.dt = 1e-9;
    p.step.skin = 2e-7;
    Motion run(p, pile, external);
    measure::Drift drift;
    const auto look = [&] {
      Pile now = run.pile();
      now.contacts = run.contacts();
      drift.update(measure::ledger(now, external, 0, false, run.stepper().account()), now.model, now.state);
    };
    look();
    const StepReport report = run.until(4e-6);
    look();
    EXPECT_GE(report.remark("neighbour lists built"), 3) << kind;
    EXPECT_GT(report.contacts, 30u) << kind;
    EXPECT_LT(drift.energy, 3e-3) << kind;
    EXPECT_LT(drift.momentum, 1e-12) << kind;
    EXPECT_LT(drift.angular, 1e-12) << kind;
  }
}

// Pairs of materials: sqrt(A_a A_b), and a pair with a value of its own.
TEST(Attraction, HamakerConstantByMaterials) {
  ssdem::Parameters p = near_forces(10, 1);
  const auto with = [&](double hamaker) {
    ssdem::SoftLaws laws = p.common();
    laws.cohesion = laws::VanDerWaals{hamaker, kSeparation, kRange}.law();
    return laws;
  };
  p.materials.materials = {{"ice", with(0.5 * kHamaker)}, {"rock", with(2 * kHamaker)}};
  p.materials.pairs = {{"rock", "rock", {[&](ssdem::SoftLaws& laws) { laws.cohesion = with(7 * kHamaker).cohesion; }}}};
  for (const auto& [a, b, factor] : {std::tuple{0, 0, 0.5}, std::tuple{0, 1, 1.0}, std::tuple{1, 1, 7.0}})
    for (const double gap : {5e-9, -1e-13}) {
      Pile pile = pair_of(gap);
      pile.model.materials = {{"ice", kDensity}, {"rock", kDensity}};
      pile.model.material = {a, b};
      const Contacts found = Motion(p, pile).contacts();
      ASSERT_EQ(found.size(), 1u);
      const double wanted = factor * force_at(std::max(gap, 0.0), kRadius / 2) + std::min(gap, 0.0) * 10;
      EXPECT_NEAR(found.force[0].dot(kAxis) / wanted, 1, 1e-6) << a << b << gap;
    }
}

// Members of glued grains attract those of other grains, not each other.
TEST(Attraction, GrainsAttractEachOther) {
  Pile pile;
  const double gap = 3e-9;
  glue(pile, "rod", kRadius, kDensity, Vec3(0, 0, 0));
  double end = 0;
  for (std::size_t i = 0; i < pile.size(); ++i) end = std::max(end, pile.state.position[i].x() + kRadius);
  add_sphere(pile, kRadius, kDensity, Vec3(end + kRadius + gap, 0, 0));
  const Contacts found = Motion(near_forces(10, 1), pile).contacts();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found.force[0].norm() / force_at(gap, kRadius / 2), 1, 1e-7);
}

}  // namespace
}  // namespace rubble::test
