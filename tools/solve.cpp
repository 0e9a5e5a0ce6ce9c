// rubble-solve: solves a friction problem in FCLIB's format by one of Rubble's solvers and reports its errors.
#include "base/error.hpp"
#include "base/system.hpp"
#include "cli/number_option.hpp"
#include "cli/summary.hpp"
#include "cli/tool.hpp"
#include "friction/residual.hpp"
#include "friction/solver.hpp"
#include "run/progress.hpp"
#include "store/disk.hpp"
#include "store/fclib.hpp"

#include <algorithm>
#include <map>

using namespace rubble;

namespace {

using Solver = friction::Report (*)(const friction::Problem&, const friction::SolverOptions&, Vec3s&);

const std::map<std::string, Solver> kSolvers = {
    {"auto", friction::solve},
    {"nsgs", friction::nsgs},
    {"interior-point", friction::interior_point},
    {"apgd", friction::accelerated_gradient},
    {"spg", friction::spectral_gradient},
};
const std::map<std::string, friction::Cone> kCones = {
    {"coulomb", friction::Cone::coulomb},
    {"ccp", friction::Cone::ccp},
};
const std::map<std::string, friction::Local> kLocals = {
    {"exact", friction::Local::exact},
    {"diagonal", friction::Local::diagonal},
    {"projected", friction::Local::projected},
};

// A list of choices as text.
template <class T>
cli::Check words_of(const std::map<std::string, T>& choices) {
  std::vector<std::string> words;
  for (const auto& [word, choice] : choices) words.push_back(word);
  return cli::among(words);
}

// Refuses friction laws that a local solver does not support.
void require_law(const std::string& local, const std::string& cone) {
  if (cone == "ccp" && local != "projected")
    throw InputError("--local " + local + " supports only --cone coulomb: use --local projected");
}

void require_sweeps(const std::string& method) {
  if (method == "apgd" || method == "spg")
    throw InputError("--local needs a method that sweeps (auto, nsgs or interior-point), not --method " + method + "");
}

}  // namespace

int main(int argc, char** argv) {
  std::string method = "auto";
  std::string cone = "coulomb";
  std::string local;
  bool trace = false;
  friction::SolverOptions options;
  options.iterations = 100000;
  const cli::Tool tool{
      .name = "rubble-solve",
      .summary =
          "Solves a frictional contact problem in the HDF5 format of FCLIB.\n"
          "Columns:\n"
          "  residual: |r - P(r - u - mu |u_t| n)| / max(|q|, |u|, |r|)\n"
          "  penetration: largest -u_n / largest |q| of a contact\n"
          "  contact_error: largest violation of the law by one contact / sum of the velocities there\n"
          "Residual and contact error have to meet the tolerance. SOLUTION.hdf5 receives problem and solution; "
          "SOLUTION - suppresses the table.",
      .example = "rubble-solve --tolerance 1e-8 problem.hdf5 solution.hdf5",
      .source = "docs/theory.md 10; format: https://frictionalcontactlibrary.github.io",
      .may_output = true,
      .options =
          [&](cli::Options& own) {
            own.add_option(
                   "--method", method,
                   "Method: auto (sweeps, then interior points if they are faster), nsgs (Gauss-Seidel), "
                   "interior-point, apgd (accelerated projected gradients) or spg (spectral projected gradients)")
                .option_text("METHOD")
                .check(words_of(kSolvers));
            own.add_option("--cone", cone, "Friction law: coulomb, or its convex relaxation ccp")
                .option_text("LAW")
                .check(words_of(kCones));
            own.add_option("--local", local,
                           "Solution of one contact in a sweep of auto, nsgs or interior-point: exact, diagonal or "
                           "projected; default: exact for coulomb, projected for ccp")
                .option_text("LOCAL")
                .check(words_of(kLocals));
            own.add_option("--tolerance", options.tolerance,
                           "Tolerance of the residual and of the contact error; default: 1e-6")
                .option_text("NUMBER")
                .transform(cli::within(kPositive));
            own.add_option("--iterations", options.iterations, "Maximum number of iterations; default: 100000")
                .option_text("N")
                .check(cli::whole_within({1, 1000000000}));
            own.add_flag("--trace", trace, "Print the residual as a function of iterations and time instead");
          },
      .files = "PROBLEM.hdf5 [SOLUTION.hdf5]",
      .exit_codes = {{cli::kInsane, "the tolerance was not reached; the best impulses are written"}},
  };
  return cli::main(argc, argv, tool, [&](const cli::Arguments& arguments) {
    if (!local.empty()) require_sweeps(method);
    if (local.empty()) local = cone == "ccp" ? "projected" : "exact";
    require_law(local, cone);
    options.cone = kCones.at(cone);
    options.local = kLocals.at(local);
    const std::string& path = arguments.inputs[0];
    const friction::Problem problem = store::read_fclib(path);
    if (method == "interior-point" && problem.size() > 0 &&
        !(*std::min_element(problem.friction.begin(), problem.friction.end()) > 0))
      throw InputError(
          input_name(path) +
          ": the interior-point method needs friction at every contact, found contacts without: use --method nsgs");

    std::vector<cli::Quantities> rows;
    const run::Stopwatch watch;
    if (trace)
      options.progress = [&](std::int64_t iteration, double residual) {
        rows.push_back({{"iteration", "1", iteration}, {"time", "s", watch.seconds()}, {"residual", "1", residual}});
      };
    Vec3s impulses(problem.size(), Vec3::Zero());
    const friction::Report report = kSolvers.at(method)(problem, options, impulses);
    const double time = watch.seconds();
    if (!trace)
      rows.push_back({{"file", "", path},
                      {"contacts", "1", static_cast<std::int64_t>(problem.size())},
                      {"blocks", "1", static_cast<std::int64_t>(problem.delassus.block.size())},
                      {"method", "", method},
                      {"iterations", "1", report.iterations},
                      {"time", "s", time},
                      {"residual", "1", report.residual},
                      {"penetration", "1", friction::penetration(problem, impulses)},
                      {"contact_error", "1", report.contact_error},
                      {"converged", "1", std::int64_t{report.converged}}});
    const cli::Table table = cli::table_of(rows);
    table.require(arguments.form);
    if (!arguments.output.empty())
      store::write_bytes(arguments.output,
                         store::fclib_image(problem, store::FclibSolution{impulses, velocities(problem, impulses)}));
    if (arguments.output != "-") table.print(arguments.form);
    return report.converged ? cli::kDone : cli::kInsane;
  });
}
