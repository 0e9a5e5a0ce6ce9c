// Contacts of several materials in all three methods, compared with closed forms. docs/theory.md 2.14.
#include "physics/hard_scene.hpp"
#include "physics/impulse_scene.hpp"
#include "physics/mesh_scene.hpp"
#include "physics/scene.hpp"

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

constexpr double kRadius = 0.1, kDensity = 2500, kGravity = 9.81;
constexpr std::int32_t kIce = 0, kRock = 1;

// Spheres of two materials with the same density.
void add(Pile& pile, std::int32_t material, const Vec3& position, const Vec3& velocity = Vec3::Zero(),
         double radius = kRadius) {
  pile.model.materials = {{"ice", kDensity}, {"rock", kDensity}};
  add_sphere(pile, radius, kDensity, position, velocity);
  pile.model.material.back() = material;
}

// (laws of other materials, change of those of ice, change of those of rock) => tables [[contact.material]]
template <class Laws>
MaterialLaws<Laws> two_materials(const Laws& others, const std::function<void(Laws&)>& ice,
                                 const std::function<void(Laws&)>& rock) {
  MaterialLaws<Laws> laws;
  laws.materials = {{"ice", others}, {"rock", others}};
  ice(laws.materials[0].laws);
  rock(laws.materials[1].laws);
  return laws;
}

void set_friction(ssdem::SoftLaws& laws, double friction) {
  std::get<laws::CoulombSliding>(laws.sliding).friction = friction;
}

MaterialLaws<ssdem::SoftLaws> soft_frictions(const ssdem::Parameters& p, double ice, double rock) {
  return two_materials<ssdem::SoftLaws>(
      p.common(), [=](auto& laws) { set_friction(laws, ice); }, [=](auto& laws) { set_friction(laws, rock); });
}

MaterialLaws<nscd::PairContact> impulse_values(const nscd::Parameters& p, double nscd::PairContact::*value, double ice,
                                               double rock) {
  return two_materials<nscd::PairContact>(
      p.common(), [=](auto& laws) { laws.*value = ice; }, [=](auto& laws) { laws.*value = rock; });
}

// A floor in gravity that is inclined by an angle in the x direction.
External incline(double angle, const std::string& material = "") {
  External external;
  external.planes = {Plane{}};
  external.planes[0].material = material;
  external.uniform = kGravity * Vec3(std::sin(angle), 0, -std::cos(angle));
  return external;
}

// Acceleration of a solid sphere on an incline: it slides if tan(angle) > 7/2 mu, and rolls otherwise.
double acceleration_of_sphere(double angle, double friction) {
  const double rolls = 5.0 / 7.0 * kGravity * std::sin(angle);
  return std::max(rolls, kGravity * (std::sin(angle) - friction * std::cos(angle)));
}

// --- friction

constexpr double kAngle = 0.5, kIceFriction = 0.04, kRockFriction = 0.09;

// Ice, rock, and on a wall of its own material the mean of both.
TEST(Materials, SoftSpheresOnAnIncline) {
  ssdem::Parameters p = plain(1e7, 0.5);
  p.sliding = laws::CoulombSliding{0.3, 0.5};
  p.materials = soft_frictions(p, kIceFriction, kRockFriction);
  const double overlap = 4.0 / 3.0 * std::numbers::pi * kDensity * std::pow(kRadius, 3) * kGravity / 1e7;
  for (const std::string wall : {"", "ice", "rock"}) {
    Pile pile;
    add(pile, kRock, Vec3(0, 0, kRadius - overlap * std::cos(kAngle)));
    add(pile, kIce, Vec3(0, 1, kRadius - overlap * std::cos(kAngle)));
    Motion run(p, pile, incline(kAngle, wall));
    run.until(1);
    const double of_wall = wall == "rock" ? kRockFriction : kIceFriction;
    const double rock = wall.empty() ? kRockFriction : std::sqrt(of_wall * kRockFriction);
    const double ice = wall.empty() ? kIceFriction : std::sqrt(of_wall * kIceFriction);
    EXPECT_NEAR(run.velocity(0).x() / run.time(), acceleration_of_sphere(kAngle, rock), 2e-3) << wall;
    EXPECT_NEAR(run.velocity(1).x() / run.time(), acceleration_of_sphere(kAngle, ice), 2e-3) << wall;
    EXPECT_GT(acceleration_of_sphere(kAngle, ice), acceleration_of_sphere(kAngle, rock) + 0.05);
  }
}

