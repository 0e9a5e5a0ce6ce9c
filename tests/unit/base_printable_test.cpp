// Text from outside the program in a form that messages may show.
#include "base/printable.hpp"

#include <gtest/gtest.h>

namespace rubble {
namespace {

TEST(Printable, PlainTextStays) {
  for (const char* text : {"", "pile.h5", "C:\\a\\n", "K\xc3\xb6rper \xe2\x82\xac \xf0\x9f\xaa\xa8"})
    EXPECT_EQ(printable(text), text);
}

TEST(Printable, NothingMovesTheCursor) {
  EXPECT_EQ(printable("a\nb\tc\rd"), "a\\nb\\tc\\rd");
  EXPECT_EQ(printable("\x1b[2J\x07\x7f"), "\\x1b[2J\\x07\\x7f");
  EXPECT_EQ(printable(std::string_view("\0x", 2)), "\\x00x");
  EXPECT_EQ(printable("\xc2\x9b[2J"), "\\xc2\\x9b[2J");  // U+009B, which begins a control sequence like ESC [
  EXPECT_EQ(printable("\xc2\xa0"), "\xc2\xa0");          // U+00A0, the first printable character after the control
                                                         // characters
}

// Ill-formed sequences of section 3.9 of the Unicode Standard: overlong forms, surrogates, values beyond U+10FFFF,
// truncated sequences.
TEST(Printable, OnlyUtf8) {
  EXPECT_EQ(printable("\xff"), "\\xff");
  EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf");
  EXPECT_EQ(printable("\xe0\x9f\x80"), "\\xe0\\x9f\\x80");
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");
  EXPECT_EQ(printable("a\xe2\x82"), "a\\xe2\\x82");
}

TEST(Printable, LongTextKeepsItsEnds) {
  EXPECT_EQ(shortened("abcdefghi", 9), "abcdefghi");
  EXPECT_EQ(shortened("abcdefghij", 9), "abcdef...hij");
  const std::string text = shortened(std::string(1000000, 'k'));
  EXPECT_EQ(text, std::string(40, 'k') + "..." + std::string(20, 'k'));
}

// Characters are not cut: U+20AC has three bytes.
TEST(Printable, CharactersStayWhole) {
  std::string euros;
  for (int i = 0; i < 30; ++i) euros += "\xe2\x82\xac";
  for (std::size_t most = 9; most < 30; ++most) EXPECT_EQ(shortened(euros, most).find('\\'), std::string::npos) << most;
}

TEST(Printable, GarbageIsShortenedToo) {
  EXPECT_LT(shortened(std::string(1000000, '\x80')).size(), 400u);
  EXPECT_EQ(quoted("a\"\n"), "'a\"\\n'");
}

TEST(Printable, QuotesAreNotNested) {
  EXPECT_EQ(quoted("3 km"), "\"3 km\"");
  EXPECT_EQ(quoted("cloud.form=\"box\""), "'cloud.form=\"box\"'");
  EXPECT_EQ(quoted("name='rock'"), "\"name='rock'\"");
  EXPECT_EQ(quoted("name=\"it's\""), "\"name=\\\"it's\\\"\"");
}

// POSIX.1-2017, Shell Command Language, 2.2.3: $ ` and \ keep their meaning within double quotation marks.
TEST(Printable, QuotedTextIsLiteralInAShell) {
  EXPECT_EQ(quoted("a=$HOME"), "'a=$HOME'");
  EXPECT_EQ(quoted("a=`id`"), "'a=`id`'");
  EXPECT_EQ(quoted("a\\"), "'a\\'");
  EXPECT_EQ(quoted("it's $5"), "\"it's \\$5\"");
  EXPECT_EQ(quoted("it's `a\\b`"), "\"it's \\`a\\\\b\\`\"");
  EXPECT_EQ(quoted("\xff"), "\"\\xff\"");
}

}  // namespace
}  // namespace rubble
