// Results have the same bits for any number of threads, any neighbour lists, and any time at which a run was stopped.
#include "base/parallel.hpp"
#include "base/random.hpp"
#include "physics/scene.hpp"

#include <cstring>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

// Spheres, a tenth of them large, that fly towards each other over a floor: all kinds of contacts, and frequent
// rebuilds of lists.
Pile crowd(std::size_t count = 600) {
  Pile pile;
  for (std::size_t i = 0; i < count; ++i) {
    Random random(7, Purpose::kPlace, i);
    const double radius = i % 10 == 0 ? 0.35 : 0.15 + 0.1 * random.uniform();
    const Vec3 cell(static_cast<double>(i % 9), static_cast<double>(i / 9 % 9), static_cast<double>(i / 81));
    add_sphere(pile, radius, 2500, 0.61 * (cell + Vec3(0.5, 0.5, 0.6)), 2.0 * random.in_ball(), 3.0 * random.in_ball());
  }
  return pile;
}
External ground() {
  External external;
  Plane floor;
  floor.amplitude = Vec3(0.02, 0, 0.05), floor.frequency = 2;
  external.planes = {floor};
  external.uniform = Vec3(0, 0, -3);
  external.planets = {{1e3, Vec3(4, 4, -30)}};
  return external;
}
std::vector<ssdem::Parameters> all_laws() {
  ssdem::Parameters springs = plain(1e6, 0.5);
  springs.gravity = {gravity::Summation::direct, 1e-5};
  springs.sliding = laws::CoulombSliding{0.5, 0.5};
  springs.couple = laws::SpringCouple{1.05, 1.3, 0.5, laws::ContactRadius::reduced};
  springs.cohesion = {10, 0.5};
  springs.step.dt = 5e-4;
  ssdem::Parameters study = springs;
  study.normal = laws::Hysteretic{2e6, 0.8};
  study.sliding = laws::KineticSliding{0.3};
  study.couple = laws::TorqueCouple{0.1, 0.1};
  ssdem::Parameters hertz = springs;
  hertz.normal = laws::HertzMindlin{1e8, 0.25, 0.5, laws::Tension::clamp};
  ssdem::Parameters adhering = hertz;
  adhering.cohesion = {};
  adhering.normal = laws::Jkr{{1e8, 0.25, 0.5, laws::Tension::clamp}, 2e4};
  ssdem::Parameters near = springs;
  near.cohesion = laws::VanDerWaals{30, 0.02, 0.1}.law();
  return {springs, study, hertz, adhering, near};
}

// All results of a run, bit by bit.
std::vector<double> everything(Motion& run) {
  std::vector<double> all;
  const auto add = [&](const Vec3& v) { all.insert(all.end(), {v.x(), v.y(), v.z()}); };
  for (std::size_t i = 0; i < run.pile().size(); ++i) add(run.position(i)), add(run.velocity(i)), add(run.spin(i));
  const Contacts contacts = run.contacts();
  each_field(contacts, [&]<class T>(const ContactField&, const std::vector<T>& values) {
    for (const T& value : values)
      if constexpr (std::is_same_v<T, Vec3>)
        add(value);
      else
        all.push_back(value);
  });
  const Account& w = run.stepper().account();
  all.insert(all.end(), {w[Channel::normal], w[Channel::sliding], w[Channel::rolling], w[Channel::twisting], w.walls});
  add(w.impulse), add(w.angular_impulse);
  return all;
}
bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

class Determinism : public testing::TestWithParam<std::size_t> {
 protected:
  void TearDown() override { set_threads(1); }
};
INSTANTIATE_TEST_SUITE_P(Laws, Determinism, testing::Values(0, 1, 2, 3, 4));

TEST_P(Determinism, ThreadsAndRepeats) {
  const ssdem::Parameters p = all_laws()[GetParam()];
  std::vector<double> first;
  for (const int n : {1, 1, 2, 3, 4}) {
    set_threads(n);
    Motion run(p, crowd(), ground());
    const StepReport report = run.until(0.15);
    EXPECT_GT(report.contacts, 50u);
    EXPECT_GT(report.remark("neighbour lists built"), 2);
    if (first.empty()) first = everything(run);
    EXPECT_TRUE(same_bits(first, everything(run))) << n << " threads";
  }
}

TEST_P(Determinism, NeighbourLists) {
  std::vector<double> first;
  for (const double skin : {0.02, 0.1, 0.4}) {
    ssdem::Parameters p = all_laws()[GetParam()];
    p.step.skin = skin;
    Motion run(p, crowd(), ground());
    run.until(0.3);
    if (first.empty()) first = everything(run);
    EXPECT_TRUE(same_bits(first, everything(run))) << skin;
  }
}

