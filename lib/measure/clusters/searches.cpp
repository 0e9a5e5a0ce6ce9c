#include "measure/clusters/searches.hpp"

#include "measure/clusters/clusters.hpp"

#include <algorithm>

namespace rubble::measure {

const std::vector<Index>& Found::members(std::size_t k) const {
  static const std::vector<Index> none;
  return k < clusters.size() ? clusters[k] : none;
}

Searches search_all(const Pile& pile, const SearchParameters& parameters) {
  Searches out;
  out.sizes = size_classes(pile);
  out.least = parameters.least.value_or(std::max<std::size_t>(5, (out.sizes.of_grain.size() + 100) / 200));
  out.whole = composition(pile, out.sizes);
  const double G = pile.model.space.repeats() ? 0 : parameters.G;
  using Pairs = std::vector<ContactKey>;
  const auto found = [&](const char* finder, std::vector<std::vector<Index>> clusters, const Pairs& pairs) {
    Found f;
    f.finder = finder, f.clusters = std::move(clusters);
    for (const auto& members : f.clusters)
      if (count_grains(pile.state.grouping, members) >= out.least)
        f.fragments.push_back(fragment(pile, members, pairs));
    if (G > 0) f.bound_pairs = bound_pairs(f.fragments, G);
    f.remnant = composition(pile, out.sizes, f.members(0));
    f.second = composition(pile, out.sizes, f.members(1)).mass;
    if (!f.clusters.empty()) f.ejecta = ejecta(pile, f.members(0), G, pairs);
    return f;
  };
  const Pairs touching = joined_pairs(pile), linked = linked_pairs(pile, parameters.linking);
  out.found = {found("three_step", three_step(pile, {.G = G, .least = out.least, .tries = parameters.tries}), touching),
               found("contacts", clusters(pile.size(), touching, pile.model.mass), touching),
               found("friends", clusters(pile.size(), linked, pile.model.mass), linked)};
  for (Found& f : out.found)
    for (std::size_t other = 0; other < out.found.size(); ++other)
      f.agreement[other] = agreement(pile.model.mass, f.members(0), out.found[other].members(0));
  return out;
}

}  // namespace rubble::measure
