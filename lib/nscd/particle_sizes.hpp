#pragma once
// Sizes and shapes of the particles of a model, and the faces that they share within grains. Contact Dynamics measures
// overlaps in units of their thickness.
#include "detect/seams.hpp"
#include "model/pile.hpp"

namespace rubble::nscd {

// (model) => half the least width of each particle along the normals of its faces [m]; for a sphere its radius.
Reals half_thicknesses(const Model& model);

class ParticleSizes {
 public:
  ParticleSizes(const Model& model, const Grouping& grouping);

  const Reals& bound() const { return bound_; }            // radius of the bounding ball of each particle [m]
  const Reals& half() const { return half_; }              // half the least thickness of each particle [m]
  double thinnest() const { return thinnest_; }            // minimum of half() [m]
  double smallest() const { return smallest_; }            // smallest radius [m]
  double mean_diameter() const { return mean_diameter_; }  // [m]
  double thinner(const ContactKey& key) const;             // half() of the thinner body of a contact [m]
  bool are_spheres(const ContactKey& key) const;           // true for two spheres, false at a wall
  const detect::Seams& seams() const { return seams_; }    // of compounds of hulls

  // Orientations of the particles of a state, the identity for spheres; empty if all are spheres.
  std::vector<Quaternion> turns(const Model& model, const State& state) const;
  // (state, orientations of its particles, period of space [m]) => input of the narrow phase, which refers to all of
  // them.
  detect::PlacedBodies placed(const State& state, const std::vector<Quaternion>& turn, const Vec3& period) const {
    return {state.position, radius_, solid_, turn, solids_, ImageLattice{period}};
  }

 private:
  bool is_oriented(Index row) const { return !solid_.empty() && solid_[static_cast<std::size_t>(row)] >= 0; }

  std::vector<std::vector<detect::CompoundPart>> compounds(const Model& model, const Grouping& grouping) const;

  Reals radius_, bound_, half_;                             // of each particle [m]
  double smallest_ = 0, thinnest_ = 0, mean_diameter_ = 0;  // [m]
  std::vector<shape::PreparedShape> solids_;                // shapes of the model with an orientation
  std::vector<Index>
      solid_;  // index of each particle's shape in `solids_`, or -1 for a sphere; empty if all are spheres
  detect::Seams seams_;
};

}  // namespace rubble::nscd
