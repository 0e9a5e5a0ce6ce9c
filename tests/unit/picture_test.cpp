// Pictures compared with geometry: visible positions, depths, normals and shadows; and with a search over all items.
#include "base/error.hpp"
#include "base/parallel.hpp"
#include "base/random.hpp"
#include "model/placed_walls.hpp"
#include "picture/image.hpp"
#include "picture/notes.hpp"
#include "picture/page.hpp"
#include "picture/paint.hpp"
#include "picture/pile_scene.hpp"
#include "picture/show.hpp"
#include "shape/wall_recipes.hpp"
#include "unit/hull_piles.hpp"
#include "unit/measure_piles.hpp"

#include <cmath>
#include <cstring>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::picture {
namespace {

constexpr int kSize = 200;

// From above: 10 pixels per metre, x to the right, y upwards, the origin in the middle.
View from_above() { return view_from(Vec3::UnitZ(), Vec3::Zero(), 20, kSize, kSize); }

void add(Scene& scene, const Vec3& centre, double radius) {
  scene.ball.push_back({centre, radius});
  scene.colour.push_back({1, 1, 1});
}

// Position on the surface that is visible at a pixel [m].
Vec3 seen_at(const Depths& depths, const View& view, int x, int y) {
  return view.origin_of({x + 0.5, y + 0.5, double{depths.z[depths.at(x, y)]}});
}

// A cube of side 2 about the origin of its planes.
std::vector<shape::FacePlane> cube_planes() {
  std::vector<shape::FacePlane> planes;
  for (const double side : {-1.0, 1.0})
    for (int k = 0; k < 3; ++k) planes.push_back({side * Vec3::Unit(k), 1});
  return planes;
}

TEST(PictureView, AxesAndBack) {
  const View above = from_above();
  EXPECT_LT((above.place({1, 2, 3}) - Vec3(110, 80, 30)).norm(), 1e-12);
  EXPECT_LT((above.turned(Vec3::UnitY()) + Vec3::UnitY()).norm(), 1e-15);
  const View side = view_from(Vec3::UnitX(), {5, 0, 0}, 20, kSize, kSize);
  EXPECT_LT((side.place({5, 1, 2}) - Vec3(110, 80, 0)).norm(), 1e-12);
  const View any = view_from({1, 2, -3}, {4, 5, 6}, 7, 300, 100);
  EXPECT_NEAR(any.axes.determinant(), 1, 1e-14);
  EXPECT_LT((any.origin_of(any.place({1, -1, 2})) - Vec3(1, -1, 2)).norm(), 1e-12);
  EXPECT_LT((direction_to(90, 0) - Vec3::UnitY()).norm(), 2e-9);
  EXPECT_LT((direction_to(0, 90) - Vec3::UnitZ()).norm(), 2e-9);
}

TEST(PictureDepths, Ball) {
  Scene scene;
  add(scene, {1, 2, 3}, 4);
  const View view = from_above();
  const Depths depths = depths_of(scene, view, 0);
  for (int y = 0; y < kSize; ++y) {
    for (int x = 0; x < kSize; ++x) {
      const double px = (x + 0.5 - 100) / 10, py = (100 - y - 0.5) / 10;
      const double left = 16 - (px - 1) * (px - 1) - (py - 2) * (py - 2);
      if (std::abs(left) < 1e-3) continue;
      EXPECT_EQ(depths.item[depths.at(x, y)], left > 0 ? 0 : -1);
      if (left <= 0) continue;
      EXPECT_NEAR(depths.z[depths.at(x, y)], 10 * (3 + std::sqrt(left)), 1e-3);
    }
  }
}

TEST(PictureDepths, BallTooSmallToBeSeen) {
  Scene scene;
  add(scene, {0.02, 0.03, 0}, 1e-6);
  EXPECT_EQ(std::ranges::count(depths_of(scene, from_above(), 0).item, 0), 0);
  EXPECT_GT(std::ranges::count(depths_of(scene, from_above(), 1.4).item, 0), 3);
}

// Every visible point lies on one plane and below all others, and the area is that of the outline.
TEST(PictureDepths, Hull) {
  const std::vector<shape::FacePlane> planes = cube_planes();
  const Vec3 centre(1, -2, 3);
  const Quaternion turn(Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()));
  Scene scene;
  scene.hull.push_back({&planes, std::sqrt(3.0), centre, turn, 2.5});
  scene.colour.push_back({1, 1, 1});
  const View view = from_above();
  const Depths depths = depths_of(scene, view, 0);
  int count = 0;
  for (int y = 0; y < kSize; ++y) {
    for (int x = 0; x < kSize; ++x) {
      if (depths.item[depths.at(x, y)] < 0) continue;
      ++count;
      const Vec3 place = seen_at(depths, view, x, y);
      const Vec3 inside = turn.conjugate() * (place - centre) / 2.5;
      EXPECT_NEAR(inside.cwiseAbs().maxCoeff(), 1, 1e-4);
      const Vec3 normal = normal_at(scene, 0, place, 0);
      EXPECT_GT(normal.z(), 0);
      EXPECT_NEAR((turn.conjugate() * normal).dot(inside), 1, 1e-4);
    }
  }
  // Projected area of a cube: the sum of its faces' areas times their cosines, Cauchy.
  const double area = 25 * (turn * Vec3::UnitX()).cwiseAbs().z() + 25 * (turn * Vec3::UnitY()).cwiseAbs().z() +
                      25 * (turn * Vec3::UnitZ()).cwiseAbs().z();
  EXPECT_NEAR(count / 100.0, area, 0.02 * area);
}

