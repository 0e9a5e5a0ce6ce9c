#include "store/obj.hpp"

#include "base/ball.hpp"
#include "base/error.hpp"
#include "base/printable.hpp"
#include "model/bodies.hpp"
#include "model/grains.hpp"
#include "shape/mass.hpp"
#include "store/body_table.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

namespace rubble::store {

std::string to_obj(const Pile& pile) {
  std::string text = "# hulls, lengths in metres\n";
  std::size_t before = 0;  // vertices of the objects so far
  require_hulls(pile.model, "OBJ");
  for (std::size_t i = 0; i < pile.size(); ++i) {
    const shape::Shape& shape = shape_of(pile.model, i);
    text += fmt::format("o {}\n", printable(shape.name));
    for (const Vec3& x : vertices(pile.model, pile.state, i))
      fmt::format_to(std::back_inserter(text), "v {} {} {}\n", x.x(), x.y(), x.z());
    for (const std::vector<Index>& face : shape.face) {
      text += 'f';
      for (const Index corner : face)
        fmt::format_to(std::back_inserter(text), " {}", before + static_cast<std::size_t>(corner) + 1);
      text += '\n';
    }
    before += shape.vertex.size();
  }
  return text;
}

namespace {

// An object as it stands in the text; corners are vertices of the whole text, from 0.
struct Object {
  std::string name;
  std::size_t line = 0;
  shape::Faces face;
};

class ObjText {
 public:
  explicit ObjText(TextReader& reader) : reader_(reader) {}

  std::vector<Object> objects;
  Vec3s vertex;

  void add(std::string_view line) {
    line = trimmed(line.substr(0, line.find('#')));
    const std::size_t space = line.find_first_of(" \t");
    const std::string_view key = line.substr(0, space);
    const std::string_view rest = space == line.npos ? std::string_view() : trimmed(line.substr(space));
    if (key == "v") add_vertex(rest);
    if (key == "o") has_objects_ = true;
    if (key == "o" || (key == "g" && !has_objects_)) objects.push_back({std::string(rest), reader_.line, {}});
    if (key == "f") add_face(rest);
  }

 private:
  // "v x y z", with or without a weight and colours behind.
  void add_vertex(std::string_view rest) {
    const std::vector<std::string_view> number = words_of(rest);
    if (number.size() < 3) reader_.fail("a vertex has three coordinates");
    vertex.emplace_back(reader_.number(number[0], "x"), reader_.number(number[1], "y"), reader_.number(number[2], "z"));
  }

  // "f a b c ...", each a vertex from 1, or from the last one: -1; what follows a slash is left out.
  void add_face(std::string_view rest) {
    if (objects.empty()) objects.push_back({"hull", reader_.line, {}});
    std::vector<Index>& face = objects.back().face.emplace_back();
    for (const std::string_view word : words_of(rest)) {
      const std::int64_t number = reader_.whole_number(word.substr(0, word.find('/')), "a face's vertex");
      const auto count = static_cast<std::int64_t>(vertex.size());
      const std::int64_t corner = number < 0 ? count + number : number - 1;
      if (number == 0 || corner < 0 || corner >= count)
        reader_.fail(fmt::format("a face's vertex: {} is none of the {} vertices so far", number, count));
      face.push_back(static_cast<Index>(corner));
    }
    if (face.size() < 3) reader_.fail("a face has three vertices or more");
  }

  TextReader& reader_;
  bool has_objects_ = false;  // then groups are parts of them
};

// (object, vertices of the text) => its hull. Refuses what is not convex.
shape::PlacedShape hull_of_object(const Object& object, const Vec3s& vertex, TextReader reader) {
  reader.line = object.line;
  Vec3s corners;       // of all faces, one after the other
  shape::Faces faces;  // of those
  for (const std::vector<Index>& face : object.face) {
    std::vector<Index>& own = faces.emplace_back();
    for (const Index corner : face) {
      own.push_back(static_cast<Index>(corners.size()));
      corners.push_back(vertex[static_cast<std::size_t>(corner)]);
    }
  }
  const std::string name = object.name.empty() ? "hull" : object.name;
  shape::PlacedShape placed;
  try {
    placed = shape::make_hull(name, corners);
  } catch (const InputError& error) {
    reader.fail(fmt::format("object '{}': {}", printable(name), error.what()));
  }
  // About a point of its own, so that the distance from the origin costs no digits.
  for (Vec3& x : corners) x -= placed.placement.centre;
  const double volume = shape::bulk_of(corners, faces).volume;
  const double whole = ball_volume(placed.placement.radius);
  if (!(std::abs(volume - whole) <= kConvex * whole))
    reader.fail(
        fmt::format("object '{}' is no closed convex surface with counter-clockwise faces: they hold {:.6g} of "
                    "the volume of their hull",
                    printable(name), volume / whole));
  return placed;
}

// Whether two shapes are one but for the rounding of their corners.
bool same(const shape::Shape& a, const shape::Shape& b) {
  constexpr double kRounding = 1e-12;
  const auto near = [&](const Vec3& x, const Vec3& y) { return (x - y).norm() <= kRounding * a.reach; };
  return a.name == b.name && a.face == b.face &&
         std::equal(a.vertex.begin(), a.vertex.end(), b.vertex.begin(), b.vertex.end(), near);
}

// (model, shape) => the row of one like it, added if there is none: copies of a body share one shape.
Index row_of(Model& model, const shape::Shape& shape) {
  const auto found =
      std::find_if(model.shapes.begin(), model.shapes.end(), [&](const shape::Shape& s) { return same(s, shape); });
  return add_shape(model, found == model.shapes.end() ? shape : *found);
}

}  // namespace

TextPile parse_obj(std::string_view text, const std::string& name, const std::string& material, double density) {
  TextReader reader{text, name};
  ObjText obj(reader);
  std::string_view line;
  while (reader.next(line)) obj.add(line);
  TextPile result;
  result.pile.model.materials = {{material, density}};
  for (const Object& object : obj.objects) {
    if (object.face.empty()) continue;
    const shape::PlacedShape placed = hull_of_object(object, obj.vertex, reader);
    add_hull(result.pile, row_of(result.pile.model, placed.shape), placed.placement, 0, Vec3::Zero(), Vec3::Zero());
  }
  if (result.pile.size() == 0) throw InputError(name + ": error: there is no object with faces");
  return result;
}

}  // namespace rubble::store
