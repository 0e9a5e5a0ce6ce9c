#include "measure/searches.hpp"

#include "measure/clusters.hpp"

#include <algorithm>

namespace rubble::measure {

const std::vector<Index>& Found::members(std::size_t k) const {
  static const std::vector<Index> none;
  return k < clusters.size() ? clusters[k] : none;
}

Searches search_all(const Pile& pile, const SearchParameters& parameters) {
  Searches out;
  out.sizes = size_classes(pile.model);
  out.least = parameters.least.value_or(std::max<std::size_t>(5, (out.sizes.of_grain.size() + 100) / 200));
  out.whole = composition(pile, out.sizes);
  const auto found = [&](const char* finder, std::vector<std::vector<Index>> clusters) {
    Found f;
    f.finder = finder, f.clusters = std::move(clusters);
    for (const auto& members : f.clusters)
      if (count_grains(pile.model, members) >= out.least) f.fragments.push_back(fragment(pile, members));
    f.bound_pairs = bound_pairs(f.fragments, parameters.G);
    f.remnant = composition(pile, out.sizes, f.members(0));
    f.second = composition(pile, out.sizes, f.members(1)).mass;
    if (!f.clusters.empty()) f.ejecta = ejecta(pile, f.members(0), parameters.G);
    return f;
  };
  out.found = {
      found("three_step", three_step(pile, {.G = parameters.G, .least = out.least, .tries = parameters.tries})),
      found("contacts", clusters(pile.size(), touching_pairs(pile), pile.model.mass)),
      found("friends", friends(pile, parameters.linking))};
  for (Found& f : out.found)
    for (std::size_t other = 0; other < out.found.size(); ++other)
      f.agreement[other] = agreement(pile.model.mass, f.members(0), out.found[other].members(0));
  return out;
}

}  // namespace rubble::measure
