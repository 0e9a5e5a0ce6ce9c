// Keys of a new pile that exclude each other: the message names the line of the key and the cure.
#include "config/document.hpp"
#include "setup/read_cloud.hpp"
#include "unit/refusal.hpp"

#include <string>

#include <gtest/gtest.h>

namespace rubble::setup {
namespace {

const std::string kSpheres = R"(seed = 1
[material]
name = "rock"
density = 2000
[size]
law = "uniform"
min = 1
max = 1
)";

// (keys of [cloud], options) => the message with which the pile is refused; "" if it is made.
std::string refused(const std::string& cloud, const std::vector<std::string>& set = {}) {
  return test::refusal([&] {
    auto config = config::Document::parse(kSpheres + "[cloud]\n" + cloud, "a.toml", set);
    const CloudPlan plan = read_cloud(config, {});
    config.finish();
    make_cloud(plan, config);
  });
}

const std::string kSphere = "form = \"sphere\"\ncount = 5\nradius = 10\n";
const std::string kBox = "form = \"box\"\ncount = 5\nlower = [0, 0, 0]\nupper = [9, 9, 9]\n";

TEST(CloudKeys, OfTheRemovalOfOverlapsNeedIt) {
  const std::string keep = "overlaps = \"keep\"\n";
  for (const std::string& form : {kSphere, kBox}) {
    EXPECT_EQ(refused(form + keep), "");
    EXPECT_EQ(refused(form + keep + "passes = 200\n"),
              "a.toml:" + std::string(form == kSphere ? "14" : "15") +
                  ":10: error: 'passes' in [cloud] has no effect with overlaps = \"keep\": remove 'passes', or set "
                  "overlaps = \"remove\"");
  }
  EXPECT_EQ(
      refused(kSphere + keep + "enlarge = true\n"),
      "a.toml:14:11: error: 'enlarge' in [cloud] has no effect with overlaps = \"keep\": remove 'enlarge', or set "
      "overlaps = \"remove\"");
  EXPECT_EQ(refused(kBox + keep + "enlarge = true\n"),
            "a.toml:15:1: error: unknown key 'enlarge' in [cloud]: remove it, or set form = \"sphere\"");
  EXPECT_EQ(refused(kSphere + "passes = 200\n", {"cloud.overlaps=keep"}).substr(0, 49),
            "a.toml:13:10 with --set \"cloud.overlaps=keep\": er");
  EXPECT_EQ(refused(kSphere + "passes = 200\nenlarge = true\noverlaps = \"remove\"\n"), "");
}

TEST(CloudKeys, WithoutMeaningAreNotRecorded) {
  for (const std::string& form : {kSphere, kBox}) {
    auto config = config::Document::parse(kSpheres + "[cloud]\n" + form + "overlaps = \"keep\"\n", "a.toml");
    read_cloud(config, {});
    const std::string record = config.effective();
    EXPECT_EQ(record.find("passes"), std::string::npos) << record;
    EXPECT_EQ(record.find("enlarge"), std::string::npos) << record;
    auto again = config::Document::parse(record, "record.toml");
    read_cloud(again, {});
    again.finish();
    EXPECT_EQ(again.effective(), record);
  }
}

TEST(CloudKeys, OfTheSizeOfTheSphereExcludeEachOther) {
  EXPECT_EQ(refused(kSphere + "solid_fraction = 0.1\n"),
            "a.toml:13:18: error: cloud.radius and cloud.solid_fraction both set the size: remove one of them");
}

// Six digits of 2.46913498, rounded to the nearest, would be too small.
TEST(CloudKeys, OfTheSizeOfCellsAreLargeEnoughAsPrinted) {
  const std::vector<std::string> sizes = {"size.min=1.23456749", "size.max=1.23456749"};
  const std::string lattice = "form = \"lattice\"\ncount = 5\njitter = false\ncell = ";
  EXPECT_EQ(
      refused(lattice + "2\n", sizes),
      "a.toml:13:8 with --set \"size.min=1.23456749\", --set \"size.max=1.23456749\": error: cloud.cell is smaller "
      "than the largest diameter, 2.46914 m: raise it, or lower the sizes");
  EXPECT_NE(refused(lattice + "2.46913\n", sizes), "");
  EXPECT_EQ(refused(lattice + "2.46914\n", sizes), "");
  EXPECT_EQ(
      refused(lattice + "2\n", {"size.max=1.5", "size.min=1.5"}),
      "a.toml:13:8 with --set \"size.min=1.5\", --set \"size.max=1.5\": error: cloud.cell is smaller than the largest "
      "diameter, 3 m: raise it, or lower the sizes");
}

TEST(CloudKeys, ShapesAreUsed) {
  const std::string shape = "[[shape]]\nname = \"die\"\nform = \"box\"\nsides = [1, 1, 1]\n";
  EXPECT_EQ(refused(kSphere + shape),
            "a.toml:14:8: error: neither [grains] nor [intruder] uses the shape 'die': name it in one of them, or "
            "remove its [[shape]]");
  const std::string grains = "[grains]\nsized_by = \"volume\"\nshapes = ";
  EXPECT_EQ(refused(kSphere + shape + grains + "[\"tetrahedron\"]\n"),
            "a.toml:14:8: error: neither [grains] nor [intruder] uses the shape 'die': name it in one of them, or "
            "remove its [[shape]]");
  EXPECT_EQ(refused(kSphere + shape + grains + "[\"dye\"]\n"),
            "a.toml:19:10: error: unknown shape 'dye'; did you mean 'die'?");
  const std::string intruder = "[intruder]\nshape = \"die\"\nposition = [1, 1, 1]\n";
  EXPECT_EQ(refused(kBox + shape + intruder), "");
  EXPECT_EQ(refused(kBox + shape + intruder + "overlap = \"union\"\n"),
            "a.toml:21:11: error: 'overlap' does not apply to hulls, which have no members: remove it");
}

TEST(CloudKeys, OfAnotherFormAreNamedWithIt) {
  EXPECT_EQ(refused(kBox + "enlarge = true\n"),
            "a.toml:14:1: error: unknown key 'enlarge' in [cloud]: remove it, or set form = \"sphere\"");
  EXPECT_EQ(
      refused(kSphere + "upper = [1, 1, 1]\n"),
      "a.toml:13:1: error: unknown key 'upper' in [cloud]: remove it, or set form = \"box\" or form = \"layers\"");
  EXPECT_EQ(refused(kSphere, {"size.radii=[1, 2]"}),
            "--set \"size.radii=[1, 2]\": error: unknown key 'radii' in [size]: remove it, or set law = \"classes\"");
  EXPECT_EQ(refused(kBox + "enlarg = true\n").substr(0, 54), "a.toml:14:1: error: unknown key 'enlarg' in [cloud]; v");
  const std::string intruder = "[intruder]\nshape = \"die\"\nposition = [1, 1, 1]\n";
  EXPECT_EQ(refused(kBox + intruder + "[[shape]]\nname = \"die\"\nform = \"box\"\nsides = [1, 1, 1]\ncorners = 7\n"),
            "a.toml:21:1: error: unknown key 'corners' in [[shape]]: remove it, or set form = \"cylinder\"");
}

TEST(CloudKeys, OfTheBoxHoldTheLargestBody) {
  EXPECT_EQ(
      refused(kBox, {"size.min=5", "size.max=5"}),
      "a.toml:13:9 with --set \"size.min=5\", --set \"size.max=5\": error: the box is too narrow along x, where the "
      "largest body needs 10 m: raise cloud.upper, or lower the sizes");
}

// Values that contradict each other: the message names the options that set them.
TEST(CloudKeys, OfOptionsAreNamedWithTheOption) {
  const std::string order =
      "the smallest radius, min, is larger than the largest, max: raise size.max, or lower size.min";
  EXPECT_EQ(refused(kSphere, {"size.min=3"}), "--set \"size.min=3\": error: " + order);
  EXPECT_EQ(refused(kSphere, {"size.max=0.5"}), "a.toml:7:7 with --set \"size.max=0.5\": error: " + order);
  EXPECT_EQ(refused(kSphere, {"size.max=2", "size.min=3"}),
            "--set \"size.min=3\" with --set \"size.max=2\": error: " + order);
  const auto begins = [&](const std::vector<std::string>& set, const std::string& begin) {
    const std::string message = refused(kSphere, set);
    EXPECT_TRUE(message.starts_with(begin)) << message;
  };
  begins({"cloud.radius=1"}, "--set \"cloud.radius=1\": error: 5 bodies do not fit into a sphere of radius 1 m, ");
  begins({"cloud.count=5000", "material.density=1"},
         "a.toml:12:10 with --set \"cloud.count=5000\": error: 5000 bodies do not fit into a sphere of radius 10 m, ");
  begins({"cloud.solid_fraction=0.1"}, "--set \"cloud.solid_fraction=0.1\": error: cloud.radius and cloud.solid_frac");
  begins({"size.law=classes", "size.radii=[1, 2]"},
         "a.toml:7:1 with --set \"size.law=classes\": error: unknown key 'min' in [size]: remove it, or set law = ");
}

TEST(CloudKeys, OfTheIntruderNeedAnOpenBox) {
  const std::string intruder = "[intruder]\nshape = \"sphere\"\nradius = 1\nposition = [4, 4, 4]\n";
  EXPECT_EQ(refused(kSphere + intruder),
            "a.toml:13:1: error: [intruder] needs form = \"box\" or \"layers\" in [cloud]: set one of them, or remove "
            "[intruder]");
  EXPECT_EQ(
      refused(kBox + "periodic = \"xyz\"\n" + intruder),
      "a.toml:15:1: error: [intruder] needs a box that is not periodic: remove 'periodic' from [cloud], or remove "
      "[intruder]");
}

TEST(CloudKeys, TheIntruderLiesInTheBox) {
  const std::string intruder = "[intruder]\nshape = \"sphere\"\nradius = 1\nposition = [4, 4, -3]\n";
  EXPECT_EQ(
      refused(kBox + intruder),
      "a.toml:17:12: error: the intruder reaches z = -4 m, outside the box of [cloud], which ends at 0 m: change z "
      "in intruder.position, or cloud.lower");
}

}  // namespace
}  // namespace rubble::setup
