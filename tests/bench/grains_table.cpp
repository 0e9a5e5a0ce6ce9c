// The table of docs/results/performance/grains.csv: computing time of grains, one row for each run and phase, on
// standard output (experiments M1 to M3 of the grain-shape study). The linear search for members, which the published
// code used before, exists here only. Its time for one look-up of all grains, twice per step (for gathering loads and
// placing members), is added to the time of grains.
//   OMP_NUM_THREADS=1 bench_grains_table [M1] [M2] [C1] ... > grains.csv
#include "base/parallel.hpp"
#include "generate/cloud.hpp"
#include "ssdem/resolve.hpp"
#include "ssdem/stepper.hpp"

#include <chrono>
#include <cstdio>
#include <map>
#include <numbers>
#include <set>
#include <string>

namespace rubble {
namespace {

using Names = std::vector<std::string>;
const std::map<std::string, Names> kCompositions = {{"spheres", {"sphere"}},
                                                    {"dumbbells", {"dumbbell"}},
                                                    {"diamonds", {"diamond"}},
                                                    {"rods", {"rod"}},
                                                    {"cubes", {"cube"}},
                                                    {"tetrahedra", {"tetrahedron"}},
                                                    {"mixed", {"dumbbell", "diamond", "rod", "tetrahedron", "cube"}}};

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

struct Scene {
  Pile pile;
  ssdem::Parameters parameters;
  External external;
};

// Gravel: restitution 0.55, friction 1, no rolling or twisting friction.
ssdem::Parameters gravel(double stiffness, double dt) {
  ssdem::Parameters p;
  p.normal = laws::LinearSpring{stiffness, 0.55, laws::Tension::allow};
  p.sliding = laws::CoulombSliding{1.0, 0.55};
  p.gravity = {gravity::Summation::none, 0};
  p.step.dt = dt;
  return p;
}

// M1: members of 0.25 cm rain into a box of 10 x 10 x 60 cm under lunar gravity.
Scene box(const Names& shapes, std::size_t count) {
  const Vec3 lower(0, 0, 0), upper(0.1, 0.1, 0.6);
  Scene scene{{}, gravel(1.1e4, 2e-5), {}};
  generate::BoxCloud form;
  form.count = static_cast<std::int64_t>(count), form.lower = lower, form.upper = upper, form.passes = 2000;
  const generate::Grains grains = generate::draw_grains({shapes, 0.0025}, {}, count, 1);
  scene.pile = generate::pile_of({"rock", 2700}, grains, generate::place(form, grains, 1).places);
  scene.external.uniform = Vec3(0, 0, -1.62);
  for (int axis = 0; axis < 3; ++axis) {
    Plane low, high;
    low.point = lower, low.normal = Vec3::Unit(axis), high.point = upper, high.normal = -Vec3::Unit(axis);
    if (axis < 2) scene.external.planes.push_back(high);
    scene.external.planes.push_back(low);
  }
  return scene;
}

// M2, M3: members of 50 m in a cloud that collapses under its own gravity.
Scene collapse(const Names& shapes, std::size_t count, double solid_fraction) {
  Scene scene{{}, gravel(7e9, 0.03), {}};
  scene.parameters.gravity = {gravity::Summation::fmm, 6.67430e-11, 1e-3, 1e-3};
  generate::SphereCloud form;
  form.count = static_cast<std::int64_t>(count), form.solid_fraction = solid_fraction, form.passes = 2000,
  form.enlarge = true;
  const generate::Grains grains = generate::draw_grains({shapes, 50.0}, {}, count, 1);
  scene.pile = generate::pile_of({"rock", 1700}, grains, generate::place(form, grains, 1).places);
  return scene;
}

// Time of one look-up of the members of all grains, with a loop over all bodies for each grain [s].
double linear_search(const Pile& pile) {
  const auto& grain = pile.state.grouping.grain;
  std::size_t found = 0;
  const std::size_t grains = pile.state.grouping.grains.size(), sample = std::min<std::size_t>(grains, 400);
  const double begin = now();
  for (std::size_t s = 0; s < sample; ++s) {
    const auto g = static_cast<Index>(s * grains / sample);
    for (std::size_t i = 0; i < grain.size(); ++i)
      if (grain[i] == g) found += i;
  }
  const double seconds = (now() - begin) * static_cast<double>(grains) / static_cast<double>(sample);
  return found == 0 ? 0 : seconds;  // prevents the compiler from removing the search
}

void row(const std::string& run, const Pile& pile, const char* lookup, const char* phase, std::int64_t steps,
         double simulated, double seconds) {
  std::size_t free = 0;
  for (std::size_t i = 0; i < pile.size(); ++i) free += pile.state.grouping.grain_of(i) < 0;
  std::printf("%s,%s,%s,%zu,%zu,%d,%ld,%g,%.4g\n", run.c_str(), lookup, phase, pile.state.grouping.grains.size() + free,
              pile.size(), threads(), steps, simulated, seconds);
}

// run: "experiment,trial,composition"
void measure(const std::string& run, Scene scene, std::int64_t steps, bool search) {
  Pile& pile = scene.pile;
  ssdem::resolve(scene.parameters, pile.model, pile.state, scene.external);
  ssdem::Stepper stepper(scene.parameters, pile, scene.external);
  const double dt = *scene.parameters.step.dt, simulated = static_cast<double>(steps) * dt;
  // The first step builds the list and the whole gravity tree. Its time does not count.
  const auto run_to = [&](double step) {
    return stepper.advance(pile.model, pile.state, scene.external, (step + 0.5) * dt);
  };
  const StepReport before = run_to(0);
  const double begin = now();
  const StepReport after = run_to(static_cast<double>(steps));
  const double total = now() - begin;
  const auto spent = [&](const char* name) { return after.remark(name) - before.remark(name); };
  const struct {
    double search, gravity, contacts, grains;
  } p{spent("steps: neighbour lists"), spent("steps: gravity"), spent("steps: contacts and motion"),
      spent("steps: motion of grains")};
  const double other = total - p.contacts - p.gravity - p.search;
  const bool glued = !pile.state.grouping.grains.empty();
  const auto rows = [&](const char* lookup, double extra) {
    row(run, pile, lookup, "total", steps, simulated, total + extra);
    row(run, pile, lookup, "contacts", steps, simulated, p.contacts - p.grains);
    row(run, pile, lookup, "gravity", steps, simulated, p.gravity);
    row(run, pile, lookup, "search", steps, simulated, p.search);
    row(run, pile, lookup, "grains", steps, simulated, p.grains + extra);
    row(run, pile, lookup, "other", steps, simulated, other);
  };
  rows(glued ? "index" : "none", 0);
  if (search && glued) rows("linear", 2 * static_cast<double>(steps) * linear_search(pile));
  std::fflush(stdout);
}

std::size_t grains_for(const Names& shapes, std::size_t spheres) {
  double mean = 0;
  for (const std::string& name : shapes)
    mean += static_cast<double>(shape::aggregate(name, 1).size()) / static_cast<double>(shapes.size());
  return static_cast<std::size_t>(static_cast<double>(spheres) / mean + 0.5);
}

}  // namespace
}  // namespace rubble

