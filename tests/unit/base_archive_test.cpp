// Saved values are restored to the last bit; an archive that does not fit is refused.
#include "base/archive.hpp"
#include "base/error.hpp"
#include "model/account.hpp"

#include <gtest/gtest.h>

namespace rubble {
namespace {

struct Everything {
  double real = 0;
  std::int64_t integer = 0;
  bool flag = false;
  Reals reals;
  std::vector<std::int64_t> integers;
  Vec3s vectors;
  Account account;

  void archive(Archive& a) {
    a.value("real", real), a.value("integer", integer), a.value("flag", flag);
    a.value("reals", reals), a.value("integers", integers, 2), a.value("vectors", vectors, 2);
    archive_account(a, "account", account);
  }
};

Everything sample() {
  Everything e{1.0 / 3, -(std::int64_t{1} << 60), true, {0.1, -0.0}, {7, -8}, {Vec3(1, 2, 1e-300), Vec3(4, 5, 6)}, {}};
  e.account[Channel::fracture] = 0.7, e.account.impulse = Vec3(0.1, 0.2, 0.3), e.account.exchanged_angular = 1e17;
  return e;
}

TEST(Archive, RestoresEveryKindOfValue) {
  Everything before = sample(), after;
  restore(after, memory_of(before));
  EXPECT_EQ(after.real, before.real);
  EXPECT_EQ(after.integer, before.integer);
  EXPECT_TRUE(after.flag);
  EXPECT_EQ(after.reals, before.reals);
  EXPECT_EQ(after.integers, before.integers);
  EXPECT_EQ(after.vectors, before.vectors);
  EXPECT_EQ(flat(after.account), flat(before.account));
}

TEST(Archive, RefusesMissingValuesAndWrongSizes) {
  Everything before = sample();
  const Resume sound = memory_of(before);
  const auto message = [&](const std::function<void(Resume&)>& damage) -> std::string {
    Resume resume = sound;
    damage(resume);
    Everything after;
    try {
      restore(after, resume);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message([](Resume&) {}), "");
  EXPECT_EQ(message([](Resume& r) { r.reals.erase("real"); }),
            "the checkpoint does not match this run: missing or wrong size of real");
  EXPECT_EQ(message([](Resume& r) { r.integers["flag"].clear(); }),
            "the checkpoint does not match this run: missing or wrong size of flag");
  EXPECT_EQ(message([](Resume& r) { r.integers["integers"].push_back(1); }),
            "the checkpoint does not match this run: missing or wrong size of integers");
  EXPECT_EQ(message([](Resume& r) { r.reals["vectors"].pop_back(); }),
            "the checkpoint does not match this run: missing or wrong size of vectors");
  EXPECT_EQ(message([](Resume& r) { r.reals["account"].pop_back(); }),
            "the checkpoint does not match this run: missing or wrong size of account");
}

}  // namespace
}  // namespace rubble
