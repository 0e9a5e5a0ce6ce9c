// Friction problems in files of FCLIB's format: reading reverses writing for any storage, and damaged files are
// refused.
#include "base/error.hpp"
#include "store/disk.hpp"
#include "store/fclib.hpp"
#include "store/hdf5.hpp"
#include "unit/friction_problems.hpp"
#include "unit/store_fixture.hpp"

#include <cmath>
#include <limits>

#include <Eigen/Dense>

namespace rubble::store {
namespace {

using friction::Problem;
using Numbers = std::vector<std::int32_t>;

Eigen::MatrixXd dense(const Problem& problem) { return friction::matrix_of(problem.delassus); }

class Fclib : public Folder {
 protected:
  std::string file() const { return path("problem.hdf5"); }
  std::string read() const {
    return refusal([&] { read_fclib(file()); });
  }
};

// W of one contact, in one of the three kinds of storage, with the corresponding arrays.
struct Parts {
  Numbers m{3}, n{3}, nz{-1}, p{0, 1, 2, 3}, i{0, 1, 2};
  Reals x{1, 3.5, 3.5};
  Numbers spacedim{3};
  bool bilateral = false;
};

void write(const std::string& path, const Parts& parts) {
  Writer out;
  const auto numbers = [&](const std::string& name, const Numbers& values) { out.dataset(name, view(values), "", ""); };
  const std::string group = "/fclib_local";
  numbers(group + "/spacedim", parts.spacedim);
  numbers(group + "/W/m", parts.m);
  numbers(group + "/W/n", parts.n);
  numbers(group + "/W/nz", parts.nz);
  numbers(group + "/W/p", parts.p);
  numbers(group + "/W/i", parts.i);
  out.dataset(group + "/W/x", view(parts.x), "", "");
  out.dataset(group + "/vectors/q", view(Reals{-1, 2, 3}), "", "");
  out.dataset(group + "/vectors/mu", view(Reals{0.5}), "", "");
  if (parts.bilateral) numbers(group + "/R/n", {4});
  write_bytes(path, out.image());
}

TEST_F(Fclib, RoundTrip) {
  const Problem problem = friction::random_masses(6, 11, 0.3, 5).problem();
  Vec3s r(problem.size(), Vec3(1, 2, 3));
  write_bytes(file(), fclib_image(problem, FclibSolution{r, velocities(problem, r)}));
  const Problem back = read_fclib(file());
  EXPECT_EQ(back.delassus.begin, problem.delassus.begin);
  EXPECT_EQ(back.delassus.column, problem.delassus.column);
  EXPECT_EQ(dense(back), dense(problem));
  EXPECT_EQ(back.free_velocity, problem.free_velocity);
  EXPECT_EQ(back.friction, problem.friction);
  const Reader reader(file());
  EXPECT_EQ(reader.rows<double>("/solution/r", 33)[5], 3);
  EXPECT_EQ(reader.rows<double>("/solution/u", 33)[3], velocities(problem, r)[1][0]);
}

TEST_F(Fclib, UnitsAreKept) {
  const Problem problem = friction::in_natural_units(friction::column(10, 1e9, 0.2, 0.5));
  write_bytes(file(), fclib_image(problem, {}));
  const Problem back = read_fclib(file());
  EXPECT_EQ(back.units.impulse, problem.units.impulse);
  EXPECT_EQ(back.units.velocity, problem.units.velocity);
  EXPECT_NE(back.units.impulse, 1);
  write(file(), {});
  EXPECT_EQ(read_fclib(file()).units.impulse, 1);
  EXPECT_EQ(read_fclib(file()).units.velocity, 1);
}

TEST_F(Fclib, UnitsThatAreNotPositiveAreRefused) {
  Problem problem = friction::column(2, 1, 0.2, 0.5);
  for (const double unit : {0.0, -1.0, std::numeric_limits<double>::infinity(), std::nan("")}) {
    problem.units = {1, unit};
    write_bytes(file(), fclib_image(problem, {}));
    EXPECT_NE(read().find("/units/velocity: expected a positive finite number"), std::string::npos) << unit;
    problem.units = {unit, 1};
    write_bytes(file(), fclib_image(problem, {}));
    EXPECT_NE(read().find("/units/impulse: expected a positive finite number"), std::string::npos) << unit;
  }
}

TEST_F(Fclib, AllKindsOfStorageAreOneMatrix) {
  // 1 4 0 / 0 3 0 / 5 0 2
  Parts columns{.p = {0, 2, 4, 5}, .i = {0, 2, 0, 1, 2}, .x = {1, 5, 4, 3, 2}};
  Parts rows{.nz = {-2}, .p = {0, 2, 3, 5}, .i = {0, 1, 1, 0, 2}, .x = {1, 4, 3, 5, 2}};
  Parts list{.nz = {5}, .p = {2, 0, 1, 0, 1}, .i = {2, 0, 0, 2, 1}, .x = {2, 1, 4, 5, 3}};
  Eigen::Matrix3d expected;
  expected << 1, 4, 0, 0, 3, 0, 5, 0, 2;
  for (const Parts& parts : {columns, rows}) {
    write(file(), parts);
    EXPECT_EQ(dense(read_fclib(file())), expected);
  }
  // A list has the row of each entry in i and its column in p.
  list.p = {2, 0, 1, 0, 1};
  list.i = {2, 0, 0, 2, 1};
  write(file(), list);
  EXPECT_EQ(dense(read_fclib(file())), expected);
}

// FCLIB writes arrays with their allocated length. Numbers beyond the entries in use must be ignored.
TEST_F(Fclib, NumbersBeyondTheEntriesAreIgnored) {
  const Parts columns{.i = {0, 1, 2, 77}, .x = {1, 3.5, 3.5, 9}};
  const Parts rows{.nz = {-2}, .i = {0, 1, 2, -5, 4}, .x = {1, 3.5, 3.5, 9}};
  const Parts list{.nz = {3}, .p = {0, 1, 2, -1, 8}, .i = {0, 1, 2, 77}, .x = {1, 3.5, 3.5, 9}};
  const Eigen::Matrix3d expected = Vec3(1, 3.5, 3.5).asDiagonal();
  for (const Parts& parts : {columns, rows, list}) {
    write(file(), parts);
    EXPECT_EQ(dense(read_fclib(file())), expected);
  }
}

// Sizes and indices are compared with the stored data before memory of that size is allocated.
TEST_F(Fclib, SizesAreCheckedBeforeAllocation) {
  const auto said = [&](const Parts& parts) {
    write(file(), parts);
    return read();
  };
  constexpr std::int32_t kMost = 2147483647;
  EXPECT_NE(said({.m = {kMost}}).find("/fclib_local/W: expected 3 x 3 numbers"), std::string::npos);
  EXPECT_NE(said({.n = {kMost}}).find("/fclib_local/W: expected 3 x 3 numbers"), std::string::npos);
  EXPECT_NE(said({.p = {0, kMost}}).find("/fclib_local/W/p: expected int32[4]"), std::string::npos);
  EXPECT_NE(said({.p = {0, 0, 0, kMost}}).find("expected 2147483647 entries, found 3"), std::string::npos);
  EXPECT_NE(said({.nz = {kMost}}).find("expected 2147483647 entries, found 3"), std::string::npos);
}

void write_global(const std::string& path, const friction::Masses& masses) {
  Writer out;
  const auto numbers = [&](const std::string& name, const Numbers& values) { out.dataset(name, view(values), "", ""); };
  const auto matrix = [&](const std::string& group, const Eigen::SparseMatrix<double>& a) {
    const auto entries = static_cast<std::size_t>(a.nonZeros());
    numbers(group + "/m", {static_cast<std::int32_t>(a.rows())});
    numbers(group + "/n", {static_cast<std::int32_t>(a.cols())});
    numbers(group + "/nz", {-1});
    numbers(group + "/p", Numbers(a.outerIndexPtr(), a.outerIndexPtr() + a.cols() + 1));
    numbers(group + "/i", Numbers(a.innerIndexPtr(), a.innerIndexPtr() + entries));
    out.dataset(group + "/x", view(Reals(a.valuePtr(), a.valuePtr() + entries)), "", "");
  };
  numbers("/fclib_global/spacedim", {3});
  matrix("/fclib_global/M", masses.mass);
  matrix("/fclib_global/H", masses.directions);
  const auto vector = [&](const char* name, const Eigen::VectorXd& v) {
    out.dataset(std::string("/fclib_global/vectors/") + name, view(Reals(v.begin(), v.end())), "", "");
  };
  vector("f", masses.force);
  vector("w", masses.velocity);
  out.dataset("/fclib_global/vectors/mu", view(masses.friction), "", "");
  write_bytes(path, out.image());
}

TEST_F(Fclib, GlobalProblemsAreReducedToLocalOnes) {
  const friction::Masses masses = friction::random_masses(4, 5, 0.3, 6);
  write_global(file(), masses);
  const Problem expected = masses.problem();
  const Problem found = read_fclib(file());
  EXPECT_EQ(dense(found), dense(expected));
  EXPECT_EQ(found.free_velocity, expected.free_velocity);
}

TEST_F(Fclib, GlobalProblemsOfOtherSizesAreRefused) {
  friction::Masses masses = friction::random_masses(4, 5, 0.3, 6);
  masses.directions.conservativeResize(24, 12);
  write_global(file(), masses);
  EXPECT_NE(read().find("/fclib_global/H: expected 24 x 15 numbers, found 24 x 12"), std::string::npos);
  masses = friction::random_masses(4, 5, 0.3, 6);
  masses.mass.conservativeResize(24, 23);
  write_global(file(), masses);
  EXPECT_NE(read().find("/fclib_global/M: expected 24 x 24 numbers, found 24 x 23"), std::string::npos);
  masses.mass.resize(0, 0);
  masses.directions.resize(0, 15);
  masses.force.resize(0);
  write_global(file(), masses);
  EXPECT_NE(read().find("/fclib_global/M: expected masses, found no masses"), std::string::npos) << read();
}

TEST_F(Fclib, DamageIsRefusedByItsPlace) {
  const auto said = [&](const Parts& parts) {
    write(file(), parts);
    return read();
  };
  EXPECT_EQ(said({}), "");
  EXPECT_NE(said({.spacedim = {2}}).find("/fclib_local/spacedim: expected 3, found 2"), std::string::npos);
  EXPECT_NE(said({.bilateral = true}).find("/fclib_local/R: expected no bilateral constraints"), std::string::npos);
  EXPECT_NE(said({.n = {4}}).find("/fclib_local/W"), std::string::npos);
  EXPECT_NE(said({.p = {0, 2, 1, 3}}).find("/fclib_local/W/p: expected rising numbers"), std::string::npos);
  EXPECT_NE(said({.p = {1, 1, 2, 3}}).find("/fclib_local/W/p: expected rising numbers"), std::string::npos);
  EXPECT_NE(said({.p = {-1, 1, 2, 3}}).find("/fclib_local/W/p: expected rising numbers"), std::string::npos);
  EXPECT_NE(said({.p = {0, 1, 2}}).find("/fclib_local/W/p: expected int32[4]"), std::string::npos);
  EXPECT_NE(said({.p = {0, 1, 2, 4}}).find("/fclib_local/W: expected 4 entries, found 3"), std::string::npos);
  EXPECT_NE(said({.i = {0, 1}}).find("/fclib_local/W: expected 3 entries, found 2"), std::string::npos);
  EXPECT_NE(said({.i = {0, 1, 3}}).find("/fclib_local/W: expected entries of a matrix of 3 x 3, found one at 3, 2"),
            std::string::npos);
  EXPECT_NE(said({.nz = {-3}}).find("/fclib_local/W/nz: expected"), std::string::npos);
  EXPECT_NE(said({.nz = {9}, .p = {0, 1, 2}}).find("/fclib_local/W: expected 9 entries, found 3"), std::string::npos);
  EXPECT_NE(said({.x = {0, 1, 1}}).find("contact 0 has 0 on the diagonal of W"), std::string::npos);
  EXPECT_NE(said({.m = {-3}}).find("/fclib_local/W: expected 3 x 3 numbers, found -3 x 3"), std::string::npos);
  write_bytes(file(), Writer().image());
  EXPECT_NE(read().find("expected a friction problem of FCLIB"), std::string::npos);
  write_bytes(file(), "text");
  EXPECT_NE(read(), "");
}

}  // namespace
}  // namespace rubble::store
