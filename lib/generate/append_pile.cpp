#include "generate/append_pile.hpp"

#include "base/error.hpp"
#include "base/printable.hpp"
#include "generate/place.hpp"
#include "model/grains.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

namespace rubble::generate {
namespace {

constexpr double kSameDensity = 1e-12;  // relative difference of densities up to which they are equal

bool same_density(const Material& a, const Material& b) {
  return std::abs(a.density - b.density) <= kSameDensity * a.density;
}

// Adds the material unless an equal one exists. => its index
std::int32_t add_material(std::vector<Material>& materials, Material material, SameName rule) {
  const std::string name = material.name;
  for (int copy = 2;; ++copy) {
    const auto found =
        std::find_if(materials.begin(), materials.end(), [&](const Material& m) { return m.name == material.name; });
    if (found == materials.end()) break;
    if (same_density(*found, material)) return static_cast<std::int32_t>(found - materials.begin());
    if (rule == SameName::refuse)
      throw InputError(fmt::format(
          "material {} has two densities, {:.6g} and {:.6g} kg/m3: make one of the piles with another name or density",
          quoted(name), found->density, material.density));
    material.name = name + "-" + std::to_string(copy);
  }
  materials.push_back(material);
  return static_cast<std::int32_t>(materials.size() - 1);
}

// Shifts the numbers >= 0 of a column of the bodies from index `first` on, if there is such a column.
void shift_column(State& state, std::string_view column_name, std::size_t first, std::int64_t shift) {
  for (BodyColumn& column : state.columns) {
    auto* const numbers = std::get_if<std::vector<std::int64_t>>(&column.value);
    if (column.name != column_name || numbers == nullptr) continue;
    for (std::size_t i = first; i < numbers->size(); ++i)
      if ((*numbers)[i] >= 0) (*numbers)[i] += shift;
  }
}

// Appends the bonds of `from`, and its contacts except those with walls. The bodies of `from` follow `shift` existing
// bodies.
void append_contacts(Pile& to, const Pile& from, std::size_t shift) {
  std::vector<char> keep;
  for (const ContactKey& key : from.contacts.key) keep.push_back(!key.on_wall());
  std::vector<Index> number(from.size());
  std::iota(number.begin(), number.end(), static_cast<Index>(shift));
  const Contacts added = renumbered(selected(from.contacts, keep), number);
  append(to.contacts, added);
  append(to.bonds, renumbered(from.bonds, number));
}

}  // namespace

std::int64_t append_pile(Pile& to, const Pile& from, SameName rule) {
  const std::size_t shift = to.size(), rows = from.size();
  const std::int64_t placed_before = next_placed(to);
  std::int64_t id_shift = 0;
  if (shift > 0) id_shift = *std::max_element(to.model.id.begin(), to.model.id.end()) + 1;
  if (*std::max_element(from.model.id.begin(), from.model.id.end()) >
      std::numeric_limits<std::int64_t>::max() - id_shift)
    throw InputError("the ids of the two piles together exceed 64 bits");
  std::vector<std::int32_t> material;
  for (const Material& m : from.model.materials) material.push_back(add_material(to.model.materials, m, rule));
  const auto add = [&](const auto& field, auto& values, const auto& added) {
    if (values.empty() && added.empty()) return;
    values.resize(shift, field.none);
    values.insert(values.end(), added.begin(), added.end());
    values.resize(shift + rows, field.none);
  };
  each_of_bodies(add, to, from);
  for (std::size_t i = shift; i < shift + rows; ++i) {
    to.model.id[i] += id_shift;
    to.model.material[i] = material[static_cast<std::size_t>(to.model.material[i])];
  }
  shift_column(to.state, kLineage, shift, id_shift);  // names of aggregates are ids of bodies
  shift_column(to.state, kPlacedColumn.name, shift, placed_before);
  append_grains(to, from, shift);
  append_contacts(to, from, shift);
  return id_shift;
}

}  // namespace rubble::generate
