// Errors of the ledger survive a checkpoint exactly, and a track's row has a number for each column.
#include "base/error.hpp"
#include "run/ledger_series.hpp"

#include <gtest/gtest.h>

namespace {

using namespace rubble;

measure::Drift some_drift() {
  measure::Drift drift;
  drift.first.momentum = Vec3(0.1, 1e-300, -3);
  drift.first.account.angular_impulse = Vec3(1, 2, 1.0 / 3.0);
  drift.first.elastic = 1e17;
  drift.first.external_size = 1e5;
  drift.first.account.exchanged = 2.0 / 3, drift.first.account.exchanged_angular = 0.7;
  drift.own_scale = 0.1, drift.turning_scale = 0.3, drift.first.mutual = -0.2;
  drift.momentum_scale = 4, drift.angular_scale = 5, drift.energy_scale = 0.7;
  drift.momentum = 1e-16, drift.angular = 2e-16, drift.energy = 3e-9;
  drift.started = true;
  return drift;
}

TEST(AppLedgerSeries, DriftSurvivesACheckpointExactly) {
  measure::Drift before = some_drift(), after;
  Resume resume;
  Archive saving(resume);
  run::archive_drift(saving, before);
  const Resume& saved = resume;
  Archive loading(saved);
  run::archive_drift(loading, after);
  EXPECT_EQ(after.first.momentum, before.first.momentum);
  EXPECT_EQ(after.first.account.angular_impulse, before.first.account.angular_impulse);
  EXPECT_EQ(after.first.elastic, before.first.elastic);
  EXPECT_EQ(after.first.external_size, before.first.external_size);
  EXPECT_EQ(after.first.account.exchanged, before.first.account.exchanged);
  EXPECT_EQ(after.first.account.exchanged_angular, before.first.account.exchanged_angular);
  EXPECT_EQ(after.own_scale, before.own_scale);
  EXPECT_EQ(after.turning_scale, before.turning_scale);
  EXPECT_EQ(after.first.mutual, before.first.mutual);
  EXPECT_EQ(after.momentum_scale, before.momentum_scale);
  EXPECT_EQ(after.angular_scale, before.angular_scale);
  EXPECT_EQ(after.energy_scale, before.energy_scale);
  EXPECT_EQ(after.energy, before.energy);
  EXPECT_TRUE(after.started);
}

TEST(AppLedgerSeries, AForeignCheckpointIsRefused) {
  measure::Drift drift;
  const Resume empty;
  Archive loading(empty);
  EXPECT_THROW(run::archive_drift(loading, drift), InputError);
}

TEST(AppLedgerSeries, ARowFillsTheColumns) {
  std::size_t width = 0;
  const std::vector<Channel> channels = {Channel::normal, Channel::fracture};
  const std::vector<Audit> audits = {{"worst_overlap", "1", "", "overlap", 1}};
  for (const store::Column& column : run::ledger_columns(channels, audits))
    width += static_cast<std::size_t>(column.width);
  Pile pile;
  pile.model.mass = {1}, pile.model.radius = {1};
  EXPECT_EQ(run::ledger_row({}, {}, pile, channels, audits).size(), width);
}

// The total has every term of the ledger with its sign: kinetic, gravitational, external, elastic, dissipated; minus
// the work of walls and drives.
TEST(AppLedgerSeries, TotalHasEveryTermWithItsSign) {
  const std::vector<Channel> channels = {Channel::normal, Channel::sliding};
  measure::Ledger now;
  now.kinetic_translational = 1, now.kinetic_rotational = 2, now.gravitational = -4, now.external = 8, now.elastic = 16;
  now.account[Channel::normal] = 32, now.account[Channel::sliding] = 64, now.account.walls = 128,
  now.account.driven = 256;
  Pile pile;
  pile.model.mass = {1}, pile.model.radius = {1};
  const Reals row = run::ledger_row(now, {}, pile, channels, {});
  std::size_t at = 0;
  for (const store::Column& column : run::ledger_columns(channels, {})) {
    if (column.name == "energy/total") break;
    at += static_cast<std::size_t>(column.width);
  }
  EXPECT_EQ(row[at], 1 + 2 - 4 + 8 + 16 + 32 + 64 - 128 - 256);
}

}  // namespace
