#include "picture/page.hpp"

#include "base/deflate.hpp"
#include "base/error.hpp"
#include "base/json.hpp"
#include "measure/clusters/unwrap.hpp"
#include "measure/contacts/forces.hpp"
#include "model/bodies.hpp"
#include "picture/page_files.hpp"
#include "picture/paint.hpp"
#include "picture/predicted.hpp"
#include "picture/scene.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rubble::picture {

namespace {

static_assert(std::endian::native == std::endian::little);

constexpr double kParts = 32;            // resolution of positions: fractions of the smallest radius
constexpr double kTurns = 32767;         // resolution of the components of a quaternion
constexpr double kColumnLevels = 65534;  // levels of a column that changes; one more level stands for NaN
constexpr std::array<const char*, 6> kFixed{"radius", "mass", "shape", "material", "grain", "birth"};
constexpr std::array<const char*, 5> kMoving{"speed", "spin", "pressure", "coordination", "cluster"};

// A JSON string without characters that could end the HTML element that holds it.
std::string quoted(const std::string& text) {
  std::string out;
  for (const char c : json_string(text)) out += c == '<' ? "\\u003c" : std::string(1, c);
  return out;
}

template <class T>
void put(std::string& out, T value) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  out.append(bytes, sizeof(T));
}

std::string floats(const Reals& values) {
  std::string out;
  for (const double value : values) put(out, static_cast<float>(value));
  return out;
}

// Group numbers are written as integers: float32 would round numbers above 2^24.
std::string numbers_of(const measure::ColourColumn& column) {
  if (!column.groups) return floats(column.value);
  std::string out;
  for (const double value : column.value) put(out, static_cast<std::int32_t>(value));
  return out;
}

// Results of the first pass through all frames.
struct Ranges {
  Vec3 origin = Vec3::Zero();
  double reach = 0, step = 0;
  std::size_t contacts = 0;
  double strongest = 0;
  std::array<double, kMoving.size()> low{}, high{};
  Reals time;
  std::vector<DrivenPoses> walls;  // in each frame
};

Ranges look_through(const PageSource& source, measure::ColourColumns& columns) {
  Ranges found;
  found.low.fill(std::numeric_limits<double>::infinity());
  found.high.fill(-std::numeric_limits<double>::infinity());
  for (std::size_t f = 0; f < source.frames; ++f) {
    const Pile pile = measure::wrapped(source.frame(f));
    if (pile.size() == 0) throw InputError("the pile has no bodies");
    if (f == 0) {
      found.origin = measure::middle(pile);
      found.step = *std::ranges::min_element(pile.model.radius) / kParts;
    }
    for (const Vec3& x : pile.state.position)
      found.reach = std::max(found.reach, (x - found.origin).cwiseAbs().maxCoeff());
    found.contacts += pile.contacts.size();
    found.strongest = std::max(found.strongest, strongest_force(pile));
    for (std::size_t c = 0; c < kMoving.size(); ++c) {
      for (const double value : columns.of(pile, kMoving[c]).value) {
        if (!std::isfinite(value)) continue;
        found.low[c] = std::min(found.low[c], value);
        found.high[c] = std::max(found.high[c], value);
      }
    }
    found.time.push_back(pile.state.time);
    found.walls.push_back(pile.state.walls);
  }
  found.step = std::max(found.step, found.reach / 0x1p29);
  for (std::size_t c = 0; c < kMoving.size(); ++c) {
    if (found.low[c] <= found.high[c]) continue;
    found.low[c] = found.high[c] = 0;  // the column has no number in any frame
  }
  return found;
}

std::string column_json(const measure::ColourColumn& column, double low, double high, const char* form,
                        const std::string& data) {
  std::vector<std::string> labels;
  for (const std::string& label : column.label) labels.push_back(quoted(label));
  return fmt::format(
      R"({{"name":{},"unit":{},"groups":{},"few":{},"labels":[{}],"low":{},"high":{},"form":"{}","data":"{}"}})",
      quoted(column.name), quoted(column.unit), column.groups, column.few, fmt::join(labels, ","), low, high, form,
      packed(data));
}

