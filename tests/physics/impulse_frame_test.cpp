// Bodies in a rotating frame: Contact Dynamics in inertial axes is compared with the frame's own equation of motion,
// x'' = a - W x (W x x) - 2 W x x' (the aggregation study's Eq. 2), integrated with Runge-Kutta steps.
#include "generate/start_motion.hpp"
#include "physics/impulse_scene.hpp"

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

constexpr double kG = 1e-3;

struct Paths {
  Vec3s x, v;
};

Vec3s accelerations(const Reals& mass, const Paths& p, const Vec3& rate) {
  Vec3s a(mass.size());
  for (std::size_t i = 0; i < mass.size(); ++i) {
    a[i] = -rate.cross(rate.cross(p.x[i])) - 2 * rate.cross(p.v[i]);
    for (std::size_t j = 0; j < mass.size(); ++j) {
      const Vec3 d = p.x[j] - p.x[i];
      if (j != i) a[i] += kG * mass[j] / std::pow(d.norm(), 3) * d;
    }
  }
  return a;
}

Paths moved(const Paths& p, double h, const Vec3s& v, const Vec3s& a) {
  Paths next = p;
  for (std::size_t i = 0; i < p.x.size(); ++i) {
    next.x[i] += h * v[i];
    next.v[i] += h * a[i];
  }
  return next;
}

Paths runge_kutta(const Reals& mass, const Paths& p, const Vec3& rate, double h) {
  const Vec3s a1 = accelerations(mass, p, rate);
  const Paths p2 = moved(p, h / 2, p.v, a1);
  const Vec3s a2 = accelerations(mass, p2, rate);
  const Paths p3 = moved(p, h / 2, p2.v, a2);
  const Vec3s a3 = accelerations(mass, p3, rate);
  const Paths p4 = moved(p, h, p3.v, a3);
  const Vec3s a4 = accelerations(mass, p4, rate);
  Paths end = p;
  for (std::size_t i = 0; i < p.x.size(); ++i) {
    end.x[i] += h / 6 * (p.v[i] + 2 * p2.v[i] + 2 * p3.v[i] + p4.v[i]);
    end.v[i] += h / 6 * (a1[i] + 2 * a2[i] + 2 * a3[i] + a4[i]);
  }
  return end;
}

TEST(ImpulseFrame, RotatesAsItsEquationSays) {
  const Vec3 rate(0.02, -0.03, 0.1);
  const double time = 10;  // one radian
  Pile pile;
  for (const Vec3& x : {Vec3(8, 0, 1), Vec3(-5, 6, 0), Vec3(-2, -7, 2), Vec3(0, 1, -9)}) add_sphere(pile, 0.5, 2000, x);
  generate::set_moving(pile, {0.15, 0.4, rate}, 3);
  Paths frame{pile.state.position, pile.state.velocity};
  for (std::size_t i = 0; i < pile.size(); ++i) {
    frame.v[i] -= rate.cross(frame.x[i]);
    EXPECT_NEAR(frame.v[i].norm(), 0.15, 1e-12);
    EXPECT_NEAR((pile.state.spin[i] - rate).norm(), 0.4, 1e-12);
  }
  for (int k = 0; k < 2000; ++k) frame = runge_kutta(pile.model.mass, frame, rate, time / 2000);

  nscd::Parameters p = impulses(1e-3);
  p.gravity = {gravity::Summation::direct, kG};
  ImpulseRun run(p, pile);
  run.until(time);
  const Quaternion back(Eigen::AngleAxisd(-rate.norm() * time, rate.normalized()));
  for (std::size_t i = 0; i < pile.size(); ++i) {
    EXPECT_LT((back * run.position(i) - frame.x[i]).norm(), 1e-6);
    const Vec3 velocity = run.velocity(i) - rate.cross(run.position(i));
    EXPECT_LT((back * velocity - frame.v[i]).norm(), 1e-6);
    EXPECT_GT((frame.x[i] - pile.state.position[i]).norm(), 0.5);
  }
}

}  // namespace
}  // namespace rubble::test
