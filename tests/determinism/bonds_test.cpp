// Runs with bonds that break have the same bits for any number of threads, any neighbour lists, any order of the bodies
// along the curve, and any time at which a run was stopped.
#include "base/parallel.hpp"
#include "physics/scene.hpp"

#include <cstring>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

// Two bonded balls, a tenth of their members glued in pairs, that meet over a floor.
Pile two_balls() {
  Pile pile;
  for (int body = 0; body < 2; ++body)
    for (std::size_t i = 0; i < 400; ++i) {
      const Vec3 cell(static_cast<double>(i % 8), static_cast<double>(i / 8 % 8), static_cast<double>(i / 64));
      Random random(11, Purpose::kPlace, i + 1000 * static_cast<std::size_t>(body));
      const double radius = 0.09 + 0.01 * random.uniform();
      const Vec3 centre = 0.2 * cell + Vec3(2.0 * body, 0, 0.15);
      const Vec3 velocity((body == 0 ? 4.0 : -4.0), 0.5 * body, -1);
      if (i % 20 == 19)
        glue(pile, "dumbbell", 0.045, 2500, centre,
             Quaternion(Eigen::AngleAxisd(0.1 * static_cast<double>(i), Vec3(1, 0, 0))), velocity,
             3 * random.in_ball());
      else
        add_sphere(pile, radius, 2500, centre, velocity, random.in_ball());
    }
  return pile;
}

External ground() {
  External external;
  external.planes = {Plane{}};
  external.uniform = Vec3(0, 0, -9.8);
  return external;
}

ssdem::Parameters law() {
  ssdem::Parameters p = plain(1e6, 0.5);
  p.sliding = laws::CoulombSliding{0.5, 0.5};
  p.bonds = ssdem::BondParameters{2e7, 1e7, 0.6, Limit(3e5), Limit(2e5), 0.02};
  p.step.dt = 1e-4;
  return p;
}

// All results of a run.
Reals everything(Motion& run) {
  Reals all;
  const auto add = [&](const Vec3& v) { all.insert(all.end(), {v.x(), v.y(), v.z()}); };
  for (std::size_t i = 0; i < run.pile().size(); ++i) add(run.position(i)), add(run.velocity(i)), add(run.spin(i));
  const auto add_values = [&]<class T>(const std::vector<T>& values) {
    for (const T& value : values)
      if constexpr (std::is_same_v<T, Vec3>)
        add(value);
      else
        all.push_back(value);
  };
  const Bonds bonds = run.stepper().bonds();
  for (const auto& [a, b] : bonds.pair) all.insert(all.end(), {static_cast<double>(a), static_cast<double>(b)});
  each_field_of_bonds(bonds, [&](const BondField&, const auto& values) { add_values(values); });
  const Contacts contacts = run.contacts();
  each_field(contacts, [&](const ContactField&, const auto& values) { add_values(values); });
  const Account& w = run.stepper().account();
  all.insert(all.end(), w.heat.begin(), w.heat.end());
  for (const double broken : values_in<double>(run.pile().state, kBrokenBondsColumn.name)) all.push_back(broken);
  add(w.angular_impulse);
  return all;
}
bool same_bits(const Reals& a, const Reals& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

class BondDeterminism : public testing::Test {
 protected:
  void TearDown() override { set_threads(1); }
};

TEST_F(BondDeterminism, Threads) {
  Reals first;
  for (const int n : {1, 2, 4}) {
    set_threads(n);
    Motion run(law(), two_balls(), ground());
    const std::size_t before = run.stepper().bonds().size();
    run.until(0.06);
    EXPECT_GT(before, 1500U);
    EXPECT_LT(run.stepper().bonds().size(), before - 50);
    EXPECT_GT(run.stepper().bonds().size(), 500U);
    if (first.empty()) first = everything(run);
    EXPECT_TRUE(same_bits(first, everything(run))) << n << " threads";
  }
}

TEST_F(BondDeterminism, NeighbourLists) {
  Reals first;
  for (const double skin : {0.01, 0.06}) {
    ssdem::Parameters p = law();
    p.step.skin = skin;
    Motion run(p, two_balls(), ground());
    run.until(0.05);
    if (first.empty()) first = everything(run);
    EXPECT_TRUE(same_bits(first, everything(run))) << skin;
  }
}

TEST_F(BondDeterminism, StopAndRestart) {
  Motion whole(law(), two_balls(), ground());
  whole.until(0.06);
  for (const double stop : {0.01, 0.0402}) {
    Motion part(law(), two_balls(), ground());
    part.until(stop);
    Motion rest(part, memory_of(part.stepper()));
    rest.until(0.06);
    EXPECT_TRUE(same_bits(everything(whole), everything(rest))) << stop;
  }
}

// Without dashpots and contacts, a run that starts from the result of another one continues it to the last bit.
TEST_F(BondDeterminism, RunsInTwoParts) {
  ssdem::Parameters p = law();
  p.bonds->damping = 0;
  Pile pile;
  for (int i = 0; i < 30; ++i)
    add_sphere(pile, 0.1, 2500, {0.22 * i, 0.01 * i * i / 30, 0}, {0, 0.02 * i, 0}, {0.3 * i, 1, 0});
  Motion whole(p, pile), part(p, pile);
  whole.until(0.1), part.until(0.05);
  Pile between = part.pile();
  between.bonds = part.stepper().bonds();
  Motion rest(p, between);
  rest.until(0.1);
  for (std::size_t i = 0; i < pile.size(); ++i) EXPECT_EQ(whole.position(i), rest.position(i));
  for (std::size_t i = 0; i < pile.size(); ++i) EXPECT_EQ(whole.spin(i), rest.spin(i));
}

}  // namespace
}  // namespace rubble::test
