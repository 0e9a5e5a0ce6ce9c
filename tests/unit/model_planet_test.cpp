// Fields, orbits and rotations of planets compared with closed forms and with other formulations.
#include "model/external.hpp"
#include "model/planet.hpp"
#include "model/polyhedron_field.hpp"

#include <cmath>
#include <functional>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble {
namespace {

constexpr double kPi = std::numbers::pi;

// Gradient of a function by central differences of fourth order.
Vec3 gradient(const std::function<double(const Vec3&)>& of, const Vec3& x, double h) {
  Vec3 out;
  for (int k = 0; k < 3; ++k) {
    const Vec3 step = h * Vec3::Unit(k);
    out[k] = (8 * (of(x + step) - of(x - step)) - (of(x + 2 * step) - of(x - 2 * step))) / (12 * h);
  }
  return out;
}

// Box of sides 2 half about the origin.
shape::Polyhedron box(const Vec3& half, const Vec3& centre = Vec3::Zero()) {
  shape::Polyhedron out;
  for (int k = 0; k < 8; ++k)
    out.vertex.push_back(centre +
                         Vec3((k & 1 ? 1 : -1) * half.x(), (k & 2 ? 1 : -1) * half.y(), (k & 4 ? 1 : -1) * half.z()));
  out.face = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  return out;
}

// Potential (times -1) of a homogeneous box with G rho = 1, a sum over its corners: Nagy et al. 2000,
// doi:10.1007/s001900000116. It extends the result of MacMillan 1930.
double potential_of_box(const Vec3& half, const Vec3& x) {
  double sum = 0;
  for (int k = 0; k < 8; ++k) {
    const int side[3] = {k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1};
    const double a = side[0] * half.x() - x.x(), b = side[1] * half.y() - x.y(), c = side[2] * half.z() - x.z();
    const double r = std::sqrt(a * a + b * b + c * c);
    const double one = a * b * std::log(c + r) + b * c * std::log(a + r) + c * a * std::log(b + r);
    const auto half_angle = [&](double u, double v, double w) {
      return u == 0 ? 0 : 0.5 * u * u * std::atan(v * w / (u * r));
    };
    sum += side[0] * side[1] * side[2] * (one - half_angle(a, b, c) - half_angle(b, c, a) - half_angle(c, a, b));
  }
  return sum;
}

// The pull of an oblate planet is larger at the equator and smaller at the poles: 1 + 3/2 J2 (R / r)^2 and 1 - 3 J2 (R
// / r)^2 (Kaula 1966; P20(0) = -1/2, P20(1) = 1).
TEST(Figure, PullAtEquatorAndPole) {
  const Figure figure{0.1, 0, 2};
  EXPECT_NEAR(figure.attraction({5, 0, 0}).x(), -(1 + 1.5 * 0.1 * 4 / 25) / 25, 1e-15);
  EXPECT_NEAR(figure.attraction({0, -5, 0}).y(), (1 + 1.5 * 0.1 * 4 / 25) / 25, 1e-15);
  EXPECT_NEAR(figure.attraction({0, 0, 5}).z(), -(1 - 3 * 0.1 * 4 / 25) / 25, 1e-15);
}

TEST(Figure, PullIsTheGradientOfThePotential) {
  const Figure figure{0.3, 0.07, 1.4};
  for (const Vec3& x : {Vec3(2, 1, -1.5), Vec3(-1, 3, 0.2), Vec3(0.1, -0.2, 2.5)}) {
    const Vec3 expected = gradient([&](const Vec3& y) { return figure.potential(y); }, x, 1e-3);
    EXPECT_LT((figure.attraction(x) - expected).norm(), 1e-10);
  }
}

// Two equal masses at +-a on the x axis have J2 = (a / R)^2 / 2 and C22 = (a / R)^2 / 4 (MacCullagh: J2 = (C - (A + B)
// / 2) / (M R^2), C22 = (B - A) / (4 M R^2)). The next multipole is smaller by (a / r)^2.
TEST(Figure, HarmonicsOfADumbbell) {
  const double a = 0.1;
  const Figure figure{0.5 * a * a, 0.25 * a * a, 1};
  for (const Vec3& way : {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1), Vec3(0.6, 0.48, -0.64)}) {
    const Vec3 x = 5 * way;
    Vec3 exact = Vec3::Zero();
    for (const double side : {-a, a}) {
      const Vec3 d = Vec3(side, 0, 0) - x;
      exact += 0.5 * d / std::pow(d.norm(), 3);
    }
    const double quadrupole = (exact + x / std::pow(x.norm(), 3)).norm();
    EXPECT_LT((figure.attraction(x) - exact).norm(), 3 * std::pow(a / 5, 2) * quadrupole);
  }
}

