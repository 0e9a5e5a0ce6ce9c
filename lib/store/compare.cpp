#include "store/datasets.hpp"
#include "store/hdf5.hpp"
#include "store/inspect.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

namespace rubble::store {
namespace {

struct Distance {
  double absolute, scale;
};
Distance distance(double a, double b) { return {std::abs(a - b), std::max(std::abs(a), std::abs(b))}; }
template <int n>
Distance distance(const Eigen::Matrix<double, n, 1>& a, const Eigen::Matrix<double, n, 1>& b) {
  return {(a - b).norm(), std::max(a.norm(), b.norm())};
}

template <class T>
std::string shape_text(const std::vector<T>& values) {
  return to_text(Cell<T>::type, dimensions_of<T>(values.size()));
}
std::string shape_text(const std::vector<std::string>& values) { return fmt::format("text[{}]", values.size()); }

// Compares row i and adds the result to `difference`.
template <class T>
void compare_row(Difference& difference, std::size_t i, const T& a, const T& b, double rtol, double atol) {
  if constexpr (std::is_same_v<T, double> || std::is_same_v<T, Vec3> || std::is_same_v<T, Vec4>) {
    if (a == b) return;  // also if both are infinite
    const auto [absolute, scale] = distance(a, b);
    if (absolute > difference.absolute || (!(absolute <= 0) && !difference.worst)) difference.worst = i;
    difference.absolute = std::max(difference.absolute, absolute);
    if (scale > 0) difference.relative = std::max(difference.relative, absolute / scale);
    if (!(absolute <= atol + rtol * scale)) ++difference.rows;
  } else if constexpr (std::is_arithmetic_v<T>) {
    if (a == b) return;
    const auto [absolute, scale] = distance(static_cast<double>(a), static_cast<double>(b));
    if (absolute > difference.absolute || !difference.worst) difference.worst = i;
    difference.absolute = std::max(difference.absolute, absolute);
    difference.relative = std::max(difference.relative, absolute / scale);
    ++difference.rows;
  } else if (a != b) {
    if (!difference.worst) difference.worst = i;
    difference.absolute = difference.relative = std::numeric_limits<double>::quiet_NaN();
    ++difference.rows;
  }
}

template <class T>
void compare_rows(Difference& difference, const std::vector<T>& a, const std::vector<T>& b, double rtol, double atol) {
  difference.shape_a = shape_text(a), difference.shape_b = shape_text(b);
  if (a.size() == b.size())
    for (std::size_t i = 0; i < a.size(); ++i) compare_row(difference, i, a[i], b[i], rtol, atol);
  else
    difference.absolute = difference.relative = std::numeric_limits<double>::quiet_NaN();
  difference.equal = a.size() == b.size() && difference.rows == 0;
}
template <class T>
void compare_rows(Difference& difference, const T& a, const T& b, double rtol, double atol) {
  difference.shape_a = difference.shape_b = to_text(Cell<T>::type, {});
  compare_row(difference, 0, a, b, rtol, atol);
  difference.equal = difference.rows == 0;
}

}  // namespace

std::vector<Difference> compare(const Pile& a, const Pile& b, double rtol, double atol) {
  std::vector<Difference> differences;
  // Both piles are visited through the same tables; a member of the second pile is identified by its position in the
  // order of visits.
  const auto pairwise = [&](const auto& walk, auto& first, auto& second) {
    std::size_t outer = 0;
    walk(first, [&](const Dataset& d, const auto& x) {
      Difference& difference = differences.emplace_back();
      difference.dataset = std::string(d.path), difference.unit = std::string(d.unit);
      std::size_t inner = 0;
      walk(second, [&](const Dataset&, const auto& y) {
        if constexpr (std::is_same_v<decltype(x), decltype(y)>) {
          if (inner == outer) compare_rows(difference, x, y, rtol, atol);
        }
        ++inner;
      });
      ++outer;
    });
  };
  const MaterialTable materials_a = table_of(a.model.materials), materials_b = table_of(b.model.materials);
  pairwise([](auto& x, auto&& visit) { each_of_materials(x, visit); }, materials_a, materials_b);
  if (!a.model.shapes.empty() || !b.model.shapes.empty()) {
    const ShapeTable shapes_a = table_of(a.model.shapes), shapes_b = table_of(b.model.shapes);
    pairwise([](auto& x, auto&& visit) { each_of_shapes(x, visit); }, shapes_a, shapes_b);
  }
  pairwise([](auto& x, auto&& visit) { each_of_model(x, visit); }, a.model, b.model);
  if (!a.model.shape.empty() || !b.model.shape.empty())
    pairwise([](auto& x, auto&& visit) { each_of_hulls(x, visit); }, a.model, b.model);
  const SpaceTable space_a = table_of(a.model.space), space_b = table_of(b.model.space);
  if (!space_a.edges.empty() || !space_b.edges.empty())
    pairwise([](auto& x, auto&& visit) { each_of_edges(x, visit); }, space_a, space_b);
  if (!space_a.rate.empty() || !space_b.rate.empty())
    pairwise([](auto& x, auto&& visit) { each_of_hill(x, visit); }, space_a, space_b);
  if (!space_a.point.empty() || !space_b.point.empty())
    pairwise([](auto& x, auto&& visit) { each_of_walls(x, visit); }, space_a, space_b);
  if (!a.model.space.meshes.empty() || !b.model.space.meshes.empty()) {
    const bool drives = any_driven(a.model.space.meshes) || any_driven(b.model.space.meshes);
    const MeshTable meshes_a = table_of(a.model.space.meshes, drives),
                    meshes_b = table_of(b.model.space.meshes, drives);
    pairwise([](auto& x, auto&& visit) { each_of_meshes(x, visit); }, meshes_a, meshes_b);
  }
  if (!a.state.walls.empty() || !b.state.walls.empty()) {
    const PoseColumns walls_a = columns_of(a.state.walls), walls_b = columns_of(b.state.walls);
    pairwise([](auto& x, auto&& visit) { each_of_wall_poses(x, visit); }, walls_a, walls_b);
  }
  pairwise([](auto& x, auto&& visit) { each_of_clock(x, visit); }, a.state, b.state);
  pairwise([](auto& x, auto&& visit) { each_of_motion(x, visit); }, a.state, b.state);
  std::vector<BodyColumn> of_a = a.state.columns, of_b = b.state.columns;
  add_columns_of(of_a, b.state.columns, 0);
  add_columns_of(of_b, a.state.columns, 0);
  pairwise([](auto& x, auto&& visit) { each_of_body_columns(x, visit); }, std::as_const(of_a), std::as_const(of_b));
  if (!a.state.grouping.grains.empty() || !b.state.grouping.grains.empty()) {
    const bool shapes = !a.model.shapes.empty() || !b.model.shapes.empty();
    GroupingTable grouping_a = table_of(a.state.grouping, shapes), grouping_b = table_of(b.state.grouping, shapes);
    grouping_a.hulls = grouping_b.hulls = grouping_a.hulls || grouping_b.hulls;
    const TurnTable turns_a = table_of(a.state.orientation), turns_b = table_of(b.state.orientation);
    pairwise([](auto& x, auto&& visit) { each_of_members(x, visit); }, grouping_a, grouping_b);
    pairwise([](auto& x, auto&& visit) { each_of_grains(x, visit); }, grouping_a, grouping_b);
    pairwise([](auto& x, auto&& visit) { each_of_turns(x, visit); }, turns_a, turns_b);
  }
  const Contacts first = with_columns_of(a.contacts, b.contacts), second = with_columns_of(b.contacts, a.contacts);
  const ColumnTable columns_a = table_of(first.columns), columns_b = table_of(second.columns);
  pairwise([](auto& x, auto&& visit) { each_of_columns(x, visit); }, columns_a, columns_b);
  pairwise([](auto& x, auto&& visit) { each_of_contacts(x, visit); }, first, second);
  if (a.bonds.size() + b.bonds.size() > 0) {
    Bonds bonds_a = a.bonds, bonds_b = b.bonds;
    bonds_a.beams = bonds_b.beams = a.bonds.beams || b.bonds.beams;
    pairwise([](auto& x, auto&& visit) { each_of_bonds(x, visit); }, std::as_const(bonds_a), std::as_const(bonds_b));
  }
  return differences;
}

}  // namespace rubble::store
