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

// W_nn, or 1 in empty lanes.
template <class Contacts>
auto weight_of(const Contacts& p) {
  const auto one = all_of<typename Contacts::Numbers>(1);
  return one / select(p.normal_step > 0, p.normal_step, one);
}

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
  std::vector<Impulse> start, before;      // impulses at the start of this iteration and after the previous one
  std::vector<Body> body_before;
  std::vector<SweepSums> block;

  void resize(std::size_t packs, std::size_t bodies, bool round);
  // Stores the state at the start of the first iteration.
  void begin(const ThreadGroup& threads);
  template <Cone cone, Turning turning>
  void sweep(const ThreadGroup& threads, const Colours& colours);
  template <Cone cone, Turning turning>
  void sweep_group(const ThreadGroup& threads, const Colours::Group& group);
  SweepSums compare(const ThreadGroup& threads);
  void keep_and_go_on(const ThreadGroup& threads, double momentum);
};

template <class Contacts>
void SweepLanes<Contacts>::resize(std::size_t packs, std::size_t bodies, bool round) {
  pack.resize(packs);
  start.resize(packs);
  before.resize(packs);
  block.resize((packs + kBlock - 1) / kBlock);
  body.assign(bodies + kNobodies, {});
  body_before.resize(body.size());
  inertia.assign(round ? 0 : body.size(), {});
}

template <class Contacts>
void SweepLanes<Contacts>::begin(const ThreadGroup& threads) {
  threads.share(0, pack.size(), [&](std::size_t k) { start[k] = before[k] = pack[k].impulse; });
  threads.share(0, body.size(), [&](std::size_t i) { body_before[i] = body[i]; });
}

template <class Contacts>
template <Cone cone, Turning turning>
void SweepLanes<Contacts>::sweep_group(const ThreadGroup& threads, const Colours::Group& group) {
  const std::size_t walls = group.walls * kPacks<P>;
  threads.share(group.first * kPacks<P>, group.last * kPacks<P>, [&](std::size_t k) {
    if (pack[k].link[0] < 0) return;  // two threads with empty packs would write to the same dummy bodies
    if (k < walls)
      update<cone, false, turning>(body.data(), inertia.data(), pack[k]);
    else
      update<cone, true, turning>(body.data(), inertia.data(), pack[k]);
  });
}

// Sweeps backwards, then forwards, and updates the first group only once: at the turn it needs no second update in
// succession. The order saves the most work, because the last groups are the smallest.
template <class Contacts>
template <Cone cone, Turning turning>
void SweepLanes<Contacts>::sweep(const ThreadGroup& threads, const Colours& colours) {
  const auto& group = colours.group;
  for (std::size_t g = group.size(); g-- > 0;) sweep_group<cone, turning>(threads, group[g]);
  for (std::size_t g = 1; g < group.size(); ++g) sweep_group<cone, turning>(threads, group[g]);
}

// Computes the change of the iteration, in blocks.
template <class Contacts>
SweepSums SweepLanes<Contacts>::compare(const ThreadGroup& threads) {
  threads.share(0, block.size(), [&](std::size_t b) {
    Pack step{}, size{}, energy{};
    P most{};
    for (std::size_t k = b * kBlock; k < std::min(pack.size(), (b + 1) * kBlock); ++k) {
      const Contacts& p = pack[k];
      const P weight = weight_of(p);
      const P change = weight * square(p.impulse - start[k]);
      const P now = weight * square(p.impulse);
      step += folded(change);
      most = max(most, change);
      size += folded(sqrt(now));
      energy += folded(now);
    }
    block[b] = {sum(step), largest(most), sum(size), sum(energy)};
  });
  SweepSums total;
  for (const SweepSums& sums : block) total.add(sums);
  return total;
}

// Prepares the start of the next iteration, with momentum.
template <class Contacts>
void SweepLanes<Contacts>::keep_and_go_on(const ThreadGroup& threads, double momentum) {
  const P m = all_of<P>(momentum);
  threads.share(0, pack.size(), [&](std::size_t k) {
    const Impulse now = pack[k].impulse;
    pack[k].impulse = fma(m, now - before[k], now);
    start[k] = pack[k].impulse;
    before[k] = now;
  });
  const auto row_momentum = static_cast<typename Lanes<P>::Number>(momentum);
  threads.share(0, body.size(), [&](std::size_t i) {
    const Body now = body[i];
    body[i].velocity.v += row_momentum * (now.velocity.v - body_before[i].velocity.v);
    if constexpr (std::is_same_v<Body, MovingBody<P>>)
      body[i].spin.v += row_momentum * (now.spin.v - body_before[i].spin.v);
    body_before[i] = now;
  });
}
// Iterates until the sweeps have converged.
template <Cone cone, Turning turning, class Contacts>
void iterate(const ThreadGroup& threads, const Colours& colours, SweepLanes<Contacts>& lanes,
             Convergence& convergence) {
  lanes.begin(threads);
  while (!convergence.done) {
    lanes.template sweep<cone, turning>(threads, colours);
    const SweepSums sums = lanes.compare(threads);
    threads.once([&] { convergence.take(sums); });
    if (!convergence.done) lanes.keep_and_go_on(threads, convergence.momentum);
  }
}
}  // namespace rubble::friction