// The same dumbbell on a rotating planet: at the time t its arm is at the angle meridian + rate t from the node.
TEST(PlanetRotation, TurnsTheFigure) {
  const double a = 0.05, rate = 0.3, meridian = 0.4, time = 7;
  Planet planet{.mass = 2, .position = {1, -2, 3}};
  planet.figure = std::make_shared<const Figure>(Figure{0.5 * a * a, 0.25 * a * a, 1});
  // A pole along z, and one along x, whose node z cross pole is y.
  const Vec3 pole[] = {Vec3::UnitZ(), Vec3::UnitX()}, node[] = {Vec3::UnitX(), Vec3::UnitY()},
             ahead[] = {Vec3::UnitY(), Vec3::UnitZ()};
  for (int k = 0; k < 2; ++k) {
    planet.rotation = {pole[k], rate, meridian};
    External external;
    external.planets = {planet};
    EXPECT_TRUE(external.varies());
    const double angle = meridian + rate * time;
    const Vec3 arm = a * (std::cos(angle) * node[k] + std::sin(angle) * ahead[k]);
    const Vec3 x = planet.position + 4 * (std::cos(angle + 0.7) * node[k] + std::sin(angle + 0.7) * ahead[k]);
    Vec3 exact = Vec3::Zero();
    for (const double side : {-1.0, 1.0}) {
      const Vec3 d = planet.position + side * arm - x;
      exact += 5 * d / std::pow(d.norm(), 3);
    }
    const Vec3 d = planet.position - x;
    const double quadrupole = (exact - 10 * d / std::pow(d.norm(), 3)).norm();
    EXPECT_LT((external.field_at(5, time).pull(x) - exact).norm(), 2e-3 * quadrupole) << k;
  }
}

TEST(PlanetRotation, OfARoundPlanetChangesNothing) {
  External external;
  external.planets = {{.mass = 1}};
  external.planets[0].rotation.rate = 1;
  EXPECT_FALSE(external.varies());
  external.planets[0].figure = std::make_shared<const Figure>(Figure{0.1, 0, 1});
  EXPECT_FALSE(external.varies());
  external.planets[0].path = {{}};
  EXPECT_TRUE(external.varies());
}

// Potential in the centre and at a corner of the unit cube: 3 ln(2 + sqrt 3) - pi / 2 and half of it (MacMillan
// 1930).
TEST(PolyhedronField, Cube) {
  const double centre = 2 * (1.5 * std::log((std::sqrt(3.0) + 1) / (std::sqrt(3.0) - 1)) - kPi / 4);
  const PolyhedronField cube(box({0.5, 0.5, 0.5}, {3, 4, 5}));
  EXPECT_LT((cube.centre() - Vec3(3, 4, 5)).norm(), 1e-14);
  EXPECT_NEAR(cube.volume(), 1, 1e-14);
  EXPECT_NEAR(cube.potential({0, 0, 0}), centre, 1e-13);
  EXPECT_NEAR(cube.potential({0.5, 0.5, 0.5}), centre / 2, 1e-13);
  EXPECT_LT(cube.attraction({0, 0, 0}).norm(), 1e-14);
}

TEST(PolyhedronField, BoxAgreesWithItsClosedForm) {
  const Vec3 half(1, 0.7, 0.4);
  const PolyhedronField field(box(half));
  for (const Vec3& x : {Vec3(1.5, 0.3, -0.9), Vec3(-0.4, 2, 0.1), Vec3(0.3, -0.2, 0.1), Vec3(3, 4, 5)}) {
    const auto closed = [&](const Vec3& y) { return potential_of_box(half, y) / field.volume(); };
    EXPECT_NEAR(field.potential(x), closed(x), 1e-12 * closed(x)) << x.transpose();
    const Vec3 pull = gradient(closed, x, 1e-3);
    EXPECT_LT((field.attraction(x) - pull).norm(), 1e-9) << x.transpose();
  }
}

