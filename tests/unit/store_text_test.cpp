// CSV keeps every bit, and refuses invalid text with one line that gives the position.
#include "base/ball.hpp"
#include "base/error.hpp"
#include "base/random.hpp"
#include "model/grains.hpp"
#include "store/text.hpp"
#include "unit/refusal.hpp"

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numbers>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace rubble::store {
namespace {

using test::refusal;

const std::string kHeader = "id,m,r,x,y,z,vx,vy,vz,wx,wy,wz\n";

std::string message_of(const std::string& text) {
  return refusal([&] { parse_csv(text, "bodies.csv", "rock"); });
}

TEST(Csv, ReadsColumnsInAnyOrder) {
  const TextPile csv = parse_csv("z,id,r,m, x ,y\r\n3, 7 ,2,+1e3,-1.5,2e-1\n\n6,4,1,125,4,5", "bodies.csv", "rock");
  const Pile& pile = csv.pile;
  ASSERT_EQ(pile.size(), 2u);
  EXPECT_EQ(pile.model.id, (std::vector<std::int64_t>{7, 4}));
  EXPECT_EQ(pile.model.mass, (Reals{1000, 125}));
  EXPECT_EQ(pile.model.radius, (Reals{2, 1}));
  EXPECT_EQ(pile.state.position[0], Vec3(-1.5, 0.2, 3));
  EXPECT_EQ(pile.state.position[1], Vec3(4, 5, 6));
  EXPECT_EQ(pile.state.velocity[0], Vec3::Zero());
  EXPECT_EQ(pile.state.spin[1], Vec3::Zero());
  EXPECT_EQ(pile.state.time, 0);
  EXPECT_EQ(pile.model.materials.at(0).name, "rock");
}

// Spreadsheets write a byte-order mark at the beginning.
TEST(Csv, AByteOrderMarkIsNoColumn) {
  const TextPile read = parse_csv("\xef\xbb\xbfid,m,r,x,y,z\n7,1000,2,0,0,0\n", "f", "rock");
  EXPECT_EQ(read.pile.model.id, std::vector<std::int64_t>{7});
}

// Equal densities give one material. Otherwise each density is a material, in the order of the bodies.
TEST(Csv, MakesAMaterialOfEachDensity) {
  const double sphere = 4.0 / 3 * std::numbers::pi;
  const TextPile equal = parse_csv("id,m,r,x,y,z\n0,1000,2,0,0,0\n1,125,1,9,9,9\n", "f", "rock");
  ASSERT_EQ(equal.pile.model.materials.size(), 1u);
  EXPECT_NEAR(equal.pile.model.materials[0].density, 125 / sphere, 1e-13 * 125);
  EXPECT_LT(equal.density_spread, 1e-14);
  const Model mixed =
      parse_csv("id,m,r,x,y,z\n0,800,1,0,0,0\n1,1000,2,9,9,9\n2,100,0.5,0,9,9\n", "f", "rock").pile.model;
  ASSERT_EQ(mixed.materials.size(), 2u);
  EXPECT_EQ(mixed.materials[0].name, "rock");
  EXPECT_NEAR(mixed.materials[0].density, 800 / sphere, 1e-10);
  EXPECT_EQ(mixed.materials[1].name, "rock-2");
  EXPECT_NEAR(mixed.materials[1].density, 125 / sphere, 1e-10);
  EXPECT_EQ(mixed.material, (std::vector<std::int32_t>{0, 1, 0}));
}

// More than 100 densities are one material of total mass / total volume, and the spread is returned.
TEST(Csv, MakesOneMaterialOfVeryManyDensities) {
  std::string text = "m,r,x,y,z\n";
  double mass = 0;
  for (int i = 0; i < 101; ++i) text += fmt::format("{},1,{},0,0\n", 100 + i, 3 * i), mass += 100 + i;
  const TextPile read = parse_csv(text, "f", "rock");
  ASSERT_EQ(read.pile.model.materials.size(), 1u);
  const double mean = mass / 101 / (4.0 / 3 * std::numbers::pi);
  EXPECT_NEAR(read.pile.model.materials[0].density, mean, 1e-12 * mean);
  EXPECT_NEAR(read.density_spread, 100.0 / 150, 1e-12);
}

// Names and densities of a table are those of the materials, also if masses belong to overlapping spheres.
TEST(Csv, TakesMaterialsFromTheirColumns) {
  const std::string text = "m,r,x,y,z,density,material\n1,1,0,0,0,900,ice\n2,1,5,0,0,3000,iron\n3,1,9,0,0,900,ice\n";
  const Model model = parse_csv(text, "f", "").pile.model;
  ASSERT_EQ(model.materials.size(), 2u);
  EXPECT_EQ(model.materials[0].name, "ice");
  EXPECT_EQ(model.materials[0].density, 900);
  EXPECT_EQ(model.materials[1].density, 3000);
  EXPECT_EQ(model.material, (std::vector<std::int32_t>{0, 1, 0}));
  EXPECT_THROW(parse_csv("m,r,x,y,z\n1,1,0,0,0\n", "f", ""), InputError);
}

// Every kind of double must be restored with its bits: random bit patterns, the extremes, negative zero.
TEST(Csv, RoundTripIsByteIdentical) {
  Random random(3, Purpose::kPlace);
  const auto any = [&] {
    for (;;) {
      const double x = std::bit_cast<double>(random.bits());
      if (std::isfinite(x)) return x;
    }
  };
  Pile pile;
  pile.model.materials = {{"rock", 2000}};
  for (std::int64_t i = 0; i < 300; ++i) {
    pile.model.id.push_back(i == 0 ? std::numeric_limits<std::int64_t>::max() : 1000 - i);
    pile.model.radius.push_back(random.uniform(0.1, 1e4));
    pile.model.mass.push_back(2000 * ball_volume(pile.model.radius.back()));
    pile.model.material.push_back(0);
    for (Vec3s* v : {&pile.state.position, &pile.state.velocity, &pile.state.spin})
      v->emplace_back(any(), any(), any());
  }
  using limits = std::numeric_limits<double>;
  pile.state.position[0] = Vec3(limits::max(), limits::denorm_min(), -0.0);
  const std::string text = to_csv(pile);
  const Pile again = parse_csv(text, "f", "rock").pile;
  EXPECT_EQ(to_csv(again), text);
  EXPECT_EQ(again.model.id, pile.model.id);
  EXPECT_EQ(again.model.mass, pile.model.mass);
  EXPECT_EQ(again.state.position, pile.state.position);
  EXPECT_EQ(again.state.velocity, pile.state.velocity);
  EXPECT_EQ(again.state.spin, pile.state.spin);
  EXPECT_TRUE(std::signbit(again.state.position[0].z()));
  EXPECT_EQ(text.substr(0, kHeader.size()), kHeader);

  // The C library reads the same numbers.
  std::istringstream lines(text);
  std::string line, field;
  std::getline(lines, line);
  std::getline(lines, line);
  std::istringstream fields(line);
  std::getline(fields, field, ',');
  std::getline(fields, field, ',');
  EXPECT_EQ(std::strtod(field.c_str(), nullptr), pile.model.mass[0]);
}

TEST(Csv, SaysWhatIsWrongAndWhere) {
  const std::string good = "id,m,r,x,y,z\n0,1,1,0,0,0\n";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "bodies.csv: error: the file is empty"},
      {" \n\n", "bodies.csv: error: the file is empty"},
      {"id,m,r,x,y,z\n", "bodies.csv: error: no bodies after the header"},
      {"id,weight,r,x,y,z\n",
       "bodies.csv:1: error: unknown column 'weight'; valid columns: id, m, r, x, y, z, vx, vy, vz, wx, wy, wz, grain, "
       "exx, eyy, ezz, eyz, ezx, exy, diameter, density, material, shape, qw, qx, qy, qz"},
      {"id,m,r,x,y,z,vv\n", "bodies.csv:1: error: unknown column 'vv'; did you mean 'vx'?"},
      {"id,m,r,x,y,x\n", "bodies.csv:1: error: column 'x' occurs twice"},
      {"id,m,x,y,z\n", "bodies.csv:1: error: column 'r' is missing: add it, or set the radius of all with --radius"},
      {"id,r,x,y,z\n", "bodies.csv:1: error: column 'm' is missing: add it, or use --density"},
      {"1,2,3,4,5,6\n",
       "bodies.csv:1: error: the first line has numbers: add a header, or name the columns with --columns x,y,z,..."},
      {good + "1,1,1,0,0\n", "bodies.csv:3: error: expected 6 fields as in the header, found 5"},
      {good + "\n1,1,1,0,0,0,\n", "bodies.csv:4: error: expected 6 fields as in the header, found 7"},
      {good + "1,1,1,0,O,0\n", "bodies.csv:3: error: column y: 'O' is not a number"},
      {good + "1,1,1,0,,0\n", "bodies.csv:3: error: column y: '' is not a number"},
      {good + "1,1,1,0,1 2,0\n", "bodies.csv:3: error: column y: '1 2' is not a number"},
      {good + "1,1,1,0,+-1,0\n", "bodies.csv:3: error: column y: '+-1' is not a number"},
      {good + "1,1,1,nan,0,0\n", "bodies.csv:3: error: column x: 'nan' is not finite"},
      {good + "1,1,1,0,0,-inf\n", "bodies.csv:3: error: column z: '-inf' is not finite"},
      {good + "1,1,1,1e999,0,0\n", "bodies.csv:3: error: column x: '1e999' is out of range"},
      {good + "1,1,-2,0,0,0\n", "bodies.csv:3: error: column r: -2 is not positive"},
      {good + "1,0,2,0,0,0\n", "bodies.csv:3: error: column m: 0 is not positive"},
      {good + "1.5,1,1,0,0,0\n", "bodies.csv:3: error: column id: '1.5' is not a whole number"},
      {good + "-1,1,1,0,0,0\n", "bodies.csv:3: error: column id: -1 is negative"},
      {good + "99999999999999999999,1,1,0,0,0\n",
       "bodies.csv:3: error: column id: '99999999999999999999' is out of range"},
      {good + "5,1,1,2,0,0\n0,1,1,4,0,0\n", "bodies.csv:4: error: column id: 0 is already in line 2"},
      {good + "1,1,1e-200,2,0,0\n",
       "bodies.csv:3: error: mass 1 in a sphere of radius 1e-200: the density is out of the range of double precision"},
  };
  for (const auto& [text, message] : cases) EXPECT_EQ(message_of(text), message) << text;
}

