#include "setup/read_materials.hpp"

#include "base/error.hpp"
#include "base/words.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace rubble::setup {
namespace {

const std::string kMaterial = "contact.material", kPair = "contact.pair";
constexpr std::size_t kSidesOfTheBox = 6;

// Keys of every [[contact.material]].
struct MaterialHead {
  std::string material;
};
// Keys of every [[contact.pair]].
struct PairHead {
  std::vector<std::string> materials;
};

std::vector<Field<MaterialHead>> fields(const MaterialHead*) {
  return {field("material", "", "name of the material, of bodies or of walls", &MaterialHead::material).required()};
}
std::vector<Field<PairHead>> fields(const PairHead*) {
  return {
      field("materials", "", "names of the two materials; twice the same name for contacts within a material",
            &PairHead::materials)
          .required(),
  };
}

std::string section_of(const std::string& list, std::size_t i) { return fmt::format("{}[{}]", list, i); }

// Refuses a key that the chosen laws do not have, although another law of the method has it.
void require_usable(const config::Document& config, const std::string& list, const std::string& section,
                    const std::vector<MaterialKey>& keys, const std::vector<char>& usable) {
  for (std::size_t k = 0; k < keys.size(); ++k)
    if (usable[k] == 0 && config.holds(section + "." + keys[k].key))
      throw config.error({section + "." + keys[k].key},
                         fmt::format("'{}' in [[{}]] needs {}: remove it", keys[k].key, list, keys[k].setting));
}

std::vector<std::pair<std::size_t, double>> read_values(config::Document& config, const std::string& section,
                                                        const std::vector<MaterialKey>& keys,
                                                        const std::vector<char>& usable) {
  Reals number(keys.size(), 0);
  std::vector<config::Slot> slots;
  std::vector<std::size_t> key_of;
  for (std::size_t k = 0; k < keys.size(); ++k) {
    if (usable[k] == 0) continue;
    slots.push_back(
        {.key = keys[k].key, .unit = keys[k].unit, .text = keys[k].text, .target = &number[k], .range = keys[k].range});
    key_of.push_back(k);
  }
  const std::vector<char> given = config.read_given(section, slots);
  std::vector<std::pair<std::size_t, double>> values;
  for (std::size_t s = 0; s < slots.size(); ++s)
    if (given[s] != 0) values.emplace_back(key_of[s], number[key_of[s]]);
  return values;
}

// InputError if two tables name the same materials.
void require_once(const config::Document& config, const std::string& list, const std::vector<MaterialTable>& tables) {
  std::set<std::vector<std::string>> seen;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    std::vector<std::string> names = tables[i].materials;
    std::ranges::sort(names);
    if (!seen.insert(names).second)
      throw config.error({section_of(list, i) + (names.size() == 1 ? ".material" : ".materials")},
                         fmt::format("two tables [[{}]] are about \"{}\": remove one", list,
                                     fmt::join(tables[i].materials, "\" and \"")));
  }
}

std::set<std::string> materials_of_pile(const Pile& pile) {
  std::set<std::string> names;
  for (const Material& material : pile.model.materials) names.insert(material.name);
  return names;
}

std::set<std::string> materials_of_walls(const External& external) {
  std::set<std::string> names;
  for (const Plane& plane : external.planes) names.insert(plane.material);
  for (const MeshWall& wall : external.meshes) names.insert(wall.material);
  names.erase("");
  return names;
}

// Refuses a material that is not among the valid ones. `owners` are the objects that may have a material.
void require_one_of(const config::Document& config, const std::string& key, const std::string& name,
                    const std::set<std::string>& valid, const std::string& owners) {
  if (valid.contains(name)) return;
  const std::string near = choice_hint(name, valid);
  const std::string all = fmt::format("; materials there: \"{}\"", fmt::join(valid, "\", \""));
  throw config.error({key}, fmt::format("{} have no material {}{}", owners, quoted(name), near.empty() ? all : near));
}

}  // namespace