std::string fixed_column(const Pile& first, measure::ColourColumns& columns, const std::string& name) {
  const measure::ColourColumn column = columns.of(first, name);
  const auto [low, high] = std::ranges::minmax(column.value);
  return column_json(column, low, high, "fixed", numbers_of(column));
}

// Data for each frame and body.
struct Moving {
  Predicted place, turn;
  std::vector<Quaternion> turned;  // orientations of the previous frame
  std::array<std::string, kMoving.size()> level;
  std::string chains;
};

std::vector<std::int32_t> places(const Pile& pile, const Ranges& ranges) {
  std::vector<std::int32_t> out;
  for (int k = 0; k < 3; ++k)
    for (const Vec3& x : pile.state.position)
      out.push_back(static_cast<std::int32_t>(std::lround((x[k] - ranges.origin[k]) / ranges.step)));
  return out;
}

// Orientations. A rotation has two quaternions; the one nearer to that of the previous frame is used.
std::vector<std::int32_t> turns(const Pile& pile, std::vector<Quaternion>& before) {
  std::vector<Quaternion> now;
  for (std::size_t i = 0; i < pile.size(); ++i) {
    if (!is_oriented(pile.model, i)) continue;
    Quaternion q = turn_of(pile.model, pile.state, i);
    if (now.size() < before.size() && q.dot(before[now.size()]) < 0) q.coeffs() = -q.coeffs();
    now.push_back(q);
  }
  std::vector<std::int32_t> out;
  for (int k = 0; k < 4; ++k)
    for (const Quaternion& q : now) out.push_back(static_cast<std::int32_t>(std::lround(kTurns * q.coeffs()[k])));
  before = std::move(now);
  return out;
}

// Writes int32 values: the number of contacts between bodies that press, then for each both bodies and normal force /
// strongest * 65535.
void put_chains(std::string& out, const Pile& pile, double strongest) {
  const measure::ContactForces forces = measure::contact_forces(pile);
  std::string rows;
  std::uint32_t count = 0;
  for (std::size_t k = 0; k < forces.contact.size(); ++k) {
    const ContactKey& key = pile.contacts.key[forces.contact[k]];
    if (key.on_wall() || !(forces.normal[k] > 0)) continue;
    put(rows, static_cast<std::int32_t>(key.a));
    put(rows, static_cast<std::int32_t>(key.b));
    put(rows, static_cast<std::int32_t>(std::lround(65535 * forces.normal[k] / strongest)));
    ++count;
  }
  put(out, count);
  out += rows;
}

// One frame of a column: the low bytes of all bodies' levels, then the high ones.
void put_levels(std::string& out, const measure::ColourColumn& column, double low, double high) {
  std::vector<std::uint16_t> levels;
  for (const double value : column.value) {
    const double share = high > low ? (value - low) / (high - low) : 0;
    const double level =
        column.groups ? (value < 0 ? kColumnLevels + 1 : std::min(value, kColumnLevels)) : kColumnLevels * share;
    levels.push_back(static_cast<std::uint16_t>(std::lround(std::isfinite(level) ? level : kColumnLevels + 1)));
  }
  for (const int shift : {0, 8})
    for (const std::uint16_t level : levels) out.push_back(static_cast<char>(level >> shift & 0xFF));
}

void put_frame(Moving& out, const Pile& pile, measure::ColourColumns& columns, const Ranges& ranges, bool one) {
  out.place.add(places(pile, ranges));
  if (has_oriented_bodies(pile.model)) out.turn.add(turns(pile, out.turned));
  if (ranges.contacts <= kMostChains) put_chains(out.chains, pile, ranges.strongest);
  for (std::size_t c = 0; c < kMoving.size(); ++c) {
    const measure::ColourColumn column = columns.of(pile, kMoving[c]);
    if (one)
      out.level[c] = numbers_of(column);
    else
      put_levels(out.level[c], column, ranges.low[c], ranges.high[c]);
  }
}

