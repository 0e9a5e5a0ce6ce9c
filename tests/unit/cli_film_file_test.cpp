// Completeness of a film, from its bytes. The smallest valid files are assembled here block by block, as specified by
// GIF89a (W3C 1990) and ISO/IEC 14496-12.
#include "cli/film_file.hpp"

#include <string>

#include <gtest/gtest.h>

namespace rubble::cli {
namespace {

using namespace std::string_literals;

std::string big(std::uint32_t value) {
  std::string out;
  for (const int shift : {24, 16, 8, 0}) out.push_back(static_cast<char>(value >> shift & 0xFF));
  return out;
}

std::string box(const std::string& kind, const std::string& content) {
  return big(static_cast<std::uint32_t>(8 + content.size())) + kind + content;
}

// A box whose length field has 64 bits, either because the length needs them or without need.
std::string long_box(const std::string& kind, const std::string& content) {
  return big(1) + kind + big(0) + big(static_cast<std::uint32_t>(16 + content.size())) + content;
}

std::string movie(std::uint32_t samples) {
  const std::string sizes = box("stsz", big(0) + big(0) + big(samples) + std::string(4 * samples, '\1'));
  const std::string table = box("stbl", box("stsd", "") + sizes);
  return box("moov", box("mvhd", "x") + box("trak", box("mdia", box("minf", table))));
}

std::string mp4(std::uint32_t samples) { return box("ftyp", "isom") + movie(samples) + box("mdat", "pictures"); }

// A film of one pixel, with a colour table for all images and a second table for the second image, and an application
// extension.
std::string gif() {
  const std::string head = "GIF89a\1\0\1\0\x80\0\0"s + "abcdef";
  const std::string loops = "\x21\xFF\x0BNETSCAPE2.0\3\1\0\0\0"s;
  const std::string first = "\x2C\0\0\0\0\1\0\1\0\0\2\2\x44\1\0"s;
  const std::string second = "\x2C\0\0\0\0\1\0\1\0\x80"s + "ghijkl" + "\2\2\x44\1\0"s;
  return head + loops + first + second + "\x3B";
}

TEST(AppFilmFile, CompleteFilmsPass) {
  EXPECT_EQ(missing_in_gif(gif()), "");
  EXPECT_EQ(missing_in_mp4(mp4(3), 3), "");
  EXPECT_EQ(missing_in_mp4(box("ftyp", "isom") + box("free", "") + long_box("mdat", "pictures") + movie(2), 2), "");
}

// A full disk may leave a file of any length.
TEST(AppFilmFile, TruncatedFilmsAreDetected) {
  const std::string g = gif();
  for (std::size_t n = 0; n < g.size(); ++n) EXPECT_NE(missing_in_gif(g.substr(0, n)), "") << n;
  const std::string m = mp4(3), last = box("mdat", "pictures") + movie(3);
  for (std::size_t n = 0; n < m.size(); ++n) EXPECT_NE(missing_in_mp4(m.substr(0, n), 3), "") << n;
  for (std::size_t n = 0; n < last.size(); ++n)
    EXPECT_NE(missing_in_mp4(box("ftyp", "isom") + last.substr(0, n), 3), "") << n;
}

TEST(AppFilmFile, MissingPartsAreNamed) {
  EXPECT_EQ(missing_in_gif("nothing"), "no GIF header");
  EXPECT_EQ(missing_in_gif(gif() + "x"), "bytes after the end of the GIF");
  EXPECT_EQ(missing_in_gif("GIF89a\1\0\1\0\0\0\0\x3B"s), "no image");
  EXPECT_EQ(missing_in_gif(gif().substr(0, gif().size() - 1)), "the file ends too early");
  EXPECT_EQ(missing_in_mp4(mp4(3), 4), "3 of 4 frames");
  EXPECT_EQ(missing_in_mp4(box("ftyp", "isom") + box("mdat", "pictures"), 1), "no box moov");
  EXPECT_EQ(missing_in_mp4(box("ftyp", "isom") + box("mdat", "") + box("moov", ""), 1), "no table of sample sizes");
}

}  // namespace
}  // namespace rubble::cli