// Cubes do not roll: one sticks at an angle at which the other slides.
TEST(Materials, GluedCubesStickAndSlideAtTheirOwnAngles) {
  const double angle = std::atan(0.4), ice = 0.1, rock = 0.5;
  ssdem::Parameters p = plain(1e7, 0.5);
  p.sliding = laws::CoulombSliding{0.3, 0.5};
  p.materials = soft_frictions(p, ice, rock);
  Pile pile;
  pile.model.materials = {{"ice", kDensity}, {"rock", kDensity}};
  for (const double y : {0.0, 2.0}) glue(pile, "cube", kRadius, kDensity, Vec3(0, y, 0));
  for (std::size_t i = 0; i < pile.size(); ++i) pile.model.material[i] = pile.state.position[i].y() < 1 ? kIce : kRock;
  double lowest = pile.state.position[0].z();
  for (const Vec3& x : pile.state.position) lowest = std::min(lowest, x.z());
  for (Vec3& x : pile.state.position) x.z() += kRadius - lowest;
  Motion run(p, pile, incline(angle));
  run.until(0.5);
  const Vec3 before_ice = run.velocity(0), before_rock = run.velocity(pile.size() - 1);
  run.until(1);
  EXPECT_NEAR((run.velocity(0) - before_ice).x() / 0.5, kGravity * (std::sin(angle) - ice * std::cos(angle)), 0.01);
  EXPECT_NEAR(run.velocity(pile.size() - 1).x(), 0, 1e-3);
  EXPECT_NEAR(before_rock.x(), 0, 1e-3);
}

TEST(Materials, SpheresOfContactDynamicsOnAnIncline) {
  for (const friction::Cone cone : {friction::Cone::coulomb, friction::Cone::ccp})
    for (const std::string wall : {"", "ice", "rock"}) {
      nscd::Parameters p = impulses(1e-3, 0.3);
      p.contact.cone = cone;
      p.materials = impulse_values(p, &nscd::PairContact::friction, kIceFriction, kRockFriction);
      Pile pile;
      add(pile, kRock, Vec3(0, 0, kRadius));
      add(pile, kIce, Vec3(0, 1, kRadius));
      const External external = incline(kAngle, wall);
      nscd::resolve_materials(p, pile.model, external);
      ImpulseRun run(p, pile, external);
      run.until(1);
      const double of_wall = wall == "rock" ? kRockFriction : kIceFriction;
      const double rock = wall.empty() ? kRockFriction : std::sqrt(of_wall * kRockFriction);
      const double ice = wall.empty() ? kIceFriction : std::sqrt(of_wall * kIceFriction);
      // The relaxed law lifts sliding spheres, so that they slide with less friction at times.
      const double error = cone == friction::Cone::ccp ? 0.1 : 5e-3;
      EXPECT_NEAR(run.velocity(0).x(), acceleration_of_sphere(kAngle, rock), error) << wall;
      EXPECT_NEAR(run.velocity(1).x(), acceleration_of_sphere(kAngle, ice), error) << wall;
    }
}

// A wall of triangles has a material as a plane has. The second wall has none.
External incline_of_triangles() {
  External external = incline(kAngle);
  external.planes.clear();
  for (const double y : {-3.0, 3.0}) external.meshes.push_back(wall_of(moved(flat(6, 2.5, 0), {2, y, 0})));
  external.meshes[0].material = "rock";
  return external;
}

void expect_slides(const Pile& pile, double error) {
  const double mixed = std::sqrt(kIceFriction * kRockFriction), time = pile.state.time;
  EXPECT_NEAR(pile.state.velocity[0].x() / time, acceleration_of_sphere(kAngle, mixed), error);
  EXPECT_NEAR(pile.state.velocity[1].x() / time, acceleration_of_sphere(kAngle, kIceFriction), error);
}

