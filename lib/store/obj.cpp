#include "store/obj.hpp"

#include "base/error.hpp"
#include "model/bodies.hpp"
#include "model/grains.hpp"
#include "model/placed_walls.hpp"
#include "store/body_table.hpp"
#include "store/mesh_file.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

#include <fmt/format.h>

namespace rubble::store {

std::string to_mesh(const Pile& pile, const std::string& format, const std::string& name) {
  const Model& model = pile.model;
  if (!has_oriented_bodies(model)) require_hulls(model, name + (format == "ply" ? ": PLY" : ": OBJ"));
  std::vector<Mesh> meshes;
  for (std::size_t i = 0; i < pile.size(); ++i) {
    if (!is_oriented(model, i)) continue;
    if (format == "ply" && model.id[i] > std::numeric_limits<std::int32_t>::max())
      throw InputError(fmt::format("{}: the id {} is too large for PLY, which has 32 bits", name, model.id[i]));
    const shape::Shape& shape = shape_of(model, i);
    meshes.push_back({shape.name, 0, vertices(model, pile.state, i), shape.face, model.id[i]});
  }
  return mesh_text(meshes, format);
}

std::string walls_to_mesh(const Pile& pile, const std::string& format) {
  std::vector<Mesh> meshes;
  const Space& space = pile.model.space;
  for (std::size_t k = 0; k < space.meshes.size(); ++k) {
    Mesh mesh{fmt::format("wall_{}", space.walls.size() + k), 0, wall_vertices(pile, k), {}, -1};
    for (const shape::Triangle& t : space.meshes[k].surface->mesh.triangle) mesh.face.push_back({t.begin(), t.end()});
    meshes.push_back(mesh);
  }
  return mesh_text(meshes, format);
}

namespace {

// An object as stored in the text; corners are indices of vertices of the whole text, from 0.
struct Object {
  std::string name;
  std::size_t line = 0;
  shape::Faces face;
  std::int64_t body = -1;  // id of its body, from a group body_ID; -1: none
};

// ("body_7") => 7; -1 for the name of another group.
std::int64_t id_in(std::string_view group) {
  constexpr std::string_view kPrefix = "body_";
  std::int64_t id = -1;
  if (!group.starts_with(kPrefix)) return id;
  const char* const end = group.data() + group.size();
  const auto found = std::from_chars(group.data() + kPrefix.size(), end, id);
  return found.ec == std::errc() && found.ptr == end ? id : -1;
}

class ObjText {
 public:
  explicit ObjText(TextReader& reader) : reader_(reader) {}

  std::vector<Object> objects;
  Vec3s vertex;

  // InputError if the last element is a vertex that no face uses, because a file that ends too early has such vertices.
  void require_end() const {
    if (!objects.empty() && ends_in_vertices_)
      reader_.fail("expected faces after the last vertices, found the end of the file");
  }

  void add(std::string_view line) {
    line = trimmed(line.substr(0, line.find('#')));
    const std::size_t space = line.find_first_of(" \t");
    const std::string_view key = line.substr(0, space);
    const std::string_view rest = space == line.npos ? std::string_view() : trimmed(line.substr(space));
    if (key == "v") add_vertex(rest);
    if (key == "o") has_objects_ = true;
    if (key == "o" || (key == "g" && !has_objects_)) objects.push_back({std::string(rest), reader_.line, {}, -1});
    if (key == "g" && !objects.empty()) objects.back().body = id_in(rest);
    if (key == "f") add_face(rest);
    if (key == "l" || key == "p") ends_in_vertices_ = false;  // lines and points use vertices, too
  }

 private:
  // Reads "v x y z", optionally followed by a weight and colours.
  void add_vertex(std::string_view rest) {
    const std::vector<std::string_view> number = words_of(rest);
    if (number.size() < 3) reader_.fail(fmt::format("expected three coordinates of a vertex, found {}", number.size()));
    ends_in_vertices_ = true;
    vertex.emplace_back(reader_.number(number[0], "x"), reader_.number(number[1], "y"), reader_.number(number[2], "z"));
  }

