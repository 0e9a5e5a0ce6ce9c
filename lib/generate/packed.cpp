#include "generate/packed.hpp"

#include "generate/turn.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

namespace rubble::generate {
namespace {

// (indices of a site) => its position, in radii of a sphere.
Vec3 hexagonal_site(double i, double j, double k) {
  const double odd_row = std::fmod(std::abs(j + k), 2), odd_layer = std::fmod(std::abs(k), 2);
  return {2 * i + odd_row, std::sqrt(3.0) * (j + odd_layer / 3), std::sqrt(8.0 / 3) * k};
}

// Half axes of a body of the given form with the volume of all sites, in radii of a sphere.
Vec3 half_axes(const PackedCloud& form) {
  const double site = form.lattice == Lattice::cubic ? 8 : 4 * std::numbers::sqrt2;
  const double unit = form.cut == Cut::box ? 8 : 4 * std::numbers::pi / 3;  // volume for half axes 1
  return std::cbrt(static_cast<double>(form.count) * site / (unit * form.axes.prod())) * form.axes;
}

// Relative distance of a position from the centre: 1 on the surface of the body.
double depth(const PackedCloud& form, const Vec3& half, const Vec3& place) {
  const Vec3 x = place.cwiseQuotient(half);
  return form.cut == Cut::box ? x.lpNorm<Eigen::Infinity>() : x.norm();
}

// Rotation of the lattice relative to the body, and its shift [radii]. They are random, or a site is at the centre. A
// cubic lattice is shifted by half a cell along axes with an even number of spheres, so that the centre is between two
// sites.
struct Stand {
  Mat3 turn = Mat3::Identity();
  Vec3 shift = Vec3::Zero();
};
Stand stand_of(const PackedCloud& form, const Vec3& half, Random& random) {
  Stand stand;
  if (form.turned) {
    stand.turn = random_orientation(random).toRotationMatrix();
    for (int axis = 0; axis < 3; ++axis) stand.shift[axis] = random.uniform(-1, 1);
  } else if (form.lattice == Lattice::cubic) {
    for (int axis = 0; axis < 3; ++axis) stand.shift[axis] = std::fmod(std::round(half[axis]), 2) == 0 ? 1 : 0;
  }
  return stand;
}

}  // namespace

Vec3s packed_sites(const PackedCloud& form, double radius, Random& random) {
  const Vec3 half = half_axes(form);
  const Stand stand = stand_of(form, half, random);
  const double reach = 1.1 * half.maxCoeff() * (form.cut == Cut::box ? std::sqrt(3.0) : 1) + 4;
  const auto most = static_cast<std::int64_t>(std::ceil(reach / std::sqrt(8.0 / 3))) + 1;
  Vec3s site;
  Reals depths;
  for (std::int64_t k = -most; k <= most; ++k)
    for (std::int64_t j = -most; j <= most; ++j)
      for (std::int64_t i = -most; i <= most; ++i) {
        const std::array<double, 3> n{static_cast<double>(i), static_cast<double>(j), static_cast<double>(k)};
        const Vec3 own =
            form.lattice == Lattice::cubic ? Vec3(2 * n[0], 2 * n[1], 2 * n[2]) : hexagonal_site(n[0], n[1], n[2]);
        const Vec3 place = stand.turn * (own + stand.shift);
        const double d = depth(form, half, place);
        if (d > 1 + 4 / half.minCoeff()) continue;
        site.push_back(place);
        depths.push_back(d);
      }
  std::vector<std::size_t> order(site.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return depths[a] < depths[b]; });
  order.resize(static_cast<std::size_t>(form.count));
  Vec3 sum = Vec3::Zero();
  for (const std::size_t s : order) sum += site[s];
  const Vec3 centre = sum / static_cast<double>(form.count);
  Vec3s places;
  for (const std::size_t s : order) places.push_back(radius * (site[s] - centre));
  return places;
}

}  // namespace rubble::generate
