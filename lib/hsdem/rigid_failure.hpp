#pragma once
// Rigid failure of aggregates, as in the strength study: spheres whose bonds exceed the strength. docs/theory.md 13.4.
#include "base/non_copyable.hpp"
#include "hsdem/aggregates.hpp"
#include "hsdem/parameters.hpp"
#include "laws/bond_strength.hpp"

#include <map>
#include <optional>

namespace rubble::hsdem {

// (model, aggregate) => radius of a ball with the total volume of its members [m].
double effective_radius(const Model& model, const RigidBody& body);

// (strength, effective radius [m]) => limits of the stress [Pa]; infinite if there is no limit.
struct StressLimits {
  double tensile, shear;
};
StressLimits stress_limits(const RigidStrength& strength, double radius);

using Stress = laws::BondStress;

// (model, aggregate, acceleration of each sphere of the pile by gravity [m s-2]) => one entry per member. The bond
// gives the difference between the acceleration in the rigid motion and gravity.
std::vector<Stress> bond_stresses(const Model& model, const RigidBody& body, const Vec3s& gravity);

// (model, aggregate, stresses of its bonds, strength) => rows of the members that fail, in rising order.
std::vector<Index> overloaded(const Model& model, const RigidBody& body, const std::vector<Stress>& stress,
                              const RigidStrength& strength);

// Two members of an aggregate that touch, at a gap below 2e-6 of the smaller radius: their numbers in the aggregate,
// and the normal in its frame.
struct TouchingMembers {
  std::size_t a, b;
  Vec3 normal;  // unit vector from a to b
};
std::vector<TouchingMembers> touching_members(const Model& model, const RigidBody& body);

// (aggregate, stresses of its bonds, its remainder if some members stay, stresses of the remainder's bonds) =>
// acceleration that each member loses when its bonds break or change [m s-2]. A member that leaves loses all of the
// acceleration by its bond.
Vec3s released_accelerations(const RigidBody& body, const std::vector<Stress>& stress,
                             const std::optional<RigidBody>& rest, const std::vector<Stress>& rest_stress);

// (unit vector from a to b, released accelerations of a and b) => true if two touching spheres separate after this
// release.
inline bool are_pulled_apart(const Vec3& normal, const Vec3& a, const Vec3& b) { return normal.dot(a - b) > 0; }

// (aggregate, its touching members, rows of the failing members in rising order, released accelerations) => rows of the
// members that leave, in rising order. A failing member stays if it is connected to a staying member through touching
// pairs that do not separate. If all members fail, the largest connected group stays; of equally large ones, the one
// with the first member. If no members are connected, all leave.
std::vector<Index> unsupported(const RigidBody& body, const std::vector<TouchingMembers>& touching,
                               const std::vector<Index>& rows, const Vec3s& released);

// Releases spheres from aggregates at the start of each step.
class RigidFailure : NonCopyable {
 public:
  // (parameters, all bodies) The bodies must outlive the object.
  RigidFailure(const Parameters& p, Aggregates& bodies);

  // False if no aggregate can fail.
  bool may_occur() const { return strength_.has_value(); }
  // (model, acceleration of each sphere of the pile by gravity [m s-2], counts of the run) Spheres whose bonds exceed
  // the strength leave their aggregates with their present motion. => true if any left
  bool release(const Model& model, const Vec3s& gravity, Counts& counts);
  // Forgets the touching members of aggregates, because spheres have changed bodies.
  void forget_touching() { touching_.clear(); }

  // (two spheres) => true if both left the same aggregate at the start of the step.
  bool left_one_aggregate(Index a, Index b) const;
  // (two spheres, unit vector from a to b) => true if the aggregate of both failed at the start of the step and they
  // separate now that their bonds are gone. Kicks make them approach at first. Their acceleration away from each other
  // takes effect only within the drift. docs/theory.md 13.4.
  bool pulled_apart(Index a, Index b, const Vec3& normal) const;

 private:
  // Sphere of an aggregate that failed at the start of the step.
  struct FailedSphere {
    Index aggregate = -1;              // former body; -1 for spheres of aggregates that did not fail
    Vec3 acceleration = Vec3::Zero();  // acceleration by its bonds that it lost [m s-2]
  };
  // Stresses of the bonds of an aggregate, and the rows of its members whose bonds exceed its strength.
  struct Overload {
    std::vector<Stress> stress;
    std::vector<Index> rows;
  };
  // Rows of the members that leave an aggregate. If bodies may stick, also the acceleration by its bonds that each
  // member of the aggregate loses [m s-2].
  struct Leaving {
    std::vector<Index> rows;
    Vec3s released;
  };

  std::vector<Overload> overloads_of(const Model& model, const Vec3s& gravity) const;
  Leaving leaving_of(const Model& model, std::size_t m, const Overload& overload, const Vec3s& gravity);
  void detach(const Model& model, std::size_t m, const Leaving& leaving);

  Aggregates& bodies_;
  std::optional<RigidStrength> strength_;
  bool bodies_may_stick_;
  std::map<std::size_t, std::vector<TouchingMembers>> touching_;  // of aggregates that failed
  std::vector<FailedSphere> failed_;                              // of each sphere; empty in a step without failures
};

}  // namespace rubble::hsdem
