// Whole piles: settling, collisions with all laws enabled, and scaling.
#include "generate/encounter.hpp"
#include "measure/contacts/stress.hpp"
#include "measure/contacts/virial.hpp"
#include "measure/ledger/ledger.hpp"
#include "scene.hpp"

#include <array>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

// In static equilibrium 3 P V = |W| for any definition of V (virial theorem, docs/theory.md 8.9): the contacts carry
// the gravity.
TEST(Settled, StressBalancesGravity) {
  Pile pile = lattice_ball(1000, 1.0, 3000, 1.02, 1);
  ssdem::Parameters p = plain(1, 0.1);
  p.gravity = {gravity::Summation::direct, kG};
  p.sliding = laws::CoulombSliding{0.3, 0.1};
  std::get<laws::LinearSpring>(p.normal)
      .stiffness.reset();  // auto, then softer springs, which need fewer steps and must also satisfy the identity
  ssdem::resolve(p, pile.model, pile.state, {});
  *std::get<laws::LinearSpring>(p.normal).stiffness *= 0.002;
  p.step = {};
  p.step.steps_per_contact = 20;
  Motion run(p, pile);
  const double mean_density = 3000 * 0.55, dynamical = 1 / std::sqrt(kG * mean_density);
  run.until(2.5 * dynamical);
  double ratio = 0;
  constexpr int samples = 20;
  for (int k = 0; k < samples; ++k) {
    run.until(run.time() + 0.02 * dynamical);
    Pile now = run.pile();
    now.contacts = run.contacts();
    Mat3 moment = Mat3::Zero();
    for (const Mat3& m : measure::contact_moments(now)) moment += m;
    const measure::Ledger ledger = measure::ledger(now, {}, kG, true, run.stepper().account());
    ratio += moment.trace() / std::abs(ledger.gravitational) / samples;
    EXPECT_LT(ledger.kinetic(), 1e-3 * std::abs(ledger.gravitational));
  }
  EXPECT_NEAR(ratio, 1, 0.02);
}

// For glued grains, 2 K + 3 P V = -sum X.F over grains, which is less than |W|. Dumbbells collapse and come to rest.
// Strong dashpots of several contacts on one light end need short steps. With 20 steps per contact, grains chatter and
// the ratio is 0.89. With 80 steps per contact, or a restitution of 0.5, the ratio is 1.00000.
TEST(Settled, StressOfGrainsBalancesGravity) {
  Pile pile;
  for (int k = 0; k < 64; ++k) {
    Random random(3, Purpose::kPlace, static_cast<std::uint64_t>(k));
    const double x = random.uniform(), y = random.uniform(), z = random.uniform(), w = random.uniform();
    glue(pile, "dumbbell", 1, 3000, 4.1 * Vec3(k % 4, k / 4 % 4, k / 16), Quaternion(w, x, y, z).normalized());
  }
  ssdem::Parameters p = plain(1, 0.1);
  p.gravity = {gravity::Summation::direct, kG};
  p.sliding = laws::CoulombSliding{0.3, 0.1};
  std::get<laws::LinearSpring>(p.normal).stiffness.reset();
  ssdem::resolve(p, pile.model, pile.state, {});
  *std::get<laws::LinearSpring>(p.normal).stiffness *= 0.02;
  p.step = {};
  p.step.steps_per_contact = 80;
  Motion run(p, pile);
  const double dynamical = 1 / std::sqrt(kG * 3000 * 0.55);
  run.until(8 * dynamical);
  double ratio = 0, energy_ratio = 0;
  constexpr int samples = 20;
  for (int k = 0; k < samples; ++k) {
    run.until(run.time() + 0.02 * dynamical);
    Pile now = run.pile();
    now.contacts = run.contacts();
    const measure::Virial virial = measure::virial(now, kG);
    double sum = 0;
    for (std::size_t g = 0; g < 64; ++g) sum += virial.contacts[g] + virial.motion[g];
    ratio += sum / virial.load / samples;
    energy_ratio += sum / -measure::ledger(now, {}, kG, true, {}).gravitational / samples;
  }
  EXPECT_NEAR(ratio, 1, 1e-3);
  EXPECT_LT(energy_ratio, 0.98);  // contacts between grains do not carry |W|
}

