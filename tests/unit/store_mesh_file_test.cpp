// Meshes: every format preserves the data; invalid meshes and bodies that are not convex are refused with their
// position.
#include "base/ball.hpp"
#include "base/error.hpp"
#include "measure/extent/forms.hpp"
#include "shape/mesh.hpp"
#include "shape/recipes.hpp"
#include "store/mesh_file.hpp"
#include "unit/hulls.hpp"
#include "unit/refusal.hpp"

#include <bit>
#include <cctype>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace rubble::store {
namespace {

using test::refusal;

const std::string kName = "rock.mesh";

Mesh rock_mesh() {
  Random random(4, Purpose::kShape, 1);
  const shape::PlacedShape rock = shape::draw_hull("rock", {shape::Scatter::ball, 20, 20, 0.5}, random).hull;
  return {"rock", 0, shape::points_at(rock.shape, rock.placement), rock.shape.face};
}

Mesh box_mesh() {
  const shape::PlacedShape box = shape::make_hull("box", shape::box({2, 1, 0.5}));
  return {"box", 0, shape::points_at(box.shape, box.placement), box.shape.face};
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, text.npos) << from;
  return at == text.npos ? text : text.replace(at, from.size(), to);
}

template <class T>
void append(std::string& bytes, T value, bool big) {
  using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t,
                                  std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint8_t>>;
  const auto bits = static_cast<std::uint64_t>(std::bit_cast<Bits>(value));
  for (std::size_t k = 0; k < sizeof(T); ++k) bytes += static_cast<char>(bits >> (8 * (big ? sizeof(T) - 1 - k : k)));
}

std::string binary_ply(const Mesh& mesh, bool big) {
  std::string bytes = std::string("ply\nformat binary_") + (big ? "big" : "little") + "_endian 1.0\nelement vertex " +
                      std::to_string(mesh.vertex.size()) +
                      "\nproperty double x\nproperty uchar red\nproperty double y\nproperty double z\nelement face " +
                      std::to_string(mesh.face.size()) +
                      "\nproperty list uchar int vertex_index\nproperty float quality\nend_header\n";
  for (const Vec3& x : mesh.vertex) {
    append(bytes, x.x(), big);
    append(bytes, std::uint8_t{255}, big);
    append(bytes, x.y(), big);
    append(bytes, x.z(), big);
  }
  for (const std::vector<Index>& face : mesh.face) {
    append(bytes, static_cast<std::uint8_t>(face.size()), big);
    for (const Index corner : face) append(bytes, static_cast<std::int32_t>(corner), big);
    append(bytes, 0.5f, big);
  }
  return bytes;
}

std::string binary_stl(const Mesh& mesh, const char* head = "") {
  std::string triangles;
  std::uint32_t count = 0;
  for (const std::vector<Index>& face : mesh.face)
    for (std::size_t k = 2; k < face.size(); ++k, ++count) {
      for (int n = 0; n < 3; ++n) append(triangles, 0.0f, false);
      for (const Index corner : {face[0], face[k - 1], face[k]})
        for (const double x : mesh.vertex[static_cast<std::size_t>(corner)])
          append(triangles, static_cast<float>(x), false);
      triangles += std::string(2, '\0');
    }
  std::string bytes = head;
  bytes.resize(80, '\0');
  append(bytes, count, false);
  return bytes + triangles;
}

TEST(Meshes, EveryFormatKeepsTheBits) {
  for (const Mesh& mesh : {rock_mesh(), box_mesh()})
    for (const std::string format : {"obj", "ply"}) {
      const std::vector<Mesh> again = parse_meshes(mesh_text({mesh}, format), format, kName);
      ASSERT_EQ(again.size(), 1u);
      EXPECT_EQ(again[0].vertex, mesh.vertex) << format;
      EXPECT_EQ(again[0].face, mesh.face) << format;
    }
  const Mesh mesh = rock_mesh();
  const shape::PlacedShape rock = convex_body(mesh, kName, false);
  const Mesh stl = parse_stl(mesh_text({mesh}, "stl"), kName).at(0);
  EXPECT_EQ(stl.name, "rock");
  EXPECT_EQ(stl.vertex.size(), mesh.vertex.size());
  EXPECT_EQ(convex_body(stl, kName, false).shape, rock.shape);
  for (const bool big : {false, true}) {
    const Mesh ply = parse_ply(binary_ply(mesh, big), kName).at(0);
    EXPECT_EQ(ply.vertex, mesh.vertex) << big;
    EXPECT_EQ(ply.face, mesh.face) << big;
  }
}

