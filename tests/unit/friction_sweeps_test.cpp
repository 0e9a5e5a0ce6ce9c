// Errors that sweeps report: for problems of one and two contacts they have closed forms.
#include "base/interrupt.hpp"
#include "friction/momentum.hpp"
#include "friction/sweeps.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <gtest/gtest.h>

namespace rubble::friction {
namespace {

void add_link(Links& links, Index a, Index b, const Vec3& normal, const Vec3& arm_a, const Vec3& arm_b,
              double friction) {
  links.a.push_back(a);
  links.b.push_back(b);
  links.normal.push_back(normal);
  links.arm_a.push_back(arm_a);
  links.arm_b.push_back(arm_b);
  links.shift.push_back(Vec3::Zero());
  links.friction.push_back(friction);
}

void add_sphere(BodyVelocities& bodies, double inverse_mass, const Vec3& velocity) {
  bodies.velocity.push_back(velocity);
  bodies.spin.push_back(Vec3::Zero());
  bodies.inverse_mass.push_back(inverse_mass);
  bodies.inverse_moment.push_back(2.5 * inverse_mass);
}

// A body with one sticking contact with the floor. The response is `normal` along z, and `soft` and `stiff` along two
// axes rotated about z.
struct SweptContact {
  double normal = 1, soft, stiff;
  Mat3 axes = Eigen::AngleAxisd(0.6, Vec3::UnitZ()).toRotationMatrix();
  Vec3 free = Vec3(0.3, -0.2, -2);  // velocity along the axes
  BodyProblem problem;

  SweptContact(double soft_response, double stiff_response) : soft(soft_response), stiff(stiff_response) {
    problem.bodies.velocity = {axes * free};
    problem.bodies.spin = {Vec3::Zero()};
    problem.bodies.inverse_mass = {normal};
    problem.bodies.inverse_moment = {0};
    // K = 1 / m + [arm]^T J [arm] with the lever arm along z: K_xx = 1 / m + J_yy.
    problem.bodies.inverse_inertia = {axes * Vec3(stiff - normal, soft - normal, 1).asDiagonal() * axes.transpose()};
    add_link(problem.links, 0, -1, -Vec3::UnitZ(), -Vec3::UnitZ(), Vec3::Zero(), 100);
  }
  Vec3 response() const { return {soft, stiff, normal}; }
};

// Two iterations of a contact in single and one in double precision. Each update changes the velocity u along a
// direction to (1 - response / w) u. Along the normal w is W_nn; across it w is the largest eigenvalue of the
// tangential block. For the convex law w is the larger of the two. The second update starts from impulses and
// velocities with a momentum of 1 / 4, the third one without. docs/theory.md 10.6.
TEST(FrictionSweeps, ThreeUpdatesOfOneContact) {
  for (const Cone cone : {Cone::coulomb, Cone::ccp}) {
    SweptContact contact(1.5, 6);
    Vec3s impulses(1, Vec3::Zero());
    Sweeps sweeps;
    const SweepReport report = sweeps.solve(contact.problem, {cone, 1e-15, 2, 1}, impulses);
    EXPECT_EQ(report.iterations, 3);
    EXPECT_FALSE(report.converged);
    const double along = cone == Cone::coulomb ? contact.normal : contact.stiff;
    const Vec3 left = Vec3::Ones() - contact.response().cwiseQuotient(Vec3(contact.stiff, contact.stiff, along));
    const Vec3 once = contact.free.cwiseProduct(left);
    const Vec3 twice = (once + 0.25 * (once - contact.free)).cwiseProduct(left);
    const Vec3 thrice = twice.cwiseProduct(left);
    const Vec3 velocity =
        -contact.axes.transpose() * relative_velocity(contact.problem.bodies, contact.problem.links, 0);
    EXPECT_LT((velocity - thrice).norm(), 1e-6) << velocity.transpose() << ", not " << thrice.transpose();
    // The impulse on the body is -p.
    const Vec3 impulse = (contact.free - thrice).cwiseQuotient(contact.response());
    EXPECT_LT((contact.axes.transpose() * impulses[0] - impulse).norm(), 1e-6);
    const Vec3 change = (twice - thrice).cwiseQuotient(contact.response());
    EXPECT_NEAR(report.change, change.norm() / impulse.norm(), 1e-6);
    // A step of length 1 / w, which stays within the friction limit here, has the length |u| / w.
    EXPECT_NEAR(report.residual, thrice.norm() / contact.stiff / impulse.norm(), 1e-6);
  }
}

// Momentum of equal changes, up to the map `count`.
std::vector<double> momenta_of_equal_changes(int count) {
  Momentum momentum;
  std::vector<double> out;
  for (int map = 0; map < count; ++map) out.push_back(momentum.after(1));
  return out;
}

// k / (k + 3) after the k-th map, 0 after a change that has grown by more than 1 %, then k halved. docs/theory.md 10.3.
TEST(FrictionSweeps, MomentumGrowsUntilAChangeGrows) {
  Momentum momentum;
  for (int k = 1; k <= 9; ++k) EXPECT_EQ(momentum.after(1), k / (k + 3.0));
  EXPECT_EQ(momentum.after(1.0201 * 1.001), 0);
  EXPECT_EQ(momentum.after(1), 5 / 8.0);
}

// After 200 maps in which the least change has not fallen by 5 %, 200 maps have no momentum.
TEST(FrictionSweeps, StalledMapsLoseTheirMomentum) {
  const std::vector<double> found = momenta_of_equal_changes(450);
  for (std::size_t map = 0; map < found.size(); ++map) EXPECT_EQ(found[map] == 0, map >= 200 && map < 400) << map;
  Momentum falling;
  double square = 1;
  for (int map = 0; map < 1000; ++map) {
    EXPECT_GT(falling.after(square), 0) << map;
    square *= 0.999;
  }
}

// A stack of two spheres without friction, and contacts without effect because their bodies separate.
struct Stack {
  BodyProblem problem;

