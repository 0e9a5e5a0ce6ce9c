#include "store/body_materials.hpp"

#include "base/ball.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string_view>

#include <fmt/format.h>

namespace rubble::store {
namespace {

using Numbers = std::vector<std::int32_t>;

// (rows) => the number of each body's name, in the order of the first bodies.
Numbers by_name(const MaterialRows& rows) {
  std::map<std::string, std::int32_t> number;
  Numbers of_body;
  for (const std::string& name : rows.name)
    of_body.push_back(number.try_emplace(name, static_cast<std::int32_t>(number.size())).first->second);
  return of_body;
}

// (densities) => the number of each body's density, in the order of the first bodies.
Numbers by_density(const Reals& density) {
  std::vector<std::size_t> order(density.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return density[a] < density[b]; });
  Numbers group(density.size(), 0);
  std::int32_t groups = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (k > 0 && density[order[k]] > (1 + kOneDensity) * density[order[k - 1]]) ++groups;
    group[order[k]] = groups;
  }
  std::map<std::int32_t, std::int32_t> number;
  for (std::int32_t& g : group) g = number.try_emplace(g, static_cast<std::int32_t>(number.size())).first->second;
  return group;
}

std::size_t count_of(const Numbers& numbers) {
  return static_cast<std::size_t>(*std::max_element(numbers.begin(), numbers.end())) + 1;
}

// Sums over the bodies of one material.
struct Sums {
  double mass = 0, volume = 0, least = 0, most = 0;
  double first = 0;  // density of its first body, if the table has densities
};

std::vector<Sums> sums_of(const MaterialRows& rows, const Reals& density, const Numbers& of_body) {
  std::vector<Sums> sums(count_of(of_body));
  for (std::size_t i = 0; i < of_body.size(); ++i) {
    Sums& own = sums[static_cast<std::size_t>(of_body[i])];
    if (!(own.mass > 0)) own.least = own.first = density[i];
    own.mass += rows.mass[i];
    own.volume += rows.volume[i];
    own.least = std::min(own.least, density[i]);
    own.most = std::max(own.most, density[i]);
  }
  return sums;
}

}  // namespace

BodyMaterials materials_of(const MaterialRows& rows, const std::string& name) {
  const bool named = !rows.name.empty(), given = !rows.density.empty();
  Reals density = rows.density;
  if (!given)
    for (std::size_t i = 0; i < rows.mass.size(); ++i) density.push_back(rows.mass[i] / rows.volume[i]);
  BodyMaterials found;
  found.of_body.assign(rows.mass.size(), 0);
  if (named)
    found.of_body = by_name(rows);
  else if (given || !rows.mixed)
    found.of_body = by_density(density);
  if (!named && count_of(found.of_body) > kMostMaterials) found.of_body.assign(rows.mass.size(), 0);
  for (const Sums& own : sums_of(rows, density, found.of_body)) {
    const bool one = own.most - own.least <= kOneDensity * own.most;
    const double value = given && one ? own.first : own.mass / own.volume;
    found.density_spread = std::max(found.density_spread, (own.most - own.least) / value);
    const std::size_t number = found.materials.size() + 1;
    found.materials.push_back({number == 1 ? name : fmt::format("{}-{}", name, number), value});
  }
  if (named)
    for (std::size_t i = rows.name.size(); i-- > 0;)
      found.materials[static_cast<std::size_t>(found.of_body[i])].name = rows.name[i];
  return found;
}

bool needs_material_columns(const Pile& pile) {
  const Model& model = pile.model;
  if (model.materials.size() > 1) return true;
  for (std::size_t i = 0; i < pile.size(); ++i) {
    const double own = model.mass[i] / ball_volume(model.radius[i]);
    const double density = model.materials[static_cast<std::size_t>(model.material[i])].density;
    if (!(std::abs(own - density) <= kOneDensity * density)) return true;
  }
  return false;
}

std::vector<std::string> material_words(const Pile& pile) {
  std::vector<std::string> words;
  for (const Material& material : pile.model.materials) {
    std::string word = material.name;
    for (char& c : word)
      if ((static_cast<unsigned char>(c) <= ' ') || std::string_view(",;:=#\"'\x7f").find(c) != std::string_view::npos)
        c = '_';
    if (word.empty()) word = "material";
    const std::string first = word;
    for (int copy = 2; std::ranges::count(words, word) > 0; ++copy) word = fmt::format("{}-{}", first, copy);
    words.push_back(word);
  }
  return words;
}

}  // namespace rubble::store
