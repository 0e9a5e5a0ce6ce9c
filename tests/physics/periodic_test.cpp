// Periodic space: a pair across a face behaves as the same pair inside the box, and its ledger closes.
#include "base/error.hpp"
#include "measure/ledger/ledger.hpp"
#include "scene.hpp"

#include <string>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

// The period may be slightly longer than two diameters.
TEST(Periodic, CollisionAcrossAFaceIsTheOneInside) {
  for (const double period : {2.5, 2.9, 8.0}) {
    ssdem::Parameters p = plain(1e6, 0.6);
    p.sliding = laws::CoulombSliding{0.3, 0.7};
    External external;
    external.period = Vec3(period, 8, 0);
    Vec3 velocity[2][2], spin[2];
    for (int across = 0; across < 2; ++across) {
      Pile pile;
      const Vec3 shift = across ? Vec3(4, -4, 0) : Vec3(0, 0, 0);
      add_sphere(pile, 0.5, 2500, shift + Vec3(-0.6, 0.1, 0), Vec3(1, 0, 0), Vec3(0, 2, 1));
      add_sphere(pile, 0.5, 2500, shift + Vec3(0.6, -0.1, 0), Vec3(-1, 0.5, 0.2));
      if (across) pile.state.position[1].x() -= period;  // its image
      Motion run(p, pile, external);
      measure::Drift drift;
      const auto look = [&] {
        Pile now = run.pile();
        now.contacts = run.contacts();
        drift.update(measure::ledger(now, external, 0, false, run.stepper().account()), now.model, now.state);
      };
      look();
      const StepReport report = run.until(0.5);
      look();
      EXPECT_GT(report.audits[0].worst, 1e-3) << period;
      EXPECT_LT(drift.angular, 1e-12) << period;
      EXPECT_LT(drift.momentum, 1e-13) << period;
      velocity[across][0] = run.velocity(0), velocity[across][1] = run.velocity(1), spin[across] = run.spin(1);
    }
    ASSERT_LT(velocity[0][0].x(), 0) << period;  // the spheres rebounded
    for (int k = 0; k < 2; ++k) EXPECT_LT((velocity[0][k] - velocity[1][k]).norm(), 1e-9) << period;
    EXPECT_LT((spin[0] - spin[1]).norm(), 1e-9) << period;
  }
}

// A sphere of 1 m passes through the face x = 20 m and hits an equal sphere at rest at x = 2 m. Momentum and
// restitution 0.5 give velocities of 0.25 and 0.75 of the initial velocity (Newton's law). A sphere 2.5 m to the side
// is not hit. A step that is too long to detect the impact ends the run.
TEST(Periodic, FastBodiesHitBeyondTheFace) {
  int done = 0, ended = 0;
  for (const double v : {3.0, 30.0, 300.0, 3000.0, 3e4, 3e5, 3e6})
    for (const double aside : {0.0, 2.5}) {
      ssdem::Parameters p = plain(1e6, 0.5);
      p.step.dt = 4e-5;  // 55 steps per contact: restitution within 0.01
      External external;
      external.period = Vec3(20, 20, 20);
      Pile pile;
      const double density = 3 / (4 * std::numbers::pi);
      add_sphere(pile, 1, density, Vec3(5, 5, 5), Vec3(v, 0, 0));
      add_sphere(pile, 1, density, Vec3(2, 5 + aside, 5));
      add_sphere(pile, 1, density, Vec3(15, 15, 5));
      Motion run(p, pile, external);
      try {
        run.until(15 / v + 0.01);
        const bool hits = aside == 0;
        const double after = run.velocity(0).x() / v, of_other = run.velocity(1).x() / v;
        EXPECT_NEAR(after + of_other, 1, 1e-9) << v << " " << aside;
        EXPECT_NEAR(of_other - after, hits ? 0.5 : -1, 0.02) << v << " " << aside;
        ++done;
      } catch (const SanityError& error) {
        EXPECT_NE(std::string(error.what()).find("set step.dt to at most"), std::string::npos) << error.what();
        EXPECT_GE(v * p.step.dt.value(), 0.4) << error.what();  // relative to the radius: docs/theory.md 3.9
        ++ended;
      }
    }
  EXPECT_GE(done, 8);
  EXPECT_GE(ended, 4);
}

// Dashpots given by their rate: the restitution is exp(-pi zeta / sqrt(1 - zeta^2)), zeta = rate / 2 omega.
TEST(DampingRate, GivesTheRestitutionOfTheOscillator) {
  ssdem::Parameters p = plain(1e6, 1);
  std::get<laws::LinearSpring>(p.normal).damping_rate = 20;
  Pile pile;
  add_sphere(pile, 0.5, 2500, Vec3(-0.5001, 0, 0), Vec3(1, 0, 0)),
      add_sphere(pile, 0.5, 2500, Vec3(0.5001, 0, 0), Vec3(-1, 0, 0));
  const double mu = 0.5 * pile.model.mass[0], omega = std::sqrt(1e6 / mu), zeta = 20 / (2 * omega);
  ASSERT_LT(zeta, 0.9);
  p.step.dt = 1e-5;
  Motion run(p, pile);
  run.until(5 / omega);
  EXPECT_NEAR((run.velocity(1) - run.velocity(0)).x() / 2,
              std::exp(-std::numbers::pi * zeta / std::sqrt(1 - zeta * zeta)), 1e-3);
}

}  // namespace
}  // namespace rubble::test
