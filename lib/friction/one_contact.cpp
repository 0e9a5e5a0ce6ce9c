#include "friction/one_contact.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Eigenvalues>

// Exact solution. If b_n >= 0, the contact opens: r = 0. Otherwise u_n = 0 gives r_n = -(b_n + W_nt . r_t) / W_nn. The
// remaining tangential problem is S r_t + c = u_t with S = W_tt - W_tn W_nt / W_nn and c = b_t - W_tn b_n / W_nn. For a
// sliding contact, u_t = -alpha r_t with alpha > 0 and |r_t| = mu r_n. For a sticking contact, alpha = 0 and |r_t| <=
// mu r_n. In the principal axes of S, with eigenvalues l, the impulse is r_i = -c_i / (l_i + alpha). For a sliding
// contact, alpha is the root of
//   f(alpha) = |r_t(alpha)| - mu r_n(alpha).
// If f(0) <= 0, the contact sticks. The root is found by Newton's method for 1 / |r_t| - 1 / (mu r_n), which is nearly
// linear in alpha, within an interval that always contains it.
namespace rubble::friction {
namespace {

constexpr int kSteps = 60;
constexpr double kClose = 1e-15;     // tolerance of f / its terms
constexpr double kSingular = 1e-14;  // smallest eigenvalue of S that is used / trace of W
constexpr double kStrong = 0.9;      // mu |W_nt| / W_nn from which on the diagonal form replaces the exact one
constexpr int kProjections = 200;
constexpr double kProjected = 1e-14;  // tolerance of the impulse / its size

// Eigenvalues of a symmetric matrix, the smaller one first, and the direction of the first axis.
struct PrincipalAxes {
  double value[2];
  double cosine, sine;