  // Reads "f a b c ...". Each number is the index of a vertex, from 1, or from -1 for the last vertex backwards. Text
  // after a slash is ignored.
  void add_face(std::string_view rest) {
    if (objects.empty()) objects.push_back({"hull", reader_.line, {}, -1});
    ends_in_vertices_ = false;
    std::vector<Index>& face = objects.back().face.emplace_back();
    for (const std::string_view word : words_of(rest)) {
      const std::int64_t number = reader_.whole_number(word.substr(0, word.find('/')), "a face's vertex");
      const auto count = static_cast<std::int64_t>(vertex.size());
      const std::int64_t corner = number < 0 ? count + number : number - 1;
      if (number == 0 || corner < 0 || corner >= count)
        reader_.fail(fmt::format("vertex {} of a face is not among the {} vertices so far", number, count));
      face.push_back(static_cast<Index>(corner));
    }
    if (face.size() < 3) reader_.fail("expected three or more vertices of a face, found fewer");
  }

  TextReader& reader_;
  bool has_objects_ = false;       // if true, groups are parts of objects
  bool ends_in_vertices_ = false;  // if true, no face follows the last vertices
};

// Reads the next line, joined with the following ones after a backslash at the end.
bool next_logical_line(TextReader& reader, std::string& line) {
  std::string_view part;
  if (!reader.next(part)) return false;
  line = part;
  while (line.ends_with('\\')) {
    line.back() = ' ';
    if (!reader.next(part)) break;
    line += part;
  }
  return true;
}

// Removes the ids of the bodies unless every surface has one of its own.
void keep_unique_ids(std::vector<Mesh>& meshes) {
  std::vector<std::int64_t> id;
  for (const Mesh& mesh : meshes) id.push_back(mesh.body);
  std::sort(id.begin(), id.end());
  if (id.front() >= 0 && std::adjacent_find(id.begin(), id.end()) == id.end()) return;
  for (Mesh& mesh : meshes) mesh.body = -1;
}

// True if two shapes are equal up to the rounding of their corners.
bool same(const shape::Shape& a, const shape::Shape& b) {
  constexpr double kRounding = 1e-12;
  const auto near = [&](const Vec3& x, const Vec3& y) { return (x - y).norm() <= kRounding * a.reach; };
  return a.name == b.name && a.face == b.face &&
         std::equal(a.vertex.begin(), a.vertex.end(), b.vertex.begin(), b.vertex.end(), near);
}

// (model, shape) => the index of an equal shape, which is added if there is none: copies of a body share one shape.
Index row_of(Model& model, const shape::Shape& shape) {
  const auto found =
      std::find_if(model.shapes.begin(), model.shapes.end(), [&](const shape::Shape& s) { return same(s, shape); });
  return add_shape(model, found == model.shapes.end() ? shape : *found);
}

}  // namespace

std::vector<Mesh> parse_obj_meshes(std::string_view text, const std::string& name) {
  TextReader reader{text, name};
  ObjText obj(reader);
  for (std::string line; next_logical_line(reader, line);) obj.add(line);
  obj.require_end();
  std::vector<Mesh> meshes;
  for (const Object& object : obj.objects) {
    if (object.face.empty()) continue;
    meshes.push_back({object.name, object.line, {}, object.face, object.body});
    take_vertices(meshes.back(), obj.vertex);
    weld(meshes.back());
  }
  if (meshes.empty()) throw InputError(name + ": error: expected an object with faces, found none");
  keep_unique_ids(meshes);
  return meshes;
}

TextPile parse_hulls(std::string_view bytes, const std::string& format, const std::string& name,
                     const std::string& material, double density) {
  TextPile result;
  Model& model = result.pile.model;
  model.materials = {{material, density}};
  for (const Mesh& mesh : parse_meshes(bytes, format, name)) {
    const shape::PlacedShape placed = convex_body(mesh, name, false);
    add_hull(result.pile, row_of(model, placed.shape), placed.placement, 0, Vec3::Zero(), Vec3::Zero());
    if (mesh.body >= 0) model.id.back() = mesh.body;
  }
  return result;
}

}  // namespace rubble::store
