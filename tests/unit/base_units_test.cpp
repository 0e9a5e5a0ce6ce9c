#include "base/error.hpp"
#include "base/units.hpp"
#include "unit/refusal.hpp"

#include <cmath>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

namespace rubble {
namespace {

std::string refusal(const std::string& text, const std::string& unit) {
  return test::refusal([&] { in_si(text, unit); });
}

TEST(Units, ConvertExactly) {
  EXPECT_EQ(in_si("7.5 km", "m"), 7500.0);
  EXPECT_EQ(in_si("2.7 g/cm^3", "kg m-3"), 2700.0);
  EXPECT_EQ(in_si("8.2 g cm-3", "kg m-3"), 8200.0);  // 8.2 x 0.001 x 1e6 in doubles is 8199.999999999998
  EXPECT_EQ(in_si("4.35 m", "cm"), 435.0);           // 4.35 x 100 is 434.99999999999994
  EXPECT_EQ(in_si("3 um", "m"), 3e-6);
  EXPECT_EQ(in_si("0.3 mm", "m"), 0.3e-3);
  EXPECT_EQ(in_si("70 GPa", "Pa"), 7e10);
  EXPECT_EQ(in_si("2.2 h", "s"), 7920.0);
  EXPECT_EQ(in_si("6.9 min", "s"), 414.0);
  EXPECT_EQ(in_si("1 day", "s"), 86400.0);
  EXPECT_EQ(in_si("1 au", "m"), 149597870700.0);
  EXPECT_EQ(in_si("1.5e3 g", "kg"), 1.5);
  EXPECT_EQ(in_si("1.5E+3 g", "kg"), 1.5);
  EXPECT_EQ(in_si("50 %", "1"), 0.5);
  EXPECT_EQ(in_si("0 km", "m"), 0.0);
  EXPECT_EQ(in_si("-9.81 m/s^2", "m s-2"), -9.81);
  EXPECT_EQ(in_si("6.6743e-11 m3 kg-1 s-2", "m3 kg-1 s-2"), 6.6743e-11);
  EXPECT_EQ(in_si("20 J/m2", "N/m"), 20.0);
  EXPECT_EQ(in_si("1 1/s", "Hz"), 1.0);
  EXPECT_DOUBLE_EQ(in_si("180 degree", "rad"), std::numbers::pi);
}

TEST(Units, DecimalPrefixesNeverRoundTwice) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 2000; ++i) {
    const std::string digits = std::to_string(random() % 100000) + "." + std::to_string(random() % 100000);
    EXPECT_EQ(in_si(digits + " km", "m"), std::stod(digits + "e3"));
    EXPECT_EQ(in_si(digits + " g/cm3", "kg m-3"), std::stod(digits + "e3"));
    EXPECT_EQ(in_si(digits + " um", "m"), std::stod(digits + "e-6"));
  }
}

TEST(Units, BareNumbersAreSi) {
  EXPECT_EQ(in_si("7500", "m"), 7500.0);
  EXPECT_EQ(in_si(" 1e-3 ", "1"), 1e-3);
  EXPECT_EQ(in_si("7.5km", "m"), 7500.0);
}

TEST(Units, SpinsMayBePeriods) {
  EXPECT_EQ(in_si("2.2 h", kSpinUnit), 2 * std::numbers::pi / 7920);
  EXPECT_EQ(in_si("1e-3 rad/s", kSpinUnit), 1e-3);
  EXPECT_EQ(refusal("0 h", kSpinUnit),
            "expects an angular speed in rad/s, or a period; the period \"0 h\" must not be zero");
  EXPECT_EQ(refusal("2.2 h", "rad/s"), "expects an angular speed in rad/s; \"2.2 h\" is a time");
}

TEST(Units, RefusalsNameTheExpectedQuantity) {
  EXPECT_EQ(refusal("5 km", "kg m-3"), "expects a density in kg m-3; \"5 km\" is a length");
  EXPECT_EQ(refusal("5 kg", "1"), "expects a pure number; \"5 kg\" is a mass");
  EXPECT_EQ(refusal("5 furlings", "m"), "expects a length in m; \"furlings\" is not a known unit");
  EXPECT_EQ(refusal("fast", "m/s"), "expects a speed in m/s; \"fast\" does not begin with a number");
  EXPECT_EQ(refusal("", "s"), "expects a time in s; \"\" does not begin with a number");
  EXPECT_EQ(refusal("nan m", "m"), "expects a length in m; \"nan m\" is not finite");
  EXPECT_EQ(refusal("inf", "m"), "expects a length in m; \"inf\" is not finite");
  EXPECT_EQ(refusal("1e400 m", "m"), "expects a length in m; \"1e400 m\" is out of the range of double precision");
  EXPECT_EQ(refusal("1e308 km", "m"), "expects a length in m; \"1e308 km\" is out of the range of double precision");
  EXPECT_EQ(refusal("1e308 day", "s"), "expects a time in s; \"1e308 day\" is out of the range of double precision");
  EXPECT_EQ(refusal("5 kg2 m", "m"), "expects a length in m; \"5 kg2 m\" is a quantity in m.kg2");
}

