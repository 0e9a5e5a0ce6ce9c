#include "model/check.hpp"

#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/sound.hpp"
#include "model/bodies.hpp"
#include "shape/check_shape.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <fmt/format.h>

namespace rubble {
namespace {

using Found = std::optional<Violation>;

// Tolerance for the length of unit vectors. They result from one division and have errors of a few roundings only.
constexpr double kUnitNormal = 1e-9;

std::string to_text(double value) { return fmt::format("{}", value); }
std::string to_text(const Vec3& value) { return fmt::format("({}, {}, {})", value.x(), value.y(), value.z()); }

bool finite(double value) { return std::isfinite(value); }
bool finite(const Vec3& value) { return value.allFinite(); }

// (name of a quantity, its values, description of good(value), good, label(i): name of entry i in messages) => the
// first violation, if any.
template <class Values, class Good, class Label>
Found each(std::string_view quantity, const Values& values, const char* expected, Good&& good, Label&& label) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!good(values[i]))
      return Violation{std::string(quantity),
                       fmt::format("expected {}, found {} ({})", expected, to_text(values[i]), label(i))};
  return std::nullopt;
}

Found sizes(const Pile& pile) {
  const std::size_t n = pile.size(), m = pile.contacts.size();
  const Model& model = pile.model;
  const State& state = pile.state;
  const Contacts& contacts = pile.contacts;
  if (n == 0) return Violation{"mass", "expected at least one body, found no bodies"};
  const std::pair<const char*, std::size_t> bodies[] = {{"id", model.id.size()},
                                                        {"radius", model.radius.size()},
                                                        {"material", model.material.size()},
                                                        {"position", state.position.size()},
                                                        {"velocity", state.velocity.size()},
                                                        {"spin", state.spin.size()}};
  for (const auto& [quantity, size] : bodies)
    if (size != n) return Violation{quantity, fmt::format("expected {} bodies as in mass, found {}", n, size)};
  for (const BodyColumn& column : state.columns) {
    const std::size_t size = std::visit([](const auto& values) { return values.size(); }, column.value);
    if (size != n) return Violation{column.name, fmt::format("expected {} bodies as in mass, found {}", n, size)};
  }
  Found found;
  each_field(contacts, [&](const ContactField& field, const auto& values) {
    if (!found && values.size() != m)
      found = Violation{std::string(field.name),
                        fmt::format("expected {} contacts as in pair, found {}", m, values.size())};
  });
  return found;
}

Found ids(const std::vector<std::int64_t>& id) {
  for (const std::int64_t i : id)
    if (i < 0) return Violation{"id", fmt::format("expected numbers >= 0, found {}", i)};
  std::vector<std::int64_t> sorted = id;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) return Violation{"id", fmt::format("expected different numbers, found {} twice", *twice)};
  return std::nullopt;
}

Found materials(const Model& model) {
  for (const Material& m : model.materials)
    if (!(std::isfinite(m.density) && m.density > 0))
      return Violation{"density",
                       fmt::format("expected a number > 0, found {} (material \"{}\")", m.density, shortened(m.name))};
  const auto count = static_cast<std::int64_t>(model.materials.size());
  for (std::size_t i = 0; i < model.size(); ++i)
    if (model.material[i] < 0 || model.material[i] >= count)
      return Violation{"material", fmt::format("expected one of {} materials, found number {} (body {})", count,
                                               model.material[i], model.id[i])};
  return std::nullopt;
}

// True if Model::shape of a body may refer to the shape.
bool can_be_of_body(const shape::Shape& shape) { return shape::functions_of(shape.kind).is_oriented; }

