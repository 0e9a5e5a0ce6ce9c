#include "store/fclib.hpp"

#include "base/error.hpp"
#include "store/hdf5.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

namespace rubble::store {
namespace {

using Sparse = Eigen::SparseMatrix<double>;
using Entries = std::vector<Eigen::Triplet<double>>;
using Integers = std::vector<std::int32_t>;

// Value of `nz`, which gives the storage of a matrix: -1 by columns, -2 by rows, otherwise the number of entries of a
// list.
enum Storage : std::int32_t { by_columns = -1, by_rows = -2 };

std::int32_t number(const Reader& file, const std::string& path) { return file.rows<std::int32_t>(path, 1)[0]; }

// (index at which each column, or row, begins) => the number of entries. InputError unless these indices ascend from 0.
std::size_t entries_of(const Reader& file, const std::string& path, const Integers& begin) {
  if (begin.front() != 0 || !std::is_sorted(begin.begin(), begin.end()))
    file.refuse(path, "rising numbers from 0", "others");
  return static_cast<std::size_t>(begin.back());
}

// Column, or row, of each entry, from the indices at which they begin.
Integers unrolled(const Integers& begin) {
  Integers out;
  for (std::size_t k = 0; k + 1 < begin.size(); ++k)
    out.insert(out.end(), static_cast<std::size_t>(begin[k + 1] - begin[k]), static_cast<std::int32_t>(k));
  return out;
}

void require_size(const Reader& file, const std::string& group, std::uint64_t rows, std::uint64_t columns) {
  const std::int32_t m = number(file, group + "/m");
  const std::int32_t n = number(file, group + "/n");
  if (m < 0 || n < 0 || static_cast<std::uint64_t>(m) != rows || static_cast<std::uint64_t>(n) != columns)
    file.refuse(group, fmt::format("{} x {} numbers", rows, columns), fmt::format("{} x {}", m, n));
}

// (group, size that the matrix must have) => the matrix. Datasets may be longer than the entries in use (FCLIB writes
// `nzmax` of them). No memory is allocated for sizes that the file only declares.
Sparse read_matrix(const Reader& file, const std::string& group, std::uint64_t rows, std::uint64_t columns) {
  require_size(file, group, rows, columns);
  const std::int32_t storage = number(file, group + "/nz");
  if (storage < by_rows)
    file.refuse(group + "/nz", "-1 (by columns), -2 (by rows) or a number of entries", std::to_string(storage));
  const bool is_list = storage >= 0;
  const std::uint64_t lines = storage == by_rows ? rows : columns;
  const Reals value = file.rows<double>(group + "/x");
  const Integers index = file.rows<std::int32_t>(group + "/i");
  const Integers place = file.rows<std::int32_t>(group + "/p", is_list ? kAny : lines + 1);
  const std::size_t entries = is_list ? static_cast<std::size_t>(storage) : entries_of(file, group + "/p", place);
  const std::size_t stored = std::min({value.size(), index.size(), is_list ? place.size() : value.size()});
  if (entries > stored) file.refuse(group, fmt::format("{} entries", entries), fmt::format("{}", stored));
  const Integers other = is_list ? place : unrolled(place);
  const Integers& row = storage == by_rows ? other : index;
  const Integers& column = storage == by_rows ? index : other;
  Entries list;
  for (std::size_t k = 0; k < entries; ++k) {
    if (row[k] < 0 || static_cast<std::uint64_t>(row[k]) >= rows || column[k] < 0 ||
        static_cast<std::uint64_t>(column[k]) >= columns)
      file.refuse(group, fmt::format("entries of a matrix of {} x {}", rows, columns),
                  fmt::format("one at {}, {}", row[k], column[k]));
    list.emplace_back(row[k], column[k], value[k]);
  }
  Sparse matrix(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns));
  matrix.setFromTriplets(list.begin(), list.end());
  return matrix;
}

void require_unilateral_in_space(const Reader& file, const std::string& group) {
  if (const std::int32_t dimensions = number(file, group + "/spacedim"); dimensions != 3)
    file.refuse(group + "/spacedim", "3", std::to_string(dimensions));
  for (const std::string constraint : {"/R", "/G"})
    if (file.has(group + constraint) && number(file, group + constraint + "/n") > 0)
      file.refuse(group + constraint, "no bilateral constraints", "some");
}

constexpr const char* kImpulseUnit = "/units/impulse";
constexpr const char* kVelocityUnit = "/units/velocity";

// => the unit of a local problem that is stored there, 1 if there is none. InputError unless it is positive and finite.
double read_unit(const Reader& file, const std::string& path) {
  if (!file.has(path)) return 1;
  const auto unit = file.scalar<double>(path);
  if (!(unit > 0 && std::isfinite(unit))) file.refuse(path, "a positive finite number", fmt::format("{}", unit));
  return unit;
}

friction::Problem read_local(const Reader& file) {
  const std::string group = "/fclib_local";
  require_unilateral_in_space(file, group);
  const Reals friction = file.rows<double>(group + "/vectors/mu");
  const std::uint64_t n = 3 * friction.size();
  const Reals q = file.rows<double>(group + "/vectors/q", n);
  const Sparse w = read_matrix(file, group + "/W", n, n);
  friction::Problem problem{friction::blocks_of(w), {}, friction};
  problem.units = {read_unit(file, kImpulseUnit), read_unit(file, kVelocityUnit)};
  for (std::size_t k = 0; k < q.size(); k += 3) problem.free_velocity.push_back({q[k], q[k + 1], q[k + 2]});
  return problem;
}

friction::Problem read_global(const Reader& file) {
  const std::string group = "/fclib_global";
  require_unilateral_in_space(file, group);
  const Reals friction = file.rows<double>(group + "/vectors/mu");
  const Reals force = file.rows<double>(group + "/vectors/f");
  const Reals velocity = file.rows<double>(group + "/vectors/w", 3 * friction.size());
  const Sparse mass = read_matrix(file, group + "/M", force.size(), force.size());
  const Sparse directions = read_matrix(file, group + "/H", force.size(), velocity.size());
  try {
    return friction::from_masses(mass, directions, Eigen::Map<const Eigen::VectorXd>(force.data(), mass.rows()),
                                 Eigen::Map<const Eigen::VectorXd>(velocity.data(), directions.cols()), friction);
  } catch (const std::invalid_argument& error) {
    file.refuse(group + "/M", "masses", error.what());
  }
}

void write_numbers(Writer& file, const std::string& path, const Integers& values) {
  file.dataset(path, view(values), "", "");
}

void write_matrix(Writer& file, const std::string& group, const Sparse& matrix) {
  const auto entries = static_cast<std::size_t>(matrix.nonZeros());
  write_numbers(file, group + "/m", {static_cast<std::int32_t>(matrix.rows())});
  write_numbers(file, group + "/n", {static_cast<std::int32_t>(matrix.cols())});
  write_numbers(file, group + "/nz", {by_columns});
  write_numbers(file, group + "/nzmax", {static_cast<std::int32_t>(entries)});
  const auto columns = static_cast<std::size_t>(matrix.cols()) + 1;
  write_numbers(file, group + "/p", Integers(matrix.outerIndexPtr(), matrix.outerIndexPtr() + columns));
  write_numbers(file, group + "/i", Integers(matrix.innerIndexPtr(), matrix.innerIndexPtr() + entries));
  file.dataset(group + "/x", view(Reals(matrix.valuePtr(), matrix.valuePtr() + entries)), "", "");
}

void write_vector(Writer& file, const std::string& path, const Vec3s& values, const std::string& text) {
  Reals numbers;
  for (const Vec3& v : values) numbers.insert(numbers.end(), v.begin(), v.end());
  file.dataset(path, view(numbers), "", text);
}

}  // namespace

