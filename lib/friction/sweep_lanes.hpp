#pragma once
// Impulses and velocities of a sweep in one precision, and the parts of an iteration.
#include "base/parallel.hpp"
#include "friction/colours.hpp"
#include "friction/convergence.hpp"
#include "friction/sweep_kernels.hpp"

#include <algorithm>
#include <type_traits>
#include <vector>

namespace rubble::friction {

inline constexpr std::size_t kBlock = 64;    // packs in a partial sum
inline constexpr std::size_t kNobodies = 3;  // dummy bodies to which empty lanes of pairs and walls write

template <class P>
inline constexpr std::size_t kPacks = Colours::kWidth / Lanes<P>::count;  // packs per width of a group

template <class P>
RUBBLE_INLINE P square(const Triple<P>& impulse) {
  return dot(impulse, impulse);
}
template <class P>
RUBBLE_INLINE P square(P impulse) {
  return impulse * impulse;
}

// Impulses and velocities in one precision, for one kind of contacts.
template <class Contacts>
struct SweepLanes {
  using P = typename Contacts::Numbers;
  using Impulse = typename Contacts::Impulse;
  using Body = typename Contacts::Body;

  std::vector<Contacts> pack;
  std::vector<Body> body;                  // bodies of the problem, then three dummy bodies
  std::vector<InverseInertia<P>> inertia;  // for bodies of any inertia; empty for balls
  std::vector<Impulse> before;             // impulses after the previous iteration
  std::vector<Body> body_before;
  std::vector<P> change, energy;  // weighted squares for each pack: changes or errors, and impulses
  std::vector<SweepSums> block;

  void resize(std::size_t packs, std::size_t bodies, bool round);
  // Stores the state at the start of the first iteration.
  void begin(const ThreadGroup& threads);
  // One iteration: adds the momentum to impulses and velocities, and updates all contacts. => sums of the changes
  template <Cone cone, Turning turning>
  SweepSums sweep(const ThreadGroup& threads, const Colours& colours, double momentum);
  // => sums of the errors of the present impulses and velocities
  template <Cone cone, Turning turning>
  SweepSums errors(const ThreadGroup& threads, const Colours& colours);

 private:
  void extrapolate_bodies(const ThreadGroup& threads, double momentum);
  template <Cone cone, bool wall, Turning turning>
  void update_pack(std::size_t k, P momentum);
  template <class Call>
  void visit(const ThreadGroup& threads, const Colours::Group& group, const Call& call);
  SweepSums sums(const ThreadGroup& threads);
};

template <class Contacts>
void SweepLanes<Contacts>::resize(std::size_t packs, std::size_t bodies, bool round) {
  pack.resize(packs);
  before.resize(packs);
  change.assign(packs, P{});
  energy.assign(packs, P{});
  block.resize((packs + kBlock - 1) / kBlock);
  body.assign(bodies + kNobodies, {});
  body_before.resize(body.size());
  inertia.assign(round ? 0 : body.size(), {});
}

template <class Contacts>
void SweepLanes<Contacts>::begin(const ThreadGroup& threads) {
  threads.share(0, pack.size(), [&](std::size_t k) { before[k] = pack[k].impulse; });
  threads.share(0, body.size(), [&](std::size_t i) { body_before[i] = body[i]; });
}

template <class Contacts>
void SweepLanes<Contacts>::extrapolate_bodies(const ThreadGroup& threads, double momentum) {
  const auto factor = static_cast<typename Lanes<P>::Number>(momentum);
  threads.share(0, body.size(), [&](std::size_t i) {
    const Body now = body[i];
    body[i].velocity.v += factor * (now.velocity.v - body_before[i].velocity.v);
    if constexpr (std::is_same_v<Body, MovingBody<P>>) body[i].spin.v += factor * (now.spin.v - body_before[i].spin.v);
    body_before[i] = now;
  });
}

template <class Contacts>
template <Cone cone, bool wall, Turning turning>
RUBBLE_INLINE void SweepLanes<Contacts>::update_pack(std::size_t k, P momentum) {
  Contacts& p = pack[k];
  const Impulse now = p.impulse;
  const Impulse start = fma(momentum, now - before[k], now);
  before[k] = now;
  p.impulse = start;
  update<cone, wall, turning>(body.data(), inertia.data(), p);
  const P weight = weight_of(p);
  change[k] = weight * square(p.impulse - start);
  energy[k] = weight * square(p.impulse);
}

// Calls call(pack, true for contacts with walls) for the packs of a group.
template <class Contacts>
template <class Call>
void SweepLanes<Contacts>::visit(const ThreadGroup& threads, const Colours::Group& group, const Call& call) {
  const std::size_t walls = group.walls * kPacks<P>;
  threads.share(group.first * kPacks<P>, group.last * kPacks<P>, [&](std::size_t k) {
    if (pack[k].link[0] < 0) return;  // two threads with empty packs would write to the same dummy bodies
    if (k < walls)
      call(k, std::false_type());
    else
      call(k, std::true_type());
  });
}

template <class Contacts>
template <Cone cone, Turning turning>
SweepSums SweepLanes<Contacts>::sweep(const ThreadGroup& threads, const Colours& colours, double momentum) {
  extrapolate_bodies(threads, momentum);
  const P m = all_of<P>(momentum);
  for (const Colours::Group& group : colours.group)
    visit(threads, group, [&](std::size_t k, auto wall) { update_pack<cone, wall, turning>(k, m); });
  return sums(threads);
}

template <class Contacts>
template <Cone cone, Turning turning>
SweepSums SweepLanes<Contacts>::errors(const ThreadGroup& threads, const Colours& colours) {
  for (const Colours::Group& group : colours.group)
    visit(threads, group, [&](std::size_t k, auto wall) {
      const Contacts& p = pack[k];
      const P weight = weight_of(p);
      change[k] = weight * square(error_of<cone, wall, turning>(body.data(), p));
      energy[k] = weight * square(p.impulse);
    });
  return sums(threads);
}

// Adds the numbers of all packs, in blocks.
template <class Contacts>
SweepSums SweepLanes<Contacts>::sums(const ThreadGroup& threads) {
  threads.share(0, block.size(), [&](std::size_t b) {
    Pack square{}, size{}, all{};
    P most{};
    for (std::size_t k = b * kBlock; k < std::min(pack.size(), (b + 1) * kBlock); ++k) {
      square += folded(change[k]);
      most = max(most, change[k]);
      size += folded(sqrt(energy[k]));
      all += folded(energy[k]);
    }
    block[b] = {sum(square), largest(most), sum(size), sum(all)};
  });
  SweepSums total;
  for (const SweepSums& part : block) total.add(part);
  return total;
}

// Iterates until the sweeps have converged.
template <Cone cone, Turning turning, class Contacts>
void iterate(const ThreadGroup& threads, const Colours& colours, SweepLanes<Contacts>& lanes,
             Convergence& convergence) {
  lanes.begin(threads);
  while (!convergence.done) {
    const SweepSums changes = lanes.template sweep<cone, turning>(threads, colours, convergence.momentum);
    threads.once([&] { convergence.take(changes); });
    if (!convergence.due) continue;
    const SweepSums errors = lanes.template errors<cone, turning>(threads, colours);
    threads.once([&] { convergence.take_errors(errors); });
  }
}
}  // namespace rubble::friction
