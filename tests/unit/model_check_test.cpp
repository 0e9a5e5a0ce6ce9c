// The invariants of a pile: each violation is found and named.
#include "base/error.hpp"
#include "model/check.hpp"
#include "unit/store_fixture.hpp"

#include <limits>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace rubble {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::string found(const std::function<void(Pile&)>& change) {
  Pile pile = store::sample_pile(4);  // ids 10, 13, 16, 19; contacts 0-1, 1-2, 2-3 and body 3 with wall 0
  change(pile);
  return store::refusal([&] { check(pile, "x.csv"); });
}

TEST(Check, AcceptsASoundPile) {
  EXPECT_EQ(found([](Pile&) {}), "");
  EXPECT_EQ(store::refusal([] { check(store::sample_pile(1), "x"); }), "");
}

TEST(Check, Sizes) {
  EXPECT_EQ(store::refusal([] { check(Pile{}, "x.csv"); }), "x.csv: mass: expected at least one body, found no bodies");
  EXPECT_EQ(found([](Pile& p) { p.state.spin.pop_back(); }), "x.csv: spin: expected 4 bodies as in mass, found 3");
  EXPECT_EQ(found([](Pile& p) { test::rolling(p.contacts).clear(); }),
            "x.csv: rolling: expected 4 contacts as in pair, found 0");
}

TEST(Check, Bodies) {
  EXPECT_EQ(found([](Pile& p) { p.model.id[1] = -2; }), "x.csv: id: expected numbers >= 0, found -2");
  EXPECT_EQ(found([](Pile& p) { p.model.id[3] = 13; }), "x.csv: id: expected different numbers, found 13 twice");
  EXPECT_EQ(found([](Pile& p) { p.model.mass[1] = -0.0; }), "x.csv: mass: expected a number > 0, found -0 (body 13)");
  EXPECT_EQ(found([](Pile& p) { p.model.radius[1] = INFINITY; }),
            "x.csv: radius: expected a number > 0, found inf (body 13)");
  EXPECT_EQ(found([](Pile& p) { p.model.material[2] = 2; }),
            "x.csv: material: expected one of 2 materials, found number 2 (body 16)");
  EXPECT_EQ(found([](Pile& p) { p.model.materials[1].density = kNaN; }),
            "x.csv: density: expected a number > 0, found nan (material \"water ice\")");
  const std::string a(1000, 'a');
  EXPECT_EQ(found([&](Pile& p) {
              p.model.materials[1] = {a, kNaN};
            }),
            fmt::format("x.csv: density: expected a number > 0, found nan (material \"{:.40}...{:.20}\")", a, a));
}

TEST(Check, State) {
  EXPECT_EQ(found([](Pile& p) { p.state.time = INFINITY; }), "x.csv: time: expected a finite number, found inf");
  EXPECT_EQ(found([](Pile& p) { p.state.step = -1; }), "x.csv: step: expected a number >= 0, found -1");
  EXPECT_EQ(found([](Pile& p) { p.state.position[0] = Vec3(1, kNaN, 0); }),
            "x.csv: position: expected finite numbers, found (1, nan, 0) (body 10)");
  EXPECT_EQ(found([](Pile& p) { p.state.position[0] = Vec3(1, 1e150, 0); }),
            "x.csv: position: expected numbers below 1e100, found (1, 1e+150, 0) (body 10)");
  EXPECT_EQ(found([](Pile& p) { p.state.spin[3].x() = -INFINITY; }).substr(0, 38),
            "x.csv: spin: expected finite numbers, ");
  // Two of them far apart in the arrays; zeros of either sign are the same position.
  EXPECT_EQ(
      found([](Pile& p) { p.state.position[0] = Vec3(0, 0, 5), p.state.position[3] = Vec3(-0.0, 0, 5); }).substr(0, 72),
      "x.csv: position: expected bodies at different places, found two at (0, 0");
}

TEST(Check, ContactPairs) {
  const std::string rows = "x.csv: pair: expected rows a < b among 4 bodies, or a wall, found ";
  EXPECT_EQ(found([](Pile& p) { p.contacts.key[0] = {1, 0}; }), rows + "1 0 (contact 0)");
  EXPECT_EQ(found([](Pile& p) { p.contacts.key[0] = {-1, 0}; }), rows + "-1 0 (contact 0)");
  EXPECT_EQ(found([](Pile& p) { p.contacts.key[3] = {3, 4}; }), rows + "3 4 (contact 3)");
  EXPECT_EQ(found([](Pile& p) { std::swap(p.contacts.key[0], p.contacts.key[1]); }),
            "x.csv: pair: expected pairs and features in rising order, found 0 1 0 after 1 2 1 (contact 1)");
  EXPECT_EQ(found([](Pile& p) { p.contacts.key[1] = p.contacts.key[0]; }),
            "x.csv: pair: expected pairs and features in rising order, found 0 1 0 after 0 1 0 (contact 1)");
}

TEST(Check, ContactValues) {
  EXPECT_EQ(found([](Pile& p) { p.contacts.gap[3] = kNaN; }),
            "x.csv: gap: expected a finite number, found nan (contact of body 19 and wall 0)");
  EXPECT_EQ(found([](Pile& p) { std::swap(p.contacts.columns.front(), p.contacts.columns.back()); }),
            "x.csv: sliding: expected columns in the ascending order of their names, found another order");
  EXPECT_EQ(found([](Pile& p) { p.contacts.normal[1] *= 1.001; }).substr(0, 46),
            "x.csv: normal: expected a unit vector, found (");
  const std::vector<std::pair<std::string, std::function<void(Contacts&)>>> spoil = {
      {"point", [](Contacts& c) { c.point[2].z() = kNaN; }},
      {"force", [](Contacts& c) { c.force[2].z() = kNaN; }},
      {"energy", [](Contacts& c) { c.energy[2] = kNaN; }},
      {"sliding", [](Contacts& c) { test::sliding(c)[2].z() = kNaN; }},
      {"rolling", [](Contacts& c) { test::rolling(c)[2].z() = kNaN; }},
      {"twisting", [](Contacts& c) { test::twisting(c)[2] = kNaN; }}};
  for (const auto& [quantity, change] : spoil) {
    const std::string message = found([&](Pile& p) { change(p.contacts); });
    EXPECT_EQ(message.find("x.csv: " + quantity + ": expected "), 0u) << message;
    EXPECT_NE(message.find("(contact of bodies 16 and 19)"), std::string::npos) << message;
  }
}

}  // namespace
}  // namespace rubble
