#pragma once
// Spheres in the layout that the sweep reads, and the touching pairs of a chunk of spheres with their histories. Chunks
// have a fixed size. They are the unit of work of a thread and of every sum, so that no bit depends on the number of
// threads.
#include "base/account.hpp"
#include "base/pack.hpp"
#include "contact/candidates.hpp"
#include "ssdem/history.hpp"

#include <span>

namespace rubble::ssdem {

inline constexpr std::size_t kChunk = 256;  // number of spheres

// Force and torque on a body so far, or those that a pair of two chunks stores for its second body until they are
// fetched. The fourth component of the torque is the sum of the magnitudes of the forces; that of the force is 0.
struct alignas(64) Load {
  Xyzw force, torque;
};

// Data of a sphere that the sweep reads, side by side in memory. Velocities are predictions for the time of the
// positions.
struct SphereState {
  Xyzw position;  // fourth component: radius
  Xyzw velocity;  // fourth component: mass of the free sphere or the grain
  Xyzw spin;      // fourth component: moment of inertia; 0 for a member of a grain, which neither rolls nor twists
};

// Contribution of the rotation of a member's grain to the inverse effective mass of a push through the member's centre:
// a symmetric matrix A [kg-1] in the inertial frame; along n the effective mass is 1 / (1 / m + n.A n). 0 for free
// spheres.
struct RotationalInverseMass {
  Xyzw diagonal;  // xx, yy, zz
  Xyzw mixed;     // yz, zx, xy
};

// Spheres in the order of the space-filling curve.
struct Spheres {
  std::vector<SphereState> state;
  std::vector<RotationalInverseMass> rotational_inverse_mass;  // one per sphere; empty where laws use total masses
  std::vector<Load> crossing;                                  // one per pair of two chunks
};

// A plane at the time of the sweep.
struct Wall {
  Vec3 point, normal, velocity;
};

// Arrays by contact, in key order, padded to whole packs with copies of the last contact.
struct ChunkContacts {
  std::vector<Index> candidate;  // index in the list
  std::vector<Index> a, b;       // b: body, or number of the plane
  std::vector<Index> load;       // slot for the second body's share: see NeighbourList
  std::array<Reals, kHistoryParts> history;
  std::size_t count = 0;

  void resize();  // resizes the index arrays to whole packs of `count` contacts
  void pad();     // fills with copies of the last contact
};

struct SweepTotals {
  Account power;   // rates: heat [W], work of walls [W], force [N] and torque about the origin [N m] from walls
  Account heat;    // of slipping springs and separated contacts [J]
  Account stored;  // energy in the springs of the contacts, by the channel that it turns into [J]
  double worst_overlap = 0;
  std::size_t touching = 0;
  void add(const SweepTotals& other) {
    power.add(other.power, 1);
    heat.add(other.heat, 1);
    stored.add(other.stored, 1);
    worst_overlap = std::max(worst_overlap, other.worst_overlap);
    touching += other.touching;
  }
};

// A load on a body of a chunk from a pair of another chunk, sorted by body, then by pair.
struct Incoming {
  Index body, crossing;  // index within the chunk, row of Spheres::crossing
};

struct Chunk {
  std::size_t first_body = 0, last_body = 0;
  std::size_t first = 0, last = 0;            // candidates
  std::size_t first_wall = 0, last_wall = 0;  // wall candidates
  ChunkContacts spheres, walls;
  std::vector<Incoming> incoming;
  std::size_t earliest = 0;  // first chunk with pairs that act on this chunk
  std::vector<Index> now;    // buffer for the candidates that touch
  Load* load = nullptr;      // loads of the chunk's bodies in this sweep
  std::vector<Load> kept;    // buffer for loads that are fetched later
  SweepTotals totals;

  // Sets all loads to zero. If loads are fetched at once, they are in a buffer that all chunks of this thread use in
  // turn, so that it stays in the cache.
  void begin_loads(bool at_once);
};

// The neighbour list, with the data that the chunks need.
struct NeighbourList {
  contact::Candidates list;
  std::vector<Index>
      load;  // slot for b's share, by candidate: index within the chunk, or kChunk + row of Spheres::crossing
  std::size_t crossing = 0;  // number of pairs of two chunks
};

// (candidates, N) => the list with the slots of their loads. It also sets the ranges, incoming pairs and buffers of the
// chunks.
NeighbourList distribute(contact::Candidates list, std::size_t n, std::vector<Chunk>& chunks);

// Updates the contacts. Arguments: the previous contacts; candidates that touch now, in key order; their bodies by
// candidate; the parts of the history in use. Histories stay with their pairs, and new histories are zero. parted(k) is
// called, in order, for each previous contact that has ended, before the arrays change.
template <class Parted>
void update(ChunkContacts& contacts, std::span<const Index> now, const Index* a, const Index* b, const Index* load,
            std::span<const HistoryPart> parts, Parted&& parted) {
  if (std::equal(now.begin(), now.end(), contacts.candidate.begin(),
                 contacts.candidate.begin() + static_cast<std::ptrdiff_t>(contacts.count)))
    return;
  thread_local std::vector<Index> from;  // index among the previous contacts, or -1
  thread_local Reals old;
  from.resize(now.size());
  std::size_t k = 0;
  for (std::size_t j = 0; j < now.size(); ++j) {
    for (; k < contacts.count && contacts.candidate[k] < now[j]; ++k) parted(k);
    from[j] = k < contacts.count && contacts.candidate[k] == now[j] ? static_cast<Index>(k++) : -1;
  }
  for (; k < contacts.count; ++k) parted(k);

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
}

}  // namespace rubble::ssdem
