// Contacts as a table: keys in order, and the effect of selecting, renumbering, exchanging, joining, rotating and
// shifting on every field.
#include "base/error.hpp"
#include "model/contacts.hpp"

#include <algorithm>
#include <functional>
#include <set>

#include <gtest/gtest.h>

namespace rubble {
namespace {

// Two points of one pair, a pair, a wall; columns of each kind.
Contacts sample() {
  Contacts c;
  c.key = {{0, 1, 0}, {0, 1, 4}, {1, 2, 0}, ContactKey::of_wall(2, 1)};
  c.point = {{1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}};
  c.normal = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, -1}};
  c.gap = {-0.1, 0.2, -0.3, -0.4};
  c.force = {{0, 0, 1}, {0, 0, 2}, {0, 0, 3}, {0, 0, 4}};
  c.energy = {1, 2, 3, 4};
  c.columns = {{kImage, "m", "", true, Vec3s{{10, 0, 0}, {0, 0, 0}, {0, 20, 0}, {0, 0, 0}}},
               {"sliding", "m", "", true, Vec3s{{0, 1, 0}, {0, 2, 0}, {0, 3, 0}, {0, 4, 0}}},
               {"twisting", "rad", "", false, Reals{0.1, 0.2, 0.3, 0.4}}};
  return c;
}

const Vec3s& vectors(const Contacts& c, const char* name) { return std::get<Vec3s>(c.find(name)->value); }
const Reals& scalars(const Contacts& c, const char* name) { return std::get<Reals>(c.find(name)->value); }

TEST(Contacts, KeysSortByRowsThenWallsThenFeatures) {
  const std::vector<ContactKey> rising = {{0, 1, 0},
                                          {0, 1, 7},
                                          {0, 9, 0},
                                          ContactKey::of_wall(0, 0),
                                          ContactKey::of_wall(0, 0, 3),
                                          ContactKey::of_wall(0, 1),
                                          {1, 2, 0}};
  for (std::size_t i = 0; i < rising.size(); ++i)
    for (std::size_t j = 0; j < rising.size(); ++j) EXPECT_EQ(rising[i] < rising[j], i < j) << i << " " << j;
  EXPECT_EQ(rising[5].wall(), 1);
  EXPECT_TRUE(rising[5].on_wall());
  EXPECT_FALSE(rising[2].on_wall());
}

TEST(Contacts, EachFieldIsVisitedOnceColumnsLast) {
  const Contacts c = sample();
  std::vector<std::string> names;
  each_field(c, [&](const ContactField& field, const auto& values) {
    names.emplace_back(field.name);
    EXPECT_EQ(values.size(), 4u) << field.name;
  });
  EXPECT_EQ(names,
            (std::vector<std::string>{"point", "normal", "gap", "force", "energy", "image", "sliding", "twisting"}));
}

// Body 1 becomes 5, 0 becomes 9, and 2 is removed: one pair remains, with its sides exchanged. Odd fields change their
// sign, and the point moves to the image of body b.
TEST(Contacts, RenumberingExchangesSides) {
  const Contacts c = renumbered(sample(), {9, 5, -1});
  EXPECT_EQ(c.key, (std::vector<ContactKey>{{5, 9, 0}, {5, 9, 4}}));
  EXPECT_EQ(c.normal, (Vec3s{{-1, 0, 0}, {0, -1, 0}}));
  EXPECT_EQ(c.force, (Vec3s{{0, 0, -1}, {0, 0, -2}}));
  EXPECT_EQ(c.gap, (Reals{-0.1, 0.2}));
  EXPECT_EQ(c.energy, (Reals{1, 2}));
  EXPECT_EQ(c.point, (Vec3s{{-9, 0, 0}, {2, 0, 0}}));
  EXPECT_EQ(vectors(c, kImage)[0], Vec3(-10, 0, 0));
  EXPECT_EQ(vectors(c, "sliding"), (Vec3s{{0, -1, 0}, {0, -2, 0}}));
  EXPECT_EQ(scalars(c, "twisting"), (Reals{0.1, 0.2}));
  const Contacts back = renumbered(c, {0, 0, 0, 0, 0, 1, 0, 0, 0, 0});
  EXPECT_EQ(back.point, (Vec3s{{1, 0, 0}, {2, 0, 0}}));
  EXPECT_EQ(back.force, (Vec3s{{0, 0, 1}, {0, 0, 2}}));
}

