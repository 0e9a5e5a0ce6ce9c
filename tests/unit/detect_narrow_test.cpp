// Contact points of many bodies of all kinds: identical to a search pair by pair, in key order, for any number of
// threads.
#include "base/error.hpp"
#include "base/parallel.hpp"
#include "detect/narrow.hpp"
#include "shape/hull.hpp"
#include "unit/hulls.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace rubble::detect {
namespace {

// Spheres and hulls in a box, its floor and one wall. Half of the bodies are hulls of three shapes.
struct Box {
  Vec3s position;
  Reals radius;
  std::vector<Index> solid;
  std::vector<Quaternion> turn;
  std::vector<shape::PreparedShape> solids;
  std::vector<Wall> walls;
  Vec3 period = Vec3::Zero();

  explicit Box(std::size_t n, double side) {
    for (const Vec3s& points : {shape::box({1, 1, 1}), shape::random_points(40, 4), shape::icosahedron()})
      solids.emplace_back(shape::make_hull("hull", points).shape);
    Random random(8, Purpose::kPlace);
    for (std::size_t i = 0; i < n; ++i) {
      position.push_back(side * Vec3(random.uniform(), random.uniform(), random.uniform()));
      radius.push_back(random.uniform(0.3, 1));
      solid.push_back(i % 2 == 0 ? -1 : static_cast<Index>(i % 3));
      turn.push_back(shape::quaternion(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), 0.5));
    }
    walls = {{{0, 0, 0.1}, Vec3::UnitZ()}, {{side, 0, 0}, -Vec3::UnitX()}};
  }

  std::size_t size() const { return position.size(); }
  PlacedBodies bodies() const { return {position, radius, solid, turn, solids, period}; }
  double bound(std::size_t i) const { return radius[i] * (solid[i] < 0 ? 1 : solids[solid[i]].reach); }
  Candidates list(double skin) const {
    Reals bounds;
    for (std::size_t i = 0; i < size(); ++i) bounds.push_back(bound(i));
    std::vector<Plane> planes;
    for (const Wall& wall : walls) {
      planes.emplace_back();
      planes.back().point = wall.point;
      planes.back().normal = wall.normal;
    }
    return find_candidates({bounds, position, planes, ImageLattice{period}}, skin, {});
  }
  void move(double by, std::uint64_t seed) {
    Random random(seed, Purpose::kPlace);
    for (std::size_t i = 0; i < size(); ++i) {
      position[i] += by * random.in_ball();
      turn[i] = (turn[i] * Quaternion(Eigen::AngleAxisd(by, random.on_sphere()))).normalized();
    }
  }
};

ContactPoints found(Narrow& narrow, const Box& box, double alert) {
  ContactPoints out;
  narrow.find(box.bodies(), box.walls, alert, shape::Points::three, out);
  return out;
}

ContactPoints found_without_memory(const Box& box, double alert) {
  Narrow narrow;
  narrow.take(box.list(alert), box.bodies());
  return found(narrow, box, alert);
}

bool same_bits(const ContactPoints& x, const ContactPoints& y) {
  return x.key == y.key && x.point == y.point && x.normal == y.normal && x.gap == y.gap && x.weight == y.weight &&
         x.image == y.image;
}

