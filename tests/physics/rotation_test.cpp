// Free rotation of grains of many shapes side by side. Grains with two or three equal moments follow Landau & Lifshitz,
// Mechanics, sections 33 and 36, up to rounding. Grains with three different moments conserve energy.
#include "measure/ledger/ledger.hpp"
#include "scene.hpp"

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

// The axis whose moment differs from the two equal ones.
int axis_of(const Vec3& moments) {
  int axis = 0;
  double nearest = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 3; ++k) {
    const double apart = std::abs(moments[(k + 1) % 3] - moments[(k + 2) % 3]);
    if (apart < nearest) nearest = apart, axis = k;
  }
  return axis;
}

// The body rotates about its own axis at (1 / I_axis - 1 / I) L_axis, relative to a frame that rotates about L at |L| /
// I.
Quaternion exact(const Quaternion& q, const Vec3& moments, const Vec3& spin, double time) {
  const int axis = axis_of(moments);
  const double I = moments[(axis + 1) % 3];
  const Vec3 in_body = q.conjugate() * spin, momentum = q * Vec3(moments.cwiseProduct(in_body));
  const double about_momentum = std::remainder(momentum.norm() / I * time, 2 * std::numbers::pi);
  const double about_axis = std::remainder((1 - moments[axis] / I) * in_body[axis] * time, 2 * std::numbers::pi);
  return Quaternion(Eigen::AngleAxisd(about_momentum, momentum.normalized())) * q *
         Quaternion(Eigen::AngleAxisd(about_axis, Vec3::Unit(axis)));
}

TEST(FreeRotation, TenThousandSteps) {
  const double h = 0.1;
  ssdem::Parameters p = plain(1e6, 1);
  p.step.dt = h;
  Pile pile;
  const std::vector<std::string> shapes{"cube", "dumbbell", "diamond", "tetrahedron", "intruder", "rod", "irregular"};
  for (std::size_t k = 0; k < 2 * shapes.size(); ++k) {
    Random random(k, Purpose::kPlace, 0);
    const Vec3 axis = random.in_ball().normalized(), about = random.in_ball().normalized();
    glue(pile, shapes[k % shapes.size()], 1, 3000, Vec3(60.0 * static_cast<double>(k), 0, 0),
         Quaternion(Eigen::AngleAxisd(3 * random.uniform(), axis)), Vec3::Zero(), about);  // 0.1 rad in a step
  }
  Motion run(p, pile);
  run.until(10000 * h);
  for (std::size_t g = 0; g < pile.state.grouping.grains.size(); ++g) {
    const Grain& grain = pile.state.grouping.grains[g];
    const std::size_t first = pile.state.grouping.first_member(g);
    const Vec3 spin = pile.state.spin[first], I = grain.moments / grain.moments.maxCoeff();
    const Quaternion before = pile.state.orientation[g], now = run.pile().state.orientation[g];
    const double equal = std::abs(I[(axis_of(I) + 1) % 3] - I[(axis_of(I) + 2) % 3]);
    const std::string& name = shapes[g % shapes.size()];
    if (equal < 1e-9) {
      const Quaternion wanted = exact(before, grain.moments, spin, run.time());
      EXPECT_LT(now.angularDistance(wanted), 1e-7) << name;  // acos is not more accurate
      EXPECT_LT((now.conjugate() * wanted).vec().norm(), 2e-11) << name;
      for (const Index k : pile.state.grouping.members(g)) {
        const auto i = static_cast<std::size_t>(k);
        const Vec3 arm = run.position(i) - Vec3(60.0 * static_cast<double>(g), 0, 0);
        EXPECT_LT((arm - wanted * pile.state.grouping.offset[i]).norm(), 1e-10) << name;
      }
    } else {
      EXPECT_TRUE(name == "diamond" || name == "irregular") << name;
    }
    // L is constant, and the energy has an error of second order that does not grow.
    const auto L = [&](const Quaternion& q, const Vec3& w) {
      return Vec3(q * Vec3(grain.moments.cwiseProduct(q.conjugate() * w)));
    };
    const Vec3 w = run.spin(first);
    EXPECT_LT((L(now, w) - L(before, spin)).norm(), 1e-12 * L(before, spin).norm()) << name;
    EXPECT_NEAR(w.dot(L(now, w)) / spin.dot(L(before, spin)), 1, equal < 1e-9 ? 1e-12 : 1e-4) << name;
  }
}

}  // namespace
}  // namespace rubble::test
