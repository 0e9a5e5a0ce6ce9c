// Checkpoints with valid shapes and invalid contents.
#include "base/error.hpp"
#include "scene.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

// Order and pairs of a checkpoint are checked before they are used as indices.
TEST(Checkpoint, DamagedOrderOrPairsAreRefused) {
  Pile pile;
  for (int k = 0; k < 3; ++k) add_sphere(pile, 0.5, 2000, {0.999 * k, 0, 0});
  Motion run(plain(1e6, 0.5), pile);
  run.until(run.time() + 1e-3);
  const Resume sound = memory_of(run.stepper());
  const auto start = [&](const char* name, const std::vector<std::int64_t>& values) {
    Resume damaged = sound;
    damaged.integers[name] = values;
    ssdem::Stepper(run.parameters(), run.pile(), run.external(), damaged);
  };
  ASSERT_EQ(sound.integers.at("ssdem/pairs"), (std::vector<std::int64_t>{0, 1, 0, 1, 2, 0}));
  EXPECT_NO_THROW(start("ssdem/pairs", {0, 1, 0, 1, 2, 0}));
  using Numbers = std::vector<std::int64_t>;
  for (const Numbers& pairs :
       {Numbers{-5, 1, 0, 1, 2, 0}, Numbers{0, 1, 0, 1, 3, 0}, Numbers{0, 0, 0, 1, 2, 0}, Numbers{1, 2, 0, 0, 1, 0},
        Numbers{0, 1, 0, 0, 1, 0}, Numbers{0, 1, 0, 1, std::int64_t{2} + (std::int64_t{1} << 32), 0}})
    EXPECT_THROW(start("ssdem/pairs", pairs), InputError);
  for (const Numbers& order : {Numbers{0, 0, 1}, Numbers{0, 1, 3}, Numbers{-1, 1, 2}})
    EXPECT_THROW(start("ssdem/order", order), InputError);
}

// Contacts of another method, and springs of another kind, are refused.
TEST(Checkpoint, ForeignContactsAreRefused) {
  Pile pile;
  for (int k = 0; k < 2; ++k) add_sphere(pile, 0.5, 2000, {0.999 * k, 0, 0});
  ssdem::Parameters p = plain(1e6, 0.5);
  p.sliding = laws::CoulombSliding{0.5, 0.5};
  Motion run(p, pile);
  run.until(1e-3);
  pile.contacts = run.contacts();
  const auto start = [&](const std::function<void(Contacts&)>& change) {
    Pile changed = pile;
    change(changed.contacts);
    Motion again(p, changed);
  };
  ASSERT_NE(pile.contacts.find("sliding"), nullptr);
  EXPECT_NO_THROW(start([](Contacts&) {}));
  EXPECT_THROW(start([](Contacts& c) { c.key[0].feature = 1; }), InputError);
  EXPECT_THROW(start([](Contacts& c) { c.columns[0].odd = false; }), InputError);
  EXPECT_THROW(start([](Contacts& c) { c.columns[0].unit = "rad"; }), InputError);
  EXPECT_THROW(start([](Contacts& c) { c.columns[0].value = Reals{0}; }), InputError);
}

// A checkpoint is refused if its run starts after the stored state, or if gravity was evaluated in the future or is
// held for an invalid number of steps.
TEST(Checkpoint, DamagedStepsAreRefused) {
  Pile pile;
  for (int k = 0; k < 3; ++k) add_sphere(pile, 0.5, 2000, {0.999 * k, 0, 0});
  pile.state.step = 100;
  ssdem::Parameters p = plain(1e6, 0.5);
  p.gravity = {gravity::Summation::direct, kG};
  p.gravity.hold = 1e-3;
  Motion run(p, pile);
  for (int k = 0; k < 10; ++k) run.until(run.time() + run.choice().dt);
  const Resume sound = memory_of(run.stepper());
  const std::int64_t now = run.pile().state.step;
  const auto start = [&](const char* name, const std::vector<std::int64_t>& values) {
    Resume damaged = sound;
    damaged.integers[name] = values;
    ssdem::Stepper(run.parameters(), run.pile(), run.external(), damaged);
  };
  ASSERT_EQ(now, 110);
  ASSERT_EQ(sound.integers.at("ssdem/base_step"), std::vector<std::int64_t>{100});
  EXPECT_NO_THROW(start("ssdem/base_step", {100}));
  EXPECT_NO_THROW(start("ssdem/gravity_held", {now, 1}));
  EXPECT_NO_THROW(start("ssdem/gravity_held", {now, 64}));
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min(), most = -(least + 1);
  for (const std::int64_t base : {now + 1, std::int64_t{-1}, least, most})
    EXPECT_THROW(start("ssdem/base_step", {base}), InputError);
  for (const double time : {1e9, -1e9, 1e-3, std::numeric_limits<double>::quiet_NaN()}) {
    Resume damaged = sound;
    damaged.reals["ssdem/base_time"] = {time};
    EXPECT_THROW(ssdem::Stepper(run.parameters(), run.pile(), run.external(), damaged), InputError) << time;
  }
  using Numbers = std::vector<std::int64_t>;
  for (const Numbers& held : {Numbers{now, 0}, Numbers{now, -1}, Numbers{now, 65}, Numbers{now, most},
                              Numbers{now + 1, 1}, Numbers{-1, 1}, Numbers{least, 1}})
    EXPECT_THROW(start("ssdem/gravity_held", held), InputError);
  for (const char* name : {"ssdem/gravity", "ssdem/gravity_slope", "ssdem/gravity_within/force"}) {
    Resume damaged = sound;
    damaged.reals[name].back() = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW(ssdem::Stepper(run.parameters(), run.pile(), run.external(), damaged), InputError) << name;
  }
}

}  // namespace
}  // namespace rubble::test
