#pragma once
// The tables [[contact.material]] and [[contact.pair]]: values of the laws of contact that differ between materials.
#include "config/describe.hpp"
#include "model/material_laws.hpp"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace rubble::setup {

// A value of the laws of contact that may differ between materials.
struct MaterialKey {
  std::string key, unit, text;
  Range range;
  std::string setting = "";  // setting that selects the law with this value, such as `contact.normal.law = "linear"`
};
template <class Laws>
struct LawKey : MaterialKey {
  std::function<void(Laws&, double)> set;
  std::function<bool(const Laws&)> has;  // true if the chosen laws have the value; empty: all laws have it
};

// One of the tables: a material or two, and its values with the numbers of their keys.
struct MaterialTable {
  std::vector<std::string> materials;
  std::vector<std::pair<std::size_t, double>> values;
};

// (document, keys, for each key true if the chosen laws have it) => the tables [[contact.material]], or
// [[contact.pair]]. InputError for invalid tables, and for tables about the same materials.
std::vector<MaterialTable> read_material_tables(config::Document& config, const std::vector<MaterialKey>& keys,
                                                const std::vector<char>& usable);
std::vector<MaterialTable> read_pair_tables(config::Document& config, const std::vector<MaterialKey>& keys,
                                            const std::vector<char>& usable);

// (document, laws of the materials without tables, keys) => laws of the materials and pairs with tables.
template <class Laws>
MaterialLaws<Laws> read_material_laws(config::Document& config, const Laws& others,
                                      const std::vector<LawKey<Laws>>& keys) {
  std::vector<char> usable;
  for (const LawKey<Laws>& key : keys) usable.push_back(!key.has || key.has(others) ? 1 : 0);
  const std::vector<MaterialKey> declared(keys.begin(), keys.end());
  MaterialLaws<Laws> out;
  for (const MaterialTable& table : read_material_tables(config, declared, usable)) {
    out.materials.push_back({table.materials.front(), others});
    for (const auto& [k, value] : table.values) keys[k].set(out.materials.back().laws, value);
  }
  for (const MaterialTable& table : read_pair_tables(config, declared, usable)) {
    out.pairs.push_back({table.materials.front(), table.materials.back(), {}});
    for (const auto& [k, value] : table.values)
      out.pairs.back().values.push_back([set = keys[k].set, value](Laws& laws) { set(laws, value); });
  }
  return out;
}

// Materials of the tables, in their order.
struct NamedMaterials {
  std::vector<std::string> of_materials;
  std::vector<std::vector<std::string>> of_pairs;
};
// (document, materials of the tables, pile, external action) InputError for a material that neither the pile nor a wall
// has, and for a wall of a material that neither the pile nor a table has.
void require_known_materials(const config::Document& config, const NamedMaterials& named, const Pile& pile,
                             const External& external);
template <class Laws>
void require_known_materials(const config::Document& config, const MaterialLaws<Laws>& given, const Pile& pile,
                             const External& external) {
  NamedMaterials named;
  for (const auto& material : given.materials) named.of_materials.push_back(material.name);
  for (const auto& pair : given.pairs) named.of_pairs.push_back({pair.a, pair.b});
  require_known_materials(config, named, pile, external);
}

// (keys, name of the variant such as "of soft spheres") => the tables, for --describe.
config::Tables describe_materials(const std::vector<MaterialKey>& keys, const std::string& variant);
template <class Laws>
config::Tables describe_material_laws(const std::vector<LawKey<Laws>>& keys, const std::string& variant) {
  return describe_materials({keys.begin(), keys.end()}, variant);
}

}  // namespace rubble::setup
