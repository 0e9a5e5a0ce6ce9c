// Spin-up increments between steps, on free spheres and grains, have the same bits for any number of threads and after
// a restart.
#include "base/parallel.hpp"
#include "base/random.hpp"
#include "experiment/spin_up.hpp"
#include "model/grains.hpp"
#include "physics/scene.hpp"
#include "shape/aggregate.hpp"

#include <cstring>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

constexpr int kPushes = 40;

// Dumbbells, cubes and free spheres close together, enough for all threads.
Pile mixture() {
  Pile pile;
  pile.model.materials = {{"rock", 2500}};
  for (std::size_t i = 0; i < 216; ++i) {
    const Vec3 x = 0.79 * Vec3(static_cast<double>(i % 6), static_cast<double>(i / 6 % 6), static_cast<double>(i / 36));
    Random random(3, Purpose::kPlace, i);
    if (i % 3 == 0) {
      const shape::Aggregate a = shape::aggregate(i % 2 ? "dumbbell" : "cube", 0.2);
      add_grain(pile, a.centre, a.radius, a.part, 0, 2500 * a.moments, x,
                Quaternion::FromTwoVectors(x + Vec3::Ones(), random.in_ball()), 0.1 * random.in_ball(),
                random.in_ball());
    } else {
      add_sphere(pile, 0.4, 2500, x, 0.1 * random.in_ball(), random.in_ball());
      pile.model.id.back() = 10000 + static_cast<std::int64_t>(i);
    }
  }
  for (std::size_t i = 0; i < pile.size(); ++i) pile.model.id[i] = static_cast<std::int64_t>(i);
  return pile;
}

std::vector<double> everything(const Pile& pile, const Account& given) {
  std::vector<double> all{given.driven};
  const auto add = [&](const Vec3& v) { all.insert(all.end(), {v.x(), v.y(), v.z()}); };
  add(given.impulse), add(given.angular_impulse);
  for (const Vec3s* values : {&pile.state.position, &pile.state.velocity, &pile.state.spin})
    for (const Vec3& v : *values) add(v);
  for (const Quaternion& q : pile.state.orientation) all.insert(all.end(), {q.w(), q.x(), q.y(), q.z()});
  return all;
}
bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

// (bodies that are spun up, increment after which the run is stopped and resumed from its checkpoint; 0: never) => all
// results of the run.
std::vector<double> spun(experiment::SpunBodies bodies, int stop) {
  ssdem::Parameters p = plain(1e5, 0.5);
  p.sliding = laws::CoulombSliding{0.5, 0.5};
  p.gravity = {gravity::Summation::direct, 1e3 * kG};
  p.step.dt = 1e-3;
  experiment::SpinUpPlan plan{1, 0.01, experiment::SpinIncrement::angular_momentum, measure::Volume::extents};
  plan.bodies = bodies;
  const experiment::SpinRates rates{0.2, 0.8};
  Pile pile = mixture();
  experiment::SpinUp first(plan, rates);
  first.begin(pile, p.gravity.constant);
  auto run = std::make_unique<Motion>(p, pile);
  std::unique_ptr<experiment::SpinUp> second;
  experiment::SpinUp* drive = &first;
  Account given;
  for (int k = 1; k <= kPushes; ++k) {
    run->until(0.01 * k - 5e-4);
    drive->push(run->pile(), 0.01, given);
    if (k != stop) continue;
    const Resume memory = memory_of(*drive);
    second = std::make_unique<experiment::SpinUp>(plan, rates);
    Pile again = mixture();
    second->begin(again, p.gravity.constant);
    restore(*second, memory);
    drive = second.get();
    run = std::make_unique<Motion>(*run, memory_of(run->stepper()));
  }
  EXPECT_GT(given.driven, 0);
  EXPECT_GT(run->contacts().size(), 10u);
  EXPECT_GT(run->stepper().account()[Channel::sliding], 0);
  return everything(run->pile(), given);
}

TEST(Drives, ThreadsAndRestarts) {
  for (const auto bodies : {experiment::SpunBodies::all, experiment::SpunBodies::largest}) {
    set_threads(1);
    const std::vector<double> whole = spun(bodies, 0);
    for (const int n : {2, 4}) {
      set_threads(n);
      EXPECT_TRUE(same_bits(whole, spun(bodies, 0))) << n << " threads";
    }
    set_threads(1);
    for (const int stop : {1, 17, 39}) EXPECT_TRUE(same_bits(whole, spun(bodies, stop))) << stop;
  }
  EXPECT_FALSE(same_bits(spun(experiment::SpunBodies::all, 0), spun(experiment::SpunBodies::largest, 0)));
}

}  // namespace
}  // namespace rubble::test
