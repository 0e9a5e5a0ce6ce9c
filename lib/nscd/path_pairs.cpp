#include "nscd/path_pairs.hpp"

namespace rubble::nscd {

void PathPairs::clear(std::size_t bodies) {
  pair_.clear();
  of_body_.assign(bodies, -1);
}

void PathPairs::add(const PathPair& pair) {
  for (const Index body : {pair.a, pair.b})
    if (body >= 0) of_body_[static_cast<std::size_t>(body)] = static_cast<Index>(pair_.size());
  pair_.push_back(pair);
}

const PathPair* PathPairs::of_body(Index body) const {
  if (pair_.empty() || body < 0) return nullptr;
  const Index k = of_body_[static_cast<std::size_t>(body)];
  return k < 0 ? nullptr : &pair_[static_cast<std::size_t>(k)];
}

const PathPair* PathPairs::of(Index a, Index b) const {
  const PathPair* pair = of_body(a);
  if (pair == nullptr) return nullptr;
  const bool same = (pair->a == a && pair->b == b) || (pair->a == b && pair->b == a);
  return same ? pair : nullptr;
}

bool PathPairs::wait(Index a, Index b) const {
  if (pair_.empty() || of(a, b) != nullptr) return false;
  return of_body(a) != nullptr || of_body(b) != nullptr;
}

Vec3 PathPairs::displacement(Index body) const {
  const PathPair* pair = of_body(body);
  if (pair == nullptr) return Vec3::Zero();
  return pair->time * pair->frame;
}

double PathPairs::share_of_kick(Index body, double dt) const {
  const PathPair* pair = of_body(body);
  return pair == nullptr ? 0.5 : 0.5 + pair->time / dt;
}

void PathPairs::bring_together(RigidBodies& bodies) const {
  for (const PathPair& pair : pair_) bodies.advance(pair.a, pair.b, pair.time, pair.frame);
}

void PathPairs::move_back(RigidBodies& bodies) const {
  for (const PathPair& pair : pair_) bodies.advance(pair.a, pair.b, -pair.time, pair.frame);
}

}  // namespace rubble::nscd
