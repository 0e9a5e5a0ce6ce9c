#pragma once
// Every dataset of a pile, declared once: writing, reading, hashing, comparing and the documentation's table follow
// from here. Each function calls visit(declaration, member) in the order of the files; members are scalars, vectors, or
// vectors of text.
#include "model/pile.hpp"

#include <string>
#include <vector>

namespace rubble::store {

struct Dataset {
  std::string path;  // in a pile; docs/formats.md says where frames keep theirs
  std::string unit;  // SI, as H5MD's units module spells it; "" for text
  std::string text;

  std::string name() const { return path.substr(path.rfind('/') + 1); }
};

// The materials, one array per property.
struct MaterialTable {
  std::vector<std::string> name;
  Reals density;
};

template <class Table, class Visit>
void each_of_materials(Table& table, Visit&& visit) {
  visit(Dataset{"/parameters/materials/name", "", "name of each material"}, table.name);
  visit(Dataset{"/parameters/materials/density", "kg m-3", "density of the solid"}, table.density);
}

template <class M, class Visit>
void each_of_model(M& model, Visit&& visit) {
  visit(Dataset{"/particles/body/id", "1", "number that a body keeps through every tool"}, model.id);
  visit(Dataset{"/particles/body/mass", "kg", "mass"}, model.mass);
  visit(Dataset{"/particles/body/radius", "m", "radius of the sphere"}, model.radius);
  visit(Dataset{"/particles/body/material", "1", "row of the material in /parameters/materials"}, model.material);
}

// The grains, one array per property. Their masses and members follow from the bodies'.
struct GrainTable {
  Vec3s moments;
};
struct TurnTable {
  std::vector<Vec4> orientation;
};

// Only where there are grains.
template <class M, class Visit>
void each_of_members(M& model, Visit&& visit) {
  visit(Dataset{"/particles/body/grain", "1", "row of the grain that the body is a member of, -1: free"}, model.grain);
  visit(Dataset{"/particles/body/offset", "m", "place of a member in its grain's principal frame"}, model.offset);
}
template <class Table, class Visit>
void each_of_grains(Table& table, Visit&& visit) {
  visit(Dataset{"/particles/grain/moments", "kg m2", "principal moments of inertia"}, table.moments);
}
template <class Table, class Visit>
void each_of_turns(Table& table, Visit&& visit) {
  visit(Dataset{"/particles/grain/orientation", "1", "unit quaternion w, x, y, z: principal frame to inertial axes"},
        table.orientation);
}

template <class S, class Visit>
void each_of_clock(S& state, Visit&& visit) {
  visit(Dataset{"/parameters/step", "1", "number of time steps done"}, state.step);
  visit(Dataset{"/parameters/time", "s", "simulated time"}, state.time);
}

template <class S, class Visit>
void each_of_motion(S& state, Visit&& visit) {
  visit(Dataset{"/particles/body/position", "m", "centre of mass"}, state.position);
  visit(Dataset{"/particles/body/velocity", "m s-1", "velocity of the centre of mass"}, state.velocity);
  visit(Dataset{"/particles/body/spin", "rad s-1", "angular velocity, inertial axes"}, state.spin);
}

// The keys of contacts, one array per number.
struct KeyTable {
  std::vector<std::array<Index, 2>> pair;
  std::vector<Index> feature;
};
template <class Table, class Visit>
void each_of_keys(Table& table, Visit&& visit) {
  visit(Dataset{"/connectivity/contacts/pair", "1", "rows a < b of the bodies that touch; b < 0 is wall -1 - b"},
        table.pair);
  visit(Dataset{"/connectivity/contacts/feature", "1", "number that tells the points of one pair apart"},
        table.feature);
}

// What the columns of contacts are, one array per property.
struct ColumnTable {
  std::vector<std::string> name, unit, text;
  std::vector<Index> odd, width;
};
template <class Table, class Visit>
void each_of_columns(Table& table, Visit&& visit) {
  visit(Dataset{"/parameters/contact_columns/name", "", "name of each column of contacts"}, table.name);
  visit(Dataset{"/parameters/contact_columns/unit", "", "its unit"}, table.unit);
  visit(Dataset{"/parameters/contact_columns/text", "", "what it is"}, table.text);
  visit(Dataset{"/parameters/contact_columns/odd", "1", "1 if it changes its sign when a and b change places"},
        table.odd);
  visit(Dataset{"/parameters/contact_columns/width", "1", "numbers per contact: 1, or 3 for a vector"}, table.width);
}

// All fields of contacts but the keys.
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

// Keys and fields; the columns' own table is apart, since the frames of a track share it.
template <class Visit>
void each_of_contacts(const Contacts& contacts, Visit&& visit) {
  const KeyTable keys = table_of(contacts.key);
  each_of_keys(keys, visit);
  each_of_fields(contacts, visit);
}

MaterialTable table_of(const std::vector<Material>& materials);
std::vector<Material> materials_of(const MaterialTable& table);
GrainTable table_of(const std::vector<Grain>& grains);
TurnTable table_of(const std::vector<Quaternion>& orientation);
std::vector<Quaternion> orientations_of(const TurnTable& table);

// All of the above, in order.
template <class Visit>
void each_dataset(const Pile& pile, Visit&& visit) {
  const MaterialTable materials = table_of(pile.model.materials);
  each_of_materials(materials, visit);
  each_of_model(pile.model, visit);
  each_of_clock(pile.state, visit);
  each_of_motion(pile.state, visit);
  if (!pile.model.grains.empty()) {
    const GrainTable grains = table_of(pile.model.grains);
    const TurnTable turns = table_of(pile.state.orientation);
    each_of_members(pile.model, visit);
    each_of_grains(grains, visit);
    each_of_turns(turns, visit);
  }
  const ColumnTable columns = table_of(pile.contacts.columns);
  each_of_columns(columns, visit);
  each_of_contacts(pile.contacts, visit);
}

}  // namespace rubble::store
