// Declarations of body columns that the reader refuses, and files of the formats 2.0 and 2.1, which have none.
#include "store/column_declarations.hpp"
#include "store/version2.hpp"
#include "unit/refusal.hpp"

#include <gtest/gtest.h>

namespace rubble::store {
namespace {

using Words = std::vector<std::string>;
const std::string kTable = "/parameters/body_columns/";

// => a file with these declarations and nothing else.
Reader declared(const Words& names, const Words& units, const Words& kinds) {
  Writer file;
  file.texts(kTable + "name", names);
  file.texts(kTable + "unit", units);
  file.texts(kTable + "text", Words(names.size(), "a quantity"));
  file.texts(kTable + "kind", kinds);
  return {file.image(), "a.h5"};
}

std::string message(const Words& names, const Words& units, const Words& kinds) {
  return test::refusal([&] { read_declarations(declared(names, units, kinds)); });
}

TEST(BodyColumnDeclarations, AreRead) {
  const auto columns =
      read_declarations(declared({"heat", "age", "burnt"}, {"J", "1", "1"}, {"number", "group", "mark"}));
  ASSERT_EQ(columns.size(), 3u);
  EXPECT_EQ(columns[0].name, "heat");
  EXPECT_EQ(columns[0].unit, "J");
  EXPECT_EQ(columns[0].text, "a quantity");
  EXPECT_TRUE(std::holds_alternative<Reals>(columns[0].value));
  EXPECT_TRUE(std::holds_alternative<std::vector<std::int64_t>>(columns[1].value));
  EXPECT_TRUE(std::holds_alternative<std::vector<std::int32_t>>(columns[2].value));
}

TEST(BodyColumnDeclarations, NeedKnownKindsAndEqualSizes) {
  EXPECT_EQ(message({"heat"}, {"J"}, {"text"}),
            "a.h5:" + kTable + "kind: expected number, group or mark, found another word");
  EXPECT_EQ(message({"heat", "mass_loss"}, {"J"}, {"number", "number"}),
            "a.h5:" + kTable + "unit: expected 2 rows as in name, found 1");
  EXPECT_EQ(message({"heat", "mass_loss"}, {"J", "kg"}, {"number"}),
            "a.h5:" + kTable + "kind: expected 2 rows as in name, found 1");
}

TEST(BodyColumnDeclarations, NeedValidNamesInOrder) {
  const std::string words =
      "a.h5:" + kTable + "name: expected different names in the order of their kinds, none of another dataset, found ";
  for (const char* name : {"", "Heat", "../heat", "mass", "position", "grain", "box"})
    EXPECT_EQ(message({name}, {"1"}, {"number"}), words + "\"" + name + "\"");
  EXPECT_EQ(message({"heat", "age"}, {"J", "s"}, {"number", "number"}), words + "\"age\"");
  EXPECT_EQ(message({"age", "heat"}, {"1", "J"}, {"group", "number"}), words + "\"heat\"");
  EXPECT_EQ(message({"heat", "heat"}, {"J", "1"}, {"number", "mark"}), words + "\"heat\"");
}

// => a file of a format, with these columns of bodies.
Reader of_format(int minor, const Words& columns) {
  Writer file;
  file.group("/h5md/modules/granular");
  file.attribute("/h5md/modules/granular", "version", std::vector<int>{2, minor});
  const std::vector<std::int32_t> values = {0, 1};
  for (const std::string& name : columns) file.dataset("/particles/body/" + name, view(values), "1", "");
  return {file.image(), "a.h5"};
}

TEST(BodyColumnDeclarations, AreThoseOfHardSpheresInEarlierFormats) {
  const auto names = [](const Words& columns) {
    Words found;
    for (const BodyColumn& column : read_declarations(of_format(1, columns))) found.push_back(column.name);
    return found;
  };
  EXPECT_EQ(names({}), Words{});
  EXPECT_EQ(names({"heat", "liberated"}), Words{"liberated"});
  EXPECT_EQ(names({"liberated", "lineage"}), (Words{"lineage", "liberated"}));
}

// Contacts 0-1 at two points, and of body 1 with wall 0.
Contacts with_bond_column(const Reals& bonded) {
  Contacts contacts;
  contacts.columns = {{"bond", "1", "", false, Reals{}}};
  resize(contacts, 3);
  contacts.key = {{0, 1, 0}, {0, 1, 1}, ContactKey::of_wall(1, 0)};
  contacts.columns[0].value = bonded;
  return contacts;
}

TEST(BondsOfEarlierFormats, AreMovedFromTheContactColumn) {
  Contacts contacts = with_bond_column({1, 0, 0});
  Bonds bonds;
  take_bonds_of_version2(of_format(1, {}), contacts, bonds);
  EXPECT_EQ(bonds.pair.size(), 1u);
  EXPECT_TRUE(contacts.columns.empty());
  // A column of this name in a later format is no bond.
  contacts = with_bond_column({1, 0, 0});
  take_bonds_of_version2(of_format(2, {}), contacts, bonds);
  EXPECT_EQ(bonds.pair.size(), 1u);
  EXPECT_EQ(contacts.columns.size(), 1u);
}

TEST(BondsOfEarlierFormats, OtherValuesAreRefused) {
  const std::string expected =
      "a.h5:/connectivity/contacts/columns/bond: expected 1 at one contact of each bonded pair and 0 elsewhere, found "
      "other values";
  for (const Reals& bonded : {Reals{2, 0, 0}, Reals{0, 1, 0}, Reals{0, 0, 1}}) {
    Contacts contacts = with_bond_column(bonded);
    Bonds bonds;
    EXPECT_EQ(test::refusal([&] { take_bonds_of_version2(of_format(1, {}), contacts, bonds); }), expected);
  }
  Contacts contacts = with_bond_column({1, 0, 0});
  Bonds bonds;
  contacts.columns[0].value = Vec3s(3, Vec3::Zero());
  EXPECT_EQ(test::refusal([&] { take_bonds_of_version2(of_format(1, {}), contacts, bonds); }), expected);
}

}  // namespace
}  // namespace rubble::store
