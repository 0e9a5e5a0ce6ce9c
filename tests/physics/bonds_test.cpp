// Bonds of soft spheres against the theory of beams and of vibrations, which are known in closed form: Timoshenko &
// Goodier, Theory of Elasticity, 1970; Timoshenko & Young, Vibration Problems in Engineering, 1955.
#include "ssdem/bonds_at_start.hpp"
#include "watched.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

namespace rubble::test {
namespace {

constexpr double kYoung = 2e8, kShear = 0.8e8;          // [Pa]
constexpr double kRadius = 0.05, kDensity = 2000;       // [m], [kg m-3]
constexpr double kLength = 0.11;                        // distance of the centres [m]
constexpr double kBeam = 0.5 * kRadius;                 // radius of a beam [m]
const double kArea = std::numbers::pi * kBeam * kBeam;  // [m2]
const double kSecond = kArea * kBeam * kBeam / 4;       // second moment of area I [m4]
const double kMass = 4.0 / 3.0 * std::numbers::pi * kDensity * std::pow(kRadius, 3);
const double kInertia = 0.4 * kMass * kRadius * kRadius;

// Stiffness of a beam against shear, from the bending line of a beam whose ends do not rotate: 12 E I / L^3, in series
// with the shear of the cross-section, kappa G A / L with Cowper's kappa.
double shear_stiffness() {
  const double nu = kYoung / (2 * kShear) - 1, kappa = 6 * (1 + nu) / (7 + 6 * nu);
  return 1 / (std::pow(kLength, 3) / (12 * kYoung * kSecond) + kLength / (kappa * kShear * kArea));
}

ssdem::Parameters bonded(double dt) {
  ssdem::Parameters p = plain(1e6, 0.5);
  p.bonds = ssdem::BondParameters{kYoung, kShear, kBeam / kRadius, {}, {}, 0};
  p.step.dt = dt;
  return p;
}

// Two spheres along x that do not touch, with these velocities and spins of the second; those of the first are
// opposite, except the spins if `alike`.
Pile pair_of(const Vec3& velocity, const Vec3& spin, bool alike = false) {
  Pile pile;
  add_sphere(pile, kRadius, kDensity, {0, 0, 0}, -velocity, alike ? spin : Vec3(-spin));
  add_sphere(pile, kRadius, kDensity, {kLength, 0, 0}, velocity, spin);
  return pile;
}

// A way in which a bonded pair vibrates.
struct Mode {
  Pile pile;
  double rate;      // [rad s-1]
  double stress;    // greatest stress at the given velocities [Pa]
  bool is_tensile;  // the stress is tensile
};

// Relative velocities of 1 mm/s or 0.02 rad/s.
std::vector<Mode> modes() {
  const double v = 5e-4, w = 1e-2;
  const double stretching = std::sqrt(kYoung * kArea / kLength * 2 / kMass);
  const double twisting = std::sqrt(kShear * 2 * kSecond / kLength * 2 / kInertia);
  const double bending = std::sqrt(kYoung * kSecond / kLength * 2 / kInertia);
  // The spheres move across the bond and rotate against that motion, so that the angular momentum m L v + 2 I w is 0.
  const double turn = -kMass * kLength * v / (2 * kInertia), arm = kLength / 2;
  const double slip = 2 * v - kLength * turn;
  const double shearing = std::sqrt(shear_stiffness() * (2 / kMass + 2 * arm * arm / kInertia));
  return {{pair_of({v, 0, 0}, Vec3::Zero()), stretching, kYoung / kLength * 2 * v / stretching, true},
          {pair_of(Vec3::Zero(), {w, 0, 0}), twisting, kShear * kBeam / kLength * 2 * w / twisting, false},
          {pair_of(Vec3::Zero(), {0, w, 0}), bending, kYoung * kBeam / kLength * 2 * w / bending, true},
          {pair_of({0, v, 0}, {0, 0, turn}, true), shearing, shear_stiffness() / kArea * slip / shearing, false}};
}

// After half a period the motion is reversed, and after a period it is as at the start.
TEST(Bonds, PairVibratesAsABeam) {
  for (const Mode& mode : modes()) {
    const double period = 2 * std::numbers::pi / mode.rate;
    Watched watched(bonded(period / 2000), mode.pile);
    const State start = mode.pile.state;
    for (const double sign : {-1.0, 1.0}) {
      watched.go(period / 2, 5);
      for (std::size_t i : {0, 1}) {
        EXPECT_LT((watched.state().velocity[i] - sign * start.velocity[i]).norm(), 1e-3 * 5e-4) << mode.rate;
        EXPECT_LT((watched.state().spin[i] - sign * start.spin[i]).norm(), 1e-3 * 1e-2) << mode.rate;
      }
    }
    EXPECT_LT(watched.drift.energy, 1e-5);
    EXPECT_LT(watched.drift.angular, 1e-12);
  }
}

// At a quarter of a period all energy is in the bond.
TEST(Bonds, EnergyOfABeam) {
  for (const Mode& mode : modes()) {
    Motion run(bonded(std::numbers::pi / mode.rate / 4000), mode.pile);
    double kinetic = 0;
    for (std::size_t i : {0, 1})
      kinetic += 0.5 * kMass * mode.pile.state.velocity[i].squaredNorm() +
                 0.5 * kInertia * mode.pile.state.spin[i].squaredNorm();
    EXPECT_LT(run.stepper().bonds().energy[0], 1e-12 * kinetic);
    run.until(std::numbers::pi / mode.rate / 2);
    const Bonds now = run.stepper().bonds();
    EXPECT_NEAR(now.energy[0], kinetic, 1e-5 * kinetic);
    const Contacts contacts = run.contacts();
    ASSERT_EQ(contacts.size(), 1U);
    EXPECT_EQ(contacts.energy[0], now.energy[0]);
    EXPECT_EQ(contacts.force[0], now.force[0]);
    EXPECT_GT(contacts.gap[0], 0);
  }
}

// A bond breaks where the stress of the beam reaches the strength. Its energy then becomes heat.
TEST(Bonds, BreaksAtItsStrength) {
  for (const Mode& mode : modes()) {
    for (const double factor : {0.9, 1.001}) {
      ssdem::Parameters p = bonded(std::numbers::pi / mode.rate / 4000);
      (mode.is_tensile ? p.bonds->tensile : p.bonds->shear_strength) = factor * mode.stress;
      Watched watched(p, mode.pile);
      watched.go(std::numbers::pi / mode.rate, 20);
      const bool holds = factor > 1;
      EXPECT_EQ(watched.run.stepper().bonds().size(), holds ? 1U : 0U) << mode.rate << ' ' << factor;
      EXPECT_EQ(watched.verdict(), "sane");
      EXPECT_LT(watched.drift.energy, 1e-5);
      if (holds) continue;
      double kinetic = 0;
      for (std::size_t i : {0, 1})
        kinetic += 0.5 * kMass * mode.pile.state.velocity[i].squaredNorm() +
                   0.5 * kInertia * mode.pile.state.spin[i].squaredNorm();
      const double heat = watched.run.stepper().account()[Channel::fracture];
      EXPECT_NEAR(heat, factor * factor * kinetic, 2e-3 * kinetic) << mode.rate;
      const auto broken = values_in<double>(watched.state(), "broken_bonds");
      EXPECT_EQ(broken, Reals({1, 1}));
      EXPECT_EQ(values_in<std::int32_t>(watched.state(), "liberated"), std::vector<std::int32_t>({1, 1}));
    }
  }
}

double longest_step(const Pile& pile, const External& external = {}, double damping = 0) {
  ssdem::BondParameters p = *bonded(1).bonds;
  p.damping = damping;
  return ssdem::fastest_vibration(p, pile, ssdem::bonds_at_start(p, pile, external), external).longest_step;
}

// Freezes a body at rest.
External clamped(Pile& pile, const std::vector<Index>& bodies) {
  External external;
  FrozenBodies frozen{{}, {}};
  frozen.motion.since = pile.state.time;
  frozen.at_rest = std::make_shared<const FrozenPositions>(positions_at_rest(pile.state, bodies, frozen.motion));
  external.frozen.push_back(frozen);
  return external;
}

// A row of spheres along x, clamped at the first.
Pile row_of(std::size_t count) {
  Pile pile;
  for (std::size_t i = 0; i < count; ++i) add_sphere(pile, kRadius, kDensity, {static_cast<double>(i) * kLength, 0, 0});
  return pile;
}

// Only spheres that have lost all of their bonds are liberated.
TEST(Bonds, EndOfARowIsLiberated) {
  Pile pile = row_of(3);
  pile.state.velocity[2] = {1, 0, 0};
  ssdem::Parameters p = bonded(1e-6);
  const double rate = std::sqrt(kYoung * kArea / kLength / kMass);
  p.bonds->tensile = 0.3 * kYoung / (kLength * rate);  // the bond of the last sphere breaks before the first one bears
  Motion run(p, pile);
  run.until(1 / rate);
  EXPECT_EQ(run.stepper().bonds().pair, (std::vector<std::array<Index, 2>>{{0, 1}}));
  EXPECT_EQ(values_in<std::int32_t>(run.pile().state, "liberated"), std::vector<std::int32_t>({0, 0, 1}));
  EXPECT_EQ(values_in<double>(run.pile().state, "broken_bonds"), Reals({0, 1, 1}));
}

// Brings a run to rest: the velocities are set to 0 whenever the kinetic energy falls (dynamic relaxation, Day 1965).
void settle(Motion& run, double time) {
  double last = 0;
  run.each_step(time, [&] {
    double kinetic = 0;
    for (std::size_t i = 0; i < run.pile().size(); ++i)
      kinetic += kMass * run.velocity(i).squaredNorm() + kInertia * run.spin(i).squaredNorm();
    if (kinetic < last)
      for (std::size_t i = 0; i < run.pile().size(); ++i) run.velocity(i) = run.spin(i) = Vec3::Zero();
    last = kinetic < last ? 0 : kinetic;
    return true;
  });
}

// A cantilever of 20 beams under an end load, against the bending line of a slender beam, F x^2 (3 L - x) / (6 E I),
// and the deflection by shear, F x / (kappa G A). The weights of the other spheres are loads, too.
TEST(Bonds, CantileverUnderAnEndLoad) {
  constexpr std::size_t kSpheres = 21;
  Pile pile = row_of(kSpheres);
  const double load = 5e-4;  // [m s-2]
  External external = clamped(pile, {0});
  external.uniform = {0, 0, -load};
  const double E = kYoung, I = kSecond;
  const double nu = E / (2 * kShear) - 1, kappa = 6 * (1 + nu) / (7 + 6 * nu);
  pile.model.mass[kSpheres - 1] *= 5;
  Motion run(bonded(0.6 * longest_step(pile, external)), pile, external);
  ASSERT_EQ(run.stepper().bonds().size(), kSpheres - 1);
  settle(run, 50);
  for (std::size_t i = 1; i < kSpheres; ++i) {
    const double x = static_cast<double>(i) * kLength;
    double bending = 0, shear = 0;
    for (std::size_t j = 1; j < kSpheres; ++j) {
      const double force = load * pile.model.mass[j], at = static_cast<double>(j) * kLength;
      const double near = std::min(x, at), far = std::max(x, at);
      bending += force * near * near * (3 * far - near) / (6 * E * I);
      shear += force * near / (kappa * kShear * kArea);
    }
    EXPECT_NEAR(-run.position(i).z(), bending + shear, 2e-3 * (bending + shear)) << i;
    EXPECT_LT(shear, 0.1 * bending + 1e-3 * kLength);
  }
}

// A clamped rod with a sphere beside its end, whose weight twists each bond of the rod by the angle T L / (G J). The
// bending of each bond is M L / (E I), where M is the moment of the weights in the middle of the bond.
TEST(Bonds, ClampedRodUnderATorque) {
  Pile pile = row_of(6);
  add_sphere(pile, kRadius, kDensity, {5 * kLength, kLength, 0});
  External external = clamped(pile, {0});
  const double weight = kMass * 5;
  external.uniform = {0, 0, -5};
  Motion run(bonded(0.3 * longest_step(pile, external)), pile, external);
  ASSERT_EQ(run.stepper().bonds().size(), 6U);
  settle(run, 3);
  const Bonds now = run.stepper().bonds();
  for (std::size_t k = 0; k < 5; ++k) {
    const double middle = (static_cast<double>(k) + 0.5) * kLength;
    double moment = weight * (5 * kLength - middle);
    for (std::size_t i = k + 1; i < 6; ++i) moment += weight * (static_cast<double>(i) * kLength - middle);
    const double twist = -weight * kLength * kLength / (kShear * 2 * kSecond);
    EXPECT_NEAR(now.twisting[k], twist, 2e-3 * std::abs(twist));
    EXPECT_NEAR(now.bending[k].y(), moment * kLength / (kYoung * kSecond), 2e-3 * moment * kLength / kYoung / kSecond);
    EXPECT_NEAR(now.force[k].z(), -weight * static_cast<double>(6 - k), 2e-3 * weight * 6);
  }
}

// A pair of unequal spheres that tumbles: momentum and angular momentum are kept to rounding, energy to second order.
TEST(Bonds, TumblingPairKeepsAngularMomentum) {
  Pile pile;
  add_sphere(pile, kRadius, kDensity, {0, 0, 0}, {0.3, -0.1, 0.2}, {5, -8, 3});
  add_sphere(pile, 0.7 * kRadius, kDensity, {0.09, 0.01, -0.02}, {-0.2, 0.3, 0.1}, {-6, 4, 9});
  Reals errors;
  for (const double dt : {4e-6, 2e-6}) {
    Watched watched(bonded(dt), pile);
    ASSERT_EQ(watched.run.stepper().bonds().size(), 1U);
    watched.go(0.2, 40);
    EXPECT_EQ(watched.verdict(), "sane");
    EXPECT_LT(watched.drift.momentum, 1e-13);
    EXPECT_LT(watched.drift.angular, 1e-12);
    errors.push_back(watched.drift.energy);
    EXPECT_GT(watched.run.stepper().bonds().energy[0], 0);
  }
  EXPECT_LT(errors[1], 1e-4);
  EXPECT_LT(errors[1], 0.4 * errors[0]);
}

// A free rod that a sphere hits once at its end.
TEST(Bonds, RodWithOneHitKeepsAngularMomentum) {
  Pile pile = row_of(8);
  add_sphere(pile, kRadius, kDensity, {7 * kLength, 0.3 * kRadius, 4 * kRadius}, {0, 0, -2});
  ssdem::Parameters p = bonded(2e-6);
  p.sliding = laws::CoulombSliding{0.5, 0.5};
  p.bonds->damping = 0.05;
  Watched watched(p, pile);
  ASSERT_EQ(watched.run.stepper().bonds().size(), 7U);
  watched.go(0.1, 20);
  EXPECT_EQ(watched.verdict(), "sane");
  EXPECT_LT(watched.drift.momentum, 1e-12);
  EXPECT_LT(watched.drift.angular, 1e-12);
  EXPECT_LT(watched.drift.energy, 1e-4);
  EXPECT_GT(watched.run.stepper().account()[Channel::sticking], 0);
  EXPECT_EQ(watched.run.stepper().account()[Channel::fracture], 0);
}

// A damped pair loses its energy at the rate of a damped oscillator: the amplitude falls by exp(-pi zeta / sqrt(1 -
// zeta^2)) per half period.
TEST(Bonds, DampedPair) {
  const Mode mode = modes()[0];
  const double zeta = 0.1, rate = mode.rate * std::sqrt(1 - zeta * zeta);
  ssdem::Parameters p = bonded(std::numbers::pi / rate / 2000);
  p.bonds->damping = zeta;
  Watched watched(p, mode.pile);
  watched.go(std::numbers::pi / rate, 10);
  const double before = mode.pile.state.velocity[1].x(), after = watched.state().velocity[1].x();
  EXPECT_NEAR(-after / before, std::exp(-std::numbers::pi * zeta / std::sqrt(1 - zeta * zeta)), 2e-3);
  const double heat = watched.run.stepper().account()[Channel::sticking];
  EXPECT_NEAR(heat, kMass * (before * before - after * after), 2e-3 * kMass * before * before);
  EXPECT_LT(watched.drift.energy, 1e-5);
}

// A bond between two members of one grain, with given elongations: they rotate with the grain, about the bond and
// across it, and neither the bond's energy nor the motion of the grain changes.
TEST(Bonds, SpringsRotateWithTheirPair) {
  for (const Vec3& spin : {Vec3(3, 0, 0), Vec3(0, 0, -4), Vec3(2, 1, -3)}) {
    Pile pile;
    glue(pile, "dumbbell", kRadius, kDensity, {0, 0, 0}, Quaternion::Identity(), Vec3::Zero(), spin);
    const Vec3 way = pile.state.position[1] - pile.state.position[0], side = way.unitOrthogonal();
    pile.bonds.pair = {{0, 1}};
    pile.bonds.beams = true;
    resize(pile.bonds, 1);
    pile.bonds.length[0] = way.norm();
    pile.bonds.shear[0] = 1e-5 * side;
    pile.bonds.bending[0] = 3e-4 * side.cross(way).normalized() - 1e-4 * side;
    pile.bonds.twisting[0] = 7e-4;
    Motion run(bonded(1e-4), pile);
    run.until(0.5);
    const Mat3 turn = (run.pile().state.orientation[0] * pile.state.orientation[0].conjugate()).toRotationMatrix();
    const Bonds now = run.stepper().bonds();
    EXPECT_LT((now.shear[0] - turn * pile.bonds.shear[0]).norm(), 1e-4 * 1e-5) << spin.transpose();
    EXPECT_LT((now.bending[0] - turn * pile.bonds.bending[0]).norm(), 1e-4 * 3e-4) << spin.transpose();
    EXPECT_NEAR(now.twisting[0], 7e-4, 1e-12);
    EXPECT_NEAR(run.spin(0).norm(), spin.norm(), 1e-9) << spin.transpose();
  }
}

// A rod of unequal spheres with initial spins in two frames that differ by a rotation and a velocity.
TEST(Bonds, FramesDoNotMatter) {
  const auto rod = [] {
    Pile pile;
    for (int i = 0; i < 6; ++i)
      add_sphere(pile, kRadius * (1 - 0.02 * i), kDensity, {0.1 * i, 0.002 * i * i, 0}, {0, 0.1 * i, -0.02 * i * i},
                 {3.0 * i, 5, -2.0 * i});
    return pile;
  };
  const Mat3 turn = (Eigen::AngleAxisd(1.1, Vec3::UnitX()) * Eigen::AngleAxisd(-0.7, Vec3(1, 2, 2) / 3)).matrix();
  const Vec3 drift(30, -20, 10);
  Pile other = rod();
  for (std::size_t i = 0; i < other.size(); ++i) {
    other.state.position[i] = turn * other.state.position[i];
    other.state.velocity[i] = turn * other.state.velocity[i] + drift;
    other.state.spin[i] = turn * other.state.spin[i];
  }
  Motion one(bonded(2e-6), rod()), two(bonded(2e-6), other);
  one.until(0.05), two.until(0.05);
  ASSERT_GE(one.stepper().bonds().size(), 5U);
  for (std::size_t i = 0; i < other.size(); ++i) {
    EXPECT_LT((turn * one.position(i) + one.time() * drift - two.position(i)).norm(), 1e-9);
    EXPECT_LT((turn * one.spin(i) - two.spin(i)).norm(), 1e-6);
  }
  const Bonds a = one.stepper().bonds(), b = two.stepper().bonds();
  for (std::size_t k = 0; k < a.size(); ++k) {
    EXPECT_LT((turn * a.shear[k] - b.shear[k]).norm(), 1e-9);
    EXPECT_LT((turn * a.bending[k] - b.bending[k]).norm(), 1e-8);
    EXPECT_NEAR(a.twisting[k], b.twisting[k], 1e-8);
  }
}

// A pair that is bonded across the face of a periodic box moves as in open space, and the account has the torque of its
// forces.
TEST(Bonds, PairAcrossAFaceOfAPeriodicBox) {
  Pile pile = pair_of({0.2, 0.1, -0.3}, {4, -2, 6}), wrapped = pile;
  wrapped.state.position[1].x() += 1 - 2 * kLength;  // the image at -kLength
  wrapped.state.position[0].x() = 0;
  pile.state.position[1].x() = -kLength;
  wrapped.model.space.period = {1, 0, 0};
  External periodic;
  periodic.period = {1, 0, 0};
  Motion open(bonded(2e-6), pile);
  Watched box(bonded(2e-6), wrapped, periodic);
  ASSERT_EQ(box.run.stepper().bonds().size(), 1U);
  open.until(0.02);
  box.go(0.02, 4);
  for (std::size_t i : {0, 1}) {
    EXPECT_LT((open.velocity(i) - box.state().velocity[i]).norm(), 1e-8);
    EXPECT_LT((open.spin(i) - box.state().spin[i]).norm(), 1e-7);
  }
  EXPECT_LT(box.drift.angular, 1e-12);
  EXPECT_EQ(box.verdict(), "sane");
}

// Two glued dumbbells, bonded by their nearest members: the force acts at the members and turns the grains. No bond
// forms within a grain.
TEST(Bonds, MembersOfGrains) {
  Pile pile;
  glue(pile, "dumbbell", kRadius, kDensity, {0, 0, 0}, Quaternion::Identity(), {0.1, 0, 0}, {2, 5, -3});
  const double length = 2 * pile.state.position[1].norm() + 2 * kRadius;
  const Vec3 axis = (pile.state.position[1] - pile.state.position[0]).normalized();
  glue(pile, "dumbbell", kRadius, kDensity, (length + 0.05 * kRadius) * axis, Quaternion::Identity(), {-0.1, 0.2, 0.1},
       {-4, 1, 6});
  Watched watched(bonded(1e-6), pile);
  ASSERT_EQ(watched.run.stepper().bonds().size(), 1U);
  watched.go(0.05, 10);
  EXPECT_EQ(watched.verdict(), "sane");
  EXPECT_LT(watched.drift.momentum, 1e-12);
  EXPECT_LT(watched.drift.angular, 1e-11);
  EXPECT_LT(watched.drift.energy, 1e-4);
}

// The limit of the step: a pair is stable below it and unstable above it.
TEST(Bonds, LongestStepOfAPair) {
  const Pile pile = pair_of({1e-6, 1e-6, 0}, {1e-6, 1e-6, 1e-6});
  const double longest = longest_step(pile);
  const auto is_stable = [&](double dt) {
    Motion run(bonded(dt), pile);
    try {
      run.until(300 * dt);
    } catch (const SanityError&) {
      return false;
    }
    return std::abs((run.position(1) - run.position(0)).norm() - kLength) + run.spin(0).norm() < 1e-3;
  };
  EXPECT_TRUE(is_stable(0.98 * longest));
  EXPECT_FALSE(is_stable(1.2 * longest));
}

// A heavy sphere at the other end does not shorten the step: the pair is the limit of a sphere bonded to a wall, whose
// stretching has the rate sqrt(k / m) of the light sphere.
TEST(Bonds, LongestStepBesideAHeavySphere) {
  constexpr double kHeavy = 10 * kRadius, kDistance = 11.5 * kRadius;
  Pile pile;
  add_sphere(pile, kRadius, kDensity, {0, 0, 0});
  add_sphere(pile, kHeavy, kDensity, {kDistance, 0, 0});
  const ssdem::BondParameters p = *bonded(1).bonds;
  const laws::Beam beam = ssdem::beam_of_bond(p, pile.model, {0, 1}, kDistance);
  const double arm = kDistance / 2;
  // Greatest of the stiffnesses against displacements and, by the arm of the shear force, against rotations.
  const double fastest = std::sqrt(beam.normal / kMass + beam.shear / kMass +
                                   (beam.shear * arm * arm + beam.bending + beam.twisting) / kInertia);
  EXPECT_GT(longest_step(pile), 0.9 * 2 / fastest);
}

// The dashpot of a bond uses velocities that are predicted by half a step. The leapfrog of a stretched pair is then
// stable while (w h)^2 + 8 zeta w h < 4. All vibrations of a pair, with bending and shear, are stable up to the limit
// of the program, which is an upper bound of their frequencies.
TEST(Bonds, LongestStepOfADampedPair) {
  for (const double damping : {0.1, 0.5, 1.0}) {
    const double rate = std::sqrt(kYoung * kArea / kLength * 2 / kMass);
    const double longest = 2 / rate * (std::sqrt(1 + 4 * damping * damping) - 2 * damping);
    const auto is_stable = [&](const Pile& pile, double dt) {
      ssdem::Parameters p = bonded(dt);
      p.bonds->damping = damping;
      Motion run(p, pile);
      try {
        run.until(300 * dt);
      } catch (const SanityError&) {
        return false;
      }
      return std::abs((run.position(1) - run.position(0)).norm() - kLength) + run.spin(0).norm() < 1e-3;
    };
    const Pile stretched = pair_of({1e-6, 0, 0}, {0, 0, 0});
    const Pile bent = pair_of({1e-6, 1e-6, 0}, {1e-6, 1e-6, 1e-6});
    const double limit = longest_step(bent, {}, damping);
    EXPECT_TRUE(is_stable(stretched, 0.98 * longest)) << damping;
    EXPECT_FALSE(is_stable(stretched, 1.1 * longest)) << damping;
    EXPECT_LE(limit, 1.0001 * longest);
    EXPECT_TRUE(is_stable(bent, 0.98 * limit)) << damping;
    EXPECT_FALSE(is_stable(bent, 1.5 * limit)) << damping;
  }
}

// The limit does not depend on the order of the bodies, also if the bond turns a grain by a long arm.
TEST(Bonds, LongestStepOfAGrain) {
  Pile first, last;
  const auto add_dumbbell = [](Pile& pile) { glue(pile, "dumbbell", kRadius, kDensity, {0, 0, 0}); };
  add_dumbbell(first);
  const Vec3 end = first.state.position[1] * (1 + 2.1 * kRadius / first.state.position[1].norm());
  add_sphere(first, kRadius, kDensity, end);
  add_sphere(last, kRadius, kDensity, end);
  add_dumbbell(last);
  EXPECT_NEAR(longest_step(first), longest_step(last), 1e-12 * longest_step(first));
  EXPECT_LT(longest_step(first), 1);
}

// Rules for new bonds.
TEST(Bonds, NewBonds) {
  Pile pile = row_of(5);
  ssdem::BondParameters p = *bonded(1).bonds;
  const auto pairs = [&](ssdem::NewBonds rule, double reach) {
    p.bonds = rule, p.reach = reach;
    return ssdem::bonds_at_start(p, pile, {}).pair;
  };
  using Pairs = std::vector<std::array<Index, 2>>;
  EXPECT_EQ(pairs(ssdem::NewBonds::initial, 1.05), Pairs());
  EXPECT_EQ(pairs(ssdem::NewBonds::initial, 1.2), Pairs({{0, 1}, {1, 2}, {2, 3}, {3, 4}}));
  EXPECT_EQ(pairs(ssdem::NewBonds::kept, 1.2), Pairs());
  pile.bonds.pair = {{1, 2}};
  EXPECT_EQ(pairs(ssdem::NewBonds::initial, 1.2), Pairs({{1, 2}, {3, 4}}));
  EXPECT_EQ(pairs(ssdem::NewBonds::renewed, 1.2), Pairs({{0, 1}, {1, 2}, {2, 3}, {3, 4}}));
  EXPECT_EQ(pairs(ssdem::NewBonds::kept, 1.2), Pairs({{1, 2}}));
  EXPECT_EQ(ssdem::bonds_at_start(p, pile, {}).length[0], 2 * kRadius);  // of a bond of hard spheres
  put_column(pile.state.columns, with_values(kLiberatedColumn, std::vector<std::int32_t>{0, 0, 0, 1, 0}));
  EXPECT_EQ(pairs(ssdem::NewBonds::initial, 1.2), Pairs({{1, 2}}));
}

// A second run begins with the bonds of the first one, in their state. Broken bonds do not form again.
TEST(Bonds, LaterRunKeepsTheirState) {
  Pile pile = row_of(4);
  for (std::size_t i = 0; i < 4; ++i) pile.state.velocity[i] = {0, 0.05 * static_cast<double>(i * i), 0};
  pile.state.spin[0] = {20, 5, 0};
  Motion whole(bonded(2e-6), pile), first(bonded(2e-6), pile);
  whole.until(0.04);
  first.until(0.02);
  Pile between = first.pile();
  between.contacts = first.contacts();
  between.bonds = first.stepper().bonds();
  Motion second(bonded(2e-6), between);
  second.until(0.04);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_LT((whole.position(i) - second.position(i)).norm(), 1e-9);
    EXPECT_LT((whole.spin(i) - second.spin(i)).norm(), 1e-6);
  }
  EXPECT_LT((whole.stepper().bonds().bending[0] - second.stepper().bonds().bending[0]).norm(), 1e-8);
}

}  // namespace
}  // namespace rubble::test
