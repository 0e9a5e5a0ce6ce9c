// Contact Dynamics of spheres and grains compared with closed forms, one for each test.
#include "base/parallel.hpp"
#include "measure/ledger/ledger.hpp"
#include "physics/impulse_scene.hpp"

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

constexpr double kGravity = 9.81;
const Vec3 kDown(0, 0, -kGravity);

Pile one_sphere(const Vec3& position, const Vec3& velocity, const Vec3& spin = Vec3::Zero(), double radius = 0.5) {
  Pile pile;
  add_sphere(pile, radius, 2000, position, velocity, spin);
  return pile;
}

// The floor carries ten weights, the next contact nine, ...
TEST(Impulses, StackCarriesItsWeight) {
  Pile pile;
  for (int k = 0; k < 10; ++k) add_sphere(pile, 0.5, 2000, {0, 0, 0.5 + k});
  ImpulseRun run(impulses(1e-3, 0.5), pile, floor_under(kDown));
  run.steps(200);
  const Contacts contacts = run.contacts();
  ASSERT_EQ(contacts.size(), 10u);
  const double weight = kGravity * run.pile().model.mass[0];
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const ContactKey& key = contacts.key[c];
    const double above = key.on_wall() ? 10 : 9 - key.a;
    EXPECT_LT((contacts.force[c] - Vec3(0, 0, (key.on_wall() ? 1 : -1) * above * weight)).norm(), 1e-9 * weight);
    EXPECT_NEAR(contacts.gap[c], 0, 1e-12);
  }
  for (std::size_t i = 0; i < 10; ++i) EXPECT_LT(run.velocity(i).norm(), 1e-12);
}

// From the height H = g t^2 / 2 with e = 1/2: impacts at t (1 + 2 e + 2 e^2 + ...), until it rests at 3 t.
TEST(Impulses, BouncingBall) {
  const double fall = 1, e = 0.5, h = 1e-4;
  ImpulseRun run(impulses(h, 0, e), one_sphere({0, 0, 0.5 + 0.5 * kGravity * fall * fall}, Vec3::Zero()),
                 floor_under(kDown));
  double expected = fall, flight = fall;
  for (int impact = 0; impact < 6; ++impact) {
    run.until(expected - 5 * h);
    EXPECT_LT(run.velocity(0).z(), 0) << impact;
    run.until(expected + 5 * h);
    EXPECT_NEAR(run.velocity(0).z(), kGravity * fall * std::pow(e, impact + 1), 10 * h * kGravity) << impact;
    flight *= e;
    expected += 2 * flight;
  }
  run.until(3.1);
  EXPECT_LT(run.velocity(0).norm(), 1e-10);
  EXPECT_NEAR(run.position(0).z(), 0.5, 3 * kGravity * h * h);
}

// The sphere slides until its surface is at rest relative to the floor. Rolling starts after 2 v / (7 mu g), at 5/7 of
// the initial speed.
TEST(Impulses, SlidingSphereRolls) {
  const double v = 2, mu = 0.3;
  ImpulseRun run(impulses(1e-3, mu), one_sphere({0, 0, 0.5}, {v, 0, 0}), floor_under(kDown));
  const double rolls = 2 * v / (7 * mu * kGravity);
  run.until(0.9 * rolls);
  EXPECT_NEAR(run.velocity(0).x(), v - mu * kGravity * run.pile().state.time, 1e-9);
  run.until(1.2 * rolls);
  EXPECT_NEAR(run.velocity(0).x(), 5.0 / 7 * v, 1e-9);
  EXPECT_NEAR(run.spin(0).y(), run.velocity(0).x() / 0.5, 1e-9);
  EXPECT_NEAR(run.velocity(0).z(), 0, 1e-12);
}

