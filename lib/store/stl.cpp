// STL: triangles without shared corners, as text or as 32-bit numbers (docs/formats.md).
#include "base/error.hpp"
#include "base/printable.hpp"
#include "store/body_table.hpp"
#include "store/mesh_file.hpp"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

namespace rubble::store {
namespace {

constexpr std::size_t kHeader = 80;               // bytes of arbitrary text
constexpr std::size_t kFront = kHeader + 4;       // header and number of triangles
constexpr std::size_t kTriangle = 4 * 3 * 4 + 2;  // normal, three corners, two unused bytes

std::uint32_t word_at(std::string_view bytes, std::size_t place) {
  std::uint32_t value = 0;
  for (std::size_t k = 0; k < 4; ++k)
    value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[place + k])) << (8 * k);
  return value;
}

double number_at(std::string_view bytes, std::size_t place) {
  return static_cast<double>(std::bit_cast<float>(word_at(bytes, place)));
}

void add_triangle(Mesh& mesh) {
  const auto last = static_cast<Index>(mesh.vertex.size());
  mesh.face.push_back({last - 3, last - 2, last - 1});
}

Mesh binary(std::string_view bytes, const std::string& name) {
  const auto fail = [&](const std::string& what) { throw InputError(fmt::format("{}: error: {}", name, what)); };
  if (bytes.size() < kFront)
    fail(fmt::format("a binary STL file has at least {} bytes, found {}", kFront, bytes.size()));
  const std::size_t triangles = word_at(bytes, kHeader);
  if (bytes.size() != kFront + triangles * kTriangle)
    fail(fmt::format("a binary STL file of {} triangles has {} bytes, found {}", triangles,
                     kFront + triangles * kTriangle, bytes.size()));
  Mesh mesh;
  for (std::size_t t = 0; t < triangles; ++t) {
    for (std::size_t corner = 1; corner <= 3; ++corner) {  // the normal, at place 0, is not read: it follows from
                                                           // the corners
      const std::size_t place = kFront + t * kTriangle + corner * 12;
      const Vec3 x(number_at(bytes, place), number_at(bytes, place + 4), number_at(bytes, place + 8));
      if (!x.allFinite()) fail(fmt::format("triangle {}: a coordinate is not finite", t));
      mesh.vertex.push_back(x);
    }
    add_triangle(mesh);
  }
  return mesh;
}

std::string lower_case(std::string_view word) {
  std::string lower(word);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

// Reads lines and compares their words with the expected ones; upper and lower case are equal.
class StlText {
 public:
  StlText(std::string_view text, const std::string& name) : reader_{text, name} {}

  Mesh read() {
    Mesh mesh;
    if (!next("solid")) reader_.fail("expected 'solid' in the first line, found another word");
    mesh.line = reader_.line;
    mesh.name = fmt::format("{}", fmt::join(words_.begin() + 1, words_.end(), " "));
    while (next("facet")) read_facet(mesh);
    if (words_.empty() || lower_case(words_[0]) != "endsolid") reader_.fail("expected 'facet' or 'endsolid'" + found());
    std::string_view line;
    if (reader_.next(line))
      reader_.fail(
          "expected the end of the file after 'endsolid', found more lines: put each solid into a separate file");
    return mesh;
  }

 private:
  // Reads the next line. => true if it begins with the word
  bool next(std::string_view word) {
    std::string_view line;
    words_.clear();
    if (!reader_.next(line)) return false;
    words_ = words_of(line);
    return lower_case(words_[0]) == word;
  }
  std::string found() const {
    return words_.empty() ? ", found the end of the file" : fmt::format(", found '{}'", shortened(words_[0]));
  }
  void demand(std::string_view word) {
    if (!next(word)) reader_.fail(fmt::format("expected '{}'{}", word, found()));
  }

  void read_facet(Mesh& mesh) {
    demand("outer");
    for (int corner = 0; corner < 3; ++corner) {
      demand("vertex");
      if (words_.size() != 4)
        reader_.fail(fmt::format("expected three coordinates of a vertex, found {}", words_.size() - 1));
      const double x = reader_.number(words_[1], "x");
      const double y = reader_.number(words_[2], "y");
      const double z = reader_.number(words_[3], "z");
      mesh.vertex.emplace_back(x, y, z);
    }
    demand("endloop");
    demand("endfacet");
    add_triangle(mesh);
  }

  TextReader reader_;
  std::vector<std::string_view> words_;
};

// Some programs also begin binary files with "solid"; text contains no zero bytes. Blanks and a byte-order mark may
// precede the word.
bool is_text(std::string_view bytes) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  constexpr std::string_view kBegin = "solid";
  std::string_view text = bytes;
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return lower_case(text.substr(0, kBegin.size())) == kBegin && bytes.find('\0') == bytes.npos;
}

}  // namespace

std::vector<Mesh> parse_stl(std::string_view bytes, const std::string& name) {
  Mesh mesh = is_text(bytes) ? StlText(bytes, name).read() : binary(bytes, name);
  if (mesh.face.empty()) throw InputError(name + ": error: no triangles");
  weld(mesh);
  return {mesh};
}

}  // namespace rubble::store