  explicit Stack(std::size_t idle) {
    add_sphere(problem.bodies, 1, {0, 0, -1});
    add_sphere(problem.bodies, 0.25, {0, 0, -1});
    add_link(problem.links, 0, -1, -Vec3::UnitZ(), -Vec3::UnitZ(), Vec3::Zero(), 0);
    add_link(problem.links, 0, 1, Vec3::UnitZ(), Vec3::UnitZ(), -Vec3::UnitZ(), 0);
    for (std::size_t k = 0; k < idle; ++k) {
      add_sphere(problem.bodies, 1, {0, 0, 1});
      add_link(problem.links, static_cast<Index>(2 + k), -1, -Vec3::UnitZ(), -Vec3::UnitZ(), Vec3::Zero(), 0);
    }
  }
};

// The residual is the quadratic mean of the errors, divided by the mean impulse. Iterations end when the residual is
// within the tolerance, and also a sixteenth of the largest error, in the same units. All are multiplied by sqrt(W_nn).
//
// A sweep first stops the lower sphere at the floor, and then makes the velocities of the two spheres equal. The
// impulses of floor and pair become 1 and 1 / 1.25, after a second sweep 1.8 and 1.8 / 1.25. The floor then lacks what
// the pair gained, 0.8 / 1.25, and the pair has no error.
TEST(FrictionSweeps, LargestErrorAndResidualEndTheIterations) {
  const double weight = 1.25;  // W_nn of the pair; it is 1 for contacts with the floor
  for (const std::size_t idle : {0u, 100u, 3000u}) {
    const double links = 2 + static_cast<double>(idle);
    const double mean = (1.8 + std::sqrt(weight) * 1.8 / 1.25) / links;
    const double error = 0.8 / 1.25;
    const double quadratic = error / std::sqrt(links) / mean;
    const double largest = error / 16 / mean;
    EXPECT_EQ(largest > quadratic, idle == 3000u);
    for (const double part : {0.99, 1.01}) {
      Stack stack(idle);
      Vec3s impulses(stack.problem.links.size(), Vec3::Zero());
      Sweeps sweeps;
      const double tolerance = part * std::max(quadratic, largest);
      const SweepReport report = sweeps.solve(stack.problem, {Cone::coulomb, tolerance, 1, 1}, impulses);
      EXPECT_NEAR(-impulses[0].z(), 1.8, 1e-6);
      EXPECT_NEAR(impulses[1].z(), 1.8 / 1.25, 1e-6);
      EXPECT_NEAR(report.residual, quadratic, 1e-5 * quadratic) << idle;
      EXPECT_EQ(report.converged, part > 1) << idle;
    }
  }
}

// Sums of one contact with unit weight.
SweepSums sums_of(double change, double impulse) {
  return {change * change, change * change, impulse, impulse * impulse};
}

// Errors are found in the first iteration, then at the latest after four more, and at once if the change lets them be
// expected within the tolerance. Before the least number of iterations, they have to be a hundredth of it.
TEST(FrictionSweeps, ErrorsAreFoundWhenTheyMayBeSmall) {
  Convergence convergence({Cone::coulomb, 1e-3, 100, 8}, kDoubleRounding, 0, 1);
  const auto iterate = [&](double change) {
    convergence.take(sums_of(change, 1));
    return convergence.due;
  };
  EXPECT_TRUE(iterate(1));
  convergence.take_errors(sums_of(0.5, 1));  // half of the change
  EXPECT_EQ(convergence.report.residual, 0.5);
  for (const double change : {0.5, 0.1, 1.9e-3}) EXPECT_FALSE(iterate(change)) << change;
  EXPECT_TRUE(iterate(0.1));
  convergence.take_errors(sums_of(0.05, 1));
  EXPECT_FALSE(iterate(2.1e-5));
  EXPECT_TRUE(iterate(1.9e-5));
  convergence.take_errors(sums_of(1.1e-5, 1));
  EXPECT_FALSE(convergence.done);
  EXPECT_TRUE(iterate(1.5e-3));  // the eighth iteration; the error is 0.58 of the change
  convergence.take_errors(sums_of(0.9e-3, 1));
  EXPECT_TRUE(convergence.done);
  EXPECT_TRUE(convergence.report.converged);
}

// A contact between two spheres, or a sphere and a floor, along z.
void add_upright(BodyProblem& problem, Index lower, Index upper) {
  const Vec3 up = Vec3::UnitZ();
  if (lower < 0)
    add_link(problem.links, upper, -1, -up, -up, Vec3::Zero(), 0.5);
  else
    add_link(problem.links, lower, upper, up, up, -up, 0.5);
}

// A column of spheres beside a boulder is solved as accurately as a column alone: the criterion is the effect on light
// bodies, not their share of all impulses.
TEST(FrictionSweeps, LightContactsBesideHeavyOnes) {
  for (const double heavy : {0.0, 1e3, 1e6}) {
    BodyProblem problem;
    for (Index k = 0; k < 20; ++k) {
      add_sphere(problem.bodies, 1, {0, 0, -1});
      add_upright(problem, k - 1, k);
    }
    if (heavy > 0) {
      add_sphere(problem.bodies, 1 / heavy, {0, 0, -1});
      add_upright(problem, -1, 20);
    }
    Vec3s impulses(problem.links.size(), Vec3::Zero());
    Sweeps sweeps;
    const SweepReport report = sweeps.solve(problem, {Cone::coulomb, 1e-5, 1000, 5}, impulses);
    EXPECT_TRUE(report.converged) << heavy;
    EXPECT_NEAR(-impulses[0].z(), 20, 0.02 * 20) << heavy;
    EXPECT_LT(report.residual, 1e-4) << heavy;
  }
}

// Contacts that open, however fast, do not make the solution of a column less accurate.
TEST(FrictionSweeps, FastOpeningContactsBesideAColumn) {
  for (const double speed : {1e1, 1e2, 1e4}) {
    BodyProblem problem;
    for (Index k = 0; k < 30; ++k) {
      add_sphere(problem.bodies, 1, {0, 0, -1});
      add_upright(problem, k < 20 ? k - 1 : -1, k);
      if (k >= 20) problem.links.shift.back() = Vec3(0, 0, -speed);
    }
    Vec3s impulses(problem.links.size(), Vec3::Zero());
    Sweeps sweeps;
    EXPECT_TRUE(sweeps.solve(problem, {Cone::coulomb, 1e-5, 1000, 5}, impulses).converged) << speed;
    EXPECT_NEAR(-impulses[0].z(), 20, 0.02 * 20) << speed;
    EXPECT_EQ(impulses[25].norm(), 0) << speed;
  }
}

// A contact that slides without compression has no impulse, and a residual of 0 up to rounding.
TEST(FrictionSweeps, NoImpulsesNoResidual) {
  for (int k = 1; k < 200; ++k) {
    BodyProblem problem;
    add_sphere(problem.bodies, 1 / (1 + 0.01 * k), {0.1 * k, 0.03 * k, 0});
    add_upright(problem, -1, 0);
    Vec3s impulses(1, Vec3::Zero());
    Sweeps sweeps;
    const SweepReport report = sweeps.solve(problem, {Cone::coulomb, 1e-4, 100, 5}, impulses);
    EXPECT_TRUE(report.converged);
    EXPECT_LT(report.residual, 1e-15);
  }
}

// Frictionless balls have separate kernels. They are compared with the same balls with very small friction, above a
// floor. Tangential parts of the initial impulses have no effect.
TEST(FrictionSweeps, SmoothBallsMatchBallsOfTinyFriction) {
  const auto solved = [](double friction, const Vec3& start) {
    BodyProblem problem;
    for (int k = 0; k < 20; ++k) {
      add_sphere(problem.bodies, 1 + 0.1 * (k % 3), {0.1 * (k % 5), -0.05 * (k % 7), -1});
      problem.bodies.spin.back() = Vec3(1, 2, 3 + k);
      const Vec3 across = Vec3(0.3 * std::sin(k), 0.2 * std::cos(3 * k), 1).normalized();
      const bool floor = k % 4 == 0;
      add_link(problem.links, k, floor ? -1 : k - 1, -across, -across, floor ? Vec3(0, 0, 0) : across, friction);
    }
    Vec3s impulses(problem.links.size(), start);
    Sweeps sweeps;
    EXPECT_TRUE(sweeps.solve(problem, {Cone::coulomb, 1e-12, 10000, 5}, impulses).converged);
    return std::pair(problem.bodies, impulses);
  };
  const auto [smooth, without] = solved(0, {1, -2, 0.5});
  const auto [rough, with] = solved(1e-14, Vec3::Zero());
  double largest = 0;
  for (std::size_t c = 0; c < with.size(); ++c) {
    largest = std::max(largest, with[c].norm());
    EXPECT_LT((without[c] - with[c]).norm(), 1e-9);
  }
  EXPECT_GT(largest, 1);
  for (std::size_t i = 0; i < smooth.size(); ++i) {
    EXPECT_LT((smooth.velocity[i] - rough.velocity[i]).norm(), 1e-9);
    EXPECT_LT((smooth.spin[i] - Vec3(1, 2, 3 + static_cast<double>(i))).norm(), 1e-13);
  }
}

// A sphere that falls obliquely on a floor sticks if mu allows 2 / 7 of its sliding: p = -m (v_z z + 2 / 7 v_t), for
// any larger mu and any unit of mass.
TEST(FrictionSweeps, AccurateForLargeFriction) {
  for (const Cone cone : {Cone::coulomb, Cone::ccp})
    for (const double mass : {1e-6, 1.0, 1e6})
      for (const double mu : {0.1, 1.0, 1e2, 1e4, 1e6}) {
        BodyProblem problem;
        add_sphere(problem.bodies, 1 / mass, {0.2, 0.1, -1});
        add_link(problem.links, 0, -1, -Vec3::UnitZ(), -Vec3::UnitZ(), Vec3::Zero(), mu);
        Vec3s impulses(1, Vec3::Zero());
        Sweeps sweeps;
        const SweepReport report = sweeps.solve(problem, {cone, 1e-9, 1000, 5}, impulses);
        EXPECT_TRUE(report.converged) << mu;
        const Vec3 wanted = mass * Vec3(0.2 / 3.5, 0.1 / 3.5, -1);  // on body b, the floor
        EXPECT_LT((impulses[0] - wanted).norm(), 1e-7 * wanted.norm()) << "mu " << mu << " mass " << mass;
        EXPECT_LT(report.residual, 1e-7) << mu;
      }
}

// Spheres with a common velocity that is far larger than the velocity change by gravity in a step: the rounding of
// velocities must not prevent convergence.
TEST(FrictionSweeps, FastFlightConverges) {
  for (const double step : {1e-6, 1e-9, 1e-10}) {
    BodyProblem problem;
    for (Index k = 0; k < 8; ++k) {
      add_sphere(problem.bodies, 1, Vec3(7654.321, -4321.9, 2345.6) - Vec3(0, 0, step * (k - 3.5)));
      if (k > 0) add_upright(problem, k - 1, k);
    }
    Vec3s impulses(7, Vec3::Zero());
    Sweeps sweeps;
    const SweepReport report = sweeps.solve(problem, {Cone::coulomb, 1e-4, 1000, 5}, impulses);
    EXPECT_TRUE(report.converged) << step;
    EXPECT_LT(report.iterations, 200) << step;
  }
}

// The sweeps of a column start from the impulses of an impact, although the column's own impulses are far smaller.
// Single precision has too few digits for the difference, and double precision continues. Each contact carries the
// weights above it, for any unit of mass.
TEST(FrictionSweeps, SmallImpulsesFromALargeStart) {
  for (const double mass : {1e-6, 1.0, 1e9})
    for (const double step : {1e-3, 1e-6, 1e-8}) {
      BodyProblem problem;
      for (Index k = 0; k < 8; ++k) {
        add_sphere(problem.bodies, 1 / mass, Vec3(0, 0, -step));
        add_upright(problem, k - 1, k);
      }
      Vec3s impulses;
      for (const Vec3& normal : problem.links.normal) impulses.push_back(mass * normal);
      Sweeps sweeps;
      const SweepReport report = sweeps.solve(problem, {Cone::coulomb, 1e-6, 5000, 5}, impulses);
      EXPECT_TRUE(report.converged) << step;
      EXPECT_LT(report.iterations, 500) << step;
      for (std::size_t k = 0; k < 8; ++k)
        EXPECT_NEAR(impulses[k].dot(problem.links.normal[k]) / (mass * step), 8 - static_cast<double>(k), 1e-3)
            << mass << " " << step;
    }
}

// One column starts from the impulses of an impact, and all others from the weights that they carry. The rounding of
// the few large velocities must not keep the iterations in single precision.
TEST(FrictionSweeps, OneLargeStartAmongManySmallOnes) {
  const double step = 1e-4;
  const Index height = 8;
  for (const Index columns : {10, 300}) {
    BodyProblem problem;
    Vec3s impulses;
    for (Index k = 0; k < columns * height; ++k) {
      const Index level = k % height;
      add_sphere(problem.bodies, 1, Vec3(0, 0, -step));
      add_upright(problem, level == 0 ? -1 : k - 1, k);
      const double start = k < height ? 1e4 : (height - level) * step;
      impulses.push_back(start * problem.links.normal.back());
    }
    Sweeps sweeps;
    const SweepReport report = sweeps.solve(problem, {Cone::coulomb, 1e-6, 5000, 5}, impulses);
    EXPECT_TRUE(report.converged) << columns;
    EXPECT_LT(report.iterations, 500) << columns;
    for (std::size_t k = 0; k < impulses.size(); ++k) {
      const auto level = static_cast<Index>(k) % height;
      EXPECT_NEAR(impulses[k].dot(problem.links.normal[k]) / step, height - level, 0.01) << columns << " " << k;
    }
  }
}

// A step with many sweeps is aborted if a signal requested a stop and has waited too long.
TEST(FrictionSweeps, AreAbortedAfterTheDeadline) {
  SweptContact contact(1.5, 6);
  Vec3s impulses(1, Vec3::Zero());
  Sweeps sweeps;
  interrupt::deadline = interrupt::now();
  interrupt::signal = 15;
  const auto start = interrupt::now();
  EXPECT_THROW(sweeps.solve(contact.problem, {Cone::coulomb, 1e-300, 1'000'000'000, 1}, impulses), Stopped);
  EXPECT_LT(interrupt::now() - start, 10'000);
  interrupt::signal = 0;
  interrupt::deadline = std::numeric_limits<std::int64_t>::max();
}

}  // namespace
}  // namespace rubble::friction
