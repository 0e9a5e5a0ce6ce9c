// Probes of walls of triangles and of frozen bodies, against weights, lever arms and the work of the ledger.
#include "impulse_scene.hpp"
#include "probe_scene.hpp"
#include "shape/wall_recipes.hpp"

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

constexpr double kEarth = 9.81;  // [m s-2]
constexpr double kRadius = 0.01, kDensity = 2500;
const double kMass = 4.0 / 3.0 * std::numbers::pi * kDensity * std::pow(kRadius, 3);

// Freezes bodies of the pile with a motion that begins at time 0.
void freeze(Pile& pile, External& external, const std::vector<Index>& rows, WallMotion motion = {}) {
  motion.since = 0;
  FrozenBodies frozen{motion, {}};
  frozen.at_rest = std::make_shared<const FrozenPositions>(positions_at_rest(pile.state, rows, motion));
  external.frozen.push_back(frozen);
  place(external.frozen, pile.state.time, pile.state);
}

ssdem::Parameters springs(double restitution, double friction) {
  ssdem::Parameters p = plain(1e4, restitution);
  if (friction > 0) p.sliding = laws::CoulombSliding{friction, 0.3};
  return p;
}

// A column of three spheres on a rising block carries its weight to the block, which has the second number, after a
// plane. The torque about the block's centre, which rises with it, is the lever arm times the weight.
TEST(MovingProbes, RisingBlockCarriesWeight) {
  const Vec3 rise{0.1, 0, 0.3}, aside{0.2, 0.1, 0.5};
  External external;
  external.uniform = {0, 0, -kEarth};
  external.planes = {Plane{.point = {0, 0, -2}}};
  external.meshes = {
      {std::make_shared<const WallSurface>(shape::triangle_mesh(shape::box_surface({1, 1, 1}))), WallMotion{}}};
  external.meshes[0].motion.since = 0;
  external.meshes[0].motion.velocity = rise;
  Pile pile;
  for (int k = 0; k < 3; ++k) add_sphere(pile, kRadius, kDensity, aside + Vec3(0, 0, (2 * k + 1) * kRadius), rise);
  Probes probes = probes_on(pile, external, {wall("plane", 0), wall("block", 1), bodies("lowest", {0})});
  Motion run(springs(0.2, 0.5), pile, external, &probes);
  run.until(2);
  probes.take_record(run.pile().model, run.pile().state);
  run.until(3);
  const std::vector<ProbeRecord> now = probes.take_record(run.pile().model, run.pile().state);
  const double weight = 3 * kMass * kEarth;
  EXPECT_EQ(now[0].mean.force, Vec3(Vec3::Zero()));
  EXPECT_LT((now[1].mean.force - Vec3(0, 0, -weight)).norm(), 1e-6 * weight);
  EXPECT_LT((now[1].mean.torque - aside.cross(Vec3(0, 0, -weight))).norm(), 1e-5 * weight * aside.norm());
  EXPECT_LT((now[2].mean.force - Vec3(0, 0, weight / 3)).norm(), 1e-6 * weight);
  EXPECT_NEAR(now[1].mean.area, std::numbers::pi * kRadius * weight / 1e4, 1e-5 * now[1].mean.area);
}

// A sphere lies on three frozen spheres: each carries m g / (3 cos) along its contact, all of them m g.
void expect_thirds(const char* method, const std::vector<ProbeRecord>& now, const Pile& pile, double tolerance) {
  const double weight = pile.model.mass[3] * kEarth;
  const Vec3 top = pile.state.position[3];
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 way = (pile.state.position[k] - top).normalized();
    const Vec3 expected = weight / (-3 * way.z()) * way;
    EXPECT_LT((now[k].mean.force - expected).norm(), tolerance * weight) << method << k;
    EXPECT_LT(now[k].mean.torque.norm(), tolerance * weight * kRadius) << method << k;
  }
  EXPECT_LT((now[3].mean.force - Vec3(0, 0, -weight)).norm(), tolerance * weight) << method;
  EXPECT_LT(now[3].mean.torque.norm(), tolerance * weight * kRadius) << method;
  EXPECT_LT((now[4].mean.force - Vec3(0, 0, weight)).norm(), tolerance * weight) << method;
}