// Corners are restored at their positions, in the order of hull_of().
TEST(Meshes, PointsKeepTheirPositions) {
  const Vec3s points{{0, 0, 0}, {0, 1, 0.2}, {0.5, 0.3, 2}, {3, 0, 0.1}};
  const shape::PlacedShape placed = shape::make_hull("wedge", points);
  EXPECT_GT(placed.placement.turn.vec().norm(), 0.1);  // the body is rotated
  const Vec3s found = shape::points_at(placed.shape, placed.placement);
  ASSERT_EQ(found.size(), points.size());
  for (std::size_t k = 0; k < points.size(); ++k) EXPECT_LT((found[k] - points[k]).norm(), 1e-14) << k;
}

// Coordinates of a binary STL have 24 bits, which suffice for the box.
TEST(Meshes, BinaryStl) {
  const Mesh box = parse_stl(binary_stl(box_mesh(), "solid by name only"), kName).at(0);
  EXPECT_EQ(box.vertex.size(), 8u);
  EXPECT_EQ(box.face.size(), 12u);
  const shape::PlacedShape solid = convex_body(box, kName, false);
  EXPECT_EQ(solid.shape.face.size(), 6u);
  EXPECT_NEAR(ball_volume(solid.placement.radius), 1, 1e-14);

  const Mesh rock = parse_stl(binary_stl(rock_mesh()), kName).at(0);
  const double exact = convex_body(rock_mesh(), kName, false).placement.radius;
  EXPECT_NEAR(convex_body(rock, kName, false).placement.radius, exact, 1e-6 * exact);
}

TEST(Meshes, ObjHoldsSeveral) {
  const std::vector<Mesh> two = parse_obj_meshes(mesh_text({box_mesh(), rock_mesh()}, "obj"), kName);
  ASSERT_EQ(two.size(), 2u);
  EXPECT_EQ(two[0].name, "box");
  EXPECT_EQ(two[1].vertex, rock_mesh().vertex);
  EXPECT_EQ(two[1].face, rock_mesh().face);
}

TEST(Meshes, PlySeparatesBodies) {
  Mesh box = box_mesh();
  Mesh rock = rock_mesh();
  box.body = 7;
  rock.body = 3;
  const std::string text = mesh_text({box, rock}, "ply");
  const std::vector<Mesh> two = parse_ply(text, kName);
  ASSERT_EQ(two.size(), 2u);
  EXPECT_EQ(two[0].body, 7);
  EXPECT_EQ(two[0].vertex, box.vertex);
  EXPECT_EQ(two[1].body, 3);
  EXPECT_EQ(two[1].vertex, rock.vertex);
  EXPECT_EQ(two[1].face, rock.face);
  const std::string first_face = std::to_string(12 + box.vertex.size() + rock.vertex.size());  // its line
  const std::string refused = refusal([&] { parse_ply(replaced(text, " 7\n", " -7\n"), kName); });
  EXPECT_EQ(refused, "rock.mesh:" + first_face + ": error: face 0: the id of the body is below 0");
  // If a property occurs twice, the last counts; properties of that name in other elements are not ids of bodies.
  EXPECT_EQ(parse_ply(replaced(text, "property int body", "property float body"), kName).size(), 1u);
  EXPECT_EQ(mesh_text({box}, "obj").substr(0, 35), "# lengths in metres\no box\ng body_7\n");
}

