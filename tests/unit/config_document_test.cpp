#include "base/keys_error.hpp"
#include "base/no_limit.hpp"
#include "base/units.hpp"
#include "config/describe.hpp"
#include "config/document.hpp"
#include "config/plausible.hpp"
#include "unit/refusal.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>
#include <unistd.h>

namespace rubble::config {
namespace {

using test::refusal;

enum class Side { left, right };
constexpr Word<Side> kSides[] = {{"left", Side::left}, {"right", Side::right}};
enum class Mode { plain, fancy };
constexpr Word<Mode> kModes[] = {{"plain", Mode::plain}, {"fancy", Mode::fancy}};

// Every type of member, required and not.
struct Sample {
  double length = 0;
  Auto step;
  std::int64_t count = 0;
  bool loud = false;
  Side word = Side::left;
  Vec3 place = Vec3::Zero();
  Reals radii;
  double spin = 0;
};
std::vector<Field<Sample>> fields(const Sample*) {
  return {
      field("length", "m", "a length", &Sample::length).required().range(kPositive),
      field("step", "s", "a step", &Sample::step).required().range(kPositive),
      field("count", "", "a count", &Sample::count).required().range({1, 10}),
      field("loud", "", "a switch", &Sample::loud).required(),
      field("word", "a word", &Sample::word, kSides).required(),
      field("place", "m", "a place", &Sample::place).required(),
      field("radii", "m", "radii", &Sample::radii).required().range(kPositive),
      field("spin", kSpinUnit, "spin or its period", &Sample::spin).required(),
  };
}

struct Lenient {
  double skin = 0.125;
  Auto dt;
  std::int64_t passes = 200;
  bool quick = true;
  Mode mode = Mode::plain;
  std::string note;      // empty: no valid value, so left out of the record
  double frequency = 0;  // out of range, so left out of the record
  Reals levels;          // empty, so left out of the record
};
std::vector<Field<Lenient>> fields(const Lenient*) {
  return {
      field("skin", "m", "", &Lenient::skin).range(kPositive),
      field("dt", "s", "", &Lenient::dt).range(kPositive),
      field("passes", "", "", &Lenient::passes).range(kPositive),
      field("quick", "", "", &Lenient::quick),
      field("mode", "", &Lenient::mode, kModes),
      field("note", "", "", &Lenient::note),
      field("frequency", "Hz", "", &Lenient::frequency).range(kPositive),
      field("levels", "1", "", &Lenient::levels),
  };
}

struct Point {
  Vec3 at = Vec3::Zero();
};
std::vector<Field<Point>> fields(const Point*) {
  return {
      field("at", "m", "", &Point::at).required(),
  };
}

struct Bounded {
  Limit most;
};
std::vector<Field<Bounded>> fields(const Bounded*) {
  return {
      field("most", "m", "", &Bounded::most).range(kPositive),
  };
}

// A key that has been renamed.
struct Renamed {
  double fresh = 0;
};
std::vector<Field<Renamed>> fields(const Renamed*) {
  return {
      field("fresh", "m", "a length", &Renamed::fresh).required().range(kPositive).also("stale"),
  };
}

constexpr const char* kSample = R"([sample]
length = "7.5 km"
step = "auto"
count = 3
loud = true
word = "left"
place = [1, "2 cm", -3.5]
radii = ["1 m", 2]
spin = "2.2 h"
)";

TEST(Document, ReadsEveryType) {
  auto document = Document::parse(kSample, "a.toml");
  const auto sample = document.read<Sample>("sample");
  document.finish();
  EXPECT_EQ(sample.length, 7500);
  EXPECT_EQ(sample.step, std::nullopt);
  EXPECT_EQ(sample.count, 3);
  EXPECT_TRUE(sample.loud);
  EXPECT_EQ(sample.word, Side::left);
  EXPECT_EQ(sample.place, Vec3(1, 0.02, -3.5));
  EXPECT_EQ(sample.radii, (Reals{1, 2}));
  EXPECT_EQ(sample.spin, 2 * std::numbers::pi / 7920);
}

TEST(Document, ReadsListsOfWordsAndOfPoints) {
  const std::string text = "[a]\nnames = [\"x\", \"y z\"]\npoints = [[1, \"2 cm\", 0], [0, 0, -3]]\n";
  const auto read = [](Document& document) {
    EXPECT_EQ(document.words("a", "names", ""), (Words{"x", "y z"}));
    EXPECT_EQ(document.points("a", "points", "m", ""), (Vec3s{Vec3(1, 0.02, 0), Vec3(0, 0, -3)}));
    document.finish();
    return document.effective();
  };
  auto document = Document::parse(text, "a.toml");
  const std::string effective = read(document);
  EXPECT_EQ(effective, "[a]\nnames = [\"x\", \"y z\"]\npoints = [[1.0, 0.02, 0.0], [0.0, 0.0, -3.0]]\n");
  auto again = Document::parse(effective, "b.toml");
  EXPECT_EQ(read(again), effective);
}

TEST(Document, RefusesBadLists) {
  const auto words = [](const std::string& value) {
    return refusal([&] { Document::parse("[a]\nk = " + value, "a.toml").words("a", "k", "a list"); });
  };
  EXPECT_EQ(words("\"x\""), "a.toml:2:5: error: 'k' in [a] must be a list of one or more words, not a string");
  EXPECT_EQ(words("[]"), "a.toml:2:5: error: 'k' in [a] must be a list of one or more words, not of 0");
  EXPECT_EQ(words("[\"x\", 3]"), "a.toml:2:11: error: 'k' in [a] must hold words, not a whole number");
  EXPECT_EQ(words("[\"\"]"), "a.toml:2:6: error: 'k' in [a] must hold words, not an empty one");
  const auto points = [](const std::string& value) {
    return refusal([&] { Document::parse("[a]\nk = " + value, "a.toml").points("a", "k", "m", "a list"); });
  };
  EXPECT_EQ(points("1"),
            "a.toml:2:5: error: 'k' in [a] must be a list of one or more points [x, y, z], not a whole number");
  EXPECT_EQ(points("[[1, 2]]"),
            "a.toml:2:5: error: each point of 'k' in [a] must be a list of 3 numbers or quantities in m, not of 2");
  EXPECT_EQ(
      points("[1, 2, 3]"),
      "a.toml:2:5: error: each point of 'k' in [a] must be a list of 3 numbers or quantities in m, not a whole number");
  EXPECT_NE(points("[[1, 2, \"3 kg\"]]").find("a.toml:2:13: error: each point of 'k' in [a]"), std::string::npos);
  EXPECT_EQ(refusal([&] { Document::parse("[a]\n", "a.toml").words("a", "k", "a list"); }),
            "a.toml:1:1: error: missing key 'k' in [a] (a list)");
}

TEST(Document, EffectiveTextIsCanonical) {
  auto document = Document::parse(std::string("seed = 12\n") + kSample, "a.toml");
  document.read<Sample>("sample");
  EXPECT_EQ(document.integer_if("", "seed"), 12);
  document.record("sample", "step", 0.1 + 0.2);
  document.finish();
  EXPECT_EQ(document.effective(), R"(seed = 12

[sample]
length = 7500.0
step = 0.30000000000000004
count = 3
loud = true
word = "left"
place = [1.0, 0.02, -3.5]
radii = [1.0, 2.0]
spin = 0.0007933314781792407
)");
  auto again = Document::parse(document.effective(), "again.toml");
  again.integer_if("", "seed");
  EXPECT_EQ(again.read<Sample>("sample").step, 0.1 + 0.2);
  EXPECT_EQ(again.effective(), document.effective());
}

TEST(Document, EffectiveTextDoesNotDependOnTheOrderOfTheFile) {
  const auto read = [](const char* text) {
    auto document = Document::parse(text, "a.toml");
    document.read<Lenient>("b.c");
    document.read<Point>("a");
    document.finish();
    return document.effective();
  };
  EXPECT_EQ(read("[a]\nat = [1, 2, 3]\n[b.c]\nskin = 1\npasses = 2\n"),
            read("b.c.passes = 2\nb.c.skin = '1'\n[a]\nat = [1, 2, 3]\n"));
}

TEST(Document, DefaultsAreFilledIn) {
  auto document = Document::parse("[lenient]\n", "a.toml");
  const auto lenient = document.read<Lenient>("lenient");
  EXPECT_EQ(lenient.skin, 0.125);
  EXPECT_EQ(document.effective(), R"([lenient]
skin = 0.125
dt = "auto"
passes = 200
quick = true
mode = "plain"
)");
}

struct Speed {
  Auto most = 1.0;
};
std::vector<Field<Speed>> fields(const Speed*) {
  return {
      or_none(field("most", "m s-1", "", &Speed::most).range(kPositive).computed("a rule"), "no limit"),
  };
}

// A computed limit may also be switched off, which is an infinite value.
TEST(Document, ComputedLimitsMayBeNone) {
  const auto read = [](const std::string& text) {
    Document document = Document::parse(text, "x.toml");
    const Auto most = document.read<Speed>("a").most;
    EXPECT_EQ(document.effective(), text);
    return most;
  };
  EXPECT_EQ(read("[a]\nmost = \"auto\"\n"), std::nullopt);
  EXPECT_EQ(read("[a]\nmost = \"none\"\n"), std::numeric_limits<double>::infinity());
  EXPECT_EQ(read("[a]\nmost = 0.5\n"), 0.5);
  EXPECT_NE(refusal([&] { read("[a]\nmost = \"never\"\n"); }), "");
  const Row row = describe<Speed>({.section = "a"}, "").at(0).rows.at(0);
  EXPECT_EQ(row.allowed, "> 0 or auto or none");
  EXPECT_EQ(row.text, "; auto: a rule; none: no limit");
  EXPECT_EQ(row.words, (Words{"auto", "none"}));
  EXPECT_TRUE(row.choices.empty());
}

// Files of earlier versions use "auto"; the record has "none".
TEST(Document, LimitsMayBeNone) {
  for (const char* text : {"[a]\n", "[a]\nmost = \"none\"\n", "[a]\nmost = \"auto\"\n"}) {
    auto document = Document::parse(text, "a.toml");
    EXPECT_EQ(document.read<Bounded>("a").most, std::nullopt) << text;
    EXPECT_EQ(document.effective(), "[a]\nmost = \"none\"\n");
  }
  EXPECT_EQ(Document::parse("[a]\nmost = \"2 km\"\n", "a.toml").read<Bounded>("a").most, 2000);
  EXPECT_EQ(refusal([] { Document::parse("[a]\nmost = -1\n", "a.toml").read<Bounded>("a"); }),
            "a.toml:2:8: error: 'most' in [a] must be > 0 m, not -1");
}

// The record has the new name, whichever name was given. Messages have the name that was given.
TEST(Document, EarlierNamesOfKeysAreRead) {
  for (const char* text : {"[a]\nfresh = 2\n", "[a]\nstale = 2\n"}) {
    auto document = Document::parse(text, "a.toml");
    EXPECT_EQ(document.read<Renamed>("a").fresh, 2) << text;
    document.finish();
    EXPECT_EQ(document.effective(), "[a]\nfresh = 2.0\n");
  }
  const auto message = [](const char* text) {
    return refusal([&] { Document::parse(text, "a.toml").read<Renamed>("a"); });
  };
  EXPECT_EQ(
      message("[a]\nfresh = 2\nstale = 2\n"),
      "a.toml:3:9: error: 'stale' in [a] is the earlier name of 'fresh', which is also present: remove one of them");
  EXPECT_EQ(message("[a]\nstale = -2\n"), "a.toml:2:9: error: 'stale' in [a] must be > 0 m, not -2");
  EXPECT_EQ(message("[a]\n"), "a.toml:1:1: error: missing key 'fresh' in [a] (a length)");
  EXPECT_EQ(message("[a]\nfrehs = 1\n"), "a.toml:2:1: error: unknown key 'frehs' in [a]; did you mean 'fresh'?");
}

// An error that is found after the key was read.
TEST(Document, ErrorsNameThePlaceOfTheEarlierName) {
  const auto place = [](const char* text, const std::vector<std::string>& options = {}) {
    auto document = Document::parse(text, "a.toml", options);
    document.read<Renamed>("a");
    return document.where("a", "fresh");
  };
  EXPECT_EQ(place("[a]\nfresh = 2\n"), "a.toml:2:9");
  EXPECT_EQ(place("[a]\n\nstale = 2\n"), "a.toml:3:9");
  EXPECT_EQ(place("[a]\nstale = 2\n", {"a.fresh=3"}), "--set \"a.fresh=3\"");
  EXPECT_EQ(place("[a]\nfresh = 2\n", {"a.stale=3"}), "--set \"a.stale=3\"");
}

TEST(Document, ValuesOfOptionsReplaceEitherName) {
  for (const char* in_file : {"fresh", "stale"})
    for (const char* in_option : {"fresh", "stale"}) {
      auto document =
          Document::parse(std::string("[a]\n") + in_file + " = 2\n", "a.toml", {std::string("a.") + in_option + "=3"});
      EXPECT_EQ(document.read<Renamed>("a").fresh, 3) << in_file << ' ' << in_option;
      document.finish();
      EXPECT_EQ(document.effective(), "[a]\nfresh = 3.0\n");
    }
  EXPECT_EQ(
      refusal([] {
        Document::parse("[a]\n", "a.toml", {"a.fresh=3", "a.stale=3"}).read<Renamed>("a");
      }),
      "--set \"a.stale=3\": error: 'stale' in [a] is the earlier name of 'fresh', which is also present: remove one "
      "of them");
}

TEST(Document, AllDigitsAreKept) {
  for (const double value : {0.1, 1e23, 5e-324, 1.7976931348623157e308, 6.6743e-11, -0.0, 123456789012345680.0}) {
    auto document = Document::parse("[p]\nat = [0, 0, 0]\n", "a.toml");
    document.read<Point>("p");
    document.record("p", "at", value);
    auto again = Document::parse("[p]\nat = [" + document.effective().substr(9) + "\n,0,0]", "b.toml");
    const double read = again.read<Point>("p").at.x();
    EXPECT_EQ(read, value);
    EXPECT_EQ(std::signbit(read), std::signbit(value));
  }
}

TEST(Document, WordsAreEscaped) {
  auto document = Document::parse("[lenient]\nnote = \"a \\\"b\\\" \\\\ \\n \\u0007 \xc2\xb5\"\n", "a.toml");
  const std::string note = document.read<Lenient>("lenient").note;
  EXPECT_EQ(note, "a \"b\" \\ \n \a \xc2\xb5");
  auto again = Document::parse(document.effective(), "b.toml");
  EXPECT_EQ(again.read<Lenient>("lenient").note, note);
}

TEST(Document, ListsOfTables) {
  auto document = Document::parse("[[point]]\nat = [1, 0, 0]\n[[point]]\nat = [2, 0, 0]\n", "a.toml");
  const auto points = document.read_each<Point>("point");
  document.finish();
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points[1].at.x(), 2);
  EXPECT_EQ(document.where("point[1]", "at"), "a.toml:4:6");
  EXPECT_EQ(document.effective(), "[[point]]\nat = [1.0, 0.0, 0.0]\n\n[[point]]\nat = [2.0, 0.0, 0.0]\n");
  EXPECT_TRUE(Document::parse("", "a.toml").read_each<Point>("point").empty());
}