TEST(Materials, WallsOfTriangles) {
  Pile pile;
  for (const double y : {-3.0, 3.0}) add(pile, kIce, Vec3(0, y, kRadius - 1e-5));
  ssdem::Parameters p = plain(1e7, 0.5);
  p.sliding = laws::CoulombSliding{0.3, 0.5};
  p.materials = soft_frictions(p, kIceFriction, kRockFriction);
  Motion soft(p, pile, incline_of_triangles());
  soft.until(0.5);
  expect_slides(soft.pile(), 0.01);
  nscd::Parameters q = impulses(1e-3, 0.3);
  q.materials = impulse_values(q, &nscd::PairContact::friction, kIceFriction, kRockFriction);
  nscd::resolve_materials(q, pile.model, incline_of_triangles());
  ImpulseRun run(q, pile, incline_of_triangles());
  run.until(0.5);
  expect_slides(run.pile(), 0.02);
}

// A frozen body has its own material: an impact of ice on frozen rock has the restitution of the pair.
TEST(Materials, FrozenBodiesHaveTheirMaterial) {
  Pile pile;
  add(pile, kRock, Vec3(0, 0, 0));
  add(pile, kIce, Vec3(0, 0, 2.5 * kRadius), Vec3(0, 0, -1));
  External external;
  WallMotion rests;
  rests.since = 0;
  FrozenBodies frozen{rests, {}};
  frozen.at_rest = std::make_shared<const FrozenPositions>(positions_at_rest(pile.state, {0}, rests));
  external.frozen = {frozen};
  ssdem::Parameters p = plain(1e6, 0.6);
  p.step.steps_per_contact = 500;
  const auto set = [](double e) {
    return [e](ssdem::SoftLaws& laws) { std::get<laws::LinearSpring>(laws.normal).restitution = e; };
  };
  p.materials = two_materials<ssdem::SoftLaws>(p.common(), set(0.4), set(0.9));
  Motion run(p, pile, external);
  run.until(0.2);
  EXPECT_NEAR(run.velocity(1).z(), 0.6, 5e-3);
  const double contact = std::numbers::pi * std::sqrt(pile.model.mass[0] / 1e6);  // without damping
  EXPECT_GT(run.choice().contact_time, contact);
  EXPECT_LT(run.choice().contact_time, 1.05 * contact);
}

// The tangential impulse of a sliding impact is mu times the normal impulse m (1 + e) u_n (docs/theory.md 13.2).
TEST(Materials, FrictionOfHardSpheresAtAWall) {
  for (const std::string wall : {"", "ice", "rock"}) {
    hsdem::Parameters p = hard_spheres(0.1, 0.5);
    p.contact.sliding_restitution = 0;
    p.materials = two_materials<hsdem::ImpactLaw>(
        p.common(), [](auto& law) { law.friction = kIceFriction; }, [](auto& law) { law.friction = kRockFriction; });
    Pile pile;
    add(pile, kRock, Vec3(0, 0, kRadius + 0.5), Vec3(3, 0, -1));
    add(pile, kIce, Vec3(0, 1, kRadius + 0.5), Vec3(3, 0, -1));
    External external;
    external.planes = {Plane{}};
    external.planes[0].material = wall;
    hsdem::resolve_materials(p, pile.model, external);
    hsdem::Stepper stepper(p, pile, external);
    stepper.advance(pile.model, pile.state, external, 1);
    const double of_wall = wall == "rock" ? kRockFriction : kIceFriction;
    const double rock = wall.empty() ? kRockFriction : std::sqrt(of_wall * kRockFriction);
    const double ice = wall.empty() ? kIceFriction : std::sqrt(of_wall * kIceFriction);
    EXPECT_NEAR(pile.state.velocity[0].z(), 0.5, 1e-12);
    EXPECT_NEAR(pile.state.velocity[0].x(), 3 - 1.5 * rock, 1e-12) << wall;
    EXPECT_NEAR(pile.state.velocity[1].x(), 3 - 1.5 * ice, 1e-12) << wall;
  }
}

// --- restitution

constexpr double kIceRestitution = 0.4, kRockRestitution = 0.9, kPairRestitution = 0.25;

