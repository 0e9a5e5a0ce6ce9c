// Conditions that end a run, and their messages.
#include "base/error.hpp"
#include "config/describe.hpp"
#include "hsdem/parameters.hpp"
#include "nscd/parameters.hpp"
#include "run/sanity.hpp"
#include "setup/contact_dynamics.hpp"
#include "setup/hard_spheres.hpp"
#include "setup/run_plan.hpp"
#include "setup/soft_spheres.hpp"
#include "ssdem/parameters.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <regex>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace {

using namespace rubble;

struct AppSanity : testing::Test {
  State state{.time = 2.5,
              .step = 10,
              .position = {Vec3::Zero()},
              .velocity = {Vec3::Zero()},
              .spin = {Vec3::Zero()},
              .grouping = {},
              .orientation = {},
              .columns = {},
              .walls = {}};
  StepReport report;
  measure::Drift drift;
  setup::SanityLimits limits;

  std::string message() const {
    try {
      run::require_sane(state, report, drift, limits);
    } catch (const SanityError& error) {
      return error.what();
    }
    return "";
  }
};

TEST_F(AppSanity, BalancedLedgersPass) { EXPECT_EQ(message(), ""); }

TEST_F(AppSanity, TheMessageNamesToleranceTimeAndValues) {
  drift.energy = 0.02;
  EXPECT_EQ(message(),
            "0.02 exceeds sanity.energy = 0.01 (relative energy error) at t = 2.5 s (step 10): reduce step.dt, "
            "or gravity.error if gravity.method is \"fmm\"");
}

TEST_F(AppSanity, RoundingDoesNotHideTheExcess) {
  drift.energy = 0.01000004;
  EXPECT_TRUE(message().starts_with("0.01000004 exceeds sanity.energy = 0.01 (relative ")) << message();
  drift.energy = std::nextafter(0.01, 1.0);
  EXPECT_TRUE(message().starts_with("0.010000000000000002 exceeds ")) << message();
}

TEST_F(AppSanity, EachLimitIsEnforced) {
  drift.momentum = 2e-9;
  EXPECT_NE(message().find("sanity.momentum"), std::string::npos);
  drift.momentum = 0, drift.angular = 2e-6;
  EXPECT_NE(message().find("sanity.angular_momentum"), std::string::npos);
  drift.angular = 0, report.audits = {{"worst_overlap", "1", "largest overlap / smaller radius", "overlap", 0.5, 0.6}};
  EXPECT_EQ(message(), "0.6 exceeds sanity.overlap = 0.5 (largest overlap / smaller radius) at t = 2.5 s (step 10)");
  report.audits.front().detail = "bodies 0 and 1";
  report.audits.front().cure = "reduce step.dt";
  EXPECT_TRUE(message().ends_with("(step 10): bodies 0 and 1: reduce step.dt")) << message();
}

// True if one of the tables has the key, such as step.dt or contact.sliding.law.
bool have_key(const config::Tables& tables, const std::string& path) {
  const std::size_t dot = path.rfind('.');
  const std::string section = path.substr(0, dot), key = path.substr(dot + 1);
  return std::ranges::any_of(tables, [&](const config::Table& table) {
    if (table.heading.section != section) return false;
    return table.heading.key == key ||
           std::ranges::any_of(table.rows, [&](const config::Row& row) { return row.key == key; });
  });
}

// (message) => the keys with their tables, in its part after the step.
std::vector<std::string> keys_of_cure(const std::string& message) {
  const std::string cure = message.substr(std::min(message.find("(step 10)"), message.size()));
  const std::regex key(R"([a-z_]+(\.[a-z_]+)+)");
  std::vector<std::string> keys;
  for (std::sregex_iterator match(cure.begin(), cure.end(), key), end; match != end; ++match)
    keys.push_back(match->str());
  return keys;
}