TEST(Units, CommonSpellingsAreCorrectedInMessages) {
  EXPECT_EQ(refusal("5 degs", "rad"), "expects an angle in rad; \"degs\" is not a known unit; did you mean degree?");
  EXPECT_EQ(refusal("1.3 R_Earth", "m"),
            "expects a length in m; \"R_Earth\" is not a known unit; did you mean a multiple of 6378.1 km?");
  EXPECT_NE(refusal("1 AU", "m").find("did you mean astronomical_unit?"), std::string::npos);
  EXPECT_NEAR(in_si("1 astronomical_unit", "m"), 149597870700, 1e3);
  EXPECT_NEAR(in_si("180 degree", "rad"), 3.14159265358979, 1e-13);
}

// UDUNITS-2 recognises the units dyn and deg by their names only. 1 dyn = 1e-5 N: SI brochure, 8th edition, table 9.
TEST(Units, UsualSymbolsThatTheDatabaseLacks) {
  EXPECT_DOUBLE_EQ(in_si("10 dyn/cm^2", "Pa"), 1.0);
  EXPECT_DOUBLE_EQ(in_si("1000 dyn/cm", "N/m"), 1.0);
  EXPECT_DOUBLE_EQ(in_si("1 dyn", "N"), 1e-5);
  EXPECT_DOUBLE_EQ(in_si("180 deg", "rad"), std::numbers::pi);
  EXPECT_DOUBLE_EQ(in_si("180 deg/s", kSpinUnit), std::numbers::pi);
  EXPECT_NE(refusal("5 kdyn", "N"), "");
  EXPECT_NE(refusal("5 mdeg", "rad"), "");
}

TEST(Units, AnglesOfDegreesMinutesAndSeconds) {
  const double degree = std::numbers::pi / 180;
  EXPECT_DOUBLE_EQ(in_si("12 deg 30 arcmin", "rad"), 12.5 * degree);
  EXPECT_DOUBLE_EQ(in_si("12 degree 30 min 36 s", "rad"), 12.51 * degree);
  EXPECT_DOUBLE_EQ(in_si("12\xc2\xb0 30' 36\"", "rad"), 12.51 * degree);
  EXPECT_DOUBLE_EQ(in_si("-1\xc2\xb0"
                         "30'",
                         "rad"),
                   -1.5 * degree);
  EXPECT_DOUBLE_EQ(in_si("30'", "rad"), 0.5 * degree);
  EXPECT_DOUBLE_EQ(in_si("30 arcmin", "rad"), 0.5 * degree);
  EXPECT_DOUBLE_EQ(in_si("90 arcmin", "rad"), 1.5 * degree);
  EXPECT_EQ(refusal("30 min", "rad"), "expects an angle in rad; \"30 min\" is a time; did you mean arcmin?");
  EXPECT_NE(refusal("12 deg 60 arcmin", "rad"), "");
  EXPECT_NE(refusal("12.5 deg 30 arcmin", "rad"), "");
  EXPECT_NE(refusal("30 arcmin 12 deg", "rad"), "");
  EXPECT_NE(refusal("12 deg 30 s 5 min", "rad"), "");
  EXPECT_NE(refusal("12 deg -30 arcmin", "rad"), "");
  EXPECT_NE(refusal("12 h 30 min", "s"), "");
}

