#pragma once
// Spheres in the layout that the sweep reads, and the touching pairs of a chunk of spheres with their histories. Chunks
// have a fixed size. They are the unit of work of a thread and of every sum, so that no bit depends on the number of
// threads.
#include "detect/candidates.hpp"
#include "detect/surface_candidates.hpp"
#include "model/account.hpp"
#include "simd/pack.hpp"
#include "ssdem/history.hpp"

#include <span>

namespace rubble::ssdem {

inline constexpr std::size_t kChunk = 256;  // number of spheres

// Sums of contact forces [N] on a body and of their torques about its centre [N m]. For a pair whose bodies are in
// different chunks, the load on the second body is stored in this form until that body's chunk fetches it. The fourth
// component of the torque is the sum of |F_x| + |F_y| + |F_z| over the forces [N]; that of the force is 0.
struct alignas(64) Load {
  Xyzw force, torque;
};

// Data of a sphere that the sweep reads, side by side in memory. Velocities are predictions for the time of the
// positions.
struct SphereState {
  Xyzw position;  // [m]; fourth component: radius [m]
  Xyzw velocity;  // [m s-1]; fourth component: mass of the free sphere or the grain [kg]
  Xyzw spin;      // [rad s-1]; fourth component: moment of inertia [kg m2]; 0 for a member of a grain, which neither
                  // rolls nor twists
};

// Contribution of the rotation of a member's grain to the inverse effective mass of a push through the member's centre:
// a symmetric matrix A [kg-1] in the inertial frame (docs/theory.md 8.7). Along n the effective mass is 1 / (1 / m +
// n.A n). A = 0 for free spheres.
struct RotationalInverseMass {
  Xyzw diagonal;  // xx, yy, zz
  Xyzw mixed;     // yz, zx, xy
};

// Mean motion of a sphere in the last drift: velocity [m s-1] and spin [rad s-1].
struct MeanMotion {
  Xyzw velocity, spin;
};

// Spheres in the order of the space-filling curve.
struct Spheres {
  std::vector<SphereState> state;
  std::vector<Index> material_class;  // of each sphere; empty if all contacts have the same laws
  std::vector<RotationalInverseMass> rotational_inverse_mass;  // one per sphere; empty where laws use total masses
  std::vector<Load> crossing;     // loads on the second bodies of pairs whose bodies are in different chunks
  std::vector<Load> bonded;       // one per sphere: its loads by bonds; empty without bonds
  std::vector<MeanMotion> drift;  // one per sphere; empty without bonds
};

// A plane at the time of the sweep.
struct Wall {
  Vec3 point;                // [m]
  Vec3 normal;               // unit vector, towards the bodies
  Vec3 velocity;             // at the contact [m s-1]
  Vec3 spin = Vec3::Zero();  // of the wall it belongs to [rad s-1]
  double share = 1;          // rate of the overlap / speed of approach: detect::SurfaceTouch
  Index driven = -1;         // number of the triangulated wall if a force or torque drives it
  Vec3 path = Vec3::Zero();  // velocity at the contact and spin of a driven wall, divided by its speed
  Vec3 turn = Vec3::Zero();
};

// Arrays by contact, in key order, padded to whole packs with copies of the last contact.
struct ChunkContacts {
  std::vector<Index> candidate;  // index in the list
  std::vector<Index> a, b;       // b: body, or number of the plane
  std::vector<Index> law;        // number of the pair of materials; empty if all contacts have the same laws
  std::vector<Index> load;       // slot of the load on b: see NeighbourList::load
  std::array<Reals, kHistoryParts> history;  // by HistoryPart; empty for parts that the laws do not use
  std::size_t count = 0;