// The cures of all limits have keys that --describe prints for the method. The detail of an overlap of Contact Dynamics
// has its cure.
TEST_F(AppSanity, CuresNameKeysOfTheirMethod) {
  const auto expect_keys = [&](const config::Tables& tables) {
    const std::vector<std::string> keys = keys_of_cure(message());
    EXPECT_FALSE(keys.empty()) << message();
    for (const std::string& key : keys) EXPECT_TRUE(have_key(tables, key)) << key << " in: " << message();
  };
  drift.energy_scale = 1;
  const auto expect_keys_of_audits = [&](std::vector<Audit> audits, const config::Tables& tables) {
    for (Audit& audit : audits) {
      if (audit.key == std::string("penetration")) continue;
      audit.worst = 2 * audit.limit;
      audit.excused = false;
      report.audits = {audit};
      expect_keys(tables);
    }
    report.audits.clear();
  };
  expect_keys_of_audits(ssdem::audits_of(ssdem::Parameters{}), setup::describe_soft_spheres());
  expect_keys_of_audits(nscd::audits_of(nscd::Limits{}), setup::describe_contact_dynamics());
  expect_keys_of_audits(hsdem::audits_of(hsdem::Limits{}), setup::describe_hard_spheres());
  for (double measure::Drift::*error : {&measure::Drift::energy, &measure::Drift::momentum, &measure::Drift::angular,
                                        &measure::Drift::gravity_torque}) {
    drift = {};
    drift.*error = 1;
    expect_keys(setup::describe_run() + setup::describe_hard_spheres());
  }
  EXPECT_FALSE(have_key(setup::describe_soft_spheres(), "contact.most_impacts"));
}

// Every rule of every method names a cure, and the message ends with it.
TEST_F(AppSanity, CreatedEnergyHasACure) {
  for (const std::vector<HeatRule>* rules : {&ssdem::kSoftSphereHeat, &nscd::kHeatOfImpulses, &hsdem::kHeatOfEvents})
    for (const HeatRule& rule : *rules) {
      drift.energy_scale = 1;
      report.audits = audits_of({rule}, 0.01, {0.02});
      EXPECT_EQ(message(), fmt::format("0.02 exceeds sanity.energy_made = 0.01 ({}) at t = 2.5 s (step 10): {}",
                                       rule.text, rule.cure));
      EXPECT_STRNE(rule.cure, "") << rule.name;
    }
}

// The energy created is printed whatever its limit: a high limit would otherwise hide it.
TEST_F(AppSanity, TheLargestEnergyCreatedIsPrinted) {
  const auto texts = [](double limit, const Reals& made) {
    return run::texts_of_audits(nscd::audits_of({.energy_made = limit}, {}, made));
  };
  const std::vector<std::string> others = {
      "largest overlap / half the thickness of the thinner body 0 (limit 0.1)",
      "fraction of the steps with contacts whose impulses did not converge 0 (limit 0.1, 0 of 0)"};
  const auto with = [&](const std::vector<std::string>& energies) {
    std::vector<std::string> all = others;
    all.insert(all.end(), energies.begin(), energies.end());
    return all;
  };
  const std::string contacts = "energy created by impacts and friction ";
  const std::string correction = "energy created by the correction of overlaps ";
  EXPECT_EQ(texts(10, {0, 0, 0}), with({"energy created 0 (limit 10)"}));
  EXPECT_EQ(texts(10, {1e-9, 0, 0.02}), with({correction + "0.02 (limit 10)"}));
  EXPECT_EQ(texts(0.01, {1e-3, 1e-9, 2e-3}),
            with({contacts + "0.001 (limit 0.01)", correction + "0.002 (limit 0.01)"}));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(texts(10, {nan, 1e-3, 0}), with({contacts + "nan (limit 10)"}));
  EXPECT_EQ(texts(10, {1e-3, nan, 1e-3}), with({"energy created by cohesion nan (limit 10)"}));
  EXPECT_EQ(texts(10, {1e-3, 0, nan}), with({correction + "nan (limit 10)"}));
}

TEST_F(AppSanity, NaNNeverPasses) {
  drift.energy = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(message().find("sanity.energy"), std::string::npos);
  drift.energy = 0, state.spin[0].y() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(message().find("body 0"), std::string::npos);
  state.spin[0] = Vec3::Zero(), state.orientation = {Quaternion(0, 0, 0, 0)};
  EXPECT_EQ(message(), "grain 0 has no unit orientation at t = 2.5 s (step 10)");
}

}  // namespace
