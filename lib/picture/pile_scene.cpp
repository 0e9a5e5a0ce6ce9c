#include "picture/pile_scene.hpp"

#include "measure/contacts/lines.hpp"
#include "measure/ledger/grain_sums.hpp"
#include "model/bodies.hpp"
#include "model/placed_walls.hpp"
#include "picture/image.hpp"
#include "picture/paint.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rubble::picture {

namespace {

constexpr double kWidest = 0.45;  // radius of the line of the strongest force, in mean radii of the bodies
constexpr std::uint32_t kArrow = 0xC1272D;
constexpr double kShaft = 0.018, kHead = 0.22;  // shaft radius and head length, in units of the arrow's greatest length
constexpr double kHeadWidth = 0.35;             // radius of the head, in units of its length
constexpr int kHeadSides = 16;

double mean_radius(const Pile& pile) {
  double sum = 0;
  for (const double radius : pile.model.radius) sum += radius;
  return pile.size() > 0 ? sum / static_cast<double>(pile.size()) : 0;
}

// A cone of height 1 along z, with the base in the plane z = 0: a pyramid with kHeadSides sides.
const std::vector<shape::FacePlane>& cone() {
  static const std::vector<shape::FacePlane> planes = [] {
    std::vector<shape::FacePlane> out{{-Vec3::UnitZ(), 0}};
    for (int k = 0; k < kHeadSides; ++k) {
      const double angle = 2 * std::numbers::pi * k / kHeadSides;
      const Vec3 normal = Vec3(std::cos(angle), std::sin(angle), kHeadWidth).normalized();
      out.push_back({normal, normal.z()});
    }
    return out;
  }();
  return planes;
}

}  // namespace

namespace {

std::vector<shape::FacePlane> planes_of(const shape::Shape& shape) {
  const shape::Polyhedron mesh = shape::mesh(shape, kMeshCorners);
  std::vector<shape::FacePlane> planes;
  for (const std::vector<Index>& face : mesh.face) planes.push_back(shape::face_plane(mesh.vertex, face));
  return planes;
}

}  // namespace

MeshPlanes::MeshPlanes(const Model& model) : planes_(model, planes_of) {}

Scene bodies(const Pile& pile, const MeshPlanes& planes, const std::vector<Colour>& colours) {
  Scene scene;
  std::vector<Colour> of_hulls;
  for (std::size_t i = 0; i < pile.size(); ++i) {
    const Vec3& x = pile.state.position[i];
    const double radius = pile.model.radius[i];
    if (is_oriented(pile.model, i)) {
      const double reach = shape_of(pile.model, i).reach;
      scene.hull.push_back({&planes.of(pile.model, i), reach, x, turn_of(pile.model, pile.state, i), radius});
      of_hulls.push_back(colours[i]);
    } else {
      scene.ball.push_back({x, radius});
      scene.colour.push_back(colours[i]);
    }
  }
  scene.colour.insert(scene.colour.end(), of_hulls.begin(), of_hulls.end());
  return scene;
}

std::vector<DrawnTriangle> wall_triangles(const Pile& pile) {
  std::vector<DrawnTriangle> out;
  for (std::size_t k = 0; k < pile.model.space.meshes.size(); ++k) {
    const Vec3s vertex = wall_vertices(pile, k);
    const auto at = [&](Index corner) { return vertex[static_cast<std::size_t>(corner)]; };
    for (const shape::Triangle& t : pile.model.space.meshes[k].surface->mesh.triangle)
      out.push_back({at(t[0]), at(t[1]), at(t[2])});
  }
  return out;
}

double strongest_force(const Pile& pile) {
  const Reals forces = measure::contact_forces(pile).normal;
  return forces.empty() ? 0 : std::max(0.0, *std::ranges::max_element(forces));
}

Scene chains(const Pile& pile, double strongest) {
  Scene scene;
  const measure::ContactForces forces = measure::contact_forces(pile);
  const measure::ContactLines lines = measure::contact_lines(pile);
  const double widest = kWidest * mean_radius(pile);
  for (std::size_t k = 0; k < forces.contact.size(); ++k) {
    const double share = strongest > 0 ? forces.normal[k] / strongest : 0;
    if (!(share > 0)) continue;
    const std::size_t c = forces.contact[k];
    const Colour colour = linear(map_colour(share));
    for (std::size_t p = c > 0 ? lines.end[c - 1] : 0; p + 1 < lines.end[c]; ++p) {
      scene.rod.push_back({lines.point[p], lines.point[p + 1], widest * std::sqrt(std::min(share, 1.0))});
      scene.colour.push_back(colour);
    }
  }
  return scene;
}

double fastest_grain(const Pile& pile) {
  const Pile grains = measure::as_spheres(pile, measure::grains_of(pile));
  double fastest = 0;
  for (const Vec3& v : grains.state.velocity) fastest = std::max(fastest, v.norm());
  return fastest;
}

void add_arrows(Scene& scene, const Pile& pile, const Vec3& out, double fastest, double length) {
  if (!(fastest > 0)) return;
  const Pile grains = measure::as_spheres(pile, measure::grains_of(pile));
  const Colour colour = linear(kArrow);
  std::vector<Colour> of_rods;
  for (std::size_t g = 0; g < grains.size(); ++g) {
    const Vec3 way = length / fastest * grains.state.velocity[g];
    const double head = std::min(kHead * length, way.norm());
    if (!(way.norm() > 0.01 * length)) continue;
    const Vec3 from = grains.state.position[g] + grains.model.radius[g] * out;
    const Vec3 neck = from + way - head * way.normalized();
    const Quaternion turn = Quaternion::FromTwoVectors(Vec3::UnitZ(), way);
    scene.rod.push_back({from, neck, kShaft * length});
    of_rods.push_back(colour);
    scene.hull.push_back({&cone(), 1, neck, turn, head});
    scene.colour.push_back(colour);
  }
  scene.colour.insert(scene.colour.end(), of_rods.begin(), of_rods.end());
}

}  // namespace rubble::picture
