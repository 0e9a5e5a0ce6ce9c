#include "base/archive.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

namespace rubble {
namespace {

// (arrays by name, name, number of values or kAny) => the array. InputError if it does not fit.
template <class Map>
const auto& found(const Map& arrays, const std::string& name, std::size_t count) {
  const auto it = arrays.find(name);
  if (it == arrays.end() || (count != Archive::kAny && it->second.size() != count))
    throw InputError("the checkpoint does not match this run: missing or wrong size of " + name);
  return it->second;
}

}  // namespace

void Archive::value(const std::string& name, double& number) {
  if (loads())
    number = found(from_->reals, name, 1).front();
  else
    to_->reals[name] = {number};
}

void Archive::value(const std::string& name, std::int64_t& number) {
  if (loads())
    number = found(from_->integers, name, 1).front();
  else
    to_->integers[name] = {number};
}

void Archive::value(const std::string& name, bool& flag) {
  std::int64_t number = flag ? 1 : 0;
  value(name, number);
  flag = number != 0;
}

void Archive::value(const std::string& name, Reals& numbers, std::size_t count) {
  if (loads())
    numbers = found(from_->reals, name, count);
  else
    to_->reals[name] = numbers;
}

void Archive::value(const std::string& name, std::vector<std::int64_t>& numbers, std::size_t count) {
  if (loads())
    numbers = found(from_->integers, name, count);
  else
    to_->integers[name] = numbers;
}

void Archive::value(const std::string& name, Vec3s& vectors, std::size_t count) {
  if (!loads()) {
    Reals& flat = to_->reals[name];
    for (const Vec3& v : vectors) flat.insert(flat.end(), v.begin(), v.end());
    return;
  }
  const Reals& flat = found(from_->reals, name, count == kAny ? kAny : 3 * count);
  if (flat.size() % 3 != 0)
    throw InputError("the checkpoint does not match this run: missing or wrong size of " + name);
  vectors.resize(flat.size() / 3);
  for (std::size_t i = 0; i < vectors.size(); ++i) vectors[i] = Vec3(flat[3 * i], flat[3 * i + 1], flat[3 * i + 2]);
}

}  // namespace rubble
