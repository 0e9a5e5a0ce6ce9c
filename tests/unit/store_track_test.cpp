// Tracks and checkpoints: stopping and resuming do not affect the finished files.
#include "store/disk.hpp"
#include "store/hdf5.hpp"
#include "store/inspect.hpp"
#include "store/track.hpp"
#include "unit/store_fixture.hpp"

#include <array>
#include <cmath>

namespace rubble::store {
namespace {

const std::vector<Column> kColumns = {{"energy/kinetic", "J", 1}, {"momentum", "kg m s-1", 3}, {"bodies/left", "1", 1}};

class OnTrack : public Folder {
 protected:
  static Pile at(int frame) {
    Pile pile = sample_pile();
    pile.state.time = 0.5 * frame;
    pile.state.step = 100 * frame;
    for (Vec3& p : pile.state.position) p *= 1 + 0.25 * frame;
    resize(pile.contacts, static_cast<std::size_t>(frame * 3 % 8));  // no contacts in frames 0 and 8
    return pile;
  }
  static void advance(Track& track, int frame) {
    const Pile pile = at(frame);
    const double t = pile.state.time;
    for (int i = 0; i < 3; ++i) track.record(pile.state.step + i, t + 0.1 * i, {t * t, t, 2 * t, 3 * t, 7.0});
    track.frame(pile);
  }
  static Checkpoint checkpoint(int frame) {
    Checkpoint c{at(frame), {}, "the key"};
    c.pile.contacts = {};
    c.resume.reals["plan/next"] = {0.1, std::nan(""), INFINITY};
    c.resume.reals["none"] = {};
    c.resume.integers["pairs"] = {1, -2, std::int64_t{1} << 60};
    return c;
  }
  // A run of ten frames with a checkpoint after each named frame; the process ends there and is resumed.
  void run(const std::string& name, const std::vector<int>& stops) const {
    auto track = std::make_unique<Track>(kColumns);
    for (int frame = 0; frame < 10; ++frame) {
      advance(*track, frame);
      if (std::find(stops.begin(), stops.end(), frame) == stops.end()) continue;
      write_checkpoint(path(name + ".ckpt"), checkpoint(frame), *track);
      track = std::make_unique<Track>(kColumns);
      read_checkpoint(path(name + ".ckpt"), *track);
    }
    track->finish(path(name), sample_pile(), sample_provenance());
    remove_checkpoint(path(name + ".ckpt"));
  }
};

TEST_F(OnTrack, RoundTrip) {
  run("t.h5", {});
  EXPECT_EQ(files(), 2u);  // the track and its page for ParaView
  const Series series = read_series(path("t.h5"));
  ASSERT_EQ(series.columns.size(), kColumns.size());
  for (std::size_t i = 0; i < kColumns.size(); ++i) {
    EXPECT_EQ(series.columns[i].name, kColumns[i].name);
    EXPECT_EQ(series.columns[i].unit, kColumns[i].unit);
    EXPECT_EQ(series.columns[i].width, kColumns[i].width);
  }
  ASSERT_EQ(series.step.size(), 30u);
  EXPECT_EQ(series.step[4], 101);
  EXPECT_EQ(series.time[4], 0.5 + 0.1);
  EXPECT_EQ(series.values[0][6], 1.0);
  ASSERT_EQ(series.values[1].size(), 90u);
  EXPECT_EQ(series.values[1][3 * 6 + 1], 2.0);
  EXPECT_EQ(series.values[2][29], 7.0);

  for (int frame = 0; frame < 10; ++frame)
    EXPECT_EQ(read_frame(path("t.h5"), frame).hash, content_hash(at(frame))) << frame;
  EXPECT_EQ(read_frame(path("t.h5"), -1).hash, content_hash(at(9)));
  EXPECT_EQ(read_frame(path("t.h5"), 0).provenance.size(), 2u);
  EXPECT_EQ(refusal([&] { read_frame(path("t.h5"), 10); }), path("t.h5") + ": no frame 10: the track has 10 frames");
  EXPECT_EQ(refusal([&] { read_frame(path("t.h5"), -11); }), path("t.h5") + ": no frame -11: the track has 10 frames");
}

TEST_F(OnTrack, CheckpointsDoNotChangeTheBytes) {
  run("t.h5", {});
  const std::string track = slurp(path("t.h5")), page = slurp(path("t.xdmf2"));
  for (const std::vector<int>& stops : {std::vector<int>{4}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, {2, 9}, {7, 8}}) {
    run("t.h5", stops);
    EXPECT_EQ(slurp(path("t.h5")), track);
    EXPECT_EQ(slurp(path("t.xdmf2")), page);
    EXPECT_EQ(files(), 2u);
  }
}

// Contacts of large frames fill several chunks. Checkpoints write them piece by piece, and the bytes of the file stay
// the same.
TEST_F(OnTrack, CheckpointsOfLargeFramesDoNotChangeTheBytes) {
  const auto make = [&](bool stop) {
    Track track(kColumns);
    for (int frame = 0; frame < 4; ++frame) {
      Pile pile = sample_pile(9000);
      pile.state.time = frame;
      track.frame(pile);
      if (stop && frame % 2 == 0) write_checkpoint(path("big.ckpt"), {sample_pile(9000), {}, ""}, track);
    }
    track.finish(path("big.h5"), sample_pile(9000), {});
    return slurp(path("big.h5"));
  };
  const std::string straight = make(false);
  EXPECT_EQ(straight, make(true));
  Pile last = sample_pile(9000);
  last.state.time = 3;
  EXPECT_EQ(read_frame(path("big.h5"), 3).hash, content_hash(last));
}

TEST_F(OnTrack, CheckpointRoundTrip) {
  Track track(kColumns);
  advance(track, 0);
  const Checkpoint before = checkpoint(0);
  write_checkpoint(path("t.ckpt"), before, track);
  EXPECT_TRUE(std::filesystem::exists(path("t.ckpt.seg0001")));
  Track again(kColumns);
  const Checkpoint after = read_checkpoint(path("t.ckpt"), again);
  EXPECT_EQ(again.rows(), 3u);
  EXPECT_EQ(again.frames(), 1u);
  EXPECT_EQ(after.key, before.key);
  EXPECT_EQ(content_hash(after.pile), content_hash(before.pile));
  EXPECT_EQ(after.resume.integers, before.resume.integers);
  ASSERT_EQ(after.resume.reals.size(), 2u);
  const Reals& next = after.resume.reals.at("plan/next");
  ASSERT_EQ(next.size(), 3u);
  EXPECT_EQ(next[0], 0.1);
  EXPECT_TRUE(std::isnan(next[1]));
  EXPECT_TRUE(std::isinf(next[2]));
  EXPECT_TRUE(after.resume.reals.at("none").empty());
}

TEST_F(OnTrack, CheckpointWithoutFramesWritesNoSegment) {
  Track track(kColumns);
  write_checkpoint(path("t.ckpt"), checkpoint(0), track);
  EXPECT_EQ(files(), 1u);
}

TEST_F(OnTrack, SegmentsMissingOrChangedAreRefused) {
  Track track(kColumns);
  advance(track, 0);
  write_checkpoint(path("t.ckpt"), checkpoint(0), track);
  const std::string segment = path("t.ckpt.seg0001"), good = slurp(segment);
  const auto read = [&] {
    Track again(kColumns);
    return refusal([&] { read_checkpoint(path("t.ckpt"), again); });
  };
  const std::string changed =
      segment + ": expected the segment that the checkpoint lists, found other bytes (SHA-256 differs)";
  std::string bad = good;
  bad[bad.size() / 2] ^= 1;
  spill(segment, bad);
  EXPECT_EQ(read(), changed);
  spill(segment, good.substr(0, good.size() - 1));
  EXPECT_EQ(read(), changed);
  std::filesystem::remove(segment);
  EXPECT_EQ(read(), segment + ": no such file");
  spill(segment, good);
  EXPECT_EQ(read(), "");
  Track other(std::vector<Column>{{"energy/kinetic", "J", 1}});
  EXPECT_EQ(refusal([&] { read_checkpoint(path("t.ckpt"), other); }),
            path("t.ckpt") + ":/track/columns: expected no series in column 1, found 'momentum'");
}

// A crash between a new segment and its checkpoint: the old checkpoint is valid, and the unused segment is overwritten.
TEST_F(OnTrack, CrashBetweenSegmentAndCheckpoint) {
  run("whole.h5", {});
  Track track(kColumns);
  for (int frame = 0; frame < 3; ++frame) advance(track, frame);
  write_checkpoint(path("t.ckpt"), checkpoint(2), track);
  const std::string old = slurp(path("t.ckpt"));
  for (int frame = 3; frame < 6; ++frame) advance(track, frame);
  write_checkpoint(path("t.ckpt"), checkpoint(5), track);
  spill(path("t.ckpt"), old);  // as if the second checkpoint had not been renamed

  Track again(kColumns);
  read_checkpoint(path("t.ckpt"), again);
  EXPECT_EQ(again.frames(), 3u);
  for (int frame = 3; frame < 10; ++frame) {
    advance(again, frame);
    if (frame == 6) write_checkpoint(path("t.ckpt"), checkpoint(6), again);
  }
  again.finish(path("t.h5"), sample_pile(), sample_provenance());
  EXPECT_EQ(slurp(path("t.h5")), slurp(path("whole.h5")));
  // Until the checkpoint is removed, the run could resume from it again.
  Track third(kColumns);
  read_checkpoint(path("t.ckpt"), third);
  EXPECT_EQ(third.frames(), 7u);
}

TEST_F(OnTrack, AFailedCheckpointLosesNoFrames) {
  Track track(kColumns);
  advance(track, 0);
  std::filesystem::create_directories(path("t.ckpt/inside"));  // the checkpoint cannot be written, but its segment can
  EXPECT_THROW(write_checkpoint(path("t.ckpt"), checkpoint(0), track), SystemError);
  std::filesystem::remove_all(path("t.ckpt"));
  EXPECT_EQ(track.frames(), 1u);
  write_checkpoint(path("t.ckpt"), checkpoint(0), track);
  EXPECT_EQ(track.frames(), 1u);
}

TEST_F(OnTrack, RemoveTakesOnlyItsOwnFiles) {
  for (const char* name : {"t.ckpt", "t.ckpt.seg0001", "t.ckpt.seg0002", "t.ckpt.seg12345"}) spill(path(name), "x");
  for (const char* name : {"t.ckpt.segment", "t.ckpt.seg1", "u.ckpt.seg0001", "t.h5"}) spill(path(name), "x");
  remove_checkpoint(path("t.ckpt"));
  EXPECT_EQ(files(), 4u);
  EXPECT_NO_THROW(remove_checkpoint(path("t.ckpt")));
}

TEST_F(OnTrack, OnlyASeriesAndOnlyFrames) {
  Track rows(kColumns);
  rows.record(1, 0.5, {1, 2, 3, 4, 5});
  rows.finish(path("rows.h5"), sample_pile(), {});
  EXPECT_EQ(inspect(path("rows.h5")).frames, 0u);
  EXPECT_EQ(read_series(path("rows.h5")).values[1], (Reals{2, 3, 4}));
  EXPECT_EQ(refusal([&] { read_frame(path("rows.h5"), -1); }),
            path("rows.h5") + ": no frame -1: the track has 0 frames");

  Track frames({});
  frames.frame(at(1));
  frames.finish(path("frames.h5"), at(1), {});
  EXPECT_EQ(read_series(path("frames.h5")).step.size(), 0u);
  EXPECT_EQ(read_frame(path("frames.h5"), 0).hash, content_hash(at(1)));
}

TEST_F(OnTrack, HashIsOfTheData) {
  run("a.h5", {});
  run("b.h5", {3});
  Track other(kColumns);
  for (int frame = 0; frame < 10; ++frame) advance(other, frame);
  other.finish(path("c.h5"), sample_pile(), {});  // another provenance
  EXPECT_EQ(file_hash(path("a.h5")), file_hash(path("b.h5")));
  EXPECT_EQ(file_hash(path("a.h5")), file_hash(path("c.h5")));
  other.record(1000, 5.0, {0, 0, 0, 0, 0});
  other.finish(path("c.h5"), sample_pile(), {});
  EXPECT_NE(file_hash(path("a.h5")), file_hash(path("c.h5")));
  EXPECT_EQ(refusal([&] { other.finish("-", sample_pile(), {}); }),
            "a track cannot be written to standard output: give a file name");
}

TEST_F(OnTrack, Overview) {
  run("t.h5", {});
  const Overview o = inspect(path("t.h5"));
  EXPECT_EQ(o.content, "track");
  EXPECT_EQ(o.frames, 10u);
  EXPECT_EQ(o.rows, 30u);
  EXPECT_EQ(o.bodies, 7u);
  EXPECT_NEAR(o.mass, 7 / 3.0 + 21, 1e-12);
  EXPECT_EQ(o.least_radius, 0.5);
  ASSERT_TRUE(o.last.has_value());
  EXPECT_EQ(o.last->time, 4.5);
  EXPECT_EQ(o.last->contacts, at(9).contacts.size());
  Track track(kColumns);
  write_checkpoint(path("t.ckpt"), checkpoint(3), track);
  EXPECT_EQ(inspect(path("t.ckpt")).content, "checkpoint");
  EXPECT_EQ(inspect(path("t.ckpt")).last->step, 300);
}

TEST_F(OnTrack, TruncatedTracksAndCheckpointsAreRefused) {
  run("t.h5", {});
  Track track(kColumns);
  advance(track, 0);
  write_checkpoint(path("t.ckpt"), checkpoint(0), track);
  for (const char* name : {"t.h5", "t.ckpt"}) {
    const std::string whole = slurp(path(name));
    for (std::size_t length = 0; length < whole.size(); length += whole.size() / 50) {
      spill(path(name), whole.substr(0, length));
      EXPECT_NE(refusal([&] { inspect(path(name)); }), "") << name << " of " << length << " bytes";
    }
  }
}

}  // namespace
}  // namespace rubble::store
