#include "store/series.hpp"

#include "base/error.hpp"
#include "base/system.hpp"
#include "store/content.hpp"

#include <fmt/format.h>

namespace rubble::store {

PileSeries::PileSeries(const std::string& path) : path_(path) {
  try {
    frames_.emplace(path);
  } catch (const WrongContent& error) {
    if (error.found != "pile") throw;
    pile_ = read_pile(path).pile;
  }
  if (size() == 0) throw InputError(input_name(path) + ": the track has no frames");
}

std::size_t PileSeries::number(int frame) const {
  const auto count = static_cast<std::int64_t>(size());
  const std::int64_t index = frame < 0 ? count + frame : frame;
  if (pile_ && (index < 0 || index >= count))
    throw InputError(fmt::format("{}: no frame {}: a pile has no frames", input_name(path_), frame));
  if (index < 0 || index >= count)
    throw InputError(fmt::format("{0}: no frame {2}: the track has {1} frames", input_name(path_), count, frame));
  return static_cast<std::size_t>(index);
}

}  // namespace rubble::store
