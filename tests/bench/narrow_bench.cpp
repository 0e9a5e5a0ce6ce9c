// Narrow phase of hulls: pairs that touch (gaps of -1e-4 of the size) or have a gap of 5 % of it, with the memory of
// the previous step (warm) or without (cold). Bodies move by 0.01 % of the size between steps. The same pairs are
// measured with FCL, libccd and Bullet if these are installed: distance or depth only, without contact points.
//   bench_narrow
#include "base/random.hpp"
#include "shape/hull.hpp"
#include "shape/persistent.hpp"
#include "unit/hulls.hpp"

#include <cmath>

#include <benchmark/benchmark.h>

#ifdef RUBBLE_WITH_FCL
#include <ccd/ccd.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/narrowphase/detail/gjk_solver_libccd.h>
#endif
#ifdef RUBBLE_WITH_BULLET
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#endif

namespace rubble::shape {
namespace {

constexpr std::size_t kPairs = 128;
constexpr std::size_t kPoses = 4;
constexpr double kAlert = 0.01;

Shape shape_with(int vertices, std::uint64_t seed) {
  if (vertices == 8) return make_hull("cube", box({1, 1, 1})).shape;
  Vec3s points = random_points(vertices, seed);
  for (Vec3& x : points) x.normalize();
  return make_hull("hull", points).shape;
}

struct Scene {
  std::vector<Shape> shapes;
  std::vector<PreparedShape> solids;
  struct Pair {
    std::size_t a, b;
    Placement at_a;
    std::array<Placement, kPoses> at_b;
    SeparationCache cache;
  };
  std::vector<Pair> pairs;