// Three head-on impacts, far from each other: ice on ice, ice on rock, rock on rock.
Pile head_on() {
  Pile pile;
  const std::int32_t pairs[3][2] = {{kIce, kIce}, {kRock, kIce}, {kRock, kRock}};
  for (int k = 0; k < 3; ++k) {
    add(pile, pairs[k][0], Vec3(-1.5 * kRadius, k, 0), Vec3(0.5, 0, 0));
    add(pile, pairs[k][1], Vec3(1.5 * kRadius, k, 0), Vec3(-0.5, 0, 0));
  }
  return pile;
}

// (pile after the impacts, true if the pair has its own value) Expects the coefficients of restitution.
void expect_restitutions(const State& state, bool own, double error) {
  const double unequal = own ? kPairRestitution : std::sqrt(kIceRestitution * kRockRestitution);
  const double expected[] = {kIceRestitution, unequal, kRockRestitution};
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_NEAR((state.velocity[2 * k + 1] - state.velocity[2 * k]).x(), expected[k], error) << k << own;
}

template <class Laws>
void add_pair(MaterialLaws<Laws>& laws, bool own, const std::function<void(Laws&)>& value) {
  if (own) laws.pairs = {{"rock", "ice", {value}}};
}

TEST(Materials, RestitutionOfSoftSpheres) {
  const auto set = [](double e) {
    return [e](ssdem::SoftLaws& laws) { std::visit([e](auto& law) { law.restitution = e; }, laws.normal); };
  };
  for (const bool own : {false, true})
    for (const ssdem::NormalLaw& normal :
         {ssdem::NormalLaw(laws::LinearSpring{1e6, 0.6}), ssdem::NormalLaw(laws::HertzMindlin{1e8, 0.2, 0.6}),
          ssdem::NormalLaw(laws::Hysteretic{1e6, 0.6})}) {
      ssdem::Parameters p = plain(1e6, 0.6);
      p.normal = normal;
      p.step.steps_per_contact = 1000;
      p.materials = two_materials<ssdem::SoftLaws>(p.common(), set(kIceRestitution), set(kRockRestitution));
      add_pair<ssdem::SoftLaws>(p.materials, own, set(kPairRestitution));
      Motion run(p, head_on());
      run.until(0.5);
      expect_restitutions(run.pile().state, own, 5e-3);
    }
}

TEST(Materials, RestitutionOfContactDynamics) {
  for (const bool own : {false, true})
    for (const nscd::ImpactLaw impact : {nscd::ImpactLaw::poisson, nscd::ImpactLaw::newton}) {
      nscd::Parameters p = impulses(1e-3);
      p.contact.impact = impact;
      p.materials = impulse_values(p, &nscd::PairContact::restitution, kIceRestitution, kRockRestitution);
      add_pair<nscd::PairContact>(p.materials, own, [](auto& pair) { pair.restitution = kPairRestitution; });
      Pile pile = head_on();
      nscd::resolve_materials(p, pile.model, {});
      ImpulseRun run(p, pile);
      run.until(0.5);
      expect_restitutions(run.pile().state, own, 1e-9);
    }
}

TEST(Materials, RestitutionOfHardSpheres) {
  for (const bool own : {false, true}) {
    hsdem::Parameters p = hard_spheres(0.1, 0.6);
    p.materials = two_materials<hsdem::ImpactLaw>(
        p.common(), [](auto& law) { law.normal = kIceRestitution; }, [](auto& law) { law.normal = kRockRestitution; });
    add_pair<hsdem::ImpactLaw>(p.materials, own, [](auto& law) { law.normal = kPairRestitution; });
    Pile pile = head_on();
    hsdem::resolve_materials(p, pile.model, {});
    hsdem::Stepper stepper(p, pile, {});
    stepper.advance(pile.model, pile.state, {}, 0.5);
    expect_restitutions(pile.state, own, 1e-12);
  }
}