TEST(Meshes, PlyIsRefusedWithItsLine) {
  const std::string good = mesh_text({box_mesh()}, "ply");
  const auto bad = [&](const std::string& from, const std::string& to) {
    return refusal([&] { parse_ply(replaced(good, from, to), kName); });
  };
  EXPECT_EQ(bad("ply", "plx"), "rock.mesh:1: error: expected 'ply' in the first line, found another word");
  EXPECT_EQ(bad("ascii", "ebcdic"),
            "rock.mesh:2: error: expected 'format ascii 1.0', binary_little_endian or binary_big_endian, found another "
            "format");
  EXPECT_EQ(bad("format ascii 1.0\n", ""), "rock.mesh:9: error: the header has no format");
  EXPECT_EQ(bad("vertex 8", "vertex -8"), "rock.mesh:4: error: the number of elements is below 0");
  EXPECT_EQ(bad("vertex 8", "vertex 8e0"), "rock.mesh:4: error: the number of elements: '8e0' is not a whole number");
  EXPECT_EQ(bad("vertex 8", "vertex 99999999999"),
            "rock.mesh:19: error: vertex 8: the line has more numbers than the element has properties");
  EXPECT_EQ(bad("face 6", "face 999999999999999999"), "rock.mesh:24: error: face 6: the file ends too early");
  EXPECT_EQ(bad("double x", "dubble x"), "rock.mesh:5: error: unknown type 'dubble'");
  EXPECT_EQ(bad("property double x\n", ""), "rock.mesh:9: error: the element 'vertex' has no property 'x'");
  EXPECT_EQ(bad("end_header\n", ""), "rock.mesh:10: error: unknown word '-1' in the header");
  EXPECT_EQ(bad("-1 -0.5 -0.25", "-1 nan -0.25"), "rock.mesh:11: error: vertex 0: 'nan' is not finite");
  EXPECT_EQ(bad("-1 -0.5 -0.25", "-1 -0.5"),
            "rock.mesh:11: error: vertex 0: the line has fewer numbers than the element has properties");
  EXPECT_EQ(bad("\n4 0", "\n4 8"), "rock.mesh:19: error: face 0: vertex 8 of a face is not among the 8 vertices");
  EXPECT_EQ(bad("\n4 0", "\n2000000000 0"),
            "rock.mesh:19: error: face 0: a list of 2000000000 numbers, but the file has at most 4");
  EXPECT_EQ(bad("face 6", "face 0"), "rock.mesh: error: no faces");
  EXPECT_EQ(refusal([&] { parse_ply("", kName); }),
            "rock.mesh:0: error: expected 'ply' in the first line, found another word");
}

TEST(Meshes, BinaryPlyIsRefused) {
  const std::string good = binary_ply(box_mesh(), false);
  EXPECT_EQ(refusal([&] { parse_ply(good.substr(0, good.size() - 1), kName); }),
            "rock.mesh: error: face 5: the file ends too early");
  EXPECT_EQ(refusal([&] { parse_ply(replaced(good, "face 6", "face 4000000000"), kName); }),
            "rock.mesh: error: face 6: the file ends too early");
  std::string long_list = good;
  long_list[good.size() - 21] = '\xff';  // the length of the last face's list
  EXPECT_EQ(refusal([&] { parse_ply(long_list, kName); }),
            "rock.mesh: error: face 5: a list of 255 numbers, but the file has at most 5");
  Mesh infinite = box_mesh();
  infinite.vertex[3].y() = std::numeric_limits<double>::infinity();
  EXPECT_EQ(refusal([&] { parse_ply(binary_ply(infinite, true), kName); }),
            "rock.mesh: error: vertex 3: a number is not finite");
  EXPECT_EQ(refusal([&] {
              parse_ply("ply\nformat binary_little_endian 1.0\nelement vertex 9000000000000000000\nend_header\n",
                        kName);
            }),
            "rock.mesh:4: error: the element 'vertex' has no properties");
}

