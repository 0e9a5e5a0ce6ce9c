// [contact.cohesion] of soft spheres: laws by their words, strength of a pile, materials, refusals. docs/theory.md 2.8,
// 5.19.
#include "measure/contacts/tensile.hpp"
#include "setup/bulk_strength.hpp"
#include "setup/soft_cohesion.hpp"
#include "setup/soft_spheres.hpp"
#include "unit/measure_piles.hpp"
#include "unit/refusal.hpp"

#include <numbers>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace rubble {
namespace {

// (lines of [contact.cohesion], further tables)
config::Document document(const std::string& cohesion, const std::string& tables = "") {
  return config::Document::parse(fmt::format(R"([step]
dt = 1e-3
[gravity]
method = "none"
constant = 1
[contact.normal]
law = "hertz-mindlin"
young_modulus = 1e9
poisson_ratio = 0.25
restitution = 0.5
tension = "allow"
[contact.sliding]
law = "none"
[contact.rolling]
law = "none"
[contact.cohesion]
{}
{})",
                                             cohesion, tables),
                                 "a.toml");
}

ssdem::Parameters read(const std::string& cohesion, const std::string& tables = "") {
  config::Document config = document(cohesion, tables);
  ssdem::Parameters p = setup::read_soft_spheres(config);
  config.finish();
  return p;
}

TEST(SoftCohesion, LawsByTheirWords) {
  const ssdem::Parameters constant = read("cohesive_strength = 30\nshape_factor = 0.5");
  EXPECT_NEAR(constant.cohesion.force(0.2), 4 * 30 * 0.25 * 0.04, 1e-12);
  EXPECT_EQ(read("law = \"constant\"\ncohesive_strength = 30\nshape_factor = 0.5").cohesion, constant.cohesion);
  EXPECT_NEAR(read("law = \"dmt\"\nwork_of_adhesion = \"50 mJ/m^2\"").cohesion.force(0.2),
              2 * std::numbers::pi * 0.05 * 0.2, 1e-15);
  const laws::Cohesion near =
      read("law = \"van-der-waals\"\nhamaker_constant = \"1e-19 J\"\nleast_separation = \"2 nm\"\nrange = \"1 um\"")
          .cohesion;
  EXPECT_NEAR(near.force(3.0) / (1e-19 * 3 / (6 * 4e-18)), 1, 1e-12);
  EXPECT_EQ(near.range, 1e-6);
  const ssdem::Parameters adheres = read("law = \"jkr\"\nwork_of_adhesion = 0.05");
  EXPECT_EQ(std::get<laws::Jkr>(adheres.normal), (laws::Jkr{{1e9, 0.25, 0.5, laws::Tension::allow}, 0.05}));
  EXPECT_FALSE(adheres.cohesion.acts());
}

// --- strength of a pile

// A periodic cube with one sphere of radius 0.5 in each cell of 1 m; layers alternate between two materials.
Pile lattice() {
  Pile pile;
  pile.model.space.period = Vec3::Constant(4);
  pile.model.materials = {{"ice", 1000}, {"rock", 1000}};
  for (int i = 0; i < 64; ++i) test::add(pile, 1, 0.5, Vec3(i % 4, i / 4 % 4, i / 16));
  for (std::size_t i = 0; i < pile.size(); ++i) pile.model.material[i] = static_cast<std::int32_t>(i % 2);
  return pile;
}

// Rumpf's relation for a cubic lattice: one contact along each axis in each cell, sigma = F_c / d^2. The materials of
// the run have the same cohesion. The configuration records it.
TEST(SoftCohesion, BulkStrengthWithEachLaw) {
  const std::string ice = "[[contact.material]]\nmaterial = \"ice\"\nyoung_modulus = 2e9\n";
  for (const std::string law : {"constant", "dmt", "jkr"}) {
    config::Document config = document("law = \"" + law + "\"\nbulk_strength = 100\nvolume = \"cell\"", ice);
    ssdem::Parameters p = setup::read_soft_spheres(config);
    const Pile pile = lattice();
    setup::settle_cohesion(config, pile, {}, p);
    EXPECT_NEAR(p.common().greatest_pull().force(0.25), 100, 1e-9) << law;
    ASSERT_EQ(p.materials.materials.size(), 1u);
    EXPECT_NEAR(p.materials.materials[0].laws.greatest_pull().force(0.25), 100, 1e-9) << law;
    EXPECT_NEAR(setup::tensile_strength(pile, p), 100, 1e-9) << law;
    const std::string key = law == "constant" ? "cohesive_strength = " : "work_of_adhesion = ",
                      told = config.effective();
    const double wanted = law == "constant"
                              ? 100 / 0.25
                              : 100 / (law == "dmt" ? 2 * std::numbers::pi * 0.25 : 1.5 * std::numbers::pi * 0.25);
    ASSERT_NE(told.find(key), std::string::npos) << told;
    EXPECT_NEAR(std::stod(told.substr(told.find(key) + key.size())), wanted, 1e-9) << told;
    EXPECT_EQ(config.effective().find("bulk_strength"), std::string::npos);
  }
}