// Shapes are sound, and each hull is a member of a grain.
Found shapes(const Model& model, const Grouping& grouping) {
  for (const shape::Shape& shape : model.shapes)
    if (const auto wrong = shape::violation(shape))
      return Violation{"shapes/vertex", fmt::format("{} (shape '{}')", *wrong, shortened(shape.name))};
  if (model.shape.empty()) return std::nullopt;
  if (model.shape.size() != model.size() || grouping.turn.size() != model.size())
    return Violation{"body/shape",
                     fmt::format("expected {} bodies as in mass, found {}", model.size(), model.shape.size())};
  const auto count = static_cast<Index>(model.shapes.size());
  for (std::size_t i = 0; i < model.size(); ++i) {
    const Index row = model.shape[i];
    if (row < -1 || row >= count || (row >= 0 && !can_be_of_body(model.shapes[static_cast<std::size_t>(row)])))
      return Violation{"body/shape", fmt::format("expected the row of a hull in a table of {} shapes, or -1, found {} "
                                                 "(body {})",
                                                 count, row, model.id[i])};
    if (row >= 0 && grouping.grain_of(i) < 0)
      return Violation{"grain", fmt::format("expected a grain for each hull, found none (body {})", model.id[i])};
    if (!(std::abs(grouping.turn[i].squaredNorm() - 1) < kUnitNormal))
      return Violation{"turn", fmt::format("expected a unit quaternion, found length {} (body {})",
                                           grouping.turn[i].norm(), model.id[i])};
  }
  return std::nullopt;
}

constexpr double kRigid = 1e-6;  // relative to the radius: largest distance between a member and its position in the
                                 // frame of its grain

// True if a body can have these principal moments. Each is a sum of two second moments, so the largest is at most the
// sum of the others, up to rounding.
bool possible(const Vec3& moments) { return 2 * moments.maxCoeff() <= (1 + 1e-9) * moments.sum(); }

// Members have the positions and motion that follow from their grain. Masses and members of grains come from the same
// list.
Found grains(const Model& model, const State& state) {
  const Grouping& grouping = state.grouping;
  const std::size_t n = model.size(), count = grouping.grains.size();
  if (count == 0) return std::nullopt;
  const auto label = [](std::size_t g) { return fmt::format("grain {}", g); };
  if (grouping.grain.size() != n || grouping.offset.size() != n)
    return Violation{"grain", fmt::format("expected {} bodies as in mass, found {}", n, grouping.grain.size())};
  const auto shapes = static_cast<Index>(model.shapes.size());
  if (state.orientation.size() != count)
    return Violation{"orientation", fmt::format("expected {} grains, found {}", count, state.orientation.size())};
  double fastest = 0;
  for (const Vec3& v : state.velocity) fastest = std::max(fastest, v.norm());
  for (std::size_t g = 0; g < count; ++g) {
    const Grain& grain = grouping.grains[g];
    if (grain.count < 1) return Violation{"grain", fmt::format("expected members, found none ({})", label(g))};
    if (!(finite(grain.moments) && grain.moments.minCoeff() > 0))
      return Violation{"moments", fmt::format("expected numbers > 0, found {} ({})", to_text(grain.moments), label(g))};
    if (!possible(grain.moments))
      return Violation{"grain/moments", fmt::format("expected principal moments of a body, none above the sum of the "
                                                    "others, found {} ({})",
                                                    to_text(grain.moments), label(g))};
    const std::span<const Index> members = grouping.members(g);
    const auto has_orientation = [&](Index i) { return is_oriented(model, static_cast<std::size_t>(i)); };
    if (!grain.excess.isZero(0) && std::any_of(members.begin(), members.end(), has_orientation))
      return Violation{"grain/moments", fmt::format("expected the moments of its hulls, found {} ({})",
                                                    to_text(grain.moments), label(g))};
    const Quaternion& q = state.orientation[g];
    if (!(std::abs(q.squaredNorm() - 1) < kUnitNormal))
      return Violation{"orientation",
                       fmt::format("expected a unit quaternion, found length {} ({})", q.norm(), label(g))};
    if (grain.shape < -1 || grain.shape >= shapes)
      return Violation{"grain/shape",
                       fmt::format("expected -1 for no shape, or an index below the number of shapes {}, found {} ({})",
                                   shapes, grain.shape, label(g))};
    const Mat3 axes = q.toRotationMatrix();
    const std::size_t first = grouping.first_member(g);
    const Vec3 spin = state.spin[first];
    for (const Index k : members) {
      const auto i = static_cast<std::size_t>(k);
      const Vec3 arm = axes * (grouping.offset[i] - grouping.offset[first]);
      const Vec3 miss = state.position[i] - state.position[first] - arm;
      if (!(miss.norm() < kRigid * model.radius[i]))
        return Violation{"position",
                         fmt::format("expected a member where its grain has it, found it {:.3g} m off (body {})",
                                     miss.norm(), model.id[i])};
      const Vec3 slip = state.velocity[i] - state.velocity[first] - spin.cross(arm);
      if (!(slip.norm() <= kRigid * (fastest + spin.norm() * arm.norm())))
        return Violation{"velocity",
                         fmt::format("expected a member that moves with its grain, found it {:.3g} m/s off (body {})",
                                     slip.norm(), model.id[i])};
      if (!((state.spin[i] - spin).norm() <= kRigid * spin.norm()))
        return Violation{"spin", fmt::format("expected the spin of its grain, found another (body {})", model.id[i])};
    }
  }
  return std::nullopt;
}

