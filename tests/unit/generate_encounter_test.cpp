// Encounters compared with energies and speeds computed by hand.
#include "base/error.hpp"
#include "base/random.hpp"
#include "generate/encounter.hpp"
#include "unit/contact_columns.hpp"
#include "unit/grain_piles.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::generate {
namespace {

constexpr double kG = 6.67430e-11;
constexpr double kDegree = std::numbers::pi / 180;

Pile pile_of(const Reals& mass, const Reals& radius, const Vec3s& position, const Material& material = {"rock", 2700}) {
  Pile pile;
  pile.model.mass = mass, pile.model.radius = radius;
  pile.model.materials = {material};
  pile.model.material.assign(mass.size(), 0);
  for (std::size_t i = 0; i < mass.size(); ++i) pile.model.id.push_back(static_cast<std::int64_t>(i));
  pile.state.position = position;
  pile.state.velocity.assign(mass.size(), Vec3::Zero());
  pile.state.spin.assign(mass.size(), Vec3::Zero());
  return pile;
}

// A ball of n bodies in a sphere of the given mass and radius: distances from the centre as uniform as possible, random
// directions.
Pile ball_of(std::uint64_t seed, std::size_t n, double mass, double radius, double grain) {
  Random random(seed, Purpose::kPlace);
  Vec3s position(n);
  for (std::size_t i = 0; i < n; ++i)
    position[i] = radius * std::cbrt((static_cast<double>(i) + 0.5) / static_cast<double>(n)) * random.on_sphere();
  return pile_of(Reals(n, mass / static_cast<double>(n)), Reals(n, grain), position);
}

Vec3 momentum(const Pile& pile) {
  Vec3 p = Vec3::Zero();
  for (std::size_t i = 0; i < pile.size(); ++i) p += pile.model.mass[i] * pile.state.velocity[i];
  return p;
}
Vec3 centre(const Pile& pile) {
  Vec3 x = Vec3::Zero();
  double mass = 0;
  for (std::size_t i = 0; i < pile.size(); ++i)
    x += pile.model.mass[i] * pile.state.position[i], mass += pile.model.mass[i];
  return x / mass;
}

// Masses 3 and 1, radii 2 and 1, theta = 30 degrees, gap 5, G = 2. The offset is 1.5, and the separation is (3 cos 30 +
// 5, 1.5) in x and y. With U = -G m m / d and Q = 1/2, the kinetic energy is |U| / 2 = 1/2 mu v^2. Here mu = 3/4, so
// that v = sqrt(|U| / mu).
TEST(Encounter, TwoBodiesByHand) {
  const Pile target = pile_of({3}, {2}, {Vec3(100, -7, 3)}), projectile = pile_of({1}, {1}, {Vec3(0, 50, 0)});
  const Meeting m = meet(target, projectile, {0.5, {}, 30 * kDegree, 5, 2});
  const double x = 3 * std::sqrt(3.0) / 2 + 5, d = std::sqrt(x * x + 1.5 * 1.5), v = std::sqrt(6 / d / 0.75);
  EXPECT_EQ(m.target.radius, 2);
  EXPECT_EQ(m.projectile.radius, 1);
  EXPECT_NEAR(m.offset, 1.5, 1e-14);
  EXPECT_NEAR(m.separation, d, 1e-14);
  EXPECT_EQ(m.self_energy(), 0);
  EXPECT_NEAR(m.cross_energy, -6 / d, 1e-14);
  EXPECT_NEAR(m.relative_speed, v, 1e-14);
  EXPECT_NEAR(m.energy_ratio, 0.5, 1e-14);

  const State& s = m.pile.state;
  EXPECT_LT((s.position[0] - Vec3(0.25 * x, -0.25 * 1.5, 0)).norm(), 1e-14);
  EXPECT_LT((s.position[1] - Vec3(-0.75 * x, 0.75 * 1.5, 0)).norm(), 1e-14);
  EXPECT_LT((s.velocity[0] - Vec3(-0.25 * v, 0, 0)).norm(), 1e-14);
  EXPECT_LT((s.velocity[1] - Vec3(0.75 * v, 0, 0)).norm(), 1e-14);
}

// After free flight over the gap along x, the surfaces touch with the offset of the impact angle.
TEST(Encounter, GapIsTheDistanceToTheContact) {
  const Pile a = pile_of({5}, {4}, {Vec3::Zero()}), b = pile_of({2}, {3}, {Vec3::Zero()});
  for (const double theta : {0.0, 20.5 * kDegree, 44.4 * kDegree, 80 * kDegree}) {
    const Meeting m = meet(a, b, {{}, 10.0, theta, 6, 0});
    const double time = 6.0 / 10.0;
    const State& s = m.pile.state;
    const Vec3 apart = s.position[1] + time * s.velocity[1] - s.position[0] - time * s.velocity[0];
    EXPECT_NEAR(apart.norm(), 7, 1e-13);
    EXPECT_NEAR(apart.y() / 7, std::sin(theta), 1e-14);
    EXPECT_LT(apart.x(), 0);
    EXPECT_EQ(m.energy_ratio, 0);  // no gravity, no ratio
    EXPECT_NEAR(m.target.speed + m.projectile.speed, 10, 1e-14);
  }
}

// Two dumbbells: four equal masses on the x axis, all pairs by hand. Bodies of radius 1, 4 m apart: each pile's radius
// is 3.
TEST(Encounter, CountsPairsWithinAndBetweenThePiles) {
  const Pile dumbbell = pile_of({1, 1}, {1, 1}, {Vec3(-2, 0, 0), Vec3(2, 0, 0)});
  const Meeting m = meet(dumbbell, dumbbell, {{}, 3.0, 0, 4, 1});
  EXPECT_NEAR(m.target.radius, 3, 1e-14);
  EXPECT_NEAR(m.separation, 10, 1e-14);
  EXPECT_NEAR(m.self_energy(), -(1.0 / 4 + 1.0 / 4), 1e-14);
  EXPECT_NEAR(m.cross_energy, -(1.0 / 10 + 1.0 / 10 + 1.0 / 6 + 1.0 / 14), 1e-14);
  EXPECT_NEAR(m.kinetic_energy, 0.5 * 1 * 9, 1e-14);  // reduced mass 1
  EXPECT_NEAR(m.energy_ratio, 4.5 / (0.5 + 0.2 + 1.0 / 6 + 1.0 / 14), 1e-12);
  EXPECT_NEAR(m.energy_ratio_self, 4.5 / 0.5, 1e-12);
}

// The bodies of each pile are glued together: forces within a grain are not gravity and do not count in Q.
TEST(Encounter, PairsWithinAGrainDoNotCount) {
  Pile dumbbell;
  test::add_dumbbell(dumbbell, {0, 0, 0}, Vec3::UnitX());
  const Meeting one = meet(dumbbell, dumbbell, {{}, 3.0, 0, 6, 1});
  EXPECT_EQ(one.self_energy(), 0);
  const double cross = 2.0 / 10 + 1.0 / 8 + 1.0 / 12;
  EXPECT_NEAR(one.energy_ratio, 9.0 / 2 / cross, 1e-12);
  EXPECT_EQ(one.energy_ratio_self, 0);
  test::add_ball(dumbbell, 1, {5, 0, 0});
  const Meeting two = meet(dumbbell, dumbbell, {{}, 3.0, 0, 4, 1});
  EXPECT_NEAR(two.target.self_energy, -(1.0 / 4 + 1.0 / 6), 1e-14);
}

// Two uniform spheres of the collision study's largest pile: M = 6.16e19 kg, R = 203 km, gap 22.5 km, Q = 1/2. U = -2
// (3/5) G M^2 / R - G M^2 / (2 R + gap), v = sqrt(4 Q |U| / M) = 260.4 m/s; the study names 0.26 km/s as its slowest.
// The standard deviation of a sum over 5000 points is less than 1 % of the integral.
TEST(Encounter, ReproducesTheStudysSlowestSpeed) {
  constexpr std::size_t n = 5000;
  constexpr double mass = 6.16e19, radius = 203e3, gap = 22.5e3;
  const auto ball = [&](std::uint64_t seed) { return ball_of(seed, n, mass, radius, 1); };
  const Meeting m = meet(ball(1), ball(2), {0.5, {}, 0, gap, kG});
  const double self = 2 * 0.6 * kG * mass * mass / radius, cross = kG * mass * mass / (2 * radius + gap);
  const double speed = std::sqrt(4 * 0.5 * (self + cross) / mass);
  EXPECT_NEAR(speed, 260.4, 0.1);
  EXPECT_NEAR(m.relative_speed, speed, 0.01 * speed);
  EXPECT_NEAR(m.self_energy(), -self, 0.01 * self);
  EXPECT_NEAR(m.cross_energy, -cross, 0.02 * cross);
  // Without the cross pairs the speed would be 220 m/s.
  EXPECT_NEAR(m.relative_speed * std::sqrt(0.5 / m.energy_ratio_self), 220.4, 2.2);

  // The centre of mass is at rest up to rounding, also after a Galilean change of the target.
  const double scale = mass * m.relative_speed;
  EXPECT_LT(momentum(m.pile).norm(), 1e-13 * scale);
  EXPECT_LT(centre(m.pile).norm(), 1e-13 * radius);
  Pile moving = ball(1);
  for (Vec3& x : moving.state.position) x += Vec3(3e6, -1e6, 2e6);
  for (Vec3& v : moving.state.velocity) v += Vec3(1000, 2000, -3000);
  const Meeting again = meet(moving, ball(2), {0.5, {}, 0, gap, kG});
  EXPECT_NEAR(again.relative_speed, m.relative_speed, 1e-9 * m.relative_speed);
  EXPECT_LT(momentum(again.pile).norm(), 1e-11 * scale);
}

TEST(Encounter, KeepsInnerMotionSpinsIdsContactsAndMaterials) {
  Pile target = pile_of({1, 3}, {1, 1}, {Vec3(0, 0, 0), Vec3(0, 1.9, 0)}, {"rock", 2700});
  target.model.id = {7, 4};
  target.state.velocity = {Vec3(0, 0, 3), Vec3(0, 0, -1)};
  target.state.spin = {Vec3(1, 2, 3), Vec3(4, 5, 6)};
  target.state.time = 100, target.state.step = 50;
  resize(target.contacts, 2);
  test::add_springs(target.contacts);
  target.contacts.key = {{0, 1}, ContactKey::of_wall(0, 0)};
  target.contacts.gap = {-0.1, -0.2};
  target.contacts.point = {Vec3(0, 0.95, 0), Vec3(0, -1, 0)};
  test::sliding(target.contacts) = {Vec3(1, 0, 0), Vec3(2, 0, 0)};
  test::twisting(target.contacts) = {0.5, 0.6};
  Pile projectile = pile_of({2, 2}, {1, 1}, {Vec3(0, 0, 0), Vec3(1.8, 0, 0)}, {"ice", 900});
  projectile.model.materials.push_back({"rock", 2700});
  projectile.model.materials.push_back({"rock", 3000});
  projectile.model.material = {1, 2};
  resize(projectile.contacts, 1);
  projectile.contacts.key = {{0, 1}};
  projectile.contacts.gap = {-0.2};
  projectile.contacts.point = {Vec3(0.9, 0, 0)};
  projectile.contacts.normal = {Vec3(1, 0, 0)};

  const Meeting m = meet(target, projectile, {{}, 0.0, 0, 1, 0});
  Pile p = m.pile;
  EXPECT_EQ(p.model.id, (std::vector<std::int64_t>{7, 4, 8, 9}));
  EXPECT_LT((p.state.velocity[0] - Vec3(0, 0, 3)).norm(), 1e-15);
  EXPECT_LT((p.state.velocity[1] - Vec3(0, 0, -1)).norm(), 1e-15);
  EXPECT_EQ(p.state.spin[1], Vec3(4, 5, 6));
  EXPECT_LT((p.state.position[1] - p.state.position[0] - Vec3(0, 1.9, 0)).norm(), 1e-14);
  EXPECT_EQ(p.state.time, 0);
  EXPECT_EQ(p.state.step, 0);
  ASSERT_EQ(p.contacts.size(), 2u);
  EXPECT_EQ(p.contacts.key, (std::vector<ContactKey>{{0, 1}, {2, 3}}));
  EXPECT_EQ(p.contacts.gap, (Reals{-0.1, -0.2}));
  EXPECT_EQ(test::sliding(p.contacts), (Vec3s{Vec3(1, 0, 0), Vec3::Zero()}));  // the projectile has no springs
  EXPECT_EQ(test::twisting(p.contacts), (Reals{0.5, 0}));
  for (const std::size_t c : {0u, 1u}) {  // points move with their bodies
    const Vec3 middle = 0.5 * (p.state.position[2 * c] + p.state.position[2 * c + 1]);
    EXPECT_LT((p.contacts.point[c] - middle).norm(), 1e-14);
  }
  EXPECT_EQ(p.contacts.normal[1], Vec3(1, 0, 0));
  ASSERT_EQ(p.model.materials.size(), 3u);
  EXPECT_EQ(p.model.materials[static_cast<std::size_t>(p.model.material[2])].density, 2700);
  EXPECT_EQ(p.model.material[2], 0);
  EXPECT_EQ(p.model.materials[static_cast<std::size_t>(p.model.material[3])].name, "rock-2");
  EXPECT_EQ(p.model.materials[static_cast<std::size_t>(p.model.material[3])].density, 3000);
}

TEST(Encounter, NeedsEitherEnergyOrSpeed) {
  const Pile one = pile_of({1}, {1}, {Vec3::Zero()});
  EXPECT_THROW(meet(one, one, {{}, {}, 0, 1, kG}), InputError);
  EXPECT_THROW(meet(one, one, {1.0, 1.0, 0, 1, kG}), InputError);
  EXPECT_THROW(meet(one, one, {1.0, {}, 0, 1, 0}), InputError);  // no energy for comparison
}

// The study's lists of Q for three pairs of masses; U and v worked out for uniform balls of 2700 kg/m^3 x solid
// fraction as in ReproducesTheStudysSlowestSpeed. Its fastest collisions: 1276, 1399 and 1903 m/s at Q = 12.
TEST(Encounter, SpeedsOfTheStudysPairs) {
  constexpr double target_mass = 6.16e19, target_radius = 203e3, gap = 22.5e3;
  const struct {
    double mass, radius, slowest, fastest;
  } projectiles[] = {{6.16e19, 203e3, 260, 1276}, {1.54e19, 128e3, 286, 1399}, {6.16e18, 95e3, 389, 1903}};
  const Pile target = ball_of(1, 4000, target_mass, target_radius, 1);
  for (const auto& p : projectiles) {
    const Pile projectile = ball_of(2, 2000, p.mass, p.radius, 1);
    const double self = 0.6 * kG * (target_mass * target_mass / target_radius + p.mass * p.mass / p.radius);
    const double cross = kG * target_mass * p.mass / (target_radius + p.radius + gap);
    const double reduced = target_mass * p.mass / (target_mass + p.mass);
    for (const double q : {0.5, 12.0}) {
      const Meeting m = meet(target, projectile, {q, {}, 0, gap, kG});
      const double speed = std::sqrt(2 * q * (self + cross) / reduced);
      EXPECT_NEAR(speed, q < 1 ? p.slowest : p.fastest, 0.01 * speed);  // the printed numbers
      EXPECT_NEAR(m.relative_speed, speed, 0.01 * speed);
      EXPECT_NEAR(m.target.mass * m.target.speed, m.projectile.mass * m.projectile.speed, 1e-12 * target_mass * speed);
      // Energy difference of two points between the start and the contact.
      const double fall =
          kG * (target_mass + p.mass) * (1 / (m.target.radius + m.projectile.radius) - 1 / m.separation);
      EXPECT_NEAR(0.5 * (std::pow(m.impact_speed, 2) - std::pow(m.relative_speed, 2)), fall, 1e-9 * speed * speed);
      // The bodies cross the gap at a speed that gravity increases by a few per cent.
      EXPECT_GT(m.contact_time, gap / m.impact_speed);
      EXPECT_LT(m.contact_time, gap / m.relative_speed);
      EXPECT_NEAR(m.contact_time, 2 * gap / (m.relative_speed + m.impact_speed), 1e-3 * m.contact_time);
    }
  }
}

// Half the break-up rate: L = I w with I = (2/5) M R^2, energy 0.05 G M^2 / R = |U| / 12 for each uniform ball; Q
// includes none of it.
TEST(Encounter, SpinIsAFractionOfTheBreakUpRate) {
  constexpr double mass = 6.16e19, radius = 203e3;
  const Pile target = ball_of(1, 5000, mass, radius, 100), projectile = ball_of(2, 5000, mass, radius, 100);
  Encounter encounter{3.0, {}, 0, 22.5e3, kG};
  const Meeting still = meet(target, projectile, encounter);
  encounter.target_spin = Vec3(0, 0.5, 0), encounter.projectile_spin = Vec3(0, 0, -0.5);
  const Meeting m = meet(target, projectile, encounter);
  const double rate = std::sqrt(kG * mass / std::pow(radius, 3));
  EXPECT_NEAR(m.target.break_up_rate, rate, 0.01 * rate);
  EXPECT_NEAR(m.target.spin.y(), 3.505e-4, 0.01 * 3.505e-4);  // of the study: period 4.98 h
  EXPECT_NEAR(m.projectile.spin.z(), -3.505e-4, 0.01 * 3.505e-4);
  EXPECT_NEAR(m.target.rotation_energy / -m.target.self_energy, 1.0 / 12, 0.03 / 12);
  EXPECT_NEAR(m.rotation_ratio * (m.self_energy() + m.cross_energy),
              -(m.target.rotation_energy + m.projectile.rotation_energy), 1e-12 * m.target.rotation_energy);
  EXPECT_EQ(m.energy_ratio, still.energy_ratio);
  EXPECT_EQ(m.relative_speed, still.relative_speed);
  EXPECT_EQ(still.rotation_ratio, 0);

  // Angular momentum of each half about its own centre, including the spins of the bodies.
  const std::size_t n = target.size();
  for (const std::size_t first : {std::size_t{0}, n}) {
    const Partner& half = first == 0 ? m.target : m.projectile;
    const double side = first == 0 ? 1 : -1;
    const Vec3 centre(side * 0.5 * m.separation, 0, 0), velocity(-side * half.speed, 0, 0);
    Vec3 L = Vec3::Zero();
    for (std::size_t i = first; i < first + n; ++i)
      L += m.pile.model.mass[i] * (m.pile.state.position[i] - centre).cross(m.pile.state.velocity[i] - velocity) +
           m.pile.model.inertia(i) * m.pile.state.spin[i];
    const Vec3 expected = 0.4 * mass * radius * radius * half.spin;
    EXPECT_LT((L - expected).norm(), 0.03 * expected.norm());  // random positions: I is accurate to a few per cent
  }
  EXPECT_LT(momentum(m.pile).norm(), 1e-13 * mass * m.relative_speed);
}

// A rotated pile keeps all internal distances, and its contacts stay along its branches. Each seed and each pile has a
// different rotation.
TEST(Encounter, RandomOrientationTurnsEachPileAsAWhole) {
  Pile pile = pile_of({1, 3, 2}, {1, 1, 1}, {Vec3(0, 0, 0), Vec3(0, 1.9, 0), Vec3(4, 1, -3)});
  pile.state.velocity = {Vec3(0, 0, 3), Vec3(0, 0, -1), Vec3(0, 0, 0)};
  pile.state.spin[2] = Vec3(4, 1, -3);
  resize(pile.contacts, 1);
  test::add_springs(pile.contacts);
  pile.contacts.key = {{0, 1}};
  pile.contacts.point = {Vec3(0, 0.95, 0)};
  pile.contacts.gap = {-0.1};
  pile.contacts.normal = {Vec3(0, 1, 0)};
  test::sliding(pile.contacts) = {Vec3(0.3, 0, 0)};
  Encounter encounter{{}, 0.0, 0, 1, 0};
  encounter.orientation = generate::Orientation::random;
  Meeting m = meet(pile, pile, encounter, 7);
  const Meeting again = meet(pile, pile, encounter, 7);
  const State &s = m.pile.state, &other = meet(pile, pile, encounter, 8).pile.state;
  EXPECT_EQ(s.position, again.pile.state.position);
  for (const std::size_t first : {0u, 3u}) {
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        const double distance = (pile.state.position[i] - pile.state.position[j]).norm();
        EXPECT_NEAR((s.position[first + i] - s.position[first + j]).norm(), distance, 1e-14);
      }
    }
    const Vec3 branch = (s.position[first + 1] - s.position[first]) / 1.9;
    const auto c = first / 3;
    EXPECT_LT((m.pile.contacts.normal[c] - branch).norm(), 1e-14);
    const Vec3 middle = 0.5 * (s.position[first] + s.position[first + 1]);
    EXPECT_LT((m.pile.contacts.point[c] - middle).norm(), 1e-14);
    EXPECT_NEAR(test::sliding(m.pile.contacts)[c].dot(branch), 0, 1e-15);
    EXPECT_NEAR(test::sliding(m.pile.contacts)[c].norm(), 0.3, 1e-15);
    // Still right-handed: velocity, branch and position of the third body keep their triple product.
    const auto triple = [](const State& q, std::size_t f) {
      return q.velocity[f].cross(q.position[f + 1] - q.position[f]).dot(q.position[f + 2] - q.position[f]);
    };
    EXPECT_NEAR(triple(s, first), triple(pile.state, 0), 1e-13);
    EXPECT_LT((s.spin[first + 2] - (s.position[first + 2] - s.position[first])).norm(), 1e-13);
    const Vec3 other_branch = (other.position[first + 1] - other.position[first]) / 1.9;
    EXPECT_GT((branch - other_branch).norm(), 1e-3);
  }
  EXPECT_GT((s.position[1] - s.position[0] - s.position[4] + s.position[3]).norm(), 1e-3);
}

