// Heat of soft spheres compared with the energy of their springs: docs/theory.md 3.10.
#include "scene.hpp"

#include <string>
#include <tuple>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace rubble::test {
namespace {

constexpr std::int64_t kSteps = 200;  // per contact

enum Couple { kNone, kSprings };

ssdem::Parameters rough_spheres(bool hertz, double restitution, Couple couple) {
  ssdem::Parameters p = plain(1e4, 0.5);
  if (hertz) p.normal = laws::HertzMindlin{1e6, 0.3, 0.5, laws::Tension::allow};
  p.sliding = laws::CoulombSliding{0.5, restitution};
  if (couple == kSprings) p.couple = laws::SpringCouple{0.5, 0.5, 0.5};
  p.step.steps_per_contact = kSteps;
  return p;
}

// Translation and rotation of spheres, 2/5 m r^2 each [J].
double kinetic(const Pile& pile) {
  double sum = 0;
  for (std::size_t i = 0; i < pile.size(); ++i) {
    const double m = pile.model.mass[i], r = pile.model.radius[i];
    sum += 0.5 * m * pile.state.velocity[i].squaredNorm() + 0.2 * m * r * r * pile.state.spin[i].squaredNorm();
  }
  return sum;
}

// Two spheres of 1 m and 1 kg that collide at 2 m/s with the impact parameter `offset`.
Pile grazing(double offset, double spin) {
  const double density = 3 / (4 * std::numbers::pi);
  Pile pile;
  add_sphere(pile, 1, density, Vec3(-1.2, 0, 0), Vec3(1, 0, 0), Vec3(spin, 0.3 * spin, 0));
  add_sphere(pile, 1, density, Vec3(1.2, offset, 0), Vec3(-1, 0, 0), Vec3(-spin, 0.5 * spin, spin));
  return pile;
}

double made_by(const StepReport& report, const std::string& channel) {
  for (const Audit& audit : report.audits)
    if ("energy_made/" + channel == audit.name) return audit.worst;
  throw std::out_of_range(channel);
}

// At the first touch, a spring limited by a dashpot is loaded from the heat of its slip, and returns this energy before
// the pair separates. No law here creates energy: the sum of kinetic energy, spring energy and heat is always the
// initial energy, and the kinetic energy never exceeds the initial energy.
TEST(SoftEnergy, GrazingImpactsCreateNoEnergy) {
  for (const bool hertz : {false, true})
    for (const double offset : {1.0, 1.9, 1.95, 1.99})
      for (const double restitution : {0.01, 0.5})
        for (const Couple couple : {kNone, kSprings})
          for (const double spin : {0.0, 1.0}) {
            if (spin == 0 && couple == kSprings) continue;
            const Pile pile = grazing(offset, spin);
            const double before = kinetic(pile);
            Motion run(rough_spheres(hertz, restitution, couple), pile);
            double most = 0;
            run.each_step(1.5, [&] {
              most = std::max(most, kinetic(run.pile()));
              return true;
            });
            const StepReport report = run.until(2);
            const std::string what = fmt::format("hertz {} offset {} restitution {} couple {} spin {}", hertz, offset,
                                                 restitution, static_cast<int>(couple), spin);
            EXPECT_LE(most, before * (1 + 1e-4)) << what;
            EXPECT_NEAR(kinetic(run.pile()) + run.stepper().account().dissipated(), before, 1e-4 * before) << what;
            EXPECT_GT(run.stepper().account()[Channel::sliding], 0) << what;
            for (const std::string channel : {"sliding", "rolling", "twisting"})
              EXPECT_LE(made_by(report, channel), 1e-3 * before) << what << " " << channel;
          }
}

// Members of grains also have sliding springs.
TEST(SoftEnergy, GrazingGrainsCreateNoEnergy) {
  for (const double offset : {1.9, 1.95}) {
    Pile pile;
    const double density = 3 / (4 * std::numbers::pi);
    glue(pile, "rod", 1, density, Vec3(-2.5, 0, 0), Quaternion::Identity(), Vec3(1, 0, 0));
    glue(pile, "rod", 1, density, Vec3(2.5, offset, 0), Quaternion::Identity(), Vec3(-1, 0, 0));
    Motion run(rough_spheres(false, 0.5, kSprings), pile);
    const StepReport report = run.until(4);
    EXPECT_GT(run.stepper().account()[Channel::sliding], 0) << offset;
    EXPECT_LE(made_by(report, "sliding"), 1e-3 * kinetic(pile)) << offset;
  }
}

// Dashpots of the wrong sign drive the motion: the audit finds the created energy, which equals minus the heat of the
// channel.
TEST(SoftEnergy, DashpotsThatDriveSlidingMakeEnergy) {
  ssdem::Parameters p = rough_spheres(false, 2, kNone);
  p.sliding = laws::CoulombSliding{100, 2};  // the contact sticks
  const Pile pile = grazing(1.0, 0);
  Motion run(p, pile);
  const StepReport report = run.until(2);
  const Account& account = run.stepper().account();
  EXPECT_LT(account[Channel::sliding], -0.05 * kinetic(pile));
  EXPECT_GE(made_by(report, "sliding"), -0.999 * account[Channel::sliding]);
}

// Two spheres at the static overlap of their cohesion rotate relative to each other, about the normal or perpendicular
// to it. Rolling and twisting springs and the spins are oscillators whose energy grows. When a spring passes through
// zero, all created energy is in the motion.
TEST(SoftEnergy, DashpotsThatDriveCouplesMakeEnergy) {
  for (const auto& [name, channel, spin] : {std::tuple{"twisting", Channel::twisting, Vec3(0.1, 0, 0)},
                                            std::tuple{"rolling", Channel::rolling, Vec3(0, 0.1, 0)}}) {
    ssdem::Parameters p = rough_spheres(false, 2, kSprings);
    const bool rolls = channel == Channel::rolling;
    p.normal = laws::LinearSpring{1e4, rolls ? 2 : 0.5, laws::Tension::allow};
    p.sliding = laws::CoulombSliding{100, rolls ? 0.5 : 2};
    p.couple = laws::SpringCouple{100, 100, 0.5};
    p.cohesion = {400, 0.5};  // 4 c beta^2 R^2 = 100 N, an overlap of 0.01 m
    const double density = 3 / (4 * std::numbers::pi);
    Pile pile;
    add_sphere(pile, 1, density, Vec3(-0.995, 0, 0), Vec3::Zero(), spin);
    add_sphere(pile, 1, density, Vec3(0.995, 0, 0), Vec3::Zero(), -spin);
    Motion run(p, pile);
    const StepReport report = run.until(0.5);
    const double gained = -run.stepper().account()[channel];
    EXPECT_GT(gained, 2 * kinetic(pile)) << name;
    EXPECT_GE(made_by(report, name), 0.5 * gained) << name;
    EXPECT_LE(made_by(report, name), 1.001 * gained) << name;
  }
}

// Borrowed energy counts only while springs store it.
TEST(SoftEnergy, BorrowedEnergyCountsOnlyWhileStored) {
  MadeEnergy made(ssdem::kSoftSphereHeat);
  Account account, stored;
  account[Channel::sliding] = 5;
  made.look(account, stored);
  account[Channel::sliding] = 2;
  stored[Channel::sliding] = 3;
  stored[Channel::rolling] = 100;
  made.look(account, stored);
  EXPECT_EQ(made.energy(), (Reals{0, 0, 0, 0}));
  stored[Channel::sliding] = 1;  // the springs released 2 J, and the heat did not grow
  made.look(account, stored);
  EXPECT_EQ(made.energy(), (Reals{0, 2, 0, 0}));
}

}  // namespace
}  // namespace rubble::test