Found places(const Model& model, const Vec3s& position) {
  std::vector<std::size_t> order(position.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto before = [&](std::size_t a, std::size_t b) {
    const Vec3 &p = position[a], &q = position[b];
    return std::lexicographical_compare(p.begin(), p.end(), q.begin(), q.end());
  };
  std::sort(order.begin(), order.end(), before);
  const auto same = std::adjacent_find(order.begin(), order.end(),
                                       [&](std::size_t a, std::size_t b) { return position[a] == position[b]; });
  if (same == order.end()) return std::nullopt;
  const auto [first, second] = std::minmax(model.id[same[0]], model.id[same[1]]);
  return Violation{"position", fmt::format("expected bodies at different places, found two at {} (bodies {} and {})",
                                           to_text(position[*same]), first, second)};
}

constexpr std::pair<const char*, double DrivenPose::*> kPartsOfPoses[] = {{"travel of walls", &DrivenPose::travel},
                                                                          {"speed of walls", &DrivenPose::speed},
                                                                          {"rotation of walls", &DrivenPose::rotation},
                                                                          {"spin of walls", &DrivenPose::spin},
                                                                          {"work of walls", &DrivenPose::work}};

Found wall_poses(const Pile& pile) {
  const DrivenPoses& poses = pile.state.walls;
  const std::size_t count = pile.model.space.meshes.size();
  if (!poses.empty() && poses.size() != count)
    return Violation{"travel of walls", fmt::format("expected {} walls as in meshes, found {}", count, poses.size())};
  for (std::size_t k = 0; k < poses.size(); ++k) {
    if (is_finite(poses[k])) continue;
    for (const auto& [name, part] : kPartsOfPoses)
      if (!std::isfinite(poses[k].*part))
        return Violation{name, fmt::format("expected finite numbers, found {} (wall {})", poses[k].*part, k)};
  }
  return std::nullopt;
}

Found contacts(const Pile& pile) {
  const Contacts& c = pile.contacts;
  const auto n = static_cast<std::int64_t>(pile.size());
  const auto text = [](const ContactKey& key) { return fmt::format("{} {} {}", key.a, key.b, key.feature); };
  for (std::size_t k = 0; k < c.size(); ++k) {
    const ContactKey& key = c.key[k];
    if (key.a < 0 || key.a >= n || key.b >= n || (!key.on_wall() && key.b <= key.a))
      return Violation{"pair", fmt::format("expected rows a < b among {} bodies, or a wall, found {} {} (contact {})",
                                           n, key.a, key.b, k)};
    if (k > 0 && !(c.key[k - 1] < key))
      return Violation{
          "pair", fmt::format("expected pairs and features in rising order, found {} after {} (contact {})", text(key),
                              text(c.key[k - 1]), k)};
  }
  const auto label = [&](std::size_t k) {
    const ContactKey& key = c.key[k];
    const std::int64_t a = pile.model.id[static_cast<std::size_t>(key.a)];
    if (key.on_wall()) return fmt::format("contact of body {} and wall {}", a, key.wall());
    return fmt::format("contact of bodies {} and {}", a, pile.model.id[static_cast<std::size_t>(key.b)]);
  };
  const auto unit = [](const Vec3& v) { return std::abs(v.squaredNorm() - 1) < kUnitNormal; };
  for (std::size_t i = 1; i < c.columns.size(); ++i)
    if (!(c.columns[i - 1].name < c.columns[i].name))
      return Violation{c.columns[i].name,
                       "expected columns in the ascending order of their names, found another order"};
  Found found = each("normal", c.normal, "a unit vector", unit, label);
  if (const ContactColumn* image = c.find(kImage);
      !found && image != nullptr && (!image->odd || !std::holds_alternative<Vec3s>(image->value)))
    found = Violation{kImage, "expected a vector that changes its sign with the sides, found another column"};
  each_field(c, [&](const ContactField& field, const auto& values) {
    const char* expected = field.kind == FieldKind::scalar ? "a finite number" : "finite numbers";
    if (!found)
      found = each(
          field.name, values, expected, [](const auto& value) { return finite(value); }, label);
  });
  return found;
}

Found bonds(const Pile& pile) {
  const auto n = static_cast<std::int64_t>(pile.size());
  for (std::size_t k = 0; k < pile.bonds.size(); ++k) {
    const auto& [a, b] = pile.bonds.pair[k];
    if (a < 0 || b <= a || b >= n || (k > 0 && !(pile.bonds.pair[k - 1] < pile.bonds.pair[k])))
      return Violation{
          "bonds/pair",
          fmt::format("expected rows a < b among {} bodies in rising order, found {} {} (bond {})", n, a, b, k)};
  }
  const auto label = [&](std::size_t k) {
    const auto id = [&](Index body) { return pile.model.id[static_cast<std::size_t>(body)]; };
    return fmt::format("bond of bodies {} and {}", id(pile.bonds.pair[k][0]), id(pile.bonds.pair[k][1]));
  };
  Found found;
  each_field_of_bonds(pile.bonds, [&](const BondField& field, const auto& values) {
    const std::string quantity = "bonds/" + std::string(field.name);
    if (!found && values.size() != pile.bonds.size())
      found =
          Violation{quantity, fmt::format("expected {} bonds as in pair, found {}", pile.bonds.size(), values.size())};
    if (!found)
      found = each(
          quantity, values, "finite numbers", [](const auto& value) { return finite(value); }, label);
  });
  if (!found && pile.bonds.beams)
    found = each(
        "bonds/length", pile.bonds.length, "a number >= 0", [](double length) { return length >= 0; }, label);
  return found;
}

}  // namespace

