// Forces, torques and the end of a single contact in the stepper, compared with a vector implementation of the laws
// (unit/contact_twin.hpp) and the geometry of docs/theory.md 1.
#include "scene.hpp"
#include "unit/contact_columns.hpp"
#include "unit/contact_twin.hpp"

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

// Two spheres or a sphere and a plane, their state and the memory of their contact, drawn from a seed.
struct Case {
  Pile pile;
  External external;
};

Vec3 drawn(Random& random, double size) { return size * random.in_ball(); }

Case draw(std::uint64_t seed, bool wall) {
  Random random(seed, Purpose::kPlace, 0);
  Case c;
  const Vec3 n = random.in_ball().normalized(), x = drawn(random, 3);
  const double r_a = 0.5 + random.uniform(), r_b = 0.5 + random.uniform(), overlap = 0.03 + 0.1 * random.uniform();
  add_sphere(c.pile, r_a, 50, x, drawn(random, 2), drawn(random, 3));
  if (wall) {
    Plane plane;
    plane.point = x + (r_a - overlap) * n + 7 * n.unitOrthogonal(), plane.normal = -n;
    plane.amplitude = drawn(random, 1), plane.frequency = 1 / (2 * std::numbers::pi);
    c.external.planes = {plane};
  } else {
    add_sphere(c.pile, r_b, 50, x + (r_a + r_b - overlap) * n, drawn(random, 2), drawn(random, 3));
  }
  Contacts& k = c.pile.contacts;
  resize(k, 1);
  test::add_springs(k);
  k.key[0] = wall ? ContactKey::of_wall(0, 0) : ContactKey{0, 1};
  k.point[0] = x + (r_a - 0.5 * overlap) * n, k.gap[0] = -overlap, k.normal[0] = n;
  const auto across = [&] { return Vec3(0.1 * random.uniform() * n.cross(random.in_ball())); };
  test::sliding(k)[0] = across(), test::rolling(k)[0] = across(), test::twisting(k)[0] = 0.1 * random.uniform();
  k.force[0].setZero(), k.energy[0] = 0;
  return c;
}

// docs/theory.md 1: arms to the contact plane, circle of contact, velocities there.
struct Geometry {
  Contact contact;
  double arm_a, arm_b;
};
Geometry geometry(const Case& c) {
  const Model& model = c.pile.model;
  const State& state = c.pile.state;
  const double s_a = model.radius[0], m_a = model.mass[0], I_a = 0.4 * m_a * s_a * s_a;
  const Vec3 v_a = state.velocity[0], w_a = state.spin[0];
  Geometry g;
  Contact& t = g.contact;
  if (model.size() == 1) {
    const Plane& plane = c.external.planes[0];
    t.normal = -plane.normal;
    g.arm_a = (plane.point - state.position[0]).dot(t.normal), g.arm_b = 0;
    t.overlap = s_a - g.arm_a;
    t.mass = m_a, t.radius = s_a, t.inertia = I_a, t.lever = g.arm_a;
    t.velocity = plane.amplitude - v_a - g.arm_a * w_a.cross(t.normal);  // its greatest speed, at time 0
    t.spin = w_a;
  } else {
    const double s_b = model.radius[1], m_b = model.mass[1], I_b = 0.4 * m_b * s_b * s_b;
    const Vec3 d = state.position[1] - state.position[0];
    const double D = d.norm();
    t.normal = d / D, t.overlap = s_a + s_b - D;
    g.arm_a = (s_a * s_a - s_b * s_b + D * D) / (2 * D), g.arm_b = D - g.arm_a;
    t.mass = m_a * m_b / (m_a + m_b), t.radius = s_a * s_b / (s_a + s_b), t.inertia = I_a * I_b / (I_a + I_b);
    t.lever = 2 * g.arm_a * g.arm_b / (g.arm_a + g.arm_b);
    t.velocity = state.velocity[1] - v_a - (g.arm_a * w_a + g.arm_b * state.spin[1]).cross(t.normal);
    t.spin = w_a - state.spin[1];
  }
  t.circle = std::sqrt(s_a * s_a - g.arm_a * g.arm_a);
  return g;
}

