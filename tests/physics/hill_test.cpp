// Hill's frame: epicycles against their closed form, energy of Jacobi, spins, and sheared periodic space, in which a
// pair across a face behaves as the same pair inside the box. docs/theory.md 4.10.
#include "measure/ledger/ledger.hpp"
#include "physics/hard_scene.hpp"
#include "scene.hpp"
#include "watched.hpp"

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

constexpr double kRate = 1.5, kVertical = 2.5;

External frame(const Vec3& period = Vec3::Zero(), double vertical = kVertical, double since = 0) {
  External external;
  external.period = period;
  external.hill = {kRate, vertical, since};
  return external;
}

// Position and velocity of a free body in Hill's frame. Insertion shows that Hill's equations (docs/theory.md 4.10)
// without forces have this solution:
//   x = x_g - A cos(W t + p)
//   y = y_g - 3/2 W x_g t + 2 A sin(W t + p)
//   z = C sin(W_z t)
struct Epicycle {
  double guide = 0.3, along = -0.2, size = 0.4, phase = 0.7, height = 0.25;

  Vec3 place(double t) const {
    const double a = kRate * t + phase;
    return {guide - size * std::cos(a), along - 1.5 * kRate * guide * t + 2 * size * std::sin(a),
            height * std::sin(kVertical * t)};
  }
  Vec3 velocity(double t) const {
    const double a = kRate * t + phase;
    return {kRate * size * std::sin(a), -1.5 * kRate * guide + 2 * kRate * size * std::cos(a),
            kVertical * height * std::cos(kVertical * t)};
  }
};

// Energy of Jacobi per mass, which Hill's equations conserve.
double jacobi(const Vec3& x, const Vec3& v) {
  return 0.5 * v.squaredNorm() - 1.5 * kRate * kRate * x.x() * x.x() + 0.5 * kVertical * kVertical * x.z() * x.z();
}

// Errors of a free body after a time.
struct Errors {
  double place, energy;
};

// (time step x rate, number of orbits, advance(pile, external, step, time) => end state) => greatest errors
template <class Advance>
Errors errors_of(double turn, double orbits, const Advance& advance) {
  const Epicycle epicycle;
  Pile pile;
  add_sphere(pile, 0.01, 2500, epicycle.place(0), epicycle.velocity(0));
  const double step = turn / kRate, time = std::round(orbits * 2 * std::numbers::pi / turn) * step;
  advance(pile, frame(), step, time);
  const Vec3 x = pile.state.position[0], v = pile.state.velocity[0];
  return {(x - epicycle.place(time)).norm(), std::abs(jacobi(x, v) - jacobi(epicycle.place(0), epicycle.velocity(0)))};
}

void advance_soft(Pile& pile, const External& external, double step, double time) {
  ssdem::Parameters p = plain(1e6, 1);
  p.step.dt = step;
  Motion run(p, pile, external);
  run.until(time);
  pile = run.pile();
}
void advance_hard(Pile& pile, const External& external, double step, double time) {
  hsdem::Stepper stepper(hard_spheres(step, 1), pile, external);
  stepper.advance(pile.model, pile.state, external, time);
}

// Positions after 100 orbits converge to the closed form as the square of the step. The energy has no trend: its error
// after 100 orbits is that after one.
TEST(Hill, EpicyclesFollowTheClosedForm) {
  for (const auto& advance : {advance_soft, advance_hard}) {
    const Errors coarse = errors_of(0.004, 100, advance), fine = errors_of(0.002, 100, advance),
                 early = errors_of(0.004, 1, advance);
    EXPECT_NEAR(coarse.place / fine.place, 4, 0.02);
    EXPECT_LT(fine.place, 1e-3);
    EXPECT_LT(coarse.energy, 1e-5);
    EXPECT_LT(coarse.energy, 3 * early.energy);
  }
}

// The spin of a free sphere is constant in inertial axes. Relative to the frame, it turns by -W t about z.
TEST(Hill, SpinsKeepTheirDirectionInInertialSpace) {
  const Vec3 spin(0.3, -0.2, 0.5);
  for (const auto& advance : {advance_soft, advance_hard}) {
    Pile pile;
    add_sphere(pile, 0.01, 2500, {0.1, 0, 0}, {0, -0.15 * kRate, 0}, spin);
    const double time = 7;
    advance(pile, frame(), 1e-3, time);
    const Vec3 expected = Eigen::AngleAxisd(-kRate * time, Vec3::UnitZ()) * spin;
    EXPECT_LT((pile.state.spin[0] - expected).norm(), 1e-12);
  }
}