// All pairs, searched one by one.
ContactPoints one_by_one(const Box& box, double alert) {
  ContactPoints out;
  const shape::PreparedShape ball(shape::sphere());
  const auto solid = [&](std::size_t i) -> const shape::PreparedShape& {
    return box.solid[i] < 0 ? ball : box.solids[box.solid[i]];
  };
  const auto place = [&](std::size_t i) {
    return shape::Placement{box.position[i], box.solid[i] < 0 ? Quaternion::Identity() : box.turn[i], box.radius[i]};
  };
  const auto add = [&](ContactKey key, const shape::Manifold& m) {
    for (const shape::TouchPoint& p : m.points()) {
      key.feature = p.feature;
      out.key.push_back(key);
      out.point.push_back(p.place);
      out.normal.push_back(m.normal);
      out.gap.push_back(p.gap);
      out.weight.push_back(static_cast<std::uint8_t>(m.weight));
    }
  };
  for (std::size_t a = 0; a < box.size(); ++a) {
    for (std::size_t b = a + 1; b < box.size(); ++b) {
      shape::SeparationCache cache;
      add({static_cast<Index>(a), static_cast<Index>(b), 0},
          shape::touch(solid(a), place(a), solid(b), place(b), cache, alert, shape::Points::three));
    }
    for (std::size_t w = 0; w < box.walls.size(); ++w)
      add(ContactKey::of_wall(static_cast<Index>(a), static_cast<Index>(w)),
          shape::wall_manifold(solid(a), place(a), box.walls[w].point, box.walls[w].normal, alert,
                               shape::Points::three));
  }
  return out;
}

TEST(ContactNarrow, MatchesPairByPairSearch) {
  const Box box(300, 12);
  const ContactPoints all = found_without_memory(box, 0.1);
  const ContactPoints expected = one_by_one(box, 0.1);
  ASSERT_EQ(all.key, expected.key);
  EXPECT_TRUE(std::is_sorted(all.key.begin(), all.key.end()));
  EXPECT_EQ(std::adjacent_find(all.key.begin(), all.key.end()), all.key.end());
  std::array<int, 5> kinds{};
  for (std::size_t p = 0; p < all.size(); ++p) {
    EXPECT_LT((all.point[p] - expected.point[p]).norm(), 1e-13);
    EXPECT_LT((all.normal[p] - expected.normal[p]).norm(), 1e-13);
    EXPECT_NEAR(all.gap[p], expected.gap[p], 1e-13);
    EXPECT_EQ(all.weight[p], expected.weight[p]);
    const bool hull = box.solid[all.key[p].a] >= 0;
    const bool other = !all.key[p].on_wall() && box.solid[all.key[p].b] >= 0;
    ++kinds[all.key[p].on_wall() ? 3 + (hull ? 1 : 0) : (hull ? 1 : 0) + (other ? 1 : 0)];
  }
  for (const int kind : kinds) EXPECT_GT(kind, 5);
}

TEST(ContactNarrow, SameBitsForAnyNumberOfThreads) {
  const Box box(1500, 20);
  const int before = threads();
  set_threads(1);
  const ContactPoints one = found_without_memory(box, 0.01);
  set_threads(3);
  const ContactPoints three = found_without_memory(box, 0.01);
  set_threads(before);
  EXPECT_GT(one.size(), 1000u);
  EXPECT_TRUE(same_bits(one, three));
}

void expect_same(const std::vector<PairMemory>& x, const std::vector<PairMemory>& y) {
  ASSERT_EQ(x.size(), y.size());
  for (std::size_t k = 0; k < x.size(); ++k) {
    EXPECT_EQ(x[k].a, y[k].a);
    EXPECT_EQ(x[k].b, y[k].b);
    EXPECT_EQ(x[k].cache, y[k].cache) << k;
    EXPECT_TRUE(x[k].kept == y[k].kept) << k;
  }
}

// Number of touching pairs with at least one hull.
std::size_t pairs_with_hulls(const ContactPoints& touching, const Box& box) {
  std::size_t count = 0;
  for (std::size_t p = 0; p < touching.size(); ++p) {
    const ContactKey& key = touching.key[p];
    const bool again = p > 0 && touching.key[p - 1].a == key.a && touching.key[p - 1].b == key.b;
    count += !key.on_wall() && !again && (box.solid[key.a] >= 0 || box.solid[key.b] >= 0);
  }
  return count;
}

