// Reasons why a checkpoint belongs to another run.
#include "run/run_key.hpp"

#include <gtest/gtest.h>

namespace rubble::run {
namespace {

constexpr const char* kConfig =
    "[run]\nduration = 10.0\n\n[[plane]]\npoint = [0.0]\n\n[stop]\nhold = 2.0\nquiet = 1e-06\n";

const Units kUnits = {{"run.duration", "s"}, {"plane.point", "m"}, {"stop.quiet", "1"}, {"seed", ""}};

std::string told(const RunKey& kept, const RunKey& own) { return difference(run_key(kept), run_key(own), kUnits); }

std::string replaced(std::string text, const std::string& old, const std::string& by) {
  return text.replace(text.find(old), old.size(), by);
}

TEST(AppRunKey, ThePartThatDiffersIsNamed) {
  const RunKey own{"rubble-relax 1.2 (abc)", "t.h5", "0123", kConfig};
  RunKey kept = own;
  kept.program = "rubble-relax 1.1 (abc)";
  EXPECT_EQ(told(kept, own), "of rubble-relax 1.1 (abc), not rubble-relax 1.2 (abc)");
  kept = own, kept.track = "";
  EXPECT_EQ(told(kept, own), "the track is none, not \"t.h5\"");
  EXPECT_EQ(told(own, kept), "the track is \"t.h5\", not none");
  kept = own, kept.input = "3210";
  EXPECT_EQ(told(kept, own), "the input differs");
  kept = own, kept.input = "0123 4567";
  EXPECT_EQ(told(kept, own), "a file that the configuration names has changed");
}

TEST(AppRunKey, TheParameterThatDiffersIsNamed) {
  const RunKey own{"rubble-relax 1.2 (abc)", "", "0123", kConfig};
  const auto with = [&](const std::string& old, const std::string& by) {
    RunKey kept = own;
    kept.config = replaced(kConfig, old, by);
    return told(kept, own);
  };
  EXPECT_EQ(with("quiet = 1e-06", "quiet = 1e-12"), "[stop] quiet = 1e-12, not 1e-06");
  EXPECT_EQ(with("[0.0]", "[1.0]"), "[[plane]] point = [1.0] m, not [0.0] m");
  EXPECT_EQ(with("duration = 10.0", "duration = 20.0"), "[run] duration = 20.0 s, not 10.0 s");
  EXPECT_EQ(with("duration = 10.0", "duration = \"auto\""), "[run] duration = \"auto\", not 10.0 s");
  EXPECT_EQ(with("hold = 2.0\n", ""), "without [stop] hold = 2.0");
  EXPECT_EQ(with("hold = 2.0\n", "hold = 2.0\nmean = 3.0\n"), "with [stop] mean = 3.0");
  EXPECT_EQ(with("quiet = 1e-06\n", ""), "without [stop] quiet = 1e-06");
  EXPECT_EQ(with("[[plane]]\npoint = [0.0]\n\n", ""), "without [[plane]] point = [0.0] m");
}

// The times of checkpoints change no result, so a run may resume with a different interval.
TEST(AppRunKey, TheTimeBetweenCheckpointsIsLeftOut) {
  const auto with = [](const std::string& line) {
    return RunKey{"rubble-relax 1.2 (abc)", "", "0123", "[run]\n" + line + "duration = 10.0\n\n[stop]\nhold = 2.0\n"};
  };
  const RunKey often = with("checkpoint_every = 1.0\n"), seldom = with("checkpoint_every = 600.0\n");
  EXPECT_EQ(run_key(often), run_key(seldom));
  EXPECT_EQ(told(often, with("record_every = 1.0\n")), "without [run] record_every = 1.0");
  // A key of that name in another table is a different key.
  RunKey kept = often, own = often;
  kept.config += "checkpoint_every = 1.0\n", own.config += "checkpoint_every = 2.0\n";
  EXPECT_EQ(told(kept, own), "[stop] checkpoint_every = 1.0, not 2.0");
}

// The duration changes no step before the end. A stopped run may resume with another one, but an output of another
// duration is that of another run.
TEST(AppRunKey, CheckpointsLeaveOutTheDuration) {
  const auto with = [](const std::string& duration) {
    return RunKey{"rubble-relax 1.2 (abc)", "", "0123", "[run]\nduration = " + duration + "\nrecord_every = 1.0\n"};
  };
  EXPECT_EQ(checkpoint_key(with("10.0")), checkpoint_key(with("20.0")));
  EXPECT_NE(run_key(with("10.0")), run_key(with("20.0")));
  RunKey other = with("10.0");
  other.config += "[stop]\nduration = 1.0\n";
  RunKey another = with("10.0");
  another.config += "[stop]\nduration = 2.0\n";
  EXPECT_NE(checkpoint_key(other), checkpoint_key(another));
}

// A checkpoint of a version that stores something else.
TEST(AppRunKey, OtherTextIsNoMatch) {
  const RunKey own{"rubble-relax 1.2 (abc)", "", "0123", kConfig};
  for (const std::string kept :
       {"", "\n", "x", "rubble-relax 1.2 (abc)", "rubble-relax 1.2 (abc)\ntrack: \ninput: 0123\n"})
    EXPECT_FALSE(difference(kept, run_key(own), kUnits).empty()) << kept;
}

}  // namespace
}  // namespace rubble::run
