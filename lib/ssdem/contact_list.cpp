#include "ssdem/contact_list.hpp"

#include "base/parallel.hpp"

#include <algorithm>

namespace rubble::ssdem {
namespace {

// A touching pair with its bodies renumbered: its new key, where its history is stored, and the factor -1 for numbers
// that change their sign if a and b are exchanged.
template <class From>
struct Renumbered {
  ContactKey key;
  From from;
  double sign;
};

// (key of a pair, new numbers of its bodies, where its history is stored) => the renumbered pair, a < b; b of walls is
// ignored.
template <class From>
Renumbered<From> renumber(const ContactKey& key, Index a, Index b, const From& from) {
  if (key.on_wall()) return {ContactKey::of_wall(a, key.wall(), key.feature), from, 1.0};
  return {{std::min(a, b), std::max(a, b)}, from, a < b ? 1.0 : -1.0};
}

template <class Entries>
void sort_by_key(Entries& entries) {
  std::sort(entries.begin(), entries.end(), [](const auto& x, const auto& y) { return x.key < y.key; });
}

double turned(HistoryPart part, double sign, double value) { return is_odd(part) ? sign * value : value; }

// Calls visit(contacts, key by places, k) for each touching pair.
template <class Visit>
void each_contact(const std::vector<Chunk>& chunks, Visit&& visit) {
  for (const Chunk& chunk : chunks) {
    const ChunkContacts& spheres = chunk.spheres;
    for (std::size_t k = 0; k < spheres.count; ++k) visit(spheres, ContactKey{spheres.a[k], spheres.b[k]}, k);
    const ChunkContacts& walls = chunk.walls;
    for (std::size_t k = 0; k < walls.count; ++k) visit(walls, ContactKey::of_wall(walls.a[k], walls.b[k]), k);
    const ChunkContacts& surfaces = chunk.surfaces.contacts;
    for (std::size_t k = 0; k < surfaces.count; ++k)
      visit(surfaces, ContactKey::of_wall(surfaces.a[k], chunk.surfaces.wall[k], surfaces.candidate[k]), k);
  }
}

}  // namespace

detect::Keys ContactList::touching_keys() const {
  detect::Keys keys;
  each_contact(chunks_, [&](const ChunkContacts&, const ContactKey& key, std::size_t) { keys.push_back(key); });
  std::sort(keys.begin(), keys.end());
  return keys;
}

std::size_t ContactList::touching() const {
  std::size_t count = 0;
  for (const Chunk& chunk : chunks_) count += chunk.spheres.count + chunk.walls.count + chunk.surfaces.contacts.count;
  return count;
}

PairHistories ContactList::histories(const std::vector<Index>& order, std::span<const HistoryPart> parts) const {
  struct Stored {
    const ChunkContacts* contacts;
    std::size_t k;
  };
  const auto body = [&](Index place) { return order[static_cast<std::size_t>(place)]; };
  std::vector<Renumbered<Stored>> entries;
  each_contact(chunks_, [&](const ChunkContacts& contacts, const ContactKey& key, std::size_t k) {
    const Index b = key.on_wall() ? 0 : body(key.b);
    entries.push_back(renumber(key, body(key.a), b, Stored{&contacts, k}));
  });
  sort_by_key(entries);
  PairHistories out;
  for (const Renumbered<Stored>& e : entries) {
    out.keys.push_back(e.key);
    for (const HistoryPart part : parts)
      out.numbers[part].push_back(turned(part, e.sign, e.from.contacts->history[part][e.from.k]));
  }
  return out;
}

detect::Keys ContactList::take_up(const PairHistories& histories, const std::vector<Index>& order,
                                  std::span<const HistoryPart> parts, std::size_t planes) {
  std::vector<Index> place(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) place[static_cast<std::size_t>(order[k])] = static_cast<Index>(k);
  const auto place_of = [&](Index body) { return place[static_cast<std::size_t>(body)]; };
  std::vector<Renumbered<std::size_t>> entries;
  for (std::size_t k = 0; k < histories.keys.size(); ++k) {
    const ContactKey& key = histories.keys[k];
    const Index b = key.on_wall() ? 0 : place_of(key.b);
    entries.push_back(renumber(key, place_of(key.a), b, k));
  }
  sort_by_key(entries);

  chunks_.assign((order.size() + kChunk - 1) / kChunk, Chunk{});
  detect::Keys keys;
  for (const Renumbered<std::size_t>& e : entries) {
    keys.push_back(e.key);
    Chunk& chunk = chunks_[static_cast<std::size_t>(e.key.a) / kChunk];
    const bool wall = e.key.on_wall(), surface = wall && static_cast<std::size_t>(e.key.wall()) >= planes;
    ChunkContacts& contacts = surface ? chunk.surfaces.contacts : wall ? chunk.walls : chunk.spheres;
    contacts.a.push_back(e.key.a);
    contacts.b.push_back(wall ? e.key.wall() : e.key.b);
    if (surface) {
      contacts.candidate.push_back(e.key.feature);
      chunk.surfaces.wall.push_back(e.key.wall());
    }
    for (const HistoryPart part : parts)
      contacts.history[part].push_back(turned(part, e.sign, histories.numbers[part][e.from]));
    ++contacts.count;
  }
  for (Chunk& chunk : chunks_)
    for (ChunkContacts* contacts : {&chunk.spheres, &chunk.walls, &chunk.surfaces.contacts}) {
      contacts->resize();
      for (const HistoryPart part : parts) contacts->history[part].resize(contacts->a.size());
    }
  return keys;
}

void ContactList::build(const detect::SearchSpace& space, const std::vector<detect::PlacedSurface>& surfaces,
                        double range, double margin, const Vec3& frame, const detect::Keys& keep) {
  detect::SurfaceCandidates near;
  if (!surfaces.empty())
    near = detect::find_surface_candidates(space.radius, space.position, surfaces, margin, space.frozen);
  list_ =
      distribute(detect::find_candidates(space, range + margin, keep), std::move(near), space.position.size(), chunks_);
  find_contacts();
  margin_ = margin;
  frame_ = xyzw(frame, 0);
  travel_ = 0;
  ++builds_;
}

void ContactList::find_contacts() {
  const detect::Candidates& list = list_.list;
  const auto find = [](const std::vector<std::size_t>& begin, const std::vector<Index>& b, Index first, Index second) {
    const auto first_pair = b.begin() + static_cast<std::ptrdiff_t>(begin[static_cast<std::size_t>(first)]);
    const auto last_pair = b.begin() + static_cast<std::ptrdiff_t>(begin[static_cast<std::size_t>(first) + 1]);
    return static_cast<Index>(std::lower_bound(first_pair, last_pair, second) - b.begin());
  };
  for_chunks(chunks_.size(), [&](std::size_t c) {
    ChunkContacts& spheres = chunks_[c].spheres;
    for (std::size_t k = 0; k < spheres.count; ++k) {
      spheres.candidate[k] = find(list.begin, list.b, spheres.a[k], spheres.b[k]);
      spheres.load[k] = list_.load[static_cast<std::size_t>(spheres.candidate[k])];
    }
    spheres.pad();
    ChunkContacts& walls = chunks_[c].walls;
    for (std::size_t k = 0; k < walls.count; ++k)
      walls.candidate[k] = find(list.wall_begin, list.wall, walls.a[k], walls.b[k]);
    walls.pad();
  });
}

}  // namespace rubble::ssdem