// Each of these names belongs to several units, of which UDUNITS-2 would choose one.
TEST(Units, NamesOfSeveralUnitsAreRefusedWithTheOthers) {
  EXPECT_EQ(
      refusal("2 ton", "kg"),
      "expects a mass in kg; \"ton\" is ambiguous; write tonne (1000 kg), short_ton (907 kg) or long_ton (1016 kg)");
  EXPECT_NE(refusal("2 tons", "kg").find("\"tons\" is ambiguous; write tonne"), std::string::npos);
  EXPECT_NE(refusal("2 kiloton", "kg").find("ambiguous"), std::string::npos);
  EXPECT_NE(refusal("2 ton/m^3", "kg m-3").find("tonne"), std::string::npos);
  EXPECT_NE(refusal("2 cal", "J").find("thermochemical_calorie"), std::string::npos);
  EXPECT_NE(refusal("2 kcal", "J").find("thermochemical_calorie"), std::string::npos);
  EXPECT_NE(refusal("2 Btu", "J").find("ambiguous"), std::string::npos);
  EXPECT_NE(refusal("2 gallons", "m3").find("US_liquid_gallon"), std::string::npos);
  EXPECT_NE(refusal("2 barrel", "m3").find("ambiguous"), std::string::npos);
  EXPECT_NE(refusal("2 pint", "m3").find("UK_liquid_pint"), std::string::npos);
  EXPECT_NE(refusal("2 hp", "W").find("metric_horsepower"), std::string::npos);
  EXPECT_NE(refusal("2 month", "s").find("lunar_month"), std::string::npos);
  EXPECT_NE(refusal("2 oz", "kg").find("avoirdupois_ounce"), std::string::npos);
  EXPECT_NE(refusal("2 ton_force", "N").find("kN"), std::string::npos);
  EXPECT_EQ(refusal("2 lb", "N"), "expects a force in N; \"2 lb\" is a mass; did you mean lbf?");
  EXPECT_NE(refusal("2 a", "s").find("did you mean yr?"), std::string::npos);
  EXPECT_NE(refusal("2 g", "m s-2").find("did you mean gravity?"), std::string::npos);
}

// The names suggested by the refusals are units with these values (NIST SP 811, appendix B.8).
TEST(Units, UnambiguousNamesHaveTheirValues) {
  EXPECT_DOUBLE_EQ(in_si("1 tonne", "kg"), 1000);
  EXPECT_DOUBLE_EQ(in_si("1 t", "kg"), 1000);
  EXPECT_NEAR(in_si("1 short_ton", "kg"), 907.18474, 1e-4);
  EXPECT_NEAR(in_si("1 long_ton", "kg"), 1016.0469088, 1e-4);
  EXPECT_DOUBLE_EQ(in_si("1 thermochemical_calorie", "J"), 4.184);
  EXPECT_DOUBLE_EQ(in_si("1 IT_calorie", "J"), 4.1868);
  EXPECT_NEAR(in_si("1 metric_horsepower", "W"), 735.49875, 1e-3);
  EXPECT_NEAR(in_si("1 shaft_horsepower", "W"), 745.69987, 1e-3);
  EXPECT_NEAR(in_si("1 US_liquid_gallon", "m3"), 3.785411784e-3, 1e-9);
  EXPECT_NEAR(in_si("1 UK_liquid_gallon", "m3"), 4.54609e-3, 1e-9);
  EXPECT_NEAR(in_si("1 US_fluid_ounce", "m3"), 2.95735e-5, 1e-9);
  EXPECT_NEAR(in_si("1 UK_fluid_ounce", "m3"), 2.84131e-5, 1e-9);
  EXPECT_NEAR(in_si("1 avoirdupois_ounce", "kg"), 0.028349523, 1e-8);
  EXPECT_NEAR(in_si("1 lbf", "N"), 4.4482216, 1e-6);
  EXPECT_DOUBLE_EQ(in_si("1 gravity", "m s-2"), 9.80665);
  EXPECT_DOUBLE_EQ(in_si("1 lunar_month", "s"), 29.530589 * 86400);
  EXPECT_DOUBLE_EQ(in_si("1 gal", "m s-2"), 0.01);
}

