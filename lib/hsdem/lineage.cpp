#include "hsdem/lineage.hpp"

#include "hsdem/rigid_body.hpp"

#include <algorithm>
#include <limits>
#include <map>

namespace rubble::hsdem {
namespace {

// => name that the largest mass has; the smallest one if masses are equal; -1 if no sphere has a name.
std::int64_t name_of(const Model& model, const std::vector<Index>& rows, const Lineage& lineage) {
  std::map<std::int64_t, double> mass;
  for (const Index row : rows)
    if (lineage[at(row)] >= 0) mass[lineage[at(row)]] += model.mass[at(row)];
  const auto heavier = [](const auto& x, const auto& y) { return x.second < y.second; };
  const auto most = std::max_element(mass.begin(), mass.end(), heavier);
  return most == mass.end() ? -1 : most->first;
}

std::int64_t least_id(const Model& model, const std::vector<Index>& rows) {
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (const Index row : rows) least = std::min(least, model.id[at(row)]);
  return least;
}

// Aggregates always have names.
bool lacks_name(const std::vector<Index>& rows, const Lineage& lineage) {
  return rows.size() == 1 && lineage[at(rows.front())] < 0;
}

void name(const std::vector<Index>& rows, std::int64_t name, Lineage& lineage) {
  for (const Index row : rows)
    if (lineage[at(row)] < 0) lineage[at(row)] = name;
}

}  // namespace

Lineage lineage_of(const Model& model, const State& state) {
  const Grouping& grouping = state.grouping;
  Lineage lineage = values_in<std::int64_t>(state, kLineage);
  lineage.resize(model.size(), -1);
  for (std::size_t g = 0; g < grouping.grains.size(); ++g) {
    const std::vector<Index> rows(grouping.members(g).begin(), grouping.members(g).end());
    if (rows.size() < 2) continue;
    const std::int64_t own = name_of(model, rows, lineage);
    name(rows, own >= 0 ? own : least_id(model, rows), lineage);
  }
  return lineage;
}

void name_after_sticking(const Model& model, const std::vector<Index>& a, const std::vector<Index>& b,
                         Lineage& lineage) {
  if (!lacks_name(a, lineage) && !lacks_name(b, lineage)) return;
  const std::int64_t of_a = name_of(model, a, lineage), of_b = name_of(model, b, lineage);
  const std::int64_t fresh = std::min(least_id(model, a), least_id(model, b));
  name(a, of_a >= 0 ? of_a : of_b >= 0 ? of_b : fresh, lineage);
  name(b, of_b >= 0 ? of_b : of_a >= 0 ? of_a : fresh, lineage);
}

}  // namespace rubble::hsdem
