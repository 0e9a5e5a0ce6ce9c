// Piles of glued grains in files: all bits are restored, and data that are not rigid grains are refused.
#include "generate/encounter.hpp"
#include "model/check.hpp"
#include "model/grains.hpp"
#include "physics/scene.hpp"
#include "store/inspect.hpp"
#include "store/pile_file.hpp"
#include "store/track.hpp"
#include "unit/store_fixture.hpp"

namespace rubble::store {
namespace {

Pile glued() {
  Pile pile;
  test::glue(pile, "rod", 0.5, 2700, Vec3(0.1, 0.2, 5), Quaternion(0.1, 0.2, -0.3, 0.7).normalized(), Vec3(1, 2, 3),
             Vec3(0.1, 0.2, -0.3));
  test::add_sphere(pile, 0.5, 2700, Vec3(-9, 0, 0), Vec3(0, 0, 1));
  test::glue(pile, "cube", 0.5, 2700, Vec3(20, 0, 0), Quaternion(0.5, 0.5, -0.5, 0.5), Vec3(0, 1, 0), Vec3(0, 2, 0));
  return pile;
}
std::string found(const std::function<void(Pile&)>& change) {
  Pile pile = glued();
  change(pile);
  return refusal([&] { check(pile, "x"); });
}

using GrainFile = Folder;

TEST_F(GrainFile, PileRoundTrip) {
  const Pile pile = glued();
  write_pile(path("a.h5"), pile, {});
  const Pile back = read_pile(path("a.h5")).pile;
  EXPECT_EQ(content_hash(back), content_hash(pile));
  ASSERT_EQ(back.state.grouping.grains.size(), 2u);
  EXPECT_EQ(back.state.grouping.first_member(1), 5u);
  EXPECT_EQ(back.state.grouping.grains[1].count, 8);
  EXPECT_EQ(back.state.grouping.grains[1].mass, pile.state.grouping.grains[1].mass);
  EXPECT_EQ(back.state.grouping.grains[0].moments, pile.state.grouping.grains[0].moments);
  EXPECT_EQ(back.state.grouping.grain, (std::vector<Index>{0, 0, 0, 0, -1, 1, 1, 1, 1, 1, 1, 1, 1}));
  for (std::size_t g = 0; g < 2; ++g) EXPECT_EQ(back.state.orientation[g].coeffs(), pile.state.orientation[g].coeffs());
  for (const Difference& d : compare(back, pile, 0, 0)) EXPECT_TRUE(d.equal) << d.dataset;

  Pile turned = pile;
  turned.state.orientation[1] = Quaternion(1, 0, 0, 0);
  EXPECT_NE(content_hash(turned), content_hash(pile));
  std::size_t different = 0;
  for (const Difference& d : compare(turned, pile, 0, 0)) different += !d.equal;
  EXPECT_EQ(different, 1u);
}

// Also for a grain whose overlaps count once.
TEST_F(GrainFile, ExcessRoundTrip) {
  Pile pile;
  test::glue(pile, shape::glue("pair", {{0, 0, 0}, {0.5, 0, 0}}, {1, 0.7}, shape::Overlap::kUnion), 2700, Vec3(1, 2, 3),
             Quaternion(0.1, 0.2, -0.3, 0.7).normalized());
  write_pile(path("u.h5"), pile, {});
  const Grain back = read_pile(path("u.h5")).pile.state.grouping.grains.at(0);
  EXPECT_GT(back.excess.norm(), 0.01 * back.moments.norm());
  EXPECT_EQ(back.excess, pile.state.grouping.grains[0].excess);
  EXPECT_TRUE(glued().state.grouping.grains[0].excess.isZero(0));
}

TEST_F(GrainFile, FramesRoundTrip) {
  Track track({{"a", "1", 1}});
  Pile pile = glued();
  for (int k = 0; k < 3; ++k) {
    track.record(k, k, {0.0});
    track.frame(pile);
    if (k == 1) {
      write_checkpoint(path("c"), {{pile.model, pile.state, {}, {}}, {}, "key"}, track);
      track = Track({{"a", "1", 1}});
      EXPECT_EQ(content_hash(read_checkpoint(path("c"), track).pile), content_hash(pile));
    }
    GrainMotion motion = motion_of(pile.model, pile.state, 0);
    motion.orientation = Quaternion(1, k, 0, 0.5).normalized();
    place_members(0, motion, pile.state);
    pile.state.time += 1, ++pile.state.step;
  }
  track.finish(path("t.h5"), pile, {});
  const Frames frames(path("t.h5"));
  ASSERT_EQ(frames.size(), 3u);
  EXPECT_EQ(content_hash(frames.pile(0)), content_hash(glued()));
  EXPECT_EQ(frames.pile(1).state.orientation[0].coeffs(), Quaternion(1, 0, 0, 0.5).normalized().coeffs());
  EXPECT_EQ(frames.pile(2).state.orientation[1].coeffs(), glued().state.orientation[1].coeffs());
  EXPECT_NE(slurp(path("t.xdmf2")).find("\"grain\""), std::string::npos);
}

// Changes of bodies by sticking and breaking, for a pile and for each frame of a track whose grains change.
TEST_F(GrainFile, LineageAndLiberatedRoundTrip) {
  const std::vector<std::int64_t> lineage{4, 4, -1, -1, 7, -1, -1, -1, -1, -1, -1, -1, -1};
  const std::vector<std::int32_t> liberated{0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
  const BodyColumn heat{"heat", "J", "heat of the body", Reals(13, 0.5)};
  Track track({{"a", "1", 1}}, true);
  Pile pile = glued();
  for (int k = 0; k < 3; ++k) {
    if (k > 0) put_column(pile.state.columns, {kLineage, "1", "", lineage});
    if (k > 1) put_column(pile.state.columns, {"liberated", "1", "", liberated});
    if (k == 1) put_column(pile.state.columns, heat);
    if (k > 0) pile.bonds.pair = {{1, 2}, {2, static_cast<Index>(3 + k)}};
    write_pile(path("p.h5"), pile, {});
    EXPECT_EQ(content_hash(read_pile(path("p.h5")).pile), content_hash(pile));
    track.record(k, k, {0.0});
    track.frame(pile);
    if (k == 1) {
      write_checkpoint(path("c"), {{pile.model, pile.state, {}, {}}, {}, "key"}, track);
      track = Track({{"a", "1", 1}}, true);
      EXPECT_EQ(values_in<std::int64_t>(read_checkpoint(path("c"), track).pile.state, kLineage), lineage);
    }
    pile.state.time += 1, ++pile.state.step;
  }
  track.finish(path("t.h5"), pile, {});
  const Frames frames(path("t.h5"));
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(values_in<std::int64_t>(frames.pile(k).state, kLineage), k > 0 ? lineage : std::vector<std::int64_t>());
    EXPECT_EQ(values_in<std::int32_t>(frames.pile(k).state, "liberated"),
              k > 1 ? liberated : std::vector<std::int32_t>());
    EXPECT_EQ(frames.pile(k).bonds.size(), k > 0 ? 2u : 0u);
  }
  EXPECT_EQ(frames.pile(2).bonds.pair[1][1], 5);
  EXPECT_EQ(frames.pile(1).state.columns[0].unit, "J");
  EXPECT_EQ(frames.pile(1).state.columns[0].text, "heat of the body");
  EXPECT_EQ(values_in<double>(frames.pile(1).state, "heat"), Reals(13, 0.5));
  std::size_t different = 0;
  for (const Difference& d : compare(frames.pile(1), frames.pile(2), 0, 0))
    different += !d.equal && d.dataset == "/particles/body/liberated";
  EXPECT_EQ(different, 1u);
}

TEST(GrainCheck, FindsDeviationsFromRigidMotion) {
  EXPECT_EQ(found([](Pile&) {}), "");
  EXPECT_EQ(found([](Pile& p) { p.state.position[2].x() += 1e-3; }).substr(0, 65),
            "x: position: expected a member where its grain has it, found it 0");
  EXPECT_EQ(found([](Pile& p) { p.state.velocity[6].x() += 1; }),
            "x: velocity: expected a member that moves with its grain, found it 1 m/s off (body 6)");
  EXPECT_EQ(found([](Pile& p) { p.state.spin[6].x() += 1; }),
            "x: spin: expected the spin of its grain, found another (body 6)");
  EXPECT_EQ(found([](Pile& p) { p.state.orientation[1].w() = 2; }).substr(0, 45),
            "x: orientation: expected a unit quaternion, f");
  EXPECT_EQ(found([](Pile& p) { p.state.grouping.grains[0].moments.x() = 0; }).substr(0, 31),
            "x: moments: expected numbers > ");
}

TEST(GrainEncounter, GrainsStayRigid) {
  generate::Encounter e;
  e.relative_speed = 3, e.impact_angle = 0.4, e.gap = 1, e.constant = 6.67430e-11,
  e.orientation = generate::Orientation::random;
  e.target_spin = Vec3(0, 0.2, 0.1), e.projectile_spin = Vec3(0.1, 0, 0);
  Pile spheres;
  test::add_sphere(spheres, 0.5, 2700, Vec3(0, 0, 0));
  test::add_sphere(spheres, 0.5, 2700, Vec3(1, 0, 0));
  for (const auto& [target, projectile] : {std::pair{glued(), spheres}, {spheres, glued()}, {glued(), glued()}}) {
    const Pile both = generate::meet(target, projectile, e, 5).pile;
    EXPECT_EQ(refusal([&] { check(both, "x"); }), "");
    EXPECT_EQ(both.state.grouping.grains.size(),
              target.state.grouping.grains.size() + projectile.state.grouping.grains.size());
  }
}

}  // namespace
}  // namespace rubble::store
