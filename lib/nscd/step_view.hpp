#pragma once
// Data of one step that several parts of the step read.
#include "model/external.hpp"
#include "nscd/parameters.hpp"
#include "nscd/particle_sizes.hpp"
#include "nscd/path_pairs.hpp"
#include "nscd/rigid_bodies.hpp"

namespace rubble::nscd {

// The particles at the time at which a step evaluates forces and finds contacts, and their paths from there.
struct Prediction {
  State state;                        // at that time
  std::vector<Quaternion> turn = {};  // orientations of the particles; empty if all are spheres
  double span = 0;                    // time until the next evaluation of forces [s]
  double fastest = 0;                 // fastest_speed() at that time [m s-1]
  Vec3 common = Vec3::Zero();         // displacement of all particles in the span by common_velocity() [m]
  shape::Moves move = {};             // displacement of each particle in the span, without impulses
};

struct StepView {
  const Parameters& p;
  const Model& model;
  const External& external;
  const ParticleSizes& sizes;
  const RigidBodies& bodies;
  const Prediction& predicted;
  const detect::ContactPoints& found;  // points near the predicted positions
  const PathPairs& pairs;              // pairs that were moved to their first touch

  // The contact's rigid bodies; -1 for a wall.
  Index body_a(const ContactKey& key) const { return bodies.of_row(static_cast<std::size_t>(key.a)); }
  Index body_b(const ContactKey& key) const {
    return key.on_wall() ? -1 : bodies.of_row(static_cast<std::size_t>(key.b));
  }
  // Displacement from b to the image of b that touches a at a point [m].
  Vec3 image_of(std::size_t point) const { return found.image.empty() ? Vec3(Vec3::Zero()) : found.image[point]; }
};

}  // namespace rubble::nscd
