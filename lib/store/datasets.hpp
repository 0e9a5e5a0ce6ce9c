#pragma once
// Declarations of all datasets of a pile. Writing, reading, hashing, comparison and the table of the documentation use
// this list. Each function calls visit(declaration, member). Members are scalars, vectors, or vectors
// of text.
#include "model/pile.hpp"
#include "shape/kind.hpp"
#include "store/dataset.hpp"
#include "store/mesh_table.hpp"

#include <optional>
#include <string>
#include <vector>

namespace rubble::store {

// The materials, one array per property.
struct MaterialTable {
  std::vector<std::string> name;
  Reals density;
};

template <class Table, class Visit>
void each_of_materials(Table& table, Visit&& visit) {
  visit(Dataset{"/parameters/materials/name", "", "name of the material"}, table.name);
  visit(Dataset{"/parameters/materials/density", "kg m-3", "density of the solid material"}, table.density);
}

// The shapes, one array per property, and the vertices and faces of hulls, one hull after the other.
struct ShapeTable {
  std::vector<std::string> name, kind;
  Reals reach, area;
  Vec3s moments;
  std::vector<Index> vertices, faces;  // numbers for each shape
  Vec3s vertex;
  std::vector<Index> corners;  // number for each face
  std::vector<Index> corner;
};

// Written only if there are shapes.
template <class Table, class Visit>
void each_of_shapes(Table& table, Visit&& visit) {
  visit(Dataset{"/parameters/shapes/name", "", "name of the shape"}, table.name);
  visit(Dataset{"/parameters/shapes/kind", "", "kind of the shape: " + shape::kind_names()}, table.kind);
  visit(Dataset{"/parameters/shapes/reach", "1",
                "distance of the farthest surface point from the centre of mass, divided by the radius"},
        table.reach);
  visit(Dataset{"/parameters/shapes/moments", "1",
                "principal moments of inertia in ascending order, divided by mass radius^2"},
        table.moments);
  visit(Dataset{"/parameters/shapes/area", "1", "surface area divided by radius^2, 0 if unknown"}, table.area);
  visit(Dataset{"/parameters/shapes/vertices", "1", "number of vertices of the shape"}, table.vertices);
  visit(Dataset{"/parameters/shapes/faces", "1", "number of faces of the shape"}, table.faces);
  visit(Dataset{"/parameters/shapes/vertex", "1", "position of the vertex, divided by the radius"}, table.vertex);
  visit(Dataset{"/parameters/shapes/corners", "1", "number of corners of the face"}, table.corners);
  visit(Dataset{"/parameters/shapes/corner", "1",
                "index of a vertex of the face within its shape, counter-clockwise seen from outside"},
        table.corner);
}

// The space that contains the bodies, one array per property.
struct SpaceTable {
  Reals edges;                       // three, or none if space is open along all axes
  Reals rate, vertical_rate, since;  // one each, or none without Hill's frame
  Vec3s point, normal;
};

inline constexpr const char* kEdges = "/particles/body/box/edges";
inline constexpr const char* kHillRate = "/parameters/hill/rate";
inline constexpr const char* kWallPoints = "/parameters/walls/point";

// Written only for periodic piles.
template <class Table, class Visit>
void each_of_edges(Table& table, Visit&& visit) {
  visit(Dataset{kEdges, "m", "period of space along each axis, 0 for an open axis"}, table.edges);
}
// Written only in Hill's frame.
template <class Table, class Visit>
void each_of_hill(Table& table, Visit&& visit) {
  visit(Dataset{kHillRate, "rad s-1", "rate of the orbit about which Hill's frame rotates"}, table.rate);
  visit(Dataset{"/parameters/hill/vertical_rate", "rad s-1", "rate of vertical oscillations in Hill's frame"},
        table.vertical_rate);
  visit(Dataset{"/parameters/hill/since", "s", "time at which images along x are not shifted along y"}, table.since);
}
// Written only if there are walls.
template <class Table, class Visit>
void each_of_walls(Table& table, Visit&& visit) {
  visit(Dataset{kWallPoints, "m", "point of the wall in its rest position"}, table.point);
  visit(Dataset{"/parameters/walls/normal", "1", "unit normal of the wall towards the bodies"}, table.normal);
}

template <class M, class Visit>
void each_of_model(M& model, Visit&& visit) {
  visit(Dataset{"/particles/body/id", "1", "identifier of the body, kept by all tools"}, model.id);
  visit(Dataset{"/particles/body/mass", "kg", "mass of the body"}, model.mass);
  visit(Dataset{"/particles/body/radius", "m", "radius of the sphere, or of a sphere with the volume of the hull"},
        model.radius);
  visit(Dataset{"/particles/body/material", "1", "index of the material of the body in /parameters/materials"},
        model.material);
}

// Written only if a body is a hull.
template <class M, class Visit>
void each_of_hulls(M& model, Visit&& visit) {
  visit(Dataset{"/particles/body/shape", "1", "index of the hull of the body in /parameters/shapes, -1 for a sphere"},
        model.shape);
}

// Grouping of bodies into grains. Masses and members of grains follow from the bodies.
struct GroupingTable {
  bool shapes = false, hulls = false;  // true if the model has any: `shape` and `turn` are written only in this case
  std::vector<Index> grain;
  Vec3s offset;
  std::vector<Vec4> turn;
  Vec3s moments;
  std::vector<Index> shape;
};
struct TurnTable {
  std::vector<Vec4> orientation;
};

// Written only if there are grains.
template <class Table, class Visit>
void each_of_members(Table& table, Visit&& visit) {
  visit(Dataset{"/particles/body/grain", "1", "index of the grain that the body belongs to, -1 for a free body"},
        table.grain);
  visit(Dataset{"/particles/body/offset", "m",
                "position of the body in the principal frame of its grain, 0 for a free body"},
        table.offset);
  if (table.hulls)
    visit(Dataset{"/particles/body/turn", "1",
                  "unit quaternion (w, x, y, z) from the frame of the hull to the principal frame of its grain"},
          table.turn);
}
template <class Table, class Visit>
void each_of_grains(Table& table, Visit&& visit) {
  visit(Dataset{"/particles/grain/moments", "kg m2", "principal moments of inertia of the grain"}, table.moments);
  if (table.shapes)
    visit(Dataset{"/particles/grain/shape", "1", "index of the shape of the grain in /parameters/shapes, -1 if none"},
          table.shape);
}
template <class Table, class Visit>
void each_of_turns(Table& table, Visit&& visit) {
  visit(Dataset{"/particles/grain/orientation", "1",
                "unit quaternion (w, x, y, z) from the principal frame of the grain to the inertial axes"},
        table.orientation);
}

// Values of the body columns.
template <class Columns, class Visit>
void each_of_body_columns(Columns& columns, Visit&& visit) {
  for (auto& column : columns) {
    const Dataset d{"/particles/body/" + column.name, column.unit, column.text};
    std::visit([&](auto& values) { visit(d, values); }, column.value);
  }
}

template <class S, class Visit>
void each_of_clock(S& state, Visit&& visit) {
  visit(Dataset{"/parameters/step", "1", "number of completed time steps"}, state.step);
  visit(Dataset{"/parameters/time", "s", "simulated time"}, state.time);
}

template <class S, class Visit>
void each_of_motion(S& state, Visit&& visit) {
  visit(Dataset{"/particles/body/position", "m", "position of the centre of mass of the body"}, state.position);
  visit(Dataset{"/particles/body/velocity", "m s-1", "velocity of the centre of mass of the body"}, state.velocity);
  visit(Dataset{"/particles/body/spin", "rad s-1", "angular velocity of the body along the inertial axes"}, state.spin);
}

// The keys of contacts, one array per number.
struct KeyTable {
  std::vector<std::array<Index, 2>> pair;
  std::vector<Index> feature;
};
template <class Table, class Visit>
void each_of_keys(Table& table, Visit&& visit) {
  visit(Dataset{"/connectivity/contacts/pair", "1", "indices a < b of the two bodies; a negative b is wall -1 - b"},
        table.pair);
  visit(Dataset{"/connectivity/contacts/feature", "1", "number that distinguishes the contact points of one pair"},
        table.feature);
}

inline constexpr const char* kBonds = "/connectivity/bonds/pair";
// Written only if there are bonds.
template <class B, class Visit>
void each_of_bonds(B& bonds, Visit&& visit) {
  visit(Dataset{kBonds, "1", "indices a < b of the two bodies of an elastic bond"}, bonds.pair);
  each_field_of_bonds(bonds, [&](const BondField& field, auto& values) {
    visit(Dataset{"/connectivity/bonds/" + std::string(field.name), std::string(field.unit), std::string(field.text)},
          values);
  });
}

// (file) => true if it has a column of beams. A file with only some of them is damaged, and reading it fails.
template <class File>
bool has_beams(const File& file) {
  Bonds beams;
  beams.beams = true;
  bool found = false;
  each_of_bonds(beams, [&](const Dataset& d, const auto&) { found = found || (d.path != kBonds && file.has(d.path)); });
  return found;
}

// The columns of contacts, one array per property.
struct ColumnTable {
  std::vector<std::string> name, unit, text;
  std::vector<Index> odd, width;
};
template <class Table, class Visit>
void each_of_columns(Table& table, Visit&& visit) {
  visit(Dataset{"/parameters/contact_columns/name", "", "name of the contact column"}, table.name);
  visit(Dataset{"/parameters/contact_columns/unit", "", "SI unit of the contact column"}, table.unit);
  visit(Dataset{"/parameters/contact_columns/text", "", "description of the contact column"}, table.text);
  visit(Dataset{"/parameters/contact_columns/odd", "1",
                "1 if the contact column changes its sign when bodies a and b are exchanged, else 0"},
        table.odd);
  visit(Dataset{"/parameters/contact_columns/width", "1",
                "numbers per contact in the column: 1 for a scalar, 3 for a vector"},
        table.width);
}

// All fields of contacts except the keys.
template <class C, class Visit>
void each_of_fields(C& contacts, Visit&& visit) {
  each_field(contacts, [&](const ContactField& field, auto& values) {
    const std::string folder = field.column ? "/connectivity/contacts/columns/" : "/connectivity/contacts/";
    visit(Dataset{folder + std::string(field.name), std::string(field.unit), std::string(field.text)}, values);
  });
}

KeyTable table_of(const std::vector<ContactKey>& keys);
std::vector<ContactKey> keys_of(const KeyTable& table);
ColumnTable table_of(const std::vector<ContactColumn>& columns);
// => the columns, without values
std::vector<ContactColumn> columns_of(const ColumnTable& table);

// Keys and fields. The table of the columns is separate, because the frames of a track share it.
template <class Visit>
void each_of_contacts(const Contacts& contacts, Visit&& visit) {
  const KeyTable keys = table_of(contacts.key);
  each_of_keys(keys, visit);
  each_of_fields(contacts, visit);
}

SpaceTable table_of(const Space& space);
// (table whose arrays have matching sizes) => the space
Space space_of(const SpaceTable& table);
MaterialTable table_of(const std::vector<Material>& materials);
std::vector<Material> materials_of(const MaterialTable& table);
ShapeTable table_of(const std::vector<shape::Shape>& shapes);
// (table whose arrays have matching sizes) => the shapes, unchanged
std::vector<shape::Shape> shapes_of(const ShapeTable& table);
// (table) => the first dataset with a negative number, a wrong size or an unknown kind, with the expected and the found
// value; nothing if the table is valid.
std::optional<Misfit> misfit(const ShapeTable& table);
// (grouping, true if the model has shapes) => its table.
GroupingTable table_of(const Grouping& grouping, bool shapes);
TurnTable table_of(const std::vector<Quaternion>& orientation);
std::vector<Quaternion> quaternions_of(const std::vector<Vec4>& numbers);  // w, x, y, z

// Data that does not change during a run.
template <class Visit>
void each_constant(const Model& model, Visit&& visit) {
  const MaterialTable materials = table_of(model.materials);
  each_of_materials(materials, visit);
  if (!model.shapes.empty()) {
    const ShapeTable shapes = table_of(model.shapes);
    each_of_shapes(shapes, visit);
  }
  each_of_model(model, visit);
  if (!model.shape.empty()) each_of_hulls(model, visit);
  const SpaceTable space = table_of(model.space);
  if (!space.edges.empty()) each_of_edges(space, visit);
  if (!space.rate.empty()) each_of_hill(space, visit);
  if (!space.point.empty()) each_of_walls(space, visit);
  if (model.space.meshes.empty()) return;
  const MeshTable meshes = table_of(model.space.meshes);
  each_of_meshes(meshes, visit);
}

// (model, grouping, function)
template <class Visit>
void each_of_grouping(const Model& model, const Grouping& grouping, Visit&& visit) {
  if (grouping.grains.empty()) return;
  const GroupingTable table = table_of(grouping, !model.shapes.empty());
  each_of_members(table, visit);
  each_of_grains(table, visit);
}

// All datasets of a pile, in the order of the content hash.
template <class Visit>
void each_dataset(const Pile& pile, Visit&& visit) {
  each_constant(pile.model, visit);
  each_of_clock(pile.state, visit);
  each_of_motion(pile.state, visit);
  each_of_body_columns(pile.state.columns, visit);
  each_of_grouping(pile.model, pile.state.grouping, visit);
  if (!pile.state.grouping.grains.empty()) {
    const TurnTable turns = table_of(pile.state.orientation);
    each_of_turns(turns, visit);
  }
  if (!pile.state.walls.empty()) {
    const PoseColumns walls = columns_of(pile.state.walls);
    each_of_wall_poses(walls, visit);
  }
  if (pile.bonds.size() > 0) each_of_bonds(pile.bonds, visit);
  const ColumnTable columns = table_of(pile.contacts.columns);
  each_of_columns(columns, visit);
  each_of_contacts(pile.contacts, visit);
}

}  // namespace rubble::store
