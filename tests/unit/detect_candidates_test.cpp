// The list of candidates, compared with all pairs: it contains, in key order, every pair and every wall contact that
// can touch before distances have decreased by the skin.
#include "base/error.hpp"
#include "base/random.hpp"
#include "detect/candidates.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

namespace rubble::detect {
namespace {

struct Balls {
  Reals radius;
  Vec3s position;
  std::vector<Plane> planes;
  Vec3 period = Vec3::Zero();
  std::vector<Index> grain;
  double time = 0, shift = 0;

  std::size_t size() const { return radius.size(); }
  SearchSpace space() const {
    return {radius, position,
            planes, ImageLattice{period, shift, shift != 0 ? 1.0 : 0},
            time,   grain.empty() ? nullptr : &grain};
  }
};

Balls cloud(std::size_t n, double extent, double ratio, std::uint64_t seed) {
  Balls balls;
  for (std::size_t i = 0; i < n; ++i) {
    Random random(seed, Purpose::kPlace, i);
    balls.radius.push_back(std::pow(ratio, -random.uniform()));
    balls.position.push_back(extent * (random.in_ball() + 0.1 * random.in_ball()));
  }
  return balls;
}

// Distance of the nearest images.
double distance(const Balls& balls, std::size_t i, std::size_t j) {
  double nearest = std::numeric_limits<double>::infinity();
  const Vec3 d = balls.position[i] - balls.position[j];
  const auto images = [&](int axis) { return balls.period[axis] > 0 ? (axis == 1 && balls.shift != 0 ? 6 : 3) : 0; };
  for (int x = -images(0); x <= images(0); ++x)
    for (int y = -images(1); y <= images(1); ++y)
      for (int z = -images(2); z <= images(2); ++z)
        nearest =
            std::min(nearest, (d + Vec3(x, y, z).cwiseProduct(balls.period) + x * Vec3(0, balls.shift, 0)).norm());
  return nearest;
}

Keys all_pairs(const Balls& balls, double skin) {
  Keys keys;
  for (std::size_t i = 0; i < balls.size(); ++i)
    for (std::size_t j = i + 1; j < balls.size(); ++j) {
      const bool glued = !balls.grain.empty() && balls.grain[i] >= 0 && balls.grain[i] == balls.grain[j];
      if (!glued && distance(balls, i, j) < balls.radius[i] + balls.radius[j] + skin)
        keys.push_back({static_cast<Index>(i), static_cast<Index>(j)});
    }
  return keys;
}

// Rows as a flat list, with a check of the indices at which they begin.
Keys rows(const std::vector<Index>& a, const std::vector<Index>& b, const std::vector<std::size_t>& begin,
          std::size_t n) {
  EXPECT_EQ(begin.size(), n + 1);
  EXPECT_EQ(begin.back(), a.size());
  Keys keys;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = begin[i]; k < begin[i + 1]; ++k) {
      EXPECT_EQ(a[k], static_cast<Index>(i));
      keys.push_back({a[k], b[k]});
    }
  EXPECT_TRUE(std::is_sorted(keys.begin(), keys.end()));
  return keys;
}
Keys pairs(const Candidates& list, const Balls& balls) { return rows(list.a, list.b, list.begin, balls.size()); }
Keys walls(const Candidates& list, const Balls& balls) {
  return rows(list.wall_body, list.wall, list.wall_begin, balls.size());
}

TEST(Candidates, AllPairsOfSpheres) {
  for (const double ratio : {1.0, 100.0})
    for (const double extent : {3.0, 20.0, 1e7, 1e12}) {
      const Balls balls = cloud(600, extent, ratio, 3);
      EXPECT_EQ(pairs(find_candidates(balls.space(), 0.2, {}), balls), all_pairs(balls, 0.2)) << ratio << " " << extent;
    }
}

// Bodies far outside the box and in each of its corners, periods on some axes.
TEST(Candidates, AllPairsAcrossFaces) {
  for (const Vec3& period : {Vec3(9, 0, 0), Vec3(9, 11, 0), Vec3(9, 10, 11)})
    for (const double ratio : {1.0, 100.0}) {
      Balls balls = cloud(150, 12, ratio, 4);
      balls.period = period;
      const Keys wanted = all_pairs(balls, 0.2);
      balls.period = Vec3::Zero();
      EXPECT_GT(wanted.size(), all_pairs(balls, 0.2).size());
      balls.period = period;
      EXPECT_EQ(pairs(find_candidates(balls.space(), 0.2, {}), balls), wanted) << period.transpose() << " " << ratio;
    }
}

// Sheared space: images along x are shifted along y.
TEST(Candidates, AllPairsAcrossShearedFaces) {
  for (const double shift : {-5.4, -0.3, 2.2, 5.4}) {
    Balls balls = cloud(150, 12, 3, 4);
    balls.period = Vec3(9, 11, 0);
    const Keys unshifted = all_pairs(balls, 0.2);
    balls.shift = shift;
    const Keys wanted = all_pairs(balls, 0.2);
    EXPECT_NE(wanted, unshifted);
    EXPECT_EQ(pairs(find_candidates(balls.space(), 0.2, {}), balls), wanted) << shift;
    const ImageLattice lattice = balls.space().lattice;
    for (const ContactKey& key : wanted) {
      const Vec3 way = balls.position[key.b] - balls.position[key.a];
      EXPECT_NEAR(lattice.nearest(way).norm(), distance(balls, key.a, key.b), 1e-12);
      EXPECT_NEAR(lattice.velocity(lattice.image(way)).y(), std::round(lattice.image(way).x() / 9), 1e-12);
    }
  }
}

// Two spheres meet across an edge of the box. Each sphere is near one of the faces and far from the second face, so
// that the copies of one sphere have to cross both faces.
TEST(Candidates, PairsAcrossAnEdge) {
  for (const double larger : {1.0, 1.5}) {
    Balls balls;
    balls.radius = {larger, 1};
    balls.position = {{0.1, larger + 0.3, 5}, {8.8, 10.9, 5}};
    balls.period = Vec3(10, 11, 0);
    const Keys wanted{{0, 1}};
    ASSERT_EQ(all_pairs(balls, 0.1), wanted);
    EXPECT_EQ(pairs(find_candidates(balls.space(), 0.1, {}), balls), wanted) << larger;
  }
}

// Interaction distances beyond half the period and beyond the period, for one sphere or for all.
TEST(Candidates, AllPairsOfAnyReach) {
  for (const double widest : {3.0, 5.0, 20.0, 1e30})
    for (const std::size_t wide : {1u, 3u, 40u}) {
      Balls balls = cloud(40, 12, 3, 8);
      for (std::size_t i = 0; i < wide; ++i) balls.radius[i] = widest;
      balls.period = Vec3(9, 0, 11);
      SearchSpace space = balls.space();
      space.any_reach = true;
      EXPECT_EQ(pairs(find_candidates(space, 0.2, {}), balls), all_pairs(balls, 0.2)) << widest << " " << wide;
    }
}

TEST(Candidates, RefusesAPeriodTooShort) {
  Balls balls = cloud(20, 3, 1, 5);
  balls.period = Vec3(0, 4.3, 0);  // four radii and twice the skin sum to 4.4
  EXPECT_THROW(find_candidates(balls.space(), 0.2, {}), InputError);
  balls.period = Vec3(0, 4.5, 0);
  EXPECT_NO_THROW(find_candidates(balls.space(), 0.2, {}));
  balls.radius[3] = 2;  // the distance of every pair is limited by 2 + 1 + 0.2
  EXPECT_THROW(find_candidates(balls.space(), 0.2, {}), InputError);
  balls.period = Vec3(0, 6.5, 0);
  EXPECT_NO_THROW(find_candidates(balls.space(), 0.2, {}));
}

TEST(Candidates, MembersOfOneGrainDoNotMeet) {
  Balls balls = cloud(200, 3, 2, 6);
  const std::size_t free = all_pairs(balls, 0.2).size();
  for (std::size_t i = 0; i < balls.size(); ++i)
    balls.grain.push_back(i % 10 < 4 ? static_cast<Index>(i / 10) : Index{-1});
  const Keys wanted = all_pairs(balls, 0.2);
  EXPECT_LT(wanted.size(), free);
  EXPECT_EQ(pairs(find_candidates(balls.space(), 0.2, {}), balls), wanted);
}

// A pair with a memory stays in the list, in order, at any distance. A body with a memory of a wall also stays in the
// list.
TEST(Candidates, RememberedPairsStayInTheList) {
  Balls balls = cloud(60, 6, 1, 7);
  balls.planes = {Plane{}, Plane{}};
  balls.planes[0].point = balls.planes[1].point = Vec3(0, 0, -100);
  const auto n = static_cast<Index>(balls.size());
  const Keys near = all_pairs(balls, 0.2);
  ASSERT_GT(near.size(), 5u);
  const auto wall = [](Index row, Index number) { return ContactKey::of_wall(row, number); };
  Keys keep{{0, 1}, {0, n - 1}, wall(3, 0), wall(3, 1), {17, 20}, wall(17, 1), {n - 2, n - 1}, wall(n - 1, 0)};
  keep.push_back(near[2]);
  std::sort(keep.begin(), keep.end());
  std::set<ContactKey> wanted(near.begin(), near.end()), wanted_walls;
  for (const ContactKey& key : keep) {
    if (key.on_wall())
      wanted_walls.insert({key.a, key.wall()});
    else
      wanted.insert(key);
  }
  const Candidates list = find_candidates(balls.space(), 0.2, keep);
  EXPECT_EQ(pairs(list, balls), Keys(wanted.begin(), wanted.end()));
  EXPECT_EQ(walls(list, balls), Keys(wanted_walls.begin(), wanted_walls.end()));
}

// At rest, heights are compared with radius + skin. While the list is in use, a moving wall may move from one end of
// its stroke to the opposite end, by twice the amplitude. The list must contain every body within this distance.
TEST(Candidates, WallsReachAsFarAsTheirStroke) {
  Balls balls;
  const double skin = 0.1, A = 0.7;
  for (int k = 0; k < 300; ++k) balls.radius.push_back(0.5), balls.position.push_back(Vec3(k, 0, 0.01 * k));
  const auto listed = [&](double below) {
    const Keys found = walls(find_candidates(balls.space(), skin, {}), balls);
    Keys wanted;
    for (std::size_t i = 0; i < balls.size(); ++i)
      if (balls.position[i].z() < below) wanted.push_back({static_cast<Index>(i), 0});
    EXPECT_EQ(found, wanted) << below;
  };
  balls.planes = {Plane{}};
  listed(0.5 + skin);
  balls.planes[0].amplitude = Vec3(0, 0, A), balls.planes[0].frequency = 2;
  for (const double time : {0.0, 0.125, 0.375, 0.31}) {  // in the middle, at the top, at the bottom of its stroke
    balls.time = time;
    const double height = A * std::sin(4 * std::numbers::pi * time);
    EXPECT_GE(height + 2 * A, A);  // the highest position that it reaches
    listed(height + 0.5 + skin + 2 * A);
  }
}

}  // namespace
}  // namespace rubble::detect