TEST(SoftCohesion, StrengthIsUndefinedIfMaterialsAttractDifferently) {
  const std::string ice = "[[contact.material]]\nmaterial = \"ice\"\nwork_of_adhesion = 3\n";
  for (const std::string law : {"dmt", "jkr"}) {
    const std::string table = "law = \"" + law + "\"\nwork_of_adhesion = 2";
    EXPECT_TRUE(std::isnan(setup::tensile_strength(lattice(), read(table, ice)))) << law;
    EXPECT_GT(setup::tensile_strength(lattice(), read(table)), 0) << law;
  }
}

// --- materials

TEST(SoftCohesion, EachLawHasOneNumberOfMaterials) {
  const auto with = [](const std::string& value) {
    return "[[contact.material]]\nmaterial = \"ice\"\n" + value + "\n";
  };
  const auto ice = [](const ssdem::Parameters& p) { return p.materials.materials.at(0).laws; };
  const std::string near = "law = \"van-der-waals\"\nhamaker_constant = 2\nleast_separation = 0.1\nrange = 1";
  EXPECT_EQ(ice(read("cohesive_strength = 3\nshape_factor = 0.5", with("cohesive_strength = 7"))).cohesion,
            (laws::Cohesion{7, 0.5}));
  EXPECT_EQ(ice(read("law = \"dmt\"\nwork_of_adhesion = 3", with("work_of_adhesion = 7"))).cohesion,
            laws::DmtCohesion{7}.law());
  EXPECT_EQ(ice(read(near, with("hamaker_constant = 7"))).cohesion, (laws::VanDerWaals{7, 0.1, 1}.law()));
  const ssdem::SoftLaws jkr = ice(
      read("law = \"jkr\"\nwork_of_adhesion = 3", with("work_of_adhesion = 7\nyoung_modulus = 5e8\nrestitution = 1")));
  EXPECT_EQ(std::get<laws::Jkr>(jkr.normal), (laws::Jkr{{5e8, 0.25, 1, laws::Tension::allow}, 7}));
  for (const auto& [law, value] :
       {std::pair{"law = \"dmt\"\nwork_of_adhesion = 3", "hamaker_constant = 1"},
        std::pair{"law = \"jkr\"\nwork_of_adhesion = 3", "cohesive_strength = 1"},
        std::pair{near.c_str(), "work_of_adhesion = 1"},
        std::pair{"cohesive_strength = 3\nshape_factor = 1", "work_of_adhesion = 1"},
        std::pair{"law = \"dmt\"\nbulk_strength = 3\nvolume = \"cell\"", "work_of_adhesion = 1"}})
    EXPECT_NE(test::refusal([&] { read(law, with(value)); }).find("needs contact.cohesion"), std::string::npos)
        << law << " " << value;
}

// --- refusals

TEST(SoftCohesion, WallsAndBoxesThatALawDoesNotSupport) {
  const std::string near = "law = \"van-der-waals\"\nhamaker_constant = 2\nleast_separation = 0.1\nrange = 1.01";
  const auto settle = [](const std::string& cohesion, const External& external) {
    config::Document config = document(cohesion);
    ssdem::Parameters p = setup::read_soft_spheres(config);
    setup::settle_cohesion(config, lattice(), external, p);
  };
  External walls;
  walls.meshes.resize(1);
  EXPECT_NE(test::refusal([&] { settle(near, walls); }).find("triangulated walls do not support"), std::string::npos);
  EXPECT_NE(test::refusal([&] {
              settle("law = \"jkr\"\nwork_of_adhesion = 1", walls);
            }).find("triangulated walls do not support law = \"jkr\""),
            std::string::npos);
  EXPECT_NO_THROW(settle("law = \"dmt\"\nwork_of_adhesion = 1", walls));
  EXPECT_NE(test::refusal([&] { settle(near, {}); }).find("the box must be wider than 4.02 m"), std::string::npos);
  EXPECT_NO_THROW(settle("law = \"van-der-waals\"\nhamaker_constant = 2\nleast_separation = 0.1\nrange = 0.99", {}));
}

}  // namespace
}  // namespace rubble