  void resize();  // resizes the index arrays to whole packs of `count` contacts
  void pad();     // fills the padding with copies of the last contact
};

struct SweepTotals {
  Account power;   // rates: heat [W], work of walls [W], force of walls [N], and torque about the origin [N m] of walls
                   // and of pairs across a face of a periodic box
  Account heat;    // of springs that slip or change their stiffness, and of separated contacts [J]
  Account stored;  // energy in the springs of the contacts, by the channel that it turns into, and energy that
                   // attractions lend (attachment.hpp) [J]
  double worst_overlap = 0;       // largest overlap / smaller radius
  std::vector<Load> probed = {};  // loads on the targets of probes, which each chunk sums alone (contact_probes.hpp)
  Reals on_driven = {};           // force along or torque about the axis of each driven wall (driven_walls.hpp)
  void add(const SweepTotals& other) {
    power.add(other.power, 1);
    heat.add(other.heat, 1);
    stored.add(other.stored, 1);
    worst_overlap = std::max(worst_overlap, other.worst_overlap);
  }
};

// Location of the load that a pair of another chunk exerts on a body of this chunk. A chunk's list of them is sorted by
// body, then by pair.
struct Incoming {
  Index body, crossing;  // index of the body within the chunk, index in Spheres::crossing
};

// Indices [first, last).
struct Range {
  std::size_t first = 0, last = 0;
};

// Contacts with triangulated walls, in the order of bodies, walls and triangles. Each is evaluated as a contact with a
// plane of its own, which touches the wall at the contact point.
struct SurfaceContacts {
  ChunkContacts contacts;   // b: index in `planes`; candidate: number of the triangle that identifies the contact
  std::vector<Index> wall;  // number of the wall of each contact
  std::vector<Wall> planes;
};

struct Chunk {
  Range bodies;             // places of its spheres
  Range pairs, wall_pairs;  // its candidates in the list: pairs of spheres, spheres with walls
  ChunkContacts spheres, walls;
  SurfaceContacts surfaces;
  std::vector<Incoming> incoming;
  std::size_t earliest = 0;  // first chunk with pairs that act on this chunk
  std::vector<Index> now;    // buffer for the candidates that touch
  Load* load = nullptr;      // loads of the chunk's bodies in this sweep
  std::vector<Load> kept;    // buffer for loads of bodies that move after all chunks have been swept
  SweepTotals totals;

  // Sets the loads of the chunk's bodies to those by bonds (by place), or to zero if there are none. at_once: true if
  // these bodies move directly after the sweep of this chunk. The loads are then in a buffer that the thread uses again
  // for its next chunk, so that it stays in the cache. Otherwise they are in `kept`.
  void begin_loads(bool at_once, const std::vector<Load>& bonded);
};

// The neighbour list, with the data that the chunks need.
struct NeighbourList {
  detect::Candidates list;
  detect::SurfaceCandidates surfaces;
  std::vector<Index> load;  // for each candidate, the slot of the load on b: index of b within the chunk if a is in the
                            // same chunk, otherwise kChunk + index in Spheres::crossing
  std::size_t crossing = 0;  // number of candidates whose bodies are in different chunks
};

// (candidates, candidates of triangulated walls, number of spheres) => the list with the slots of the loads. It also
// sets the ranges, incoming pairs and buffers of the chunks.
NeighbourList distribute(detect::Candidates list, detect::SurfaceCandidates surfaces, std::size_t n,
                         std::vector<Chunk>& chunks);

// Updates the contacts. Arguments: the previous contacts; indices of the candidates that touch now, ascending; a, b and
// load slot of each candidate (load: nullptr for walls); the parts of the history in use. Histories stay with their
// pairs, and new histories are zero. ended(k) is called, in order, for each previous contact that has ended, before
// the arrays change. => true if the contacts changed.
template <class Ended>
bool update(ChunkContacts& contacts, std::span<const Index> now, const Index* a, const Index* b, const Index* load,
            std::span<const HistoryPart> parts, Ended&& ended) {
  if (std::equal(now.begin(), now.end(), contacts.candidate.begin(),
                 contacts.candidate.begin() + static_cast<std::ptrdiff_t>(contacts.count)))
    return false;
  thread_local std::vector<Index> from;  // index among the previous contacts, or -1
  thread_local Reals old;
  from.resize(now.size());
  std::size_t k = 0;
  for (std::size_t j = 0; j < now.size(); ++j) {
    for (; k < contacts.count && contacts.candidate[k] < now[j]; ++k) ended(k);
    from[j] = k < contacts.count && contacts.candidate[k] == now[j] ? static_cast<Index>(k++) : -1;
  }
  for (; k < contacts.count; ++k) ended(k);

  contacts.count = now.size();
  contacts.resize();
  for (const HistoryPart part : parts) {
    Reals& numbers = contacts.history[part];
    old.assign(numbers.begin(), numbers.end());
    numbers.resize(contacts.a.size());
    for (std::size_t j = 0; j < now.size(); ++j)
      numbers[j] = from[j] >= 0 ? old[static_cast<std::size_t>(from[j])] : 0.0;
  }
  for (std::size_t j = 0; j < now.size(); ++j) {
    const auto c = static_cast<std::size_t>(now[j]);
    contacts.candidate[j] = now[j];
    contacts.a[j] = a[c];
    contacts.b[j] = b[c];
    contacts.load[j] = load != nullptr ? load[c] : 0;
  }
  contacts.pad();
  return true;
}

}  // namespace rubble::ssdem
