// Memory of the narrow phase in a checkpoint.
#include "base/error.hpp"
#include "nscd/near_points.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace rubble::nscd {
namespace {

// Memory of the narrow phase as integers. For each pair: a, b, the cache, and the number, weight and features of the
// manifold's points.
constexpr std::size_t kPoints = shape::Manifold::kMost;
constexpr std::size_t kPairNumbers =
    6 + 2 * shape::SeparationCache::kCorners + 3 * shape::SeparationCache::kFacets + kPoints;
std::vector<std::int64_t> numbers_of(const std::vector<detect::PairMemory>& memory) {
  std::vector<std::int64_t> numbers;
  for (const detect::PairMemory& pair : memory) {
    numbers.insert(numbers.end(), {pair.a, pair.b, pair.cache.corners, pair.cache.facets});
    numbers.insert(numbers.end(), pair.cache.a.begin(), pair.cache.a.end());
    numbers.insert(numbers.end(), pair.cache.b.begin(), pair.cache.b.end());
    for (const auto& facet : pair.cache.facet) numbers.insert(numbers.end(), facet.begin(), facet.end());
    numbers.insert(numbers.end(), {pair.kept.count, pair.kept.weight});
    numbers.insert(numbers.end(), pair.kept.feature.begin(), pair.kept.feature.end());
  }
  return numbers;
}

// Memory of the narrow phase as real numbers. For each pair: relative placement at which its manifold was found, alert
// distance, normal, and the points on both bodies (shape/persistent.hpp).
constexpr std::size_t kPairLengths = 3 + 4 + 1 + 3 + 2 * 3 * kPoints;
Reals lengths_of(const std::vector<detect::PairMemory>& memory) {
  Reals lengths;
  for (const detect::PairMemory& pair : memory) {
    const shape::PersistentManifold& kept = pair.kept;
    lengths.insert(lengths.end(), kept.seen.shift.begin(), kept.seen.shift.end());
    lengths.insert(lengths.end(), kept.seen.turn.coeffs().begin(), kept.seen.turn.coeffs().end());
    lengths.push_back(kept.alert);
    lengths.insert(lengths.end(), kept.normal.begin(), kept.normal.end());
    for (const auto* points : {&kept.on_a, &kept.on_b})
      for (const Vec3& x : *points) lengths.insert(lengths.end(), x.begin(), x.end());
  }
  return lengths;
}

// (number from a checkpoint) => the number, if it is an index; otherwise -1, which occurs in no memory.
Index index_of(std::int64_t number) {
  return number >= 0 && number <= std::numeric_limits<Index>::max() ? static_cast<Index>(number) : -1;
}

// (integers of a pair) => its cache, and the integers of its manifold.
void read_numbers(const std::int64_t* x, detect::PairMemory& pair) {
  pair.cache.corners = static_cast<std::uint8_t>(x[2]);
  pair.cache.facets = static_cast<std::uint8_t>(x[3]);
  x += 4;
  for (std::uint16_t& vertex : pair.cache.a) vertex = static_cast<std::uint16_t>(*x++);
  for (std::uint16_t& vertex : pair.cache.b) vertex = static_cast<std::uint16_t>(*x++);
  for (auto& facet : pair.cache.facet)
    for (std::uint8_t& corner : facet) corner = static_cast<std::uint8_t>(*x++);
  pair.kept.count = index_of(*x++);
  pair.kept.weight = index_of(*x++);
  for (Index& feature : pair.kept.feature) feature = index_of(*x++);
}

// (real numbers of a pair) => placement, alert distance, normal and points of its manifold.
void read_lengths(const double* x, shape::PersistentManifold& kept) {
  kept.seen.shift = Vec3(x);
  kept.seen.turn.coeffs() = Vec4(x + 3);
  kept.alert = x[7];
  kept.normal = Vec3(x + 8);
  x += 11;
  for (auto* points : {&kept.on_a, &kept.on_b})
    for (Vec3& point : *points) {
      point = Vec3(x);
      x += 3;
    }
}

// (integers and real numbers from a checkpoint; model) => the memory. InputError unless it describes pairs of
// particles in rising order and could be the result of a search.
std::vector<detect::PairMemory> checked_memory(const std::vector<std::int64_t>& numbers, const Reals& lengths,
                                               const Model& model) {
  if (numbers.size() % kPairNumbers != 0)
    throw InputError(fmt::format("expected {} numbers for each pair in nscd/pairs, found {} numbers in all",
                                 kPairNumbers, numbers.size()));
  const auto n = static_cast<std::int64_t>(model.size());
  std::vector<detect::PairMemory> memory(numbers.size() / kPairNumbers);
  for (std::size_t k = 0; k < memory.size(); ++k) {
    const std::int64_t* x = numbers.data() + k * kPairNumbers;
    const bool fits = 0 <= x[0] && x[0] < x[1] && x[1] < n;
    if (!fits || (k > 0 && !std::lexicographical_compare(x - kPairNumbers, x - kPairNumbers + 2, x, x + 2)))
      throw InputError(
          fmt::format("expected pairs of {} bodies in rising order in nscd/pairs, found {} {}", n, x[0], x[1]));
    memory[k].a = static_cast<Index>(x[0]);
    memory[k].b = static_cast<Index>(x[1]);
    read_numbers(x, memory[k]);
    read_lengths(lengths.data() + k * kPairLengths, memory[k].kept);
  }
  detect::require_whole(memory);
  return memory;
}

}  // namespace

void NearPoints::archive(Archive& archive, const Model& model) {
  const auto stored = archive.loads() ? std::vector<detect::PairMemory>{} : memory();
  std::vector<std::int64_t> pairs = numbers_of(stored);
  archive.value("nscd/pairs", pairs);
  Reals manifolds = lengths_of(stored);
  archive.value("nscd/manifolds", manifolds, pairs.size() / kPairNumbers * kPairLengths);
  if (archive.loads()) given_memory_ = checked_memory(pairs, manifolds, model);
}

}  // namespace rubble::nscd
