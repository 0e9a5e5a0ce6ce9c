#pragma once
// Every dataset of a pile, declared once: writing, reading, hashing, comparing and the documentation's table follow
// from here. Each function calls visit(declaration, member) in the order of the files; members are scalars, vectors, or
// vectors of text.
#include "model/pile.hpp"

#include <string>
#include <vector>

namespace rubble::store {

struct Dataset {
  const char* path;  // in a pile; docs/formats.md says where frames keep theirs
  const char* unit;  // SI, as H5MD's units module spells it; "" for text
  const char* text;

  std::string name() const { return std::string(path).substr(std::string(path).rfind('/') + 1); }
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

template <class C, class Visit>
void each_of_contacts(C& contacts, Visit&& visit) {
  visit(Dataset{"/connectivity/contacts/pair", "1", "rows a < b of the bodies that touch; b >= N is plane b - N"},
        contacts.pair);
  visit(Dataset{"/connectivity/contacts/overlap", "m", "how deep they overlap"}, contacts.overlap);
  visit(Dataset{"/connectivity/contacts/normal", "1", "unit vector from a to b"}, contacts.normal);
  visit(Dataset{"/connectivity/contacts/force", "N", "force on a"}, contacts.force);
  visit(Dataset{"/connectivity/contacts/energy", "J", "energy stored in the springs"}, contacts.energy);
  visit(Dataset{"/connectivity/contacts/sliding", "m", "elongation of the tangential spring"}, contacts.sliding);
  visit(Dataset{"/connectivity/contacts/rolling", "rad", "angle of the rolling spring"}, contacts.rolling);
  visit(Dataset{"/connectivity/contacts/twisting", "rad", "angle of the twisting spring, about the normal"},
        contacts.twisting);
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
  each_of_contacts(pile.contacts, visit);
}

}  // namespace rubble::store