// Steps with a memory of the pairs find the results of a search without memory, up to rounding. A run that resumes from
// the memory of the touching pairs, with another list, has the same bits.
TEST(ContactNarrow, MemoryChangesRoundingOnly) {
  Box box(300, 12);
  Narrow narrow;
  narrow.take(box.list(0.3), box.bodies());
  for (int step = 0; step < 20; ++step) {
    if (step % 7 == 6) narrow.take(box.list(0.3), box.bodies());
    const std::vector<PairMemory> memory = narrow.memory();
    box.move(step % 2 == 0 ? 1e-3 : 0.02, 100 + step);
    const ContactPoints with = found(narrow, box, 0.01);
    const ContactPoints without = found_without_memory(box, 0.01);
    ASSERT_EQ(with.key, without.key) << step;
    for (std::size_t p = 0; p < with.size(); ++p) {
      EXPECT_LT((with.point[p] - without.point[p]).norm(), 1e-12) << step;
      EXPECT_LT((with.normal[p] - without.normal[p]).norm(), 1e-12) << step;
      EXPECT_NEAR(with.gap[p], without.gap[p], 1e-13) << step;
    }
    Narrow other;
    other.take(box.list(0.05), box.bodies());
    other.remember(memory);
    EXPECT_TRUE(same_bits(with, found(other, box, 0.01))) << step;
    expect_same(narrow.memory(), other.memory());
    EXPECT_EQ(narrow.memory().size(), pairs_with_hulls(with, box)) << step;
  }
}

// Steps are so small that the search reuses manifolds: the points are the same, and their gaps differ by at most twice
// the motion.
TEST(ContactNarrow, CarriesManifoldsOfStillPairs) {
  Box box(300, 12);
  Narrow narrow;
  narrow.take(box.list(0.3), box.bodies());
  found(narrow, box, 0.01);
  std::size_t carried = 0;
  for (int step = 0; step < 40; ++step) {
    box.move(2e-6, 100 + step);
    const ContactPoints with = found(narrow, box, 0.01);
    const ContactPoints without = found_without_memory(box, 0.01);
    ASSERT_EQ(with.key, without.key) << step;
    for (std::size_t p = 0; p < with.size(); ++p) {
      const ContactKey& key = with.key[p];
      const double smaller = std::min(box.radius[key.a], box.radius[key.on_wall() ? key.a : key.b]);
      EXPECT_NEAR(with.gap[p], without.gap[p], 2 * shape::kStill * smaller) << step;
      carried += std::abs(with.gap[p] - without.gap[p]) > 1e-14;
    }
  }
  EXPECT_GT(carried, 1000u);
}

// A search that resumes from stored state has the same bits, regardless of the time at which each manifold was found
// and of the list, while the alert distance changes.
TEST(ContactNarrow, RestoredManifoldsHaveTheSameBits) {
  Box box(300, 12);
  Narrow narrow;
  narrow.take(box.list(0.3), box.bodies());
  found(narrow, box, 0.01);
  for (int step = 0; step < 40; ++step) {
    if (step % 7 == 6) narrow.take(box.list(0.3), box.bodies());
    const std::vector<PairMemory> memory = narrow.memory();
    box.move(2e-6, 100 + step);
    const double alert = 0.01 * (1 + 0.03 * (step % 4));
    const ContactPoints on = found(narrow, box, alert);
    Narrow other;
    other.take(box.list(0.05), box.bodies());
    other.remember(memory);
    EXPECT_TRUE(same_bits(on, found(other, box, alert))) << step;
    expect_same(narrow.memory(), other.memory());
  }
}

