// Residual against CPU time of the solvers of lib/friction, for the hardest steps of moving piles. All solvers start
// from the impulses that the step started from.
//   bench_friction FOLDER [SCENE...]
// FOLDER keeps the problems: SCENE.problem is the step with the most iterations of a scene. A file
// that is absent is made. Standard output receives a table; tests/bench/friction.py writes and draws it.
#include "bench/impulse_scenes.hpp"
#include "friction/solver.hpp"
#include "nscd/engine.hpp"

#include <ctime>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>

#include <fmt/format.h>

namespace rubble::bench {
namespace {

using nscd::ProblemStart;

constexpr int kRepeats = 3;  // solutions of which the fastest counts
constexpr double kSlow = 4;  // seconds of a solution from which on a solver gets no more iterations

struct Scene {
  std::size_t count;
  bool hulls;
  int first;  // steps before those among which the hardest is looked for
  int steps;
};
const std::map<std::string, Scene> kScenes = {
    {"spheres_collapse_1000", {1000, false, kCollapse, 20}},
    {"spheres_moving_1000", {1000, false, kCollapse + 20, kSettled}},
    {"spheres_settled_1000", {1000, false, kCollapse + kSettled, 20}},
    {"spheres_collapse_15625", {15625, false, kCollapse, 20}},
    {"hulls_collapse_1000", {1000, true, kCollapse, 20}},
    {"hulls_moving_1000", {1000, true, kCollapse + 20, 500}},
    {"collision_1000", {1000, false, 0, 200}},
};

// (parameters, pile, first step, number of steps) => the hardest problem of these steps.
ProblemStart hardest(nscd::Parameters p, Pile pile, int first, int steps) {
  p.solver.dump_problem = true;
  const External none;
  Resume memory;
  {
    nscd::Engine engine(p, pile.model, pile.state, none, nullptr);
    engine.take_up(pile.contacts);
    engine.advance(pile.model, pile.state, none, (first - 0.5) * p.step.dt);
    Archive archive(memory);
    engine.archive(archive, pile.model, 0);
  }
  memory.integers["nscd/hardest_iterations"] = {0};  // forgets the problems of the steps before
  nscd::Engine engine(p, pile.model, pile.state, none, nullptr);
  Archive archive(static_cast<const Resume&>(memory));
  engine.archive(archive, pile.model, 0);
  engine.advance(pile.model, pile.state, none, (first + steps - 0.5) * p.step.dt);
  std::cerr << pile.size() << " bodies, hardest step of " << steps << " after " << first << ": "
            << engine.solver().most_iterations() << " iterations\n";
  return engine.solver().hardest_start();
}

ProblemStart hardest(const std::string& name) {
  const Scene& scene = kScenes.at(name);
  if (scene.first == 0) return hardest(impact_parameters(), two_balls(scene.count), 0, scene.steps);
  return hardest(parameters(), cloud(scene.count, scene.hulls), scene.first, scene.steps);
}

// Reads or writes the arrays of a problem as bytes.
template <class Stream>
class Bytes {
 public:
  explicit Bytes(Stream stream) : stream_(std::move(stream)) {}
  template <class T>
  void operator()(std::vector<T>& values) {
    std::size_t size = values.size();
    move(&size, sizeof size);
    values.resize(size);
    move(values.data(), size * sizeof(T));
  }
  void operator()(ProblemStart& start) {
    friction::BodyVelocities& b = start.problem.bodies;
    friction::Links& l = start.problem.links;
    for (Vec3s* v : {&b.velocity, &b.spin, &l.arm_a, &l.arm_b, &l.normal, &l.shift, &start.impulses}) (*this)(*v);
    for (Reals* v : {&b.inverse_mass, &b.inverse_moment, &l.friction, &start.problem.least}) (*this)(*v);
    (*this)(b.inverse_inertia);
    (*this)(l.a);
    (*this)(l.b);
  }
  bool good() const { return static_cast<bool>(stream_); }