TEST(MovingProbes, FrozenSpheresCarryWeight) {
  Pile pile;
  const double side = 1.99 * kRadius;
  for (int j = 0; j < 3; ++j) {
    const Vec3 corner(side / std::sqrt(3), 0, 0);
    add_sphere(pile, kRadius, kDensity, Eigen::AngleAxisd(2 * j * std::numbers::pi / 3, Vec3::UnitZ()) * corner);
  }
  add_sphere(pile, kRadius, kDensity, {0, 0, std::sqrt(4 * kRadius * kRadius - side * side / 3)});
  External external;
  external.uniform = {0, 0, -kEarth};
  freeze(pile, external, {0, 1, 2});
  const std::vector<ProbeTarget> targets = {bodies("a", {0}), bodies("b", {1}), bodies("c", {2}),
                                            bodies("all", {0, 1, 2}), bodies("top", {3})};
  {
    Probes probes = probes_on(pile, external, targets);
    Motion run(springs(0.2, 0), pile, external, &probes);
    run.until(1);
    probes.take_record(run.pile().model, run.pile().state);
    run.until(1.2);
    expect_thirds("soft spheres", probes.take_record(run.pile().model, run.pile().state), run.pile(), 1e-6);
  }
  {
    Probes probes = probes_on(pile, external, targets);
    ImpulseRun run(impulses(1e-4), pile, external, &probes);
    run.until(0.1);
    probes.take_record(run.pile().model, run.pile().state);
    run.until(0.2);
    expect_thirds("contact dynamics", probes.take_record(run.pile().model, run.pile().state), run.pile(), 1e-6);
  }
}

// A frozen arm of five spheres turns about the z axis among free spheres. Its work is the mean torque about the axis
// times the angle, and its impulse is the momentum of the free spheres. The ledger books both independently.
struct Arm {
  static constexpr double kSpin = 3;  // [rad s-1]
  Pile pile;
  External external;
  std::vector<ProbeTarget> targets;

  Arm() {
    std::vector<Index> rows;
    for (int k = 0; k < 5; ++k) {
      rows.push_back(k);
      add_sphere(pile, kRadius, kDensity, {(3 + 1.5 * k) * kRadius, 0, 0});
    }
    for (int k = 0; k < 6; ++k) {
      const double angle = 0.5 + 0.4 * k, radius = (4 + 0.9 * k) * kRadius;
      add_sphere(pile, kRadius, kDensity, {radius * std::cos(angle), radius * std::sin(angle), 0.3 * kRadius});
    }
    WallMotion motion;
    motion.spin = {0, 0, kSpin};
    freeze(pile, external, rows, motion);
    targets = {bodies("arm", rows, Vec3::Zero()), bodies("tip", {4})};
  }

  void expect(const char* method, Probes& probes, const Pile& now, const Account& account, double tolerance) const {
    const ProbeRecord arm = probes.take_record(now.model, now.state)[0];
    EXPECT_GT(account.walls, 0) << method;
    EXPECT_NEAR(-arm.mean.torque.z() * now.state.time * kSpin, account.walls, tolerance * account.walls) << method;
    Vec3 momentum = Vec3::Zero();
    for (std::size_t i = 5; i < now.size(); ++i) momentum += now.model.mass[i] * now.state.velocity[i];
    EXPECT_LT((arm.impulse + momentum).norm(), 1e-10 * momentum.norm()) << method;
  }
};

TEST(MovingProbes, FrozenArmWorksByTorqueTimesAngle) {
  const Arm arm;
  {
    Probes probes = probes_on(arm.pile, arm.external, arm.targets);
    Motion run(springs(0.5, 0.4), arm.pile, arm.external, &probes);
    probes.take_record(run.pile().model, run.pile().state);
    run.until(1);
    arm.expect("soft spheres", probes, run.pile(), run.stepper().account(), 1e-9);
  }
  {
    Probes probes = probes_on(arm.pile, arm.external, arm.targets);
    ImpulseRun run(impulses(1e-3, 0.4, 0.5), arm.pile, arm.external, &probes);
    probes.take_record(run.pile().model, run.pile().state);
    run.until(1);
    arm.expect("contact dynamics", probes, run.pile(), run.account(), 1e-9);
  }
}

}  // namespace
}  // namespace rubble::test
