#pragma once
// The contact sweep: every candidate pair once, forces into a contact-indexed buffer, totals by fixed blocks of bodies,
// so that neither the number of threads nor the moment when the list was built changes a bit.
#include "base/work.hpp"
#include "contact/candidates.hpp"
#include "model/pile.hpp"
#include "ssdem/parameters.hpp"

namespace rubble::ssdem {

// What the sweep reads of a body, side by side in memory. Velocities are those predicted for the time of the positions.
struct Mover {
  Vec3 position;
  double radius;
  Vec3 velocity;
  double mass;
  Vec3 spin;
  double inertia;
};

// A plane at the time of the sweep.
struct Wall {
  Vec3 point, normal, velocity;
};

// Contact memories by candidate; only those that the laws use have entries.
struct Memories {
  Vec3s sliding, rolling;
  Reals twisting, previous;
};

struct ContactForce {
  Vec3 force;               // on a; -force on b [N]
  Vec3 torque_a, torque_b;  // about their centres [N m]
};

struct Totals {
  Work power;  // steady rates: heat [W], work of walls [W], force [N] and torque about the origin [N m] from walls
  Work heat;   // of slipping springs and parted contacts [J]
  double worst_overlap = 0;
  std::size_t touching = 0;
  void add(const Totals& other) {
    power.add(other.power, 1), heat.add(other.heat, 1);
    worst_overlap = std::max(worst_overlap, other.worst_overlap), touching += other.touching;
  }
};

struct Scene {
  const Parameters& laws;
  const std::vector<Mover>& movers;
  const std::vector<Wall>& walls;
  const contact::Candidates& list;
  double before = 0, after = 0;  // halves of the step around this evaluation [s]
  double dt = 0;                 // [s]
};

// (scene) => forces, touching flags, totals; memories are brought forward.
void sweep(const Scene& scene, Memories& memories, std::vector<char>& touching, std::vector<ContactForce>& forces,
           Totals& totals);

// (scene, memories as they are half a step ahead) => the touching pairs as they are now. Changes nothing.
Contacts snapshot(const Scene& scene, const Memories& memories);

}  // namespace rubble::ssdem
