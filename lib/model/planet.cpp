#include "model/planet.hpp"

#include <cmath>

namespace rubble {

// Gradient of G M / r times 1 - J2 (R / r)^2 P20 + C22 (R / r)^2 P22 cos(2 longitude): Kaula 1966; in
// Cartesian coordinates, Scheeres 2012, doi:10.1007/978-3-642-03256-1, chapter 2.
Vec3 Figure::attraction(const Vec3& x) const {
  if (polyhedron) return polyhedron->attraction(x);
  const double r2 = x.squaredNorm(), r = std::sqrt(r2), r5 = r2 * r2 * r;
  const double across = x.x() * x.x() - x.y() * x.y();
  const double along = 0.5 * j2 * (1 - 5 * x.z() * x.z() / r2);
  const Vec3 oblate = -3 * along * x - 3 * j2 * x.z() * Vec3::UnitZ();
  const Vec3 elongated = c22 * (Vec3(6 * x.x(), -6 * x.y(), 0) - 15 * across / r2 * x);
  return -x / (r2 * r) + radius * radius / r5 * (oblate + elongated);
}

double Figure::potential(const Vec3& x) const {
  if (polyhedron) return polyhedron->potential(x);
  const double r2 = x.squaredNorm(), r = std::sqrt(r2);
  const double oblate = -0.5 * j2 * (3 * x.z() * x.z() / r2 - 1);
  const double elongated = 3 * c22 * (x.x() * x.x() - x.y() * x.y()) / r2;
  return (1 + radius * radius / r2 * (oblate + elongated)) / r;
}

Mat3 PlanetRotation::at(double time) const {
  const Vec3 across = Vec3::UnitZ().cross(pole);
  const Vec3 node = across.norm() > 0 ? Vec3(across.normalized()) : Vec3(Vec3::UnitX());
  const double angle = meridian + rate * time;
  Mat3 axes;
  axes.col(0) = std::cos(angle) * node + std::sin(angle) * pole.cross(node);
  axes.col(1) = pole.cross(axes.col(0));
  axes.col(2) = pole;
  return axes;
}

Vec3 Planet::position_at(double time) const {
  if (pass) return -motion_on(*pass, time).position;
  Vec3 x = position;
  for (const OrbitPart& orbit : path) x += orbit.part * (orbit.axes * motion_on(orbit.conic, time).position);
  return x;
}

Vec3 Planet::velocity_at(double time) const {
  if (pass) return -motion_on(*pass, time).velocity;
  Vec3 v = Vec3::Zero();
  for (const OrbitPart& orbit : path) v += orbit.part * (orbit.axes * motion_on(orbit.conic, time).velocity);
  return v;
}

Vec3 PlanetAt::pull(const Vec3& x) const {
  if (figure) return strength * (axes * figure->attraction(axes.transpose() * (x - position)));
  const Vec3 d = position - x;
  return strength / std::pow(d.norm(), 3) * d;
}

double PlanetAt::potential(const Vec3& x) const {
  if (figure) return -strength * figure->potential(axes.transpose() * (x - position));
  return -strength / (x - position).norm();
}

PlanetAt planet_at(const Planet& planet, double constant, double time) {
  PlanetAt now{constant * planet.mass, planet.position_at(time), planet.figure};
  if (planet.figure) now.axes = planet.rotation.at(time);
  return now;
}

}  // namespace rubble
