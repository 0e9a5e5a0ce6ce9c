// Bodies that stick and break during a run: ledger, track, checkpoint and restart are consistent. The method is a fake
// in which spheres fly freely, and stick or part at given steps.
#include "base/error.hpp"
#include "base/interrupt.hpp"
#include "measure/ledger/ledger.hpp"
#include "model/regroup.hpp"
#include "run/run.hpp"
#include "store/inspect.hpp"
#include "store/pile_file.hpp"
#include "store/track.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include <gtest/gtest.h>

namespace rubble {
namespace {

namespace fs = std::filesystem;

constexpr double kStep = 0.125;  // [s]

// Step number => grouping of the bodies from this step on.
const std::map<std::int64_t, std::vector<Index>> kEvents = {
    {8, {0, -1, -1, 0, -1, -1}},   // 0 and 3 stick, not neighbours in the file
    {16, {0, 1, -1, 0, 1, -1}},    // 1 and 4 stick
    {24, {-1, 0, -1, -1, 0, -1}},  // 0 and 3 part
    {32, {-1, 0, 1, -1, 0, 1}},    // 2 and 5 stick
};

// Kinetic energy of the individual bodies [J].
double energy_of(const Model& model, const State& state) {
  const measure::Ledger now = measure::ledger({model, state, {}, {}}, {}, 0, false, {});
  return now.kinetic();
}

// (model, state after regrouping, its momenta before) => members move with their grain, and the momentum is unchanged.
void join(const Model& model, State& state, std::size_t grain, const Vec3s& velocity, const Vec3s& spin) {
  GrainMotion motion = motion_of(model, state, grain);
  motion.momentum.setZero();
  for (const Index k : state.grouping.members(grain)) {
    const auto i = static_cast<std::size_t>(k);
    motion.momentum += model.mass[i] * (state.position[i] - motion.position).cross(velocity[i]);
    motion.momentum += model.inertia(i) * spin[i];
  }
  place_members(grain, motion, state);
}

// A negative stop_at below -1 breaks the run after so many steps.
class StickyStepper final : public Stepper {
 public:
  explicit StickyStepper(std::int64_t stop_at) : stop_at_(stop_at) {}

  StepReport advance(const Model& model, State& state, const External&, double until) override {
    while (state.time < until) step(model, state);
    StepReport report;
    report.steps = state.step;
    return report;
  }
  Contacts contacts(const Pile&, const External&) const override { return {}; }
  Bonds bonds() const override {
    Bonds one;
    one.pair = {{0, 3}};
    return one;
  }
  const Account& account() const override { return account_; }
  void archive(Archive& archive) override { archive_account(archive, "sticky/account", account_); }

 private:
  void step(const Model& model, State& state) {
    for (std::size_t g = 0; g < state.grouping.grains.size(); ++g) {
      GrainMotion motion = motion_of(model, state, g);
      motion.position += kStep * motion.velocity;
      // It is perpendicular to the axis of two equal spheres, so it is constant.
      const Vec3 spin = state.spin[state.grouping.first_member(g)];
      if (spin.norm() > 0)
        motion.orientation = Quaternion(Eigen::AngleAxisd(spin.norm() * kStep, spin.normalized())) * motion.orientation;
      place_members(g, motion, state);
    }
    for (std::size_t i = 0; i < model.size(); ++i)
      if (state.grouping.grain_of(i) < 0) state.position[i] += kStep * state.velocity[i];
    state.time += kStep;
    ++state.step;
    if (const auto event = kEvents.find(state.step); event != kEvents.end()) change(model, state, event->second);
    if (state.step == stop_at_) interrupt::signal = SIGTERM;
    if (stop_at_ < -1 && state.step == -stop_at_) throw SanityError("broken");
  }

  void change(const Model& model, State& state, const std::vector<Index>& grain) {
    const double before = energy_of(model, state);
    const Vec3s velocity = state.velocity, spin = state.spin;
    const std::vector<Index> was = state.grouping.grain;
    regroup(model, state, grain);
    for (std::size_t g = 0; g < state.grouping.grains.size(); ++g) {
      const std::size_t first = state.grouping.first_member(g);
      if (was.empty() || was[first] < 0) join(model, state, g, velocity, spin);
    }
    account_[Channel::sticking] += before - energy_of(model, state);
  }

  Account account_;
  const std::int64_t stop_at_;
};

class Sticky final : public setup::Method {
 public:
  explicit Sticky(std::int64_t stop_at) : stop_at_(stop_at) {}

  const gravity::Parameters& gravity() const override { return gravity_; }
  std::vector<Channel> channels() const override { return {Channel::sticking}; }
  std::vector<Audit> audits() const override { return {}; }
  bool regroups() const override { return true; }
  void require_suited(const Pile&, const std::string&) const override {}
  void prepare(config::Document&, const Pile&, const External&) override {}
  double tick() const override { return kStep; }
  std::string fineness() const override { return "steps of a fake"; }
  std::string expectations() const override { return ""; }
  std::unique_ptr<Stepper> start(const Pile&, const External&, Probes*) const override {
    return std::make_unique<StickyStepper>(stop_at_);
  }
  std::unique_ptr<Stepper> go_on(const Pile&, const External&, const Resume& resume, Probes*) const override {
    auto stepper = std::make_unique<StickyStepper>(stop_at_);
    restore(*stepper, resume);
    return stepper;
  }