TEST(Meshes, StlIsRefused) {
  const std::string good = mesh_text({box_mesh()}, "stl");
  const auto bad = [&](const std::string& from, const std::string& to) {
    return refusal([&] { parse_stl(replaced(good, from, to), kName); });
  };
  EXPECT_EQ(bad("outer", "inner"), "rock.mesh:3: error: expected 'outer', found 'inner'");
  EXPECT_EQ(bad("vertex -1", "vertex one"), "rock.mesh:4: error: x: 'one' is not a number");
  EXPECT_EQ(bad("endsolid box\n", ""),
            "rock.mesh:85: error: expected 'facet' or 'endsolid', found the end of the file");
  EXPECT_EQ(refusal([&] { parse_stl("solid x\nendsolid x\n", kName); }), "rock.mesh: error: no triangles");
  EXPECT_EQ(refusal([&] { parse_stl("solid x\nendsolid x\nsolid y\n", kName); }),
            "rock.mesh:3: error: expected the end of the file after 'endsolid', found more lines: put each solid into "
            "a separate file");

  const std::string binary = binary_stl(box_mesh());
  EXPECT_EQ(refusal([&] { parse_stl(binary.substr(0, 600), kName); }),
            "rock.mesh: error: a binary STL file of 12 triangles has 684 bytes, found 600");
  EXPECT_EQ(refusal([&] { parse_stl(binary.substr(0, 60), kName); }),
            "rock.mesh: error: a binary STL file has at least 84 bytes, found 60");
  std::string many = binary;
  for (std::size_t k = 80; k < 84; ++k) many[k] = '\xff';
  EXPECT_EQ(refusal([&] { parse_stl(many, kName); }),
            "rock.mesh: error: a binary STL file of 4294967295 triangles has 214748364834 bytes, found 684");
  Mesh broken = box_mesh();
  broken.vertex[7].x() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(refusal([&] { parse_stl(binary_stl(broken), kName); }).ends_with(": a coordinate is not finite"));
}

TEST(Meshes, ObjIsRefused) {
  const std::string good = mesh_text({box_mesh()}, "obj");
  const auto bad = [&](const std::string& from, const std::string& to) {
    return refusal([&] { parse_obj_meshes(replaced(good, from, to), kName); });
  };
  EXPECT_EQ(bad("v -1", "v nan"), "rock.mesh:3: error: x: 'nan' is not finite");
  EXPECT_EQ(bad("f 1", "f 9"), "rock.mesh:11: error: vertex 9 of a face is not among the 8 vertices so far");
  EXPECT_EQ(refusal([&] { parse_obj_meshes("no mesh at all\n", kName); }),
            "rock.mesh: error: expected an object with faces, found none");
}

// Each face of a cube of side 2 has separate corners, as exporters write sharp edges: volume 8, area 24, moments per
// mass (2^2 + 2^2) / 12.
TEST(Meshes, FacesWithVerticesOfTheirOwnAreWelded) {
  const std::vector<std::vector<Vec3>> faces = {
      {{-1, -1, -1}, {-1, -1, 1}, {-1, 1, 1}, {-1, 1, -1}}, {{1, -1, -1}, {1, 1, -1}, {1, 1, 1}, {1, -1, 1}},
      {{-1, -1, -1}, {1, -1, -1}, {1, -1, 1}, {-1, -1, 1}}, {{-1, 1, -1}, {-1, 1, 1}, {1, 1, 1}, {1, 1, -1}},
      {{-1, -1, -1}, {-1, 1, -1}, {1, 1, -1}, {1, -1, -1}}, {{-1, -1, 1}, {1, -1, 1}, {1, 1, 1}, {-1, 1, 1}}};
  std::string obj;
  std::string points;
  std::string polygons;
  int corner = 0;
  for (const std::vector<Vec3>& face : faces) {
    std::string f = "f";
    polygons += "4";
    for (const Vec3& x : face) {
      const std::string numbers = fmt::format("{} {} {}\n", x.x(), x.y(), x.z());
      obj += "v " + numbers;
      points += numbers;
      f += fmt::format(" {}", corner + 1);
      polygons += fmt::format(" {}", corner++);
    }
    obj += f + "\n";
    polygons += "\n";
  }
  const std::string ply =
      "ply\nformat ascii 1.0\nelement vertex 24\nproperty double x\nproperty double y\nproperty double z\nelement face "
      "6\nproperty list uchar int vertex_indices\nend_header\n" +
      points + polygons;
  for (const Mesh& mesh : {parse_obj_meshes(obj, kName).at(0), parse_ply(ply, kName).at(0)}) {
    EXPECT_EQ(mesh.vertex.size(), 8u);
    const shape::PlacedShape cube = convex_body(mesh, kName, false);
    EXPECT_NEAR(ball_volume(cube.placement.radius), 8, 1e-12);
    EXPECT_NEAR(cube.shape.area * cube.placement.radius * cube.placement.radius, 24, 1e-12);
  }
}

