#pragma once
// Impulses of the last step: the starting values of the next one.
#include "base/archive.hpp"
#include "detect/narrow.hpp"
#include "nscd/parameters.hpp"

namespace rubble::nscd {

struct Impulses {
  detect::Keys keys;  // in rising order
  Vec3s value;        // on b, without cohesion [N s]

  std::size_t size() const { return keys.size(); }
  void clear();
  void add(const ContactKey& key, const Vec3& impulse);
  // (points in rising order of their keys) => index of the impulse of each point, or -1.
  std::vector<Index> indices_of(const detect::Keys& points) const;

  // (model, number of walls) Saves or loads the impulses. InputError for loaded keys of other bodies or walls.
  void archive(Archive& archive, const Model& model, std::size_t walls);
};

// (contacts with their mean forces, parameters) => impulses that give these forces. The stored forces include
// the attraction, which is not part of the impulses.
Impulses impulses_of(const Contacts& contacts, const Parameters& p);

}  // namespace rubble::nscd