struct Laws {
  const char* name;
  ssdem::Parameters p;
};
// All kinds of friction in each combination that the studies use, and Hertz-Mindlin.
std::vector<Laws> all_frictions() {
  ssdem::Parameters springs = plain(1, 0.5);
  springs.sliding = laws::CoulombSliding{0.5, 0.5};
  springs.couple = laws::SpringCouple{1.05, 1.3, 0.5, laws::ContactRadius::reduced};
  springs.cohesion = {2.0, 0.5};
  ssdem::Parameters torques = springs;
  torques.couple = laws::TorqueCouple{0.1, 0.1};
  std::get<laws::LinearSpring>(torques.normal).tension = laws::Tension::clamp;
  ssdem::Parameters study = springs;
  study.normal = laws::Hysteretic{1.0, 0.9};
  study.sliding = laws::KineticSliding{0.3};
  study.couple = laws::TorqueCouple{0.01, 0.01};
  study.cohesion = {};
  ssdem::Parameters hertz = springs;
  hertz.normal = laws::HertzMindlin{1e7, 0.25, 0.5, laws::Tension::allow};
  hertz.cohesion = {};
  return {{"springs", springs}, {"torques", torques}, {"study", study}, {"hertz", hertz}};
}

// Runs for 40 intervals [s]; at the end of each the ledger must close: momentum to 1e-12, angular momentum to 1e-9,
// energy to 1e-3.
void expect_closed_ledgers(Motion& run, double interval, double G, bool gravity_on) {
  measure::Drift drift;
  double worst_momentum = 0, worst_angular = 0, worst_energy = 0;
  for (int k = 0; k <= 40; ++k) {
    run.until(interval * k);
    Pile now = run.pile();
    now.contacts = run.contacts();
    drift.update(measure::ledger(now, run.external(), G, gravity_on, run.stepper().account()), now.model, now.state);
    worst_momentum = std::max(worst_momentum, drift.momentum);
    worst_angular = std::max(worst_angular, drift.angular);
    worst_energy = std::max(worst_energy, drift.energy);
  }
  EXPECT_LT(worst_momentum, 1e-12);
  EXPECT_LT(worst_angular, 1e-9);
  EXPECT_LT(worst_energy, 1e-3);
}

// Two piles of 100 bodies collide obliquely while rotating: momentum to 1e-12, angular momentum to 1e-9, energy to 1e-3
// with every channel.
TEST(Collision, LedgersCloseWithEveryFriction) {
  for (Laws& laws : all_frictions()) {
    SCOPED_TRACE(laws.name);
    Pile pile;
    const Pile ball = lattice_ball(100, 1.0, 3000, 1.01, 2);
    for (const double side : {-1.0, 1.0})
      for (std::size_t i = 0; i < ball.size(); ++i) {
        const Vec3 x = ball.state.position[i];
        add_sphere(pile, ball.model.radius[i], 3000, x + side * Vec3(8.2, 3.0, 0.5),
                   Vec3(-side * 0.5, 0, 0) + Vec3(0, 0, 0.01 * side).cross(x), Vec3(0, 0.01, 0.01 * side));
      }
    laws.p.gravity = {gravity::Summation::direct,
                      1e4 * kG};  // strong, so that gravity is a considerable part of the energy
    if (auto* law = std::get_if<laws::LinearSpring>(&laws.p.normal)) law->stiffness = 1e7;
    if (auto* law = std::get_if<laws::Hysteretic>(&laws.p.normal)) law->stiffness = 2e7;
    if (auto* law = std::get_if<laws::HertzMindlin>(&laws.p.normal)) law->youngs_modulus = 1e8;
    Motion run(laws.p, pile);
    expect_closed_ledgers(run, 0.5, 1e4 * kG, true);
    const Account& account = run.stepper().account();
    EXPECT_GT(account[Channel::normal], 0);
    EXPECT_GT(account[Channel::sliding], 0);
    EXPECT_GT(account[Channel::rolling], 0);
    EXPECT_GT(account[Channel::twisting], 0);
  }
}