// A grain number may be absent; an excess needs one.
TEST(Csv, SaysWhatIsWrongWithGrains) {
  const std::string good = "id,m,r,x,y,z,grain\n0,1,1,0,0,0,-1\n";
  EXPECT_EQ(message_of(good + "1,1,1,5,0,0,0.5\n"), "bodies.csv:3: error: column grain: '0.5' is not a whole number");
  EXPECT_EQ(message_of(good + "1,1,1,5,0,0,-2\n"),
            "bodies.csv:3: error: column grain: -2 is neither the number of a grain nor -1");
  const std::string together =
      "bodies.csv:1: error: the columns exx, eyy, ezz, eyz, ezx, exy (excess of a grain) need each other and the "
      "column grain";
  EXPECT_EQ(message_of("id,m,r,x,y,z,grain,exx\n"), together);
  EXPECT_EQ(message_of("id,m,r,x,y,z,exx,eyy,ezz,eyz,ezx,exy\n"), together);
}

TEST(Xyz, IsInTheFormatOfOvito) {
  Pile pile =
      parse_csv(kHeader + "7,1000,2,1,2,3,4,5,6,0.1,0.2,-0.3\n9,1.953125,0.25,0,0,0,0,0,0,0,0,0\n", "f", "rock").pile;
  pile.state.time = 12.5;
  EXPECT_EQ(to_xyz(pile),
            "2\n"
            "Lattice=\"4 0 0 0 4.25 0 0 0 5.25\" Origin=\"-1 -0.25 -0.25\" pbc=\"F F F\" "
            "Properties=id:I:1:pos:R:3:radius:R:1:mass:R:1:velo:R:3:omega:R:3 Time=12.5\n"
            "7 1 2 3 2 1000 4 5 6 0.1 0.2 -0.3\n"
            "9 0 0 0 0.25 1.953125 0 0 0 0 0 0\n");
}