// A pair comes to rest only if its own impacts are not elastic (docs/theory.md 13.6): on the floor, the elastic sphere
// keeps bouncing, and the other one rests.
TEST(Materials, ElasticHardSpheresDoNotRest) {
  hsdem::Parameters p = hard_spheres(0.05, 0.5);
  p.contact.slow.reset();
  p.materials.materials = {{"rock", {1, 1}}};
  Pile pile;
  add(pile, kIce, Vec3(0, 0, kRadius + 0.01));
  add(pile, kRock, Vec3(0, 1, kRadius + 0.01));
  const External external = incline(0);
  hsdem::resolve_materials(p, pile.model, external);
  hsdem::Stepper stepper(p, pile, external);
  double ice = 0, rock = 0;
  for (int k = 0; k < 100; ++k) {
    stepper.advance(pile.model, pile.state, external, 5 + 0.05 * k);
    ice = std::max(ice, pile.state.position[0].z() - kRadius);
    rock = std::max(rock, pile.state.position[1].z() - kRadius);
  }
  EXPECT_LT(ice, 1e-5);
  EXPECT_GT(rock, 1e-3);
}

// --- stiffness

// A sphere at rest on a wall: Hertz 1882, delta = (3 F / (4 E* sqrt(R)))^(2/3) with the moduli of both materials.
TEST(Materials, HertzianOverlapOfTwoModuli) {
  ssdem::Parameters p = plain(1, 1);
  p.normal = laws::HertzMindlin{1e7, 0.25, 0.5};
  const auto moduli = [](double young, double poisson) {
    return [=](ssdem::SoftLaws& laws) {
      auto& law = std::get<laws::HertzMindlin>(laws.normal);
      law.youngs_modulus = young, law.poissons_ratio = poisson;
    };
  };
  p.materials = two_materials<ssdem::SoftLaws>(p.common(), moduli(4e6, 0.4), moduli(3e7, 0.1));
  Pile pile;
  const double weight = 4.0 / 3.0 * std::numbers::pi * kDensity * std::pow(kRadius, 3) * kGravity;
  const double reduced = 1 / ((1 - 0.16) / 4e6 + (1 - 0.01) / 3e7);
  const double overlap = std::pow(3 * weight / (4 * reduced * std::sqrt(kRadius)), 2.0 / 3.0);
  add(pile, kIce, Vec3(0, 0, kRadius - 0.9 * overlap));
  Motion run(p, pile, incline(0, "rock"));
  run.until(2);
  EXPECT_NEAR(kRadius - run.position(0).z(), overlap, 1e-4 * overlap);
}

// A collision of two spheres of linear springs in series lasts pi sqrt(mu / k), k = 2 k_a k_b / (k_a + k_b).
TEST(Materials, DurationOfACollisionOfSpringsInSeries) {
  ssdem::Parameters p = plain(1e6, 1);
  const auto stiffness = [](double k) {
    return [k](ssdem::SoftLaws& laws) { std::get<laws::LinearSpring>(laws.normal).stiffness = k; };
  };
  p.materials = two_materials<ssdem::SoftLaws>(p.common(), stiffness(2e5), stiffness(1.4e6));
  p.step.steps_per_contact = 2000;
  Pile pile;
  add(pile, kIce, Vec3(-1.01 * kRadius, 0, 0), Vec3(0.5, 0, 0));
  add(pile, kRock, Vec3(1.01 * kRadius, 0, 0), Vec3(-0.5, 0, 0));
  Motion run(p, pile);
  double touched = 0;
  run.each_step(0.2, [&] {
    if ((run.position(1) - run.position(0)).norm() < 2 * kRadius) touched += run.choice().dt;
    return true;
  });
  const double expected = std::numbers::pi * std::sqrt(0.5 * pile.model.mass[0] / 3.5e5);
  EXPECT_NEAR(touched, expected, 2e-3 * expected);
  // The step follows the only pair that can meet.
  EXPECT_NEAR(run.choice().contact_time, expected, 1e-9 * expected);
}

