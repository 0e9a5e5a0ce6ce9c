// Checkpoints that fit in shape and say nonsense.
#include "base/error.hpp"
#include "scene.hpp"

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

// What a checkpoint says of order and pairs is looked at before anything is found by it.
TEST(Checkpoint, DamagedOrderOrPairsAreRefused) {
  Pile pile;
  for (int k = 0; k < 3; ++k) add_sphere(pile, 0.5, 2000, {0.999 * k, 0, 0});
  Motion run(plain(1e6, 0.5), pile);
  run.until(run.time() + 1e-3);
  const Resume sound = run.stepper().resume();
  const auto start = [&](const char* name, const std::vector<std::int64_t>& values) {
    Resume damaged = sound;
    damaged.integers[name] = values;
    ssdem::Stepper(run.parameters(), run.pile(), run.external(), damaged);
  };
  ASSERT_EQ(sound.integers.at("ssdem/pairs"), (std::vector<std::int64_t>{0, 1, 1, 2}));
  EXPECT_NO_THROW(start("ssdem/pairs", {0, 1, 1, 2}));
  using Numbers = std::vector<std::int64_t>;
  for (const Numbers& pairs : {Numbers{-5, 1, 1, 2}, Numbers{0, 1, 1, 3}, Numbers{0, 0, 1, 2}, Numbers{1, 2, 0, 1},
                               Numbers{0, 1, 0, 1}, Numbers{0, 1, 1, std::int64_t{2} + (std::int64_t{1} << 32)}})
    EXPECT_THROW(start("ssdem/pairs", pairs), InputError);
  for (const Numbers& order : {Numbers{0, 0, 1}, Numbers{0, 1, 3}, Numbers{-1, 1, 2}})
    EXPECT_THROW(start("ssdem/order", order), InputError);
}

}  // namespace
}  // namespace rubble::test
