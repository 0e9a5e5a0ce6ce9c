// Force lines compared with positions computed by hand, and as text read by VTK.
#include "export/polydata.hpp"
#include "measure/contacts/lines.hpp"
#include "physics/scene.hpp"
#include "store/vtp.hpp"

#include <bit>
#include <cstring>

#include <gtest/gtest.h>
#include <zlib.h>

namespace rubble::measure {
namespace {

// A contact with only a position.
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

// Radii 3 and 4 at distance 5: the plane of the contact circle is 9/5 from the first centre. The smaller sphere also
// overlaps the floor.
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

// A dumbbell along x on a free sphere: lines begin in the dumbbell's centre, not in the touching member.
TEST(ContactLines, OfGrainsBeginAtTheirCentres) {
  Pile pile;
  test::glue(pile, "dumbbell", 1, 1000, Vec3(0, 0, 0));
  test::add_sphere(pile, 1, 1000, Vec3(1, 0, 1.8));
  const Index touching = pile.state.position[0].x() > 0 ? 0 : 1;
  touch(pile, {touching, 2}, Vec3(1, 0, 0.9));
  expect_points(contact_lines(pile), {{0, 0, 0}, {1, 0, 0.9}, {1, 0, 1.8}});
}

// In periodic space b is drawn at the image that a touches, not at its position in the file.
TEST(ContactLines, CrossNoPeriod) {
  Pile pile;
  test::add_sphere(pile, 1, 1000, Vec3(0.5, 0, 0));
  test::add_sphere(pile, 1, 1000, Vec3(8.6, 0, 0));  // the period is 10
  touch(pile, {0, 1}, Vec3(-0.45, 0, 0));
  pile.contacts.columns = {{kImage, "m", "", true, Vec3s{Vec3(-10, 0, 0)}}};
  expect_points(contact_lines(pile), {{0.5, 0, 0}, {-0.45, 0, 0}, {-1.4, 0, 0}});
}

// (a .vtp, name of an array, the first of that name) => its 8-byte words. The VTK file format defines their place
// (https://docs.vtk.org/en/latest/vtk_file_formats/vtkxml_file_format.html). The data are behind the "_" of
// AppendedData, at the array's offset. A header comes first: the number of blocks, the size of each block, the size of
// the last block (0: whole), and their compressed sizes. The blocks follow.
std::vector<std::uint64_t> words_in(const std::string& text, const std::string& name) {
  const std::string mark = "<AppendedData encoding=\"raw\">\n_";
  const std::size_t begin = text.find(mark) + mark.size();
  const std::size_t element = text.find("Name=\"" + name + "\"");
  const std::size_t offset = text.find("offset=\"", element) + std::string("offset=\"").size();
  const std::size_t at = begin + std::stoul(text.substr(offset));
  const auto word = [&](std::size_t k) {
    std::uint64_t value = 0;
    for (std::size_t b = 0; b < 8; ++b)
      value |= static_cast<std::uint64_t>(static_cast<unsigned char>(text.at(at + 8 * k + b))) << (8 * b);
    return value;
  };
  const std::uint64_t blocks = word(0);
  std::string raw;
  std::size_t from = at + 8 * (3 + blocks);
  for (std::uint64_t b = 0; b < blocks; ++b) {
    uLongf size = word(1);
    std::string block(size, '\0');
    EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(block.data()), &size,
                         reinterpret_cast<const Bytef*>(text.data() + from), word(3 + b)),
              Z_OK);
    EXPECT_EQ(size, b + 1 == blocks && word(2) > 0 ? word(2) : word(1));
    raw += block.substr(0, size);
    from += word(3 + b);
  }
  std::vector<std::uint64_t> words(raw.size() / 8);
  std::memcpy(words.data(), raw.data(), raw.size());
  return words;
}

Reals doubles_in(const std::string& text, const std::string& name) {
  Reals numbers;
  for (const std::uint64_t word : words_in(text, name)) numbers.push_back(std::bit_cast<double>(word));
  return numbers;
}

