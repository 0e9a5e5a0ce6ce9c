#include "base/units.hpp"
#include "config/document.hpp"
#include "config/key_names.hpp"
#include "experiment/given_spin.hpp"
#include "generate/cloud.hpp"
#include "generate/encounter.hpp"
#include "generate/material.hpp"
#include "measure/scaling/impact_numbers.hpp"
#include "measure/scaling/limits_numbers.hpp"
#include "setup/method.hpp"
#include "setup/planet_keys.hpp"
#include "setup/read_cloud.hpp"
#include "setup/read_experiment.hpp"
#include "setup/read_external.hpp"
#include "setup/read_place.hpp"
#include "setup/read_probes.hpp"
#include "setup/run_plan.hpp"
#include "setup/soft_spheres.hpp"
#include "unit/refusal.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <set>
#include <sstream>

#include <fmt/ranges.h>
#include <gtest/gtest.h>

namespace rubble::config {
namespace {

// Reads a file as its tool does.
std::string read_all(Document& document) {
  if (document.has("cloud")) {
    setup::read_cloud(document, {});
  } else if (document.has("encounter")) {
    document.integer_if("", "seed", kNotNegative);
    document.read<generate::Encounter>("encounter");
  } else if (document.has("place")) {
    setup::read_places(document);
  } else if (document.has("spin")) {
    document.read<experiment::GivenSpin>("spin");
  } else if (document.has("impact")) {
    document.read_each<measure::ImpactNumbers>("impact");
  } else if (document.has("body")) {
    document.read<measure::LimitsBody>("body");
    document.read_if<measure::LimitsStrength>("body.strength");
    document.read_if<measure::LimitsPlanet>("planet");
  } else {
    setup::read_protocol(document);
    document.read<setup::RunPlan>("run");
    document.read_if<setup::SanityLimits>("sanity");
    setup::read_method(document);
    setup::read_external(document);
    setup::read_probes(document);
  }
  document.finish();
  return document.effective();
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::filesystem::path> examples() {
  std::filesystem::current_path(RUBBLE_SOURCE_DIR);  // folder that contains the meshes of the examples
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(RUBBLE_SOURCE_DIR "/configs")) {
    if (entry.path().extension() == ".toml") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

TEST(Examples, ExamplesAreCompleteAndTheirRecordsReadBack) {
  EXPECT_GE(examples().size(), 6u);
  for (const auto& path : examples()) {
    auto document = Document::load(path);
    const std::string effective = read_all(document);
    auto again = Document::parse(effective, "effective.toml");
    EXPECT_EQ(read_all(again), effective) << path;
  }
}

TEST(Examples, LawsAreChosenByTheirWords) {
  auto document = Document::load(RUBBLE_SOURCE_DIR "/configs/gravel.toml");
  const ssdem::Parameters p = setup::read_soft_spheres(document);
  EXPECT_EQ(p.gravity.method, gravity::Summation::direct);
  EXPECT_EQ(p.gravity.constant, 6.67430e-11);
  EXPECT_EQ(std::get<laws::LinearSpring>(p.normal).restitution, 0.55);
  EXPECT_EQ(std::get<laws::LinearSpring>(p.normal).stiffness, std::nullopt);
  EXPECT_EQ(std::get<laws::CoulombSliding>(p.sliding).stiffness_ratio, 2.0 / 7.0);
  EXPECT_EQ(std::get<laws::SpringCouple>(p.couple).twisting_friction, 1.3);
  EXPECT_EQ(p.step.dt, std::nullopt);
  EXPECT_EQ(p.cohesion.strength, 0);

  auto hertz = Document::load(RUBBLE_SOURCE_DIR "/configs/hertz.toml",
                              {"contact.cohesion.cohesive_strength=100 Pa", "contact.cohesion.shape_factor=0.5"});
  const ssdem::Parameters q = setup::read_soft_spheres(hertz);
  EXPECT_EQ(std::get<laws::HertzMindlin>(q.normal).youngs_modulus, 5e8);
  EXPECT_TRUE(std::holds_alternative<laws::NoCouple>(q.couple));
  EXPECT_EQ(q.cohesion.strength, 100);

  auto study = Document::load(RUBBLE_SOURCE_DIR "/configs/hysteretic.toml");
  const ssdem::Parameters s = setup::read_soft_spheres(study);
  EXPECT_EQ(std::get<laws::Hysteretic>(s.normal).stiffness, 1e17);
  EXPECT_EQ(std::get<laws::KineticSliding>(s.sliding).friction, 0.3);
  EXPECT_EQ(std::get<laws::TorqueCouple>(s.couple).rolling_friction, 1e-5);
  EXPECT_EQ(s.step.dt, 0.04);
}

TEST(Examples, GrainsAreReadByTheirShapes) {
  auto document = Document::load(RUBBLE_SOURCE_DIR "/configs/grains.toml");
  const setup::CloudPlan plan = setup::read_cloud(document, 7);
  document.finish();
  EXPECT_EQ(plan.seed, 7u);
  const auto& law = plan.grains.value();
  EXPECT_EQ(law.shapes, (std::vector<std::string>{"sphere", "dumbbell", "rod", "cube", "snowman"}));
  EXPECT_EQ(law.radius, 0.0025);
  EXPECT_EQ(law.overlap, shape::Overlap::kUnion);
  ASSERT_EQ(plan.own.shapes.size(), 1u);
  EXPECT_EQ(plan.own.shapes[0].name, "snowman");
  const auto& snowman = std::get<generate::GluedForm>(plan.own.shapes[0].form);
  EXPECT_EQ(snowman.centres, (Vec3s{Vec3(0, 0, 0), Vec3(0, 0, 0.004)}));
  EXPECT_EQ(snowman.radii, (Reals{0.003, 0.002}));
  ASSERT_TRUE(plan.intruder);
  EXPECT_EQ(plan.intruder->shape, "intruder");
  EXPECT_EQ(plan.intruder->radius, 0.015);
  EXPECT_EQ(plan.intruder->position, Vec3(0, 0, 0.015));
  EXPECT_EQ(std::get<generate::BoxCloud>(plan.form).count, 400);

  const setup::NewPile made = setup::make_cloud(plan, document);
  EXPECT_EQ(made.pile.state.grouping.grains.at(0).count, 13);
  EXPECT_EQ(made.pile.model.materials.at(0).density, 2700);
}

TEST(Examples, ChoicesAreRecorded) {
  auto document = Document::load(RUBBLE_SOURCE_DIR "/configs/gravel.toml");
  setup::SoftSpheres soft(setup::read_soft_spheres(document));
  EXPECT_NE(document.effective().find("dt = \"auto\""), std::string::npos);
  EXPECT_NE(document.effective().find("pair_stiffness = \"auto\""), std::string::npos);
  Pile pair;
  pair.model.id = {0, 1};
  pair.model.mass = {1e8, 2e8};
  pair.model.radius = {20, 30};
  pair.model.material = {0, 0};
  pair.model.materials = {{"rock", 3200}};
  pair.state.position = {Vec3(0, 0, 0), Vec3(100, 0, 0)};
  pair.state.velocity = {Vec3(0.1, 0, 0), Vec3(0, 0, 0)};
  pair.state.spin.resize(2, Vec3::Zero());
  soft.prepare(document, pair, {});
  auto again = Document::parse(document.effective(), "effective.toml");
  const ssdem::Parameters q = setup::read_soft_spheres(again);
  EXPECT_GT(soft.tick(), 0);
  EXPECT_EQ(q.step.dt, soft.tick());
  EXPECT_GT(std::get<laws::LinearSpring>(q.normal).stiffness, 0);
  EXPECT_EQ(std::get<laws::LinearSpring>(q.normal).stiffness,
            std::get<laws::LinearSpring>(soft.parameters().normal).stiffness);
}

TEST(Examples, Surroundings) {
  auto document = Document::parse(R"(
[external]
uniform = [0, 0, "-9.81 m/s^2"]
[external.planet]
mass = "6e24 kg"
position = ["1 km", 0, 0]
[[plane]]
point = [0, 0, "1 m"]
normal = [0, 3, 4]
amplitude = [0, 0, "1 mm"]
frequency = "20 Hz"
[box]
lower = [-1, -2, -3]
upper = [1, 2, 3]
)",
                                  "a.toml");
  const External external = setup::read_external(document);
  document.finish();
  EXPECT_EQ(external.uniform, Vec3(0, 0, -9.81));
  EXPECT_EQ(external.planets[0].mass, 6e24);
  EXPECT_EQ(external.planets[0].position, Vec3(1000, 0, 0));
  ASSERT_EQ(external.planes.size(), 7u);
  EXPECT_EQ(external.planes[0].point, Vec3(0, 0, 1));
  EXPECT_NEAR((external.planes[0].normal - Vec3(0, 0.6, 0.8)).norm(), 0, 1e-15);
  EXPECT_EQ(external.planes[0].amplitude, Vec3(0, 0, 1e-3));
  EXPECT_EQ(external.planes[0].frequency, 20);
  // A point is inside the box if it is in front of all its planes.
  for (std::size_t i = 1; i < 7; ++i) {
    const Plane& plane = external.planes[i];
    EXPECT_EQ((Vec3::Zero() - plane.point).dot(plane.normal), static_cast<double>((i + 1) / 2)) << i;
  }
}

TEST(Examples, NoSurroundings) {
  auto document = Document::parse("", "a.toml");
  const External external = setup::read_external(document);
  EXPECT_EQ(external.uniform, Vec3::Zero());
  EXPECT_TRUE(external.planets.empty());
  EXPECT_TRUE(external.planes.empty());
  EXPECT_EQ(document.effective(), "");
}

// UDUNITS-2 must recognise every unit of every key.
template <class... P>
void require_known_units() {
  const auto check = [](auto p) {
    for (const Slot& slot : slots_of(p)) {
      if (!slot.unit.empty()) {
        EXPECT_EQ(in_si("1", slot.unit), 1) << slot.key;
      }
    }
  };
  (check(P{}), ...);
}
TEST(Examples, UnitsOfAllKeysAreKnown) {
  require_known_units<gravity::Parameters, ssdem::Step, laws::LinearSpring, laws::HertzMindlin, laws::Hysteretic,
                      laws::CoulombSliding, laws::KineticSliding, laws::TorqueCouple, laws::SpringCouple,
                      laws::AreaCohesion, laws::DmtCohesion, laws::VanDerWaals, setup::RunPlan, setup::SanityLimits,
                      experiment::QuietRule, PointPlanet, setup::PlanetHead, setup::PlanetField, setup::PlanetAtRest,
                      setup::PlanetOrbit, Plane, setup::UniformGravity, setup::Box, Material, generate::UniformSizes,
                      generate::PowerSizes, generate::VolumeSizes, generate::ClassSizes, generate::LatticeCloud,
                      generate::SphereCloud, generate::BoxCloud>();
}

constexpr const char* kGood = R"(# line 1
[run]
duration = "1 h"
record_every = "10 s"
experiment = "relax"
[step]
dt = "auto"

[gravity]
method = "direct"
constant = 6.67430e-11

[contact.normal]
law = "linear"
pair_stiffness = "auto"
restitution = 0.5
tension = "allow"

[contact.sliding]
law = "none"

[contact.rolling]
law = "none"

[[plane]]
point = [0, 0, 0]
normal = [0, 0, 1]

[box]
lower = ["-1 m", "-1 m", "-1 m"]
upper = ["1 m", "1 m", "1 m"]

[stop]
kinetic_fraction = 1e-6
hold = "100 s"
remove_rotation = false
)";

struct Bad {
  const char *good, *bad;  // text of kGood and its replacement
  const char* message;     // text that follows "bad.toml:"
};

const Bad kBad[] = {
    // Keys and tables
    {"restitution", "restituton",
     "16:1: error: unknown key 'restituton' in [contact.normal]; did you mean 'restitution'?"},
    {"tension = \"allow\"", "tension = \"allow\"\ntensoin = 1",
     "18:1: error: unknown key 'tensoin' in [contact.normal]; did you mean 'tension'?"},
    {"tension = \"allow\"", "tension = \"allow\"\nyoungs_modulus = 1",
     "18:1: error: unknown key 'youngs_modulus' in [contact.normal]; valid keys: damping_rate, law, "
     "pair_stiffness, restitution, tension"},
    {"hold = \"100 s\"\n", "", "33:1: error: missing key 'hold' in [stop] (time for which the pile must stay quiet)"},
    {"restitution = 0.5\n", "",
     "13:1: error: missing key 'restitution' in [contact.normal] (normal coefficient of "
     "restitution e_n)"},
    {"constant = 6.67430e-11\n", "",
     "9:1: error: missing key 'constant' in [gravity] (gravitational constant G "
     "(nature: 6.67430e-11))"},
    {"[gravity]", "[gravty]", "9:2: error: unknown table [gravty]; did you mean [gravity]?"},
    {"[contact.sliding]", "[contact.slidng]",
     "19:10: error: unknown table [contact.slidng]; did you mean [contact.sliding]?"},
    {"[step]\ndt = \"auto\"\n", "", "1:1: error: missing table [step]: add it; --describe lists its keys"},
    {"[stop]", "[stopp]", "33:2: error: unknown table [stopp]; did you mean [stop]?"},
    {"[box]", "[boxs]", "29:2: error: unknown table [boxs]; did you mean [box]?"},
    {"# line 1", "sede = 1",
     "1:1: error: unknown key 'sede' at the top level; valid keys: body, bonds, box, cloud, contact, encounter, "
     "external, frozen, gravity, hill, impact, mesh, method, periodic, place, plane, planet, probe, run, sanity, spin, "
     "step, "
     "stop"},
    {"[[plane]]", "[plane]", "25:1: error: 'plane' must be a list of tables: write one [[plane]] for each"},
    {"[gravity]", "[[gravity]]", "9:1: error: [[gravity]] must be one table, [gravity]"},
    {"# line 1", "box = 1", "29:1: error: "},
    {"normal = [0, 0, 1]", "normal = [0, 0, 1]\nfrequenzy = 1",
     "28:1: error: unknown key 'frequenzy' in [[plane]]; did you mean 'frequency'?"},
    // Types
    {"\"1 h\"", "true", "3:12: error: 'duration' in [run] must be a number or a quantity in s, not true or false"},
    {"\"1 h\"", "[1]", "3:12: error: 'duration' in [run] must be a number or a quantity in s, not an array"},
    {"\"1 h\"", "2024-01-01",
     "3:12: error: 'duration' in [run] must be a number or a quantity in s, not a date or time"},
    {"\"1 h\"", "{ hours = 1 }", "3:12: error: 'duration' in [run] must be a number or a quantity in s, not a table"},
    {"= false", "= 1", "36:19: error: 'remove_rotation' in [stop] must be true or false, not a whole number"},
    {"= false", "= \"yes\"", "36:19: error: 'remove_rotation' in [stop] must be true or false, not a string"},
    {"dt = \"auto\"", "dt = \"auto\"\nsteps_per_contact = 50.0",
     "8:21: error: 'steps_per_contact' in [step] must be a whole number, not 50.0"},
    {"\"direct\"", "1",
     "10:10: error: 'method' in [gravity] must be one of \"direct\", \"fmm\", \"none\", not a whole number"},
    {"[0, 0, 1]", "1", "27:10: error: 'normal' in [[plane]] must be a list of 3 numbers, not a whole number"},
    {"[0, 0, 1]", "[0, 1]", "27:10: error: 'normal' in [[plane]] must be a list of 3 numbers, not of 2"},
    {"[0, 0, 0]", "[0, 0, true]",
     "26:16: error: 'point' in [[plane]] must be a number or a quantity in m, not true or false"},
    // Values
    {"\"1 h\"", "\"1 km\"", "3:12: error: 'duration' in [run] expects a time in s; \"1 km\" is a length"},
    {"\"1 h\"", "\"1 hx\"", "3:12: error: 'duration' in [run] expects a time in s; \"hx\" is not a known unit"},
    {"\"1 h\"", "\"long\"",
     "3:12: error: 'duration' in [run] expects a time in s; \"long\" does not begin with a number"},
    {"\"1 h\"", "\"\"", "3:12: error: 'duration' in [run] expects a time in s; \"\" does not begin with a number"},
    {"\"1 h\"", "\"auto\"",
     "3:12: error: 'duration' in [run] expects a time in s; \"auto\" does not begin with a number"},
    {"\"1 h\"", "nan", "3:12: error: 'duration' in [run] must be finite, not nan"},
    {"\"1 h\"", "-inf", "3:12: error: 'duration' in [run] must be finite, not -inf"},
    {"\"1 h\"", "\"nan s\"", "3:12: error: 'duration' in [run] expects a time in s; \"nan s\" is not finite"},
    {"\"1 h\"", "\"-1 h\"", "3:12: error: 'duration' in [run] must be > 0 s, not -3600 (\"-1 h\")"},
    {"\"1 h\"", "0", "3:12: error: 'duration' in [run] must be > 0 s, not 0"},
    {"= 0.5", "= 1.5", "16:15: error: 'restitution' in [contact.normal] must be in (0, 1], not 1.5"},
    {"= 0.5", "= \"5 kg\"",
     "16:15: error: 'restitution' in [contact.normal] expects a pure number; \"5 kg\" is a mass"},
    {"dt = \"auto\"", "dt = \"auto\"\nsteps_per_contact = 5",
     "8:21: error: 'steps_per_contact' in [step] must be in [10, 1000000], not 5"},
    {"\"direct\"", "\"drect\"",
     "10:10: error: 'method' in [gravity] must be one of \"direct\", \"fmm\", \"none\", not \"drect\"; did you mean "
     "\"direct\"?"},
    {"\"direct\"", "\"\"", "10:10: error: 'method' in [gravity] must not be empty"},
    {"\"linear\"", "\"cubic\"",
     "14:7: error: 'law' in [contact.normal] must be one of \"linear\", \"hertz-mindlin\", "
     "\"hysteretic\", not \"cubic\""},
    {"6.67430e-11", "\"1 N\"",
     "11:12: error: 'constant' in [gravity] expects a gravitational constant in m3 kg-1 s-2; "
     "\"1 N\" is a force"},
    {"[\"1 m\", \"1 m\"", "[\"1 m\", \"1 s\"",
     "31:17: error: 'upper' in [box] expects a length in m; \"1 s\" is a time"},
    // Combinations of values
    {"[0, 0, 1]", "[0, 0, 0]", "27:10: error: "},
    {"[\"1 m\"", "[\"-2 m\"", "30:9: error: "},
    // TOML itself
    {"restitution = 0.5", "law = \"linear\"", "16:7: error: "},
    {"[step]", "[run]", "6:1: error: "},
    {"\"1 h\"", "", "3:12: error: "},
    {"\"1 h\"", "\"1 h", "3:16: error: "},
    {"\"1 h\"", "1 h", "3:14: error: "},
    {"dt = \"auto\"", "dt = \"auto\"\nsteps_per_contact = 1e12",
     "8:21: error: 'steps_per_contact' in [step] must be a whole number, not 1000000000000.0"},
    {"[run]", "[run", "2:5: error: "},
    {"\"1 h\"", "1e400", "3:17: error: "},
};

// docs/parameters.md lists the tables of all tools: tests/tools/parameters.py.
TEST(Examples, TablesOfAllToolsAreKnown) {
  std::istringstream lines(text_of(RUBBLE_SOURCE_DIR "/docs/parameters.md"));
  std::set<std::string> tables;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("### `[")) continue;
    const std::size_t begin = line.find_first_not_of('[', 5);
    tables.insert(line.substr(begin, line.find(']') - begin));
  }
  EXPECT_GT(tables.size(), 25u);
  for (const std::string& table : tables) EXPECT_TRUE(is_table_of_some_tool(table)) << table;
}

