#pragma once
// Which part of a hull lies in a ball.
#include "shape/shape.hpp"

namespace rubble::shape {

// (hull; centre and radius >= 0 of a ball in the shape's frame and unit) => volume of the part of the hull in the ball,
// 4 pi / 3 if all of it is. Exact up to rounding: a few 1e-16 of 1 + radius^3, since the cones below are as large as
// the ball. InputError if the shape is no hull.
//
// Each face makes a cone with the ball's centre O, counted negative where O lies above the face; of the cone the ball,
// of radius R, holds what is nearer to O than the face and R. Let P be the foot of O on the face's plane, h its
// distance, rho and theta polar coordinates about P in the plane. A ray to a point of the plane at rho^2 <= R^2 - h^2
// lies in the ball, and the cone over rho d rho d theta has the volume h rho d rho d theta / 3; of a ray to a point
// beyond it the length R does, R^3 / 3 times the solid angle h rho d rho d theta / (rho^2 + h^2)^(3/2). The face is the
// sum of the triangles of P and its sides, with the sign of their sense. Along a side at the distance d from P, s from
// P's foot on it, rho = d / cos theta with tan theta = s / d, and the integrals over the triangle from that foot to s
// are
//   h d s / 6                                    where s^2 + d^2 + h^2 <= R^2,
//   R^3 / 3 W(s) - K theta, + a constant, beyond,
// with the solid angle W(s) = theta - arctan(h s / (d L)) of the triangle, L^2 = s^2 + d^2 + h^2, and
// K = R^3 / 3 - h R^2 / 2 + h^3 / 6 = (R - h)^2 (2 R + h) / 6, 0 if h >= R.
double volume_within(const Shape& hull, const Vec3& centre, double radius);

}  // namespace rubble::shape
