// Keys that have an effect only beside another key are refused without it.
#include "config/document.hpp"
#include "setup/contact_dynamics.hpp"
#include "setup/hard_spheres.hpp"
#include "setup/read_external.hpp"
#include "setup/soft_spheres.hpp"
#include "unit/refusal.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace rubble::setup {
namespace {

const std::string kSteps = "[step]\ndt = 1\n[gravity]\nmethod = \"none\"\nconstant = 0\n";

// (function that reads a document, its text, options) => the message of the refusal; "" if the text is accepted. A text
// that is accepted can be read again from its record.
template <class Read>
std::string refused(Read&& read, const std::string& text, const std::vector<std::string>& set = {}) {
  return test::refusal([&] {
    auto config = config::Document::parse(text, "a.toml", set);
    read(config);
    config.finish();
    auto again = config::Document::parse(config.effective(), "record.toml");
    read(again);
  });
}

std::string of_walls(const std::string& text, const std::vector<std::string>& set = {}) {
  return refused([](config::Document& config) { read_external(config); }, text, set);
}

TEST(KeysWithoutEffect, FrequencyWithoutAmplitude) {
  const std::string refusal = "'frequency' has no effect without 'amplitude': set 'amplitude', or remove 'frequency'";
  const std::string box = "[box]\nlower = [0, 0, 0]\nupper = [1, 1, 1]\n";
  EXPECT_EQ(of_walls(box), "");
  EXPECT_EQ(of_walls(box + "frequency = 0\n"), "");
  EXPECT_EQ(of_walls(box + "frequency = 2\namplitude = [0, 0, 1]\n"), "");
  EXPECT_EQ(of_walls(box + "frequency = 2\n"), "a.toml:4:13: error: " + refusal);
  EXPECT_EQ(of_walls(box + "frequency = 2\namplitude = [0, 0, 0]\n"), "a.toml:4:13: error: " + refusal);
  EXPECT_EQ(of_walls(box, {"box.frequency=2"}), "--set \"box.frequency=2\": error: " + refusal);
  EXPECT_EQ(
      of_walls(box, {"box.amplitude=[0, 0, 1]"}),
      "a.toml:1:1 with --set \"box.amplitude=[0, 0, 1]\": error: 'frequency' must be above 0 if 'amplitude' is set");
  const std::string plane = "[[plane]]\npoint = [0, 0, 0]\nnormal = [0, 0, 1]\n";
  EXPECT_EQ(of_walls(plane + plane + "frequency = 2\n"), "a.toml:7:13: error: " + refusal);
}

std::string of_hard_spheres(const std::string& text) {
  return refused([](config::Document& config) { read_hard_spheres(config); },
                 kSteps + "[contact]\nrestitution = 1\n" + text);
}

// (method, lines of [gravity] without the constant, options) => the message, for each of the three methods alike.
std::string of_gravity(const std::string& lines, const std::vector<std::string>& set = {}) {
  const std::string gravity = "[step]\ndt = 1\n[gravity]\nconstant = 1\n" + lines;
  const std::string impulses = "[contact]\nfriction = 0\nrestitution = 0\n";
  const std::string message =
      refused([](config::Document& config) { read_contact_dynamics(config); }, gravity + impulses, set);
  EXPECT_EQ(refused([](config::Document& config) { read_soft_spheres(config); }, gravity, set), message);
  return message;
}

TEST(KeysWithoutEffect, KeysOfTheOtherSumsOfGravity) {
  EXPECT_EQ(of_gravity("method = \"fmm\"\nerror = 1e-4\nhold = 1e-3\n"), "");
  EXPECT_EQ(of_gravity("method = \"direct\"\nerror = 1e-3\nhold = 1e-3\n"), "");
  EXPECT_EQ(of_gravity("method = \"none\"\nerror = 1e-3\nhold = 0\ntorque = \"none\"\n"), "");
  const std::string error =
      "'error' in [gravity] has no effect without method = \"fmm\": remove 'error', or set method = \"fmm\"";
  EXPECT_EQ(of_gravity("method = \"direct\"\nerror = 1e-4\n"), "a.toml:6:9: error: " + error);
  EXPECT_EQ(of_gravity("method = \"none\"\nerror = 1e-4\n"), "a.toml:6:9: error: " + error);
  EXPECT_EQ(of_gravity("method = \"fmm\"\nerror = 1e-4\n", {"gravity.method=direct"}),
            "a.toml:6:9 with --set \"gravity.method=direct\": error: " + error);
  const std::string other = " in [gravity] has no effect with method = \"none\": remove ";
  EXPECT_EQ(of_gravity("method = \"none\"\nhold = 1e-3\n"),
            "a.toml:6:8: error: 'hold'" + other + "'hold', or set another method");
  EXPECT_EQ(of_gravity("method = \"none\"\ntorque = \"quadrupole\"\n"),
            "a.toml:6:10: error: 'torque'" + other + "'torque', or set another method");
  EXPECT_EQ(refused([](config::Document& config) { read_hard_spheres(config); },
                    "[step]\ndt = 1\n[gravity]\nconstant = 1\nmethod = \"direct\"\nerror = 1e-4\n[contact]\n"
                    "restitution = 1\n"),
            "a.toml:6:9: error: " + error);
}

TEST(KeysWithoutEffect, SpeedOfARecoveryThatIsOff) {
  const auto message = [](const std::string& lines) {
    return refused([](config::Document& config) { read_contact_dynamics(config); },
                   kSteps + "[contact]\nfriction = 0\nrestitution = 0\n" + lines);
  };
  const std::string refusal =
      "'recovery_speed' in [contact] has no effect with recovery = 0: remove it, or raise recovery";
  EXPECT_EQ(message("recovery = 0\n"), "");
  EXPECT_EQ(message("recovery = 0\nrecovery_speed = \"auto\"\n"), "");
  EXPECT_EQ(message("recovery = 0.1\nrecovery_speed = 1\n"), "");
  EXPECT_EQ(message("recovery = 0\nrecovery_speed = 1\n"), "a.toml:10:18: error: " + refusal);
  EXPECT_EQ(message("recovery = 0\nrecovery_speed = \"none\"\n"), "a.toml:10:18: error: " + refusal);
}

TEST(KeysWithoutEffect, SpeedOfImpactsWithoutOutcome) {
  EXPECT_EQ(of_hard_spheres("[outcome]\n"), "");
  EXPECT_EQ(of_hard_spheres("[outcome]\nspeed = \"relative\"\n"), "");
  EXPECT_EQ(of_hard_spheres("[outcome]\nspeed = \"normal\"\nstick = 1\n"), "");
  EXPECT_EQ(of_hard_spheres("[outcome]\nspeed = \"normal\"\n"),
            "a.toml:9:9: error: 'speed' in [outcome] has no effect without 'stick' and 'fragment': set one of them, or "
            "remove 'speed'");
}

TEST(KeysWithoutEffect, ScalingOfStrengthsWithoutStrength) {
  const std::string rigid = "[strength]\nmodel = \"rigid\"\n";
  EXPECT_EQ(of_hard_spheres(rigid), "");
  EXPECT_EQ(of_hard_spheres(rigid + "exponent = -1\nshear_strength = 3\n"), "");
  EXPECT_EQ(of_hard_spheres(rigid + "exponent = -1\n"),
            "a.toml:10:12: error: 'exponent' in [strength] has no effect without 'tensile_strength' and "
            "'shear_strength': set one of them, or remove 'exponent'");
  EXPECT_EQ(of_hard_spheres(rigid + "radius = 5\n").substr(0, 53),
            "a.toml:10:10: error: 'reference_radius' in [strength]");
}

TEST(KeysWithoutEffect, KeysOfTheOtherRuleOfBonds) {
  const std::string elastic = "[strength]\nmodel = \"elastic\"\nyoung_modulus = 1\ntensile_strength = 1\n";
  const std::string nearest = elastic + "bonds = \"nearest\"\n";
  EXPECT_EQ(of_hard_spheres(elastic + "initial_range = 1.5\n"), "");
  EXPECT_EQ(of_hard_spheres(nearest + "neighbours = 6\n"), "");
  EXPECT_EQ(of_hard_spheres(elastic + "neighbours = 6\n"),
            "a.toml:12:14: error: 'neighbours' in [strength] has no effect with bonds = \"initial\": remove it, or set "
            "bonds = \"nearest\"");
  EXPECT_EQ(of_hard_spheres(nearest + "initial_range = 1.5\n"),
            "a.toml:13:17: error: 'initial_range' in [strength] has no effect with bonds = \"nearest\": remove it, or "
            "set bonds = \"initial\"");
}

TEST(KeysWithoutEffect, RatioOfSpringsWithHertzMindlin) {
  const auto message = [](const std::string& ratio) {
    return refused([](config::Document& config) { read_soft_spheres(config); },
                   kSteps +
                       "[contact.normal]\nlaw = \"hertz-mindlin\"\nyoung_modulus = 1\npoisson_ratio = 0.3\n"
                       "restitution = 0.5\ntension = \"clamp\"\n[contact.rolling]\nlaw = \"none\"\n"
                       "[contact.sliding]\nlaw = \"coulomb\"\nfriction = 1\nrestitution = 1\n" +
                       ratio);
  };
  EXPECT_EQ(message(""), "");
  EXPECT_EQ(message("stiffness_ratio = 0.5\n"),
            "a.toml:18:19: error: 'stiffness_ratio' in [contact.sliding] has no effect with contact.normal.law = "
            "\"hertz-mindlin\": remove it");
}

}  // namespace
}  // namespace rubble::setup
