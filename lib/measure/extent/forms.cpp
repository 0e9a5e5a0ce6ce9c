#include "measure/extent/forms.hpp"

#include "base/ball.hpp"
#include "model/bodies.hpp"
#include "model/grains.hpp"
#include "shape/mass_properties.hpp"
#include "shape/recipes.hpp"

#include <algorithm>
#include <limits>
#include <numbers>

namespace rubble::measure {
namespace {

double density(const Model& model, std::size_t body) {
  return model.materials[static_cast<std::size_t>(model.material[body])].density;
}

// True if all members of a grain are hulls.
bool is_compound(const Pile& pile, std::size_t number) {
  const std::span<const Index> members = pile.state.grouping.members(number);
  return std::ranges::all_of(members, [&](Index i) { return is_oriented(pile.model, static_cast<std::size_t>(i)); });
}

// Form of bodies that are glued together.
Form glued_form(const Pile& pile, std::size_t number) {
  const Model& model = pile.model;
  const Grain& grain = pile.state.grouping.grains[number];
  const Vec3 centre = motion_of(model, pile.state, number).position;
  Form out;
  out.kind = is_compound(pile, number) ? "compound" : shape::functions_of(shape::Kind::aggregate).name;
  out.shape = grain.shape < 0 ? out.kind : model.shapes[static_cast<std::size_t>(grain.shape)].name;
  out.area = std::numeric_limits<double>::quiet_NaN();
  out.moments = grain.moments / grain.mass;
  for (const Index member : pile.state.grouping.members(number)) {
    const auto i = static_cast<std::size_t>(member);
    out.volume += model.mass[i] / density(model, i);
    out.vertices += shape_of(model, i).vertex.size();
    out.faces += shape_of(model, i).face.size();
    out.bounding_radius = std::max(out.bounding_radius, farthest(model, pile.state, i, centre));
  }
  const double area = grain.shape < 0 ? 0 : model.shapes[static_cast<std::size_t>(grain.shape)].area;
  if (area > 0) out.area = area * out.radius() * out.radius();
  return out;
}

}  // namespace

double Form::radius() const { return ball_radius(volume); }

Vec3 Form::lengths() const { return shape::principal_lengths(moments); }

double Form::sphericity() const { return 4 * std::numbers::pi * radius() * radius() / area; }

Form form_of(const shape::Shape& shape, double radius) {
  Form out;
  out.shape = shape.name;
  out.kind = shape::functions_of(shape.kind).name;
  out.vertices = shape.vertex.size();
  out.faces = shape.face.size();
  out.volume = ball_volume(radius);
  out.area = shape.area * radius * radius;
  out.bounding_radius = shape.reach * radius;
  out.moments = radius * radius * shape.moments;
  return out;
}

Form form_of_surface(const std::string& name, const Vec3s& vertex, const shape::Faces& face) {
  const shape::MassProperties mass = shape::mass_properties(vertex, face);
  Form out;
  out.shape = name;
  out.kind = "surface";
  out.vertices = vertex.size();
  out.faces = face.size();
  out.volume = mass.volume;
  out.area = shape::surface_area(vertex, face);
  for (const Vec3& x : vertex) out.bounding_radius = std::max(out.bounding_radius, (x - mass.centre).norm());
  out.moments = shape::principal_frame(mass.inertia).moments / mass.volume;
  return out;
}

std::vector<Form> forms(const Pile& pile) {
  const Model& model = pile.model;
  std::vector<Form> out;
  for (std::size_t i = 0; i < pile.size(); ++i) {
    if (!leads(pile.state.grouping, i)) continue;
    const Index g = pile.state.grouping.grain_of(i);
    const bool alone = g < 0 || pile.state.grouping.grains[static_cast<std::size_t>(g)].count == 1;
    out.push_back(alone ? form_of(shape_of(model, i), model.radius[i]) : glued_form(pile, static_cast<std::size_t>(g)));
    out.back().id = model.id[i];
  }
  return out;
}

}  // namespace rubble::measure
