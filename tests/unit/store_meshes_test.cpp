// Triangulated walls in files, and tables of their poses.
#include "model/check.hpp"
#include "model/placed_walls.hpp"
#include "shape/wall_recipes.hpp"
#include "store/datasets.hpp"
#include "store/inspect.hpp"
#include "store/pile_file.hpp"
#include "store/pose_file.hpp"
#include "unit/refusal.hpp"
#include "unit/store_fixture.hpp"

#include <functional>
#include <limits>

namespace rubble::store {
namespace {

MeshWall wall_of(const shape::Polyhedron& surface) {
  return {std::make_shared<const WallSurface>(shape::triangle_mesh(surface)), {}};
}

Pile pile_with_walls() {
  Pile pile = sample_pile();
  MeshWall drum = wall_of(shape::cone_surface(3, 3, 2, 12, shape::Ends::both));
  drum.motion.spin = {0, 0, 0.5};
  drum.motion.since = 4;
  MeshWall tool = wall_of(shape::box_surface({1, 2, 3}));
  tool.motion.poses = std::make_shared<const WallPoses>(Reals{0, 1, 3}, Vec3s{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}},
                                                        Vec3s{{0, 0, 0}, {0, 0, 1}, {0, 2, 0}});
  tool.motion.since = 0;
  pile.model.space.meshes = {drum, tool};
  return pile;
}

class MeshWalls : public Folder {};

TEST_F(MeshWalls, AreReadAsTheyWereWritten) {
  const Pile pile = pile_with_walls();
  write_pile(path("a.h5"), pile, {});
  const PileFile back = read_pile(path("a.h5"));
  EXPECT_EQ(back.hash, content_hash(pile));
  ASSERT_EQ(back.pile.model.space.meshes.size(), 2U);
  for (std::size_t k = 0; k < 2; ++k) {
    const MeshWall &now = back.pile.model.space.meshes[k], &before = pile.model.space.meshes[k];
    EXPECT_TRUE(same_surface(now, before));
    EXPECT_TRUE(same_motion(now.motion, before.motion));
    EXPECT_EQ(now.motion.since, before.motion.since);
    EXPECT_EQ(now.vertices(now.at(7.5, {})), before.vertices(before.at(7.5, {})));
  }
  for (const Difference& d : compare(pile, back.pile, 0, 0)) EXPECT_TRUE(d.equal) << d.dataset;
  Pile other = pile;
  other.model.space.meshes[1].motion.since = 1;
  EXPECT_NE(content_hash(other), back.hash);
}

// Two driven walls beside one in a given motion.
Pile pile_with_drives() {
  Pile pile = pile_with_walls();
  MeshWall lid = wall_of(shape::box_surface({1, 1, 0.1})), rotor = wall_of(shape::box_surface({1, 0.1, 0.1}));
  lid.drive = WallDrive{false, Vec3(0, 0.6, 0.8), -7, 3, 0.25};
  rotor.drive = WallDrive{true, Vec3::UnitX(), 2, 0.5, std::nullopt};
  rotor.motion.centre = {0, 0, 1};
  pile.model.space.meshes = {pile.model.space.meshes[0], lid, rotor};
  pile.state.walls = {{}, {0.5, -0.1, 0, 0, 2}, {0, 0, 12, 3, 4}};
  return pile;
}

TEST_F(MeshWalls, DrivesAndPosesAreReadAsTheyWereWritten) {
  const Pile pile = pile_with_drives();
  write_pile(path("a.h5"), pile, {});
  const PileFile back = read_pile(path("a.h5"));
  EXPECT_EQ(back.hash, content_hash(pile));
  EXPECT_FALSE(back.pile.model.space.meshes[0].drive);
  for (std::size_t k = 1; k < 3; ++k) {
    const MeshWall &now = back.pile.model.space.meshes[k], &before = pile.model.space.meshes[k];
    EXPECT_TRUE(same_guide(now, before));
    EXPECT_EQ(now.drive->load, before.drive->load);
    EXPECT_EQ(now.drive->inertia, before.drive->inertia);
    EXPECT_EQ(now.drive->limit, before.drive->limit);
    EXPECT_EQ(wall_vertices(back.pile, k), wall_vertices(pile, k));
    EXPECT_EQ(back.pile.state.walls[k].work, pile.state.walls[k].work);
  }
  EXPECT_LT((wall_vertices(pile, 1)[0] - pile.model.space.meshes[1].surface->mesh.vertex[0] - Vec3(0, 0.3, 0.4)).norm(),
            1e-15);
  for (const Difference& d : compare(pile, back.pile, 0, 0)) EXPECT_TRUE(d.equal) << d.dataset;
  Pile other = pile;
  other.state.walls[1].travel = 0.6;
  EXPECT_NE(content_hash(other), back.hash);
  other.model.space.meshes[1].drive.reset(), other.model.space.meshes[2].drive.reset();
  std::size_t different = 0;
  for (const Difference& d : compare(pile, other, 0, 0)) different += d.equal ? 0 : 1;
  EXPECT_GT(different, 3U);
}

TEST_F(MeshWalls, DamagedPosesAreRefused) {
  Pile pile = pile_with_drives();
  pile.state.walls.pop_back();
  EXPECT_EQ(refusal([&] { check(pile, "pile"); }), "pile: travel of walls: expected 3 walls as in meshes, found 2");
  pile = pile_with_drives();
  pile.state.walls[1].work = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(refusal([&] { check(pile, "pile"); }), "pile: work of walls: expected finite numbers, found nan (wall 1)");
}

TEST_F(MeshWalls, DamagedDrivesAreRefused) {
  const MeshTable good = table_of(pile_with_drives().model.space.meshes);
  const auto found = [&](const std::function<void(MeshTable&)>& damage) {
    MeshTable table = good;
    damage(table);
    const auto wrong = misfit(table);
    return wrong ? wrong->dataset : "";
  };
  EXPECT_FALSE(misfit(good));
  EXPECT_EQ(found([](MeshTable& t) { t.axis[1] *= 2; }), "axis");
  EXPECT_EQ(found([](MeshTable& t) { t.axis[0] = {0, 0, 0.5}; }), "axis");
  EXPECT_EQ(found([](MeshTable& t) { t.axis[0] = Vec3::UnitX(); }), "mass");
  EXPECT_EQ(found([](MeshTable& t) { t.axis[1].setZero(); }), "mass");
  EXPECT_EQ(found([](MeshTable& t) { t.axis[2].setZero(); }), "moment_of_inertia");
  EXPECT_EQ(found([](MeshTable& t) { t.mass[1] = 0; }), "mass");
  EXPECT_EQ(found([](MeshTable& t) { t.mass[1] = -1; }), "mass");
  EXPECT_EQ(found([](MeshTable& t) { t.moment_of_inertia[2] = -1; }), "moment_of_inertia");
  EXPECT_EQ(found([](MeshTable& t) { t.mass[2] = 1; }), "moment_of_inertia");
  EXPECT_EQ(found([](MeshTable& t) { t.mass.pop_back(); }), "mass");
}

TEST_F(MeshWalls, DamagedTablesAreRefused) {
  const MeshTable good = table_of(pile_with_walls().model.space.meshes);
  EXPECT_FALSE(misfit(good));
  const auto fault = [&](const std::function<void(MeshTable&)>& change) {
    MeshTable table = good;
    change(table);
    const auto found = misfit(table);
    return found ? found->dataset + ": " + found->expected + ", " + found->found : std::string();
  };
  EXPECT_EQ(fault([](MeshTable& t) { t.vertices[0] = -1; }), "vertices: numbers of at least 0, a negative number");
  EXPECT_EQ(fault([](MeshTable& t) { t.poses.pop_back(); }), "poses: 2 rows, 1");
  EXPECT_EQ(fault([](MeshTable& t) { t.vertex.pop_back(); }), "vertex: 32 rows, 31");
  EXPECT_EQ(fault([](MeshTable& t) { t.triangle[3][1] = 24; }), "triangle: one of 24 vertices, 24 (wall 0)");
  EXPECT_EQ(fault([](MeshTable& t) { t.since[1] = std::numeric_limits<double>::quiet_NaN(); }),
            "since: finite numbers, others");
  EXPECT_EQ(fault([](MeshTable& t) { t.pose_rotation.pop_back(); }), "pose_rotation: 3 rows, 2");
}

std::string fault_of(const std::string& text) {
  return refusal([&] { parse_poses(text, "poses.csv"); });
}

TEST(PoseFile, ColumnsInAnyOrder) {
  const PoseTable table = parse_poses("# by hand\nz,time,rx\n0, 0, 0\n1.5,2,1e-1\n", "poses.csv");
  EXPECT_EQ(table.time, (Reals{0, 2}));
  EXPECT_EQ(table.displacement[1], Vec3(0, 0, 1.5));
  EXPECT_EQ(table.rotation[1], Vec3(0.1, 0, 0));
  EXPECT_EQ(parse_poses("time x\n0 0\n1 2\n", "p").displacement[1], Vec3(2, 0, 0));
}

TEST(PoseFile, FaultsHaveAPlace) {
  EXPECT_EQ(fault_of(""), "poses.csv: expected at least two poses, found 0");
  EXPECT_EQ(fault_of("time,x\n0,1\n"), "poses.csv: expected at least two poses, found 1");
  EXPECT_EQ(fault_of("x,y\n0,1\n"), "poses.csv:1: error: expected a column 'time' in the first line, found none");
  EXPECT_EQ(fault_of("time,q\n"), "poses.csv:1: error: expected columns among time,x,y,z,rx,ry,rz, found 'q'");
  EXPECT_EQ(fault_of("time,x,x\n"), "poses.csv:1: error: the column 'x' occurs twice");
  EXPECT_EQ(fault_of("time,x\n0,1\n0.5\n"), "poses.csv:3: error: expected 2 fields, found 1");
  EXPECT_EQ(fault_of("time,x\n0,one\n"), "poses.csv:2: error: x: 'one' is not a number");
  EXPECT_EQ(fault_of("time,x\n1,0\n1,0\n"), "poses.csv:3: error: expected a time above 1 s, found 1 s");
}

}  // namespace
}  // namespace rubble::store