// The Laplacian of the potential is -4 pi G rho inside and 0 outside (Werner & Scheeres 1997, eq. 17).
TEST(PolyhedronField, SolidAngleTellsInsideFromOutside) {
  const PolyhedronField field(box({1, 0.7, 0.4}));
  EXPECT_NEAR(field.solid_angle({0.9, -0.6, 0.3}), 4 * kPi, 1e-12);
  EXPECT_NEAR(field.solid_angle({0.9, -0.6, 0.5}), 0, 1e-12);
  EXPECT_NEAR(field.solid_angle({30, 20, 10}), 0, 1e-12);
}

// Far away a box is a point mass with J2 and C22 of its moments of inertia; the next multipole is of fourth degree.
TEST(PolyhedronField, FarFieldHasTheHarmonicsOfTheMoments) {
  const Vec3 half(1, 0.7, 0.4), square = half.cwiseProduct(half) / 3;  // mean squares of coordinates
  const double j2 = 0.5 * (square.x() + square.y()) - square.z(), c22 = (square.x() - square.y()) / 4;
  const PolyhedronField field(box(half));
  const Figure figure{j2, c22, 1};
  for (const double distance : {10.0, 30.0, 100.0}) {
    const Vec3 x = distance * Vec3(0.48, -0.6, 0.64);
    const double monopole = 1 / (distance * distance);
    EXPECT_LT((field.attraction(x) - figure.attraction(x)).norm(),
              (std::pow(distance, -4) + 1e-14 * std::pow(distance, 2)) * monopole)
        << distance;
  }
}

// Position on an orbit by the true anomaly (Murray & Dermott 1999, eq. 2.122), with Kepler's equation solved by
// bisection.
TEST(Planet, OrbitInSpace) {
  const double a = 3, e = 0.4, inclination = 0.5, node = 1.1, pericentre = 2.3, anomaly = 0.7, strength = 5;
  Planet planet{.position = {1, 2, 3}};
  const double mean_motion = std::sqrt(strength / (a * a * a));
  const Mat3 axes = (Eigen::AngleAxisd(node, Vec3::UnitZ()) * Eigen::AngleAxisd(inclination, Vec3::UnitX()) *
                     Eigen::AngleAxisd(pericentre, Vec3::UnitZ()))
                        .toRotationMatrix();
  planet.path = {{Conic{a * (1 - e), e, strength, -anomaly / mean_motion}, axes, 0.25}};
  for (const double time : {0.0, 1.3, 40.0}) {
    const double mean = std::remainder(anomaly + mean_motion * time, 2 * kPi);
    double low = -4, high = 4;
    for (int k = 0; k < 100; ++k) {
      const double middle = 0.5 * (low + high);
      (middle - e * std::sin(middle) < mean ? low : high) = middle;
    }
    const double f = 2 * std::atan2(std::sqrt(1 + e) * std::sin(low / 2), std::sqrt(1 - e) * std::cos(low / 2));
    const double r = a * (1 - e * e) / (1 + e * std::cos(f)), u = pericentre + f;
    const Vec3 place = r * Vec3(std::cos(node) * std::cos(u) - std::sin(node) * std::sin(u) * std::cos(inclination),
                                std::sin(node) * std::cos(u) + std::cos(node) * std::sin(u) * std::cos(inclination),
                                std::sin(u) * std::sin(inclination));
    EXPECT_LT((planet.position_at(time) - (planet.position + 0.25 * place)).norm(), 1e-12) << time;
    const Vec3 speed = (planet.position_at(time + 1e-4) - planet.position_at(time - 1e-4)) / 2e-4;
    EXPECT_LT((planet.velocity_at(time) - speed).norm(), 1e-7) << time;
  }
}

}  // namespace
}  // namespace rubble