TEST(ContactLines, VtkFormat) {
  const std::string text = store::to_vtp(2.5, {{0, 0, 0}, {1, 0, 0.5}, {7, 8, 9}, {1, 1, 1}, {2, 2, 2}}, {3, 5},
                                         {{"a", std::vector<std::int64_t>{10, 20}},
                                          {"normal_force", Reals{0.1, 4}},
                                          {"force", Vec3s{{1, 2, 3}, {4, 5, 6}}}});
  const auto has = [&](const std::string& part) { return text.find(part) != std::string::npos; };
  EXPECT_TRUE(has("NumberOfPoints=\"5\" NumberOfVerts=\"0\" NumberOfLines=\"2\"")) << text;
  EXPECT_TRUE(has("Name=\"TimeValue\" type=\"Float64\" NumberOfTuples=\"1\" format=\"ascii\">2.5<")) << text;
  EXPECT_TRUE(has("header_type=\"UInt64\" compressor=\"vtkZLibDataCompressor\">")) << text;
  EXPECT_TRUE(has("<PointData>\n<DataArray Name=\"normal_force\" type=\"Float64\" format=\"appended\" offset=\"0\"/>"));
  EXPECT_EQ(doubles_in(text, "normal_force"), (Reals{0.1, 0.1, 0.1, 4, 4}));  // the first of the name: at points
  EXPECT_EQ(doubles_in(text, "force"), (Reals{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(doubles_in(text, "points").size(), 15u);
  EXPECT_EQ(words_in(text, "a"), (std::vector<std::uint64_t>{10, 20}));
  EXPECT_EQ(words_in(text, "connectivity"), (std::vector<std::uint64_t>{0, 1, 2, 3, 4}));
  EXPECT_EQ(words_in(text, "offsets"), (std::vector<std::uint64_t>{3, 5}));
}

// A pile may list a pair within a grain as a contact. Such a bond is no line, so that all arrays have one length.
TEST(ContactLines, BondsAreNoLines) {
  Pile pile;
  test::glue(pile, "dumbbell", 1, 1000, Vec3(0, 0, 0));
  test::add_sphere(pile, 1, 1000, Vec3(1, 0, 1.8));
  touch(pile, {0, 1}, Vec3(0, 0, 0));
  touch(pile, {1, 2}, Vec3(1, 0, 0.9));
  pile.contacts.energy = {7, 8};
  pile.contacts.normal = {Vec3::UnitX(), Vec3::UnitZ()};
  const std::string text = tools::contacts_as_lines(pile);
  EXPECT_NE(text.find("NumberOfLines=\"1\""), std::string::npos);
  EXPECT_EQ(words_in(text, "a"), (std::vector<std::uint64_t>{1}));
  EXPECT_EQ(doubles_in(text, "energy"), Reals(3, 8));
  EXPECT_EQ(doubles_in(text, "normal_force").size(), 3u);
}

// 10000 points are 240000 bytes: seven whole blocks of 32768 bytes and a part of one.
TEST(ContactLines, LongArraysHaveBlocks) {
  Vec3s point;
  std::vector<std::int64_t> number;
  for (int k = 0; k < 10000; ++k) {
    point.emplace_back(k, 0.1 * k, -k);
    number.push_back(k);
  }
  const std::string text = store::to_vtp(0, point, {{"id", number}});
  EXPECT_NE(text.find("NumberOfPoints=\"10000\" NumberOfVerts=\"10000\" NumberOfLines=\"0\""), std::string::npos);
  const Reals found = doubles_in(text, "points");
  ASSERT_EQ(found.size(), 30000u);
  EXPECT_EQ(found[29998], 0.1 * 9999);
  EXPECT_EQ(words_in(text, "id").back(), 9999u);
  EXPECT_TRUE(words_in(store::to_vtp(0, Vec3s{}, {{"id", std::vector<std::int64_t>{}}}), "id").empty());
}

}  // namespace
}  // namespace rubble::measure