// [step] and [stop] are both names of tables: neither is reported as a misspelling.
TEST(Examples, SimilarTableNamesAreNotMisspellings) {
  using setup::Experiment;
  const auto message = [](std::string text, Experiment tool) {
    try {
      auto document = Document::parse(text, "a.toml");
      setup::read_protocol(document, tool);
      document.read<setup::RunPlan>("run");
      setup::read_soft_spheres(document);
      setup::read_external(document);
      document.finish();
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  std::string good = text_of(RUBBLE_SOURCE_DIR "/configs/relax.toml");
  const std::string declared = "experiment = \"relax\"\n";
  good.erase(good.find(declared), declared.size());
  const std::size_t stop = good.find("[stop]");
  ASSERT_NE(stop, std::string::npos);
  EXPECT_EQ(message(good, Experiment::relax), "no error");
  EXPECT_EQ(message(good.substr(0, stop), Experiment::relax),
            "a.toml:1:1: error: missing table [stop]: add it; --describe lists its keys");
  std::string misspelt = good;
  misspelt.replace(stop, 6, "[stpo]");
  EXPECT_TRUE(message(misspelt, Experiment::relax).ends_with(": error: unknown table [stpo]; did you mean [stop]?"))
      << message(misspelt, Experiment::relax);
  EXPECT_TRUE(
      message(good, Experiment::evolve)
          .ends_with(
              "unknown table [stop]; valid tables: [bonds], [box], [contact], [contact.cohesion], "
              "[[contact.material]], [contact.normal], [[contact.pair]], [contact.rolling], "
              "[contact.sliding], [external], "
              "[external.planet], [[frozen]], [gravity], [hill], [[mesh]], [periodic], [[plane]], [[planet]], [run], "
              "[sanity], [step]"))
      << message(good, Experiment::evolve);
  std::string twice = good + "\n[stops]\nhold = 1\n";
  EXPECT_TRUE(message(twice, Experiment::relax).find("unknown table [stops]; valid tables: ") != std::string::npos)
      << message(twice, Experiment::relax);
}

// The experiment of a run is that of its tool, and [run] may state it. Tools that read the configuration of any run
// need it.
TEST(Examples, TheExperimentIsDeclared) {
  using setup::Experiment;
  const std::string names = fmt::format("\"{}\"", fmt::join(names_of(setup::kExperiments), "\", \""));
  const std::string rest = "[stop]\nkinetic_fraction = 1e-6\nhold = 1\nremove_rotation = false\n";
  const auto recorded = [&](const std::string& run) {
    auto document = Document::parse(run + rest, "a.toml");
    setup::read_protocol(document, Experiment::relax);
    return document.effective();
  };
  EXPECT_EQ(recorded("[run]\n"), recorded("[run]\nexperiment = \"relax\"\n"));
  EXPECT_TRUE(recorded("[run]\n").starts_with("[run]\nexperiment = \"relax\"\n"));
  const auto message = [&](const std::string& key) { return test::refusal([&] { recorded("[run]\n" + key); }); };
  EXPECT_EQ(message("experiment = \"spinup\"\n"),
            "a.toml:2:14: error: 'experiment' in [run] is \"spinup\", but rubble-relax runs \"relax\": use "
            "rubble-spinup, or set experiment = \"relax\"");
  EXPECT_EQ(message("experiment = \"relx\"\n"), "a.toml:2:14: error: 'experiment' in [run] must be one of " + names +
                                                    ", not \"relx\"; did you mean \"relax\"?");
  const auto of_any_tool = [&](const std::string& run) {
    return test::refusal([&] {
      auto document = Document::parse(run + rest, "a.toml");
      setup::read_protocol(document);
    });
  };
  EXPECT_EQ(of_any_tool("[run]\nexperiment = \"relax\"\n"), "");
  EXPECT_EQ(of_any_tool("[run]\n"),
            "a.toml:1:1: error: missing key 'experiment' in [run] (add experiment = \"NAME\" if rubble-NAME runs the "
            "file; NAME is one of " +
                names + ")");
  EXPECT_EQ(of_any_tool("[run]\nexperimunt = \"relax\"\n"),
            "a.toml:2:1: error: unknown key 'experimunt' in [run]; did you mean 'experiment'?");
  EXPECT_EQ(of_any_tool(""), "a.toml:1:1: error: missing table [run]: add it; --describe lists its keys");
}

// (name of an example, its text to replace, the new text) => the message with which it is refused.
std::string refused_example(const std::string& name, const std::string& old, const std::string& replacement) {
  std::string text = text_of(RUBBLE_SOURCE_DIR "/configs/" + name);
  text.replace(text.find(old), old.size(), replacement);
  return test::refusal([&] {
    auto document = Document::parse(text, "a.toml");
    read_all(document);
  });
}

TEST(Examples, KeysOfOtherVariantsAreNamedWithThem) {
  const auto ends = [](const std::string& message, const std::string& end) {
    EXPECT_TRUE(message.ends_with(end)) << message;
  };
  ends(refused_example("relax.toml", "[step]\n", "[step]\ntheta = 0.5\n"),
       "unknown key 'theta' in [step]: remove it; only [step] of contact dynamics has it");
  ends(refused_example("relax.toml", "[stop]\n", "[stop]\nmass_fraction = 0.1\n"),
       "unknown key 'mass_fraction' in [stop]: remove it; only [stop] of rubble-collide has it");
  ends(refused_example("relax.toml", "law = \"coulomb\"\n", "law = \"coulomb\"\nbeta = 1\n"),
       "unknown key 'beta' in [contact.sliding]; valid keys: damping_rate, friction, law, restitution, "
       "stiffness_ratio");
  ends(refused_example("relax.toml", "pair_stiffness = \"auto\"\n", "pair_stiffness = \"auto\"\npoisson_ratio = 0.2\n"),
       "unknown key 'poisson_ratio' in [contact.normal]: remove it, or set law = \"hertz-mindlin\"");
  ends(refused_example("hertz.toml", "law = \"hertz-mindlin\"\n", "law = \"hertz-mindlin\"\npair_stiffness = 1e6\n"),
       "unknown key 'pair_stiffness' in [contact.normal]: remove it, or set law = \"linear\"");
  ends(refused_example("relax.toml", "tension = \"allow\"\n", "tension = \"allow\"\ndamping_rate = 1\n"),
       "error: 'restitution' and 'damping_rate' in [contact.normal] both set the damping: remove one of them");
  ends(refused_example("impulses.toml", "[contact]\n", "[contact]\nslow = 0.1\n"),
       "unknown key 'slow' in [contact]: remove it; only [contact] of hard spheres has it");
  ends(refused_example("spinup.toml", "[spinup]\n", "[spinup]\nstart_rate = 1e-5\nend_rate = 2e-5\n"),
       "'start' in [spinup] cannot be combined with 'start_rate' or 'end_rate': remove one of them from the file, or "
       "by --unset");
  ends(refused_example("flyby.toml", "[flyby]\n", "[flyby]\nspeed_at_infinity = 0\n"),
       "'eccentricity' in [flyby] cannot be combined with 'speed_at_infinity': remove one of them from the file, or by "
       "--unset");
}

TEST(Examples, BadInputNamesItsPlace) {
  auto good = Document::parse(kGood, "good.toml");
  read_all(good);
  for (const Bad& bad : kBad) {
    std::string text = kGood;
    const std::size_t at = text.find(bad.good);
    ASSERT_NE(at, std::string::npos) << bad.good;
    text.replace(at, std::string(bad.good).size(), bad.bad);
    std::string message = "no error";
    try {
      auto document = Document::parse(text, "bad.toml");
      read_all(document);
    } catch (const InputError& error) {
      message = error.what();
    }
    const std::string wanted = std::string("bad.toml:") + bad.message;
    if (wanted.ends_with(": error: ")) {  // the words come from toml++ or the app
      EXPECT_TRUE(message.starts_with(wanted) && message.size() > wanted.size()) << bad.bad << '\n' << message;
    } else {
      EXPECT_EQ(message, wanted) << bad.bad;
    }
  }
}

// A file with any change of its bytes is either read or refused with one line that begins with its name.
TEST(Examples, MutatedFilesAreReadOrRefused) {
  std::mt19937_64 random(20240229);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const std::vector<std::string> pieces = {"[",
                                           "]",
                                           "\"",
                                           "'",
                                           "\"\"\"",
                                           "=",
                                           ".",
                                           "#",
                                           "\n",
                                           "\\",
                                           "{",
                                           "}",
                                           "-",
                                           "1e999",
                                           "nan",
                                           "inf",
                                           "0",
                                           "true",
                                           "\xc3\xa9",
                                           "\xff",
                                           "\r",
                                           ",",
                                           "auto",
                                           " km",
                                           "[[",
                                           "(",
                                           std::string(1, '\0'),
                                           "\\u0000",
                                           "1979-05-27T07:32:00Z",
                                           "a.b.c",
                                           "0x10"};
  std::vector<std::string> texts = {kGood};
  for (const auto& path : examples()) texts.push_back(text_of(path));
  int accepted = 0, refused = 0;
  for (int round = 0; round < 6000; ++round) {
    std::string text = texts[below(texts.size())];
    for (std::size_t n = 1 + below(3); n > 0 && !text.empty(); --n) {
      const std::size_t at = below(text.size()), length = std::min(1 + below(12), text.size() - at);
      switch (below(5)) {
        case 0:
          text[at] = static_cast<char>(random());
          break;
        case 1:
          text.erase(at, length);
          break;
        case 2:
          text.insert(at, pieces[below(pieces.size())]);
          break;
        case 3:
          text.insert(below(text.size()), text.substr(at, length));
          break;
        default:
          text.resize(at);
          break;
      }
    }
    try {
      auto document = Document::parse(text, "mutant.toml");
      read_all(document);
      ++accepted;
    } catch (const InputError& error) {
      const std::string message = error.what();
      EXPECT_TRUE(message.starts_with("mutant.toml:")) << message;
      EXPECT_EQ(message.find('\n'), std::string::npos) << message;
      ++refused;
    }
  }
  EXPECT_GT(accepted, 100);
  EXPECT_GT(refused, 1000);
}

}  // namespace
}  // namespace rubble::config
