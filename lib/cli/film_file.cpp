#include "cli/film_file.hpp"

#include <cstdint>
#include <optional>

#include <fmt/format.h>

namespace rubble::cli {
namespace {

constexpr const char* kEndsEarly = "the file ends too early";

std::uint64_t byte(std::string_view bytes, std::size_t at) { return static_cast<unsigned char>(bytes[at]); }

// (bytes, offset, number of bytes) => the big-endian number there. The caller ensures that it lies within the bytes.
std::uint64_t number(std::string_view bytes, std::size_t at, std::size_t count) {
  std::uint64_t value = 0;
  for (std::size_t k = 0; k < count; ++k) value = value << 8 | byte(bytes, at + k);
  return value;
}

// Parses a GIF from its start. If at_ lies beyond the end of the file, the file is truncated.
class GifReader {
 public:
  explicit GifReader(std::string_view bytes) : bytes_(bytes) {}

  std::string missing() {
    if (!bytes_.starts_with("GIF8")) return "no GIF header";
    at_ = 10;
    skip_table(3);
    std::size_t images = 0;
    while (inside()) {
      const std::uint64_t kind = byte(bytes_, at_);
      if (kind == 0x3B) return at_ + 1 == bytes_.size() ? no_image(images) : "bytes after the end of the GIF";
      if (kind == 0x2C) {  // image descriptor, its table of colours, code size
        ++images;
        at_ += 9;
        skip_table(1);
        ++at_;
      } else if (kind == 0x21) {
        at_ += 2;
      } else {
        return fmt::format("unknown block {}", kind);
      }
      skip_data();
    }
    return kEndsEarly;
  }

 private:
  static std::string no_image(std::size_t images) { return images == 0 ? "no image" : ""; }
  bool inside() const { return at_ < bytes_.size(); }

  // Skips a byte of flags, `rest` bytes, and a table of colours if the flags announce one.
  void skip_table(std::size_t rest) {
    if (!inside()) return;
    const std::uint64_t flags = byte(bytes_, at_);
    at_ += rest;
    if (flags & 0x80) at_ += std::size_t{3} << ((flags & 7) + 1);
  }

  // Skips sub-blocks, each preceded by its length, up to one of length 0.
  void skip_data() {
    while (inside()) {
      const std::uint64_t length = byte(bytes_, at_);
      at_ += 1 + static_cast<std::size_t>(length);
      if (length == 0) return;
    }
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
};

struct Box {
  std::string_view kind, content;
  std::size_t length = 0;  // including the header
};

// (bytes that begin with a box) => that box; nothing if its length exceeds the bytes.
std::optional<Box> box_at(std::string_view bytes) {
  if (bytes.size() < 8) return std::nullopt;
  std::uint64_t length = number(bytes, 0, 4);
  std::size_t head = 8;
  if (length == 1 && bytes.size() >= 16) length = number(bytes, 8, 8), head = 16;
  if (length < head || length > bytes.size()) return std::nullopt;
  const auto size = static_cast<std::size_t>(length);
  return Box{bytes.substr(4, 4), bytes.substr(head, size - head), size};
}

// (bytes of boxes, kind) => content of the first box of that kind.
std::optional<std::string_view> find(std::string_view bytes, std::string_view kind) {
  while (const std::optional<Box> box = box_at(bytes)) {
    if (box->kind == kind) return box->content;
    bytes.remove_prefix(box->length);
  }
  return std::nullopt;
}

// (content of moov) => number of samples of its track, from the table of sample sizes.
std::optional<std::uint64_t> samples(std::string_view movie) {
  std::optional<std::string_view> part = movie;
  for (const char* kind : {"trak", "mdia", "minf", "stbl", "stsz"}) {
    part = find(*part, kind);
    if (!part) return std::nullopt;
  }
  if (part->size() < 12) return std::nullopt;
  return number(*part, 8, 4);
}

}  // namespace

std::string missing_in_gif(std::string_view bytes) { return GifReader(bytes).missing(); }

std::string missing_in_mp4(std::string_view bytes, std::size_t frames) {
  for (std::string_view rest = bytes; !rest.empty();) {
    const std::optional<Box> box = box_at(rest);
    if (!box) return kEndsEarly;
    rest.remove_prefix(box->length);
  }
  for (const char* kind : {"ftyp", "mdat", "moov"})
    if (!find(bytes, kind)) return fmt::format("no box {}", kind);
  const std::optional<std::uint64_t> count = samples(*find(bytes, "moov"));
  if (!count) return "no table of sample sizes";
  if (*count < frames) return fmt::format("{} of {} frames", *count, frames);
  return "";
}

}  // namespace rubble::cli