 private:
  gravity::Parameters gravity_{gravity::Summation::none, 0, 0};
  const std::int64_t stop_at_;
};

class Regrouping : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("rubble-regroup-" + std::to_string(getpid()));
    fs::create_directories(folder_);
    interrupt::signal = 0;
  }
  void TearDown() override {
    interrupt::signal = 0;
    fs::remove_all(folder_);
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  // Six unit spheres; pairs 0 and 3, 1 and 4, 2 and 5 touch when they stick.
  void write_input() const {
    Pile pile;
    pile.model.materials = {{"rock", 1000}};
    for (int i = 0; i < 6; ++i) {
      pile.model.id.push_back(10 + i);
      pile.model.mass.push_back(1), pile.model.radius.push_back(1), pile.model.material.push_back(0);
      pile.state.position.emplace_back(2.0 * (i / 3), 10.0 * (i % 3), 0);
      pile.state.velocity.emplace_back(0, 0.1 * i, i < 3 ? 0.5 : -0.25);
      pile.state.spin.push_back(Vec3::Zero());
    }
    store::write_pile(path("in.h5"), pile, {});
  }

  // => exit code
  int run(const std::string& name, std::int64_t stop_at, bool restart) const {
    cli::Tool tool;
    tool.name = "rubble-evolve", tool.output = tool.config = tool.run = true;
    cli::Arguments arguments;
    arguments.inputs = {path("in.h5")}, arguments.output = path(name + ".h5"), arguments.track = path(name + "-t.h5");
    arguments.quiet = true, arguments.restart = restart;
    auto config = config::Document::parse(
        "[run]\nduration = 5\nrecord_every = 0.25\nframe_every = 0.5\ncheckpoint_every = 1e9\n", "run.toml");
    setup::Protocol protocol;
    protocol.method = [&](config::Document&) { return std::make_unique<Sticky>(stop_at); };
    return run::run(tool, arguments, config, protocol);
  }

  fs::path folder_;
};

std::string bytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Frame k is at time k / 2, step 4 k. The numbers of free spheres and pairs together are 6, then 5, 4, 5, 4.
TEST_F(Regrouping, FramesStoreTheGroups) {
  write_input();
  ASSERT_EQ(run("a", -1, false), cli::kDone);
  const store::Frames frames(path("a-t.h5"));
  ASSERT_TRUE(frames.regroups());
  ASSERT_EQ(frames.size(), 11u);
  for (std::size_t k = 0; k < frames.size(); ++k) {
    const Pile pile = frames.pile(k);
    auto event = kEvents.upper_bound(static_cast<std::int64_t>(4 * k));
    const std::vector<Index> expected = event == kEvents.begin() ? std::vector<Index>{} : std::prev(event)->second;
    EXPECT_EQ(pile.state.grouping.grain, expected) << k;
    for (std::size_t g = 0; g < pile.state.grouping.grains.size(); ++g) {
      EXPECT_EQ(pile.state.grouping.grains[g].mass, 2);
      // Two touching unit spheres: 2 (2/5) along their line, 2 (2/5 + d^2 / 4) perpendicular to it.
      const auto members = pile.state.grouping.members(g);
      const double d = (pile.state.position[members[1]] - pile.state.position[members[0]]).norm();
      EXPECT_NEAR(pile.state.grouping.grains[g].moments[0], 0.8, 1e-12);
      EXPECT_NEAR(pile.state.grouping.grains[g].moments[2], 0.8 + d * d / 2, 1e-12);
    }
  }
  const store::PileFile last = store::read_pile(path("a.h5"));
  EXPECT_EQ(last.pile.state.grouping.grain, kEvents.rbegin()->second);
  EXPECT_EQ(last.pile.state.grouping.member, (std::vector<Index>{1, 4, 2, 5}));
}

// Sticking loses energy, which the ledger accounts for; momentum and angular momentum are conserved.
TEST_F(Regrouping, TheLedgerCloses) {
  write_input();
  ASSERT_EQ(run("a", -1, false), cli::kDone);
  const store::Series series = store::read_series(path("a-t.h5"));
  const auto column = [&](const std::string& name) {
    for (std::size_t c = 0; c < series.columns.size(); ++c)
      if (series.columns[c].name == name) return series.values[c];
    return Reals{};
  };
  EXPECT_GT(column("dissipated/bond").back(), 0.1);
  EXPECT_LT(column("error/energy").back(), 1e-12);
  EXPECT_LT(column("error/momentum").back(), 1e-12);
  EXPECT_LT(column("error/angular_momentum").back(), 1e-12);
}

// A run that is stopped between any two events and restarted gives identical bytes of pile and track.
TEST_F(Regrouping, RestartedTrackHasTheSameBytes) {
  write_input();
  ASSERT_EQ(run("a", -1, false), cli::kDone);
  for (const std::int64_t stop_at : {3, 8, 12, 20, 30}) {
    fs::remove(path("b.h5")), fs::remove(path("b-t.h5"));
    ASSERT_EQ(run("b", stop_at, false), cli::kStopped) << stop_at;
    interrupt::signal = 0;
    ASSERT_EQ(run("b", -1, true), cli::kDone) << stop_at;
    EXPECT_EQ(bytes(path("b.h5")), bytes(path("a.h5"))) << stop_at;
    EXPECT_EQ(bytes(path("b-t.h5")), bytes(path("a-t.h5"))) << stop_at;
  }
}

// A run that breaks between two records saves its bonds with the state.
TEST_F(Regrouping, ABrokenStateHasItsBonds) {
  write_input();
  EXPECT_THROW(run("a", -5, false), SanityError);
  const store::PileFile saved = store::read_pile(path("a.h5.failed.h5"));
  EXPECT_EQ(saved.pile.state.step, 5);
  EXPECT_EQ(saved.pile.bonds.pair, (std::vector<std::array<Index, 2>>{{0, 3}}));
}

}  // namespace
}  // namespace rubble
