// The run loop with a method of free flight in fixed steps.
#include "run/run.hpp"

#include "base/error.hpp"
#include "cli/outputs.hpp"
#include "store/pile_file.hpp"
#include "store/track.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

namespace rubble {
namespace {

namespace fs = std::filesystem;

constexpr double kStep = 0.1;  // [s]

// A monitored quantity: 1 from 5.65 s to the given time, and 0 otherwise.
struct Watched {
  bool may_fall = true;
  double until = 5.75;
};

std::vector<Audit> audits_at(double time, const Watched& watched) {
  const bool bad = time > 5.65 && time < watched.until;
  return {{"share", "1", "share of what goes wrong", "share", 0.1, bad ? 1.0 : 0.0, watched.may_fall}};
}

// Free flight in steps of kStep. Remembers the time of the state after each call.
class Flight final : public Stepper {
 public:
  Flight(Reals& reached, const Watched& watched) : reached_(reached), watched_(watched) {}

  StepReport advance(const Model& model, State& state, const External&, double until) override {
    for (; state.time < until; ++state.step) {
      for (std::size_t i = 0; i < model.size(); ++i) state.position[i] += kStep * state.velocity[i];
      state.time += kStep;
    }
    reached_.push_back(state.time);
    StepReport report;
    report.audits = audits_at(state.time, watched_);
    return report;
  }
  Contacts contacts(const Pile&, const External&) const override { return {}; }
  const Account& account() const override { return account_; }
  void archive(Archive&) override {}

 private:
  Reals& reached_;
  Watched watched_;
  Account account_;
};

class FreeFlight final : public setup::Method {
 public:
  FreeFlight(Reals& reached, const Watched& watched) : reached_(reached), watched_(watched) {}

  const gravity::Parameters& gravity() const override { return gravity_; }
  std::vector<Channel> channels() const override { return {Channel::impact}; }
  std::vector<Audit> audits() const override { return audits_at(0, watched_); }
  bool regroups() const override { return false; }
  void require_suited(const Pile&, const std::string&) const override {}
  void prepare(config::Document&, const Pile&, const External&) override {}
  double tick() const override { return kStep; }
  std::string fineness() const override { return "free flight"; }
  std::string expectations() const override { return ""; }
  std::unique_ptr<Stepper> start(const Pile&, const External&, Probes*) const override {
    return std::make_unique<Flight>(reached_, watched_);
  }
  std::unique_ptr<Stepper> go_on(const Pile&, const External&, const Resume&, Probes*) const override {
    return std::make_unique<Flight>(reached_, watched_);
  }

 private:
  gravity::Parameters gravity_{gravity::Summation::none, 0, 0};
  Reals& reached_;
  Watched watched_;
};

// A run in a separate folder: records every 0.3 s, frames every 0.7 s, 2 s in all, from a pile at time 5 s.
class Run : public testing::Test {
 protected:
  Run() : folder_(fs::temp_directory_path() / ("rubble-free-flight-" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
    Pile pile;
    pile.model.materials = {{"rock", 1000}};
    pile.model.id = {0}, pile.model.mass = {1}, pile.model.radius = {1}, pile.model.material = {0};
    pile.state.position = {Vec3::Zero()}, pile.state.velocity = {Vec3(2, 0, 0)}, pile.state.spin = {Vec3::Zero()};
    pile.state.time = 5, pile.state.step = 40;
    store::write_pile((folder_ / "in.h5").string(), pile, {});
    arguments_.inputs = {(folder_ / "in.h5").string()}, arguments_.output = (folder_ / "out.h5").string();
    arguments_.track = (folder_ / "t.h5").string(), arguments_.quiet = true;
  }
  ~Run() override { fs::remove_all(folder_); }

  int go(const Watched& watched) {
    cli::Tool tool;
    tool.name = "rubble-evolve", tool.output = tool.config = tool.run = true;
    auto config = config::Document::parse("[run]\nduration = 2\nrecord_every = 0.3\nframe_every = 0.7\n", "run.toml");
    setup::Protocol protocol;
    protocol.method = [&](config::Document&) { return std::make_unique<FreeFlight>(reached_, watched); };
    return run::run(tool, arguments_, config, protocol);
  }

  fs::path folder_;
  cli::Arguments arguments_;
  Reals reached_;
};

// The method stops at each time of the schedule.
TEST_F(Run, StopsAtTheTimesOfTheSchedule) {
  ASSERT_EQ(go({}), cli::kDone);
  for (const double expected : {5.0, 5.3, 5.6, 5.7, 5.9, 6.2, 6.4, 6.5, 6.8, 7.0})
    EXPECT_TRUE(std::ranges::any_of(reached_, [&](double t) { return std::abs(t - expected) < 1e-6; })) << expected;
  const store::Series series = store::read_series(arguments_.track);
  EXPECT_EQ(series.time.size(), 8u);  // 0, 0.3, ..., 1.8, and the end
  EXPECT_NEAR(series.time.back(), 7, 1e-6);
  const store::Frames frames(arguments_.track);
  EXPECT_EQ(frames.size(), 4u);
  EXPECT_NEAR(frames.pile(2).state.position[0].x(), 2 * 1.4, 1e-6);
  EXPECT_NEAR(store::read_pile(arguments_.output).pile.state.position[0].x(), 4, 1e-6);
}

// At 5.7 s there is a frame and no record. A quantity that only grows ends the run at this frame. A ratio that is
// within its limit again at the next record does not end the run, because wall time or a signal can end the loop at any
// step.
TEST_F(Run, SharesAreCheckedAtRecords) {
  EXPECT_EQ(go({}), cli::kDone);
  arguments_.force = true;
  EXPECT_THROW(go({.may_fall = false}), SanityError);
  EXPECT_THROW(go({.until = 5.95}), SanityError);  // beyond a record
  std::ifstream log(cli::log_path(arguments_.output));
  const std::string text{std::istreambuf_iterator<char>(log), {}};
  EXPECT_NE(text.find("end: broken: 1 exceeds sanity.share"), std::string::npos) << text;
}

}  // namespace
}  // namespace rubble