friction::Problem read_fclib(const std::string& path) {
  const Reader file(path);
  if (!file.has("/fclib_local") && !file.has("/fclib_global"))
    throw InputError(file.name() +
                     ": expected a friction problem of FCLIB, found neither /fclib_local nor /fclib_global");
  friction::Problem problem = file.has("/fclib_local") ? read_local(file) : read_global(file);
  if (const std::string wrong = friction::violation(problem); !wrong.empty())
    throw InputError(file.name() + ": " + wrong);
  return problem;
}

std::string fclib_image(const friction::Problem& problem, const std::optional<FclibSolution>& solution) {
  Writer file;
  write_numbers(file, "/fclib_local/spacedim", {3});
  write_matrix(file, "/fclib_local/W", friction::matrix_of(problem.delassus));
  write_vector(file, "/fclib_local/vectors/q", problem.free_velocity, "relative velocities without impulses");
  file.dataset("/fclib_local/vectors/mu", view(problem.friction), "1", "friction");
  file.dataset(kImpulseUnit, view(problem.units.impulse), "N s", "unit of all impulses");
  file.dataset(kVelocityUnit, view(problem.units.velocity), "m s-1", "unit of all velocities");
  if (solution) {
    write_vector(file, "/solution/r", solution->impulse, "impulses: normal, two tangents");
    write_vector(file, "/solution/u", solution->velocity, "relative velocities");
  }
  return file.image();
}

}  // namespace rubble::store
