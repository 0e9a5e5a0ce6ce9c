#include "shape/aggregate.hpp"

#include "base/ball.hpp"
#include "base/error.hpp"
#include "base/parallel.hpp"
#include "base/random.hpp"
#include "shape/mass_properties.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include <Eigen/Eigenvalues>
#include <Eigen/QR>

namespace rubble::shape {
namespace {

Bulk sum_of_spheres(const Vec3s& centre, const Reals& radius) {
  Bulk bulk;
  for (std::size_t i = 0; i < radius.size(); ++i) {
    const double r = radius[i], v = ball_volume(r);
    const Vec3& x = centre[i];
    bulk += {v, v * x, v * (x * x.transpose() + 0.2 * r * r * Mat3::Identity())};
  }
  return bulk;
}

// The part of a column with cross-section `area` about (x, y) that is inside the members.
Bulk column(double x, double y, double area, const Vec3s& centre, const Reals& radius,
            std::vector<std::array<double, 2>>& spans) {
  spans.clear();
  for (std::size_t i = 0; i < radius.size(); ++i) {
    const double half2 = radius[i] * radius[i] - std::pow(x - centre[i].x(), 2) - std::pow(y - centre[i].y(), 2);
    if (half2 > 0) spans.push_back({centre[i].z() - std::sqrt(half2), centre[i].z() + std::sqrt(half2)});
  }
  std::sort(spans.begin(), spans.end());
  Bulk bulk;
  for (std::size_t k = 0; k < spans.size();) {
    const double low = spans[k][0];
    double high = spans[k][1];
    for (++k; k < spans.size() && spans[k][0] <= high; ++k) high = std::max(high, spans[k][1]);
    const double z0 = high - low, z1 = (high * high - low * low) / 2, z2 = (high * high * high - low * low * low) / 3;
    const Vec3 across(x, y, 0);
    Bulk part{area * z0, area * (z0 * across + Vec3(0, 0, z1)), area * z0 * across * across.transpose()};
    part.second(0, 2) = part.second(2, 0) = area * x * z1;
    part.second(1, 2) = part.second(2, 1) = area * y * z1;
    part.second(2, 2) = area * z2;
    bulk += part;
  }
  return bulk;
}

// Mean of integrals along columns in z and in x. Each set is least accurate where the surface is parallel to it.
Bulk union_of_spheres(const Vec3s& centre, const Reals& radius) {
  constexpr std::size_t n = 1024;
  Bulk mean;
  for (int turn = 0; turn < 2; ++turn) {
    Mat3 axes = Mat3::Identity();  // rows: the directions of the columns' x, y, z
    if (turn == 1) axes << 0, 1, 0, 0, 0, 1, 1, 0, 0;
    Vec3s turned(centre.size());
    Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity()), high = -low;
    for (std::size_t i = 0; i < centre.size(); ++i) {
      turned[i] = axes * centre[i];
      low = low.cwiseMin((turned[i].array() - radius[i]).matrix());
      high = high.cwiseMax((turned[i].array() + radius[i]).matrix());
    }
    const Vec3 step = (high - low) / static_cast<double>(n);
    const Bulk bulk = blocked_sum(n, Bulk{}, [&](std::size_t i) {
      std::vector<std::array<double, 2>> spans;
      Bulk row;
      for (std::size_t j = 0; j < n; ++j)
        row += column(low.x() + step.x() * (static_cast<double>(i) + 0.5),
                      low.y() + step.y() * (static_cast<double>(j) + 0.5), step.x() * step.y(), turned, radius, spans);
      return row;
    });
    mean += {0.5 * bulk.volume, 0.5 * (axes.transpose() * bulk.first), 0.5 * (axes.transpose() * bulk.second * axes)};
  }
  return mean;
}

// Sites of a face-centred cubic lattice with nearest-neighbour distance 2 that lie deepest inside a convex body with 14
// faces of random directions and distances.
Vec3s irregular_sites(std::size_t count) {
  Vec3s faces;
  for (std::size_t k = 0; k < 14; ++k) {
    Random random(155, Purpose::kPlace, k);
    Vec3 direction = random.in_ball();
    direction.normalize();
    faces.push_back(direction / (0.8 + 0.4 * random.uniform()));
  }
  Vec3s sites;
  const int half = 3 + static_cast<int>(std::cbrt(static_cast<double>(count)));
  for (int x = -half; x <= half; ++x)
    for (int y = -half; y <= half; ++y)
      for (int z = -half; z <= half; ++z)
        if ((x + y + z) % 2 == 0) sites.push_back(std::numbers::sqrt2 * Vec3(x + 0.21, y + 0.37, z + 0.13));
  const auto depth = [&](const Vec3& x) {
    double outermost = 0;
    for (const Vec3& face : faces) outermost = std::max(outermost, face.dot(x));
    return outermost;
  };
  std::stable_sort(sites.begin(), sites.end(), [&](const Vec3& a, const Vec3& b) { return depth(a) < depth(b); });
  sites.resize(count);
  return sites;
}

// Corners of an icosahedron, two of them on the z axis, at distance 1 from its centre; and the centre.
Vec3s intruder_sites() {
  Vec3s sites{Vec3::Zero(), Vec3::UnitZ(), -Vec3::UnitZ()};
  const double height = 1 / std::sqrt(5.0);
  for (int k = 0; k < 5; ++k) {
    const double angle = 2 * std::numbers::pi * k / 5;
    const Vec3 corner(2 * height * std::cos(angle), 2 * height * std::sin(angle), height);
    sites.push_back(corner), sites.push_back(-corner);
  }
  return sites;
}

// (name) => members' centres, for members of radius 1
Vec3s sites_of(const std::string& name) {
  if (name == "sphere") return {Vec3::Zero()};
  if (name == "dumbbell") return {{-1, 0, 0}, {1, 0, 0}};
  if (name == "diamond") return {{-1, 0, 0}, {1, 0, 0}, {0, std::sqrt(3.0), 0}, {0, -std::sqrt(3.0), 0}};
  if (name == "rod") return {{-3, 0, 0}, {-1, 0, 0}, {1, 0, 0}, {3, 0, 0}};
  if (name == "tetrahedron") {
    const double s = std::numbers::sqrt2 / 2;
    return {{s, s, s}, {s, -s, -s}, {-s, s, -s}, {-s, -s, s}};
  }
  if (name == "cube") {
    Vec3s sites;
    for (int k = 0; k < 8; ++k) sites.emplace_back(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1);
    return sites;
  }
  if (name == "irregular") return irregular_sites(155);
  if (name == "intruder") return intruder_sites();
  std::string known;
  for (const std::string& n : aggregate_names()) known += (known.empty() ? "" : ", ") + n;
  throw InputError("unknown aggregate '" + name + "'; there are: " + known);
}

}  // namespace

