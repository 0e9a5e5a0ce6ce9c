// State from which the engine resumes with the same bits.
#include "base/error.hpp"
#include "nscd/engine.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace rubble::nscd {
namespace {

// (three numbers per point, from a checkpoint; model; planes) => keys; InputError unless each key names two rows, or a
// row and a plane, in rising order.
detect::Keys checked_keys(const std::vector<std::int64_t>& stored, const Model& model, std::size_t planes) {
  if (stored.size() % 3 != 0)
    throw InputError("expected three numbers per contact in nscd/keys, found a number that is not a multiple of three");
  const auto n = static_cast<std::int64_t>(model.size());
  const auto walls = static_cast<std::int64_t>(planes);
  detect::Keys keys;
  for (std::size_t k = 0; k < stored.size(); k += 3) {
    const std::int64_t a = stored[k];
    const std::int64_t b = stored[k + 1];
    const std::int64_t feature = stored[k + 2];
    const bool fits = 0 <= a && a < n && (b < 0 ? b >= -walls : a < b && b < n) && feature >= 0 &&
                      feature <= std::numeric_limits<Index>::max();
    const ContactKey key{static_cast<Index>(a), static_cast<Index>(b), static_cast<Index>(feature)};
    if (!fits || (!keys.empty() && !(keys.back() < key)))
      throw InputError(
          fmt::format("expected contacts of {} bodies and {} planes in rising order in nscd/keys, found {} {} {}", n,
                      planes, a, b, feature));
    keys.push_back(key);
  }
  return keys;
}

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

// (integers and real numbers from a checkpoint; model) => the memory. InputError unless it describes pairs of rows in
// rising order and could be the result of a search.
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

// (count from a checkpoint, its name, upper limit) => InputError unless 0 <= count <= limit.
void require_count(std::int64_t count, const char* name, std::int64_t most) {
  if (count < 0 || count > most)
    throw InputError(fmt::format("expected a number from 0 to {} in {}, found {}", most, name, count));
}

void archive_indices(Archive& archive, const std::string& name, std::vector<Index>& indices, std::size_t count) {
  std::vector<std::int64_t> numbers(indices.begin(), indices.end());
  archive.value(name, numbers, count);
  indices.clear();
  for (const std::int64_t number : numbers) indices.push_back(static_cast<Index>(number));
}

void archive_inertia(Archive& archive, const std::string& name, std::vector<Mat3>& inertia) {
  Reals numbers;
  for (const Mat3& m : inertia) numbers.insert(numbers.end(), m.data(), m.data() + m.size());
  archive.value(name, numbers);
  inertia.assign(numbers.size() / 9, Mat3::Zero());
  for (std::size_t k = 0; k < inertia.size(); ++k)
    std::copy_n(numbers.begin() + static_cast<std::ptrdiff_t>(9 * k), 9, inertia[k].data());
}

// InputError for a problem whose contacts refer to bodies that it does not have.
void require_whole(const friction::BodyProblem& problem) {
  const auto n = static_cast<Index>(problem.bodies.size());
  const std::size_t inertias = problem.bodies.inverse_inertia.size();
  if (inertias != 0 && inertias != problem.bodies.size())
    throw InputError(fmt::format("expected 0 or {} inertias in nscd/hardest, found {}", n, inertias));
  for (std::size_t c = 0; c < problem.links.size(); ++c) {
    const Index a = problem.links.a[c];
    const Index b = problem.links.b[c];
    if (a < 0 || a >= n || b < -1 || b >= n)
      throw InputError(fmt::format("expected contacts of {} bodies in nscd/hardest, found {} {}", n, a, b));
  }
}

void archive_problem(Archive& archive, friction::BodyProblem& problem, std::size_t bodies) {
  const std::string at = "nscd/hardest/";
  friction::BodyVelocities& b = problem.bodies;
  archive.value(at + "velocity", b.velocity, bodies);
  archive.value(at + "spin", b.spin, bodies);
  archive.value(at + "inverse_mass", b.inverse_mass, bodies);
  archive.value(at + "inverse_moment", b.inverse_moment, bodies);
  archive_inertia(archive, at + "inverse_inertia", b.inverse_inertia);
  friction::Links& links = problem.links;
  archive.value(at + "friction", links.friction);
  const std::size_t contacts = links.friction.size();
  archive_indices(archive, at + "a", links.a, contacts);
  archive_indices(archive, at + "b", links.b, contacts);
  archive.value(at + "arm_a", links.arm_a, contacts);
  archive.value(at + "arm_b", links.arm_b, contacts);
  archive.value(at + "normal", links.normal, contacts);
  archive.value(at + "shift", links.shift, contacts);
  if (archive.loads()) require_whole(problem);
}

}  // namespace