void check_size(const shape::Shape& shape, const shape::Polyhedron& mesh) {
  if (mesh.vertex.size() <= kMostVertices) return;
  throw InputError(fmt::format("shape '{}' has {} vertices, more than the {} that a page supports", shape.name,
                               mesh.vertex.size(), kMostVertices));
}

std::string corners_of(const shape::Polyhedron& mesh) {
  std::string out;
  for (const Vec3& x : mesh.vertex)
    for (int k = 0; k < 3; ++k) put(out, static_cast<float>(x[k]));
  return out;
}

std::string triangles_of(const shape::Polyhedron& mesh) {
  std::string out;
  for (const std::vector<Index>& face : mesh.face) {
    for (std::size_t k = 2; k < face.size(); ++k)
      for (const Index v : {face[0], face[k - 1], face[k]}) put(out, static_cast<std::uint16_t>(v));
  }
  return out;
}

// (shape) => the polyhedron that represents it; empty unless a body with this shape has an orientation, because spheres
// have a mesh of the page.
shape::Polyhedron drawn_mesh(const shape::Shape& shape) {
  if (!shape::functions_of(shape.kind).is_oriented) return {};
  return shape::mesh(shape, kMeshCorners);
}

// Corners and triangles of each shape, in units of the body's radius.
std::string shapes_json(const Model& model) {
  std::vector<std::string> out;
  for (const shape::Shape& shape : model.shapes) {
    const shape::Polyhedron mesh = drawn_mesh(shape);
    check_size(shape, mesh);
    out.push_back(fmt::format(R"({{"name":{},"corners":"{}","triangles":"{}"}})", quoted(shape.name),
                              packed(corners_of(mesh)), packed(triangles_of(mesh))));
  }
  return fmt::format("[{}]", fmt::join(out, ","));
}

// Triangles of walls in their rest positions, and poses in each frame: three rows of a rotation and a displacement.
std::string walls_json(const PageSource& source, const Pile& first, const Ranges& ranges) {
  const std::vector<MeshWall>& walls = first.model.space.meshes;
  std::vector<std::string> out;
  for (std::size_t w = 0; w < walls.size(); ++w) {
    const shape::TriangleMesh& mesh = walls[w].surface->mesh;
    std::string corners, triangles, poses;
    for (const Vec3& x : mesh.vertex)
      for (int k = 0; k < 3; ++k) put(corners, static_cast<float>(x[k] - ranges.origin[k]));
    for (const shape::Triangle& t : mesh.triangle)
      for (const Index corner : t) put(triangles, static_cast<std::uint32_t>(corner));
    for (std::size_t f = 0; f < source.frames; ++f) {
      const WallPlacement now = walls[w].at(ranges.time[f], pose_of(ranges.walls[f], w));
      const Vec3 shift = now.place(ranges.origin) - ranges.origin;
      for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) put(poses, static_cast<float>(now.turn(row, column)));
        put(poses, static_cast<float>(shift[row]));
      }
    }
    out.push_back(fmt::format(R"({{"corners":"{}","triangles":"{}","poses":"{}"}})", packed(corners), packed(triangles),
                              packed(poses)));
  }
  return fmt::format("[{}]", fmt::join(out, ","));
}