// The step follows the stiffest pair: two stiff spheres that can meet shorten it.
TEST(Materials, StepFollowsTheStiffestPair) {
  ssdem::Parameters p = plain(1e5, 1);
  p.materials = two_materials<ssdem::SoftLaws>(
      p.common(), [](auto&) {},
      [](ssdem::SoftLaws& laws) { std::get<laws::LinearSpring>(laws.normal).stiffness = 1e9; });
  Pile pile;
  for (int k = 0; k < 3; ++k) add(pile, kIce, Vec3(k, 0, 0));
  const double mass = pile.model.mass[0];
  EXPECT_NEAR(Motion(p, pile).choice().contact_time, std::numbers::pi * std::sqrt(0.5 * mass / 1e5), 1e-9);
  add(pile, kRock, Vec3(4, 0, 0));
  const double unequal = 2e14 / (1e5 + 1e9);
  EXPECT_NEAR(Motion(p, pile).choice().contact_time, std::numbers::pi * std::sqrt(0.5 * mass / unequal), 1e-9);
  add(pile, kRock, Vec3(5, 0, 0));
  EXPECT_NEAR(Motion(p, pile).choice().contact_time, std::numbers::pi * std::sqrt(0.5 * mass / 1e9), 1e-9);
  Pile soft;
  add(soft, kIce, Vec3(0, 0, 1));
  EXPECT_NEAR(Motion(p, soft, incline(0, "rock")).choice().contact_time, std::numbers::pi * std::sqrt(mass / unequal),
              1e-9);
}

// --- cohesion

// Two spheres at rest overlap by F / k with the attraction F = 4 c beta^2 R^2 of their pair.
TEST(Materials, CohesionOfSoftSpheres) {
  ssdem::Parameters p = plain(1e5, 0.3);
  p.cohesion = {100, 0.5};
  const auto strength = [](double c) { return [c](ssdem::SoftLaws& laws) { laws.cohesion.strength = c; }; };
  p.materials = two_materials<ssdem::SoftLaws>(p.common(), strength(4e3), strength(9e3));
  Pile pile;
  add(pile, kIce, Vec3(-0.9999 * kRadius, 0, 0));
  add(pile, kRock, Vec3(0.9999 * kRadius, 0, 0));
  Motion run(p, pile);
  run.until(2);
  const double force = 4 * 6e3 * 0.25 * std::pow(0.5 * kRadius, 2);
  const double overlap = 2 * kRadius - (run.position(1) - run.position(0)).norm();
  EXPECT_NEAR(overlap, force / 1e5, 1e-4 * force / 1e5);
  const Contacts contacts = run.contacts();
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_NEAR(contacts.energy[0], 0.5 * 1e5 * overlap * overlap - force * overlap, 1e-12);
}

// A constant attraction within the range gives two spheres the relative acceleration 2 f / m.
TEST(Materials, CohesionOfContactDynamics) {
  nscd::Parameters p = impulses(1e-3);
  p.cohesion = {1, 0.2};
  p.materials = impulse_values(p, &nscd::PairContact::attraction, 4, 9);
  Pile pile;
  add(pile, kIce, Vec3(-0.15, 0, 0));
  add(pile, kRock, Vec3(0.15, 0, 0));
  add(pile, kRock, Vec3(-0.15, 1, 0));
  add(pile, kRock, Vec3(0.15, 1, 0));
  nscd::resolve_materials(p, pile.model, {});
  ImpulseRun run(p, pile);
  run.until(0.1);
  const double mass = pile.model.mass[0];
  EXPECT_NEAR((run.velocity(1) - run.velocity(0)).x(), -2 * 6 / mass * 0.1, 1e-3 * 2 * 6 / mass * 0.1);
  EXPECT_NEAR((run.velocity(3) - run.velocity(2)).x(), -2 * 9 / mass * 0.1, 1e-3 * 2 * 9 / mass * 0.1);
  const Contacts contacts = run.contacts();
  ASSERT_EQ(contacts.size(), 2u);
  EXPECT_NEAR(contacts.force[0].x(), 6, 1e-9);
  EXPECT_NEAR(contacts.force[1].x(), 9, 1e-9);
}

// --- energy

// Translation and rotation of spheres [J].
double kinetic(const Pile& pile) {
  double sum = 0;
  for (std::size_t i = 0; i < pile.size(); ++i)
    sum += 0.5 * pile.model.mass[i] * pile.state.velocity[i].squaredNorm() +
           0.5 * pile.model.inertia(i) * pile.state.spin[i].squaredNorm();
  return sum;
}

