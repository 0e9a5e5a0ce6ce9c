#include "hsdem/rigid_body.hpp"

#include "motion/rotation.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>

namespace rubble::hsdem {
namespace {

Mat3 in_frame(const Mat3& inertia, const Quaternion& turn) {
  const Mat3 axes = turn.toRotationMatrix();
  return axes * inertia * axes.transpose();
}

}  // namespace

Mat3 inertia_of_point(double mass, const Vec3& position) {
  return mass * (position.squaredNorm() * Mat3::Identity() - position * position.transpose());
}

void Members::find_reach() {
  reach = 0;
  for (std::size_t k = 0; k < offset.size(); ++k) reach = std::max(reach, distance(k));
}

// The acceleration |dw/dt x r + w x (w x r)| is at most (|dw/dt| + w^2) r at the distance r. Let A be the smallest and
// C the largest principal moment. Then w^2 <= 2 E / A until the next event, because the energy E = L . w / 2 is
// constant until then, and A |dw/dt| <= (C - A) w^2 from Euler's equations.
void RigidBody::settle() {
  if (members.size() < 2) return;
  rotation_.spin = motion::spin(orientation * axes, momentum, moments);
  rotation_.greatest_spin = std::sqrt(std::max(0.0, momentum.dot(rotation_.spin)) / moments.minCoeff());
  rotation_.turning = std::pow(rotation_.greatest_spin, 2) * (moments.maxCoeff() / moments.minCoeff());
}

void RigidBody::set_motion(const GrainMotion& motion) {
  static_cast<GrainMotion&>(*this) = motion;
  settle();
}

Mat3 RigidBody::inverse_inertia() const {
  if (is_free()) return 1 / moments.x() * Mat3::Identity();
  return motion::in_space(orientation * axes, moments.cwiseInverse());
}

bool RigidBody::is_sound() const { return members.row.empty() || !fault_of(*this); }

double RigidBody::kinetic() const { return 0.5 * mass * velocity.squaredNorm() + 0.5 * momentum.dot(spin()); }

void RigidBody::begin_step() {
  time = 0;
  velocity_jumps = 0;
  bounds = {};
}

void RigidBody::move_to(double until, const Vec3& acceleration) {
  const double h = until - time;
  if (h == 0 || members.row.empty()) return;
  time = until;
  swept += mass * h * (position + h / 2 * velocity + h * h / 6 * acceleration);
  position += h * (velocity + h / 2 * acceleration);  // a body thrown upwards falls back to its exact starting point
  velocity += h * acceleration;
  if (is_free()) return;
  orientation = motion::turn_by_splitting(orientation * axes, momentum, moments, h) * axes.conjugate();
  settle();
}

Mat3 RigidBody::own_inertia() const { return in_frame(moments.asDiagonal(), axes); }

void RigidBody::set_inertia(const Mat3& inertia) {
  const Eigen::SelfAdjointEigenSolver<Mat3> found(inertia);
  Mat3 principal = found.eigenvectors();
  if (principal.determinant() < 0) principal.col(2) = -principal.col(2);
  moments = found.eigenvalues();
  axes = Quaternion(principal).normalized();
}

// Adds the shift of the centre of mass to the velocity jumps, because lever arms may be longer by this shift.
void RigidBody::add_shift_of_centre(const Vec3& old_centre) {
  velocity_jumps += 2 * bounds.spin * (position - old_centre).norm();
}

// The body keeps its frame. With the vector d from its centre to the other centre and the reduced mass mu = m_1 m_2 /
// M:
//   L = L_1 + L_2 + mu d x (v_2 - v_1)
//   J = J_1 + J_2 + mu (d^2 - d d)
void RigidBody::join(const RigidBody& other) {
  const double old_reach = members.reach;
  const Vec3 old_position = position, old_velocity = velocity, old_spin = spin();
  const double sum = mass + other.mass, reduced = mass * other.mass / sum, share = other.mass / sum;
  const Vec3 d = other.position - position, u = other.velocity - velocity;
  const Quaternion back = orientation.conjugate(), turn = back * other.orientation;
  const Vec3 between = back * d;
  const Mat3 inertia = own_inertia() + in_frame(other.own_inertia(), turn) + inertia_of_point(reduced, between);
  for (const Vec3& offset : other.members.offset)
    members.offset.push_back(members.centre + between + turn * (offset - other.members.centre));
  members.row.insert(members.row.end(), other.members.row.begin(), other.members.row.end());
  momentum += other.momentum + reduced * d.cross(u);
  members.reach = std::max(members.reach + share * d.norm(), (1 - share) * d.norm() + other.members.reach);
  mass = sum;
  position += share * d;
  velocity += share * u;
  members.centre += share * between;
  remade = true;
  set_inertia(inertia);
  settle();
  const Vec3 there = velocity + spin().cross(old_position - position);
  velocity_jumps += (there - old_velocity).norm() + (spin() - old_spin).norm() * old_reach;
  add_shift_of_centre(old_position);
}

// Subtracts the contribution that join() added.
void RigidBody::remove(std::size_t k, double own_mass, double own_moment) {
  const Vec3 old_position = position;
  const double rest = mass - own_mass, reduced = own_mass * mass / rest, share = own_mass / rest;
  const Vec3 offset = members.offset[k] - members.centre, to_sphere = arm(k), around = spin().cross(to_sphere);
  const Mat3 inertia = own_inertia() - inertia_of_point(reduced, offset) - own_moment * Mat3::Identity();
  momentum -= reduced * to_sphere.cross(around) + own_moment * spin();
  mass = rest;
  position -= share * to_sphere;
  velocity -= share * around;
  members.centre -= share * offset;
  members.reach += share * to_sphere.norm();
  remade = true;
  members.row[k] = members.row.back();
  members.offset[k] = members.offset.back();
  members.row.pop_back();
  members.offset.pop_back();
  set_inertia(inertia);
  settle();
  add_shift_of_centre(old_position);
}

}  // namespace rubble::hsdem
