#include "detect/narrow.hpp"

#include "base/error.hpp"
#include "detect/narrow_search.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace rubble::detect {
namespace {

Kind kind_of(const ContactKey& slot, const PlacedBodies& bodies) {
  const bool hull = bodies.is_hull(slot.a);
  if (slot.on_wall()) return hull ? kHullWall : kSphereWall;
  if (hull && bodies.is_hull(slot.b)) return kHullHull;
  return hull || bodies.is_hull(slot.b) ? kSphereHull : kSphereSphere;
}

}  // namespace

std::array<KernelName, kKinds> dispatch_table() {
  std::array<KernelName, kKinds> table;
  for (std::size_t k = 0; k < kKinds; ++k) table[k] = Narrow::kKernels[k].name;
  return table;
}

std::size_t kernel_of(const ContactKey& slot, const PlacedBodies& bodies) { return kind_of(slot, bodies); }

void Narrow::add_slots(const Candidates& list, const PlacedBodies& bodies) {
  slot_.clear();
  const std::size_t n = bodies.position.size();
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t k = list.begin[a]; k < list.begin[a + 1]; ++k) slot_.push_back({list.a[k], list.b[k], 0});
    for (std::size_t k = list.wall_begin[a]; k < list.wall_begin[a + 1]; ++k)
      slot_.push_back(ContactKey::of_wall(list.wall_body[k], list.wall[k]));
  }
  for (auto& slots : of_) slots.clear();
  for (std::size_t s = 0; s < slot_.size(); ++s) of_[kind_of(slot_[s], bodies)].push_back(s);
}

void Narrow::take(const Candidates& list, const PlacedBodies& bodies) {
  const std::vector<PairMemory> kept = memory();
  add_slots(list, bodies);
  count_.assign(slot_.size(), 0);
  begin_.assign(slot_.size() + 1, 0);
  for (const Kind kind : {kSphereHull, kHullHull}) memory_[kind].assign(of_[kind].size(), Memory{});
  for (const Kind kind : {kSphereHull, kHullHull, kHullWall}) found_[kind].resize(of_[kind].size());
  give(kept);
}

std::vector<PairMemory> Narrow::memory() const {
  std::vector<PairMemory> out;
  for (const Kind kind : {kSphereHull, kHullHull})
    for (std::size_t k = 0; k < memory_[kind].size(); ++k) {
      const ContactKey& slot = slot_[of_[kind][k]];
      if (memory_[kind][k].touched) out.push_back({slot.a, slot.b, memory_[kind][k].cache, memory_[kind][k].kept});
    }
  std::sort(out.begin(), out.end(),
            [](const PairMemory& x, const PairMemory& y) { return x.a != y.a ? x.a < y.a : x.b < y.b; });
  return out;
}

void require_whole(const std::vector<PairMemory>& memory) {
  for (const PairMemory& m : memory)
    for (const auto& wrong : {shape::violation(m.cache), shape::violation(m.kept)})
      if (wrong) throw InputError(fmt::format("stored contact of bodies {} and {}: {}", m.a, m.b, *wrong));
}

void Narrow::remember(const std::vector<PairMemory>& memory) {
  require_whole(memory);
  give(memory);
}

void Narrow::give(const std::vector<PairMemory>& memory) {
  const auto before = [](const PairMemory& m, const ContactKey& slot) {
    return m.a != slot.a ? m.a < slot.a : m.b < slot.b;
  };
  for (const Kind kind : {kSphereHull, kHullHull})
    for (std::size_t k = 0; k < memory_[kind].size(); ++k) {
      const ContactKey& slot = slot_[of_[kind][k]];
      const auto found = std::lower_bound(memory.begin(), memory.end(), slot, before);
      if (found == memory.end() || found->a != slot.a || found->b != slot.b) continue;
      memory_[kind][k] = {found->cache, true, found->kept, {}, 0};
    }
}

void Narrow::find(const PlacedBodies& bodies, const std::vector<Wall>& walls, double alert, shape::Points most,
                  ContactPoints& out, const Ahead* ahead) {
  const Search search{bodies, walls, alert, most, bodies.lattice.repeats(), ahead};
  for (const Kernel& kernel : kKernels) (this->*kernel.count)(search);
  for (std::size_t s = 0; s < slot_.size(); ++s) begin_[s + 1] = begin_[s] + count_[s];
  const std::size_t points = begin_.empty() ? 0 : begin_.back();
  out.key.resize(points);
  out.point.resize(points);
  out.normal.resize(points);
  out.gap.resize(points);
  out.weight.resize(points);
  out.image.assign(search.periodic ? points : 0, Vec3::Zero());
  for (const Kernel& kernel : kKernels) (this->*kernel.write)(search, out);
}

}  // namespace rubble::detect
