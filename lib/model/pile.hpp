#pragma once
// A pile: the bodies (Model), their motion (State), their contacts (Contacts), and their elastic bonds (Bonds). SI
// units.
#include "base/vec.hpp"
#include "model/body_columns.hpp"
#include "model/bonds.hpp"
#include "model/contacts.hpp"
#include "model/grouping.hpp"
#include "model/space.hpp"
#include "shape/shape.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace rubble {

struct Material {
  std::string name;
  double density = 0;  // [kg m-3]
};

// Properties of bodies, one entry per body. A body is a sphere, free or a member of a grain, or a hull, which is always
// a member of a grain. No method changes them.
struct Model {
  std::vector<std::int64_t> id;        // unique, >= 0; kept by every tool
  Reals mass;                          // [kg] > 0
  Reals radius;                        // radius of a sphere, or of the ball with a hull's volume [m] > 0
  std::vector<std::int32_t> material;  // index into materials
  std::vector<Material> materials;
  std::vector<shape::Shape> shapes;  // shapes of hulls, and shapes from which grains were made
  std::vector<Index> shape;          // index of the hull in shapes, or -1 for a sphere; empty if no body is a hull
  Space space;                       // space that contains the bodies

  std::size_t size() const { return mass.size(); }
  // Moment of inertia of a sphere [kg m2].
  double inertia(std::size_t i) const { return 0.4 * mass[i] * radius[i] * radius[i]; }
};

// All that a method may change.
struct State {
  double time = 0;  // [s]
  std::int64_t step = 0;
  Vec3s position;                       // centre of mass [m]
  Vec3s velocity;                       // [m s-1]
  Vec3s spin;                           // spin of the body or of its grain; inertial frame [rad s-1]
  Grouping grouping;                    // bodies that move together
  std::vector<Quaternion> orientation;  // for each grain: rotation from the principal frame to inertial axes
  std::vector<BodyColumn> columns;      // sorted by comes_before(); each has one value for each body
  DrivenPoses walls;                    // of the triangulated walls of the model's space; empty if none is driven
};

// (model, grouping, body) => mass that moves if the body is pushed [kg]: the mass of its grain, or of the free body.
inline double moving_mass(const Model& model, const Grouping& grouping, std::size_t i) {
  const Index grain = grouping.grain_of(i);
  return grain < 0 ? model.mass[i] : grouping.grains[static_cast<std::size_t>(grain)].mass;
}

struct Pile {
  Model model;
  State state;
  Contacts contacts;
  Bonds bonds;

  std::size_t size() const { return model.size(); }
};

// An array with one entry per body.
template <class T>
struct BodyField {
  T none;         // value of a body that has none
  bool optional;  // the array is empty if no body has a value
};

// (state, name of a column, type of its values) => these values; an empty array if the state has none.
template <class T>
const std::vector<T>& values_in(const State& state, std::string_view name) {
  static const std::vector<T> none;
  const std::vector<T>* found = find_values<T>(state.columns, name);
  return found == nullptr ? none : *found;
}

// Calls visit(field, array of each pile ...) for each array of model and state with one entry per body, so that all
// code that removes, sorts and adds bodies uses this list. Only arrays of the first pile may be changed; it is given
// the columns of the others. For arrays of grains (`grains`, `member`, `orientation`) see model/grains.hpp.
template <class Visit, class... Others>
void each_of_bodies(Visit&& visit, Pile& pile, const Others&... others) {
  const Vec3 zero = Vec3::Zero();
  const Quaternion unturned = Quaternion::Identity();
  (add_columns_of(pile.state.columns, others.state.columns, pile.size()), ...);
  visit(BodyField<std::int64_t>{0, false}, pile.model.id, others.model.id...);
  visit(BodyField<double>{0, false}, pile.model.mass, others.model.mass...);
  visit(BodyField<double>{0, false}, pile.model.radius, others.model.radius...);
  visit(BodyField<std::int32_t>{0, false}, pile.model.material, others.model.material...);
  visit(BodyField<Index>{-1, true}, pile.model.shape, others.model.shape...);
  visit(BodyField<Quaternion>{unturned, true}, pile.state.grouping.turn, others.state.grouping.turn...);
  visit(BodyField<Index>{-1, true}, pile.state.grouping.grain, others.state.grouping.grain...);
  visit(BodyField<Vec3>{zero, true}, pile.state.grouping.offset, others.state.grouping.offset...);
  visit(BodyField<Vec3>{zero, false}, pile.state.position, others.state.position...);
  visit(BodyField<Vec3>{zero, false}, pile.state.velocity, others.state.velocity...);
  visit(BodyField<Vec3>{zero, false}, pile.state.spin, others.state.spin...);
  for (BodyColumn& column : pile.state.columns)
    std::visit(
        [&]<class T>(std::vector<T>& values) {
          visit(BodyField<T>{no_value<T>(), false}, values, values_in<T>(others.state, column.name)...);
        },
        column.value);
}

}  // namespace rubble
