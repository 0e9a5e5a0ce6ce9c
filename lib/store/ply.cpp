// PLY, ASCII or binary: a header that describes the data, then elements (docs/formats.md). Vertices, faces and the body
// of each face are read; all other data are ignored.
#include "base/error.hpp"
#include "base/printable.hpp"
#include "store/body_table.hpp"
#include "store/mesh_file.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <map>

#include <fmt/format.h>

namespace rubble::store {
namespace {

struct ScalarType {
  std::string_view name, other_name;
  std::size_t bytes;
  char kind;  // 'i': signed integer, 'u': unsigned integer, 'f': real
};
constexpr std::array<ScalarType, 8> kTypes = {{{"char", "int8", 1, 'i'},
                                               {"uchar", "uint8", 1, 'u'},
                                               {"short", "int16", 2, 'i'},
                                               {"ushort", "uint16", 2, 'u'},
                                               {"int", "int32", 4, 'i'},
                                               {"uint", "uint32", 4, 'u'},
                                               {"float", "float32", 4, 'f'},
                                               {"double", "float64", 8, 'f'}}};

struct ElementProperty {
  std::string_view name;
  const ScalarType* type;
  const ScalarType* count;  // for a list: type of its length; otherwise null
};

struct Element {
  std::string_view name;
  std::int64_t count;
  std::vector<ElementProperty> properties;
};

enum class Coding { ascii, little, big };

struct Header {
  Coding coding = Coding::ascii;
  std::vector<Element> elements;
};

const ScalarType* type_of(const TextReader& reader, std::string_view word) {
  for (const ScalarType& type : kTypes)
    if (word == type.name || word == type.other_name) return &type;
  reader.fail(fmt::format("unknown type '{}'", shortened(word)));
}

Coding coding_of(const TextReader& reader, const std::vector<std::string_view>& words) {
  if (words.size() == 3 && words[2] == "1.0") {
    if (words[1] == "ascii") return Coding::ascii;
    if (words[1] == "binary_little_endian") return Coding::little;
    if (words[1] == "binary_big_endian") return Coding::big;
  }
  reader.fail("expected 'format ascii 1.0', binary_little_endian or binary_big_endian, found another format");
}

ElementProperty property_of(const TextReader& reader, const std::vector<std::string_view>& words) {
  if (words.size() == 3) return {words[2], type_of(reader, words[1]), nullptr};
  if (words.size() != 5 || words[1] != "list")
    reader.fail("expected 'property TYPE NAME' or 'property list TYPE TYPE NAME', found another line");
  const ScalarType* count = type_of(reader, words[2]);
  if (count->kind == 'f') reader.fail("the length of a list must have the type of a whole number");
  return {words[4], type_of(reader, words[3]), count};
}

Header read_header(TextReader& reader) {
  Header header;
  std::string_view line;
  if (!reader.next(line) || line != "ply") reader.fail("expected 'ply' in the first line, found another word");
  bool has_format = false;
  while (reader.next(line) && line != "end_header") {
    const std::vector<std::string_view> words = words_of(line);
    if (words[0] == "format") {
      header.coding = coding_of(reader, words);
      has_format = true;
    } else if (words[0] == "element") {
      if (words.size() != 3) reader.fail("expected 'element NAME COUNT', found another line");
      const std::int64_t count = reader.whole_number(words[2], "the number of elements");
      if (count < 0) reader.fail("the number of elements is below 0");
      header.elements.push_back({words[1], count, {}});
    } else if (words[0] == "property") {
      if (header.elements.empty()) reader.fail("found a property before the first element");
      header.elements.back().properties.push_back(property_of(reader, words));
    } else if (words[0] != "comment" && words[0] != "obj_info") {
      reader.fail(fmt::format("unknown word '{}' in the header", shortened(words[0])));
    }
  }
  if (line != "end_header") reader.fail("the header has no 'end_header'");
  if (!has_format) reader.fail("the header has no format");
  return header;
}

// The numbers that follow the header, in sequence.
class Numbers {
 public:
  Numbers(TextReader& reader, Coding coding) : reader_(reader), coding_(coding) {}

  // Sets the element to which the next numbers belong, for messages. In ASCII each element is a line.
  void begin(std::string_view element, std::int64_t number) {
    element_ = element;
    number_ = number;
    if (coding_ != Coding::ascii) return;
    std::string_view line;
    if (!reader_.next(line)) fail("the file ends too early");
    words_ = words_of(line);
    used_ = 0;
  }
  void end() const {
    if (coding_ == Coding::ascii && used_ != words_.size())
      fail("the line has more numbers than the element has properties");
  }

  double next(const ScalarType& type) {
    if (coding_ != Coding::ascii) return binary(type);
    if (used_ == words_.size()) fail("the line has fewer numbers than the element has properties");
    const double value = reader_.number(words_[used_++], fmt::format("{} {}", element_, number_));
    if (type.kind != 'f' && value != std::floor(value)) fail("expected a whole number, found a fraction");
    return value;
  }

  // (number of a list's items, their type) => refuses a list that does not fit into the rest of the file.
  void require(double count, const ScalarType& type) const {
    const double left = coding_ == Coding::ascii ? static_cast<double>(words_.size() - used_)
                                                 : static_cast<double>(reader_.rest.size() / type.bytes);
    if (!(count >= 0 && count <= left))
      fail(fmt::format("a list of {} numbers, but the file has at most {}", count, left));
  }