// The normal impulse is (1 + e) m v_n; the tangential impulse is 2/7 m v_t, which stops the slip, or mu times the
// normal impulse.
TEST(Impulses, ObliqueImpact) {
  for (const double mu : {0.05, 0.2, 0.9}) {
    for (const double e : {0.0, 0.6}) {
      const double h = 1e-3;
      const Vec3 v(1.2, -0.7, -1.5);
      Pile pile = one_sphere({0, 0, 0.5 + 1e-9 - 0.5 * h * 1.5}, v);  // touches when forces are evaluated
      pile.state.position[0].z() = 0.5 + 0.5 * h * 1.5 - 1e-9;
      ImpulseRun run(impulses(h, mu, e), pile, floor_under(Vec3::Zero()));
      run.steps(1);
      const double mass = run.pile().model.mass[0];
      const Vec3 slip(v.x(), v.y(), 0);
      const double pull = std::min(mu * (1 + e) * 1.5, 2.0 / 7 * slip.norm());
      const Vec3 expected = slip * (1 - pull / slip.norm());
      EXPECT_LT((run.velocity(0) - Vec3(expected.x(), expected.y(), 1.5 * e)).norm(), 1e-5) << mu << " " << e;
      const Vec3 twist = 0.5 * Vec3(0, 0, -1).cross(-pull * slip.normalized()) * mass / run.pile().model.inertia(0);
      EXPECT_LT((run.spin(0) - twist).norm(), 1e-5);
      // The heat is the loss of kinetic energy.
      const double kinetic =
          0.5 * mass * run.velocity(0).squaredNorm() + 0.5 * run.pile().model.inertia(0) * run.spin(0).squaredNorm();
      EXPECT_NEAR(run.account().dissipated(), 0.5 * mass * v.squaredNorm() - kinetic, 1e-9 * mass);
      EXPECT_GE(run.account()[Channel::friction], 0);
    }
  }
}

// Newton's law with e = 1 gives v_2 - v_1 = v and v_3 = v_2 with v_1 + v_2 + v_3 = v if all spheres touch. If they do
// not touch, the impacts are sequential.
TEST(Impulses, NewtonsCradle) {
  const double h = 1e-3, v = 1;
  for (const double gap : {0.0, 0.01}) {
    Pile pile;
    add_sphere(pile, 0.5, 2000, {-0.1, 0, 0}, {v, 0, 0});
    add_sphere(pile, 0.5, 2000, {1, 0, 0});
    add_sphere(pile, 0.5, 2000, {2 + gap, 0, 0});
    ImpulseRun run(impulses(h, 0, 1), pile);
    run.until(0.3);
    const Vec3 expected = gap > 0 ? Vec3(0, 0, v) : Vec3(-v / 3, 2 * v / 3, 2 * v / 3);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(run.velocity(i).x(), expected[static_cast<int>(i)], 1e-10) << gap;
    EXPECT_NEAR(run.account().dissipated(), 0, 1e-9 * run.pile().model.mass[0]);
  }
}

// A sphere hangs below a ceiling if its weight is less than the attraction.
TEST(Impulses, CohesionCarriesASphere) {
  for (const double share : {0.9, 1.1}) {
    Pile pile = one_sphere({0, 0, -0.5}, Vec3::Zero());
    const double weight = kGravity * pile.model.mass[0];
    External external = floor_under(kDown);
    external.planes[0].normal = Vec3(0, 0, -1);
    nscd::Parameters p = impulses(1e-3, 0.5);
    p.cohesion = {weight / share, 0.01};
    ImpulseRun run(p, pile, external);
    run.steps(300);
    const double t = run.pile().state.time;
    if (share < 1) {
      EXPECT_LT(run.velocity(0).norm(), 1e-12);
      const Contacts contacts = run.contacts();
      ASSERT_EQ(contacts.size(), 1u);
      EXPECT_NEAR(contacts.force[0].z(), weight, 1e-9 * weight);  // upwards: the attraction minus the contact force
      EXPECT_NEAR(contacts.energy[0], -p.cohesion.force * 0.01, 1e-9 * weight);
    } else {
      // The weight pulls the sphere away over a centimetre; then the sphere falls freely.
      const double slow = kGravity * (1 - 1 / share), leaves = std::sqrt(2 * 0.01 / slow);
      const double fallen = 0.01 + slow * leaves * (t - leaves) + 0.5 * kGravity * std::pow(t - leaves, 2);
      EXPECT_NEAR(run.position(0).z(), -0.5 - fallen, 0.02 * fallen);
    }
  }
}

