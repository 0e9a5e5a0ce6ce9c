#pragma once
// A pile: the bodies (Model), their motion (State), their contacts (Contacts), and their elastic bonds (Bonds). SI
// units.
#include "base/vec.hpp"
#include "model/body_columns.hpp"
#include "model/bonds.hpp"
#include "model/contacts.hpp"
#include "model/space.hpp"
#include "shape/shape.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rubble {

struct Material {
  std::string name;
  double density = 0;  // [kg m-3]
};

// A rigid unit: bodies glued together, or one hull. Its mass is the sum of its members' masses, and its inertia is that
// of its members plus `excess`. Sums of momentum, energy and gravity over bodies are therefore sums over grains.
// docs/decisions/0013-grains.md.
struct Grain {
  Index begin = 0, count = 0;   // its members: Grouping::member[begin ... begin + count - 1]
  double mass = 0;              // [kg]
  Vec3 moments = Vec3::Zero();  // principal moments of inertia [kg m2]
  // Its inertia minus that of its members, in its principal frame [kg m2]. It is 0 unless members overlap and their
  // common volume counts once. It is added to the inertia of the first member (own_inertia() in model/grains.hpp).
  Mat3 excess = Mat3::Zero();
  Index shape = -1;  // index into Model::shapes, or -1 if the grain was not made from a shape
};

// Grouping of bodies into rigid units; all arrays are empty without grains. Methods with sticking and breaking change
// the grouping during a run.
struct Grouping {
  std::vector<Grain> grains;
  std::vector<Index> grain;      // for each body: the grain that it is a member of, or -1
  Vec3s offset;                  // for each body: position of a member in its grain's principal frame [m]
  std::vector<Quaternion> turn;  // for each body: rotation from the frame of a hull's shape to that of its grain; empty
                                 // without hulls
  std::vector<Index> member;     // bodies of the grains, one grain after the other, ascending within each

  std::span<const Index> members(std::size_t g) const {
    return {member.data() + grains[g].begin, static_cast<std::size_t>(grains[g].count)};
  }
  std::size_t first_member(std::size_t g) const { return static_cast<std::size_t>(member[grains[g].begin]); }
};

// Properties of bodies, one entry per body. A body is a sphere, free or a member of a grain, or a hull, which is always
// a member of a grain. Only the grouping changes during a run.
struct Model : Grouping {
  std::vector<std::int64_t> id;        // unique, >= 0; kept by every tool
  Reals mass;                          // [kg] > 0
  Reals radius;                        // radius of a sphere, or of the ball with a hull's volume [m] > 0
  std::vector<std::int32_t> material;  // index into materials
  std::vector<Material> materials;
  std::vector<shape::Shape> shapes;  // shapes of hulls, and shapes from which grains were made
  std::vector<Index> shape;          // index of the hull in shapes, or -1 for a sphere; empty if no body is a hull
  Space space;                       // space that contains the bodies

  std::size_t size() const { return mass.size(); }
  Index grain_of(std::size_t i) const { return grain.empty() ? -1 : grain[i]; }
  // Mass that moves if the body is pushed [kg]: the mass of its grain, or of the free body.
  double moving_mass(std::size_t i) const {
    return grain_of(i) < 0 ? mass[i] : grains[static_cast<std::size_t>(grain[i])].mass;
  }
  double inertia(std::size_t i) const {
    return 0.4 * mass[i] * radius[i] * radius[i];
  }  // moment of inertia of a
     // sphere [kg m2]
};

struct State {
  double time = 0;  // [s]
  std::int64_t step = 0;
  Vec3s position;                       // centre of mass [m]
  Vec3s velocity;                       // [m s-1]
  Vec3s spin;                           // spin of the body or of its grain; inertial frame [rad s-1]
  std::vector<Quaternion> orientation;  // for each grain: rotation from the principal frame to inertial axes
  std::vector<BodyColumn> columns;      // sorted by comes_before(); each has one value for each body
};

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

// (pile, name of a column, type of its values) => these values; an empty array if the pile has none.
template <class T>
const std::vector<T>& values_in(const Pile& pile, std::string_view name) {
  static const std::vector<T> none;
  const std::vector<T>* found = find_values<T>(pile.state.columns, name);
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
  visit(BodyField<Quaternion>{unturned, true}, pile.model.turn, others.model.turn...);
  visit(BodyField<Index>{-1, true}, pile.model.grain, others.model.grain...);
  visit(BodyField<Vec3>{zero, true}, pile.model.offset, others.model.offset...);
  visit(BodyField<Vec3>{zero, false}, pile.state.position, others.state.position...);
  visit(BodyField<Vec3>{zero, false}, pile.state.velocity, others.state.velocity...);
  visit(BodyField<Vec3>{zero, false}, pile.state.spin, others.state.spin...);
  for (BodyColumn& column : pile.state.columns)
    std::visit(
        [&]<class T>(std::vector<T>& values) {
          visit(BodyField<T>{no_value<T>(), false}, values, values_in<T>(others, column.name)...);
        },
        column.value);
}

}  // namespace rubble