// "\" at the end of a line joins the next one to it (Wavefront, Advanced Visualizer manual, appendix B1).
TEST(Meshes, ObjLinesContinueAfterABackslash) {
  const std::string text = mesh_text({rock_mesh()}, "obj");
  std::string broken = text;
  for (std::size_t at = 0; (at = broken.find("f ", at)) != std::string::npos; at += 4) broken.replace(at, 2, "f \\\n");
  const Mesh whole = parse_obj_meshes(text, kName).at(0);
  const Mesh joined = parse_obj_meshes(broken, kName).at(0);
  EXPECT_NE(text, broken);
  EXPECT_EQ(whole.face, joined.face);
  EXPECT_EQ(whole.vertex, joined.vertex);
  EXPECT_EQ(refusal([&] { parse_obj_meshes("v 0 0 0\nf 1 \\\n", kName); }),
            "rock.mesh:2: error: expected three or more vertices of a face, found fewer");
}

TEST(Meshes, ObjReadsExponentsOfFortran) {
  const Mesh mesh = parse_obj_meshes("v 1.5D+01 -2.d0 3D-1\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", kName).at(0);
  EXPECT_EQ(mesh.vertex[0], Vec3(15, -2, 0.3));
  EXPECT_EQ(refusal([&] { parse_obj_meshes("v 1.5D+D01 0 0\n", kName); }),
            "rock.mesh:1: error: x: '1.5D+D01' is not a number");
}

TEST(Meshes, StlBeginsWithBlanksOrCapitals) {
  const std::string text = mesh_text({rock_mesh()}, "stl");
  const Mesh expected = parse_stl(text, kName).at(0);
  std::string capitals = text;
  for (char& c : capitals) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  for (const std::string& other : {" \t" + text, "\n" + text, "\xef\xbb\xbf" + text, capitals}) {
    const Mesh mesh = parse_stl(other, kName).at(0);
    EXPECT_EQ(mesh.vertex, expected.vertex);
    EXPECT_EQ(mesh.face, expected.face);
  }
}

// An L of three unit cubes: volume 3, area 14, centre (5/6, 5/6, 1/2). Moments per mass about the centre, by adding
// cubes: about z 1/6 + mean square distance of the cubes' centres, 4/9; about the diagonals of the plane 1/6 + 1/9 and
// 1/6 + 1/3.
TEST(Meshes, AClosedSurfaceNeedNotBeConvex) {
  const std::string text =
      "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nv 0 0 1\nv 2 0 1\nv 2 1 1\nv 1 1 1\nv 1 2 1\nv 0 2 1\n"
      "f 6 5 4 3 2 1\nf 7 8 9 10 11 12\nf 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\nf 5 6 12 11\nf 6 1 7 12\n";
  Mesh mesh = parse_obj_meshes(text, kName).at(0);
  EXPECT_FALSE(shape::no_closed_surface(mesh.vertex, mesh.face));
  EXPECT_TRUE(shape::no_convex_surface(mesh.vertex, mesh.face));
  const measure::Form form = measure::form_of_surface("L", mesh.vertex, mesh.face);
  EXPECT_EQ(form.kind, "surface");
  EXPECT_NEAR(form.volume, 3, 1e-14);
  EXPECT_NEAR(form.area, 14, 1e-14);
  EXPECT_LT((form.moments - Vec3(1.0 / 6 + 1.0 / 9, 1.0 / 6 + 1.0 / 3, 1.0 / 6 + 4.0 / 9)).norm(), 1e-14);
  EXPECT_NEAR(form.bounding_radius, Vec3(2 - 5.0 / 6, 5.0 / 6, 0.5).norm(), 1e-14);
  for (std::vector<Index>& face : mesh.face) std::reverse(face.begin(), face.end());
  EXPECT_EQ(shape::no_closed_surface(mesh.vertex, mesh.face), "the faces are clockwise seen from outside");
  mesh.face.pop_back();
  EXPECT_TRUE(shape::no_closed_surface(mesh.vertex, mesh.face)->ends_with(" has one face only"));
}