 private:
  void move(void* data, std::size_t size) {
    if constexpr (std::is_same_v<Stream, std::ifstream>)
      stream_.read(static_cast<char*>(data), static_cast<std::streamsize>(size));
    else
      stream_.write(static_cast<const char*>(data), static_cast<std::streamsize>(size));
  }
  Stream stream_;
};

ProblemStart kept(const std::string& folder, const std::string& name) {
  const std::string path = folder + "/" + name + ".problem";
  ProblemStart start;
  Bytes<std::ifstream> from(std::ifstream(path, std::ios::binary));
  if (from.good()) {
    from(start);
    return start;
  }
  start = hardest(name);
  Bytes<std::ofstream> to(std::ofstream(path, std::ios::binary));
  to(start);
  if (!to.good()) throw std::runtime_error("cannot write " + path);
  return start;
}

// Residual and largest error / 16 of docs/theory.md 10.6 for Coulomb's law, by code that no solver uses.
struct Errors {
  double residual, largest;
};
Errors errors_of(const friction::BodyProblem& given, const Vec3s& impulses) {
  friction::BodyVelocities bodies = given.bodies;
  const friction::Links& links = given.links;
  for (std::size_t c = 0; c < links.size(); ++c) push(bodies, links, c, impulses[c]);
  double sum = 0, largest = 0, size = 0;
  for (std::size_t c = 0; c < links.size(); ++c) {
    const friction::ContactFrame frame = friction::frame_of(links.normal[c]);
    const Mat3 response = own_response(bodies, links, c);
    Eigen::Matrix<double, 3, 2> tangents;
    tangents << frame.first, frame.second;
    const Eigen::Matrix2d across = tangents.transpose() * response * tangents;
    const double normal = frame.normal.dot(response * frame.normal);
    const double most =
        across.trace() / 2 + std::sqrt(std::max(0.0, across.trace() * across.trace() / 4 - across.determinant()));
    const double w = std::max(normal, most);
    const Vec3 p = impulses[c];
    const Vec3 trial = p - relative_velocity(bodies, links, c) / w;
    const double least = given.least.empty() ? 0 : given.least[c];
    const double along = std::max(least, trial.dot(frame.normal));
    Vec3 tangent = trial - trial.dot(frame.normal) * frame.normal;
    const double limit = links.friction[c] * along;
    if (tangent.norm() > limit) tangent *= limit / tangent.norm();
    const double error = std::sqrt(normal) * (p - along * frame.normal - tangent).norm();
    sum += error * error;
    largest = std::max(largest, error);
    size += std::sqrt(normal) * p.norm();
  }
  const auto n = static_cast<double>(links.size());
  return {std::sqrt(sum / n) / (size / n), largest / 16 / (size / n)};
}

// (iterations, start) => the impulses after so many iterations [N s].
using Solver = std::function<Vec3s(std::int64_t, const ProblemStart&)>;

Vec3s by_sweeps(std::int64_t iterations, const ProblemStart& start) {
  friction::Sweeps sweeps;
  friction::BodyProblem problem = start.problem;
  Vec3s impulses = start.impulses;
  friction::SweepOptions options;
  options.tolerance = 1e-300;
  options.iterations = iterations;
  sweeps.solve(problem, options, impulses);
  return impulses;
}

using WithW = friction::Report (*)(const friction::Problem&, const friction::SolverOptions&, Vec3s&);

// Solver of a problem with W; W is made once.
Solver with(WithW method, const friction::Problem& problem) {
  return [method, &problem](std::int64_t iterations, const ProblemStart& start) {
    const friction::Links& links = start.problem.links;
    Vec3s r;
    for (std::size_t c = 0; c < links.size(); ++c)
      r.push_back(friction::frame_of(links.normal[c]).to_local(start.impulses[c]) / problem.units.impulse);
    friction::SolverOptions options;
    options.tolerance = 1e-300;
    options.iterations = iterations;
    method(problem, options, r);
    Vec3s impulses;
    for (std::size_t c = 0; c < links.size(); ++c) {
      const friction::ContactFrame frame = friction::frame_of(links.normal[c]);
      const Vec3 p = problem.units.impulse * r[c];
      impulses.push_back(p[0] * frame.normal + p[1] * frame.first + p[2] * frame.second);
    }
    return impulses;
  };
}

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

void print(const std::string& scene, const ProblemStart& start, const std::string& name, const Solver& solver) {
  for (std::int64_t iterations = 5; iterations <= 5000; iterations += (iterations + 1) / 2) {
    double least = 1e300;
    Vec3s impulses;
    for (int k = 0; k < kRepeats && (k == 0 || least < 1); ++k) {
      const double begin = cpu_seconds();
      impulses = solver(iterations, start);
      least = std::min(least, cpu_seconds() - begin);
    }
    const Errors errors = errors_of(start.problem, impulses);
    fmt::print("{},{},{},{},{:.4g},{:.4g},{:.4g}\n", scene, start.impulses.size(), name, iterations, least,
               errors.residual, errors.largest);
    std::cout.flush();
    if (least > kSlow || std::max(errors.residual, errors.largest) < 1e-9) return;
  }
}

void measure(const std::string& folder, const std::string& scene) {
  const ProblemStart start = kept(folder, scene);
  const Errors errors = errors_of(start.problem, start.impulses);
  fmt::print("{},{},start,0,0,{:.4g},{:.4g}\n", scene, start.impulses.size(), errors.residual, errors.largest);
  print(scene, start, "sweeps", by_sweeps);
  const friction::Problem problem = friction::in_natural_units(friction::delassus_of(start.problem));
  print(scene, start, "nsgs", with(friction::nsgs, problem));
  print(scene, start, "apgd", with(friction::accelerated_gradient, problem));
}

}  // namespace
}  // namespace rubble::bench

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: bench_friction FOLDER [SCENE...]\n";
    return 2;
  }
  std::vector<std::string> scenes(argv + 2, argv + argc);
  if (scenes.empty())
    for (const auto& [name, scene] : rubble::bench::kScenes) scenes.push_back(name);
  fmt::print("scene,contacts,solver,iterations,seconds,residual,largest\n");
  for (const std::string& scene : scenes) rubble::bench::measure(argv[1], scene);
}