TEST(PictureDepths, Rod) {
  const Rod rod{{-3, -2, 1}, {4, 1, -2}, 0.8};
  Scene scene;
  scene.rod.push_back(rod);
  scene.colour.push_back({1, 1, 1});
  const View view = from_above();
  const Depths depths = depths_of(scene, view, 0);
  int count = 0;
  for (int y = 0; y < kSize; ++y) {
    for (int x = 0; x < kSize; ++x) {
      const Vec3 line = view.origin_of({x + 0.5, y + 0.5, 0});
      // Nearest distance of the line of sight from the rod's axis, by small steps.
      double nearest = 1e9;
      for (int k = 0; k <= 2000; ++k) {
        const Vec3 on_axis = rod.from + k / 2000.0 * (rod.to - rod.from);
        nearest = std::min(nearest, (on_axis - line).head<2>().norm());
      }
      if (std::abs(nearest - 0.8) < 0.01) continue;
      EXPECT_EQ(depths.item[depths.at(x, y)], nearest < 0.8 ? 0 : -1) << x << " " << y;
      if (nearest > 0.8) continue;
      ++count;
      const Vec3 place = seen_at(depths, view, x, y);
      const Vec3 way = rod.to - rod.from;
      const double share = std::clamp(way.dot(place - rod.from) / way.squaredNorm(), 0.0, 1.0);
      const Vec3 from_axis = place - rod.from - share * way;
      EXPECT_NEAR(from_axis.norm(), 0.8, 2e-3);
      EXPECT_LT((normal_at(scene, 0, place, 0) - from_axis.normalized()).norm(), 1e-6);
    }
  }
  EXPECT_GT(count, 1000);
}

