#pragma once
// Output of rubble-clusters: a summary with a row for each search, and, as JSON, the clusters found.
#include "cli/summary.hpp"
#include "measure/clusters/searches.hpp"

namespace rubble::tools {

class ClusterTables {
 public:
  void add(const std::string& file, const Pile& pile, const measure::Searches& searches);
  // InputError for columns that the form selects and print() cannot print.
  void require(const cli::TableForm& form) const;
  // As TSV only the summary; as JSON all tables: summary, clusters, bound_pairs, sizes, speeds.
  void print(const cli::TableForm& form) const;

 private:
  std::vector<cli::Quantities> summary_, clusters_, bound_pairs_, sizes_, speeds_;
};

}  // namespace rubble::tools
