// Dumps and data files of LAMMPS. Expected values are computed by hand from the texts.
#include "base/error.hpp"
#include "store/lammps.hpp"
#include "unit/refusal.hpp"

#include <numbers>

#include <gtest/gtest.h>

namespace rubble::store {
namespace {

using test::refusal;

const std::string kName = "a.dump";

std::string dump(const std::string& columns, const std::string& rows, const std::string& head = "") {
  return head +
         "ITEM: TIMESTEP\n100\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS pp ff pp\n-5 5\n0 10\n1e1 30\nITEM: ATOMS " +
         columns + "\n" + rows;
}

TextPile read(const std::string& text, const std::string& units = "", std::optional<int> frame = {}) {
  TextForm form{"dump", "rock"};
  form.units = units;
  form.frame = frame;
  return parse_dump(text, kName, form);
}

TEST(LammpsDump, NamesItsColumns) {
  const TextPile text = read(dump("id type x y z radius mass vx vy vz omegax omegay omegaz ix f_1[2]",
                                  "4 1 0 1 2 1 1000 1 2 3 4 5 6 0 9\n2 1 3 0 0 2 500 0 0 0 0 0 0 1 9\n"));
  EXPECT_TRUE(begins_as_dump("ITEM: TIMESTEP\n"));
  EXPECT_EQ(text.pile.model.id, (std::vector<std::int64_t>{4, 2}));
  EXPECT_EQ(text.pile.model.radius, (Reals{1, 2}));
  EXPECT_EQ(text.pile.model.mass, (Reals{1000, 500}));
  EXPECT_EQ(text.pile.state.position[0], Vec3(0, 1, 2));
  EXPECT_EQ(text.pile.state.velocity[0], Vec3(1, 2, 3));
  EXPECT_EQ(text.pile.state.spin[0], Vec3(4, 5, 6));
  EXPECT_EQ(text.passed_over, (std::vector<std::string>{"type", "ix", "f_1[2]"}));
  EXPECT_EQ(text.periodic, "");
  EXPECT_EQ(text.pile.model.space.period, Vec3(10, 0, 20));  // pp ff pp of -5 5, 0 10, 10 30
}

// Names that have a meaning only in tables of Rubble are ignored in dumps: here, strains that were given these names.
TEST(LammpsDump, IgnoresTheColumnsOfGrains) {
  const TextPile text = read(dump("id x y z radius mass exx eyy exy grain m r",
                                  "0 0 1 2 1 1000 0.1 0.2 0.3 7 5 6\n1 1 3 0 2 500 0.1 0.2 0.3 7 5 6\n"));
  EXPECT_TRUE(text.pile.state.grouping.grains.empty());
  EXPECT_EQ(text.pile.model.mass, (Reals{1000, 500}));
  EXPECT_EQ(text.passed_over, (std::vector<std::string>{"exx", "eyy", "exy", "grain", "m", "r"}));
}

// pp alone is periodic: f fixed, s shrink-wrapped, m shrink-wrapped with a minimum
// (https://docs.lammps.org/boundary.html).
TEST(LammpsDump, PeriodsOfTheBox) {
  const auto with = [](const std::string& flags, const std::string& bounds, const std::string& units = "") {
    return read("ITEM: NUMBER OF ATOMS\n1\nITEM: BOX BOUNDS " + flags + "\n" + bounds +
                    "ITEM: ATOMS id x y z radius mass\n1 0 0 0 1 1\n",
                units);
  };
  EXPECT_EQ(with("pp pp pp", "-1 1\n0 10\n5 40\n", "kg,km,s").pile.model.space.period, Vec3(2e3, 1e4, 35e3));
  EXPECT_FALSE(with("ff ss fm", "-1 1\n0 10\n5 40\n").pile.model.space.repeats());
  EXPECT_FALSE(with("", "-1 1\n0 10\n5 40\n").pile.model.space.repeats());
  const std::string tilted = "xy xz yz pp pp ff";
  EXPECT_EQ(with(tilted, "0 10 0\n0 20 0\n0 30 0\n").pile.model.space.period, Vec3(10, 20, 0));
  const TextPile oblique = with(tilted, "0 12 2\n0 20 0\n0 30 0\n");
  EXPECT_FALSE(oblique.pile.model.space.repeats());
  EXPECT_EQ(oblique.periodic, "xy");
  EXPECT_EQ(refusal([&] { with("pp pp pp", "1 1\n0 10\n5 40\n"); }),
            "a.dump:4: error: the upper bound of a periodic box must be above the lower one, not 1 and 1");
}

// The box is x -5 ... 5, y 0 ... 10, z 10 ... 30; unwrapped coordinates take precedence over wrapped ones.
TEST(LammpsDump, ScaledAndUnwrappedCoordinates) {
  const TextPile scaled = read(dump("id xs ys zs diameter mass", "0 0.25 0.5 0.75 2 1\n1 -0.5 1.5 0 2 1\n"));
  EXPECT_EQ(scaled.pile.state.position[0], Vec3(-2.5, 5, 25));
  EXPECT_EQ(scaled.pile.state.position[1], Vec3(-10, 15, 10));
  EXPECT_EQ(scaled.pile.model.radius[0], 1);
  const TextPile unwrapped = read(dump("id x y z xu yu zu radius mass", "0 1 1 1 11 1 1 1 1\n1 2 2 2 2 12 2 1 1\n"));
  EXPECT_EQ(unwrapped.pile.state.position[0], Vec3(11, 1, 1));
  EXPECT_EQ(unwrapped.pile.state.position[1], Vec3(2, 12, 2));
  EXPECT_EQ(unwrapped.passed_over, (std::vector<std::string>{"x", "y", "z"}));
  const TextPile both = read(dump("id xsu ysu zsu radius mass", "0 1.25 0 0 1 1\n1 0 0 0 1 1\n"));
  EXPECT_EQ(both.pile.state.position[0], Vec3(7.5, 0, 10));
}

TEST(LammpsDump, FramesTimesAndUnits) {
  const std::string columns = "id x y z radius mass vx vy vz";
  const std::string head = "ITEM: UNITS\ncgs\nITEM: TIME\n2.5\n";
  const std::string text = dump(columns, "0 100 0 0 10 1 1 0 0\n1 0 0 0 10 1 0 0 0\n", head) +
                           dump(columns, "0 200 0 0 10 1 1 0 0\n1 0 0 0 10 1 0 0 0\n", "ITEM: TIME\n5\n");
  const Pile last = read(text, "", -1).pile;
  EXPECT_DOUBLE_EQ(last.state.position[0].x(), 2);
  EXPECT_DOUBLE_EQ(last.model.radius[0], 0.1);
  EXPECT_DOUBLE_EQ(last.model.mass[0], 1e-3);
  EXPECT_DOUBLE_EQ(last.state.velocity[0].x(), 0.01);
  EXPECT_EQ(last.state.time, 5);
  EXPECT_DOUBLE_EQ(read(text, "", 0).pile.state.position[0].x(), 1);
  EXPECT_DOUBLE_EQ(read(text, "kg,km,s", 0).pile.state.position[0].x(), 1e5);
  EXPECT_EQ(refusal([&] { read(text); }),
            "a.dump: error: the file has 2 frames: select one with --frame N, from 0; -1 is the last");
  EXPECT_EQ(refusal([&] { read(text, "", 2); }), "a.dump: error: no frame 2: the file has 2 frames");
}

TEST(LammpsDump, SaysWhatIsWrongAndWhere) {
  const auto refused = [](const std::string& text) { return refusal([&] { read(text); }); };
  const std::string row = "0 0 0 0 1 1\n";
  EXPECT_EQ(refused(dump("id x y z radius mass", row + "1 9 0 0 1 1\n")), "");
  EXPECT_EQ(refused(dump("id x y z radius", row)), "a.dump:9: error: column 'm' is missing: add it, or use --density");
  EXPECT_EQ(refused(dump("id x y radius mass", row)), "a.dump:9: error: column 'z' is missing");
  EXPECT_EQ(refused(dump("id x y z radius mass", row)),
            "a.dump:10: error: expected 2 bodies as in ITEM: NUMBER OF ATOMS, found 1");
  EXPECT_EQ(refused(dump("id x y z radius mass", row + "1 9 0 0 1 -1\n")),
            "a.dump:11: error: column m: -1 is not positive");
  EXPECT_EQ(refused(dump("id x y z radius mass", row + row, "ITEM: UNITS\nlj\n")),
            "a.dump:11: error: units of the style 'lj' have no values in SI: give them with --units MASS,LENGTH,TIME");
  EXPECT_EQ(refused("ITEM: TIMESTEP\n0\n"), "a.dump: error: the dump has no section ITEM: ATOMS");
  EXPECT_EQ(refused("ITEM: WORDS\n0\nITEM: ATOMS id\n"), "a.dump:1: error: unknown section 'ITEM: WORDS'");
  EXPECT_NE(
      refused("ITEM: NUMBER OF ATOMS\n1\nITEM: BOX BOUNDS xy xz yz pp pp pp\n0 1 0\n0 1 0\n0 1 0\nITEM: ATOMS id xs ys "
              "zs radius mass\n1 0 0 0 1 1\n")
          .find("triclinic"),
      std::string::npos);
}

const std::string kData =
    "LAMMPS data file via write_data, version 2 Aug 2023, timestep = 5, units = cgs\n\n2 atoms\n1 atom types\n\n"
    "0 10 xlo xhi\n0 10 ylo yhi\n0 10 zlo zhi\n\nMasses\n\n1 1.0\n\nPair Coeffs # hertz\n\n1 1\n\n"
    "Atoms # sphere\n\n2 1 20 2 100 0 0 0 0 0\n1 1 10 3 0 200 0 0 0 0 # second\n\nVelocities\n\n1 1 2 3 4 5 6\n";

// Spheres of 10 cm and 5 cm of radius with 2 and 3 g/cm3.
TEST(LammpsData, SpheresByDiameterAndDensity) {
  EXPECT_TRUE(begins_as_data(kData));
  const TextPile text = parse_data(kData, "a.data", {"data", "rock"});
  const Pile& pile = text.pile;
  ASSERT_EQ(pile.size(), 2u);
  EXPECT_EQ(pile.model.id, (std::vector<std::int64_t>{2, 1}));
  EXPECT_DOUBLE_EQ(pile.model.radius[0], 0.1);
  EXPECT_DOUBLE_EQ(pile.model.radius[1], 0.05);
  EXPECT_NEAR(pile.model.mass[0], 2000 * 4.0 / 3 * std::numbers::pi * 1e-3, 1e-12);
  EXPECT_NEAR(pile.model.mass[1], 3000 * 4.0 / 3 * std::numbers::pi * 0.125e-3, 1e-12);
  EXPECT_NEAR((pile.state.position[1] - Vec3(0, 2, 0)).norm(), 0, 1e-15);
  EXPECT_EQ(pile.state.velocity[0], Vec3::Zero());
  EXPECT_LT((pile.state.velocity[1] - Vec3(0.01, 0.02, 0.03)).norm(), 1e-16);
  EXPECT_EQ(pile.state.spin[1], Vec3(4, 5, 6));
  EXPECT_EQ(text.passed_over, (std::vector<std::string>{"Pair Coeffs"}));
}

TEST(LammpsData, SaysWhatIsWrongAndWhere) {
  const auto refused = [](const std::string& from, const std::string& to) {
    std::string text = kData;
    text.replace(text.find(from), from.size(), to);
    return refusal([&] { parse_data(text, "a.data", {"data", "rock"}); });
  };
  EXPECT_EQ(refused("Atoms # sphere", "Atoms"), "");
  EXPECT_NE(refused("Atoms # sphere", "Atoms # atomic").find("atom_style 'atomic' is not supported"),
            std::string::npos);
  EXPECT_EQ(refused("2 1 20 2 100 0 0 0 0 0", "2 1 20 2"),
            "a.data:20: error: found 4 numbers of an atom, expected 7 of atom_style sphere, or 10 with image flags");
  EXPECT_EQ(refused("2 1 20", "2 1 0"), "a.data:20: error: column diameter: 0 is not positive");
  EXPECT_EQ(refused("1 1 2 3 4 5 6", "1 1 2"),
            "a.data:25: error: expected id vx vy vz, or with wx wy wz of spheres, found 3 numbers");
}

}  // namespace
}  // namespace rubble::store