// Two bodies of total mass M at rest in the frame, one farther from the planet by Hill's radius (G M / 3 W^2)^(1/3),
// stay at rest: their attraction balances the tidal field (Hill 1878). At a distance larger by a tenth they move apart,
// and the energy of Jacobi is that of the start.
TEST(Hill, AttractionBalancesTheTideAtHillsRadius) {
  const double mass = 3, radius = std::cbrt(mass / (3 * kRate * kRate));  // G = 1
  for (const double factor : {1.0, 1.1})
    for (const bool soft : {true, false}) {
      Pile pile = spheres();
      const double apart = factor * radius;
      add(pile, 1, 0.01, {-2.0 / 3 * apart, 0, 0}, Vec3::Zero());
      add(pile, 2, 0.01, {1.0 / 3 * apart, 0, 0}, Vec3::Zero());
      const gravity::Parameters gravity{gravity::Summation::direct, 1};
      const External external = frame();
      Account account;
      measure::Drift drift;
      const auto look = [&] {
        drift.update(measure::ledger(pile, external, 1, true, account), pile.model, pile.state);
      };
      look();
      if (soft) {
        ssdem::Parameters p = plain(1e6, 1);
        p.gravity = gravity;
        p.step.dt = 1e-3;
        Motion run(p, pile, external);
        run.until(1);
        pile = run.pile();
        account = run.stepper().account();
      } else {
        hsdem::Parameters p = hard_spheres(1e-3, 1);
        p.gravity = gravity;
        hsdem::Stepper stepper(p, pile, external);
        stepper.advance(pile.model, pile.state, external, 1);
        account = stepper.account();
      }
      look();
      const Vec3 moved = pile.state.position[1] - pile.state.position[0] - Vec3(apart, 0, 0);
      if (factor == 1)
        EXPECT_LT(moved.norm(), 1e-12);
      else
        EXPECT_GT(moved.x(), 0.1);
      EXPECT_LT(drift.energy, 1e-6);
      EXPECT_LT(drift.momentum, 1e-12);
      EXPECT_LT(drift.angular, 1e-12);
    }
}

// Two spheres that are about to collide. One of them is replaced by its image across a number of periods along x and y.
// Hill's equations are the same for the image.
struct Couple {
  Vec3 period = Vec3(6, 5, 0);
  int across = 0, along = 0;
  double since = 0;

  External external() const { return frame(period, kVertical, since); }
  Pile pile(double time) const {
    Pile pile;
    pile.state.time = time;
    const Vec3 place(2.9, 4.8, 0.1);
    add_sphere(pile, 0.5, 2500, place, Vec3(0.4, kShift(place), 0.1), Vec3(0.2, 0.5, 1));
    const Vec3 other = place + Vec3(1.06, 0.15, -0.1);
    const ImageLattice lattice = external().lattice(time);
    const Vec3 image(-across * period.x(), -across * lattice.shift - along * period.y(), 0);
    add_sphere(pile, 0.5, 2500, other + image, Vec3(-0.6, kShift(other), 0) + lattice.velocity(image),
               Vec3(-0.3, 0.1, 0.4));
    return pile;
  }
  static double kShift(const Vec3& x) { return -1.5 * kRate * x.x(); }
};

// Results of a collision: velocities relative to the flow, which images share, and the spins.
struct Outcome {
  Vec3 own[2], spin[2];
  double heat;
  measure::Drift drift;
};

Outcome outcome_of(const Pile& pile, const Account& account, const measure::Drift& drift) {
  Outcome out;
  for (int k = 0; k < 2; ++k) {
    const Vec3 x = pile.state.position[k];
    out.own[k] = pile.state.velocity[k] - Vec3(0, Couple::kShift(x), 0);
    out.spin[k] = pile.state.spin[k];
  }
  out.heat = account.dissipated();
  out.drift = drift;
  return out;
}

Outcome soft_outcome(const Couple& couple, double time) {
  ssdem::Parameters p = plain(1e6, 0.6);
  p.sliding = laws::CoulombSliding{0.3, 0.7};
  p.step.dt = 1e-4;
  Watched watched(p, couple.pile(time), couple.external());
  watched.go(0.4, 1);
  EXPECT_EQ(watched.verdict(), "sane");
  return outcome_of(watched.run.pile(), watched.run.stepper().account(), watched.drift);
}

Outcome hard_outcome(const Couple& couple, double time) {
  hsdem::Parameters p = hard_spheres(0.01, 0.6);
  p.contact.sliding_restitution = 0.4;
  Pile pile = couple.pile(time);
  const External external = couple.external();
  hsdem::Stepper stepper(p, pile, external);
  measure::Drift drift;
  const auto look = [&] {
    drift.update(measure::ledger(pile, external, 0, false, stepper.account()), pile.model, pile.state);
  };
  look();
  EXPECT_GE(stepper.advance(pile.model, pile.state, external, time + 0.4).remark("impacts"), 1);
  look();
  return outcome_of(pile, stepper.account(), drift);
}

// => error of the energy, which does not depend on the image [J]
double error_of(const Outcome& outcome) { return outcome.drift.energy * outcome.drift.energy_scale; }

// A collision across the sheared face equals the same collision inside the box, for images at any time and with any
// number of periods. The ledger has the work of the moving image and the torque of its distance.
TEST(Hill, CollisionAcrossTheShearedFaceIsTheOneInside) {
  for (const auto& run : {soft_outcome, hard_outcome})
    for (const double time : {0.0, 3.7, 1234.5}) {
      const Outcome inside = run({.since = 0.3}, time);
      EXPECT_GT(inside.own[1].x(), 0);  // the spheres rebounded
      EXPECT_GT(inside.heat, 1);
      for (const int across : {1, -1, 3})
        for (const int along : {0, 2}) {
          const Outcome found = run({.across = across, .along = along, .since = 0.3}, time);
          for (int k = 0; k < 2; ++k) {
            EXPECT_LT((found.own[k] - inside.own[k]).norm(), 1e-7) << time << ' ' << across << ' ' << along;
            EXPECT_LT((found.spin[k] - inside.spin[k]).norm(), 1e-7) << time << ' ' << across << ' ' << along;
          }
          EXPECT_NEAR(found.heat, inside.heat, 1e-7 * inside.heat);
          EXPECT_LT(found.drift.momentum, 1e-12);
          EXPECT_LT(found.drift.angular, 1e-12);
          EXPECT_NEAR(error_of(found), error_of(inside), 1e-10 * found.drift.energy_scale);
        }
    }
}

}  // namespace
}  // namespace rubble::test