  Scene(int vertices, double gap) {
    for (std::uint64_t k = 0; k < 8; ++k) shapes.push_back(shape_with(vertices, k));
    for (const Shape& s : shapes) solids.emplace_back(s);
    Random random(5, Purpose::kPlace);
    const auto turn = [&] {
      return quaternion(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    };
    for (std::size_t k = 0; k < kPairs; ++k) {
      Pair p{k % 8, k / 8 % 8, {Vec3::Zero(), turn(), 1}, {}, {}};
      Placement at{3 * random.on_sphere(), turn(), 1};
      const Separation s = separation(solids[p.a], p.at_a, solids[p.b], at, p.cache);
      at.centre -= (s.gap - 2 * gap) * s.normal;
      for (Placement& pose : p.at_b) {
        pose = at;
        pose.centre += 1e-4 * random.in_ball();
      }
      p.cache = {};
      pairs.push_back(p);
    }
  }
};

double gap_of(bool touching) { return touching ? -1e-4 : 0.05; }

// Calls work(pair, placement of b) for all pairs, pose by pose.
template <class Work>
void run(benchmark::State& state, Scene& scene, Work&& work) {
  std::size_t pose = 0;
  for (auto _ : state) {
    for (Scene::Pair& p : scene.pairs) work(p, p.at_b[pose]);
    pose = (pose + 1) % kPoses;
  }
  const auto pairs = static_cast<std::int64_t>(scene.pairs.size());
  state.SetItemsProcessed(state.iterations() * pairs);
  state.counters["pair"] = benchmark::Counter(static_cast<double>(state.iterations() * pairs),
                                              benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void rubble_separation(benchmark::State& state, bool touching, bool warm) {
  Scene scene(static_cast<int>(state.range(0)), gap_of(touching));
  run(state, scene, [&](Scene::Pair& p, const Placement& at_b) {
    SeparationCache cold;
    benchmark::DoNotOptimize(separation(scene.solids[p.a], p.at_a, scene.solids[p.b], at_b, warm ? p.cache : cold).gap);
  });
}
BENCHMARK_CAPTURE(rubble_separation, touching_cold, true, false)->Arg(8)->Arg(12)->Arg(40)->Arg(70);
BENCHMARK_CAPTURE(rubble_separation, touching_warm, true, true)->Arg(8)->Arg(12)->Arg(40)->Arg(70);
BENCHMARK_CAPTURE(rubble_separation, apart_cold, false, false)->Arg(8)->Arg(12)->Arg(40)->Arg(70);
BENCHMARK_CAPTURE(rubble_separation, apart_warm, false, true)->Arg(8)->Arg(12)->Arg(40)->Arg(70);

// Includes contact points; the search of a pair ends once its gap is known to exceed the alert distance.
void rubble_touch(benchmark::State& state, bool touching) {
  Scene scene(static_cast<int>(state.range(0)), gap_of(touching));
  run(state, scene, [&](Scene::Pair& p, const Placement& at_b) {
    benchmark::DoNotOptimize(
        touch(scene.solids[p.a], p.at_a, scene.solids[p.b], at_b, p.cache, kAlert, Points::three).count);
  });
}
BENCHMARK_CAPTURE(rubble_touch, touching_warm, true)->Arg(8)->Arg(12)->Arg(40)->Arg(70);
BENCHMARK_CAPTURE(rubble_touch, apart_warm, false)->Arg(8)->Arg(12)->Arg(40)->Arg(70);

// Pairs that have hardly moved since their manifold was computed, and whose points are carried along.
void rubble_carried(benchmark::State& state) {
  Scene scene(static_cast<int>(state.range(0)), gap_of(true));
  std::vector<PersistentManifold> fixed;
  std::erase_if(scene.pairs, [&](Scene::Pair& p) {
    const PreparedShape& b = scene.solids[p.b];
    const Manifold found = touch(scene.solids[p.a], p.at_a, b, p.at_b[0], p.cache, kAlert, Points::three);
    fixed.push_back(kept(found, p.at_a, p.at_b[0], kAlert));
    for (Placement& pose : p.at_b) pose.centre = p.at_b[0].centre + 0.05 * (pose.centre - p.at_b[0].centre);
    return fixed.back().count == 0;
  });
  std::erase_if(fixed, [](const PersistentManifold& manifold) { return manifold.count == 0; });
  std::size_t k = 0;
  run(state, scene, [&](Scene::Pair& p, const Placement& at_b) {
    const auto along = carried(fixed[k++ % fixed.size()], scene.solids[p.b], p.at_a, at_b, kAlert);
    if (!along) state.SkipWithError("a pair has moved too far");
    benchmark::DoNotOptimize(along);
  });
}
BENCHMARK(rubble_carried)->Arg(8)->Arg(12)->Arg(40)->Arg(70);

// Cubes face on face.
void rubble_faces(benchmark::State& state) {
  Scene scene(8, -1e-4);
  for (Scene::Pair& p : scene.pairs) {
    const double side = std::cbrt(4 * std::numbers::pi / 3);
    p.at_a.turn = Quaternion::Identity();
    for (std::size_t k = 0; k < kPoses; ++k) {
      const double jitter = 1e-4 * static_cast<double>(k);
      p.at_b[k] = {{0.3 * side, 0.1 + jitter, side - 1e-4 + jitter}, quaternion(1, 1e-5 * jitter, 0, 0.2), 1};
    }
  }
  run(state, scene, [&](Scene::Pair& p, const Placement& at_b) {
    benchmark::DoNotOptimize(
        touch(scene.solids[p.a], p.at_a, scene.solids[p.b], at_b, p.cache, kAlert, Points::three).count);
  });
}
BENCHMARK(rubble_faces)->Arg(8);

#ifdef RUBBLE_WITH_FCL
fcl::Transform3d transform(const Placement& at) {
  fcl::Transform3d out = fcl::Transform3d::Identity();
  out.linear() = at.turn.toRotationMatrix();
  out.translation() = at.centre;
  return out;
}

std::vector<std::shared_ptr<fcl::Convexd>> convexes(const Scene& scene) {
  std::vector<std::shared_ptr<fcl::Convexd>> out;
  for (const Shape& s : scene.shapes) {
    auto faces = std::make_shared<std::vector<int>>();
    for (const auto& face : s.face) {
      faces->push_back(static_cast<int>(face.size()));
      faces->insert(faces->end(), face.begin(), face.end());
    }
    const auto vertices = std::make_shared<const std::vector<Vec3>>(s.vertex);
    out.push_back(std::make_shared<fcl::Convexd>(vertices, static_cast<int>(s.face.size()), faces));
  }
  return out;
}

// Distance by FCL, with its default settings.
void fcl_distance(benchmark::State& state) {
  Scene scene(static_cast<int>(state.range(0)), gap_of(false));
  const auto convex = convexes(scene);
  const fcl::detail::GJKSolver_libccd<double> solver;
  run(state, scene, [&](Scene::Pair& p, const Placement& at_b) {
    double distance = 0;
    solver.shapeDistance(*convex[p.a], transform(p.at_a), *convex[p.b], transform(at_b), &distance);
    benchmark::DoNotOptimize(distance);
  });
}
BENCHMARK(fcl_distance)->Name("fcl/apart")->Arg(8)->Arg(12)->Arg(40)->Arg(70);

void fcl_depth(benchmark::State& state) {
  Scene scene(static_cast<int>(state.range(0)), gap_of(true));
  const auto convex = convexes(scene);
  const fcl::detail::GJKSolver_libccd<double> solver;
  run(state, scene, [&](Scene::Pair& p, const Placement& at_b) {
    std::vector<fcl::ContactPoint<double>> contacts;
    solver.shapeIntersect(*convex[p.a], transform(p.at_a), *convex[p.b], transform(at_b), &contacts);
    benchmark::DoNotOptimize(contacts.data());
  });
}
BENCHMARK(fcl_depth)->Name("fcl/touching")->Arg(8)->Arg(12)->Arg(40)->Arg(70);

// A body in the form that support() receives from libccd.
struct Placed {
  const PreparedShape& solid;
  Vec3 centre;
  Mat3 axes;
};

void support(const void* body, const ccd_vec3_t* direction, ccd_vec3_t* point) {
  const Placed& at = *static_cast<const Placed*>(body);
  const Vec3 d = at.axes.transpose() * Vec3(direction->v[0], direction->v[1], direction->v[2]);
  const Vec3 x = at.centre + at.axes * at.solid.vertex[farthest(at.solid, d, 0)];
  *point = {{x.x(), x.y(), x.z()}};
}

// Depth by libccd, with Rubble's search for farthest vertices.
void ccd_depth(benchmark::State& state) {
  Scene scene(static_cast<int>(state.range(0)), gap_of(true));
  ccd_t ccd;
  CCD_INIT(&ccd);
  ccd.support1 = support;
  ccd.support2 = support;
  ccd.max_iterations = 100;
  run(state, scene, [&](Scene::Pair& p, const Placement& at_b) {
    const Placed first{scene.solids[p.a], p.at_a.centre, p.at_a.turn.toRotationMatrix()};
    const Placed second{scene.solids[p.b], at_b.centre, at_b.turn.toRotationMatrix()};
    double depth = 0;
    ccd_vec3_t direction;
    ccd_vec3_t position;
    ccdGJKPenetration(&first, &second, &ccd, &depth, &direction, &position);
    benchmark::DoNotOptimize(depth);
  });
}
BENCHMARK(ccd_depth)->Name("ccd/touching")->Arg(8)->Arg(12)->Arg(40)->Arg(70);
#endif

#ifdef RUBBLE_WITH_BULLET
btTransform bullet_transform(const Placement& at) {
  const Quaternion& q = at.turn;
  return btTransform(btQuaternion(q.x(), q.y(), q.z(), q.w()), btVector3(at.centre.x(), at.centre.y(), at.centre.z()));
}

// Bullet in double precision. The accuracy that it requests is 1e-4.
void bullet(benchmark::State& state, bool touching) {
  Scene scene(static_cast<int>(state.range(0)), gap_of(touching));
  std::vector<btConvexHullShape> hulls(scene.shapes.size());
  for (std::size_t k = 0; k < hulls.size(); ++k) {
    for (const Vec3& x : scene.shapes[k].vertex) hulls[k].addPoint(btVector3(x.x(), x.y(), x.z()));
    hulls[k].setMargin(0);
  }
  run(state, scene, [&](Scene::Pair& p, const Placement& at_b) {
    const btTransform a = bullet_transform(p.at_a);
    const btTransform b = bullet_transform(at_b);
    btGjkEpaSolver2::sResults results;
    const btVector3 guess = b.getOrigin() - a.getOrigin();
    if (touching)
      btGjkEpaSolver2::Penetration(&hulls[p.a], a, &hulls[p.b], b, guess, results);
    else
      btGjkEpaSolver2::Distance(&hulls[p.a], a, &hulls[p.b], b, guess, results);
    benchmark::DoNotOptimize(results.distance);
  });
}
BENCHMARK_CAPTURE(bullet, apart, false)->Arg(8)->Arg(12)->Arg(40)->Arg(70);
BENCHMARK_CAPTURE(bullet, touching, true)->Arg(8)->Arg(12)->Arg(40)->Arg(70);
#endif

}  // namespace
}  // namespace rubble::shape

BENCHMARK_MAIN();
