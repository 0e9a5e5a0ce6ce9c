#pragma once
// Point of view of a picture: parallel projection, so that one scale bar holds for the whole picture.
#include "base/vec.hpp"

namespace rubble::picture {

// Pixels: x to the right and y downwards from the upper left corner of the picture, z towards the viewer.
struct View {
  Mat3 axes;                  // rows: to the right, up, towards the viewer; unit vectors
  Vec3 centre;                // point in the middle of the picture [m]
  double scale = 1;           // pixels per metre
  int width = 0, height = 0;  // pixels

  // (place [m]) => pixels
  Vec3 place(const Vec3& x) const;
  // (pixels) => place [m]
  Vec3 origin_of(const Vec3& pixels) const;
  // (direction) => along the axes of the pixels
  Vec3 turned(const Vec3& direction) const;
};

// (direction to the viewer, not 0; centre and width of the visible region [m]; size in pixels) => a view in which z
// points up. If z points towards the viewer or away, y points up.
View view_from(const Vec3& out, const Vec3& centre, double across, int width, int height);

// (degrees: azimuth from x to y, elevation above the plane of x and y) => direction to the viewer. Rounded to 1e-9, so
// that every mathematical library gives the same result.
Vec3 direction_to(double azimuth, double elevation);

}  // namespace rubble::picture
