// The run loop with methods that are not there yet: one that can stop at any time.
#include "app/run.hpp"
#include "store/pile_file.hpp"
#include "store/track.hpp"

#include <filesystem>

#include <gtest/gtest.h>

namespace rubble {
namespace {

namespace fs = std::filesystem;

// Free flight, exactly to the time that is asked for. Remembers each time.
class Flight final : public Stepper {
 public:
  explicit Flight(Reals& asked) : asked_(asked) {}

  StepReport advance(Pile& pile, const External&, double until) override {
    asked_.push_back(until);
    for (std::size_t i = 0; i < pile.size(); ++i)
      pile.state.position[i] += (until - pile.state.time) * pile.state.velocity[i];
    pile.state.time = until;
    pile.state.step += 7;  // events, say: a run does not count by them
    return {};
  }
  Contacts contacts(const Pile&, const External&) const override { return {}; }
  const Account& account() const override { return account_; }
  void archive(Archive&) override {}

 private:
  Reals& asked_;
  Account account_;
};

class AnyTime final : public method::Method {
 public:
  explicit AnyTime(Reals& asked) : asked_(asked) {}

  const gravity::Parameters& gravity() const override { return gravity_; }
  std::vector<Channel> channels() const override { return {Channel::impact}; }
  std::vector<Audit> audits() const override { return {}; }
  bool regroups() const override { return false; }
  void require_suited(const Pile&, const std::string&) const override {}
  void prepare(config::Document&, const Pile&, const External&) override {}
  double tick() const override { return 0; }
  std::string fineness() const override { return "events"; }
  std::string expectations() const override { return ""; }
  std::unique_ptr<Stepper> start(const Pile&, const External&) const override {
    return std::make_unique<Flight>(asked_);
  }
  std::unique_ptr<Stepper> go_on(const Pile&, const External&, const Resume&) const override {
    return std::make_unique<Flight>(asked_);
  }

 private:
  gravity::Parameters gravity_{"none", 0, 0};
  Reals& asked_;
};

// Records every 0.3 s, frames every 0.7 s, 2 s in all, from a pile at time 5 s: asked for exactly these times, in
// order.
TEST(Run, StopsAMethodAtAnyTime) {
  const fs::path folder = fs::temp_directory_path() / ("rubble-any-time-" + std::to_string(getpid()));
  fs::create_directories(folder);
  Pile pile;
  pile.model.materials = {{"rock", 1000}};
  pile.model.id = {0}, pile.model.mass = {1}, pile.model.radius = {1}, pile.model.material = {0};
  pile.state.position = {Vec3::Zero()}, pile.state.velocity = {Vec3(2, 0, 0)}, pile.state.spin = {Vec3::Zero()};
  pile.state.time = 5, pile.state.step = 40;
  store::write_pile((folder / "in.h5").string(), pile, {});

  app::Tool tool;
  tool.name = "rubble-evolve", tool.output = tool.config = tool.run = true;
  app::Arguments arguments;
  arguments.inputs = {(folder / "in.h5").string()}, arguments.output = (folder / "out.h5").string();
  arguments.track = (folder / "t.h5").string(), arguments.quiet = true;
  auto config = config::Document::parse("[run]\nduration = 2\nrecord_every = 0.3\nframe_every = 0.7\n", "run.toml");
  Reals asked;
  app::Protocol protocol;
  protocol.method = [&](config::Document&) { return std::make_unique<AnyTime>(asked); };
  ASSERT_EQ(app::run(tool, arguments, config, protocol), app::kDone);

  const Reals expected = {5, 5.3, 5.6, 5.7, 5.9, 6.2, 6.4, 6.5, 6.8, 7};
  ASSERT_EQ(asked.size(), expected.size());
  for (std::size_t k = 0; k < asked.size(); ++k) EXPECT_NEAR(asked[k], expected[k], 1e-6) << k;
  const store::Series series = store::read_series(arguments.track);
  EXPECT_EQ(series.time.size(), 8u);  // 0, 0.3, ..., 1.8, and the end
  EXPECT_NEAR(series.time.back(), 7, 1e-6);
  const store::Frames frames(arguments.track);
  EXPECT_EQ(frames.size(), 4u);
  EXPECT_NEAR(frames.pile(2).state.position[0].x(), 2 * 1.4, 1e-6);
  EXPECT_NEAR(store::read_pile(arguments.output).pile.state.position[0].x(), 4, 1e-6);
  fs::remove_all(folder);
}

}  // namespace
}  // namespace rubble
