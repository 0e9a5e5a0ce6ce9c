// Lines along which forces run, against places worked out by hand, and as the text that VTK reads.
#include "measure/contact_lines.hpp"
#include "physics/scene.hpp"
#include "store/vtp.hpp"

#include <gtest/gtest.h>

namespace rubble::measure {
namespace {

// A contact with nothing but its place.
void touch(Pile& pile, const ContactKey& key, const Vec3& point) {
  resize(pile.contacts, pile.contacts.size() + 1);
  pile.contacts.key.back() = key;
  pile.contacts.point.back() = point;
}

void expect_points(const ContactLines& lines, const Vec3s& expected) {
  ASSERT_EQ(lines.point.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_LT((lines.point[i] - expected[i]).norm(), 1e-12) << i << ": " << lines.point[i].transpose();
}

// Radii 3 and 4 at distance 5: the plane of the contact circle is 9/5 from the first centre. The smaller one also lies
// in the floor.
TEST(ContactLines, OfSpheresAndAFloor) {
  Pile pile;
  test::add_sphere(pile, 3, 1000, Vec3(0, 0, 2.5));
  test::add_sphere(pile, 4, 1000, Vec3(0, 5, 2.5));
  touch(pile, {0, 1}, Vec3(0, 1.8, 2.5));
  touch(pile, ContactKey::of_wall(0, 0), Vec3(0, 0, 0));
  const ContactLines lines = contact_lines(pile);
  EXPECT_EQ(lines.end, (std::vector<std::size_t>{3, 5}));
  expect_points(lines, {{0, 0, 2.5}, {0, 1.8, 2.5}, {0, 5, 2.5}, {0, 0, 2.5}, {0, 0, 0}});
}

// A dumbbell along x on a free sphere: lines begin in the dumbbell's middle, not in the member that touches.
TEST(ContactLines, OfGrainsBeginAtTheirCentres) {
  Pile pile;
  test::glue(pile, "dumbbell", 1, 1000, Vec3(0, 0, 0));
  test::add_sphere(pile, 1, 1000, Vec3(1, 0, 1.8));
  const Index touching = pile.state.position[0].x() > 0 ? 0 : 1;
  touch(pile, {touching, 2}, Vec3(1, 0, 0.9));
  expect_points(contact_lines(pile), {{0, 0, 0}, {1, 0, 0.9}, {1, 0, 1.8}});
}

// In a periodic space b is where a touches it, not where the file has it.
TEST(ContactLines, CrossNoPeriod) {
  Pile pile;
  test::add_sphere(pile, 1, 1000, Vec3(0.5, 0, 0));
  test::add_sphere(pile, 1, 1000, Vec3(8.6, 0, 0));  // the period is 10
  touch(pile, {0, 1}, Vec3(-0.45, 0, 0));
  pile.contacts.columns = {{kImage, "m", "", true, Vec3s{Vec3(-10, 0, 0)}}};
  expect_points(contact_lines(pile), {{0.5, 0, 0}, {-0.45, 0, 0}, {-1.4, 0, 0}});
}

TEST(ContactLines, AsVtkReadsThem) {
  const std::string text = store::to_vtp(2.5, {{0, 0, 0}, {1, 0, 0.5}, {7, 8, 9}, {1, 1, 1}, {2, 2, 2}}, {3, 5},
                                         {{"a", std::vector<std::int64_t>{10, 20}},
                                          {"normal_force", Reals{0.1, 4}},
                                          {"force", Vec3s{{1, 2, 3}, {4, 5, 6}}}});
  const auto has = [&](const std::string& part) { return text.find(part) != std::string::npos; };
  EXPECT_TRUE(has("NumberOfPoints=\"5\" NumberOfVerts=\"0\" NumberOfLines=\"2\"")) << text;
  EXPECT_TRUE(has("Name=\"TimeValue\" type=\"Float64\" NumberOfTuples=\"1\" format=\"ascii\">2.5<")) << text;
  EXPECT_TRUE(has("<PointData>\n<DataArray Name=\"normal_force\" type=\"Float64\" format=\"ascii\">0.1 0.1 0.1 4 4 <"))
      << text;
  EXPECT_TRUE(has("Name=\"a\" type=\"Int64\" format=\"ascii\">10 20 <")) << text;
  EXPECT_TRUE(has("Name=\"force\" type=\"Float64\" NumberOfComponents=\"3\" format=\"ascii\">1 2 3 4 5 6 <")) << text;
  EXPECT_TRUE(has("Name=\"connectivity\" type=\"Int64\" format=\"ascii\">0 1 2 3 4 <")) << text;
  EXPECT_TRUE(has("Name=\"offsets\" type=\"Int64\" format=\"ascii\">3 5 <")) << text;
}

}  // namespace
}  // namespace rubble::measure