std::vector<MaterialTable> read_material_tables(config::Document& config, const std::vector<MaterialKey>& keys,
                                                const std::vector<char>& usable) {
  std::vector<MaterialTable> tables;
  for (const MaterialHead& head : config.read_each<MaterialHead>(kMaterial)) {
    const std::string section = section_of(kMaterial, tables.size());
    require_usable(config, kMaterial, section, keys, usable);
    tables.push_back({{head.material}, read_values(config, section, keys, usable)});
  }
  require_once(config, kMaterial, tables);
  return tables;
}

std::vector<MaterialTable> read_pair_tables(config::Document& config, const std::vector<MaterialKey>& keys,
                                            const std::vector<char>& usable) {
  std::vector<MaterialTable> tables;
  for (const PairHead& head : config.read_each<PairHead>(kPair)) {
    const std::string section = section_of(kPair, tables.size());
    if (head.materials.size() != 2)
      throw config.error(section, "materials",
                         fmt::format("'materials' in [[{}]] must be two names, not {}", kPair, head.materials.size()));
    require_usable(config, kPair, section, keys, usable);
    tables.push_back({head.materials, read_values(config, section, keys, usable)});
    if (tables.back().values.empty())
      throw config.error(section, "",
                         fmt::format("[[{}]] without a value has no effect: add one, or remove it", kPair));
  }
  require_once(config, kPair, tables);
  return tables;
}

void require_known_materials(const config::Document& config, const NamedMaterials& named, const Pile& pile,
                             const External& external) {
  const std::set<std::string> of_pile = materials_of_pile(pile);
  std::set<std::string> of_bodies_and_walls = materials_of_walls(external), of_tables = of_pile;
  of_bodies_and_walls.insert(of_pile.begin(), of_pile.end());
  of_tables.insert(named.of_materials.begin(), named.of_materials.end());
  for (const auto& names : named.of_pairs) of_tables.insert(names.begin(), names.end());
  const std::string both = "the pile and the walls", tables = "the pile and [[contact.material]]";
  for (std::size_t i = 0; i < named.of_materials.size(); ++i)
    require_one_of(config, section_of(kMaterial, i) + ".material", named.of_materials[i], of_bodies_and_walls, both);
  for (std::size_t i = 0; i < named.of_pairs.size(); ++i)
    for (const std::string& name : named.of_pairs[i])
      require_one_of(config, section_of(kPair, i) + ".materials", name, of_bodies_and_walls, both);
  const std::size_t box = config.holds("box") ? kSidesOfTheBox : 0, planes = external.planes.size();
  for (std::size_t k = 0; k < planes; ++k) {
    const std::string key = k < planes - box ? fmt::format("plane[{}].material", k) : "box.material";
    const std::string& name = external.planes[k].material;
    if (!name.empty()) require_one_of(config, key, name, of_tables, tables);
  }
  for (std::size_t k = 0; k < external.meshes.size(); ++k)
    if (const std::string& name = external.meshes[k].material; !name.empty())
      require_one_of(config, fmt::format("mesh[{}].material", k), name, of_tables, tables);
}

config::Tables describe_materials(const std::vector<MaterialKey>& keys, const std::string& variant) {
  double unset = 0;
  std::vector<config::Slot> slots;
  for (const MaterialKey& key : keys)
    slots.push_back({.key = key.key,
                     .unit = key.unit,
                     .text = key.setting.empty() ? key.text : key.text + "; needs " + key.setting,
                     .target = &unset,
                     .range = key.range,
                     .required = false});
  const auto describe = [&](const std::string& list, std::vector<config::Slot> all, const std::string& text) {
    const std::size_t own = all.size();
    all.insert(all.end(), slots.begin(), slots.end());
    config::Tables tables = config::describe_slots(
        {.section = list, .list = true, .variant = variant, .number = "(any number)"}, text, all);
    for (std::size_t k = own; k < all.size(); ++k) tables.front().rows[k].initial = "unset";
    return tables;
  };
  MaterialHead material;
  PairHead pair;
  return describe(kMaterial, config::slots_of(material),
                  "Values of a material, for contacts within it and, mixed, with others; docs/theory.md 2.14.") +
         describe(kPair, config::slots_of(pair), "Values of contacts between two materials, instead of mixed ones.");
}

}  // namespace rubble::setup