std::string xyz_message(const std::string& text) {
  return refusal([&] { parse_xyz(text, "a.xyz", "rock"); });
}

// Properties in any order, keys of other programs, quotes, arbitrary blanks.
TEST(Xyz, IsReadByItsProperties) {
  const Pile pile =
      parse_xyz(
          "2\nLattice=\"1 0 0 0 1 0 0 0 1\" Time=12.5 pbc=\"F F F\" Properties=pos:R:3:mass:R:1:radius:R:1:id:I:1\n"
          "1 2 3\t1000  2 7\n0 0 0 1 0.25 9\n",
          "a.xyz", "ice")
          .pile;
  EXPECT_EQ(pile.model.id, (std::vector<std::int64_t>{7, 9}));
  EXPECT_EQ(pile.model.mass, (Reals{1000, 1}));
  EXPECT_EQ(pile.model.radius, (Reals{2, 0.25}));
  EXPECT_EQ(pile.state.position[0], Vec3(1, 2, 3));
  EXPECT_EQ(pile.state.velocity[0], Vec3::Zero());
  EXPECT_EQ(pile.state.time, 12.5);
  EXPECT_EQ(to_xyz(parse_xyz(to_xyz(pile), "b.xyz", "ice").pile), to_xyz(pile));
}

TEST(Xyz, SaysWhatIsWrongAndWhere) {
  const std::string head = "1\nProperties=id:I:1:pos:R:3:radius:R:1:mass:R:1\n", line = "7 1 2 3 2 1000\n";
  EXPECT_EQ(xyz_message(head + line), "");
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "a.xyz: error: the file is empty"},
      {"id,m\n", "a.xyz:1: error: the number of bodies: 'id,m' is not a whole number"},
      {"1\n", "a.xyz:1: error: the next line, with the properties, is missing"},
      {"1\nTime=3\n" + line, "a.xyz:2: error: missing Properties=... in this line"},
      {"1\nProperties=id:I\n", "a.xyz:2: error: 'Properties' is not a list of name:type:count"},
      {"1\nProperties=species:S:0\n", "a.xyz:2: error: property 'species': the number of columns is 0, out of range"},
      {"1\nProperties=shape:I:1\n",
       "a.xyz:2: error: column 'shape' describes hulls, but a table has no faces: add --hulls FILE "
       "with the OBJ or PLY of the bodies, or read hulls from OBJ, PLY or STL"},
      {"1\nProperties=pos:R:2\n", "a.xyz:2: error: property 'pos': expected pos:R:3"},
      {"1\nProperties=id:I:1:pos:R:3:mass:R:1\n",
       "a.xyz:2: error: column 'r' is missing: add it, or set the radius of all with --radius"},
      {"1\nTime=noon Properties=id:I:1\n", "a.xyz:2: error: Time: 'noon' is not a number"},
      {head + line + line, "a.xyz:4: error: expected 1 bodies as in the first line, found more"},
      {head, "a.xyz:2: error: expected 1 bodies as in the first line, found 0"},
      {head + "7 1 2 3 2\n", "a.xyz:3: error: expected 6 fields as in the header, found 5"},
      {head + "7 1 2 nan 2 1\n", "a.xyz:3: error: column z: 'nan' is not finite"},
  };
  for (const auto& [text, message] : cases) EXPECT_EQ(xyz_message(text), message) << text;
}