int main(int argc, char** argv) {
  using namespace rubble;
  const std::set<std::string> only(argv + 1, argv + argc);
  const auto wanted = [&](const char* name) { return only.empty() || only.count(name) > 0; };
  std::printf("experiment,trial,composition,lookup,phase,grains,spheres,threads,steps,simulated,seconds\n");
  for (const auto& [name, shapes] : kCompositions) {
    if (wanted("M1")) measure("M1,," + name, box(shapes, grains_for(shapes, 6400)), 10000, true);
    if (wanted("M2")) measure("M2,," + name, collapse(shapes, grains_for(shapes, 20000), 0.2), 10000, true);
  }
  // The clouds of Table 1 are loose: 12.6 kg m-3 of grains of 1700.
  const double loose = 12.6 / 1700;
  const Names& mixed = kCompositions.at("mixed");
  const Names& spheres = kCompositions.at("spheres");
  if (wanted("C1")) measure("M3,C1,mixed", collapse(mixed, 2500, loose), 1000, false);
  if (wanted("C2")) measure("M3,C2,spheres", collapse(spheres, 10912, loose), 1000, false);
  if (wanted("C3")) measure("M3,C3,mixed", collapse(mixed, 25000, loose), 1000, false);
  if (wanted("C4")) measure("M3,C4,spheres", collapse(spheres, 110150, loose), 1000, false);
  if (wanted("C5")) measure("M3,C5,mixed", collapse(mixed, 250000, loose), 1000, false);
  if (wanted("C6")) measure("M3,C6,spheres", collapse(spheres, 1101336, loose), 1000, false);
}