std::optional<Violation> violation(const Pile& pile) {
  const Model& model = pile.model;
  const State& state = pile.state;
  const auto label = [&](std::size_t i) { return fmt::format("body {}", model.id[i]); };
  const auto positive = [](double x) { return finite(x) && x > 0; };
  const auto any = [](const Vec3& value) { return finite(value); };
  Found found = sizes(pile);
  if (!found) found = ids(model.id);
  if (!found) found = each("mass", model.mass, "a number > 0", positive, label);
  if (!found) found = each("radius", model.radius, "a number > 0", positive, label);
  if (!found) found = materials(model);
  if (!found && !std::isfinite(state.time))
    found = Violation{"time", fmt::format("expected a finite number, found {}", state.time)};
  if (!found && state.step < 0) found = Violation{"step", fmt::format("expected a number >= 0, found {}", state.step)};
  if (!found) found = each("position", state.position, "finite numbers", any, label);
  if (!found) found = each("position", state.position, "numbers below 1e100", is_place, label);
  if (!found) found = each("velocity", state.velocity, "finite numbers", any, label);
  if (!found) found = each("spin", state.spin, "finite numbers", any, label);
  if (!found) found = shapes(model, pile.state.grouping);
  if (!found) found = grains(model, state);
  if (!found) found = places(model, state.position);
  if (!found) found = wall_poses(pile);
  if (!found) found = contacts(pile);
  if (!found) found = bonds(pile);
  return found;
}

void check(const Pile& pile, const std::string& source) {
  if (const Found found = violation(pile))
    throw InputError(fmt::format("{}: {}: {}", source, found->quantity, found->text));
}

}  // namespace rubble