// A surface that is not that of a convex body, and the alternative: its hull.
TEST(Meshes, OnlyConvexSurfacesAreBodies) {
  const auto refused = [](const Mesh& mesh) { return refusal([&] { convex_body(mesh, kName, false); }); };
  const std::string none =
      "rock.mesh:2: error: object 'box' is not a closed convex surface with counter-clockwise faces: ";
  Mesh box = box_mesh();
  box.line = 2;
  EXPECT_EQ(refused(box), "");

  Mesh open = box;
  open.face.pop_back();
  EXPECT_TRUE(refused(open).starts_with(none + "the edge from (")) << refused(open);
  EXPECT_TRUE(refused(open).ends_with(" has one face only")) << refused(open);

  Mesh turned = box;
  std::reverse(turned.face[0].begin(), turned.face[0].end());
  EXPECT_TRUE(refused(turned).ends_with(" in one direction")) << refused(turned);

  Mesh inward = box;
  for (std::vector<Index>& face : inward.face) std::reverse(face.begin(), face.end());
  EXPECT_EQ(refused(inward), none + "the faces are clockwise seen from outside");

  Mesh twice = box;
  twice.vertex.push_back(twice.vertex[static_cast<std::size_t>(twice.face[0][0])]);
  twice.face[0][0] = 8;
  EXPECT_TRUE(refused(twice).starts_with(none + "two vertices at (")) << refused(twice);

  // A box with a pyramid of a third of its height removed from its top: 1 - 1/9 of the volume.
  Mesh dented{"box", 2, {}, {}};
  for (const double z : {0.0, 1.0})
    for (const Vec3& x : {Vec3(0, 0, z), Vec3(1, 0, z), Vec3(1, 1, z), Vec3(0, 1, z)}) dented.vertex.push_back(x);
  dented.vertex.emplace_back(0.5, 0.5, 2.0 / 3);
  dented.face = {{3, 2, 1, 0}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7},
                 {4, 5, 8},    {5, 6, 8},    {6, 7, 8},    {7, 4, 8}};
  EXPECT_EQ(refused(dented), none + "the faces enclose 0.888889 of the volume of the convex hull");
  for (const Mesh& mesh : {open, turned, inward, twice})
    EXPECT_NEAR(ball_volume(convex_body(mesh, kName, true).placement.radius), 1, 1e-12);
  EXPECT_NEAR(ball_volume(convex_body(dented, kName, true).placement.radius), 1, 1e-12);

  Mesh flat = box;
  for (Vec3& x : flat.vertex) x.z() = 0;
  EXPECT_TRUE(refused(flat).starts_with("rock.mesh:2: error: object 'box': ")) << refused(flat);
  EXPECT_NE(refusal([&] { convex_body(flat, kName, true); }), "");
  Mesh point = box;
  for (Vec3& x : point.vertex) x.setConstant(2);
  EXPECT_EQ(refused(point),
            "rock.mesh:2: error: object 'box': expected at least 4 different points of a hull, found 1");
}

// A box at a distance of half a million, with coordinates rounded to three decimals, still counts as convex.
TEST(Meshes, RoundedDistantMeshIsConvex) {
  Mesh rock = rock_mesh();
  for (Vec3& x : rock.vertex) x = (1000 * x).array().round().matrix() / 1000 + Vec3(5e5, -5e5, 5e5);
  EXPECT_NO_THROW(convex_body(rock, kName, false));
}

TEST(Meshes, FormatIsTheEndingOfTheName) {
  EXPECT_EQ(mesh_format("a/b.OBJ"), "obj");
  EXPECT_EQ(mesh_format("rock.ply"), "ply");
  EXPECT_EQ(mesh_format("rock.stl"), "stl");
  EXPECT_EQ(mesh_format("rock.h5"), "");
  EXPECT_EQ(mesh_format("obj"), "");
  EXPECT_EQ(mesh_format("-"), "");
}

}  // namespace
}  // namespace rubble::store