// A ball cut by a plane: a flat disc at the plane, the sphere below it. Hulls and rods are cut by the same plane.
TEST(PictureDepths, Cut) {
  const std::vector<shape::FacePlane> planes = cube_planes();
  const Vec3 normal = Vec3(0.3, -0.2, 1).normalized();
  Scene scene;
  add(scene, {0, 0, 0}, 4);
  add(scene, {0, 0, 6}, 1);  // all above the plane
  scene.hull.push_back({&planes, std::sqrt(3.0), {6, 6, 0}, Quaternion::Identity(), 2});
  scene.rod.push_back({{-7, -7, -2}, {-7, -7, 3}, 1});
  scene.colour.assign(4, {1, 1, 1});
  scene.cut = shape::FacePlane{normal, 0.5};
  const View view = from_above();
  const Depths depths = depths_of(scene, view, 0);
  std::vector<int> on_cut(4, 0);
  for (int y = 0; y < kSize; ++y) {
    for (int x = 0; x < kSize; ++x) {
      const std::int32_t item = depths.item[depths.at(x, y)];
      if (item < 0) continue;
      const Vec3 place = seen_at(depths, view, x, y);
      EXPECT_LT(normal.dot(place), 0.5 + 1e-4);
      if (normal.dot(place) < 0.5 - 1e-3) continue;
      ++on_cut[static_cast<std::size_t>(item)];
      EXPECT_EQ(normal_at(scene, item, place, 1e-3), normal);
    }
  }
  // Discs of radii sqrt(R^2 - d^2), and a square, foreshortened by the slope of the plane.
  const double disc = std::numbers::pi * (16 - 0.25) * normal.z();
  EXPECT_NEAR(on_cut[0] / 100.0, disc, 0.03 * disc);
  EXPECT_EQ(on_cut[1], 0);
  EXPECT_NEAR(on_cut[2] / 100.0, 16, 0.5);
  EXPECT_NEAR(on_cut[3] / 100.0, std::numbers::pi, 0.1);
}

// From below, the cut body shows its round side: the removed part is behind it.
TEST(PictureDepths, CutOnTheFarSide) {
  Scene scene;
  add(scene, {0, 0, 0}, 4);
  scene.cut = shape::FacePlane{-Vec3::UnitZ(), 1};  // the part below z = -1 is removed
  const Depths depths = depths_of(scene, from_above(), 0);
  EXPECT_NEAR(depths.z[depths.at(100, 100)], 40, 0.05);
}

Scene many(std::size_t n, double radius) {
  Random random(3, Purpose::kPlace);
  Scene scene;
  for (std::size_t i = 0; i < n; ++i) add(scene, 9 * random.in_ball(), radius * random.uniform(0.5, 1));
  return scene;
}

// Balls hidden by balls drawn earlier are not drawn: the picture is the same as if every ball were drawn.
TEST(PictureDepths, MatchesBallsDrawnSeparately) {
  for (const double radius : {2.0, 0.3}) {
    const Scene scene = many(4000, radius);
    const Depths all = depths_of(scene, from_above(), 0);
    std::vector<float> nearest(all.z.size(), kNothing);
    for (const Ball& ball : scene.ball) {
      Scene one;
      add(one, ball.centre, ball.radius);
      const Depths alone = depths_of(one, from_above(), 0);
      for (std::size_t k = 0; k < nearest.size(); ++k) nearest[k] = std::max(nearest[k], alone.z[k]);
    }
    EXPECT_EQ(all.z, nearest) << radius;
  }
}

TEST(PictureDepths, SameForAnyNumberOfThreads) {
  const Scene scene = many(3000, 0.5);
  const int before = threads();
  set_threads(1);
  const Image one = render(scene, from_above(), 0xFFFFFF);
  set_threads(3);
  const Image three = render(scene, from_above(), 0xFFFFFF);
  set_threads(before);
  EXPECT_EQ(one.pixel, three.pixel);
}

// A ball above a large flat cube: its shadow along the light is a disc of its own radius.
TEST(PictureLighting, ShadowOfABall) {
  const std::vector<shape::FacePlane> planes = cube_planes();
  Scene scene;
  add(scene, {0, 0, 3}, 1);
  scene.hull.push_back({&planes, std::sqrt(3.0), {0, 0, -8}, Quaternion::Identity(), 8});
  scene.colour.push_back({1, 1, 1});
  const Vec3 light = Vec3(1, 0, 2).normalized();
  const Light sun(scene, light, Vec3::Zero(), 10, 1000);
  const Vec3 middle(-1.5, 0, 0);  // of the shadow, on the plane z = 0
  for (int k = 0; k < 64; ++k) {
    const double angle = 2 * std::numbers::pi * k / 64;
    // An ellipse: the disc perpendicular to the light, stretched along x by 1 / cos.
    const Vec3 edge(std::cos(angle) / light.z(), std::sin(angle), 0);
    EXPECT_EQ(sun.reaches(middle + 0.9 * edge, Vec3::UnitZ(), false), 0);
    EXPECT_EQ(sun.reaches(middle + 1.1 * edge, Vec3::UnitZ(), false), 1);
    EXPECT_EQ(sun.reaches(middle + 0.9 * edge, Vec3::UnitZ(), true), 0);
    EXPECT_EQ(sun.reaches(middle + 1.1 * edge, Vec3::UnitZ(), true), 1);
  }
}