TEST_P(Determinism, StopAndRestart) {
  const ssdem::Parameters p = all_laws()[GetParam()];
  Motion whole(p, crowd(), ground());
  whole.until(0.3);
  for (const double stop : {0.05, 0.15, 0.2505}) {
    Motion part(p, crowd(), ground());
    part.until(stop);
    // A restart uses only the data of a checkpoint.
    Motion rest(part, memory_of(part.stepper()));
    rest.until(0.3);
    EXPECT_TRUE(same_bits(everything(whole), everything(rest))) << stop;
  }
}

// Gravity by the fast method is held between evaluations, with more bodies than are summed directly. Results do not
// depend on threads, lists or restarts.
TEST(FastGravity, ThreadsListsAndRestarts) {
  ssdem::Parameters p = all_laws()[0];
  p.gravity = {gravity::Summation::fmm, 1e-5, 1e-3, 1e-3};
  const Pile pile = crowd(1600);
  const double end = 0.1;
  std::vector<double> first;
  for (const int n : {1, 2}) {
    set_threads(n);
    p.step.skin = 0.05 * n;
    Motion run(p, pile, ground());
    run.until(end);
    if (first.empty()) first = everything(run);
    EXPECT_TRUE(same_bits(first, everything(run))) << n << " threads";
  }
  set_threads(1);
  Motion part(p, pile, ground());
  part.until(0.0417);
  Motion rest(part, memory_of(part.stepper()));
  rest.until(end);
  EXPECT_TRUE(same_bits(first, everything(rest)));
}

// Bodies are sorted after each 2^14 steps, independent of list builds and of stops.
TEST(Ordering, ListsAndRestarts) {
  ssdem::Parameters p = all_laws()[0];
  p.step.dt = 1e-4;
  const Pile pile = crowd(60);
  const double end = 1.7;
  p.step.skin = 0.05;
  Motion whole(p, pile, ground());
  whole.until(end);
  p.step.skin = 0.2;
  for (const double stop : {0.8, 1.6384}) {
    Motion part(p, pile, ground());
    part.until(stop);
    Motion rest(part, memory_of(part.stepper()));
    rest.until(end);
    EXPECT_TRUE(same_bits(everything(whole), everything(rest))) << stop;
  }
}

// Free spheres and grains of all shapes over a shaken floor, near a planet at rest or during a flyby.
Pile crowd_of_grains() {
  const std::vector<std::string> shapes{"sphere", "dumbbell", "diamond", "rod", "tetrahedron", "cube"};
  Pile pile;
  for (std::size_t i = 0; i < 150; ++i) {
    Random random(11, Purpose::kPlace, i);
    const Vec3 cell(static_cast<double>(i % 5), static_cast<double>(i / 5 % 5), static_cast<double>(i / 25));
    const Vec3 x = 0.5 * (cell + Vec3(0.5, 0.5, 0.6)), v = 2.0 * random.in_ball(), w = 3.0 * random.in_ball();
    const Quaternion q = Quaternion(random.uniform(), random.uniform(), random.uniform(), 0.1).normalized();
    if (i % 6 == 0)
      add_sphere(pile, 0.2, 2500, x, v, w);
    else
      glue(pile, shapes[i % 6], 0.12, 2500, x, q, v, w);
  }
  return pile;
}
TEST(Grains, ThreadsListsSlicesAndRestarts) {
  for (const bool passing : {false, true})
    for (const bool kinetic : {false, true}) {
      ssdem::Parameters p = all_laws()[kinetic ? 1 : 0];
      External external = ground();
      if (passing) external.planets[0].pass = Conic{30, 1.2, 1e-5 * 1e6, 0.1}, external.planets[0].mass = 1e6;
      const Pile pile = crowd_of_grains();
      const double end = 0.15;
      std::vector<double> first;
      for (const int n : {1, 2, 4}) {
        set_threads(n);
        p.step.skin = 0.05 * n;
        Motion run(p, pile, external);
        const StepReport report = run.until(end);
        EXPECT_GT(report.contacts, 10u);
        EXPECT_GT(report.remark("neighbour lists built"), 2);
        EXPECT_GT(run.stepper().account()[Channel::sliding], 0);
        if (first.empty()) first = everything(run);
        EXPECT_TRUE(same_bits(first, everything(run))) << n << " threads";
      }
      set_threads(1);
      Motion sliced(p, pile, external);
      for (double t = 0.01; t < end + 0.005; t += 0.01) sliced.until(std::min(t, end));
      EXPECT_TRUE(same_bits(first, everything(sliced)));
      for (const double stop : {0.05, 0.1205}) {
        Motion part(p, pile, external);
        part.until(stop);
        Motion rest(part, memory_of(part.stepper()));
        rest.until(end);
        EXPECT_TRUE(same_bits(first, everything(rest))) << stop;
      }
    }
}

}  // namespace
}  // namespace rubble::test
