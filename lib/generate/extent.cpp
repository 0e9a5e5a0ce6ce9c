#include "generate/extent.hpp"

#include "shape/kind.hpp"

namespace rubble::generate {
namespace {

Extent extent_of(const shape::Compound& compound, double scale, const Quaternion& orientation) {
  Extent e{Vec3::Zero(), Vec3::Zero()};
  for (const shape::PlacedShape& part : compound.part) {
    const Quaternion turn = orientation * part.placement.turn;
    const shape::Extents ends = shape::extents(part.shape, turn.toRotationMatrix().transpose());
    const Vec3 centre = orientation * part.placement.centre;
    e.low = e.low.cwiseMin(scale * (centre + part.placement.radius * ends.low));
    e.high = e.high.cwiseMax(scale * (centre + part.placement.radius * ends.high));
  }
  return e;
}

}  // namespace

Extent extent(const Grains& grains, std::size_t i, const Quaternion& orientation) {
  const shape::Aggregate& kind = grains.of(i);
  const Mat3 axes = orientation.toRotationMatrix();
  if (const auto& hull = grains.hull(i)) {
    const shape::Extents ends = shape::extents(hull->shape, axes.transpose());
    const Vec3 middle = axes * hull->middle;
    return {grains.scale[i] * (hull->radius * ends.low - middle),
            grains.scale[i] * (hull->radius * ends.high - middle)};
  }
  if (const auto& compound = grains.compound(i)) return extent_of(*compound, grains.scale[i], orientation);
  Extent e{Vec3::Zero(), Vec3::Zero()};
  for (std::size_t k = 0; k < kind.size(); ++k) {
    const Vec3 x = grains.scale[i] * (axes * kind.centre[k]);
    const Vec3 r = Vec3::Constant(grains.scale[i] * kind.radius[k]);
    e.low = e.low.cwiseMin(x - r), e.high = e.high.cwiseMax(x + r);
  }
  return e;
}

}  // namespace rubble::generate