  explicit PrincipalAxes(const Eigen::Matrix2d& s) {
    const double mean = 0.5 * (s(0, 0) + s(1, 1));
    const double half = 0.5 * (s(1, 1) - s(0, 0));
    const double radius = std::sqrt(half * half + s(0, 1) * s(0, 1));
    value[0] = mean - radius;
    value[1] = mean + radius;
    // (s - value[0]) times the axis is 0. The equation without cancellation gives the axis.
    const double x = half >= 0 ? half + radius : -s(0, 1);
    const double y = half >= 0 ? -s(0, 1) : radius - half;
    const double length = std::sqrt(x * x + y * y);
    cosine = length > 0 ? x / length : 1;
    sine = length > 0 ? y / length : 0;
  }
};

}  // namespace

OneContact::OneContact(const Mat3& w, double friction, Local local, Cone cone)
    : w_(0.5 * (w + w.transpose())), friction_(friction), local_(local), cone_(cone) {
  const Eigen::Matrix2d plane = w_.bottomRightCorner<2, 2>();
  const Eigen::Vector2d nt = w_.block<2, 1>(1, 0);
  if (local_ == Local::exact && friction_ * nt.norm() >= kStrong * w_(0, 0)) local_ = Local::diagonal;
  if (local_ == Local::projected)
    largest_ = Eigen::SelfAdjointEigenSolver<Mat3>(w_, Eigen::EigenvaluesOnly).eigenvalues()[2];
  if (local_ == Local::diagonal) tangential_ = PrincipalAxes(plane).value[1];
  if (local_ != Local::exact) return;
  const PrincipalAxes axes(plane - nt * nt.transpose() / w_(0, 0));
  eigenvalue_[0] = std::max(axes.value[0], kSingular * w_.trace());
  eigenvalue_[1] = std::max(axes.value[1], kSingular * w_.trace());
  cosine_ = axes.cosine;
  sine_ = axes.sine;
  coupling_[0] = cosine_ * nt[0] + sine_ * nt[1];
  coupling_[1] = -sine_ * nt[0] + cosine_ * nt[1];
}

// Impulse for a given alpha in the principal axes of S, and f.
OneContact::Trial OneContact::trial(double alpha, const Plane& plane) const {
  Trial r;
  r.alpha = alpha;
  for (int i = 0; i < 2; ++i) r.t[i] = -plane.c[i] / (eigenvalue_[i] + alpha);
  r.normal = -(plane.b_n + coupling_[0] * r.t[0] + coupling_[1] * r.t[1]) / w_(0, 0);
  r.length = std::sqrt(r.t[0] * r.t[0] + r.t[1] * r.t[1]);
  r.f = r.length - friction_ * r.normal;
  return r;
}

// Next alpha by Newton's method.
double OneContact::newton(const Trial& r) const {
  const double bound = friction_ * r.normal;
  const double slope[2] = {-r.t[0] / (eigenvalue_[0] + r.alpha), -r.t[1] / (eigenvalue_[1] + r.alpha)};  // dt/dalpha
  const double of_length = r.length > 0 ? (r.t[0] * slope[0] + r.t[1] * slope[1]) / r.length : 0;
  const double of_bound = -friction_ * (coupling_[0] * slope[0] + coupling_[1] * slope[1]) / w_(0, 0);
  if (bound > 0 && r.length > 0)
    return r.alpha + (1 / bound - 1 / r.length) / (of_bound / (bound * bound) - of_length / (r.length * r.length));
  return r.alpha + r.f / (of_bound - of_length);
}

// Impulse at the root of f.
OneContact::Trial OneContact::sliding(const Plane& plane) const {
  double below = 0;
  double above = std::numeric_limits<double>::infinity();
  Trial r = trial(last_alpha_, plane);
  for (int step = 0; step < kSteps; ++step) {
    if (std::abs(r.f) <= kClose * (r.length + std::abs(friction_ * r.normal))) break;
    (r.f > 0 ? below : above) = r.alpha;
    double next = newton(r);
    const bool outside = !(next > below && next < above);
    if (outside && std::isinf(above)) next = 2 * r.alpha + eigenvalue_[0] + eigenvalue_[1];
    if (outside && !std::isinf(above)) next = 0.5 * (below + above);
    if (next == r.alpha) break;
    r = trial(next, plane);
  }
  return r;
}

Vec3 OneContact::exact(const Vec3& b) {
  if (b[0] >= 0) return Vec3::Zero();
  const double c1 = b[1] - w_(1, 0) * b[0] / w_(0, 0);
  const double c2 = b[2] - w_(2, 0) * b[0] / w_(0, 0);
  const Plane plane{b[0], {cosine_ * c1 + sine_ * c2, -sine_ * c1 + cosine_ * c2}};
  Trial r = trial(0, plane);
  if (r.f > 0) {
    r = sliding(plane);
    last_alpha_ = r.alpha;
  }
  const double normal = std::max(r.normal, 0.0);
  const double factor = r.length > friction_ * normal ? friction_ * normal / r.length : 1;
  return {normal, factor * (cosine_ * r.t[0] - sine_ * r.t[1]), factor * (sine_ * r.t[0] + cosine_ * r.t[1])};
}

// With W' = diag(W_nn, w_t, w_t), where w_t is the largest eigenvalue of the tangential block, the velocity without the
// contact's impulse is b' = b + (W - W') r = u - W' r.
Vec3 OneContact::diagonal(const Vec3& velocity, const Vec3& impulse) const {
  const Vec3 b = velocity - Vec3(w_(0, 0) * impulse[0], tangential_ * impulse[1], tangential_ * impulse[2]);
  if (b[0] >= 0) return Vec3::Zero();
  const double normal = -b[0] / w_(0, 0);
  const double size = tangential_norm(b);
  const double factor = size <= friction_ * tangential_ * normal ? -1 / tangential_ : -friction_ * normal / size;
  return {normal, factor * b[1], factor * b[2]};
}

Vec3 OneContact::projected(const Vec3& b, Vec3 impulse) const {
  for (int step = 0; step < kProjections; ++step) {
    const Vec3 velocity = w_ * impulse + b;
    const Vec3 next = project(impulse - dual_velocity(velocity, friction_, cone_) / largest_, friction_);
    const double change = (next - impulse).norm();
    impulse = next;
    if (change <= kProjected * impulse.norm()) break;
  }
  return impulse;
}

}  // namespace rubble::friction