// Names and order used by REBOUND's users; ids are the line numbers.
TEST(Csv, WithoutIdsBodiesAreNumbered) {
  const Pile pile = parse_csv("m,x,y,z,vx,vy,vz,r\n1000,0,0,0,0,0,0,1\n1000,3,0,0,1,0,0,1\n", "f", "rock").pile;
  EXPECT_EQ(pile.model.id, (std::vector<std::int64_t>{0, 1}));
  EXPECT_EQ(pile.state.position[1], Vec3(3, 0, 0));
  EXPECT_EQ(pile.state.velocity[1], Vec3(1, 0, 0));
}

// The header that numpy.savetxt writes, blanks and tabs between columns, comments between rows.
TEST(Csv, ColumnsSeparatedByBlanks) {
  const Pile pile = parse_csv("# mass radius x\ty z\n8 1  0 0 0\n# and\n1.0D+00\t0.5 4 0 0\n", "f", "rock").pile;
  EXPECT_EQ(pile.model.mass, (Reals{8, 1}));
  EXPECT_EQ(pile.model.radius, (Reals{1, 0.5}));
  EXPECT_EQ(pile.state.position[1], Vec3(4, 0, 0));
}

Pile mapped(const std::string& text, const std::string& columns, const std::string& units, double radius = 0,
            double density = 0) {
  TextForm form{"csv", "rock", density, radius};
  form.columns = columns;
  form.units = units;
  return parse_csv(text, "f", form).pile;
}

