#pragma once
// The part of a hull inside a ball.
#include "shape/shape.hpp"

namespace rubble::shape {

// (hull; centre and radius >= 0 of a ball in the shape's frame and unit) => volume of the part of the hull in the ball;
// 4 pi / 3 if the ball contains the hull. The error is rounding, a few 1e-16 of 1 + radius^3, because the cones below
// are as large as the ball. InputError if the shape is not a hull.
//
// Each face and the ball's centre O span a cone, counted negative if O lies above the face. The result is the signed
// sum of the parts of the cones inside the ball. Let R be the radius of the ball, P the foot of O on the face's plane,
// h the distance OP, and rho and theta polar coordinates about P in the plane. The volume above the area element rho d
// rho d theta is:
// - h rho d rho d theta / 3 where rho^2 <= R^2 - h^2, because the ray ends at the face;
// - R^3 / 3 times the solid angle h rho d rho d theta / (rho^2 + h^2)^(3/2) elsewhere, because the ray ends at the
//   sphere.
//
// The face is the signed sum of the triangles of P and its sides. For a side at the distance d from P, let s be the
// coordinate along the side from the foot of P on it. There, rho = d / cos theta and tan theta = s / d, and L below is
// the distance from O. The integral over the triangle from that foot to s is:
// - h d s / 6 where s^2 + d^2 + h^2 <= R^2;
// - R^3 / 3 W(s) - K theta + a constant elsewhere.
//
// W(s) = theta - arctan(h s / (d L)) is the solid angle of the triangle, with L^2 = s^2 + d^2 + h^2. The other
// coefficient is K = R^3 / 3 - h R^2 / 2 + h^3 / 6 = (R - h)^2 (2 R + h) / 6, or 0 if h >= R.
double volume_within(const Shape& hull, const Vec3& centre, double radius);

}  // namespace rubble::shape
