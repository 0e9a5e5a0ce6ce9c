#include "export/polydata.hpp"

#include "measure/contacts/forces.hpp"
#include "measure/contacts/lines.hpp"
#include "measure/extent/surfaces.hpp"
#include "model/bodies.hpp"
#include "model/grains.hpp"
#include "model/placed_walls.hpp"
#include "store/vtp.hpp"

#include <numeric>

namespace rubble::tools {

namespace {

// (pile) => the pile without its contacts within grains.
Pile without_bonds(const Pile& pile) {
  std::vector<char> keep;
  for (const ContactKey& key : pile.contacts.key) keep.push_back(glued(pile.state.grouping, key) ? 0 : 1);
  Pile out = pile;
  out.contacts = selected(pile.contacts, keep);
  return out;
}

// Values of each contact: ids of both bodies (-1 for a plane), number of the plane (-1 for a contact of two bodies),
// and the grains to which the bodies belong.
std::vector<store::CellValues> partners(const Pile& pile) {
  std::vector<std::int64_t> a, b, plane, grain_a, grain_b;
  for (const ContactKey& key : pile.contacts.key) {
    const bool wall = key.on_wall();
    a.push_back(pile.model.id[key.a]);
    b.push_back(wall ? -1 : pile.model.id[key.b]);
    plane.push_back(wall ? key.wall() : -1);
    grain_a.push_back(pile.state.grouping.grain_of(static_cast<std::size_t>(key.a)));
    grain_b.push_back(wall ? -1 : pile.state.grouping.grain_of(static_cast<std::size_t>(key.b)));
  }
  std::vector<store::CellValues> values{{"a", a}, {"b", b}, {"plane", plane}};
  if (pile.state.grouping.grains.empty()) return values;
  values.push_back({"grain_a", grain_a});
  values.push_back({"grain_b", grain_b});
  return values;
}

}  // namespace

std::string contacts_as_lines(const Pile& all) {
  const Pile pile = without_bonds(all);
  const measure::ContactLines lines = measure::contact_lines(pile);
  const measure::ContactForces forces = measure::contact_forces(pile);
  std::vector<store::CellValues> values = partners(pile);
  values.push_back({"normal_force", forces.normal});
  values.push_back({"tangential_force", forces.tangential});
  Reals overlap;
  for (const double gap : pile.contacts.gap) overlap.push_back(-gap);
  values.push_back({"overlap", overlap});
  values.push_back({"relative_overlap", forces.relative_overlap});
  values.push_back({"energy", pile.contacts.energy});
  values.push_back({"normal", pile.contacts.normal});
  values.push_back({"force", pile.contacts.force});
  return store::to_vtp(pile.state.time, lines.point, lines.end, values);
}

namespace {

// (pile, indices of bodies) => the values of each of these bodies.
std::vector<store::CellValues> values_of(const Pile& pile, const std::vector<Index>& bodies) {
  const Model& model = pile.model;
  std::vector<std::int64_t> id, grain, shape, material;
  Reals mass, radius;
  Vec3s centre, velocity, spin;
  std::vector<Quaternion> orientation;
  for (const Index body : bodies) {
    const auto i = static_cast<std::size_t>(body);
    id.push_back(model.id[i]);
    grain.push_back(pile.state.grouping.grain_of(i));
    shape.push_back(shape_index(model, i));
    material.push_back(model.material[i]);
    mass.push_back(model.mass[i]);
    radius.push_back(model.radius[i]);
    centre.push_back(pile.state.position[i]);
    orientation.push_back(turn_of(model, pile.state, i));
    velocity.push_back(pile.state.velocity[i]);
    spin.push_back(pile.state.spin[i]);
  }
  return {{"id", id},
          {"grain", grain},
          {"shape", shape},
          {"material", material},
          {"mass", mass},
          {"radius", radius},
          {"centre", centre},
          {"orientation", orientation},
          {"velocity", velocity},
          {"spin", spin}};
}

}  // namespace

std::string bodies_as_polygons(const Pile& pile) {
  const measure::Surfaces surfaces = measure::surfaces(pile);
  return store::to_vtp(pile.state.time, surfaces.point, surfaces.corner, surfaces.end, values_of(pile, surfaces.body));
}

std::string bodies_as_points(const Pile& pile) {
  std::vector<Index> all(pile.size());
  std::iota(all.begin(), all.end(), Index{0});
  return store::to_vtp(pile.state.time, pile.state.position, values_of(pile, all));
}

std::string walls_as_polygons(const Pile& pile) {
  const Space& space = pile.model.space;
  Vec3s point, velocity;
  std::vector<Index> corner;
  std::vector<std::size_t> end;
  std::vector<std::int64_t> number;
  for (std::size_t k = 0; k < space.meshes.size(); ++k) {
    const MeshWall& wall = space.meshes[k];
    const WallPlacement now = wall_placement(pile, k);
    const auto first = static_cast<Index>(point.size());
    for (const Vec3& x : wall.vertices(now)) point.push_back(x);
    for (const shape::Triangle& t : wall.surface->mesh.triangle) {
      Vec3 middle = Vec3::Zero();
      for (const Index v : t) {
        corner.push_back(first + v);
        middle += point[static_cast<std::size_t>(first + v)] / 3;
      }
      end.push_back(corner.size());
      number.push_back(static_cast<std::int64_t>(space.walls.size() + k));
      velocity.push_back(now.velocity_at(middle));
    }
  }
  return store::to_vtp(pile.state.time, point, corner, end, {{"wall", number}, {"velocity", velocity}});
}

}  // namespace rubble::tools