// A single ball is brighter on the side of the directed light. The bottom of a deep pit receives little light from the
// sky.
TEST(PictureLighting, OpenAndHidden) {
  Scene open;
  add(open, {0, 0, 0}, 4);
  const Lighting lighting(open, from_above());
  double front = 0, side = 0, other = 0;
  for (std::size_t phase = 0; phase < Lighting::kPhases; ++phase) {
    front += lighting.light({0, 0, 4}, Vec3::UnitZ(), phase);
    side += lighting.light({-4 * std::sqrt(0.5), 0, 4 * std::sqrt(0.5)}, Vec3(-1, 0, 1).normalized(), phase);
    other += lighting.light({4 * std::sqrt(0.5), 0, 4 * std::sqrt(0.5)}, Vec3(1, 0, 1).normalized(), phase);
  }
  EXPECT_GT(front / 4, 0.7);
  EXPECT_LT(front / 4, 1.1);
  EXPECT_GT(side, 1.2 * other);

  Scene pit;
  add(pit, {0, 0, -6}, 1);
  for (int k = 0; k < 24; ++k) {
    const double angle = 2 * std::numbers::pi * k / 24;
    pit.rod.push_back(
        {{2 * std::cos(angle), 2 * std::sin(angle), -8}, {2 * std::cos(angle), 2 * std::sin(angle), 4}, 0.6});
    pit.colour.push_back({1, 1, 1});
  }
  const Lighting hidden(pit, from_above());
  double bottom = 0;
  for (std::size_t phase = 0; phase < Lighting::kPhases; ++phase)
    bottom += hidden.light({0, 0, -5}, Vec3::UnitZ(), phase);
  EXPECT_LT(bottom, 0.4 * front);
}

TEST(PictureImage, ColoursOfEmptyAndOfWhite) {
  EXPECT_EQ(render({}, from_above(), 0x12AB9F).pixel[0], 0x12AB9Fu);
  Image front{2, 1, {0xFFFFFF, 0x000000}};
  lay_over(front, {2, 1, {0x808080, 0x808080}}, 0xFFFFFF, 0.5);
  EXPECT_EQ(front.pixel, (std::vector<std::uint32_t>{0xC0C0C0, 0x000000}));
}

TEST(PicturePaint, MapAndGroups) {
  EXPECT_EQ(map_colour(-1), 0x440154u);
  EXPECT_EQ(map_colour(0.5), 0x21918Cu);
  EXPECT_EQ(map_colour(2), 0xFDE725u);
  double before = 0;  // each colour is lighter (Rec. 709)
  for (int k = 0; k <= 100; ++k) {
    const Colour c = linear(map_colour(k / 100.0));
    const double light = 0.2126 * double{c.red} + 0.7152 * double{c.green} + 0.0722 * double{c.blue};
    EXPECT_GT(light, before) << k;
    before = light;
  }
  EXPECT_EQ(group_colour(-1, true), group_colour(kGroupColours, true));
  EXPECT_NE(group_colour(0, true), group_colour(1, true));
  EXPECT_EQ(group_colour(1, false), group_colour(1 + kGroupColours, false));
  Shading shading{.column = {}, .low = 1, .high = 100, .logarithmic = true};
  EXPECT_NEAR(share_of(10, shading), 0.5, 1e-15);
  EXPECT_EQ(share_of(0, shading), 0);
  EXPECT_EQ(share_of(std::nan(""), shading), 0);
  shading.logarithmic = false;
  EXPECT_NEAR(share_of(50.5, shading), 0.5, 1e-15);
}