// Units such as 1 g/cm s, by hand: 1 g = 1e-3 kg, 1 cm = 1e-2 m; a unit given for a column takes precedence.
TEST(Csv, ColumnsAndUnitsAreMapped) {
  const Pile pile = mapped("7 1 2 3 4 5 6 0.5 100\n", "-,x,y [km],z,vx,vy [m/s],vz,r,m", "cm,g,min");
  EXPECT_DOUBLE_EQ(pile.state.position[0].x(), 0.01);
  EXPECT_DOUBLE_EQ(pile.state.position[0].y(), 2000);
  EXPECT_DOUBLE_EQ(pile.state.position[0].z(), 0.03);
  EXPECT_DOUBLE_EQ(pile.state.velocity[0].x(), 0.04 / 60);
  EXPECT_DOUBLE_EQ(pile.state.velocity[0].y(), 5);
  EXPECT_DOUBLE_EQ(pile.state.velocity[0].z(), 0.06 / 60);
  EXPECT_DOUBLE_EQ(pile.model.radius[0], 0.005);
  EXPECT_DOUBLE_EQ(pile.model.mass[0], 0.1);
}

// A header is ignored if the columns are named; masses follow from the density.
TEST(Csv, MissingMassesAndRadiiMayBeGiven) {
  const Pile pile = mapped("a,b,c\n0,0,0\n9,0,0\n", "x,y,z", "", 2, 3000);
  EXPECT_EQ(pile.size(), 2u);
  EXPECT_EQ(pile.model.radius, (Reals{2, 2}));
  EXPECT_NEAR(pile.model.mass[0], 3000 * 4.0 / 3 * std::numbers::pi * 8, 1e-9);
  EXPECT_NEAR(pile.model.materials[0].density, 3000, 1e-9);
}

TEST(Csv, SaysWhatIsWrongWithColumnsAndUnits) {
  const auto message = [](const std::string& columns, const std::string& units) {
    return refusal([&] { mapped("1 2 3 4 5\n", columns, units); });
  };
  EXPECT_EQ(message("x,y,z,m,r", ""), "");
  EXPECT_EQ(message("x,y,z,m", ""),
            "f:1: error: column 'r' is missing: add it, or set the radius of all with --radius");
  EXPECT_EQ(message("x,y,z,m,r,-", ""), "f:1: error: expected 6 fields as in the header, found 5");
  EXPECT_EQ(message("x,y,z,m,rr", ""), "--columns: unknown column 'rr'; did you mean 'r'?");
  EXPECT_EQ(message("x [kg],y,z,m,r", ""), "--columns: column 'x': expected a unit like m; \"1 kg\" is a mass");
  EXPECT_EQ(message("x [km,y,z,m,r", ""), "--columns: expected ']' at the end of \"x [km\"");
  EXPECT_EQ(message("x,y,z,m [ton],r", "").find("--columns: column 'm': expected a unit like kg; \"ton\" is ambiguous"),
            0u);
  EXPECT_EQ(message("x,y,z,m,r", "g,cm"), "--units: 2 units; expected a mass, a length and a time, such as \"g,cm,s\"");
  EXPECT_EQ(
      message("x,y,z,m,r", "g,kg,s"),
      "--units: \"kg\" is a second unit of one dimension; expected a mass, a length and a time, such as \"g,cm,s\"");
  EXPECT_EQ(message("x,y,z,m,r", "g,cm,N"),
            "--units: \"1 N\" is a force; expected a mass, a length and a time, such as \"g,cm,s\"");
}

