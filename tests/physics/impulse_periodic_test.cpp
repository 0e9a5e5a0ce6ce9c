// Contact Dynamics in periodic space: contacts across a face behave as inside the box, and the ledger closes.
#include "base/error.hpp"
#include "measure/ledger/ledger.hpp"
#include "physics/impulse_scene.hpp"
#include "unit/hulls.hpp"

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace rubble::test {
namespace {

constexpr double kPeriod = 8;

void add_cube(Pile& pile, const Vec3& centre, const Vec3& velocity, const Vec3& spin) {
  if (pile.model.materials.empty()) pile.model.materials = {{"rock", 2000}};
  shape::PlacedShape cube = shape::make_hull("cube", shape::box({1, 1, 1}));
  const Index row = add_shape(pile.model, cube.shape);
  cube.placement.centre = centre;
  add_hull(pile, row, cube.placement, 0, velocity, spin);
}

// Two bodies with an off-centre collision, in the middle of space or across its faces.
Pile couple(const std::string& kinds, bool across) {
  Pile pile;
  const Vec3 middle = across ? Vec3(4, -4, 0) : Vec3(0, 0, 0);
  const Vec3 image = across ? Vec3(-kPeriod, 0, 0) : Vec3(0, 0, 0);
  const Vec3 place[2] = {middle + Vec3(-0.7, 0.1, 0), middle + image + Vec3(0.7, -0.2, 0.1)};
  const Vec3 velocity[2] = {{1, 0, 0}, {-1, 0.5, 0.2}};
  const Vec3 spin[2] = {{0, 2, 1}, {0.3, 0, -0.5}};
  for (int k = 0; k < 2; ++k) {
    if (kinds[static_cast<std::size_t>(k)] == 's') add_sphere(pile, 0.5, 2000, place[k], velocity[k], spin[k]);
    if (kinds[static_cast<std::size_t>(k)] == 'h') add_cube(pile, place[k], velocity[k], spin[k]);
    if (kinds[static_cast<std::size_t>(k)] == 'g')
      glue(pile, "rod", 0.3, 2000, place[k], Quaternion::Identity(), velocity[k], spin[k]);
  }
  return pile;
}

TEST(ImpulsePeriodic, CollisionAcrossAFaceIsTheOneInside) {
  External external;
  external.period = Vec3(kPeriod, kPeriod, 0);
  for (const char* kinds : {"ss", "sh", "hh", "gs", "gh", "gg"}) {
    measure::Ledger after[2];
    Vec3 velocity[2], spin[2];
    for (const bool across : {false, true}) {
      const Pile start = couple(kinds, across);
      ImpulseRun run(impulses(5e-3, 0.4, 0.3), start, external);
      run.until(0);  // overlaps are removed at the start
      const measure::Ledger before = measure::ledger(run.pile(), external, 0, false, run.account());
      run.until(0.6);
      measure::Ledger& now = after[across];
      now = measure::ledger(run.pile(), external, 0, false, run.account());
      const Vec3 given = now.account.angular_impulse - before.account.angular_impulse;
      EXPECT_LT((now.angular() - before.angular() - given).norm(), 1e-12 * (now.angular().norm() + given.norm()))
          << kinds;
      EXPECT_LT((now.momentum - before.momentum).norm(), 1e-12 * now.account.exchanged) << kinds;
      EXPECT_GT(now.account.angular_impulse.norm(), across ? 0.1 * now.account.exchanged : -1) << kinds;
      velocity[across] = run.velocity(0);
      spin[across] = run.spin(0);
    }
    EXPECT_GT(after[0].account.exchanged, 0) << kinds;
    EXPECT_LT((velocity[0] - velocity[1]).norm(), 1e-9) << kinds;
    EXPECT_LT((spin[0] - spin[1]).norm(), 1e-9) << kinds;
    EXPECT_NEAR(after[0].account.dissipated(), after[1].account.dissipated(), 1e-9 * after[0].kinetic()) << kinds;
  }
}

// A body passes through the face x = 20 m and hits an equal body at rest beyond the face, or one of a row. Momentum and
// restitution 0.5 give velocities of 0.25 and 0.75 of the initial velocity (Newton's law). A body 4 m to the side is
// not hit. A step that is too long to detect the impact ends the run.
TEST(ImpulsePeriodic, FastBodiesHitBeyondTheFace) {
  for (const char kind : {'s', 'h'}) {
    int done = 0;
    for (const double v : {3.0, 30.0, 100.0, 190.0, 300.0, 700.0, 1000.0, 3000.0, 1e5, 1e9})
      for (const double place : {2.0, 12.0, 17.0})
        for (const double aside : {0.0, 4.0}) {
          External external;
          external.period = Vec3(20, 20, 20);
          Pile pile;
          const auto put = [&](const Vec3& centre, const Vec3& velocity) {
            if (kind == 's') add_sphere(pile, 0.5, 2000, centre, velocity);
            if (kind == 'h') add_cube(pile, centre, velocity, Vec3::Zero());
          };
          put(Vec3(5, 5, 5), Vec3(v, 0, 0));
          put(Vec3(place, 5 + aside, 5), Vec3::Zero());
          put(Vec3(15, 15, 5), Vec3::Zero());
          put(Vec3(15, 5, 15), Vec3::Zero());
          ImpulseRun run(impulses(0.01, 0, 0.5), pile, external);
          const double way = place > 5 ? place - 5 : place + 15;
          const bool hits = aside == 0;
          const std::string what = fmt::format("{} {} {} {}", kind, v, place, aside);
          try {
            run.until(0.01 * std::ceil(100 * way / v) + 0.005);
            EXPECT_NEAR(run.velocity(0).x() / v, hits ? 0.25 : 1, 1e-6) << what;
            EXPECT_NEAR(run.velocity(1).x() / v, hits ? 0.75 : 0, 1e-6) << what;
            ++done;
          } catch (const SanityError& error) {
            EXPECT_NE(std::string(error.what()).find("step.dt"), std::string::npos) << error.what();
            EXPECT_GT(v * 0.01, 2) << what << error.what();
          }
        }
    EXPECT_GE(done, 24) << kind;
  }
}

// A body moves by three quarters of the period in a step and passes through an image of another body that is not the
// nearest image: the run ends in that step.
TEST(ImpulsePeriodic, ImageThatIsNotTheNearestIsNotCrossed) {
  External external;
  external.period = Vec3(20, 20, 20);
  Pile pile;
  add_sphere(pile, 0.5, 2000, Vec3(5, 5, 5), Vec3(1500, 0, 0));
  add_sphere(pile, 0.5, 2000, Vec3(3.5, 5, 5));
  ImpulseRun run(impulses(0.01, 0, 0.5), pile, external);
  EXPECT_THROW(run.steps(2), SanityError);
}

}  // namespace
}  // namespace rubble::test