// A swarm of three materials with springs of all kinds, whose energy passes from motion to springs and heat. The energy
// that springs keep at the end of a contact becomes heat; with the stiffness of another pair it would be lost.
TEST(Materials, EnergyOfASwarmIsKept) {
  for (const bool hertz : {false, true}) {
    ssdem::Parameters p = plain(1e6, 0.8);
    if (hertz) p.normal = laws::HertzMindlin{1e8, 0.25, 0.8};
    p.sliding = laws::CoulombSliding{0.2, 0.9};
    p.couple = laws::SpringCouple{0.1, 0.1, 0.5};
    p.step.steps_per_contact = 400;
    const auto values = [](double factor) {
      return [factor](ssdem::SoftLaws& laws) {
        if (auto* law = std::get_if<laws::LinearSpring>(&laws.normal)) law->stiffness = factor * 1e6;
        if (auto* law = std::get_if<laws::HertzMindlin>(&laws.normal)) law->youngs_modulus = factor * 1e8;
        std::get<laws::CoulombSliding>(laws.sliding).friction = 0.2 * factor;
        std::get<laws::SpringCouple>(laws.couple).rolling_friction = 0.1 * factor;
      };
    };
    p.materials = two_materials<ssdem::SoftLaws>(p.common(), values(0.2), values(5));
    Pile pile = lattice_ball(60, kRadius, kDensity, 1.02, 3);
    pile.model.materials = {{"ice", kDensity}, {"rock", kDensity}, {"sand", kDensity}};
    for (std::size_t i = 0; i < pile.size(); ++i) {
      pile.model.material[i] = static_cast<std::int32_t>(i % 3);
      pile.state.velocity[i] = -2 * pile.state.position[i] + Vec3(0, 0, 1).cross(pile.state.position[i]);
    }
    const double before = kinetic(pile);
    Motion run(p, pile);
    run.until(1);
    double heat = 0, stored = 0;
    for (const double channel : run.stepper().account().heat) heat += channel;
    for (const double energy : run.contacts().energy) stored += energy;
    EXPECT_GT(heat, 0.3 * before);
    EXPECT_NEAR(kinetic(run.pile()) + stored + heat, before, 1e-3 * before) << hertz;
  }
}

// --- the same laws in tables

Pile pile_of_two() {
  Pile pile = lattice_ball(40, kRadius, kDensity, 1.02, 3);
  pile.model.materials = {{"ice", kDensity}, {"rock", kDensity}};
  for (std::size_t i = 0; i < pile.size(); ++i) {
    pile.model.material[i] = static_cast<std::int32_t>(i % 2);
    pile.state.velocity[i] = -2 * pile.state.position[i];
  }
  return pile;
}

// Tables with the values of [contact] change no bit. Neither do laws that vary only between pairs that never touch:
// the laws then come from the table, with the same numbers.
TEST(Materials, EqualValuesChangeNoBit) {
  ssdem::Parameters p = plain(1e6, 0.8);
  p.sliding = laws::CoulombSliding{0.4, 0.9};
  p.couple = laws::SpringCouple{0.1, 0.1, 0.5};
  p.cohesion = {100, 0.5};
  p.step.dt = 2e-5;
  Motion plainly(p, pile_of_two());
  ssdem::Parameters same = p;
  same.materials = soft_frictions(p, 0.4, 0.4);
  Motion redundant(same, pile_of_two());
  EXPECT_FALSE(redundant.parameters().pairs.varies());
  ssdem::Parameters far = same;
  far.materials.materials.push_back({"steel", p.common()});
  set_friction(far.materials.materials.back().laws, 0.7);
  Motion from_table(far, pile_of_two());
  EXPECT_TRUE(from_table.parameters().pairs.varies());
  for (Motion* run : {&plainly, &redundant, &from_table}) run->until(0.3);
  for (std::size_t i = 0; i < plainly.pile().size(); ++i)
    for (Motion* run : {&redundant, &from_table}) {
      EXPECT_EQ(run->position(i), plainly.position(i));
      EXPECT_EQ(run->spin(i), plainly.spin(i));
    }
  EXPECT_EQ(flat(from_table.stepper().account()), flat(plainly.stepper().account()));
}

}  // namespace
}  // namespace rubble::test
