#include "base/deflate.hpp"

#include "base/error.hpp"

#include <zlib.h>

namespace rubble {

std::string deflated(std::string_view bytes, int level) {
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  std::string small(size, '\0');
  const auto* const from = reinterpret_cast<const Bytef*>(bytes.data());
  auto* const to = reinterpret_cast<Bytef*>(small.data());
  if (compress2(to, &size, from, static_cast<uLong>(bytes.size()), level) != Z_OK)
    throw SystemError("zlib cannot compress: out of memory");
  small.resize(size);
  return small;
}

}  // namespace rubble