// The collision study claims better than one part per million of the projectile's momentum, in each direction, in its
// fastest impact (section 3, Fig. 4). This test uses gravity by multipoles, held between evaluations.
TEST(Collision, MomentumInEveryDirectionWithFastGravity) {
  const Pile ball = lattice_ball(1000, 15e3, 2700, 1.02, 5);
  generate::Encounter fastest;
  fastest.energy_ratio = 12;
  fastest.impact_angle = 20.5 * std::numbers::pi / 180;
  fastest.gap = 2e3;
  fastest.constant = kG;
  generate::Meeting meeting = generate::meet(ball, ball, fastest);
  const double unit = meeting.projectile.mass * meeting.projectile.speed, before = meeting.kinetic_energy;

  ssdem::Parameters p;
  p.step.dt = 0.1;  // 19 steps per contact of the lightest pair
  p.gravity.method = gravity::Summation::fmm, p.gravity.constant = kG, p.gravity.error = 1e-3, p.gravity.hold = 1e-3;
  p.normal = laws::Hysteretic{1e17, 0.9};
  p.sliding = laws::KineticSliding{0.3};
  p.couple = laws::TorqueCouple{1e-5, 0};
  Motion run(p, std::move(meeting.pile));
  double worst = 0;
  for (int k = 1; k <= 20; ++k) {
    run.until(20.0 * k);
    Vec3 momentum = Vec3::Zero();
    for (std::size_t i = 0; i < run.pile().size(); ++i) momentum += run.pile().model.mass[i] * run.velocity(i);
    worst = std::max(worst, momentum.cwiseAbs().maxCoeff() / unit);
  }
  EXPECT_LT(worst, 1e-6);
  EXPECT_LT(measure::ledger(run.pile(), {}, kG, false, run.stepper().account()).kinetic(),
            0.8 * before);  // they did collide
  EXPECT_GT(run.stepper().account()[Channel::normal], 0);
}

// In a box with a shaken floor, the account includes walls and uniform gravity, and the ledger closes.
TEST(Shaken, WallsAndUniformGravityAreAccountedFor) {
  for (Laws& laws : all_frictions()) {
    SCOPED_TRACE(laws.name);
    Pile pile = lattice_ball(60, 0.1, 2500, 1.05, 3);
    for (Vec3& x : pile.state.position) x.z() += 0.75;
    External external;
    external.uniform = Vec3(0.3, 0, -9.81);
    Plane floor;
    floor.amplitude = Vec3(0.01, 0, 0.02), floor.frequency = 3;
    Plane left, right, front, back;
    left.point = Vec3(-0.7, 0, 0), left.normal = Vec3::UnitX();
    right.point = Vec3(0.7, 0, 0), right.normal = -Vec3::UnitX();
    front.point = Vec3(0, -0.7, 0), front.normal = Vec3::UnitY();
    back.point = Vec3(0, 0.7, 0), back.normal = -Vec3::UnitY();
    external.planes = {floor, left, right, front, back};
    if (auto* law = std::get_if<laws::LinearSpring>(&laws.p.normal)) law->stiffness = 1e6;
    if (auto* law = std::get_if<laws::Hysteretic>(&laws.p.normal)) law->stiffness = 2e6;
    if (auto* law = std::get_if<laws::HertzMindlin>(&laws.p.normal)) law->youngs_modulus = 1e8;
    Motion run(laws.p, pile, external);
    expect_closed_ledgers(run, 0.025, 0, false);
    EXPECT_NE(run.stepper().account().walls, 0);
  }
}

// Lengths, masses and times are scaled by powers of two: every operation scales exactly, so that the scaled results
// have the same bits.
TEST(Scaling, PowersOfTwoGiveTheSameBits) {
  const double length = 8, mass = 32, time = 4;  // stiffness: mass / time^2; G: length^3 / mass / time^2
  const Pile small = lattice_ball(120, 1.0, 3000, 0.99, 4);
  Pile large = small;
  for (std::size_t i = 0; i < small.size(); ++i) {
    large.model.radius[i] *= length, large.model.mass[i] *= mass;
    large.state.position[i] *= length;
    large.state.velocity[i] *= length / time, large.state.spin[i] /= time;
  }
  ssdem::Parameters p = plain(1e7, 0.5);
  p.gravity = {gravity::Summation::direct, 1e-4};
  p.sliding = laws::CoulombSliding{0.5, 0.5};
  p.couple = laws::SpringCouple{1.05, 1.3, 0.5, laws::ContactRadius::reduced};
  p.step.dt = 1.0 / 512, p.step.skin = 0.25;
  ssdem::Parameters q = p;
  std::get<laws::LinearSpring>(q.normal).stiffness = 1e7 * mass / (time * time);
  q.gravity.constant *= length * length * length / (mass * time * time);
  q.step.dt = *p.step.dt * time, q.step.skin = *p.step.skin * length;
  Motion one(p, small), other(q, large);
  one.until(4.0), other.until(4 * time);
  ASSERT_GT(one.contacts().size(), 100u);
  ASSERT_EQ(one.contacts().size(), other.contacts().size());
  for (std::size_t i = 0; i < small.size(); ++i) {
    EXPECT_EQ(Vec3(one.position(i) * length), other.position(i));
    EXPECT_EQ(Vec3(one.velocity(i) * length / time), other.velocity(i));
    EXPECT_EQ(Vec3(one.spin(i) / time), other.spin(i));
  }
  EXPECT_GT(one.velocity(5).norm(), 0);
}

}  // namespace
}  // namespace rubble::test
