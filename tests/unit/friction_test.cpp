// Friction problems: the cone, one contact, and solvers that must reproduce solutions by hand and agree with each
// other.
#include "base/error.hpp"
#include "friction/one_contact.hpp"
#include "friction/reference_cone.hpp"
#include "friction/residual.hpp"
#include "friction/solver.hpp"
#include "unit/friction_problems.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <stdexcept>

#include <Eigen/Dense>
#include <gtest/gtest.h>

namespace rubble::friction {
namespace {

using Solver = Report (*)(const Problem&, const SolverOptions&, Vec3s&);
struct Named {
  const char* name;
  Solver solve;
};
const std::vector<Named> kSolvers = {{"auto", solve},
                                     {"nsgs", nsgs},
                                     {"interior point", interior_point},
                                     {"accelerated gradient", accelerated_gradient},
                                     {"spectral gradient", spectral_gradient}};

SolverOptions to(double tolerance, Cone cone = Cone::coulomb) {
  SolverOptions options;
  options.tolerance = tolerance;
  options.iterations = 100000;
  options.cone = cone;
  options.local = cone == Cone::ccp ? Local::projected : Local::exact;
  return options;
}

// Violation of Coulomb's law by u = W r + b, for each condition separately.
double miss(const Vec3& r, const Vec3& u, double mu) {
  const double slip = std::hypot(u[1], u[2]);
  const double pull = std::hypot(r[1], r[2]);
  double worst = std::max({-r[0], pull - mu * r[0], -u[0], std::abs(r[0] * u[0])});
  // The power of friction is the largest that the cone allows, mu r_n |u_t|, and opposes the slip.
  worst = std::max(worst, std::abs(r[1] * u[1] + r[2] * u[2] + mu * r[0] * slip));
  return worst;
}

TEST(FrictionCone, ProjectionIsTheNearestPoint) {
  std::mt19937_64 random(1);
  for (int k = 0; k < 2000; ++k) {
    const Vec3 v = random_vector(random);
    const double mu = std::exp(random_vector(random)[0]);
    const Vec3 p = project(v, mu);
    const Vec3 rest = v - p;  // in the polar cone: rest . x <= 0 for all x of the cone, and rest . p = 0
    EXPECT_LE(tangential_norm(p), mu * p[0] + 1e-12);
    EXPECT_NEAR(rest.dot(p), 0, 1e-12);
    EXPECT_LE(rest[0] + mu * tangential_norm(rest), 1e-12);
    EXPECT_LT((project(p, mu) - p).norm(), 1e-15);
  }
}

TEST(FrictionProblem, BlocksAreThoseOfTheMatrix) {
  const Masses masses = random_masses(5, 9, 0.4, 3);
  const Problem problem = masses.problem();
  const Eigen::MatrixXd inverse = Eigen::MatrixXd(masses.mass).inverse();
  const Eigen::MatrixXd h = masses.directions;
  const Eigen::MatrixXd w = h.transpose() * inverse * h;
  EXPECT_LT((Eigen::MatrixXd(matrix_of(problem.delassus)) - w).norm(), 1e-13 * w.norm());
  const Eigen::VectorXd q = h.transpose() * inverse * masses.force + masses.velocity;
  std::mt19937_64 random(2);
  Vec3s r;
  Eigen::VectorXd flat(27);
  for (Eigen::Index a = 0; a < 9; ++a) {
    r.push_back(random_vector(random));
    flat.segment<3>(3 * a) = r.back();
  }
  const Vec3s u = velocities(problem, r);
  for (Eigen::Index a = 0; a < 9; ++a)
    EXPECT_LT((u[static_cast<std::size_t>(a)] - (w * flat + q).segment<3>(3 * a)).norm(), 1e-12);
  EXPECT_EQ(violation(problem), "");
}

TEST(FrictionProblem, SaysWhatIsWrong) {
  const Problem good = sphere_on_floor(1, 0.5, {-1, 0, 0});
  Problem bad = good;
  bad.friction[0] = -0.1;
  EXPECT_EQ(violation(bad), "contact 0 has friction -0.1, expected 0 to 1e+06");
  bad = good;
  bad.free_velocity[0][1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(violation(bad), "contact 0 has no finite free velocity");
  bad = good;
  bad.delassus.block[0](0, 0) = 0;
  EXPECT_EQ(violation(bad), "contact 0 has 0 on the diagonal of W, expected an inverse mass > 0");
  bad = good;
  bad.friction.push_back(1);
  EXPECT_EQ(violation(bad), "2 contacts have friction, 1 have a row of W, 1 have a free velocity");
  bad = good;
  bad.delassus.begin.clear();
  EXPECT_EQ(violation(bad), "1 contacts have friction, 0 have a row of W, 1 have a free velocity");
  const std::string places = "offsets of the rows of W do not rise from 0 to the number of blocks, ";
  const Problem two = column(2, 1, 1, 0.5);  // begin 0, 2, 4
  EXPECT_EQ(violation(two), "");
  bad = two;
  bad.delassus.begin = {0, 5, 4};
  EXPECT_EQ(violation(bad), places + "4");
  bad.delassus.begin = {1, 2, 4};
  EXPECT_EQ(violation(bad), places + "4");
  bad.delassus.begin = {0, 2, 3};
  EXPECT_EQ(violation(bad), places + "4");
  bad = two;
  bad.delassus.column[3] = 2;
  EXPECT_EQ(violation(bad), "row 1 of W has a block in column 2 after column 0");
  bad.delassus.column[3] = 0;
  EXPECT_EQ(violation(bad), "row 1 of W has a block in column 0 after column 0");
  bad.delassus.column.pop_back();
  EXPECT_EQ(violation(bad), "W has 4 blocks in 3 columns");
  bad = good;
  bad.delassus.begin = {0, 0};
  bad.delassus.column.clear();
  bad.delassus.block.clear();
  EXPECT_EQ(violation(bad), "row 0 of W has no block on the diagonal");
  EXPECT_THROW(blocks_of(Eigen::SparseMatrix<double>(4, 4)), std::invalid_argument);
  Masses masses = random_masses(3, 2, 0.4, 3);
  masses.mass.coeffRef(0, 0) = 0;
  EXPECT_THROW(masses.problem(), std::invalid_argument);
}

TEST(FrictionProblem, SizesOfMassesAgree) {
  const Masses good = random_masses(3, 2, 0.4, 3);
  Masses bad = good;
  bad.mass.resize(0, 0);
  EXPECT_THROW(bad.problem(), std::invalid_argument);
  bad.directions.resize(0, 6);
  bad.force.resize(0);
  EXPECT_THROW(bad.problem(), std::invalid_argument);
  bad = good;
  bad.mass.conservativeResize(18, 17);
  EXPECT_THROW(bad.problem(), std::invalid_argument);
  bad = good;
  bad.directions.conservativeResize(18, 3);
  EXPECT_THROW(bad.problem(), std::invalid_argument);
  bad = good;
  bad.force.conservativeResize(17);
  EXPECT_THROW(bad.problem(), std::invalid_argument);
  bad = good;
  bad.velocity.conservativeResize(3);
  EXPECT_THROW(bad.problem(), std::invalid_argument);
  bad = good;
  bad.directions.resize(18, 0);
  bad.velocity.resize(0);
  bad.friction.clear();
  EXPECT_EQ(bad.problem().size(), 0);
}

// Two contacts of separate bodies, the second 1e18 times as heavy as the first: both keep all their digits, and the
// rounding errors between them are dropped.
TEST(FrictionProblem, HeavyContactsStayBesideLightOnes) {
  Masses masses;
  masses.mass.resize(6, 6);
  masses.directions.resize(6, 6);
  for (Index i = 0; i < 6; ++i) {
    masses.mass.insert(i, i) = i < 3 ? 1 : 1e18;
    masses.directions.insert(i, i) = 1;
  }
  masses.directions.insert(4, 3) = 0.25;   // relative to the heavy contact's own entries
  masses.directions.insert(0, 3) = 1e-30;  // negligible
  masses.force = Eigen::VectorXd::Zero(6);
  masses.velocity = Eigen::VectorXd::Constant(6, -1);
  masses.friction = {0.5, 0.5};
  const Problem problem = masses.problem();
  EXPECT_EQ(problem.delassus.block.size(), 2);
  EXPECT_EQ(violation(problem), "");
  EXPECT_DOUBLE_EQ(problem.delassus.block[1](1, 0), 0.25e-18);
  EXPECT_DOUBLE_EQ(problem.delassus.block[1](2, 2), 1e-18);
}

// A sphere of mass 2 that falls with 3 m/s onto a floor stops with r_n = 6; its sliding stops if r_t = 2 v / 3.5 does
// not exceed mu r_n.
TEST(FrictionResidual, SolutionsByHand) {
  const auto error = [](double mu, const Vec3& q, const Vec3& r) {
    return residual(sphere_on_floor(2, mu, q), Cone::coulomb, {r});
  };
  EXPECT_LT(error(0.5, {1, 7, 0}, {0, 0, 0}), 1e-15);       // separates
  EXPECT_LT(error(0.5, {-3, 3.5, 0}, {6, -2, 0}), 1e-15);   // sticks: 2 < 0.5 * 6
  EXPECT_LT(error(0.5, {-3, 0, -7}, {6, 0, 3}), 1e-15);     // slides: 4 > 3
  EXPECT_GT(error(0.5, {-3, 0, -7}, {6, 0, 2.9}), 1e-3);    // friction too small
  EXPECT_GT(error(0.5, {-3, 0, -7}, {6, 0, -3}), 0.1);      // friction of the wrong sign
  EXPECT_GT(error(0.5, {-3, 3.5, 0}, {5.9, -2, 0}), 5e-3);  // penetrates
  EXPECT_GT(error(0.5, {1, 0, 0}, {1, 0, 0}), 0.1);         // is pulled
  // No impulse: u = q, r - v = (3 - 0.5 * 4, -4, 0), nearest point of the cone (1, -4, 0) => n = (1 + 2) / 1.25 = 2.4.
  EXPECT_NEAR(error(0.5, {-3, 4, 0}, {0, 0, 0}), 2.4 * std::sqrt(1.25) / 5, 1e-15);
}

// Numbers whose squares overflow or underflow.
TEST(FrictionResidual, LargeAndSmallNumbers) {
  for (const double size : {1e200, 1e-170}) {
    const auto error = [&](const Vec3& r) {
      return residual(sphere_on_floor(2, 0.5, size * Vec3(-3, 0, -7)), Cone::coulomb, {size * r});
    };
    EXPECT_LT(error({6, 0, 3}), 1e-15) << size;
    EXPECT_NEAR(error({0, 0, 0}), residual(sphere_on_floor(2, 0.5, {-3, 0, -7}), Cone::coulomb, {Vec3::Zero()}), 1e-14);
  }
}

// A column of heavy bodies: the residual is small for impulses that leave wrong velocities unchanged.
TEST(FrictionResidual, PenetrationRevealsErrorsThatTheResidualHides) {
  const Problem problem = column(10, 1e9, 0.2, 0.5);
  Vec3s r(10, Vec3(1e9, 0, 0));
  EXPECT_LT(residual(problem, Cone::coulomb, r), 1e-6);
  EXPECT_NEAR(penetration(problem, r), 1, 1e-12);  // the lowest sphere enters the floor with its initial velocity
  r[9] = Vec3::Zero();                             // the spheres at the top approach each other with 1 m/s
  EXPECT_LT(residual(problem, Cone::coulomb, r), 1e-6);
  EXPECT_NEAR(penetration(problem, r), 5, 1e-9);
  for (std::size_t k = 0; k < 10; ++k) r[k] = Vec3(1e9 * 0.2 * static_cast<double>(10 - k), 0, 0);
  EXPECT_LT(penetration(problem, r), 1e-12);
  EXPECT_EQ(penetration(sphere_on_floor(1, 0.5, {0, 0, 0}), {Vec3(-2, 0, 0)}), 2);
}

// Natural units change no digit of a velocity, and the residual then shows the errors of the test above. W and q of the
// column: mean diagonal 8/3 (19/10) / m, rms q 0.2 sqrt(1/10) m/s.
TEST(FrictionProblem, NaturalUnits) {
  const Problem problem = column(10, 1e9, 0.2, 0.5);
  const Problem natural = in_natural_units(problem);
  const auto [impulse, velocity] = natural.units;
  EXPECT_EQ(velocity, std::exp2(-4));             // nearest to 0.0632
  EXPECT_EQ(velocity / impulse, std::exp2(-28));  // nearest to 5.07e-9, in powers of two
  const Vec3s wrong(10, Vec3(1e9, 0, 0));
  Vec3s scaled;
  for (const Vec3& r : wrong) scaled.push_back(r / impulse);
  const Vec3s u = velocities(problem, wrong), v = velocities(natural, scaled);
  for (std::size_t k = 0; k < 10; ++k) EXPECT_EQ(velocity * v[k], u[k]);
  EXPECT_LT(residual(problem, Cone::coulomb, wrong), 1e-6);
  EXPECT_GT(residual(natural, Cone::coulomb, scaled), 1e-2);
  const Problem again = in_natural_units(natural);  // nothing is left to scale
  EXPECT_EQ(again.units.impulse, impulse);
  EXPECT_EQ(again.free_velocity, natural.free_velocity);
  const Problem at_rest = in_natural_units(sphere_on_floor(4, 0.5, {0, 0, 0}));
  EXPECT_EQ(at_rest.units.velocity, 1);
  EXPECT_EQ(in_natural_units(Problem()).units.impulse, 1);
}

// One contact with W = response times 1 and the velocity (-1, 0.2, 0.1): it sticks, r = (1, -0.2, -0.1) / response, if
// sqrt(0.05) <= mu. Otherwise it slides along its velocity: r_n = 1 / response by Coulomb's law; by the relaxed law r =
// rho (1, -mu t), rho = (1 + mu sqrt(0.05)) / (1 + mu^2) / response, which minimises r . W r / 2 + q . r.
struct Isotropic {
  Problem problem;
  Vec3 solution;

  Isotropic(double response, double mu, Cone cone) {
    problem.delassus.begin = {0, 1};
    problem.delassus.column = {0};
    problem.delassus.block = {response * Mat3::Identity()};
    problem.free_velocity = {Vec3(-1, 0.2, 0.1)};
    problem.friction = {mu};
    const double slip = std::sqrt(0.05);
    const bool sticks = mu >= slip;
    const double along = sticks || cone == Cone::coulomb ? 1 : (1 + mu * slip) / (1 + mu * mu);
    const double across = sticks ? 1 : along * mu / slip;
    solution = Vec3(along, -0.2 * across, -0.1 * across) / response;
  }
};

// For any friction and unit of mass, a problem that solvers report as solved is solved.
TEST(FrictionSolvers, AccurateForLargeFriction) {
  for (const Cone cone : {Cone::coulomb, Cone::ccp})
    for (const double response : {1e-6, 1.0, 1e6})
      for (const double mu : {0.1, 0.2, 0.23, 1.0, 10.0, 1e3, 1e4, 1e5, 1e6}) {
        const Isotropic contact(response, mu, cone);
        for (const Named& solver : kSolvers) {
          Vec3s r(1, Vec3::Zero());
          const Report report = solver.solve(contact.problem, to(1e-7, cone), r);
          EXPECT_TRUE(report.converged) << solver.name << " mu " << mu << " W " << response;
          EXPECT_LT((r[0] - contact.solution).norm(), 1e-6 * contact.solution.norm())
              << solver.name << " mu " << mu << " W " << response << " relaxed " << (cone == Cone::ccp);
        }
      }
}

// The error of a contact is the speed of approach for a zero impulse, and the excess for an impulse outside the cone.
// The error is relative to |q| + |W r|, for any mu, unit of mass and motion of other contacts.
TEST(FrictionResidual, ErrorOfAContact) {
  for (const double response : {1e-6, 1.0, 1e6}) {
    for (const double mu : {1.0, 1e3, 1e6}) {
      const Isotropic contact(response, mu, Cone::coulomb);
      EXPECT_NEAR(contact_error(contact.problem, Cone::coulomb, {Vec3::Zero()}), 1 / std::sqrt(1.05), 1e-15);
      EXPECT_GE(contact_error(contact.problem, Cone::ccp, {Vec3::Zero()}), 1 / std::sqrt(1.05) - 1e-15);
      EXPECT_LT(contact_error(contact.problem, Cone::coulomb, {contact.solution}), 1e-15);
      EXPECT_LT(contact_error(contact.problem, Cone::ccp, {contact.solution}), 1e-15);
      // No normal impulse, and the tangential impulse that makes the contact stick: u = (-1, 0, 0).
      const Vec3 across = Vec3(0, -0.2, -0.1) / response;
      EXPECT_NEAR(contact_error(contact.problem, Cone::coulomb, {across}), 1 / (std::sqrt(1.05) + std::sqrt(0.05)),
                  1e-14);
    }
    // The impulse makes the contact stick, but friction allows only 0.1: the excess is sqrt(0.05) - 0.1.
    const Isotropic slides(response, 0.1, Cone::coulomb);
    const Vec3 stuck = Vec3(1, -0.2, -0.1) / response;
    const double wanted = (std::sqrt(0.05) - 0.1) / (2 * std::sqrt(1.05));
    EXPECT_NEAR(contact_error(slides.problem, Cone::coulomb, {stuck}), wanted, 1e-14);
    EXPECT_NEAR(contact_error(slides.problem, Cone::ccp, {stuck}), wanted, 1e-14);
  }
  // This contact is beside a contact that separates 1e9 times as fast.
  Problem two = Isotropic(1, 1e6, Cone::coulomb).problem;
  two.delassus.begin.push_back(2);
  two.delassus.column.push_back(1);
  two.delassus.block.push_back(Mat3::Identity());
  two.free_velocity.push_back(Vec3(1e9, 0, 0));
  two.friction.push_back(0.5);
  EXPECT_NEAR(contact_error(two, Cone::coulomb, Vec3s(2, Vec3::Zero())), 1 / std::sqrt(1.05), 1e-15);
  EXPECT_EQ(contact_error(sphere_on_floor(1, 0.5, {0, 0, 0}), Cone::coulomb, {Vec3::Zero()}), 0);
}

// By the relaxed law a sliding contact lifts off with u_n = mu |u_t|. For a block W = diag(a, b, b): r = rho (1, -mu,
// 0), u = (q_n + a rho, q_t - b mu rho, 0) and u_n = mu u_t give rho = (mu q_t - q_n) / (a + b mu^2).
TEST(FrictionResidual, RelaxedLawByHand) {
  const double mu = 0.5;
  const double a = 1;
  const double b = 3.5;
  const double rho = (mu * 7 + 3) / (a + b * mu * mu);
  const Problem problem = sphere_on_floor(1, mu, {-3, 7, 0});
  const Vec3 r(rho, -mu * rho, 0);
  EXPECT_LT(residual(problem, Cone::ccp, {r}), 1e-15);
  EXPECT_GT(residual(problem, Cone::coulomb, {r}), 0.05);
  for (const Named& solver : kSolvers) {
    Vec3s found(1, Vec3::Zero());
    EXPECT_TRUE(solver.solve(problem, to(1e-10, Cone::ccp), found).converged) << solver.name;
    EXPECT_LT((found[0] - r).norm(), 1e-8) << solver.name;
  }
}

TEST(FrictionOneContact, ExactSolutionObeysTheLaw) {
  std::mt19937_64 random(7);
  int parted = 0;
  int sliding = 0;
  for (int k = 0; k < 20000; ++k) {
    Mat3 root;
    for (int i = 0; i < 3; ++i) root.col(i) = random_vector(random);
    const Mat3 w = root * root.transpose() + 0.1 * Mat3::Identity();
    const double mu = 0.2 + std::abs(random_vector(random)[0]);
    // If mu |W_nt| >= W_nn, the normal velocity may decrease while the normal impulse of a sliding contact grows. There
    // may then be more than one solution (at least one exists, because W is positive definite). The exact form is not
    // used.
    if (mu * w.block<1, 2>(0, 1).norm() > 0.9 * w(0, 0)) continue;
    const Vec3 b = random_vector(random);
    OneContact contact(w, mu, Local::exact, Cone::coulomb);
    const Vec3 r = contact.solve(b, Vec3::Zero());
    ASSERT_LT(miss(r, w * r + b, mu), 1e-9 * (1 + r.norm() * w.norm())) << k;
    parted += r.isZero(0);
    sliding += !r.isZero(0) && tangential_norm(r) > mu * r[0] * (1 - 1e-9);
    // The result does not depend on the initial impulse and its velocity, and a restart from the result reproduces it.
    const Vec3 other = random_vector(random);
    EXPECT_LT((contact.solve(w * other + b, other) - r).norm(), 1e-7 * (1 + r.norm()));
  }
  EXPECT_GT(parted, 5000);
  EXPECT_GT(sliding, 2000);
}

// S = 0: the tangential block is that of a mass that can move in one direction only.
TEST(FrictionOneContact, OneDirectionGivesFiniteImpulses) {
  for (const double mu : {0.0, 0.1, 0.5, 2.0}) {
    OneContact contact(Mat3::Ones(), mu, Local::exact, Cone::coulomb);
    for (const Vec3& b : {Vec3(-1, -1, -1), Vec3(-1, 0, 0), Vec3(-1, 2, -3), Vec3(-1, -1, 0.5)}) {
      const Vec3 r = contact.solve(b, Vec3::Zero());
      EXPECT_TRUE(r.allFinite()) << mu << ' ' << b.transpose();
      EXPECT_LE(tangential_norm(r), mu * r[0] * (1 + 1e-12));
    }
  }
}

TEST(FrictionOneContact, AllFormsHaveTheSameFixedPoint) {
  std::mt19937_64 random(8);
  for (int k = 0; k < 200; ++k) {
    Mat3 root;
    for (int i = 0; i < 3; ++i) root.col(i) = random_vector(random);
    const Mat3 w = 0.05 * root * root.transpose() + Mat3::Identity();
    const Vec3 b = random_vector(random);
    OneContact exact(w, 0.4, Local::exact, Cone::coulomb);
    const Vec3 r = exact.solve(b, Vec3::Zero());
    for (const Local local : {Local::diagonal, Local::projected}) {
      OneContact contact(w, 0.4, local, Cone::coulomb);
      Vec3 x = Vec3::Zero();
      for (int step = 0; step < 300; ++step) x = contact.solve(w * x + b, x);
      EXPECT_LT((x - r).norm(), 1e-9 * (1 + r.norm())) << k;
    }
  }
}

TEST(FrictionSolvers, CarryTheWeightsOfAColumn) {
  const std::size_t n = 10;
  const Problem problem = column(n, 3, 0.2, 0.5);
  for (const Named& solver : kSolvers) {
    Vec3s r(n, Vec3::Zero());
    const Report report = solver.solve(problem, to(1e-11), r);
    EXPECT_TRUE(report.converged) << solver.name;
    for (std::size_t k = 0; k < n; ++k)
      EXPECT_LT((r[k] - Vec3(3 * 0.2 * static_cast<double>(n - k), 0, 0)).norm(), 1e-7) << solver.name << ' ' << k;
  }
}

// The number of iterations for ten contacts in a row: 99 by sweeps, 823 without momentum, and 20 by interior points.
TEST(FrictionSolvers, IterationsAreFew) {
  const Problem problem = column(10, 3, 0.2, 0.5);
  Vec3s r(10, Vec3::Zero());
  EXPECT_LE(nsgs(problem, to(1e-11), r).iterations, 150);
  r.assign(10, Vec3::Zero());
  EXPECT_LE(interior_point(problem, to(1e-11), r).iterations, 25);
  // 120 random contacts: 20 iterations; 28 without Mehrotra's corrector.
  const Problem many = random_masses(80, 120, 0.2, 3).problem();
  r.assign(120, Vec3::Zero());
  EXPECT_LE(interior_point(many, to(1e-8), r).iterations, 24);
}

// One contact of nine with mu |W_nt| = 1.36 W_nn: sweeps with its exact solution do not converge.
TEST(FrictionSolvers, SweepsConvergeWithAStronglyCoupledContact) {
  Problem problem = random_masses(6, 9, 0.2, 12).problem();
  problem.friction[0] = 4.5;
  Vec3s r(9, Vec3::Zero());
  EXPECT_TRUE(nsgs(problem, to(1e-8), r).converged);
}

// The sweeps that precede interior points count as iterations in number, report and trace.
TEST(FrictionSolvers, FirstSweepsCountAsIterations) {
  const Problem problem = random_masses(30, 60, 0.7, 4).problem();
  for (const std::int64_t most : {3, 15}) {
    SolverOptions few = to(1e-15);
    few.iterations = most;
    std::vector<std::int64_t> seen;
    few.progress = [&](std::int64_t iteration, double) { seen.push_back(iteration); };
    Vec3s r(problem.size(), Vec3::Zero());
    EXPECT_EQ(interior_point(problem, few, r).iterations, most);
    EXPECT_EQ(seen.front(), 0);
    EXPECT_EQ(seen.back(), most);
    EXPECT_EQ(std::adjacent_find(seen.begin(), seen.end(), std::greater_equal<>()), seen.end());
  }
}

TEST(FrictionSolvers, RefuseInvalidProblemsAndOptions) {
  const Problem problem = column(3, 1, 1, 0.5);
  for (const Named& solver : kSolvers) {
    Vec3s few(2, Vec3::Zero());
    EXPECT_THROW(solver.solve(problem, to(1e-6), few), std::invalid_argument) << solver.name;
    few.assign(2, Vec3::Ones());
    EXPECT_THROW(solver.solve(problem, to(1e-6), few), std::invalid_argument) << solver.name;
  }
  for (const Local local : {Local::exact, Local::diagonal})
    for (const Solver solver : {solve, nsgs, interior_point}) {
      SolverOptions options = to(1e-6, Cone::ccp);
      options.local = local;
      Vec3s r(3, Vec3::Zero());
      EXPECT_THROW(solver(problem, options, r), std::invalid_argument);
    }
}

// Rows of W that sum to zero: the first step of the accelerated gradients is still finite.
TEST(FrictionSolvers, GradientsBeginWithAFiniteStep) {
  Problem problem = sphere_on_floor(1, 0.5, {-1, 0.1, 0});
  problem.delassus.block[0] = Mat3::Identity() * 1.5 - Mat3::Ones() * 0.5;
  Vec3s r(1, Vec3::Zero());
  EXPECT_TRUE(accelerated_gradient(problem, to(1e-6), r).converged);
}

// A slightly asymmetric W, as in files of other codes: u is then not a gradient, and the change of the energy does not
// determine the step length.
TEST(FrictionSolvers, AcceleratedGradientsTolerateAsymmetry) {
  Problem problem = random_masses(30, 60, 0.5, 3).problem();
  std::mt19937_64 random(5);
  for (Mat3& block : problem.delassus.block) {
    Mat3 change;
    for (int k = 0; k < 3; ++k) change.col(k) = random_vector(random);
    block += 1e-2 * block.norm() * change;
  }
  Vec3s r(problem.size(), Vec3::Zero());
  const Report report = accelerated_gradient(problem, to(1e-6, Cone::ccp), r);
  EXPECT_TRUE(report.converged) << report.residual;
  EXPECT_LT(report.iterations, 10000);
}

// Bodies 1e12 times as heavy as their neighbours.
TEST(FrictionSolvers, MassRatios) {
  const Problem light = sphere_on_floor(1e-6, 0.5, {-3, 0, -7});
  const Problem heavy = sphere_on_floor(1e6, 0.5, {-3, 0, -7});
  Problem both = light;
  both.delassus.begin = {0, 1, 2};
  both.delassus.column = {0, 1};
  both.delassus.block.push_back(heavy.delassus.block[0]);
  both.free_velocity.push_back(heavy.free_velocity[0]);
  both.friction.push_back(0.5);
  Vec3s r(2, Vec3::Zero());
  EXPECT_TRUE(nsgs(both, to(1e-12), r).converged);
  EXPECT_LT((r[0] - Vec3(3e-6, 0, 1.5e-6)).norm(), 1e-18);
  EXPECT_LT((r[1] - Vec3(3e6, 0, 1.5e6)).norm(), 1e-6);
  EXPECT_LT(penetration(both, r), 1e-12);
}

// Impulses need not be unique. Velocities are unique for the relaxed law, and here also for Coulomb's law because
// friction is small.
TEST(FrictionSolvers, AgreeOnVelocities) {
  for (unsigned seed = 1; seed < 6; ++seed) {
    const Problem problem = random_masses(12, 20, 0.1, seed).problem();
    for (const Cone cone : {Cone::coulomb, Cone::ccp}) {
      Vec3s first;
      for (const Named& solver : kSolvers) {
        Vec3s r(problem.size(), Vec3::Zero());
        const Report report = solver.solve(problem, to(3e-8, cone), r);
        EXPECT_TRUE(report.converged) << solver.name << ' ' << seed;
        EXPECT_EQ(report.residual, residual(problem, cone, r));
        const Vec3s u = velocities(problem, r);
        if (first.empty()) first = u;
        for (std::size_t a = 0; a < u.size(); ++a)
          EXPECT_LT((u[a] - first[a]).norm(), 1e-5) << solver.name << ' ' << seed << ' ' << a;
        for (std::size_t a = 0; a < u.size() && cone == Cone::coulomb; ++a) {
          EXPECT_LT(miss(r[a], u[a], 0.1), 1e-5) << solver.name;
        }
      }
    }
  }
}

// The relaxed law is the minimum of 1/2 r W r + q r: no point of the cones has a lower value.
TEST(FrictionSolvers, RelaxedSolutionIsAMinimum) {
  const Problem problem = random_masses(8, 14, 0.6, 11).problem();
  const auto energy = [&](const Vec3s& r) {
    const Vec3s u = velocities(problem, r);
    double sum = 0;
    for (std::size_t a = 0; a < r.size(); ++a) sum += 0.5 * r[a].dot(u[a] + problem.free_velocity[a]);
    return sum;
  };
  Vec3s r(problem.size(), Vec3::Zero());
  ASSERT_TRUE(spectral_gradient(problem, to(1e-10, Cone::ccp), r).converged);
  std::mt19937_64 random(5);
  for (int k = 0; k < 1000; ++k) {
    Vec3s other = r;
    for (std::size_t a = 0; a < r.size(); ++a)
      other[a] = project(r[a] + std::pow(10, -k % 5) * random_vector(random), problem.friction[a]);
    EXPECT_GE(energy(other), energy(r) - 1e-12);
  }
}

TEST(FrictionSolvers, KeepTheBestIterate) {
  const Problem problem = random_masses(30, 60, 0.7, 4).problem();
  for (const Named& solver : kSolvers) {
    Vec3s good(problem.size(), Vec3::Zero());
    nsgs(problem, to(1e-8), good);
    const double before = residual(problem, Cone::coulomb, good);
    SolverOptions few = to(1e-15);
    few.iterations = 3;
    std::vector<std::pair<std::int64_t, double>> seen;
    few.progress = [&](std::int64_t i, double r) { seen.emplace_back(i, r); };
    const Report report = solver.solve(problem, few, good);
    EXPECT_LE(report.residual, before) << solver.name;
    EXPECT_EQ(report.residual, residual(problem, Cone::coulomb, good)) << solver.name;
    ASSERT_FALSE(seen.empty()) << solver.name;
    EXPECT_EQ(seen.back().second, report.residual) << solver.name;
    for (std::size_t i = 1; i < seen.size(); ++i) EXPECT_LE(seen[i].second, seen[i - 1].second) << solver.name;
  }
}

// Sweeps without momentum and with the diagonal form of the literature converge to the same velocities.
TEST(FrictionSolvers, VariantsOfSweepsAgree) {
  const Problem problem = random_masses(12, 20, 0.1, 2).problem();
  Vec3s r(problem.size(), Vec3::Zero());
  ASSERT_TRUE(nsgs(problem, to(1e-11), r).converged);
  const Vec3s u = velocities(problem, r);
  for (const Local local : {Local::exact, Local::diagonal, Local::projected}) {
    SolverOptions plain = to(1e-11);
    plain.momentum = false;
    plain.local = local;
    Vec3s other(problem.size(), Vec3::Zero());
    ASSERT_TRUE(nsgs(problem, plain, other).converged);
    const Vec3s v = velocities(problem, other);
    for (std::size_t a = 0; a < u.size(); ++a) EXPECT_LT((u[a] - v[a]).norm(), 1e-8);
  }
}

TEST(FrictionSolvers, NothingToSolve) {
  for (const Named& solver : kSolvers) {
    Vec3s none;
    EXPECT_TRUE(solver.solve({}, to(1e-6), none).converged) << solver.name;
    Vec3s apart(1, Vec3::Zero());
    EXPECT_TRUE(solver.solve(sphere_on_floor(1, 0.5, {1, 2, 3}), to(1e-12), apart).converged) << solver.name;
    EXPECT_TRUE(apart[0].isZero(0)) << solver.name;
  }
}

TEST(FrictionSolvers, WithoutFriction) {
  const Problem problem = column(5, 1, 1, 0);
  Vec3s r(5, Vec3::Zero());
  EXPECT_THROW(interior_point(problem, to(1e-9), r), std::invalid_argument);
  for (const Solver solver : {solve, nsgs, accelerated_gradient, spectral_gradient}) {
    r.assign(5, Vec3::Zero());
    EXPECT_TRUE(solver(problem, to(1e-11), r).converged);
    EXPECT_NEAR(r[0][0], 5, 1e-7);
  }
}

}  // namespace
}  // namespace rubble::friction
