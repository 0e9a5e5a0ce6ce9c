// Friction problems in terms of bodies: W and q separately, and sweeps over bodies compared with solvers that use only
// W.
#include "friction/body_velocities.hpp"
#include "friction/residual.hpp"
#include "friction/solver.hpp"
#include "friction/sweeps.hpp"
#include "unit/friction_problems.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>
#include <omp.h>

namespace rubble::friction {
namespace {

struct Kind {
  bool round;  // spheres: equal moments, lever arms parallel to the normals
  double friction;
};

Mat3 random_inverse_inertia(std::mt19937_64& random) {
  const Mat3 axes = Quaternion(Quaternion::UnitRandom()).toRotationMatrix();
  const Vec3 diagonal = random_vector(random).cwiseAbs() + Vec3::Constant(0.3);
  return axes * diagonal.asDiagonal() * axes.transpose();
}

// Bodies with random velocities, each linked to two others, some to walls.
BodyProblem random_problem(std::size_t bodies, const Kind& kind, unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> size(0.5, 2);
  BodyProblem p;
  for (std::size_t i = 0; i < bodies; ++i) {
    p.bodies.velocity.push_back(random_vector(random));
    p.bodies.spin.push_back(random_vector(random));
    p.bodies.inverse_mass.push_back(size(random));
    p.bodies.inverse_moment.push_back(size(random));
    if (!kind.round) p.bodies.inverse_inertia.push_back(random_inverse_inertia(random));
  }
  const auto link = [&](std::size_t a, Index b) {
    const Vec3 n = random_vector(random).normalized();
    p.links.a.push_back(static_cast<Index>(a));
    p.links.b.push_back(b);
    p.links.normal.push_back(n);
    p.links.arm_a.push_back(kind.round ? Vec3(size(random) * n) : random_vector(random));
    p.links.arm_b.push_back(kind.round ? Vec3(-size(random) * n) : random_vector(random));
    p.links.shift.push_back(0.3 * random_vector(random));
    p.links.friction.push_back(kind.friction);
  };
  for (std::size_t i = 0; i + 1 < bodies; ++i) {
    link(i, static_cast<Index>(i + 1));
    if (i + 3 < bodies) link(i, static_cast<Index>(i + 3));
    if (i % 4 == 0) link(i, -1);
  }
  return p;
}

// Impulses along the frames of delassus_of().
Vec3s in_frames(const Links& links, const Vec3s& impulses) {
  Vec3s local;
  for (std::size_t c = 0; c < links.size(); ++c) local.push_back(frame_of(links.normal[c]).to_local(impulses[c]));
  return local;
}

TEST(FrictionBodies, VelocitiesAreThoseOfW) {
  for (const bool round : {true, false}) {
    const BodyProblem problem = random_problem(9, {round, 0.4}, 5);
    const Problem delassus = delassus_of(problem);
    ASSERT_EQ(violation(delassus), "");
    std::mt19937_64 random(6);
    Vec3s impulses;
    BodyVelocities pushed = problem.bodies;
    for (std::size_t c = 0; c < problem.links.size(); ++c) {
      impulses.push_back(random_vector(random));
      push(pushed, problem.links, c, impulses.back());
    }
    const Vec3s expected = velocities(delassus, in_frames(problem.links, impulses));
    for (std::size_t c = 0; c < problem.links.size(); ++c) {
      const Vec3 u = frame_of(problem.links.normal[c]).to_local(relative_velocity(pushed, problem.links, c));
      EXPECT_LT((u - expected[c]).norm(), 1e-13 * (1 + u.norm())) << c;
    }
  }
}

TEST(FrictionBodies, PushesKeepMomentum) {
  BodyProblem problem = random_problem(2, {false, 0.4}, 7);
  problem.links.b[0] = 1;
  const BodyVelocities before = problem.bodies;
  push(problem.bodies, problem.links, 0, {1, 2, 3});
  Vec3 change = Vec3::Zero();
  for (std::size_t i = 0; i < 2; ++i)
    change += (problem.bodies.velocity[i] - before.velocity[i]) / before.inverse_mass[i];
  EXPECT_LT(change.norm(), 1e-14);
  EXPECT_GT(problem.bodies.velocity[1].x(), before.velocity[1].x());  // the impulse acts on b
}

class BodySweeps : public testing::TestWithParam<std::tuple<bool, double, Cone>> {};

TEST_P(BodySweeps, SolutionsAgreeWithTheDelassusMatrix) {
  const auto [round, friction, cone] = GetParam();
  for (unsigned seed = 1; seed <= 5; ++seed) {
    BodyProblem problem = random_problem(30, {round, friction}, seed);
    const BodyProblem given = problem;
    const Problem delassus = delassus_of(given);
    Vec3s impulses(problem.links.size(), Vec3::Zero());
    Sweeps sweeps;
    const SweepReport report = sweeps.solve(problem, {cone, 1e-12, 100000, 5}, impulses);
    EXPECT_TRUE(report.converged);
    EXPECT_LT(report.residual, 1e-10);
    EXPECT_LT(residual(delassus, cone, in_frames(problem.links, impulses)), 1e-10);
    // The velocities follow from the impulses.
    BodyVelocities pushed = given.bodies;
    for (std::size_t c = 0; c < impulses.size(); ++c) push(pushed, given.links, c, impulses[c]);
    for (std::size_t i = 0; i < pushed.size(); ++i) {
      EXPECT_LT((problem.bodies.velocity[i] - pushed.velocity[i]).norm(), 1e-10);
      EXPECT_LT((problem.bodies.spin[i] - pushed.spin[i]).norm(), 1e-10);
    }
    // Another solver gives the same velocities, which are unique for the convex law.
    if (cone == Cone::coulomb) continue;
    Vec3s other(impulses.size(), Vec3::Zero());
    SolverOptions options;
    options.cone = cone;
    options.tolerance = 1e-10;
    options.iterations = 100000;
    options.local = Local::projected;
    ASSERT_TRUE(nsgs(delassus, options, other).converged);
    const Vec3s u = velocities(delassus, in_frames(problem.links, impulses));
    const Vec3s expected = velocities(delassus, other);
    for (std::size_t c = 0; c < u.size(); ++c) EXPECT_LT((u[c] - expected[c]).norm(), 1e-7);
  }
}
INSTANTIATE_TEST_SUITE_P(RoundOrNot, BodySweeps,
                         testing::Combine(testing::Bool(), testing::Values(0.0, 0.3, 0.8),
                                          testing::Values(Cone::coulomb, Cone::ccp)));

TEST(FrictionBodies, EqualMomentsAreASpecialCase) {
  BodyProblem round = random_problem(30, {true, 0.5}, 11);
  BodyProblem full = round;
  for (const double inverse : full.bodies.inverse_moment)
    full.bodies.inverse_inertia.push_back(inverse * Mat3::Identity());
  Vec3s first(round.links.size(), Vec3::Zero());
  Vec3s second = first;
  Sweeps sweeps;
  sweeps.solve(round, {Cone::coulomb, 1e-13, 100000, 5}, first);
  sweeps.solve(full, {Cone::coulomb, 1e-13, 100000, 5}, second);
  for (std::size_t c = 0; c < first.size(); ++c) EXPECT_LT((first[c] - second[c]).norm(), 1e-10);
}

// More contacts at one body than the number of colours.
TEST(FrictionBodies, OneBodyMayHaveAnyNumberOfContacts) {
  BodyProblem problem = random_problem(2, {true, 0.3}, 3);
  problem.links = {};
  std::mt19937_64 random(4);
  for (int k = 0; k < 150; ++k) {
    problem.links.a.push_back(0);
    problem.links.b.push_back(k % 3 == 0 ? 1 : -1);
    const Vec3 n = random_vector(random).normalized();
    problem.links.normal.push_back(n);
    problem.links.arm_a.push_back(n);
    problem.links.arm_b.push_back(-n);
    problem.links.shift.push_back(0.1 * n);  // bodies at rest satisfy the law
    problem.links.friction.push_back(0.3);
  }
  const Problem delassus = delassus_of(problem);
  Vec3s impulses(150, Vec3::Zero());
  Sweeps sweeps;
  const SweepReport report = sweeps.solve(problem, {Cone::coulomb, 1e-10, 100000, 5}, impulses);
  EXPECT_TRUE(report.converged);
  EXPECT_LT(residual(delassus, Cone::coulomb, in_frames(problem.links, impulses)), 1e-8);
}

// About 9000 contacts, enough for several threads, and a body with more contacts than colours.
TEST(FrictionBodies, ThreadsDoNotChangeBits) {
  const int before = omp_get_max_threads();
  for (const bool round : {true, false}) {
    BodyProblem given = random_problem(4000, {round, 0.5}, 2);
    for (std::size_t c = 0; c < given.links.size(); c += 75) {
      const bool is_hub = given.links.a[c] == 0 || given.links.b[c] == 0;
      if (given.links.b[c] >= 0 && !is_hub) given.links.a[c] = 0;
    }
    ASSERT_GT(given.links.size(), 8900u);
    ASSERT_GT(std::count(given.links.a.begin(), given.links.a.end(), 0), 80);
    for (const Cone cone : {Cone::coulomb, Cone::ccp}) {
      BodyProblem first;
      Vec3s expected;
      for (const int threads : {1, 2, 3, 4, 7}) {
        omp_set_num_threads(threads);
        BodyProblem problem = given;
        Vec3s impulses(problem.links.size(), Vec3::Zero());
        Sweeps sweeps;
        const SweepReport report = sweeps.solve(problem, {cone, 1e-6, 60, 5}, impulses);
        EXPECT_GT(report.iterations, 10);
        if (threads == 1) {
          first = problem;
          expected = impulses;
        }
        EXPECT_TRUE(impulses == expected) << round << " " << threads;
        EXPECT_TRUE(problem.bodies.velocity == first.bodies.velocity) << round << " " << threads;
        EXPECT_TRUE(problem.bodies.spin == first.bodies.spin) << round << " " << threads;
      }
    }
  }
  omp_set_num_threads(before);
}

// Single precision does not depend on the unit of mass or on a velocity common to all bodies.
TEST(FrictionBodies, UnitsDoNotMatter) {
  for (const bool round : {true, false}) {
    const BodyProblem given = random_problem(300, {round, 0.5}, 7);
    const double mass = 1e20;
    BodyProblem heavy = given;
    for (Reals* inverse : {&heavy.bodies.inverse_mass, &heavy.bodies.inverse_moment})
      for (double& x : *inverse) x /= mass;
    for (Mat3& inverse : heavy.bodies.inverse_inertia) inverse /= mass;
    const Vec3 common(1e6, -2e6, 3e6);
    for (Vec3& v : heavy.bodies.velocity) v += common;
    for (std::size_t c = 0; c < heavy.links.size(); ++c)
      if (heavy.links.b[c] < 0) heavy.links.shift[c] += common;
    BodyProblem light = given;
    Vec3s impulses(given.links.size(), Vec3::Zero());
    Vec3s times_mass = impulses;
    Sweeps sweeps;
    const SweepReport a = sweeps.solve(light, {Cone::coulomb, 1e-4, 1000, 5}, impulses);
    const SweepReport b = sweeps.solve(heavy, {Cone::coulomb, 1e-4, 1000, 5}, times_mass);
    EXPECT_TRUE(a.converged && b.converged);
    EXPECT_NEAR(static_cast<double>(a.iterations), static_cast<double>(b.iterations), 2);
    double mean = 0;
    for (const Vec3& p : impulses) mean += p.norm() / static_cast<double>(impulses.size());
    for (std::size_t c = 0; c < impulses.size(); ++c)
      EXPECT_LT((times_mass[c] / mass - impulses[c]).norm(), 1e-2 * mean);
  }
}

TEST(FrictionBodies, NothingToSolve) {
  BodyProblem problem = random_problem(3, {true, 0.5}, 2);
  const BodyVelocities before = problem.bodies;
  problem.links = {};
  Vec3s none;
  Sweeps sweeps;
  EXPECT_TRUE(sweeps.solve(problem, {}, none).converged);
  EXPECT_EQ(problem.bodies.velocity, before.velocity);
  Vec3s one(1);
  EXPECT_THROW(sweeps.solve(problem, {}, one), std::invalid_argument);
}

}  // namespace
}  // namespace rubble::friction