// Lineages have ids, which may be numerous: each has a colour, -1 has the colour of no group, and there is no legend.
TEST(PicturePaint, LineagesAndLiberatedSpheres) {
  Pile pile;
  for (int k = 0; k < 3; ++k) test::add(pile, 1, 1, {3.0 * k, 0, 0});
  pile.state.columns = {{kLineage, "1", "", std::vector<std::int64_t>{100, 27, -1}},
                        {"liberated", "1", "", std::vector<std::int32_t>{0, 1, 0}}};
  measure::ColourColumns columns(pile);
  const Shading lineage{.column = columns.of(pile, "lineage")};
  const std::vector<Colour> colour = colours_of(pile, lineage);
  const auto is = [](const Colour& c, std::uint32_t rgb) {
    const Colour other = linear(rgb);
    return c.red == other.red && c.green == other.green && c.blue == other.blue;
  };
  EXPECT_TRUE(is(colour[0], group_colour(100, false)));
  EXPECT_TRUE(is(colour[1], group_colour(27, false)));
  EXPECT_TRUE(is(colour[2], group_colour(-1, true)));
  EXPECT_FALSE(is(colour[0], group_colour(-1, true)));
  EXPECT_FALSE(legend_of(lineage));
  EXPECT_EQ(group_colour(group_of(5e9), false), group_colour(5000000000 % kGroupColours, false));
  EXPECT_EQ(group_of(6), 6);
  EXPECT_EQ(group_of(-1), -1);
  const std::optional<Legend> legend = legend_of({.column = columns.of(pile, "liberated")});
  ASSERT_TRUE(legend);
  ASSERT_EQ(legend->group.size(), 2U);
  EXPECT_EQ(legend->group[0].first, "not liberated");
  EXPECT_EQ(legend->group[1].first, "liberated");
}

TEST(PictureNotes, Numbers) {
  EXPECT_EQ(round_length(7.3), 5);
  EXPECT_EQ(round_length(1000), 1000);
  EXPECT_NEAR(round_length(0.0199), 0.01, 1e-15);
  EXPECT_EQ(length_text(20000), "20 km");
  EXPECT_EQ(length_text(0.05), "5 cm");
  EXPECT_EQ(time_text(5400, 8000), "1.50 h");
  EXPECT_EQ(time_text(30, 8000), "0.01 h");
  EXPECT_EQ(time_text(5400, 5400), "90.00 min");
  EXPECT_EQ(time_text(0, 0), "0.00 s");
  EXPECT_EQ(time_text(0.5, 1), "0.50 s");
  EXPECT_EQ(time_text(0.0125, 0.5), "12.50 ms");
  EXPECT_EQ(time_text(2e-6, 2e-5), "2.00 us");
}

// Triangles refer to vertices by 16-bit numbers.
TEST(PicturePage, RefusesShapesOfTooManyVertices) {
  Pile pile;
  test::add(pile, 1, 1, {0, 0, 0});
  pile.model.shapes.push_back({.name = "fine", .kind = shape::Kind::hull, .vertex = {}, .face = {}});
  PageSource source;
  source.frame = [&](std::size_t) { return pile; };
  source.frames = 1;
  pile.model.shapes.back().vertex.resize(kMostVertices, Vec3::Zero());
  EXPECT_NO_THROW(page(source));
  pile.model.shapes.back().vertex.push_back(Vec3::Zero());
  EXPECT_THROW(page(source), InputError);
}

// Frames of a run have a common scale and range of colours; distant bodies are left out of the picture.
TEST(PictureShow, OneScaleForAllFrames) {
  Pile first;
  for (int k = 0; k < 300; ++k) test::add(first, 1, 1, {2.0 * (k % 10), 2.0 * (k / 10 % 10), 2.0 * (k / 100)});
  Pile last = first;
  last.state.velocity[0] = {5, 0, 0};
  last.state.position[0] = {1e6, 0, 0};
  const auto frame = [&](std::size_t k) { return k == 0 ? first : last; };
  Settings settings;
  settings.width = 80, settings.height = 60, settings.colour = "speed";
  Show both(settings, first, frame, 2);
  Show alone(settings, first, frame, 1);
  EXPECT_EQ(both.of(first).view.scale, alone.of(first).view.scale);
  EXPECT_EQ(both.of(first).notes->legend.at(0).high, 5);
  EXPECT_EQ(both.of(last).view.centre, both.of(first).view.centre);
  settings.across = 50;
  EXPECT_EQ(Show(settings, first, frame, 1).of(first).view.scale, 80.0 / 50);
}

