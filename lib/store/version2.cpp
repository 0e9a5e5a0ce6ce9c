#include "store/version2.hpp"

#include <algorithm>
#include <variant>

namespace rubble::store {

std::vector<BodyColumn> body_columns_of_version2(const Reader& file) {
  const BodyColumn known[] = {
      {kLineage, "1", "name of the aggregate that the body first stuck to, an id of one of its bodies, -1 if none",
       std::vector<std::int64_t>{}},
      {"liberated", "1", "1 if the body has permanently lost its elastic bonds, else 0", std::vector<std::int32_t>{}}};
  std::vector<BodyColumn> columns;
  for (const BodyColumn& column : known)
    if (file.has("/particles/body/" + column.name)) columns.push_back(column);
  return columns;
}

namespace {

bool is_version2(const Reader& file) {
  const auto version = file.version("/h5md/modules/granular");
  return version && (*version)[0] == 2 && (*version)[1] < 2;
}

bool marks(double value, const ContactKey& key) { return value == 1 && !key.on_wall() && key.feature == 0; }

}  // namespace

void take_bonds_of_version2(const Reader& file, Contacts& contacts, Bonds& bonds) {
  const auto is_bond = [](const ContactColumn& column) { return column.name == "bond"; };
  const auto column = std::find_if(contacts.columns.begin(), contacts.columns.end(), is_bond);
  if (column == contacts.columns.end() || !is_version2(file)) return;
  const Reals* bonded = std::get_if<Reals>(&column->value);
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const ContactKey& key = contacts.key[c];
    if (!bonded || ((*bonded)[c] != 0 && !marks((*bonded)[c], key)))
      file.refuse("/connectivity/contacts/columns/bond", "1 at one contact of each bonded pair and 0 elsewhere",
                  "other values");
    if ((*bonded)[c] == 1) bonds.pair.push_back({key.a, key.b});
  }
  contacts.columns.erase(column);
}

}  // namespace rubble::store
