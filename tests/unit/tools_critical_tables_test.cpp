// Tables of rubble-critical from tracks with known results.
#include "base/error.hpp"
#include "critical/critical_tables.hpp"
#include "store/track.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <sstream>
#include <tuple>

#include <gtest/gtest.h>

namespace {

using namespace rubble;

// (name, observables besides the four radii, their values and the radii at time t) => path of a track, t = 0, 10 ...
// 1000.
template <class Values>
std::string track(const std::string& name, std::vector<store::Column> columns, Values&& values) {
  for (const char* radius : {"ellipsoid", "distance", "semi_axis", "mass95"})
    columns.push_back({std::string("bulk/") + radius, "m", 1});
  store::Track made(columns);
  for (int k = 0; k <= 100; ++k) {
    const double t = 10.0 * k;
    Reals row = values(t);
    for (int radius = 0; radius < 4; ++radius) row.push_back(100 * (1 + radius * t * 1e-4));
    made.record(k, t, row);
  }
  const std::string path = testing::TempDir() + name;
  made.finish(path, {}, {});
  return path;
}
std::string printed(const tools::CriticalTables& tables, bool curves = false) {
  testing::internal::CaptureStdout();
  tables.print({}, curves);
  return testing::internal::GetCapturedStdout();
}

// (table, name of a radius) => the numbers that follow it in its row.
Reals numbers(const std::string& text, const std::string& radius) {
  std::istringstream row(text.substr(text.rfind('\t' + radius + '\t') + radius.size() + 2));
  std::string line, cell;
  std::getline(row, line);
  std::istringstream cells(line);
  Reals all;
  while (std::getline(cells, cell, '\t')) all.push_back(std::stod(cell));
  return all;
}
void expect_numbers(const std::string& text, const std::string& radius, const Reals& expected) {
  const Reals found = numbers(text, radius);
  ASSERT_EQ(found.size(), expected.size()) << text;
  for (std::size_t k = 0; k < found.size(); ++k) {
    if (std::isnan(expected[k])) {
      EXPECT_TRUE(std::isnan(found[k])) << text;
    } else {
      EXPECT_NEAR(found[k], expected[k], 1e-9 * (1 + expected[k])) << text;
    }
  }
}

// a - c = 0.2 t: the difference reaches 30 m after 150 s for all bodies, and never for the largest group.
TEST(AppCriticalTables, AxesOfASpinUp) {
  const std::string path = track("axes-track.h5",
                                 {{"spin/critical_rate", "rad s-1", 1},
                                  {"spin/shortest_period", "s", 1},
                                  {"packing/all/semi_axis_a", "m", 1},
                                  {"packing/all/semi_axis_c", "m", 1},
                                  {"packing/largest/semi_axis_a", "m", 1},
                                  {"packing/largest/semi_axis_c", "m", 1}},
                                 [](double t) { return Reals{1, 1, 100 + 0.1 * t, 100 - 0.1 * t, 100, 90}; });
  tools::CriticalChoices choices;
  choices.axes = 30.5;
  tools::CriticalTables tables(choices);
  tables.add(path);
  const std::string text = printed(tables);
  expect_numbers(text, "all", {30.5, 1, 152.5, 0, 200});
  EXPECT_NE(text.find("largest\t30.5\t0\tnan\t10\t10"), std::string::npos) << text;
}

// The spin period is 2000 - t, and the critical period is 1000 s. Radius k grows by k x 1e-4 / s: it exceeds 5 % after
// 500 / k s.
TEST(AppCriticalTables, OfASpinUp) {
  const std::string path =
      track("spin-track.h5", {{"spin/critical_rate", "rad s-1", 1}, {"spin/shortest_period", "s", 1}}, [](double t) {
        return Reals{2 * std::numbers::pi / 1000, 2000 - t};
      });
  tools::CriticalTables tables({{0.0495}, 0.0, 0.05, 5});
  tables.add(path);
  // failed, ratio, uncertainty, time, shortest and critical period with the uncertainty of the former; period and rate
  // are NaN because the track has no such columns
  const std::string text = printed(tables);
  EXPECT_EQ(numbers(text, "ellipsoid")[2], 0);
  EXPECT_TRUE(std::isnan(numbers(text, "ellipsoid")[3]));
  const double none = std::numeric_limits<double>::quiet_NaN();
  expect_numbers(text, "distance", {0.0495, 0, 1, 150.5, 1, 495, 1505, 1000, 10, none, none, none, none, 0.1});
  expect_numbers(text, "semi_axis", {0.0495, 0, 1, 175.25, 1, 247.5, 1752.5, 1000, 10, none, none, none, none, 0.2});
}

// The heaviest group has 1 - 1e-3 t / s of the mass, and half of the other groups are bound to it. A tenth of the mass
// is outside the group after 100 s, at a period of 1900 s, and escapes after 200 s. The whole mass is never lost.
TEST(AppCriticalTables, MassLostByASpinUp) {
  const double rate = 2 * std::numbers::pi;
  const std::string path =
      track("loss-track.h5",
            {{"spin/critical_rate", "rad s-1", 1},
             {"spin/shortest_period", "s", 1},
             {"spin/period", "s", 1},
             {"spin/rate", "rad s-1", 1},
             {"bulk/largest", "1", 1},
             {"bulk/bound", "1", 1}},
            [rate](double t) {
              const double lost = std::min(0.95, 1e-3 * t);
              return Reals{rate / 1000, 2000 - t, 2010 - t, rate / 2000 + 1e-6 * t, 1 - lost, 1 - 0.5 * lost};
            });
  tools::CriticalChoices choices;
  choices.lost = {0.104, 0.96};
  tools::CriticalTables tables(choices);
  tables.add(path);
  const std::string text = printed(tables);
  EXPECT_TRUE(text.starts_with("file\tmass_lost\tgroup\tmean\tfailed\tratio\tuncertainty\ttime\tshortest_period\t"))
      << text;
  EXPECT_EQ(std::ranges::count(text, '\n'), 2 + 4) << text;
  // mean, failed, ratio, uncertainty, time, shortest and critical period, period, rate, largest loss
  const auto expected = [&](double time) {
    const double shortest = 2000 - time;
    return Reals{0, 1, shortest / 10, 1, time, shortest, 1000, 10, 2010 - time, 10, rate / 2000 + 1e-6 * time, 1e-5};
  };
  const auto row_of = [&](const char* group) {  // of the fraction 0.104
    const std::string first = text.substr(0, text.find("\t0.96\t"));
    return numbers(first + "\n", group);
  };
  for (const auto& [group, time, most] : {std::tuple{"neighbours", 104.0, 0.95}, {"bound", 208.0, 0.475}}) {
    Reals all = expected(time);
    all.push_back(most);
    const Reals row = row_of(group);
    ASSERT_EQ(row.size(), all.size()) << text;
    for (std::size_t k = 0; k < row.size(); ++k) EXPECT_NEAR(row[k], all[k], 1e-8 * (1 + all[k])) << text;
  }
  EXPECT_NE(text.find("\t0.96\tneighbours\t0\t0\tnan\tnan\tnan\tnan\t"), std::string::npos) << text;
}

// Three of 300 equal spheres are a share of 0.01 and not more, although 1 - 297 / 300 exceeds 0.01 by rounding.
TEST(AppCriticalTables, EqualSharesAreNotMore) {
  ASSERT_GT(1 - 297.0 / 300, 0.01);
  const std::string path = track(
      "equal-track.h5",
      {{"spin/critical_rate", "rad s-1", 1}, {"spin/shortest_period", "s", 1}, {"bulk/largest", "1", 1}}, [](double t) {
        return Reals{1, 2000 - t, t < 500 ? 1.0 : 297.0 / 300};
      });
  tools::CriticalChoices choices;
  choices.lost = {0.01};
  tools::CriticalTables tables(choices);
  tables.add(path);
  EXPECT_NE(printed(tables).find("\t0.01\tneighbours\t0\t0\tnan\t"), std::string::npos);
}

// The planet approaches by 10 m/s; the mean over 40 s belongs to the time 20 s before its last sample.
TEST(AppCriticalTables, OfAFlyby) {
  const std::string path =
      track("fly-track.h5", {{"planet/disruption_distance", "m", 1}, {"planet/distance", "m", 1}}, [](double t) {
        return Reals{20000, 30000 - 10 * t};
      });
  tools::CriticalTables tables({{0.0495}, 40.0, 0.05, 5});
  tables.add(path);
  expect_numbers(printed(tables), "distance", {0.0495, 40, 1, 125.25, 0.5, 495, 25050, 20000, 100, 0.098});
  EXPECT_THROW(tables.print({}, true), InputError);
  EXPECT_THROW(tables.add(testing::TempDir() + "spin-track.h5"), InputError);
}

// Cycles of 50 s; the intruder rises from 0 to 10 between the cycles 5 and 15, in a bed of 20.
TEST(AppCriticalTables, OfAShaking) {
  const std::string path = track("shake-track.h5",
                                 {{"shake/cycles", "1", 1},
                                  {"intruder/height", "m", 1},
                                  {"intruder/top", "m", 1},
                                  {"others/median_height", "m", 1},
                                  {"others/top", "m", 1}},
                                 [](double t) {
                                   const double height = std::clamp(t / 50 - 5, 0.0, 10.0);
                                   return Reals{t / 50, height, height + 1.5, 3, 20};
                                 });
  tools::CriticalTables tables({{}, {}, 0.05, 3});
  tables.add(path);
  const std::string text = printed(tables);
  EXPECT_NE(text.find("rise_time"), std::string::npos);
  // Means of five samples lag the straight line by a tenth of a cycle at both ends.
  EXPECT_NE(text.find("\t20\t20\t0\t10\t11.5\t3\t1\t"), std::string::npos) << text;
  const auto last = [&](int from_the_end) {
    std::size_t at = text.size();
    for (int k = 0; k < from_the_end; ++k) at = text.rfind('\t', at - 1);
    return std::stod(text.substr(at + 1));
  };
  EXPECT_NEAR(last(3), 8, 1e-9);
  EXPECT_NEAR(last(2), 15.5, 1e-9);  // cycle 14 has 9.4, cycle 15 is the first with 10
  // Means of three cycles: (8.4 + 9.4 + 10) / 3 about cycle 14, (9.4 + 10 + 10) / 3 about 15; 9.5 between.
  EXPECT_NEAR(last(1), 14.5 + (9.5 - 27.8 / 3) / (29.4 / 3 - 27.8 / 3), 1e-9);
  EXPECT_NE(printed(tables, true).find("intruder_height"), std::string::npos);
}

}  // namespace