TEST(PictureShow, Follows) {
  Pile pile;
  test::add(pile, 1, 1, {0, 0, 0});
  test::add(pile, 1, 1, {2, 0, 0});
  test::add(pile, 1, 1, {50, 0, 0});
  Settings settings;
  settings.width = 80, settings.height = 60, settings.follow = true;
  Show show(
      settings, pile, [&](std::size_t) { return pile; }, 1);
  EXPECT_LT((show.of(pile).view.centre - Vec3(1, 0, 0)).norm(), 1e-12);
}

// A picture of bodies in a triangulated wall has all of both, in its middle; walls that are far larger, and those of a
// given width, do not move it.
TEST(PictureShow, TakesInTriangulatedWalls) {
  Pile pile;
  for (int k = 0; k < 9; ++k) test::add(pile, 1, 1, {2.0 * (k % 3), 2.0 * (k / 3), 0});
  const auto with_box = [&](double size, const Vec3& corner) {
    Pile walled = pile;
    shape::Polyhedron box = shape::box_surface({size, size, size});
    for (Vec3& x : box.vertex) x += corner + Vec3::Constant(0.5 * size);
    MeshWall wall{std::make_shared<const WallSurface>(shape::triangle_mesh(box)), {}};
    wall.motion.since = 0;
    walled.model.space.meshes = {wall};
    return walled;
  };
  Settings settings;
  settings.width = 80, settings.height = 60;
  const auto view_of = [&](const Pile& shown) {
    return Show(
               settings, shown, [&](std::size_t) { return shown; }, 1)
        .of(shown)
        .view;
  };
  const Pile near = with_box(10, {-1, -1, -1});
  const View view = view_of(near);
  Eigen::AlignedBox2d seen;
  for (const Vec3& x : wall_vertices(near, 0)) seen.extend(view.place(x).head<2>());
  EXPECT_LT((seen.center() - Eigen::Vector2d(40, 30)).norm(), 1e-9);
  EXPECT_GT(seen.min().minCoeff(), 0);
  EXPECT_LT(seen.max().x(), 80);
  EXPECT_LT(seen.max().y(), 60);
  EXPECT_NEAR(std::max(seen.sizes().x() / 80, seen.sizes().y() / 60), 1 / 1.12, 1e-9);

  const View bare = view_of(pile), far = view_of(with_box(1000, {-1, -1, -1}));
  EXPECT_EQ(far.centre, bare.centre);
  EXPECT_NEAR(bare.scale / far.scale, 3, 1e-12);
  settings.across = 7;
  EXPECT_EQ(view_of(near).centre, bare.centre);
}

// Hulls in the pictures are at the positions of the pile.
TEST(PictureBodies, HullsAndBalls) {
  Pile pile;
  test::add_cube(pile, {3, 0, 0}, Quaternion(Eigen::AngleAxisd(0.3, Vec3::UnitZ())));
  test::add(pile, 1, 2, {-4, 0, 0});
  pile.model.shape.push_back(-1), pile.state.grouping.turn.push_back(Quaternion::Identity());
  pile.state.grouping.grain.push_back(-1), pile.state.grouping.offset.push_back(Vec3::Zero());
  const MeshPlanes planes(pile.model);
  const Scene scene = bodies(pile, planes, {{1, 0, 0}, {0, 1, 0}});
  const View view = from_above();
  const Depths depths = depths_of(scene, view, 0);
  EXPECT_EQ(scene.colour[0].green, 1);  // the ball comes first
  EXPECT_EQ(depths.item[depths.at(130, 100)], 1);
  EXPECT_NEAR(seen_at(depths, view, 130, 100).z(), 0.5, 1e-5);
  EXPECT_NEAR(static_cast<double>(std::ranges::count(depths.item, 1)), 100, 5);
  EXPECT_NEAR(static_cast<double>(std::ranges::count(depths.item, 0)), 100 * 4 * std::numbers::pi, 15);
}

}  // namespace
}  // namespace rubble::picture