// The force that the stepper reports, and the resulting changes of velocity and spin in a short step.
template <class Normal, class Sliding, class Couple>
void compare(const Normal& normal, const Sliding& sliding, const Couple& couple, const laws::Cohesion& cohesion) {
  const double h = 1e-8;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    const Case c = draw(seed, seed % 2 == 1);
    const Geometry g = geometry(c);
    Contacts given = c.pile.contacts;
    // True if the bodies approach by the definition of the stepper: the centres, or the centre and the plane.
    const Vec3 other = c.pile.size() == 1 ? c.external.planes[0].amplitude : c.pile.state.velocity[1];
    const bool approach = (c.pile.state.velocity[0] - other).dot(given.normal[0]) > 0;
    const Springs springs{test::sliding(given)[0], test::rolling(given)[0], test::twisting(given)[0], g.contact.overlap,
                          approach};
    const Answer a = answer(normal, sliding, couple, cohesion, g.contact, springs, {0, 0.5 * h, h}, {});

    ssdem::Parameters p;
    p.gravity = {gravity::Summation::none, 0};
    p.normal = normal, p.sliding = sliding, p.couple = couple, p.cohesion = cohesion, p.step.dt = h;
    Case now = c;
    // The stored overlap has the bits of the stepper's overlap, so that it counts as unchanged.
    now.pile.contacts.gap[0] = Motion(p, now.pile, now.external).contacts().gap[0];
    Motion run(p, now.pile, now.external);
    const Contacts found = run.contacts();
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found.gap[0], -g.contact.overlap, 1e-14);
    EXPECT_LT((found.point[0] - now.pile.state.position[0] - g.arm_a * g.contact.normal).norm(), 1e-14);
    EXPECT_LT((found.normal[0] - g.contact.normal).norm(), 1e-14);
    EXPECT_LT((found.force[0] - a.force).norm(), 1e-10 * (a.force.norm() + 1e-3));
    EXPECT_NEAR(found.energy[0], a.energy, 1e-10 * (std::abs(a.energy) + 1));

    run.until(h);
    const Vec3 lever = g.contact.normal.cross(a.tangential);
    const double arms[] = {g.arm_a, g.arm_b}, signs[] = {1, -1};
    for (std::size_t i = 0; i < c.pile.size(); ++i) {
      const Vec3 force = c.pile.model.mass[i] * (run.velocity(i) - c.pile.state.velocity[i]) / h;
      EXPECT_LT((force - signs[i] * a.force).norm(), 1e-5 * (a.force.norm() + 1e-3)) << i;
      const Vec3 torque = c.pile.model.inertia(i) * (run.spin(i) - c.pile.state.spin[i]) / h;
      const Vec3 wanted = arms[i] * lever + signs[i] * a.couple;
      EXPECT_LT((torque - wanted).norm(), 1e-5 * (a.force.norm() + wanted.norm() + 1e-3)) << i;
    }
  }
}

TEST(Contact, ForcesAndTorquesAreThoseOfTheLaws) {
  const laws::Cohesion sticky{20, 0.5};
  compare(laws::LinearSpring{2e3, 0.4, laws::Tension::allow}, laws::KineticSliding{0.4}, laws::TorqueCouple{0.3, 0.7},
          sticky);
  compare(laws::LinearSpring{2e3, 0.4, laws::Tension::allow}, laws::CoulombSliding{0.9, 0.5, 0.4},
          laws::SpringCouple{0.9, 0.8, 0.5, laws::ContactRadius::reduced}, sticky);
  compare(laws::Hysteretic{4e3, 0.6}, laws::CoulombSliding{20, 0.5, 0.4},
          laws::SpringCouple{20, 20, 0.5, laws::ContactRadius::harmonic}, {});
  compare(laws::HertzMindlin{2e4, 0.3, 0.6, laws::Tension::clamp}, laws::CoulombSliding{20, 0.5},
          laws::TorqueCouple{0.3, 0.7}, {});
}

// Unlimited friction stops rolling and twisting within a few steps, by torques that conserve angular momentum: the
// necessary torque depends on both moments of inertia.
TEST(Contact, RollingStopsWithinSteps) {
  Pile pile;
  add_sphere(pile, 0.5, 2000, Vec3(0, 0, 0), Vec3::Zero(), Vec3(0.3, 0.2, -0.1));
  add_sphere(pile, 0.7, 2000, Vec3(1.19, 0, 0), Vec3::Zero(), Vec3(-0.2, 0.4, 0.1));
  ssdem::Parameters p = plain(1e3, 1);
  p.couple = laws::TorqueCouple{1e9, 1e9};
  p.step.dt = 1e-3;
  const auto momentum = [&](Motion& run) -> Vec3 {
    return pile.model.inertia(0) * run.spin(0) + pile.model.inertia(1) * run.spin(1);
  };
  Motion run(p, pile);
  const Vec3 begin = momentum(run);
  run.until(0.02);
  ASSERT_EQ(run.contacts().size(), 1u);
  EXPECT_LT((run.spin(0) - run.spin(1)).norm(), 1e-3);
  EXPECT_LT((momentum(run) - begin).norm(), 1e-12 * begin.norm());
}

