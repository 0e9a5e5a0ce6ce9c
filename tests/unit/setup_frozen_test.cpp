// [[frozen]]: which bodies a table selects, and refusals.
#include "base/error.hpp"
#include "config/document.hpp"
#include "model/grains.hpp"
#include "setup/read_external.hpp"
#include "setup/read_frozen.hpp"
#include "shape/aggregate.hpp"
#include "unit/refusal.hpp"

#include <string>

#include <gtest/gtest.h>

namespace rubble::setup {
namespace {

// Spheres 10, 11 of rock, 12 of ice; then a grain of two members, 13 and 14, of rock. Body 12 was placed as number 1.
Pile five() {
  Pile pile;
  pile.model.materials = {{"rock", 2000}, {"ice", 1000}};
  for (int k = 0; k < 3; ++k) {
    pile.model.id.push_back(10 + k);
    pile.model.radius.push_back(1);
    pile.model.mass.push_back(1);
    pile.model.material.push_back(k == 2);
    pile.state.position.push_back({5.0 * k, 0, 0});
    pile.state.velocity.push_back({0, 0, 7});
    pile.state.spin.push_back(Vec3::Zero());
  }
  const shape::Aggregate two = shape::glue("two", {{0, 0, 0}, {1, 0, 0}}, {1, 1});
  add_grain(pile, two.centre, two.radius, two.part, 0, two.moments, {0, 9, 0}, Quaternion::Identity(), Vec3::Zero(),
            Vec3::Zero());
  pile.state.time = 3;
  BodyColumn placed{"placed", "1", "", std::vector<std::int64_t>{-1, -1, 1, 0, 0}};
  put_column(pile.state.columns, placed);
  return pile;
}

// (text, name of a feature that needs a free pile) => external action and pile after the tables were read.
External settled(const std::string& text, Pile& pile, const char* centred = nullptr) {
  auto config = config::Document::parse(text, "a.toml");
  External external = read_external(config);
  config.finish();
  settle_frozen(config, pile, external, centred);
  auto again = config::Document::parse(config.effective(), "record.toml");
  EXPECT_EQ(read_external(again).frozen.size(), external.frozen.size());
  return external;
}

std::vector<Index> bodies_of(const std::string& text) {
  Pile pile = five();
  return settled("[[frozen]]\n" + text, pile).frozen.at(0).at_rest->body;
}

std::string refusal_of(const std::string& text, const char* centred = nullptr) {
  return test::refusal([&] {
    Pile pile = five();
    settled("[[frozen]]\n" + text, pile, centred);
  });
}

using Bodies = std::vector<Index>;

TEST(Frozen, BodiesAreSelectedByIdMaterialOrPlace) {
  EXPECT_EQ(bodies_of("ids = [12, 10]"), (Bodies{0, 2}));
  EXPECT_EQ(bodies_of("ids = [13, 14]"), (Bodies{3, 4}));
  EXPECT_EQ(bodies_of("material = \"rock\""), (Bodies{0, 1, 3, 4}));
  EXPECT_EQ(bodies_of("placed = 0"), (Bodies{3, 4}));
  EXPECT_EQ(bodies_of("placed = 1"), (Bodies{2}));
}

TEST(Frozen, MotionBeginsAtTheStartOfTheRun) {
  Pile pile = five();
  const External external =
      settled("[[frozen]]\nids = [10]\nvelocity = [1, 0, 0]\nspin = [0, 0, 2]\ncentre = [0, 4, 0]\n", pile);
  EXPECT_EQ(*external.frozen[0].motion.since, 3);
  EXPECT_EQ(pile.state.position[0], Vec3(0, 0, 0));
  EXPECT_LT((pile.state.velocity[0] - Vec3(9, 0, 0)).norm(), 1e-14);
  EXPECT_EQ(pile.state.spin[0], Vec3(0, 0, 2));
  EXPECT_EQ(pile.state.velocity[1], Vec3(0, 0, 7));
  EXPECT_DOUBLE_EQ(external.frozen[0].greatest_speed(), 9);
}

TEST(Frozen, InvalidSelectionsAreRefused) {
  EXPECT_EQ(refusal_of("ids = [12, 99]"), "a.toml:2:7: error: the pile has no body with the id 99");
  EXPECT_EQ(refusal_of("ids = [12, 12]"), "a.toml:2:7: error: 'ids' names body 12 twice");
  EXPECT_EQ(refusal_of("ids = []"),
            "a.toml:2:7: error: 'ids' in [[frozen]] must be a list of one or more numbers, not of 0");
  EXPECT_EQ(refusal_of("ids = [9007199254740993e1]"),
            "a.toml:2:7: error: 'ids' takes ids below 2^53 = 9007199254740992: select the body by material");
  EXPECT_EQ(refusal_of("ids = [12.5]"), "a.toml:2:7: error: the pile has no body with the id 12.5");
  EXPECT_EQ(refusal_of("material = \"iron\""), "a.toml:2:12: error: the pile has no body of the material \"iron\"");
  EXPECT_EQ(refusal_of("placed = 7"),
            "a.toml:2:10: error: the pile has no body that was placed as number 7: see rubble-place");
  EXPECT_EQ(refusal_of("ids = [10, 13]"),
            "a.toml:1:1: error: only 1 of 2 members of the grain of body 13 are frozen: name all members of a grain, "
            "or none");
  EXPECT_NE(refusal_of("velocity = [1, 0, 0]").find("one of 'ids', 'material' and 'placed', found no selection"),
            std::string::npos);
  EXPECT_NE(refusal_of("ids = [10]\nmaterial = \"ice\"").find("found more than one"), std::string::npos);
  EXPECT_NE(refusal_of("ids = [10]\n[[frozen]]\nids = [10]\nvelocity = [1, 0, 0]")
                .find("body 10 is selected by two tables [[frozen]], 1 and 2, counted from 1"),
            std::string::npos);
  EXPECT_NE(refusal_of("ids = [10, 11, 12, 13, 14]").find("leave at least one body free"), std::string::npos);
  EXPECT_NE(refusal_of("ids = [10]\nfrequency = 2").find("'amplitude' and 'frequency' need each other"),
            std::string::npos);
  EXPECT_NE(refusal_of("ids = [10]", "[spinup]").find("[spinup] needs a free pile: remove [[frozen]]"),
            std::string::npos);
  EXPECT_NE(refusal_of("ids = [10]\nvelocty = [1, 0, 0]").find("did you mean 'velocity'?"), std::string::npos);
}

}  // namespace
}  // namespace rubble::setup
