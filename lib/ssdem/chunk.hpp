#pragma once
// Spheres as the sweep reads them, and the touching pairs of a chunk of spheres with what they remember. Chunks have a
// fixed size: they are the unit of work of a thread and of every sum, so that no bit depends on the number of threads.
#include "base/account.hpp"
#include "base/pack.hpp"
#include "contact/candidates.hpp"
#include "ssdem/history.hpp"

#include <span>

namespace rubble::ssdem {

inline constexpr std::size_t kChunk = 256;  // spheres

// Force and torque on a body so far, or those that a pair of two chunks holds for its second body until they are
// fetched. The fourth number of the torque is the sum of the forces' sizes, that of the force is 0.
struct alignas(64) Load {
  Xyzw force, torque;
};

// Data of a sphere that the sweep reads, side by side in memory. Velocities are those predicted for the time of the
// positions.
struct SphereState {
  Xyzw position;  // and radius
  Xyzw velocity;  // and mass of what moves with it
  Xyzw spin;      // and moment of inertia; 0 for a member of a grain, which neither rolls nor twists
};

// Contribution of the rotation of a member's grain to the inverse effective mass of a push through the member's centre:
// a symmetric matrix A [kg-1] in the inertial frame; along n the effective mass is 1 / (1 / m + n.A n). 0 for free
// spheres.
struct RotationalInverseMass {
  Xyzw diagonal;  // xx, yy, zz
  Xyzw mixed;     // yz, zx, xy
};

// In the order of the curve.
struct Spheres {
  std::vector<SphereState> state;
  std::vector<RotationalInverseMass> rotational_inverse_mass;  // of each; empty where laws take total masses
  std::vector<Load> crossing;                                  // by pair of two chunks
};

// A plane at the time of the sweep.
struct Wall {
  Vec3 point, normal, velocity;
};

// Arrays by contact, in key order, padded to whole packs with copies of the last contact.
struct ChunkContacts {
  std::vector<Index> candidate;  // number in the list
  std::vector<Index> a, b;       // b: body, or number of the plane
  std::vector<Index> load;       // takes the second body's share: see NeighbourList
  std::array<Reals, kHistoryParts> history;
  std::size_t count = 0;

  void resize();  // index arrays to whole packs of `count` contacts
  void pad();     // with copies of the last contact
};

struct SweepTotals {
  Account power;   // steady rates: heat [W], work of walls [W], force [N] and torque about the origin [N m] from walls
  Account heat;    // of slipping springs and parted contacts [J]
  Account stored;  // in the springs of the contacts, by the channel that they turn into [J]
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

// A load on a body of a chunk from a pair of another chunk: in order of body, then of pair.
struct Incoming {
  Index body, crossing;  // number within the chunk, row of Spheres::crossing
};

struct Chunk {
  std::size_t first_body = 0, last_body = 0;
  std::size_t first = 0, last = 0;            // candidates
  std::size_t first_wall = 0, last_wall = 0;  // wall candidates
  ChunkContacts spheres, walls;
  std::vector<Incoming> incoming;
  std::size_t earliest = 0;  // chunk that pairs come from
  std::vector<Index> now;    // buffer for the candidates that touch
  Load* load = nullptr;      // of its bodies in this sweep
  std::vector<Load> kept;    // buffer for loads that must wait
  SweepTotals totals;

  // Loads of zero: in a place that all chunks of this thread use in turn, and so stays near, if they are fetched at
  // once.
  void begin_loads(bool at_once);
};

// The list with what the chunks need of it.
struct NeighbourList {
  contact::Candidates list;
  std::vector<Index>
      load;  // by candidate, for b's share: number within the chunk, or kChunk + row of Spheres::crossing
  std::size_t crossing = 0;  // pairs of two chunks
};

// (candidates, N) => where their loads go. It also sets the ranges, incoming pairs and buffers of the chunks.
NeighbourList distribute(contact::Candidates list, std::size_t n, std::vector<Chunk>& chunks);

// (contacts as they were, candidates that touch now in key order, their bodies by candidate, parts of the history in
// use) => contacts as they are: histories follow their pairs, new ones begin at zero. parted(k) is called, in order,
// for each old contact that is no more, before anything moves.
template <class Parted>
void update(ChunkContacts& contacts, std::span<const Index> now, const Index* a, const Index* b, const Index* load,
            std::span<const HistoryPart> parts, Parted&& parted) {
  if (std::equal(now.begin(), now.end(), contacts.candidate.begin(),
                 contacts.candidate.begin() + static_cast<std::ptrdiff_t>(contacts.count)))
    return;
  thread_local std::vector<Index> from;  // place among the old contacts, or -1
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
