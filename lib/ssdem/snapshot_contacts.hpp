#pragma once
// Contacts of a pile, made from four touching pairs at a time. Everything but the laws is compiled here once,
// for all combinations of laws.
#include "ssdem/contact_kernel.hpp"
#include "ssdem/sweep.hpp"

namespace rubble::ssdem {

// Four touching pairs of spheres, or of spheres and walls; only the first `count` become contacts.
struct TouchingPairs {
  const Index* a;
  const Index* b;
  std::size_t count;
  const std::vector<Wall>* walls;  // planes that b names; nullptr: b are spheres
  const Index* wall = nullptr;     // numbers of walls and triangles; nullptr: walls are planes, and b their numbers
  const Index* triangle = nullptr;

  ContactKey key(std::size_t lane) const;
};

class SnapshotContacts {
 public:
  // (step, spheres, about how many contacts are added)
  SnapshotContacts(const StepContext& step, const Spheres& spheres, std::size_t expected);

  // (pairs, true if they may be apart) => their geometry
  ContactGeometry<Pack> geometry(const TouchingPairs& pairs, bool apart) const;
  // (pairs, their geometry, forces, histories) Adds their contacts.
  void append(const TouchingPairs& pairs, const ContactGeometry<Pack>& g, const ContactResult& result,
              const History<Pack>& history);

  Contacts contacts;

 private:
  // => whole periods from body b to its image that is nearest to a [m].
  Vec3 image_across(Index a, Index b) const;

  const StepContext& step_;
  const Spheres& spheres_;
  PeriodicBox box_;
  std::vector<const HistoryField*> fields_;  // of the columns
};

}  // namespace rubble::ssdem