namespace {

// (members about the centre of mass, radii, volume of the whole) => volumes p_i = v_i (a + b . x_i) of the members with
// that sum and with their centre of mass at the origin; v_i is the volume of the sphere. They minimise the sum of
// (p_i - c v_i)^2 / v_i among all such volumes, with c = volume / sum of v_i.
Reals parts_of(const Vec3s& centre, const Reals& radius, double volume) {
  double scale = 0;
  for (std::size_t i = 0; i < radius.size(); ++i) scale = std::max(scale, centre[i].norm() + radius[i]);
  Eigen::Matrix4d moments = Eigen::Matrix4d::Zero();
  const auto row = [&](std::size_t i) {
    return Eigen::Vector4d(1, centre[i].x() / scale, centre[i].y() / scale, centre[i].z() / scale);
  };
  for (std::size_t i = 0; i < radius.size(); ++i) moments += ball_volume(radius[i]) * row(i) * row(i).transpose();
  // If the members are on a line or in a plane, the equations are singular: no correction is needed in the other
  // directions.
  Eigen::CompleteOrthogonalDecomposition<Eigen::Matrix4d> solver;
  solver.setThreshold(1e-9);
  const Eigen::Vector4d factor = solver.compute(moments).solve(Eigen::Vector4d(volume, 0, 0, 0));
  Reals part;
  for (std::size_t i = 0; i < radius.size(); ++i) part.push_back(ball_volume(radius[i]) * factor.dot(row(i)));
  return part;
}

}  // namespace

Aggregate glue(const std::string& name, const Vec3s& centre, const Reals& radius, Overlap overlap) {
  if (centre.empty() || centre.size() != radius.size())
    throw InputError("aggregate '" + name +
                     "': expected one radius for each member and at least one member, found another number");
  for (const double r : radius)
    if (!(r > 0)) throw InputError("aggregate '" + name + "': radii must be above 0");
  const Bulk bulk = overlap == Overlap::kSum ? sum_of_spheres(centre, radius) : union_of_spheres(centre, radius);
  const auto [volume, middle, inertia] = about_centre(bulk);
  const Eigen::SelfAdjointEigenSolver<Mat3> principal(inertia);
  Mat3 axes = principal.eigenvectors();
  if (axes.determinant() < 0) axes.col(0) *= -1;

  Aggregate out{name, {}, radius, {}, volume, principal.eigenvalues(), 0, false};
  out.round = out.moments[2] - out.moments[0] < 1e-12 * out.moments[2];
  if (out.round) axes = Mat3::Identity();
  for (const Vec3& x : centre) out.centre.push_back(axes.transpose() * (x - middle));
  if (overlap == Overlap::kSum) {
    for (const double r : radius) out.part.push_back(ball_volume(r));
  } else {
    out.part = parts_of(out.centre, radius, out.volume);
    // Members in a plane have their centre of mass in that plane, regardless of the error of the integral.
    Vec3 rest = Vec3::Zero();
    for (std::size_t i = 0; i < radius.size(); ++i) rest += out.part[i] / out.volume * out.centre[i];
    for (Vec3& x : out.centre) x -= rest;
  }
  for (std::size_t i = 0; i < radius.size(); ++i) {
    if (!(out.part[i] > 0))
      throw InputError("aggregate '" + name +
                       "': the overlaps leave a member without mass of its volume: move the members apart");
    out.reach = std::max(out.reach, out.centre[i].norm() + radius[i]);
  }
  return out;
}

const std::vector<std::string>& aggregate_names() {
  static const std::vector<std::string> names{"sphere",      "dumbbell", "diamond",   "rod",
                                              "tetrahedron", "cube",     "irregular", "intruder"};
  return names;
}

Aggregate aggregate(const std::string& name, double radius, Overlap overlap) {
  Vec3s sites = sites_of(name);
  const double member = name == "intruder" ? radius / 2 : radius;  // the distance of the corners from the centre equals
                                                                   // a member's radius
  for (Vec3& x : sites) x *= member;
  return glue(name, sites, Reals(sites.size(), member), overlap);
}

}  // namespace rubble::shape