// As written by ASE and OVITO: words and colours that a pile cannot store, integers for reals, no ids.
TEST(Xyz, IgnoresColumnsThatAPileCannotStore) {
  const TextPile read = parse_xyz(
      "2\nLattice=\"10 0 0 0 10 0 0 0 10\" Properties=species:S:1:pos:R:3:Color:R:3:Radius:R:1:masses:I:1 pbc=\"T T "
      "T\"\n"
      "Si 0 0 0 .1 .2 .3 1 1000\nO 3 0 0 .1 .2 .3 2 500\n",
      "ase.xyz", "rock");
  EXPECT_EQ(read.passed_over, (std::vector<std::string>{"species", "Color"}));
  EXPECT_EQ(read.pile.model.id, (std::vector<std::int64_t>{0, 1}));
  EXPECT_EQ(read.pile.model.mass, (Reals{1000, 500}));
  EXPECT_EQ(read.pile.model.radius, (Reals{1, 2}));
  EXPECT_EQ(read.pile.state.position[1], Vec3(3, 0, 0));
}

TEST(Xyz, OneFrameOfSeveral) {
  const std::string frame = "1\nProperties=pos:R:3:radius:R:1:mass:R:1 Time=";
  const std::string text = frame + "1\n1 0 0 1 1\n" + frame + "2\n2 0 0 1 1\n" + frame + "3\n3 0 0 1 1\n";
  for (const auto& [number, time] : {std::pair{0, 1.0}, {1, 2.0}, {-1, 3.0}, {2, 3.0}}) {
    TextForm form{"xyz", "rock"};
    form.frame = number;
    const Pile pile = parse_xyz(text, "a.xyz", form).pile;
    EXPECT_EQ(pile.state.time, time);
    EXPECT_EQ(pile.state.position[0], Vec3(time, 0, 0));
  }
  EXPECT_EQ(xyz_message(text),
            "a.xyz: error: the file has 3 frames: select one with --frame N, from 0; -1 is the last");
}

// A free sphere, then two glued ones: a column has the grain of each sphere, before further columns.
TEST(Text, NamesTheGrainOfEachSphere) {
  Pile pile = parse_csv("id,m,r,x,y,z\n0,1,1,9,0,0\n1,1,1,-1,0,0\n2,1,1,1,0,0\n", "f", "rock").pile;
  pile.state.grouping.grains.resize(1);
  pile.state.grouping.grains[0].moments = Vec3(0.8, 2.8, 2.8);
  pile.state.grouping.grain = {-1, 0, 0};
  link_grains(pile);
  EXPECT_EQ(to_csv(pile, {{"friends", {7, 8, 9}}}),
            "id,m,r,x,y,z,vx,vy,vz,wx,wy,wz,grain,friends\n"
            "0,1,1,9,0,0,0,0,0,0,0,0,-1,7\n"
            "1,1,1,-1,0,0,0,0,0,0,0,0,0,8\n"
            "2,1,1,1,0,0,0,0,0,0,0,0,0,9\n");
  EXPECT_EQ(to_xyz(pile),
            "3\n"
            "Lattice=\"12 0 0 0 2 0 0 0 2\" Origin=\"-2 -1 -1\" pbc=\"F F F\" "
            "Properties=id:I:1:pos:R:3:radius:R:1:mass:R:1:velo:R:3:omega:R:3:grain:I:1 Time=0\n"
            "0 9 0 0 1 1 0 0 0 0 0 0 -1\n"
            "1 -1 0 0 1 1 0 0 0 0 0 0 0\n"
            "2 1 0 0 1 1 0 0 0 0 0 0 0\n");
}

}  // namespace
}  // namespace rubble::store