std::string data_json(const PageSource& source) {
  const Pile first = measure::wrapped(source.frame(0));
  const std::string shapes = shapes_json(first.model);
  measure::ColourColumns columns(first);
  const Ranges ranges = look_through(source, columns);
  const bool one = source.frames == 1;
  Moving moving;
  for (std::size_t f = 0; f < source.frames; ++f)
    put_frame(moving, measure::wrapped(source.frame(f)), columns, ranges, one);

  std::vector<std::string> columns_json;
  for (const std::string name : kFixed) columns_json.push_back(fixed_column(first, columns, name));
  for (std::size_t c = 0; c < kMoving.size(); ++c) {
    const measure::ColourColumn column = columns.of(first, kMoving[c]);
    columns_json.push_back(
        column_json(column, ranges.low[c], ranges.high[c], one ? "exact" : "levels", moving.level[c]));
  }
  std::vector<std::string> map, groups;
  for (int k = 0; k <= 16; ++k) map.push_back(fmt::format("\"#{:06x}\"", map_colour(k / 16.0)));
  for (int k = -1; k < kGroupColours; ++k) groups.push_back(fmt::format("\"#{:06x}\"", group_colour(k, true)));
  std::string ids, hulls;
  for (const std::int64_t id : first.model.id) put(ids, id);
  for (std::size_t i = 0; i < first.size(); ++i) put(hulls, static_cast<std::int32_t>(shape_index(first.model, i)));
  return fmt::format(
      R"({{"name":{},"bodies":{},"frames":{},"time":[{}],"origin":[{},{},{}],"step":{},"strongest":{},"turnParts":{},)"
      R"("levels":{},"chainsLeftOut":{},"map":[{}],"groups":[{}],"shapes":{},"walls":{},"columns":[{}],"ids":"{}","hulls":"{}","places":"{}",)"
      R"("turns":"{}","chains":"{}"}})",
      quoted(source.name), first.size(), source.frames, fmt::join(ranges.time, ","), ranges.origin.x(),
      ranges.origin.y(), ranges.origin.z(), ranges.step, ranges.strongest, kTurns, kColumnLevels,
      ranges.contacts > kMostChains, fmt::join(map, ","), fmt::join(groups, ","), shapes,
      walls_json(source, first, ranges), fmt::join(columns_json, ","), packed(ids), packed(hulls),
      packed(moving.place.bytes()), packed(moving.turn.bytes()), packed(moving.chains));
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  return out;
}

}  // namespace

std::string packed(const std::string& bytes) {
  constexpr int kSmallest = 9;
  const std::string small = deflated(bytes, kSmallest);
  constexpr const char* kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve(4 * (small.size() / 3 + 1));
  for (std::size_t k = 0; k < small.size(); k += 3) {
    std::uint32_t bits = 0;
    for (std::size_t b = 0; b < 3; ++b)
      bits = bits << 8 | (k + b < small.size() ? static_cast<unsigned char>(small[k + b]) : 0U);
    for (int letter = 0; letter < 4; ++letter)
      out += k + static_cast<std::size_t>(letter) > small.size() ? '=' : kLetters[bits >> (18 - 6 * letter) & 63];
  }
  return out;
}

std::string page(const PageSource& source) {
  if (source.three.find("</script") != std::string::npos)
    throw InputError("three.js: the file contains </script and cannot be put into a page");
  const std::string whole(rubble_page_html_begin, rubble_page_html_end);
  const std::array<std::pair<const char*, std::string>, 5> parts{{
      {"{{title}}", escaped(source.name)},
      {"{{style}}", std::string(rubble_page_css_begin, rubble_page_css_end)},
      {"{{data}}", data_json(source)},
      {"{{three}}", source.three},
      {"{{script}}", std::string(rubble_page_js_begin, rubble_page_js_end)},
  }};
  std::string out;
  for (std::size_t from = 0; from < whole.size();) {
    const std::size_t at = whole.find("{{", from);
    out.append(whole, from, at - from);
    if (at == std::string::npos) break;
    const auto part = std::ranges::find_if(
        parts, [&](const auto& p) { return whole.compare(at, std::strlen(p.first), p.first) == 0; });
    if (part == parts.end()) throw SystemError("the page has a part without a name");
    out += part->second;
    from = at + std::strlen(part->first);
  }
  return out;
}

}  // namespace rubble::picture