// The images of a fixed direction are uniform on the sphere: means 0, mean squares 1/3.
TEST(Encounter, RandomOrientationsAreIsotropic) {
  const Pile rod = pile_of({1, 1}, {1, 1}, {Vec3(-2, 0, 0), Vec3(2, 0, 0)});
  Encounter encounter{{}, 0.0, 0, 1, 0};
  encounter.orientation = generate::Orientation::random;
  constexpr int n = 4000;
  Vec3 mean = Vec3::Zero(), square = Vec3::Zero();
  for (int seed = 0; seed < n; ++seed) {
    const State& s = meet(rod, rod, encounter, static_cast<std::uint64_t>(seed)).pile.state;
    const Vec3 d = (s.position[1] - s.position[0]) / 4;
    mean += d / n, square += d.cwiseProduct(d) / n;
  }
  // Standard errors: sqrt(1/3 / n) = 0.0091 and sqrt((1/5 - 1/9) / n) = 0.0047.
  EXPECT_LT(mean.cwiseAbs().maxCoeff(), 4 * 0.0091);
  EXPECT_LT((square - Vec3::Constant(1.0 / 3)).cwiseAbs().maxCoeff(), 4 * 0.0047);
}

TEST(Encounter, SpinNeedsGravity) {
  const Pile one = pile_of({1}, {1}, {Vec3::Zero()});
  Encounter encounter{{}, 1.0, 0, 1, 0};
  encounter.projectile_spin = Vec3(0, 0.1, 0);
  EXPECT_THROW(meet(one, one, encounter), InputError);
}

