// The table that reading tools print: printed numbers read back as the same numbers.
#include "base/error.hpp"
#include "cli/table.hpp"

#include <cstdlib>
#include <limits>
#include <sstream>

#include <gtest/gtest.h>

namespace {

using rubble::cli::Table;

Table table_of(const std::vector<Table::Cell>& column) {
  Table table;
  table.column("x", "m s-1");
  for (const Table::Cell& cell : column) table.row({cell});
  return table;
}

TEST(AppTable, HeaderThenUnitsThenRows) {
  Table table;
  table.column("name", "");
  table.column("mass", "kg");
  table.row({std::string("a"), 2.5});
  table.row({std::string("b"), std::int64_t{7}});
  EXPECT_EQ(table.tsv(), "name\tmass\n# \tkg\na\t2.5\nb\t7\n");
}

TEST(AppTable, CsvHasUnitsInItsHeadings) {
  Table table;
  table.column("name", "");
  table.column("mass", "kg");
  table.column("count", "1");
  table.row({std::string("a, \"b\""), 0.1, std::int64_t{7}});
  table.row({std::string("c"), std::numeric_limits<double>::infinity(), std::int64_t{-1}});
  EXPECT_EQ(table.csv(), "name,mass [kg],count\n\"a, \"\"b\"\"\",0.1,7\nc,inf,-1\n");
}

TEST(AppTable, SelectedColumnsAreInTheGivenOrder) {
  Table table;
  for (const char* name : {"a", "b", "c"}) table.column(name, "m");
  table.row({1.0, 2.0, 3.0});
  EXPECT_EQ(table.selected({"c", "a"}).tsv(), "c\ta\n# m\tm\n3\t1\n");
  try {
    table.selected({"a", "d"});
    FAIL();
  } catch (const rubble::InputError& error) {
    EXPECT_NE(std::string(error.what()).find("--columns: unknown column 'd'"), std::string::npos) << error.what();
  }
}

TEST(AppTable, ColumnsAreAlignedOnATerminal) {
  Table table;
  table.column("name", "");
  table.column("mass", "kg");
  table.row({std::string("a"), 1.0 / 3});
  table.row({std::string("body"), std::int64_t{7}});
  EXPECT_EQ(table.aligned(80),
            "name      mass\n"
            "            kg\n"
            "   a  0.333333\n"
            "body         7\n");
  EXPECT_EQ(table.aligned(13), table.aligned(80)) << "no use in turning it";
}

TEST(AppTable, RowThatIsTooWideIsTransposed) {
  Table table;
  for (const char* name : {"a0", "a1", "a2", "a3"}) table.column(name, "m");
  table.row({1.0, 2.0, 3.0, 0.5});
  EXPECT_EQ(table.aligned(15), "a0  a1  a2   a3\n m   m   m    m\n 1   2   3  0.5\n");
  EXPECT_EQ(table.aligned(14), "a0  m    1\na1  m    2\na2  m    3\na3  m  0.5\n");
}

TEST(AppTable, NaNHasNoSign) {
  EXPECT_EQ(table_of({-std::numeric_limits<double>::quiet_NaN()}).tsv(), "x\n# m s-1\nnan\n");
}

TEST(AppTable, NumbersReadBackWithTheSameBits) {
  for (const double v : {0.1, 1.0 / 3.0, 6.67430e-11, -1e308, 5e-324, 123456789.12345679}) {
    const std::string text = table_of({v}).tsv();
    const std::string cell = text.substr(text.find("s-1\n") + 4);
    EXPECT_EQ(std::strtod(cell.c_str(), nullptr), v) << cell;
  }
}

TEST(AppTable, WordsCannotEndTheirCellOrMoveTheCursor) {
  EXPECT_EQ(table_of({std::string("a\tb\nc\x1b[2J\xff")}).tsv(), "x\n# m s-1\na\\tb\\nc\\x1b[2J\\xff\n");
}

TEST(AppTable, JsonQuotesWordsAndHasNoNaN) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(table_of({std::string("a\"\n"), nan, 0.5}).json(),
            "{\"units\": {\"x\": \"m s-1\"},\n \"rows\": [\n  {\"x\": \"a\\\"\\u000a\"},\n  {\"x\": null},\n"
            "  {\"x\": 0.5}]}\n");
}

// RFC 8259: control characters are escaped, and all output is valid UTF-8.
TEST(AppTable, JsonOfAnyBytes) {
  const std::string text = table_of({std::string("\x1b[31m\x7f\xc3\xa9\xff\\")}).json();
  EXPECT_NE(text.find("\"\\u001b[31m\\u007f\xc3\xa9\\\\xff\\\\\""), std::string::npos) << text;
}

TEST(AppTable, RowsHaveAsManyCellsAsColumns) {
  Table table;
  table.column("x", "m");
  EXPECT_THROW(table.row({1.0, 2.0}), std::logic_error);
}

}  // namespace
