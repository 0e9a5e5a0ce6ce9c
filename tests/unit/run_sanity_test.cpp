// Conditions that end a run, and their messages.
#include "base/error.hpp"
#include "hsdem/parameters.hpp"
#include "nscd/parameters.hpp"
#include "run/sanity.hpp"
#include "ssdem/parameters.hpp"

#include <limits>
#include <string>

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
              .columns = {}};
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
  EXPECT_EQ(message(), "relative energy error 0.02 exceeds sanity.energy = 0.01 at t = 2.5 s (step 10)");
}

TEST_F(AppSanity, EachLimitIsEnforced) {
  drift.momentum = 2e-9;
  EXPECT_NE(message().find("sanity.momentum"), std::string::npos);
  drift.momentum = 0, drift.angular = 2e-6;
  EXPECT_NE(message().find("sanity.angular_momentum"), std::string::npos);
  drift.angular = 0, report.audits = {{"worst_overlap", "1", "largest overlap / smaller radius", "overlap", 0.5, 0.6}};
  EXPECT_EQ(message(), "largest overlap / smaller radius 0.6 exceeds sanity.overlap = 0.5 at t = 2.5 s (step 10)");
}

// Every rule of every method names a cure, and the message ends with it.
TEST_F(AppSanity, CreatedEnergyHasACure) {
  for (const std::vector<HeatRule>* rules : {&ssdem::kSoftSphereHeat, &nscd::kHeatOfImpulses, &hsdem::kHeatOfEvents})
    for (const HeatRule& rule : *rules) {
      drift.energy_scale = 1;
      report.audits = audits_of({rule}, 0.01, {0.02});
      EXPECT_EQ(message(), fmt::format("{} 0.02 exceeds sanity.energy_made = 0.01 at t = 2.5 s (step 10): {}",
                                       rule.text, rule.cure));
      EXPECT_STRNE(rule.cure, "") << rule.name;
    }
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