void Engine::archive_quality(Archive& archive) {
  archive.value("nscd/penetration", quality.penetration);
  archive.value("nscd/residual", quality.residual);
  archive.value("nscd/steps", quality.steps);
  archive.value("nscd/unconverged", quality.unconverged);
  archive.value("nscd/impacts", quality.impacts);
  archive.value("nscd/impacts_made", quality.impacts_made);
  auto count = static_cast<std::int64_t>(touching);
  archive.value("nscd/touching", count);
  touching = static_cast<std::size_t>(count);
}

void Engine::archive_hardest(Archive& archive) {
  if (!p_.solver.dump_problem) return;
  archive.value("nscd/hardest_iterations", most_iterations_);
  if (most_iterations_ > 0) archive_problem(archive, hardest_, movers_.size());
}

void Engine::archive_contacts(Archive& archive, const Model& model, std::size_t planes) {
  std::vector<std::int64_t> keys;
  for (const ContactKey& key : last_.keys) keys.insert(keys.end(), {key.a, key.b, key.feature});
  archive.value("nscd/keys", keys);
  archive.value("nscd/impulses", last_.value, keys.size() / 3);
  const auto memory = archive.loads() ? std::vector<detect::PairMemory>{} : pair_memory();
  std::vector<std::int64_t> pairs = numbers_of(memory);
  archive.value("nscd/pairs", pairs);
  Reals manifolds = lengths_of(memory);
  archive.value("nscd/manifolds", manifolds, pairs.size() / kPairNumbers * kPairLengths);
  if (!archive.loads()) return;
  last_.keys = checked_keys(keys, model, planes);
  given_memory_ = checked_memory(pairs, manifolds, model);
}

void Engine::archive(Archive& archive, const Model& model, std::size_t planes) {
  archive.value("nscd/begun", begun_);
  step_clock.archive(archive, "nscd");
  archive_account(archive, "nscd/account", account);
  made.archive(archive, "nscd/energy_made");
  archive_quality(archive);
  movers_.archive(archive);
  Reals ahead;
  if (energy_ahead_) ahead.push_back(*energy_ahead_);
  archive.value("nscd/cohesion_energy", ahead);
  if (!ahead.empty()) energy_ahead_ = ahead.front();
  archive.value("nscd/most_pairs", most_pairs_);
  gravity_.archive(archive);
  archive_contacts(archive, model, planes);
  archive_hardest(archive);
}

void Engine::require_sound(const State& state) const {
  gravity_.require_sound(step_clock.base_step(), state.step);
  require_count(quality.steps, "nscd/steps", step_clock.steps(state));
  require_count(most_pairs_, "nscd/most_pairs", std::numeric_limits<std::int64_t>::max());
  require_count(quality.unconverged, "nscd/unconverged", quality.steps);
  require_count(quality.impacts_made, "nscd/impacts_made", quality.impacts);
  require_count(static_cast<std::int64_t>(touching), "nscd/touching", static_cast<std::int64_t>(last_.keys.size()));
  for (const auto& [name, number] :
       {std::pair{"nscd/penetration", quality.penetration}, {"nscd/residual", quality.residual}})
    if (number < 0) throw InputError(fmt::format("expected a number >= 0 in {}, found {}", name, number));
}

}  // namespace rubble::nscd
