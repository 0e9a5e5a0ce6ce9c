// Pairs that meet too often in a step: runs that are restarted, and balls that break each other in one long step.
#include "generate/packed.hpp"
#include "model/regroup.hpp"
#include "physics/hard_scene.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

// Heavy spheres repeatedly squeeze light ones between them. The fraction of too frequent impacts is part of a
// checkpoint. At each time this fraction is the same whether or not the run was restarted before.
TEST(HardSpheresThatMeetOften, FractionOfFrequentImpactsSurvivesRestarts) {
  hsdem::Parameters p = hard_spheres(1, 0.5);
  p.contact.plastic_after = 10;
  p.contact.most_impacts = 20;
  for (const double dt : {0.5, 1.0, 2.0}) {
    p.step.dt = dt;
    Pile whole;
    whole.model.materials = {{"rock", 1}};
    for (int k = 0; k < 6; ++k) add(whole, k % 2 == 0 ? 1e6 : 1, 1, {2.4 * k, 0.1 * k, 0}, {k == 0 ? 1.0 : 0.0, 0, 0});
    Pile parts = whole;
    hsdem::Stepper at_once(p, whole, {});
    auto stepper = std::make_unique<hsdem::Stepper>(p, parts, External{});
    double worst = 0;
    for (int k = 1; k <= 20; ++k) {
      const StepReport one = at_once.advance(whole.model, whole.state, {}, dt * k),
                       other = stepper->advance(parts.model, parts.state, {}, dt * k);
      for (std::size_t n = 0; n < one.audits.size(); ++n) EXPECT_EQ(one.audits[n].worst, other.audits[n].worst) << k;
      worst = std::max(worst, one.audits[1].worst);
      stepper = std::make_unique<hsdem::Stepper>(p, parts, External{}, memory_of(*stepper));
    }
    EXPECT_GT(worst, 0.001) << dt;
  }
}

// Two glued balls collide at 10 m/s and break each other, while they move by up to a radius of their spheres per step:
// no sphere overlaps another one.
TEST(HardSpheresThatMeetOften, BreakingBallsDoNotOverlap) {
  Random random(2, Purpose::kPlace);
  generate::PackedCloud form;
  form.count = 250;
  const double radius = 100, mass = 2000 * 4 / 3.0 * std::numbers::pi * std::pow(radius, 3);
  const Vec3s sites = generate::packed_sites(form, 1, random);
  double reach = 0;
  for (const Vec3& x : sites) reach = std::max(reach, x.norm());
  for (const double dt : {2.5, 5.0, 10.0}) {
    Pile pile;
    pile.model.materials = {{"rock", 2000}};
    std::vector<Index> groups;
    for (const int side : {-1, 1})
      for (const Vec3& x : sites) {
        add(pile, mass, radius, radius * (x + side * Vec3(reach + 1.1, 0, 0)), {-5.0 * side, 0, 0});
        groups.push_back(side < 0 ? 0 : 1);
      }
    glue_bodies(pile, groups, std::vector<Mat3>(2, Mat3::Zero()));
    hsdem::Parameters p;
    p.gravity.method = gravity::Summation::direct;
    p.gravity.constant = 6.6743e-11;
    p.step.dt = dt;
    p.contact.restitution = 0.5;
    p.outcome.stick = 0.1;
    p.outcome.fragment = 1;
    hsdem::Stepper stepper(p, pile, {});
    const StepReport report = stepper.advance(pile.model, pile.state, {}, 200);
    EXPECT_GT(report.remark("spheres broken off"), 50) << dt;
    EXPECT_EQ(report.remark("pairs passed over"), 0) << dt;
    for (const Audit& audit : report.audits) EXPECT_TRUE(audit.kept()) << dt << ' ' << audit.name << ' ' << audit.worst;
    EXPECT_LT(report.audits[0].worst, 1e-3) << dt;
  }
}

}  // namespace
}  // namespace rubble::test