// Memory from a damaged file.
TEST(ContactNarrow, RefusesDamagedMemory) {
  const Box box(300, 12);
  Narrow narrow;
  narrow.take(box.list(0.05), box.bodies());
  found(narrow, box, 0.01);
  const std::vector<PairMemory> memory = narrow.memory();
  const auto with_polytope = [](const PairMemory& m) { return m.cache.facets > 0; };
  const auto pair = std::find_if(memory.begin(), memory.end(), with_polytope);
  ASSERT_NE(pair, memory.end());
  EXPECT_NO_THROW(narrow.remember({*pair}));
  PairMemory more = *pair;
  more.cache.corners = 200;
  EXPECT_THROW(narrow.remember({more}), InputError);
  more = *pair;
  more.cache.facets = 250;
  EXPECT_THROW(narrow.remember({more}), InputError);
  more.cache.facets = shape::SeparationCache::kFacets + 1;
  EXPECT_EQ(shape::violation(more.cache).value_or(""), "45 facets");
  more = *pair;
  std::swap(more.cache.facet[0][0], more.cache.facet[0][1]);
  EXPECT_THROW(narrow.remember({more}), InputError);
  more = *pair;
  more.cache.facet[0][0] = 99;
  EXPECT_THROW(narrow.remember({more}), InputError);
  more = *pair;
  more.kept.count = 5;
  EXPECT_THROW(narrow.remember({more}), InputError);
}

// A periodic box gives the same result as open space with copies of the bodies around it.
TEST(ContactNarrow, AcrossPeriods) {
  Box box(250, 7);
  box.walls.clear();
  const std::size_t n = box.size();
  Box open = box;
  for (int x = -1; x <= 1; ++x)
    for (int y = -1; y <= 1; ++y)
      for (int z = -1; z <= 1; ++z) {
        if (x == 0 && y == 0 && z == 0) continue;
        for (std::size_t i = 0; i < n; ++i) {
          open.position.push_back(box.position[i] + 7 * Vec3(x, y, z));
          open.radius.push_back(box.radius[i]);
          open.solid.push_back(box.solid[i]);
          open.turn.push_back(box.turn[i]);
        }
      }
  for (Box* b : {&box, &open})
    for (double& r : b->radius) r *= 0.6;
  box.period = Vec3::Constant(7);
  const ContactPoints periodic = found_without_memory(box, 0.01);
  const ContactPoints copies = found_without_memory(open, 0.01);
  std::size_t expected = 0;  // each pair once: pairs of an original with an original, or with a copy of a later one
  for (const ContactKey& key : copies.key)
    if (key.a < static_cast<Index>(n) && key.a < key.b % static_cast<Index>(n)) ++expected;
  EXPECT_EQ(periodic.size(), expected);
  std::size_t across = 0;
  for (std::size_t p = 0; p < periodic.size(); ++p) {
    const Vec3 other = periodic.point[p] - periodic.image[p];  // the point relative to b
    const ContactKey& key = periodic.key[p];
    if (box.solid[key.a] < 0 && box.solid[key.b] < 0) {
      EXPECT_NEAR((other - box.position[key.b]).norm(), std::abs(box.radius[key.b] + periodic.gap[p]), 1e-12);
    }
    if (periodic.image[p].isZero()) continue;
    ++across;
    EXPECT_LT((periodic.point[p] - box.position[key.a]).norm(), box.bound(key.a) + 1e-9);
    EXPECT_LT((other - box.position[key.b]).norm(), box.bound(key.b) + 0.011);
  }
  EXPECT_GT(across, 10u);
}

TEST(ContactNarrow, NoContactsOfASingleBody) {
  Box box(1, 1);
  box.walls.clear();
  EXPECT_EQ(found_without_memory(box, 0.01).size(), 0u);
  Narrow narrow;
  EXPECT_EQ(found(narrow, box, 0.01).size(), 0u);
}

TEST(ContactNarrow, TableNamesEachPairOfKindsOnce) {
  std::multiset<std::string> pairs;
  for (const KernelName& kernel : dispatch_table()) pairs.insert(std::string(kernel.first) + "-" + kernel.second);
  EXPECT_EQ(pairs,
            (std::multiset<std::string>{"sphere-sphere", "sphere-hull", "hull-hull", "sphere-wall", "hull-wall"}));
}

}  // namespace
}  // namespace rubble::detect
