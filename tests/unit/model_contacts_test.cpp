// Contacts as a table: keys in order, and the effect of selecting, renumbering, exchanging, joining, rotating and
// shifting on every field.
#include "base/error.hpp"
#include "model/contacts.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <numeric>
#include <random>
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

// Random contacts of 500 bodies with each other and with two walls, some of which are removed: each remaining contact
// is where a search for it finds it. Body 250 touches a hundred others.
TEST(Contacts, RenumberingManyContacts) {
  std::mt19937_64 random(7);
  std::map<std::array<Index, 3>, double> energy;
  for (int k = 0; k < 3000; ++k) {
    const auto a = static_cast<Index>(random() % 500), b = static_cast<Index>(random() % 500);
    if (a != b) energy[{std::min(a, b), std::max(a, b), static_cast<Index>(random() % 3)}] = k;
    if (k < 100) energy[{std::min(k, 250), std::max(k, 250), 9}] = k;
    if (k % 30 == 0) energy[{a, -1 - k % 2, 0}] = k;
  }
  Contacts contacts;
  contacts.columns = {{"twisting", "rad", "", true, Reals{}}};
  resize(contacts, energy.size());
  Reals& twisting = std::get<Reals>(contacts.columns[0].value);
  std::size_t row = 0;
  for (const auto& [key, value] : energy) {
    contacts.key[row] = {key[0], key[1], key[2]};
    contacts.normal[row] = Vec3(0, 0, value);
    twisting[row] = value;
    contacts.energy[row++] = value;
  }
  std::vector<Index> number(500);
  std::iota(number.begin(), number.end(), Index{0});
  std::shuffle(number.begin(), number.end(), random);
  for (std::size_t i = 0; i < number.size(); i += 9) number[i] = -1;

  const Contacts found = renumbered(contacts, number);
  EXPECT_TRUE(std::is_sorted(found.key.begin(), found.key.end()));
  std::size_t kept = 0;
  for (const auto& [key, value] : energy) {
    const bool on_wall = key[1] < 0;
    const Index a = number[static_cast<std::size_t>(key[0])];
    const Index b = on_wall ? key[1] : number[static_cast<std::size_t>(key[1])];
    if (a < 0 || (b < 0 && !on_wall)) continue;
    ++kept;
    const bool exchanged = !on_wall && b < a;
    const ContactKey wanted = exchanged ? ContactKey{b, a, key[2]} : ContactKey{a, b, key[2]};
    const auto place = std::lower_bound(found.key.begin(), found.key.end(), wanted);
    ASSERT_TRUE(place != found.key.end() && *place == wanted);
    const auto c = static_cast<std::size_t>(place - found.key.begin());
    EXPECT_EQ(found.energy[c], value);
    EXPECT_EQ(found.normal[c], Vec3(0, 0, exchanged ? -value : value));
    EXPECT_EQ(scalars(found, "twisting")[c], exchanged ? -value : value);
  }
  EXPECT_EQ(found.size(), kept);
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
