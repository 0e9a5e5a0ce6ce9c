#pragma once
// Output of rubble-clusters: a summary with a row for each search, and, as JSON, the clusters found.
#include "app/summary.hpp"
#include "measure/searches.hpp"

namespace rubble::app {

class ClusterTables {
 public:
  void add(const std::string& file, const Pile& pile, const measure::Searches& searches);
  // As TSV only the summary; as JSON all tables: summary, clusters, bound_pairs, sizes, speeds.
  void print(bool as_json) const;

 private:
  std::vector<Quantities> summary_, clusters_, bound_pairs_, sizes_, speeds_;
};

}  // namespace rubble::app