// A typing error must not give another number: UDUNITS-2 would accept each of these.
TEST(Units, PrefixesStandBeforeUnitsThatHaveThem) {
  const auto time = [](const std::string& unit, const std::string& meant) {
    EXPECT_EQ(refusal("3 " + unit, "s"),
              "expects a time in s; \"" + unit + "\" is not a known unit; did you mean " + meant + "?");
  };
  time("hh", "h");  // 100 h
  time("mh", "h");  // 3.6 s
  time("dh", "h");  // 6 min
  time("dah", "h");
  time("kmin", "min");
  time("mmin", "min");
  time("Min", "min");  // a million inches
  time("mday", "day");
  time("md", "d");
  time("myear", "year");
  time("myr", "yr");
  time("kyear", "kiloyear");
  time("ds", "s");
  time("millis", "ms");
  time("msecond", "millisecond");
  EXPECT_EQ(refusal("5 kilom", "m"), "expects a length in m; \"kilom\" is not a known unit; did you mean km?");
  EXPECT_EQ(refusal("5 kmeter", "m"), "expects a length in m; \"kmeter\" is not a known unit; did you mean kilometer?");
  EXPECT_EQ(refusal("5 kin", "m"), "expects a length in m; \"kin\" is not a known unit; did you mean in?");
  EXPECT_EQ(refusal("5 kilokm", "m"), "expects a length in m; \"kilokm\" is not a known unit");
  EXPECT_EQ(refusal("5 km/hh", "m/s"), "expects a speed in m/s; \"hh\" is not a known unit; did you mean h?");
  EXPECT_TRUE(refusal("5 g mmin-3", "kg s-3").ends_with("; \"mmin\" is not a known unit; did you mean min?"));
  EXPECT_EQ(refusal("3 hh", kSpinUnit),
            "expects an angular speed in rad/s, or a period; \"hh\" is not a known unit; did you mean h?");
  EXPECT_EQ(refusal("3 Mpc", "m"), "expects a length in m; \"Mpc\" is not a known unit; did you mean megaparsec?");
}

TEST(Units, PrefixesOfPhysicsAndAstronomy) {
  EXPECT_EQ(in_si("3 ms", "s"), 3e-3);
  EXPECT_EQ(in_si("3 milliseconds", "s"), 3e-3);
  EXPECT_EQ(in_si("3 kilometres", "m"), 3000.0);
  EXPECT_EQ(in_si("3 \xc2\xb5m", "m"), 3e-6);
  EXPECT_EQ(in_si("3 dam", "m"), 30.0);
  EXPECT_EQ(in_si("3 hPa", "Pa"), 300.0);
  EXPECT_EQ(in_si("3 kN/m", "N/m"), 3000.0);
  EXPECT_EQ(in_si("3 m per s", "m/s"), 3.0);
  EXPECT_EQ(in_si("3 m\xc2\xb3", "m3"), 3.0);
  EXPECT_EQ(in_si("3 hr", "s"), 10800.0);
  EXPECT_EQ(in_si("3 Hours", "s"), 10800.0);
  EXPECT_DOUBLE_EQ(in_si("2 kyr", "s"), 2e3 * in_si("1 year", "s"));
  EXPECT_DOUBLE_EQ(in_si("2 Myr", "s"), 2e6 * in_si("1 year", "s"));
  EXPECT_DOUBLE_EQ(in_si("2 gigayears", "s"), 2e9 * in_si("1 year", "s"));
  EXPECT_DOUBLE_EQ(in_si("2 kiloparsec", "m"), 2e3 * in_si("1 parsec", "m"));
  EXPECT_EQ(in_si("3 mrad", "rad"), 3e-3);
}

// UDUNITS-2 would accept each of these with another meaning than the author's.
TEST(Units, RefuseMisleadingUnits) {
  EXPECT_NE(refusal("5 s", "Hz"), "");      // UDUNITS-2 would use the reciprocal
  EXPECT_NE(refusal("5 rad/s", "Hz"), "");  // off by 2 pi
  EXPECT_NE(refusal("5 Hz", "rad/s"), "");
  EXPECT_NE(refusal("5 rad", "1"), "");
  EXPECT_NE(refusal("5 km 3", "m"), "");   // 15 km
  EXPECT_NE(refusal("5 m^1.5", "m"), "");  // 25 m
  EXPECT_NE(refusal("5 3 m", "m"), "");
  EXPECT_NE(refusal("5,3 m", "m"), "");
  EXPECT_NE(refusal("20 degC", "K"), "");  // a different zero
  EXPECT_NE(refusal("5 m @ 3", "m"), "");
  EXPECT_NE(refusal("5 lg(re 1 m)", "m"), "");
  EXPECT_NE(refusal(std::string("5 m\0 kg", 7), "m"), "");
}

TEST(Units, RandomTextIsAcceptedOrRefused) {
  std::mt19937_64 random(1);
  const std::string alphabet = "0123456789.eE+-mskgNPa/^*() \xc2\xb5%\n@";
  int accepted = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text = random() % 2 ? "5 " : "";
    for (std::size_t n = random() % 12; n > 0; --n) text += alphabet[random() % alphabet.size()];
    try {
      EXPECT_TRUE(std::isfinite(in_si(text, "m")));
      ++accepted;
    } catch (const InputError& error) {
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    }
  }
  EXPECT_GT(accepted, 0);
}

}  // namespace
}  // namespace rubble