  [[noreturn]] void fail(const std::string& what) const {
    const std::string message = fmt::format("{} {}: {}", shortened(element_), number_, what);
    if (coding_ == Coding::ascii) reader_.fail(message);
    throw InputError(fmt::format("{}: error: {}", reader_.name, message));
  }

 private:
  double binary(const ScalarType& type) {
    if (reader_.rest.size() < type.bytes) fail("the file ends too early");
    std::uint64_t bits = 0;
    for (std::size_t k = 0; k < type.bytes; ++k) {
      const std::size_t place = coding_ == Coding::little ? k : type.bytes - 1 - k;
      bits |= static_cast<std::uint64_t>(static_cast<unsigned char>(reader_.rest[place])) << (8 * k);
    }
    reader_.rest.remove_prefix(type.bytes);
    if (type.kind == 'u') return static_cast<double>(bits);
    const std::size_t unused = 64 - 8 * type.bytes;
    if (type.kind == 'i') return static_cast<double>(std::bit_cast<std::int64_t>(bits << unused) >> unused);
    const double value = type.bytes == 4 ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
                                         : std::bit_cast<double>(bits);
    if (!std::isfinite(value)) fail("a number is not finite");
    return value;
  }

  TextReader& reader_;
  Coding coding_;
  std::string_view element_;
  std::int64_t number_ = 0;
  std::vector<std::string_view> words_;  // words of the current line
  std::size_t used_ = 0;
};

constexpr std::string_view kBody = "body";  // property of faces

// The surfaces while they are read: all in one, and the body of each face, or -1 without that property.
struct Surface {
  Mesh mesh;
  std::vector<std::int64_t> body;
};

// Reads all numbers of an element, and keeps those of a vertex or a face.
void read_element(Numbers& numbers, const Element& element, Surface& surface) {
  Mesh& mesh = surface.mesh;
  Vec3 point = Vec3::Zero();
  std::vector<Index> face;
  std::int64_t body = -1;
  for (const ElementProperty& property : element.properties) {
    const double first = numbers.next(property.count != nullptr ? *property.count : *property.type);
    if (property.count == nullptr) {
      for (int axis = 0; axis < 3; ++axis)
        if (property.name.size() == 1 && property.name[0] == "xyz"[axis]) point[axis] = first;
      if (element.name == "face" && property.name == kBody && property.type->kind != 'f') {
        if (first < 0) numbers.fail("the id of the body is below 0");
        body = static_cast<std::int64_t>(first);
      }
      continue;
    }
    numbers.require(first, *property.type);
    const bool corners = property.name == "vertex_indices" || property.name == "vertex_index";
    for (auto k = static_cast<std::int64_t>(first); k > 0; --k) {
      const double corner = numbers.next(*property.type);
      if (!corners || element.name != "face") continue;
      if (!(corner >= 0 && corner < static_cast<double>(mesh.vertex.size())))
        numbers.fail(fmt::format("vertex {} of a face is not among the {} vertices", corner, mesh.vertex.size()));
      face.push_back(static_cast<Index>(corner));
    }
  }
  if (element.name == "vertex") mesh.vertex.push_back(point);
  if (element.name != "face") return;
  if (face.size() < 3) numbers.fail("expected three or more vertices of a face, found fewer");
  mesh.face.push_back(std::move(face));
  surface.body.push_back(body);
}

// (surface) => the surface of each body, with the vertices of its faces, in the order of the bodies' first faces.
std::vector<Mesh> split(const Surface& surface) {
  const auto has_body = [](std::int64_t body) { return body >= 0; };
  if (std::none_of(surface.body.begin(), surface.body.end(), has_body)) return {surface.mesh};
  std::vector<Mesh> meshes;
  std::map<std::int64_t, std::size_t> place;
  for (std::size_t f = 0; f < surface.body.size(); ++f) {
    const auto [found, is_new] = place.try_emplace(surface.body[f], meshes.size());
    if (is_new) meshes.push_back({"", 0, {}, {}, surface.body[f]});
    meshes[found->second].face.push_back(surface.mesh.face[f]);
  }
  for (Mesh& mesh : meshes) take_vertices(mesh, surface.mesh.vertex);
  return meshes;
}

bool has_property(const Element& element, std::string_view name) {
  return std::any_of(element.properties.begin(), element.properties.end(),
                     [&](const ElementProperty& property) { return property.name == name; });
}

void require_vertices(const TextReader& reader, const Header& header) {
  for (const Element& element : header.elements) {
    if (element.properties.empty() && element.count > 0)
      reader.fail(fmt::format("the element '{}' has no properties", shortened(element.name)));
    if (element.name != "vertex") continue;
    for (const char* axis : {"x", "y", "z"})
      if (!has_property(element, axis)) reader.fail(fmt::format("the element 'vertex' has no property '{}'", axis));
  }
}

}  // namespace

std::vector<Mesh> parse_ply(std::string_view bytes, const std::string& name) {
  TextReader reader{bytes, name};
  const Header header = read_header(reader);
  require_vertices(reader, header);
  Numbers numbers(reader, header.coding);
  Surface surface;
  for (const Element& element : header.elements)
    for (std::int64_t k = 0; k < element.count; ++k) {
      numbers.begin(element.name, k);
      read_element(numbers, element, surface);
      numbers.end();
    }
  if (surface.mesh.face.empty()) throw InputError(name + ": error: no faces");
  std::vector<Mesh> meshes = split(surface);
  for (Mesh& mesh : meshes) weld(mesh);
  return meshes;
}

}  // namespace rubble::store