// With the relaxed law a sliding contact separates at mu |u_t|, and slides steadily at the gap mu |u_t| h. With
// Coulomb's law it stays in contact.
TEST(Impulses, RelaxedLawLiftsSlidingContacts) {
  const double v = 2, mu = 0.3, h = 1e-3;
  for (const bool relaxed : {true, false}) {
    nscd::Parameters p = impulses(h, mu);
    p.contact.cone = relaxed ? friction::Cone::ccp : friction::Cone::coulomb;
    ImpulseRun run(p, one_sphere({0, 0, 0.5}, {v, 0, 0}), floor_under(kDown));
    run.steps(1);
    const auto slip = [](const ImpulseRun& r) { return r.velocity(0).x() - 0.5 * r.spin(0).y(); };
    EXPECT_NEAR(run.velocity(0).z(), relaxed ? mu * slip(run) : 0, 1e-9);
    ImpulseRun steady(p, one_sphere({0, 0, 0.5 + (relaxed ? mu * v * h : 0)}, {v, 0, 0}), floor_under(kDown));
    steady.steps(100);  // rolling would start after 194 steps
    EXPECT_NEAR(steady.velocity(0).x(), v - mu * kGravity * 100 * h, 0.01);
    EXPECT_NEAR(steady.position(0).z() - 0.5, relaxed ? mu * slip(steady) * h : 0, 0.02 * mu * v * h);
  }
}

// A freely rotating grain with three different moments: change of kinetic energy after one second of rotation at this
// spin.
double energy_change(nscd::Rotation rotation, double h, double spin) {
  Pile pile;
  glue(pile, "irregular", 0.05, 2000, Vec3::Zero(), Quaternion::Identity(), Vec3::Zero(), spin * Vec3(1, 0.7, -0.4));
  const External nothing;
  const auto energy = [&](const Pile& p) { return measure::ledger(p, nothing, 0, false, {}).kinetic_rotational; };
  nscd::Parameters p = impulses(h);
  p.step.rotation = rotation;
  ImpulseRun run(p, pile);
  const double before = energy(run.pile());
  run.until(10 / spin);
  return std::abs(energy(run.pile()) / before - 1);
}

// The published schemes lose energy in proportion to h and, in a given time, to the square of the spin. The splitting
// is a thousand times more accurate.
TEST(Impulses, FreeRotation) {
  const double h = 0.05, spin = 0.2;
  for (const auto& [word, scheme] : nscd::kRotations) {
    if (scheme == nscd::Rotation::splitting) continue;
    const double coarse = energy_change(scheme, h, spin), fine = energy_change(scheme, h / 4, spin);
    EXPECT_NEAR(std::log(coarse / fine) / std::log(4.0), 1.0, 0.1) << word;
    // Each run lasts 10 / spin seconds: the rate is proportional to spin^2, and the change to spin.
    const double faster = energy_change(scheme, h, 2 * spin);
    EXPECT_NEAR(1 + std::log2(faster / coarse), 2.0, 0.1) << word;
    EXPECT_LT(energy_change(nscd::Rotation::splitting, h, spin), 1e-3 * coarse) << word;
  }
}

// Grains and spheres that fly towards their centre.
Pile crowd() {
  Pile pile;
  for (int i = 0; i < 64; ++i) {
    Random random(5, Purpose::kPlace, static_cast<std::uint64_t>(i));
    const Vec3 cell(i % 4, i / 4 % 4, i / 16);
    const Vec3 centre = 1.3 * (cell - Vec3::Constant(1.5));
    const Vec3 velocity = random.in_ball() - centre;
    const Quaternion turned = Quaternion::FromTwoVectors(Vec3::UnitX(), random.in_ball());
    const double radius = 0.3 + 0.2 * random.uniform();
    if (i % 3 == 0)
      glue(pile, i % 2 == 0 ? "tetrahedron" : "rod", 0.15, 2000, centre, turned, velocity, random.in_ball());
    else
      add_sphere(pile, radius, 2000, centre, velocity, 3 * random.in_ball());
  }
  return pile;
}

// A pair with attraction moves through the distance of attraction and back: the energy changes only by the loss in the
// contact, (1 - e^2) of the energy of the impact.
TEST(Impulses, CohesionAndRestitutionKeepTheirEnergies) {
  for (const double e : {1.0, 0.5}) {
    nscd::Parameters p = impulses(1e-3, 0, e);
    const double speed = 0.2;
    const double pull = 30;
    const double distance = 0.05;
    p.cohesion = {pull, distance};
    Pile start;
    add_sphere(start, 0.5, 2000, {-0.6, 0, 0}, {0.5 * speed, 0, 0});
    add_sphere(start, 0.5, 2000, {0.6, 0, 0}, {-0.5 * speed, 0, 0});
    const double mass = 0.5 * start.model.mass[0];  // reduced
    const double kinetic = 0.5 * mass * speed * speed;
    ImpulseRun run(p, start);
    run.until(2.0);
    const double met = kinetic + pull * distance;
    const double left = e * e * met - pull * distance;
    const double apart = (run.velocity(1) - run.velocity(0)).norm();
    EXPECT_NEAR(0.5 * mass * apart * apart, left, 0.01 * met) << e;
    EXPECT_NEAR(run.account()[Channel::impact], (1 - e * e) * met, 0.01 * met) << e;
    EXPECT_NEAR(run.account()[Channel::cohesion], 0, 0.01 * met) << e;
    EXPECT_NEAR(kinetic - 0.5 * mass * apart * apart, run.account().dissipated(), 1e-9 * kinetic) << e;
  }
}