// If a pile is used twice, every body has a partner across the origin in the plane of the encounter, in position,
// velocity and spin. The seed rotates both piles.
TEST(Encounter, ASymmetricPairIsPointSymmetricInItsPlane) {
  const Pile ball = ball_of(3, 50, 4e20, 2e5, 1e4);
  Encounter encounter{3, {}, 20 * kDegree, 1e4, kG};
  encounter.orientation = generate::Orientation::symmetric;
  encounter.target_spin = encounter.projectile_spin = Vec3(0, 0, 0.5);
  const Meeting m = meet(ball, ball, encounter, 7), other = meet(ball, ball, encounter, 8);
  const Mat3 half = Vec3(-1, -1, 1).asDiagonal();
  for (std::size_t i = 0; i < ball.size(); ++i) {
    const std::size_t j = i + ball.size();
    EXPECT_LT((m.pile.state.position[j] - half * m.pile.state.position[i]).norm(), 1e-9 * 2e5);
    EXPECT_LT((m.pile.state.velocity[j] - half * m.pile.state.velocity[i]).norm(), 1e-9);
    EXPECT_LT((m.pile.state.spin[j] - half * m.pile.state.spin[i]).norm(), 1e-18);
  }
  EXPECT_GT((m.pile.state.position[3] - other.pile.state.position[3]).norm(), 1e3);
}

}  // namespace
}  // namespace rubble::generate