TEST(Document, ManyTablesKeepTheirOrder) {
  std::string text;
  for (int i = 0; i < 12; ++i) text += "[[point]]\nat = [" + std::to_string(i) + ", 0, 0]\n";
  auto document = Document::parse(text, "a.toml");
  document.read_each<Point>("point");
  auto again = Document::parse(document.effective(), "b.toml");
  const auto points = again.read_each<Point>("point");
  for (int i = 0; i < 12; ++i) EXPECT_EQ(points[static_cast<std::size_t>(i)].at.x(), i);
}

TEST(Document, OptionalTables) {
  auto document = Document::parse("[point]\nat = [1, 0, 0]\n", "a.toml");
  EXPECT_TRUE(document.read_if<Point>("point").has_value());
  EXPECT_FALSE(document.read_if<Point>("contact.cohesion").has_value());
  EXPECT_EQ(document.integer_if("", "seed"), std::nullopt);
  document.finish();
}

TEST(Document, SeedsAreExact) {
  auto document = Document::parse("seed = 9223372036854775807\n", "a.toml");
  EXPECT_EQ(document.integer_if("", "seed"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(document.effective(), "seed = 9223372036854775807\n");
  document.record("", "seed", std::int64_t{4611686018427387905});
  EXPECT_EQ(document.effective(), "seed = 4611686018427387905\n");
}

TEST(Document, OverridesReplaceAndAdd) {
  auto document =
      Document::parse(kSample, "a.toml",
                      {"sample.length=3 km", "sample.word=right", "sample.step=0.5", "sample.loud=false",
                       "sample.place=[\"1 m\", 2, 3]", "sample.radii=['1 cm']", "sample.count=1", "sample.count=4",
                       "sample.spin=1e-3", "lenient.note=2024-01-01", "lenient.mode=\"fancy\""});
  const auto sample = document.read<Sample>("sample");
  const auto lenient = document.read<Lenient>("lenient");
  document.finish();
  EXPECT_EQ(sample.length, 3000);
  EXPECT_EQ(sample.word, Side::right);
  EXPECT_EQ(sample.step, 0.5);
  EXPECT_FALSE(sample.loud);
  EXPECT_EQ(sample.place, Vec3(1, 2, 3));
  EXPECT_EQ(sample.radii, Reals{0.01});
  EXPECT_EQ(sample.count, 4);
  EXPECT_EQ(sample.spin, 1e-3);
  EXPECT_EQ(lenient.note, "2024-01-01");
  EXPECT_EQ(lenient.mode, Mode::fancy);
}

TEST(Document, BadOverridesNameTheOption) {
  const auto message = [](const std::string& override) {
    return refusal([&] {
      auto document = Document::parse(kSample, "a.toml", {override});
      document.read<Sample>("sample");
      document.read_each<Point>("point");
      document.finish();
    });
  };
  const std::string form = ": error: must be section.key=value";
  EXPECT_EQ(message("sample.length"), "--set \"sample.length\"" + form);
  EXPECT_EQ(message("=3"), "--set \"=3\"" + form);
  EXPECT_EQ(message("sample.length="), "--set \"sample.length=\"" + form);
  EXPECT_EQ(message("sample..length=3"), "--set \"sample..length=3\"" + form);
  EXPECT_EQ(message("sam ple.length=3"), "--set \"sam ple.length=3\"" + form);
  EXPECT_EQ(message("a.a.a.a.a.a.a.a.a.a=3"), "--set \"a.a.a.a.a.a.a.a.a.a=3\"" + form);
  EXPECT_EQ(message("sample.length=3 kg"),
            "--set \"sample.length=3 kg\": error: 'length' in [sample] expects a length in m; \"3 kg\" is a mass");
  EXPECT_EQ(message("sample.lenght=3"),
            "--set \"sample.lenght=3\": error: unknown key 'lenght' in [sample]; did you mean 'length'?");
  EXPECT_EQ(message("sampel.length=3"),
            "--set \"sampel.length=3\": error: unknown table [sampel]; did you mean [sample]?");
  EXPECT_EQ(message("sample.length.x=3"),
            "--set \"sample.length.x=3\": error: 'length' is not a table, so it has no keys to set");
  EXPECT_EQ(message("sample.length=\"3 kg\""),
            "--set 'sample.length=\"3 kg\"': error: 'length' in [sample] expects a length in m; \"3 kg\" is a mass");
  EXPECT_EQ(message("sample.word=\"a"), "--set 'sample.word=\"a': error: '\"a' is not a value in TOML");
  EXPECT_EQ(message("sample=3"), "--set \"sample=3\": error: 'sample' is a table: set a key in it");
  EXPECT_EQ(message("sample.place=[1, 2"), "--set \"sample.place=[1, 2\": error: \"[1, 2\" is not a value in TOML");
  EXPECT_EQ(message("sample.place={x = 1}"), "--set \"sample.place={x = 1}\": error: sets one value only");
  EXPECT_EQ(message("sample.length=1\nb = 2"), "--set \"sample.length=1\\nb = 2\": error: sets one value only");
  EXPECT_EQ(message("sample.word=\xff"), "--set \"sample.word=\\xff\": error: is not UTF-8");
}

TEST(Document, UnsetRemovesAKeyOfTheFile) {
  auto document = Document::parse("[pass]\nnote = \"a\"\nlength = 2\n", "a.toml", {"!pass.length", "pass.note=b"});
  EXPECT_FALSE(document.has("pass.length"));
  EXPECT_TRUE(document.has("pass.note"));
  const auto message = [](const std::string& change) {
    return refusal([&] { Document::parse("[sample]\nlength = 1\n[[point]]\nx = 1\n", "a.toml", {change}); });
  };
  EXPECT_EQ(message("!sample.lenght"), "--unset \"sample.lenght\": error: the file has no key 'sample.lenght'");
  EXPECT_EQ(message("!sample"), "--unset \"sample\": error: 'sample' is a table: name a key in it");
  EXPECT_EQ(message("!sample..length"), "--unset \"sample..length\": error: must be section.key");
  EXPECT_EQ(message("!point.x"),
            "--unset \"point.x\": error: 'point' is a list of tables, which options cannot change: edit the file");
  EXPECT_EQ(refusal([] {
              Document::parse("[a]\nx = 1\n", "a.toml", {"a.x=2", "!a.x"});
            }),
            "--set \"a.x=2\" with --unset \"a.x\": error: one key is given by --set and by --unset: remove one");
  EXPECT_EQ(message("!point"),
            "--unset \"point\": error: 'point' is a list of tables, which options cannot change: "
            "edit the file");
}

// An error of several keys names the place of the first one, and the options of the others.
TEST(Document, ErrorsOfSeveralKeysNameTheirOptions) {
  const auto place = [](const std::vector<std::string>& set, const std::vector<std::string>& paths) {
    return Document::parse("[a]\nx = 1\ny = 2\n[b]\nz = 3\n", "a.toml", set).where(paths);
  };
  EXPECT_EQ(place({}, {"a.x", "a.y", "b.z"}), "a.toml:2:5");
  EXPECT_EQ(place({"a.x=4"}, {"a.x", "a.y"}), "--set \"a.x=4\"");
  EXPECT_EQ(place({"a.y=4"}, {"a.x", "a.y"}), "a.toml:2:5 with --set \"a.y=4\"");
  EXPECT_EQ(place({"a.y=4", "b.z=5"}, {"a.x", "b.z"}), "a.toml:2:5 with --set \"b.z=5\"");
  EXPECT_EQ(place({"a.y=4", "a.x=5"}, {"a.x", "a.y"}), "--set \"a.x=5\" with --set \"a.y=4\"");
  EXPECT_EQ(place({"a.y=4", "b.z=5"}, {"a"}), "a.toml:1:1 with --set \"a.y=4\"");
  EXPECT_EQ(place({"a.y=4", "b.z=5"}, {"b", "a"}), "a.toml:4:1 with --set \"b.z=5\", --set \"a.y=4\"");
  EXPECT_EQ(place({"c.y=4"}, {"c"}), "--set \"c.y=4\"");
  EXPECT_EQ(place({"a.y=4"}, {"a.new", "a.y"}), "a.toml:1:1 with --set \"a.y=4\"");
}

TEST(Document, WithinAddsThePlacesOfKeys) {
  const auto document = Document::parse("[a]\nx = 1\n[b]\nz = 3\n", "a.toml", {"b.z=5", "a.y=4"});
  const auto message = [&](const std::vector<std::string>& keys) {
    return refusal([&] { document.within("a", [&] { throw KeysError(keys, "wrong"); }); });
  };
  EXPECT_EQ(message({"x"}), "a.toml:2:5: error: wrong");
  EXPECT_EQ(message({"x", "b.z"}), "a.toml:2:5 with --set \"b.z=5\": error: wrong");
  EXPECT_EQ(message({""}), "a.toml:1:1 with --set \"a.y=4\": error: wrong");
  EXPECT_EQ(refusal([&] { document.within("a", [&] { throw InputError("wrong"); }); }),
            "a.toml:1:1 with --set \"a.y=4\": error: wrong");
}

TEST(Document, GivesTheUnitsOfKeys) {
  auto document = Document::parse(kSample + std::string("[[point]]\nat = [1, 2, 3]\n"), "a.toml");
  document.read<Sample>("sample");
  document.read_each<Point>("point");
  EXPECT_EQ(document.units().at("sample.length"), "m");
  EXPECT_EQ(document.units().at("sample.count"), "");
  EXPECT_EQ(document.units().at("point.at"), "m");
}

// The table exists only through an option; the missing key belongs in the file.
TEST(Document, AKeyMissingBesideAnOverrideNamesTheFile) {
  auto document = Document::parse("a = 1\n", "a.toml", {"sample.count=3"});
  const std::string message = refusal([&] { document.read<Sample>("sample"); });
  EXPECT_TRUE(message.starts_with("a.toml:1:1 with --set \"sample.count=3\": error: missing key")) << message;
}

struct Even {
  double low = 0, high = 0;
};
std::vector<Field<Even>> fields(const Even*) {
  return {field("low", "1", "", &Even::low).required(), field("high", "1", "", &Even::high).required()};
}
struct Steep {
  double low = 0, exponent = 0;
};
std::vector<Field<Steep>> fields(const Steep*) {
  return {field("low", "1", "", &Steep::low).required(), field("exponent", "1", "", &Steep::exponent).required()};
}
Tables describe_sizes() {
  return describe<Even>({.section = "size", .key = "law", .word = "even"}, "") +
         describe<Steep>({.section = "size", .key = "law", .word = "steep"}, "") +
         describe<Even>({.section = "rate", .variant = "by limits"}, "");
}

// A key or table that is missing because of an option names this option; other options are not named.
TEST(Document, MissingKeysNameTheOptionsThatRequireThem) {
  const std::string text = "[size]\nlaw = \"even\"\nlow = 1\n[rate]\n[kind]\nname = 1\n";
  const auto message = [&](const std::vector<std::string>& set, auto&& read) {
    auto document = Document::parse(text, "a.toml", set);
    document.know_variants(describe_sizes);
    return refusal([&] { read(document); });
  };
  const auto steep = [](Document& document) { document.read<Steep>("size"); };
  EXPECT_EQ(message({}, steep), "a.toml:1:1: error: missing key 'exponent' in [size]");
  EXPECT_EQ(message({"size.law=steep", "size.low=2"}, steep),
            "a.toml:1:1 with --set \"size.law=steep\": error: missing key 'exponent' in [size]");
  EXPECT_EQ(message({"rate.low=2"}, [](Document& document) { document.read<Even>("rate"); }),
            "a.toml:4:1 with --set \"rate.low=2\": error: missing key 'high' in [rate]");
  const auto because = [](Document& document) {
    const Cause cause(document, "kind.name");
    document.read<Even>("other");
  };
  EXPECT_EQ(message({"kind.name=2"}, because),
            "a.toml:1:1 with --set \"kind.name=2\": error: missing table [other]: add it; --describe lists its keys");
  EXPECT_EQ(message({"kind.name=2"},
                    [](Document& document) {
                      { const Cause cause(document, "kind.name"); }
                      document.read<Even>("other");
                    }),
            "a.toml:1:1: error: missing table [other]: add it; --describe lists its keys");
  EXPECT_EQ(message({"other.law=2"}, [](Document& document) { document.read<Even>("other.part"); }),
            "a.toml:1:1 with --set \"other.law=2\": error: missing table [other.part]: add it; --describe lists its "
            "keys");
}

class Files : public testing::Test {
 protected:
  Files() : folder_(testing::TempDir() + "rubble-config-" + std::to_string(getpid())) {
    std::filesystem::create_directories(folder_);
  }
  ~Files() override { std::filesystem::remove_all(folder_); }
  std::string path(const std::string& name) const { return folder_ + "/" + name; }

 private:
  std::string folder_;
};

TEST_F(Files, AreRead) {
  std::ofstream(path("a.toml")) << "\xef\xbb\xbf[point]\r\nat = [1, 2, 3] # \xc2\xb5\r\n";
  auto document = Document::load(path("a.toml"));
  EXPECT_EQ(document.read<Point>("point").at, Vec3(1, 2, 3));
  EXPECT_EQ(document.where("point"), path("a.toml") + ":1:1");
}

TEST_F(Files, ThatCannotBeReadAreNamed) {
  EXPECT_EQ(refusal([&] { Document::load(path("none.toml")); }), path("none.toml") + ": error: no such file");
  EXPECT_EQ(refusal([&] { Document::load(path("")); }), path("") + ": error: expected a file, found a folder");
  std::ofstream(path("big.toml")) << std::string(2 << 20, '#');
  EXPECT_EQ(refusal([&] { Document::load(path("big.toml")); }),
            path("big.toml") + ": error: the file is larger than 1048576 bytes");
  EXPECT_THROW(Document::load("/proc/self/mem"), SystemError);  // opens, but its first page cannot be read
}

// Text on which toml++ 3.3.0 aborts or has undefined behaviour, unless it is checked beforehand.
TEST(Document, HostileText) {
  const auto parse = [](const std::string& text) { return refusal([&] { Document::parse(text, "a.toml").finish(); }); };
  EXPECT_TRUE(parse("[(]").starts_with("a.toml:1:2: error: "));
  EXPECT_EQ(parse("a = 1\n\xc3\xa9 = 2"), "a.toml:2:1: error: non-ASCII character outside of strings and comments");
  EXPECT_EQ(parse("a = 'x\xc3\xa9' # \xc3\xa9\nb = \xc2\xb5"),
            "a.toml:2:5: error: non-ASCII character outside of strings and comments");
  EXPECT_EQ(parse("a = \"\"\"\"\xc3\xa9\"\"\"\"\nb = \xc2\xb5"),
            "a.toml:2:5: error: non-ASCII character outside of strings and comments");
  std::string deep = "a";
  for (int i = 0; i < 100000; ++i) deep += ".a";
  EXPECT_EQ(parse(deep + " = 1"), "a.toml:1:18: error: key with more than 8 dots");
  EXPECT_NE(parse("a = " + std::string(100000, '[')), "");
  EXPECT_NE(parse(std::string("a = 1\0b", 7)), "");
  EXPECT_NE(parse("a = \"\xff\""), "");
  EXPECT_NE(parse("'a.b' = 1"), "");
}

TEST(Document, QuantityWithoutQuotesIsExplained) {
  const auto parse = [](const std::string& text) { return refusal([&] { Document::parse(text, "a.toml"); }); };
  const std::string hint = "; write a value with a unit in quotes: ";
  EXPECT_TRUE(parse("[run]\nduration = 12 h # at most\n").ends_with(hint + "\"12 h\""));
  EXPECT_TRUE(parse("a = 1\nduration = -1.5e3 km/s\n").ends_with(hint + "\"-1.5e3 km/s\""));
  EXPECT_TRUE(parse("duration = 12h").ends_with(hint + "\"12h\""));
  for (const char* other : {"a = [1, 2", "a = \"12 h", "a = long", "a = 1\na = 2", "12 h", "a = 1 b = 2", "a = \n"}) {
    EXPECT_EQ(parse(other).find(hint), std::string::npos) << parse(other);
    EXPECT_EQ(parse(other).find(":0: "), std::string::npos) << parse(other);
    EXPECT_NE(parse(other), "");
  }
}

// A quoted key with a dot is not a path to a key of a table.
TEST(Document, QuotedKeysAreNotPaths) {
  auto document = Document::parse("'point.at' = [1, 2, 3]\n[point]\nat = [1, 2, 3]\n", "a.toml");
  document.read<Point>("point");
  EXPECT_TRUE(refusal([&] { document.finish(); }).starts_with("a.toml:1:1: error: unknown key 'point.at'"));
}

// A number without a unit, in all its forms; numbers of other kinds have no unit to forget.
TEST(Document, NumbersWithoutAUnitAreKnown) {
  auto document = Document::parse(
      "[a]\nlength = \"3 km\"\nstep = 5\ncount = 3\nloud = true\nword = \"left\"\nplace = [1, \"7 km\", -4.5]\n"
      "radii = [\"1 m\"]\nspin = \"12\"\n",
      "run.toml", {"a.length=2.5"});
  EXPECT_EQ(document.number_without_unit("a.step"), std::nullopt);  // not read yet
  document.read<Sample>("a");
  EXPECT_EQ(document.number_without_unit("a.length"), 2.5);  // the option replaces the quantity of the file
  EXPECT_EQ(document.number_without_unit("a.step"), 5);
  EXPECT_EQ(document.number_without_unit("a.count"), std::nullopt);
  EXPECT_EQ(document.number_without_unit("a.word"), std::nullopt);
  EXPECT_EQ(document.number_without_unit("a.place"), -4.5);
  EXPECT_EQ(document.number_without_unit("a.radii"), std::nullopt);
  EXPECT_EQ(document.number_without_unit("a.spin"), 12);
}

TEST(Document, ImplausibleNumbersAreQuestioned) {
  const auto warnings = [](const std::string& step, const std::vector<TypicalValue>& typical) {
    auto document = Document::parse("[a]\nlength = \"3 km\"\nstep = " + step +
                                        "\ncount = 3\nloud = true\nword = \"left\"\n"
                                        "place = [0, 0, 0]\nradii = [1]\nspin = 1\n",
                                    "run.toml");
    document.read<Sample>("a");
    return implausible_numbers(document, typical);
  };
  const TypicalValue hours{"a.step", "the duration of a day", 86400, 0.1, 10};
  EXPECT_EQ(warnings("12", {hours}),
            std::vector<std::string>{
                "warning: run.toml:3:8: a.step = 12 has no unit and is read as 12 s, 0.00014 times the duration of a "
                "day, 86400 s: write the unit to confirm it; did you mean \"12 h\"?"});
  EXPECT_EQ(warnings("8640", {hours}).size(), 0u);
  EXPECT_EQ(warnings("864000", {hours}).size(), 0u);
  EXPECT_EQ(warnings("\"12 s\"", {hours}).size(), 0u);  // a written unit is never questioned
  EXPECT_NE(warnings("5e8", {hours}).at(0).find("\"5e+08 ms\""), std::string::npos);
  EXPECT_TRUE(warnings("1e30", {hours}).at(0).ends_with("write the unit to confirm it"));
  EXPECT_EQ(warnings("12", {hours, hours}).size(), 1u);  // one warning for each key
  for (const double value : {0.0, -1.0, std::numeric_limits<double>::infinity(), std::nan("")})
    EXPECT_EQ(warnings("12", {{"a.step", "nothing", value, 0.1, 10}}).size(), 0u) << value;
  EXPECT_EQ(warnings("12", {{"a.absent", "a day", 86400, 0.1, 10}}).size(), 0u);
  EXPECT_EQ(warnings("12", {{"a.place", "a length", 1, 0.1, 10}}).size(), 0u);  // zeros
}

}  // namespace
}  // namespace rubble::config
