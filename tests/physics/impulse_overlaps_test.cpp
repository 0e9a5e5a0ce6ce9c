// Clouds that start with overlaps, which are recovered without a limit of the speed.
#include "base/error.hpp"
#include "generate/cloud.hpp"
#include "generate/sizes.hpp"
#include "physics/impulse_scene.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

// 200 random hulls with radii of 20 to 110 m at random places in a cube of 3 km: about ten pairs overlap.
Pile overlapping_hulls() {
  const std::int64_t count = 200;
  const std::vector<generate::OwnShape> shapes = {{"boulder", shape::RandomHull{shape::Scatter::ball, 8, 24, 0.5}}};
  generate::GrainLaw law;
  law.shapes = {"boulder"};
  law.sized_by = generate::SizedBy::volume;
  const Reals radius = generate::radii(generate::UniformSizes{20, 110}, count, 2);
  const generate::Grains hulls = generate::draw_grains(law, shapes, count, 2, radius);
  const generate::BoxCloud box{count, Vec3::Constant(-1500),        Vec3::Constant(1500), 0,
                               {},    generate::CloudOverlaps::keep};
  return generate::pile_of({"rock", 3000}, hulls, generate::place(box, hulls, 2).places);
}

nscd::Parameters without_limits() {
  nscd::Parameters p = impulses(10, 0.5);
  p.solver.tolerance = 1e-2;
  p.contact.recovery = 1;
  p.contact.recovery_speed = std::numeric_limits<double>::infinity();
  p.contact.start_overlap = {};
  p.limits = {10, 1, 1e9};
  return p;
}

// An overlap d of two spheres is removed in one step, which leaves them moving apart at d / h; with a limit, at the
// limit.
TEST(ImpulseOverlaps, RecoveryHasNoLimit) {
  const double h = 10, overlap = 31, limit = 0.6;
  for (const bool limited : {false, true}) {
    Pile pile;
    add_sphere(pile, 50, 3000, Vec3::Zero());
    add_sphere(pile, 65, 3000, {115 - overlap, 0, 0});
    nscd::Parameters p = without_limits();
    if (limited) p.contact.recovery_speed = limit;
    ImpulseRun run(p, pile);
    run.steps(1);
    EXPECT_NEAR(run.velocity(1).x() - run.velocity(0).x(), limited ? limit : overlap / h, 1e-9);
  }
}

// Fast bodies do not enlarge the list of others: the longest list has a small part of the 19,900 pairs. A list of all
// pairs gives the same bits, so no contact is missed. The correction has created the energy of the motion.
TEST(ImpulseOverlaps, ListsStayShortAndMissNoContact) {
  const Pile cloud = overlapping_hulls();
  std::vector<Reals> ends;
  for (const bool all_pairs : {false, true}) {
    nscd::Parameters p = without_limits();
    if (all_pairs) p.step.skin = 1e4;
    ImpulseRun run(p, cloud);
    const StepReport report = run.steps(40);
    const double listed = report.remark("pairs in the longest neighbour list");
    EXPECT_LE(listed, all_pairs ? 199 * 100 : 2000);
    double fastest = 0, energy = 0;
    for (std::size_t i = 0; i < 200; ++i) {
      fastest = std::max(fastest, run.velocity(i).norm());
      energy += 0.5 * run.pile().model.mass[i] * run.velocity(i).squaredNorm();
    }
    EXPECT_GT(fastest, 1);  // 10 m in a step: half of the smallest radius
    EXPECT_LT(run.account()[Channel::correction], -energy);
    ends.push_back(everything(run));
  }
  EXPECT_TRUE(same_bits(ends[0], ends[1]));
}

}  // namespace
}  // namespace rubble::test