// The springs of a pair that separates at once leave their energy as heat: k_t S^2 / 2, k_r rho^2 / 2, k_w tau^2 / 2.
TEST(Contact, SpringsOfSeparatedPairsBecomeHeat) {
  for (const bool wall : {false, true}) {
    Case c = draw(3, wall);
    const Geometry g = geometry(c);
    const Vec3 n = g.contact.normal;
    c.pile.contacts.gap[0] = -g.contact.overlap;
    for (Vec3& w : c.pile.state.spin) w.setZero();
    for (Plane& plane : c.external.planes) plane.amplitude.setZero();
    c.pile.state.velocity[0] = -500 * n;
    if (!wall) c.pile.state.velocity[1] = 500 * n;
    ssdem::Parameters p = plain(2e3, 1);
    p.sliding = laws::CoulombSliding{1e6, 0.5, 0.4};
    p.couple = laws::SpringCouple{1e6, 1e6, 0.5, laws::ContactRadius::reduced};
    p.step.dt = 1e-3;
    Motion run(p, c.pile, c.external);
    run.until(1e-3);
    EXPECT_EQ(run.contacts().size(), 0u);
    Contacts& k = c.pile.contacts;
    const double area = std::pow(0.5 * g.contact.radius, 2), k_t = 0.4 * 2e3;
    const Account& heat = run.stepper().account();
    EXPECT_NEAR(heat[Channel::sliding] / (k_t * test::sliding(k)[0].squaredNorm() / 2), 1, 1e-12) << wall;
    EXPECT_NEAR(heat[Channel::rolling] / (2e3 * area * test::rolling(k)[0].squaredNorm() / 2), 1, 1e-12) << wall;
    EXPECT_NEAR(heat[Channel::twisting] / (2 * k_t * area * test::twisting(k)[0] * test::twisting(k)[0] / 2), 1, 1e-12)
        << wall;
  }
}

// A floor rises to a ball at rest. The neighbour list is not rebuilt, and the floor must still hit the ball.
TEST(Contact, ShakenFloorHitsABallAboveIt) {
  const double A = 2, f = 0.1;
  Pile pile;
  add_sphere(pile, 0.5, 2000, Vec3(0, 0, 0.5 + 0.8 * A));
  External external;
  external.planes = {Plane{}};
  external.planes[0].amplitude = Vec3(0, 0, A), external.planes[0].frequency = f;
  ssdem::Parameters p = plain(1e6, 0.5);
  p.step.skin = 0.01;
  Motion run(p, pile, external);
  run.until(0.25 / f);
  EXPECT_GT(run.velocity(0).z(), 0.5 * A * f);
  EXPECT_GT(run.position(0).z(), 0.5 + A - 1e-3);
}

// Rolling and twisting friction act on spheres only: a grain is stopped by its members' friction alone (decision 13); a
// free sphere beside it is stopped by both.
TEST(Contact, MembersOfGrainsNeitherRollNorTwist) {
  for (const bool springs : {true, false}) {
    ssdem::Parameters p = plain(1e6, 0.5), without;
    p.sliding = laws::CoulombSliding{0.3, 0.5};
    p.step.dt = 1e-4;
    without = p;
    if (springs)
      p.couple = laws::SpringCouple{5, 5, 1, laws::ContactRadius::harmonic};
    else
      p.couple = laws::TorqueCouple{5, 5};
    External external;
    external.planes = {Plane{}};
    external.uniform = Vec3(0, 0, -9.81);
    Pile pile;
    glue(pile, "dumbbell", 0.5, 2000, Vec3(0, 0, 0.499), Quaternion::Identity(), Vec3(0, 1, 0), Vec3(-2, 0, 0));
    glue(pile, "dumbbell", 0.5, 2000, Vec3(5, 0, 0.999),
         Quaternion(Eigen::AngleAxisd(0.5 * std::numbers::pi, Vec3::UnitY())), Vec3::Zero(), Vec3(0, 0, 3));
    Motion with(p, pile, external), free(without, pile, external);
    with.until(0.05), free.until(0.05);
    for (std::size_t i = 0; i < pile.size(); ++i) {
      EXPECT_EQ(with.position(i), free.position(i)) << springs;
      EXPECT_EQ(with.velocity(i), free.velocity(i)) << springs;
      EXPECT_EQ(with.spin(i), free.spin(i)) << springs;
    }
    EXPECT_GT(with.spin(2).z(), 2.5);
    // The work of discontinuous forces is corrected in the channel of rolling (docs/theory.md 3.3).
    EXPECT_TRUE(!springs || with.stepper().account()[Channel::rolling] == 0);
    EXPECT_LT(std::abs(with.stepper().account()[Channel::twisting]), 1e-200);
    Contacts contacts = with.contacts();
    EXPECT_EQ(contacts.size(), 3u);
    if (!springs) continue;
    for (const Vec3& angle : test::rolling(contacts)) EXPECT_EQ(angle, Vec3(Vec3::Zero()));
    for (const double angle : test::twisting(contacts)) EXPECT_EQ(angle, 0);
  }
}

}  // namespace
}  // namespace rubble::test
