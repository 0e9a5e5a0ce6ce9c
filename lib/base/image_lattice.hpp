#pragma once
// Images of points in periodic space at one time, also in sheared space, whose images along x slide along y.
#include "base/vec.hpp"

#include <cmath>

namespace rubble {

// Lees and Edwards 1972, doi:10.1088/0022-3719/5/15/006; Wisdom and Tremaine 1988, doi:10.1086/114690.
struct ImageLattice {
  Vec3 period = Vec3::Zero();  // along each axis [m]; 0: open
  double shift = 0;            // displacement along y of the image one period further along x [m]
  double speed = 0;            // its velocity along y, relative to the point itself [m s-1]

  bool repeats(int axis) const { return period[axis] > 0; }
  bool repeats() const { return repeats(0) || repeats(1) || repeats(2); }
  bool shears() const { return speed != 0; }

  // (vector from a to b [m]) => vector from b to the image of b that is nearest to a [m]: whole periods, and the shift
  // of images along x.
  Vec3 image(const Vec3& way) const {
    const auto whole = [](double number) { return -std::round(number); };
    return images(way, whole);
  }
  // (vector from a to b [m]) => vector from a to the nearest image of b [m].
  Vec3 nearest(const Vec3& way) const { return way + image(way); }
  // (position [m]) => vector from it to its image in the cell, which is [0, period) along each periodic axis [m].
  Vec3 into_cell(const Vec3& place) const {
    const auto whole = [](double number) { return -std::floor(number); };
    return images(place, whole);
  }
  // (vector from a point to an image of it, of image() or into_cell() [m]) => velocity of the image relative to the
  // point [m s-1].
  Vec3 velocity(const Vec3& to_image) const {
    if (!shears()) return Vec3::Zero();
    return {0, speed * std::round(to_image.x() / period.x()), 0};
  }
  // (position or distance vector [m]) => velocity of the shear flow there, which images follow [m s-1]
  Vec3 flow(const Vec3& place) const {
    if (!shears()) return Vec3::Zero();
    return {0, speed * (place.x() / period.x()), 0};
  }

 private:
  template <class Whole>
  Vec3 images(const Vec3& way, const Whole& whole) const {
    Vec3 out = Vec3::Zero();
    for (int axis = 0; axis < 3; ++axis) {
      if (!repeats(axis)) continue;
      const double rest = axis == 1 ? way.y() + out.y() : way[axis];
      const double periods = whole(rest / period[axis]);
      out[axis] += period[axis] * periods;
      if (axis == 0 && shears()) out.y() = shift * periods;
    }
    return out;
  }
};

}  // namespace rubble