// After a change of the order of bodies the table is sorted again, including walls.
TEST(Contacts, RenumberingSorts) {
  const Contacts c = renumbered(sample(), {2, 1, 0});
  EXPECT_TRUE(std::is_sorted(c.key.begin(), c.key.end()));
  EXPECT_EQ(c.key, (std::vector<ContactKey>{{0, 1, 0}, ContactKey::of_wall(0, 1), {1, 2, 0}, {1, 2, 4}}));
  EXPECT_EQ(c.energy, (Reals{3, 4, 1, 2}));
  EXPECT_EQ(c.force[1], Vec3(0, 0, 4));  // a wall is never body a
}

TEST(Contacts, SelectingKeepsTheOrder) {
  const Contacts c = selected(sample(), {0, 1, 0, 1});
  EXPECT_EQ(c.key, (std::vector<ContactKey>{{0, 1, 4}, ContactKey::of_wall(2, 1)}));
  EXPECT_EQ(scalars(c, "twisting"), (Reals{0.2, 0.4}));
  EXPECT_EQ(c.point[1], Vec3(4, 0, 0));
}

TEST(Contacts, JoiningFillsMissingColumnsWithZeros) {
  Contacts one = sample(), two;
  two.columns = {{"impulse", "N s", "", false, Reals{}}};
  resize(two, 1);
  two.key = {{7, 8, 0}};
  std::get<Reals>(two.columns[0].value) = {5};
  append(one, two);
  EXPECT_EQ(one.size(), 5u);
  std::vector<std::string> names;
  for (const ContactColumn& column : one.columns) names.push_back(column.name);
  EXPECT_EQ(names, (std::vector<std::string>{"image", "impulse", "sliding", "twisting"}));
  EXPECT_EQ(scalars(one, "impulse"), (Reals{0, 0, 0, 0, 5}));
  EXPECT_EQ(scalars(one, "twisting"), (Reals{0.1, 0.2, 0.3, 0.4, 0}));
  EXPECT_EQ(vectors(one, "sliding")[4], Vec3(0, 0, 0));
}

TEST(Contacts, ColumnsAreAddedInTheOrderOfTheirNames) {
  Contacts contacts;
  for (const char* name : {"image", "bond", "twisting", "impulse"})
    add_column(contacts, {name, "1", "", false, Reals{}});
  std::vector<std::string> names;
  for (const ContactColumn& column : contacts.columns) names.push_back(column.name);
  EXPECT_EQ(names, (std::vector<std::string>{"bond", "image", "impulse", "twisting"}));
}

TEST(Contacts, ColumnsOfOneNameAndTwoKindsDoNotJoin) {
  const auto refused = [](const std::function<void(ContactColumn&)>& change) {
    Contacts one = sample(), two = sample();
    change(two.columns[2]);
    EXPECT_THROW(append(one, two), InputError);
  };
  refused([](ContactColumn& c) { c.odd = true; });
  refused([](ContactColumn& c) { c.unit += "2"; });
  refused([](ContactColumn& c) { c.value = Vec3s(4, Vec3::Zero()); });
}

// Rotation by a quarter turn about z: x becomes y. Scalars do not change; a shift changes positions only.
TEST(Contacts, TurningAndShifting) {
  Contacts c = sample();
  turn(c, Eigen::AngleAxisd(1.5707963267948966, Vec3::UnitZ()).toRotationMatrix());
  EXPECT_LT((c.point[0] - Vec3(0, 1, 0)).norm(), 1e-15);
  EXPECT_LT((c.normal[0] - Vec3(0, 1, 0)).norm(), 1e-15);
  EXPECT_LT((vectors(c, "sliding")[0] - Vec3(-1, 0, 0)).norm(), 1e-15);
  EXPECT_EQ(c.gap, sample().gap);
  c = sample();
  shift(c, Vec3(0, 0, 5));
  EXPECT_EQ(c.point[3], Vec3(4, 0, 5));
  EXPECT_EQ(c.force, sample().force);
  EXPECT_EQ(vectors(c, "sliding"), vectors(sample(), "sliding"));
}

TEST(Contacts, OpenSpaceHasNoImages) {
  Contacts c;
  resize(c, 2);
  EXPECT_EQ(image_of(c, 1), Vec3(0, 0, 0));
  EXPECT_EQ(image_of(sample(), 2), Vec3(0, 20, 0));
}

}  // namespace
}  // namespace rubble
