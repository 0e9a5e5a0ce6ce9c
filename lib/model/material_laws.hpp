#pragma once
// Laws of contact that depend on the materials of the two bodies: values of materials and of pairs of materials, and
// tables of laws by pairs of classes of materials. docs/theory.md 2.14.
#include "model/external.hpp"
#include "model/pile.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace rubble {

// A class is a material with values of its own. Class 0 consists of all materials without such values.
struct MaterialClasses {
  Index count = 1;
  std::vector<Index> body;  // class of each body
  std::vector<Index> wall;  // class of each wall, planes before triangulated walls; kOfBody: that of the touching body

  static constexpr Index kOfBody = -1;

  // (two classes) => number of the pair in a table.
  Index of_classes(Index a, Index b) const { return a * count + b; }
  // (class of a body, number of a wall) => number of the pair in a table.
  Index at_wall(Index a, Index number) const {
    const Index b = wall[static_cast<std::size_t>(number)];
    return of_classes(a, b == kOfBody ? a : b);
  }
  // (contact) => number of its pair in a table.
  Index of(const ContactKey& key) const {
    const Index a = body[static_cast<std::size_t>(key.a)];
    return key.on_wall() ? at_wall(a, key.wall()) : of_classes(a, body[static_cast<std::size_t>(key.b)]);
  }
};

// Laws of the contacts of a run, by pairs of classes.
template <class Law>
struct PairLaws {
  MaterialClasses classes;
  std::vector<Law> law;  // by number of the pair; empty if all contacts have the same law

  bool varies() const { return !law.empty(); }
  const Law& of(const ContactKey& key) const { return law[static_cast<std::size_t>(classes.of(key))]; }
};

// The tables [[contact.material]] and [[contact.pair]].
template <class Laws>
struct MaterialLaws {
  struct OfMaterial {
    std::string name;
    Laws laws;
  };
  struct OfPair {
    std::string a, b;
    std::vector<std::function<void(Laws&)>> values;  // each sets one value

    bool joins(const std::string& x, const std::string& y) const { return (a == x && b == y) || (a == y && b == x); }
  };
  std::vector<OfMaterial> materials;
  std::vector<OfPair> pairs;

  bool empty() const { return materials.empty() && pairs.empty(); }
  // => all materials that the tables name, each once. The class of a material is 1 + its index in the list.
  std::vector<std::string> names() const;
};

// (materials with classes of their own, model, external) => classes of the bodies and walls.
MaterialClasses classes_of(const std::vector<std::string>& names, const Model& model, const External& external);

// (tables, laws of other materials, function of the laws of two materials) => laws by number of the pair. Values of a
// pair replace those that are mixed.
template <class Laws, class Mix>
std::vector<Laws> table_of(const MaterialLaws<Laws>& given, const Laws& others, Mix&& mixed) {
  const std::vector<std::string> names = given.names();
  const std::size_t count = names.size() + 1;
  std::vector<Laws> own(count, others), table(count * count, others);
  for (const auto& material : given.materials)
    own[1 + static_cast<std::size_t>(std::ranges::find(names, material.name) - names.begin())] = material.laws;
  for (std::size_t a = 0; a < count; ++a)
    for (std::size_t b = a; b < count; ++b) {
      Laws laws = a == b ? own[a] : mixed(own[a], own[b]);
      for (const auto& pair : given.pairs)
        if (a > 0 && pair.joins(names[a - 1], names[b - 1]))
          for (const auto& set : pair.values) set(laws);
      table[a * count + b] = laws;
      table[b * count + a] = laws;
    }
  return table;
}

// (tables, laws of other materials, function of the laws of two materials, model, external) => laws of the contacts of
// a run. They vary only if at least one pair has other laws than the other materials.
template <class Laws, class Mix>
PairLaws<Laws> pair_laws(const MaterialLaws<Laws>& given, const Laws& others, Mix&& mixed, const Model& model,
                         const External& external) {
  if (given.empty()) return {};
  std::vector<Laws> table = table_of(given, others, mixed);
  if (std::ranges::all_of(table, [&](const Laws& laws) { return laws == others; })) return {};
  return {classes_of(given.names(), model, external), std::move(table)};
}

template <class Laws>
std::vector<std::string> MaterialLaws<Laws>::names() const {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  for (const OfMaterial& material : materials) add(material.name);
  for (const OfPair& pair : pairs) {
    add(pair.a);
    add(pair.b);
  }
  return names;
}

}  // namespace rubble
