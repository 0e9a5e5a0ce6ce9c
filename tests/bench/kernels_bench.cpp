// Kernels on scenes of fixed shape: contacts of a settled block, whole steps of settled, flowing and glued piles of
// soft spheres, self-gravity, neighbour lists. One line per kernel and N.
//   bench_kernels --benchmark_format=csv
// tests/bench/baseline.py runs it on one core and adds the rows to results.csv.
#include "base/random.hpp"
#include "gravity/direct.hpp"
#include "measure/clusters/three_step.hpp"
#include "measure/ledger/masses.hpp"
#include "model/regroup.hpp"
#include "shape/mesh.hpp"
#include "spatial/grid.hpp"
#include "ssdem/resolve.hpp"
#include "ssdem/stepper.hpp"

#include <cmath>
#include <numbers>
#include <string>

#include <benchmark/benchmark.h>

namespace rubble {
namespace {

// A cube of n^3 spheres on a cubic lattice in a box that presses them into each other by a thousandth of their
// diameter: three contacts per sphere, as in a settled pile, and lists that need no rebuilding. Radii vary by +-0.02 %,
// so that all contacts differ.
Pile block(std::size_t count) {
  const auto side = static_cast<std::size_t>(std::llround(std::cbrt(static_cast<double>(count))));
  Pile pile;
  pile.model.materials = {{"rock", 2500}};
  for (std::size_t i = 0; i < side * side * side; ++i) {
    Random random(1, Purpose::kSize, i);
    const double radius = 0.5 * (1 + 2e-4 * (2 * random.uniform() - 1));
    pile.model.id.push_back(static_cast<std::int64_t>(i));
    pile.model.radius.push_back(radius);
    pile.model.mass.push_back(4.0 / 3.0 * std::numbers::pi * 2500 * radius * radius * radius);
    pile.model.material.push_back(0);
    pile.state.position.push_back(0.999 * Vec3(static_cast<double>(i % side), static_cast<double>(i / side % side),
                                               static_cast<double>(i / (side * side))));
  }
  pile.state.velocity.assign(pile.size(), Vec3::Zero());
  pile.state.spin.assign(pile.size(), Vec3::Zero());
  return pile;
}

External box_of(const Pile& pile) {
  External external;
  const double low = -0.4995, high = pile.state.position.back().x() + 0.4995;
  for (int axis = 0; axis < 3; ++axis) {
    Plane lower, upper;
    lower.point = Vec3::Constant(low), lower.normal = Vec3::Unit(axis);
    upper.point = Vec3::Constant(high), upper.normal = -Vec3::Unit(axis);
    external.planes.insert(external.planes.end(), {lower, upper});
  }
  return external;
}

ssdem::Parameters laws_of(int which) {
  ssdem::Parameters p;
  p.gravity = {gravity::Summation::none, 0};
  p.normal = laws::LinearSpring{1e6, 0.3, laws::Tension::allow};
  p.sliding = laws::CoulombSliding{0.3, 0.5};
  if (which == 1) p.couple = laws::SpringCouple{1.05, 1.3, 0.5, laws::ContactRadius::reduced};
  if (which == 2)
    p.normal = laws::Hysteretic{2e6, 0.9}, p.sliding = laws::KineticSliding{0.3},
    p.couple = laws::TorqueCouple{1e-5, 0};
  if (which == 3) p.bonds = ssdem::BondParameters{5e5, 2e5, 0.5, Limit(1e9), Limit(1e9), 0.01};
  return p;
}

// Gives the spheres ten materials in turn, each with values of its own that differ little, so that the pile moves as
// the one of a single material.
void divide_into_materials(Pile& pile, ssdem::Parameters& p) {
  constexpr std::int32_t count = 10;
  for (std::int32_t k = 0; k < count; ++k) {
    const double more = 1 + 1e-3 * (k + 1);
    pile.model.materials.push_back({std::to_string(k), 2500});
    ssdem::SoftLaws laws = p.common();
    std::get<laws::LinearSpring>(laws.normal) = laws::LinearSpring{1e6 * more, 0.3 * more, laws::Tension::allow};
    std::get<laws::CoulombSliding>(laws.sliding) = laws::CoulombSliding{0.3 * more, 0.5 * more};
    if (auto* couple = std::get_if<laws::SpringCouple>(&laws.couple)) couple->rolling_friction *= more;
    p.materials.materials.push_back({std::to_string(k), laws});
  }
  for (std::size_t i = 0; i < pile.size(); ++i) pile.model.material[i] = static_cast<std::int32_t>(i % count);
}

void contacts(benchmark::State& state, int which, bool materials = false) {
  Pile pile = block(static_cast<std::size_t>(state.range(0)));
  ssdem::Parameters p = laws_of(which);
  if (materials) divide_into_materials(pile, p);
  const External external = box_of(pile);
  const ssdem::Choice choice = ssdem::resolve(p, pile.model, pile.state, external, 0.5);
  ssdem::Stepper stepper(p, pile, external);
  StepReport report;
  constexpr std::int64_t steps = 20;
  for (auto _ : state)
    report = stepper.advance(pile.model, pile.state, external, pile.state.time + (steps - 0.5) * choice.dt);
  state.SetItemsProcessed(state.iterations() * steps * static_cast<std::int64_t>(pile.size()));
  state.counters["contacts_per_sphere"] = static_cast<double>(report.contacts) / static_cast<double>(pile.size());
}
BENCHMARK_CAPTURE(contacts, linear_coulomb, 0)
    ->Arg(1000)
    ->Arg(10648)
    ->Arg(97336)
    ->Arg(1000000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(contacts, linear_coulomb_rolling, 1)->Arg(10648)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(contacts, ten_materials, 0, true)->Arg(10648)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(contacts, ten_materials_rolling, 1, true)->Arg(10648)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(contacts, hysteretic_kinetic, 2)->Arg(10648)->Unit(benchmark::kMillisecond);

// Three bonds per sphere beside the contacts.
BENCHMARK_CAPTURE(contacts, linear_coulomb_bonds, 3)->Arg(10648)->Arg(97336)->Unit(benchmark::kMillisecond);

struct Scene {
  Pile pile;
  External external;
};

Scene settled(std::size_t count) {
  Scene scene{block(count), {}};
  scene.external = box_of(scene.pile);
  return scene;
}

// The block in simple shear between two walls and periodic across the others: each layer slides over the one below by
// 0.2 m/s, so that contacts slip, open and close, and the neighbour list ages.
Scene flowing(std::size_t count) {
  Scene scene = settled(count);
  const double length = scene.pile.state.position.back().x() + 0.999;
  scene.external.planes.erase(scene.external.planes.begin(), scene.external.planes.begin() + 4);
  scene.external.period = Vec3(length, length, 0);
  for (std::size_t i = 0; i < scene.pile.size(); ++i)
    scene.pile.state.velocity[i].x() = 0.2 * (scene.pile.state.position[i].z() - 0.5 * length);
  return scene;
}

// The block of dumbbells: neighbours along x are glued in pairs.
Scene glued(std::size_t count) {
  Scene scene = settled(count);
  std::vector<Index> grain(scene.pile.size());
  for (std::size_t i = 0; i < grain.size(); ++i) grain[i] = static_cast<Index>(i / 2);
  glue_bodies(scene.pile, grain, std::vector<Mat3>(grain.size() / 2, Mat3::Zero()));
  return scene;
}

// (surface, numbers of squares, place of each corner [m]) Adds a grid of n x m squares, each of two triangles.
template <class Place>
void add_grid(shape::Polyhedron& surface, Index n, Index m, Place&& place) {
  const auto first = static_cast<Index>(surface.vertex.size());
  for (Index j = 0; j <= m; ++j)
    for (Index i = 0; i <= n; ++i) surface.vertex.push_back(place(i, j));
  for (Index j = 0; j < m; ++j)
    for (Index i = 0; i < n; ++i) {
      const Index a = first + j * (n + 1) + i, b = a + 1, c = b + n + 1, d = a + n + 1;
      surface.face.push_back({a, b, c});
      surface.face.push_back({a, c, d});
    }
}

MeshWall wall_of(const shape::Polyhedron& surface) {
  const shape::Polyhedron whole = shape::welded(surface.vertex, surface.face);
  MeshWall wall{std::make_shared<const WallSurface>(shape::triangle_mesh(whole)), {}};
  wall.motion.since = 0;
  return wall;
}

// The settled block in a box of 10,092 triangles instead of six planes.
Scene meshed(std::size_t count) {
  Scene scene = settled(count);
  constexpr Index kSide = 29;
  const double low = -0.4995, step = (scene.pile.state.position.back().x() + 0.999) / kSide;
  const double high = low + kSide * step;
  shape::Polyhedron box;
  for (int axis = 0; axis < 3; ++axis)
    for (const double at : {low, high})
      add_grid(box, kSide, kSide, [&](Index i, Index j) {
        Vec3 x = Vec3::Constant(at);
        x[(axis + 1) % 3] = i == kSide ? high : low + i * step;
        x[(axis + 2) % 3] = j == kSide ? high : low + j * step;
        return x;
      });
  scene.external.planes.clear();
  scene.external.meshes = {wall_of(box)};
  return scene;
}

// The spheres of the block within a cylinder, in a drum of 10,000 triangles that turns by 0.1 rad/s.
Scene turning(std::size_t count) {
  Scene scene;
  const Pile whole = block(count);
  const double last = whole.state.position.back().x(), radius = 0.5 * last;
  const Vec3 middle = Vec3::Constant(radius);
  std::vector<Index> inside;
  for (std::size_t i = 0; i < whole.size(); ++i)
    if ((whole.state.position[i] - middle).head<2>().norm() < radius) inside.push_back(static_cast<Index>(i));
  scene.pile = measure::part(whole, inside);
  constexpr Index kSides = 100, kRings = 50;
  shape::Polyhedron drum;
  add_grid(drum, kSides, kRings, [&](Index i, Index j) {
    const double angle = 2 * std::numbers::pi * (i % kSides) / kSides;
    return Vec3(middle + Vec3((radius + 0.4995) * std::cos(angle), (radius + 0.4995) * std::sin(angle),
                              (last + 1) * (static_cast<double>(j) / kRings - 0.5)));
  });
  MeshWall wall = wall_of(drum);
  wall.motion.centre = middle;
  wall.motion.spin = {0, 0, 0.1};
  scene.external.meshes = {wall};
  for (const double side : {-1.0, 1.0}) {
    Plane end;
    end.normal = -side * Vec3::UnitZ();
    end.point = middle + side * (radius + 0.4995) * Vec3::UnitZ();
    scene.external.planes.push_back(end);
  }
  return scene;
}

// Whole steps with the linear law and Coulomb friction; each iteration takes the same steps from the same state.
void soft_pile(benchmark::State& state, Scene (*made)(std::size_t)) {
  const Scene scene = made(static_cast<std::size_t>(state.range(0)));
  ssdem::Parameters p = laws_of(0);
  const ssdem::Choice choice = ssdem::resolve(p, scene.pile.model, scene.pile.state, scene.external, 0.5);
  constexpr std::int64_t steps = 100;
  StepReport report;
  for (auto _ : state) {
    state.PauseTiming();
    Pile pile = scene.pile;
    ssdem::Stepper stepper(p, pile, scene.external);
    state.ResumeTiming();
    report = stepper.advance(pile.model, pile.state, scene.external, (steps - 0.5) * choice.dt);
  }
  state.SetItemsProcessed(state.iterations() * steps * static_cast<std::int64_t>(scene.pile.size()));
  state.counters["contacts_per_sphere"] = static_cast<double>(report.contacts) / static_cast<double>(scene.pile.size());
  state.counters["lists"] = report.remark("neighbour lists built");
}
BENCHMARK_CAPTURE(soft_pile, settled, settled)->Arg(10648)->Arg(97336)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(soft_pile, meshed, meshed)->Arg(10648)->Arg(97336)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(soft_pile, turning, turning)->Arg(10648)->Arg(97336)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(soft_pile, flowing, flowing)->Arg(10648)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(soft_pile, glued, glued)->Arg(10648)->Unit(benchmark::kMillisecond);

void direct_gravity(benchmark::State& state) {
  const auto n = static_cast<std::size_t>(state.range(0));
  Vec3s position(n), acceleration;
  for (std::size_t i = 0; i < n; ++i) position[i] = Random(2, Purpose::kPlace, i).in_ball();
  const Reals mass(n, 1.0 / static_cast<double>(n));
  for (auto _ : state) {
    gravity::direct_accelerations(mass, position, 1.0, acceleration);
    benchmark::DoNotOptimize(acceleration.data());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(n * n));
}
BENCHMARK(direct_gravity)->Arg(1000)->Arg(10000)->Unit(benchmark::kMillisecond);

void close_pairs(benchmark::State& state) {
  const Pile pile = block(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(spatial::close_pairs(pile.model.radius, pile.state.position, 0.1));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(pile.size()));
}
BENCHMARK(close_pairs)->Arg(1000)->Arg(10648)->Arg(97336)->Arg(1000000)->Unit(benchmark::kMillisecond);

// A block of which every second sphere is far away: one remnant, and distant single spheres that the search must test.
void three_step(benchmark::State& state) {
  Pile pile = block(static_cast<std::size_t>(state.range(0)));
  const double extent = std::cbrt(static_cast<double>(pile.size()));
  for (std::size_t i = 0; i < pile.size(); ++i) {
    Random random(3, Purpose::kPlace, i);
    const Vec3 away = random.in_ball();
    if (i % 2 == 0) continue;
    pile.state.position[i] = 10 * extent * away;
    pile.state.velocity[i] = away;
  }
  for (auto _ : state) benchmark::DoNotOptimize(measure::three_step(pile, {.G = 6.67430e-11, .least = 50}));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(pile.size()));
}
BENCHMARK(three_step)->Arg(1000)->Arg(10648)->Arg(97336)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace rubble

BENCHMARK_MAIN();
