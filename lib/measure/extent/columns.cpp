#include "measure/extent/columns.hpp"

#include "base/error.hpp"
#include "measure/clusters/clusters.hpp"
#include "measure/contacts/stress.hpp"
#include "measure/ledger/grain_sums.hpp"
#include "model/bodies.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>

namespace rubble::measure {

namespace {

using Values = std::function<Reals(const Pile&)>;

// (function of pile and body) => function of a pile that returns the values of all bodies.
template <class Value>
Values each(Value value) {
  return [value](const Pile& pile) {
    Reals out(pile.size());
    for (std::size_t i = 0; i < pile.size(); ++i) out[i] = value(pile, i);
    return out;
  };
}

// (grains, their values) => the value of each body's grain.
Reals spread(const Grains& grains, const Reals& of_grain) {
  Reals out;
  for (const Index g : grains.of_body) out.push_back(of_grain[static_cast<std::size_t>(g)]);
  return out;
}

Reals pressures(const Pile& pile) {
  const Grains grains = grains_of(pile);
  const std::vector<Mat3> moment = contact_moments(pile);
  Reals pressure(grains.size());
  for (std::size_t g = 0; g < grains.size(); ++g) {
    double volume = 0;
    for (const Index i : grains.bodies(g)) volume += solid_volume(pile, static_cast<std::size_t>(i));
    pressure[g] = moment[g].trace() / (3 * volume);
  }
  return spread(grains, pressure);
}

Reals coordinations(const Pile& pile) {
  const Grains grains = grains_of(pile);
  Reals number(grains.size(), 0);
  for (const ContactKey& pair : distinct(between_grains(grains, pile.contacts.key))) {
    number[static_cast<std::size_t>(pair.a)] += 1;
    if (!pair.on_wall()) number[static_cast<std::size_t>(pair.b)] += 1;
  }
  return spread(grains, number);
}

// Shapes of bodies: "sphere", and the names of the shapes, each once.
std::vector<std::string> forms(const Model& model) {
  std::vector<std::string> out{"sphere"};
  for (const shape::Shape& shape : model.shapes)
    if (std::ranges::find(out, shape.name) == out.end()) out.push_back(shape.name);
  return out;
}

// Index in Model::shapes of the shape that the body was made from; -1 for a free sphere or a grain without a shape.
Index made_as(const Pile& pile, std::size_t i) {
  if (const Index own = shape_index(pile.model, i); own >= 0) return own;
  const Grouping& grouping = pile.state.grouping;
  const Index grain = grouping.grain_of(i);
  return grain < 0 ? -1 : grouping.grains[static_cast<std::size_t>(grain)].shape;
}

Reals form_numbers(const Pile& pile) {
  const Model& model = pile.model;
  const std::vector<std::string> names = forms(model);
  Reals of_shape;
  for (const shape::Shape& shape : model.shapes)
    of_shape.push_back(static_cast<double>(std::ranges::find(names, shape.name) - names.begin()));
  Reals out;
  for (std::size_t i = 0; i < pile.size(); ++i) {
    const Index made = made_as(pile, i);
    out.push_back(made < 0 ? 0 : of_shape[static_cast<std::size_t>(made)]);
  }
  return out;
}

struct Entry {
  const char* name;
  const char* unit;
  bool groups;
  Values values;
};

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all{
      {"radius", "m", false, each([](const Pile& p, std::size_t i) { return p.model.radius[i]; })},
      {"mass", "kg", false, each([](const Pile& p, std::size_t i) { return p.model.mass[i]; })},
      {"x", "m", false, each([](const Pile& p, std::size_t i) { return p.state.position[i].x(); })},
      {"y", "m", false, each([](const Pile& p, std::size_t i) { return p.state.position[i].y(); })},
      {"z", "m", false, each([](const Pile& p, std::size_t i) { return p.state.position[i].z(); })},
      {"speed", "m s-1", false, each([](const Pile& p, std::size_t i) { return p.state.velocity[i].norm(); })},
      {"spin", "rad s-1", false, each([](const Pile& p, std::size_t i) { return p.state.spin[i].norm(); })},
      {"pressure", "Pa", false, pressures},
      {"coordination", "1", false, coordinations},
      {"shape", "1", true, form_numbers},
      {"material", "1", true, each([](const Pile& p, std::size_t i) { return double{1} * p.model.material[i]; })},
      {"grain", "1", true, each([](const Pile& p, std::size_t i) { return double{1} * p.state.grouping.grain_of(i); })},
      {"cluster", "1", true, cluster_numbers},
      {"birth", "1", true, cluster_numbers},
  };
  return all;
}

template <class Wanted>
std::vector<std::string> names_of(Wanted&& wanted) {
  std::vector<std::string> out;
  for (const Entry& entry : entries())
    if (wanted(entry)) out.emplace_back(entry.name);
  return out;
}

std::vector<std::string> labels_of(const Model& model, const std::string& name) {
  std::vector<std::string> out;
  if (name == "shape") return forms(model);
  if (name == "material")
    for (const Material& material : model.materials) out.push_back(material.name);
  return out;
}

}  // namespace

const std::vector<std::string>& column_names() {
  static const std::vector<std::string> names = names_of([](const Entry&) { return true; });
  return names;
}

const std::vector<std::string>& group_names() {
  static const std::vector<std::string> names = names_of([](const Entry& entry) { return entry.groups; });
  return names;
}

Reals cluster_numbers(const Pile& pile) {
  const auto found = clusters(pile.size(), joined_pairs(pile), pile.model.mass);
  Reals out;
  for (const Index label : labels(pile, found, 2)) out.push_back(static_cast<double>(label) - 1);
  return out;
}

ColourColumns::ColourColumns(Pile first) : first_(std::move(first)) {}

namespace {

// A column that a method stored. Numbers of groups, such as ids, are too many for a legend.
ColourColumn colours_by(const BodyColumn& column) {
  ColourColumn out;
  out.name = column.name;
  out.unit = column.unit;
  std::visit(
      [&]<class T>(const std::vector<T>& values) {
        out.groups = std::is_integral_v<T>;
        out.few = std::is_same_v<T, std::int32_t>;
        out.value.assign(values.begin(), values.end());
      },
      column.value);
  if (out.few) out.label = {"not " + column.name, column.name};
  return out;
}

}  // namespace

ColourColumn ColourColumns::of(const Pile& pile, const std::string& name) {
  const auto entry = std::ranges::find(entries(), name, &Entry::name);
  if (entry == entries().end()) {
    const auto stored = std::ranges::find(pile.state.columns, name, &BodyColumn::name);
    if (stored == pile.state.columns.end()) throw InputError(fmt::format("no body column '{}'", name));
    return colours_by(*stored);
  }
  const bool few = entry->groups && name != "grain";  // grains need only different colours
  ColourColumn out{name, entry->unit, entry->groups, few, {}, labels_of(pile.model, name)};
  if (name == "birth") {
    if (birth_.empty()) birth_ = cluster_numbers(first_);
    out.value = birth_;
  } else {
    out.value = entry->values(pile);
  }
  return out;
}

}  // namespace rubble::measure