TEST(Impulses, LedgerCloses) {
  nscd::Parameters p = impulses(2e-3, 0.5, 0.3);
  p.gravity = {gravity::Summation::direct, 1e-4};
  p.solver = {1e-8, 5000};
  const External nothing;
  const Pile start = crowd();
  ImpulseRun run(p, start);
  run.until(0);  // overlaps are removed at the start
  const measure::Ledger before = measure::ledger(run.pile(), nothing, 1e-4, true, run.account());
  const StepReport report = run.until(2.0);
  const measure::Ledger after = measure::ledger(run.pile(), nothing, 1e-4, true, run.account());
  EXPECT_GT(report.contacts, 10u);
  EXPECT_GT(after.account.dissipated(), 0.2 * before.kinetic());
  EXPECT_GE(after.account[Channel::impact], 0);
  EXPECT_GE(after.account[Channel::friction], 0);
  double momentum = 0, angular = 0;
  for (std::size_t i = 0; i < start.size(); ++i) {
    momentum += start.model.mass[i] * start.state.velocity[i].norm();
    angular += start.model.mass[i] * start.state.position[i].norm() * start.state.velocity[i].norm();
  }
  EXPECT_LT((after.momentum - before.momentum).norm(), 1e-13 * momentum);
  EXPECT_LT((after.angular() - before.angular() - after.account.gravity_torque).norm(), 1e-12 * angular);
  EXPECT_NEAR(after.of_motion(), before.of_motion(), 1e-4 * before.kinetic());
}

nscd::Parameters crowded() {
  nscd::Parameters p = impulses(5e-3, 0.5, 0.2);
  p.gravity = {gravity::Summation::direct, 1e-4};
  p.cohesion = {3, 0.02};
  p.solver = {1e-6, 500};
  return p;
}
External shaken() {
  External external = floor_under({0, 0, -3});
  external.planes[0].point = Vec3(0, 0, -1);
  external.planes[0].amplitude = Vec3(0, 0, 0.1);
  external.planes[0].frequency = 2;
  return external;
}

TEST(Impulses, ThreadsAndListsDoNotChangeBits) {
  Reals first;
  for (const int n : {1, 2, 4}) {
    set_threads(n);
    nscd::Parameters p = crowded();
    if (n > 1) p.step.skin = 0.05 * n;
    ImpulseRun run(p, crowd(), shaken());
    EXPECT_GT(run.until(1).contacts, 10u);
    if (first.empty()) first = everything(run);
    EXPECT_TRUE(same_bits(first, everything(run))) << n;
  }
  set_threads(1);
}

// Contact forces of a pile, including attraction, equal those of the first frame of a new run.
TEST(Impulses, NewRunHasTheSameForces) {
  ImpulseRun first(crowded(), crowd(), shaken());
  first.until(1);
  Pile pile = first.pile();
  pile.contacts = first.contacts();
  const Contacts again = ImpulseRun(crowded(), pile, shaken()).contacts();
  ASSERT_EQ(again.key, pile.contacts.key);
  ASSERT_GT(again.size(), 20u);
  for (std::size_t c = 0; c < again.size(); ++c)
    EXPECT_LT((again.force[c] - pile.contacts.force[c]).norm(), 1e-12 * (1 + again.force[c].norm())) << c;
}

TEST(Impulses, StopAndRestart) {
  ImpulseRun whole(crowded(), crowd(), shaken());
  whole.until(1);
  for (const double stop : {0.1, 0.5, 0.905}) {
    ImpulseRun part(crowded(), crowd(), shaken());
    part.until(stop);
    ImpulseRun rest(part, memory_of(part.stepper()));
    rest.until(1);
    EXPECT_TRUE(same_bits(everything(whole), everything(rest))) << stop;
  }
}

}  // namespace
}  // namespace rubble::test
