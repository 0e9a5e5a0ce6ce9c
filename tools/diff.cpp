// rubble-diff: differences of two piles, dataset by dataset. Exit codes as for diff(1): 0 equal, 1 different, 2 bad
// usage or input.
#include "cli/number_option.hpp"
#include "cli/table.hpp"
#include "cli/tool.hpp"
#include "store/inspect.hpp"
#include "store/pile_file.hpp"

#include <algorithm>

namespace {

constexpr int kDifferent = 1;

rubble::cli::Table table(const std::vector<rubble::store::Difference>& differences) {
  rubble::cli::Table table;
  for (const char* name : {"dataset", "a", "b"}) table.column(name, "");
  for (const char* name : {"rows", "worst_row", "largest_absolute", "largest_relative"}) table.column(name, "1");
  table.column("unit_of_absolute", "");
  for (const auto& d : differences) {
    // worst_row is -1 if all rows are identical, or if the shapes differ, so that no rows were compared.
    const std::int64_t worst = d.worst ? static_cast<std::int64_t>(*d.worst) : -1;
    table.row(
        {d.dataset, d.shape_a, d.shape_b, static_cast<std::int64_t>(d.rows), worst, d.absolute, d.relative, d.unit});
  }
  return table;
}

}  // namespace

int main(int argc, char** argv) {
  double rtol = 0, atol = 0;
  bool all = false;
  rubble::cli::Tool tool;
  tool.name = "rubble-diff";
  tool.summary = "Compares two piles dataset by dataset, without their provenance. Exit code 0: equal; 1: different.";
  tool.example = "rubble-diff --rtol 1e-12 a.h5 b.h5";
  tool.source = "numbers are equal if |a - b| <= atol + rtol max(|a|, |b|); integers and text if they are identical";
  tool.inputs = 2;
  tool.exit_codes = {{0, "the piles are equal"},
                     {kDifferent, "the piles differ, and standard output lists the differences; or system error"}};
  tool.options = [&](rubble::cli::Options& options) {
    options.add_option("--rtol", rtol, "Largest accepted relative difference; default: 0, equal bits")
        .transform(rubble::cli::within(rubble::kNotNegative));
    options
        .add_option("--atol", atol, "Largest accepted absolute difference, in the SI unit of each dataset; default: 0")
        .transform(rubble::cli::within(rubble::kNotNegative));
    options.add_flag("--all", all, "List equal datasets as well");
  };
  return rubble::cli::main(argc, argv, tool, [&](const rubble::cli::Arguments& arguments) {
    const rubble::store::PileFile a = rubble::store::read_pile(arguments.inputs[0]);
    const rubble::store::PileFile b = rubble::store::read_pile(arguments.inputs[1]);
    auto differences = rubble::store::compare(a.pile, b.pile, rtol, atol);
    const bool equal = std::all_of(differences.begin(), differences.end(), [](const auto& d) { return d.equal; });
    if (!all) std::erase_if(differences, [](const auto& d) { return d.equal; });
    table(differences).print(arguments.form);
    return equal ? rubble::cli::kDone : kDifferent;
  });
}
