// Separation of random hulls, compared with FCL (distances) and libccd (overlaps and their depths), with tolerances of
// 1e-12.
//   cross_narrow [PAIRS] [SEED]
// Differences are relative to the sum of the two bodies' outer radii. If a difference exceeds kAllowed, a search
// through all pairs of features (tests/unit/hull_features.hpp) decides which result is wrong. Exit code 1 if Rubble's
// is wrong anywhere.
#include "shape/hull.hpp"
#include "shape/separation.hpp"
#include "unit/hull_features.hpp"

#include <cstdio>
#include <cstdlib>
#include <memory>

#include <ccd/ccd.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/narrowphase/detail/gjk_solver_libccd.h>

namespace rubble::shape {
namespace {

constexpr double kAllowed = 1e-9;
constexpr double kTolerance = 1e-12;  // tolerance of the libraries
constexpr int kBodies = 400;

// A body in both representations, and the placement of its shape's frame.
struct Body {
  Shape shape;
  PreparedShape solid;
  std::shared_ptr<fcl::Convexd> convex;

  explicit Body(const Shape& s) : shape(s), solid(s) {
    auto faces = std::make_shared<std::vector<int>>();
    for (const auto& face : s.face) {
      faces->push_back(static_cast<int>(face.size()));
      faces->insert(faces->end(), face.begin(), face.end());
    }
    const auto vertices = std::make_shared<const std::vector<Vec3>>(s.vertex);
    convex = std::make_shared<fcl::Convexd>(vertices, static_cast<int>(s.face.size()), faces);
  }
};

// Cubes, prisms, platonic bodies and hulls of 4 to 70 random points, some up to a hundred times flatter than wide.
std::vector<Body> make_bodies(std::uint64_t seed) {
  std::vector<Body> out;
  for (const Vec3s& points :
       {box({1, 1, 1}), box({1, 2, 3}), box({5, 1, 0.2}), tetrahedron(), octahedron(), icosahedron(), dodecahedron()})
    out.emplace_back(make_hull("hull", points).shape);
  for (int k = 0; static_cast<int>(out.size()) < kBodies; ++k) {
    Vec3s points = random_points(4 + k % 67, seed + static_cast<std::uint64_t>(k));
    const double flat = k % 5 == 0 ? 0.01 : k % 5 == 1 ? 0.1 : 1;
    for (Vec3& x : points) x.z() *= flat;
    if (k % 2 == 0)
      for (Vec3& x : points) x.normalize();
    out.emplace_back(make_hull("hull", points).shape);
  }
  return out;
}

struct Tally {
  long count = 0;
  double worst = 0;       // difference
  long large = 0;         // differences above kAllowed
  long ours_wrong = 0;    // number of large differences for which Rubble is wrong
  long theirs_wrong = 0;  // number of large differences for which a library is wrong
  double ours_worst = 0;  // largest error of Rubble in large differences, compared with the search over all pairs
  double agreed = 0;      // largest difference up to kAllowed
};

Quaternion any_turn(Random& random) {
  return quaternion(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
}

fcl::Transform3d transform(const Placement& at) {
  fcl::Transform3d out = fcl::Transform3d::Identity();
  out.linear() = at.turn.toRotationMatrix();
  out.translation() = at.centre;
  return out;
}

// A body in the representation of libccd.
struct Placed {
  const Shape& shape;
  Vec3 centre;
  Mat3 axes;
  mutable int calls = 0;
};

// Thrown to leave the endless expansion of some polytopes in libccd.
struct GaveUp {};
constexpr int kMostCalls = 3000;

ccd_vec3_t ccd_of(const Vec3& x) { return {{x.x(), x.y(), x.z()}}; }

void support(const void* body, const ccd_vec3_t* direction, ccd_vec3_t* point) {
  const Placed& at = *static_cast<const Placed*>(body);
  if (++at.calls > kMostCalls) throw GaveUp();
  const Vec3 d = at.axes.transpose() * Vec3(direction->v[0], direction->v[1], direction->v[2]);
  *point = ccd_of(at.centre + at.axes * at.shape.vertex[farthest_vertex(at.shape, d)]);
}

// => depth from libccd if negative, distance from FCL if positive.
double by_libraries(const Body& a, const Placement& at_a, const Body& b, const Placement& at_b) {
  ccd_t ccd;
  CCD_INIT(&ccd);
  ccd.support1 = support;
  ccd.support2 = support;
  ccd.max_iterations = 1000;
  ccd.epa_tolerance = kTolerance;
  ccd.dist_tolerance = kTolerance;
  const Placed first{a.shape, at_a.centre, at_a.turn.toRotationMatrix(), 0};
  const Placed second{b.shape, at_b.centre, at_b.turn.toRotationMatrix(), 0};
  double depth = 0;
  ccd_vec3_t direction;
  ccd_vec3_t position;
  if (ccdGJKPenetration(&first, &second, &ccd, &depth, &direction, &position) == 0) return -depth;
  fcl::detail::GJKSolver_libccd<double> solver;
  solver.distance_tolerance = kTolerance;
  double distance = 0;
  const bool apart = solver.shapeDistance(*a.convex, transform(at_a), *b.convex, transform(at_b), &distance);
  return apart ? distance : 0;
}

// (pair) => its signed distance by all features.
double reference_gap(const Body& a, const Placement& at_a, const Body& b, const Placement& at_b) {
  const PlacedShape first{a.shape, at_a};
  const PlacedShape second{b.shape, at_b};
  const Gap gap = largest_gap(first, second);
  return gap.size < 0 ? gap.size : by_features(first, second);
}

void print(const char* what, const Tally& t) {
  std::printf("%s\t%ld\t%.3g\t%.3g\t%ld\t%ld\t%ld\t%.3g\n", what, t.count, t.worst, t.agreed, t.large, t.theirs_wrong,
              t.ours_wrong, t.ours_worst);
}

int compare(long pairs, std::uint64_t seed) {
  const std::vector<Body> bodies = make_bodies(seed);
  Random random(seed, Purpose::kPlace, 1);
  Tally apart;
  Tally overlapping;
  long disagree = 0;
  long endless = 0;
  SeparationCache warm;  // contains the memory of the previous pair: the result must not depend on it
  for (long k = 0; k < pairs; ++k) {
    const Body& a = bodies[static_cast<std::size_t>(random.uniform() * kBodies)];
    const Body& b = bodies[static_cast<std::size_t>(random.uniform() * kBodies)];
    const Placement at_a{Vec3::Zero(), any_turn(random), 1};
    Placement at_b{(a.shape.reach + b.shape.reach) * random.uniform(0, 1.5) * random.on_sphere(), any_turn(random), 1};
    SeparationCache cache;
    if (k % 2 == 0) {  // nearly touching: gaps from -1e-1 to 1e-1 of the size
      const Separation s = separation(a.solid, at_a, b.solid, at_b, cache);
      const double left = std::pow(10, random.uniform(-8, -1)) * (k % 4 == 0 ? 1 : -1);
      at_b.centre -= (s.gap - left) * s.normal;
    }
    const double size = a.shape.reach + b.shape.reach;
    const double ours = separation(a.solid, at_a, b.solid, at_b, k % 3 == 0 ? warm : cache).gap;
    double theirs = 0;
    try {
      theirs = by_libraries(a, at_a, b, at_b);
    } catch (const GaveUp&) {
      ++endless;
      continue;
    }
    const double difference = std::abs(ours - theirs) / size;
    Tally& tally = ours > 0 ? apart : overlapping;
    ++tally.count;
    tally.worst = std::max(tally.worst, difference);
    if ((ours > 0) != (theirs > 0)) ++disagree;
    if (difference <= kAllowed) {
      tally.agreed = std::max(tally.agreed, difference);
      continue;
    }
    const double right = reference_gap(a, at_a, b, at_b);
    ++tally.large;
    tally.ours_worst = std::max(tally.ours_worst, std::abs(ours - right) / size);
    tally.ours_wrong += std::abs(ours - right) > kAllowed * size;
    tally.theirs_wrong += std::abs(theirs - right) > kAllowed * size;
  }
  std::printf(
      "pairs\tcount\tworst difference\tworst below\tabove %g\tof these the library wrong\tRubble wrong\tRubble's worst "
      "error\n",
      kAllowed);
  print("apart", apart);
  print("overlapping", overlapping);
  std::printf("they differ about overlap in\t%ld\nlibccd does not end in\t%ld\n", disagree, endless);
  return apart.ours_wrong + overlapping.ours_wrong > 0 ? 1 : 0;
}

}  // namespace
}  // namespace rubble::shape

int main(int argc, char** argv) {
  const long pairs = argc > 1 ? std::atol(argv[1]) : 20000;
  const auto seed = argc > 2 ? static_cast<std::uint64_t>(std::atol(argv[2])) : 1;
  return rubble::shape::compare(pairs, seed);
}
