#include "friction/one_contact.hpp"

#include <algorithm>
#include <limits>

#include <Eigen/Eigenvalues>

// The exact solution. Where b_n >= 0 the contact opens, r = 0. Else u_n = 0 gives r_n = -(b_n + W_nt . r_t) / W_nn, and
// what is left is a problem of the plane: S r_t + c = u_t with S = W_tt - W_tn W_nt / W_nn, c = b_t - W_tn b_n / W_nn.
// Sliding means u_t = -alpha r_t with alpha > 0 and |r_t| = mu r_n, sticking the same with alpha = 0 and <=. In the
// axes of S with its eigenvalues l the impulse is r_i = -c_i / (l_i + alpha), and alpha is the root of
//   f(alpha) = |r_t(alpha)| - mu r_n(alpha),
// which is where f(0) <= 0 the sticking contact itself. The root is found by Newton's steps on 1 / |r_t| - 1 / (mu
// r_n), which is nearly linear in alpha, inside an interval that always holds it.
namespace rubble::friction {
namespace {

constexpr int kSteps = 60;
constexpr double kClose = 1e-15;     // of the terms of f
constexpr double kSingular = 1e-14;  // of the trace of W: the least that an eigenvalue counts
constexpr double kStrong = 0.9;      // mu |W_nt| / W_nn from which on the diagonal form stands in for the exact one
constexpr int kProjections = 200;
constexpr double kProjected = 1e-14;  // of the impulse

}  // namespace

OneContact::OneContact(const Mat3& w, double friction, Local local, Cone cone)
    : w_(0.5 * (w + w.transpose())), friction_(friction), local_(local), cone_(cone) {
  const Eigen::SelfAdjointEigenSolver<Mat3> all(w_, Eigen::EigenvaluesOnly);
  largest_ = all.eigenvalues()[2];
  const Eigen::Matrix2d plane = w_.bottomRightCorner<2, 2>();
  tangential_ = Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d>(plane, Eigen::EigenvaluesOnly).eigenvalues()[1];
  const Eigen::Vector2d nt = w_.block<2, 1>(1, 0);
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> axes(plane - nt * nt.transpose() / w_(0, 0));
  if (local_ == Local::exact && friction_ * nt.norm() >= kStrong * w_(0, 0)) local_ = Local::diagonal;
  const double least = kSingular * w_.trace();
  eigenvalue_[0] = std::max(axes.eigenvalues()[0], least);
  eigenvalue_[1] = std::max(axes.eigenvalues()[1], least);
  cosine_ = axes.eigenvectors()(0, 0);
  sine_ = axes.eigenvectors()(1, 0);
  coupling_[0] = cosine_ * nt[0] + sine_ * nt[1];
  coupling_[1] = -sine_ * nt[0] + cosine_ * nt[1];
}

Vec3 OneContact::exact(const Vec3& b) {
  if (b[0] >= 0) return Vec3::Zero();
  const double inverse = 1 / w_(0, 0);
  const double c1 = b[1] - w_(1, 0) * b[0] * inverse;
  const double c2 = b[2] - w_(2, 0) * b[0] * inverse;
  const double c[2] = {cosine_ * c1 + sine_ * c2, -sine_ * c1 + cosine_ * c2};
  double alpha = 0;
  double t[2], normal, length, f;
  const auto evaluate = [&] {
    for (int i = 0; i < 2; ++i) t[i] = -c[i] / (eigenvalue_[i] + alpha);
    normal = -(b[0] + coupling_[0] * t[0] + coupling_[1] * t[1]) * inverse;
    length = std::sqrt(t[0] * t[0] + t[1] * t[1]);
    f = length - friction_ * normal;
  };
  evaluate();
  if (f > 0) {
    double below = 0;
    double above = std::numeric_limits<double>::infinity();
    if (shift_ > 0) {
      alpha = shift_;
      evaluate();
    }
    for (int step = 0; step < kSteps; ++step) {
      const double bound = friction_ * normal;
      if (std::abs(f) <= kClose * (length + std::abs(bound))) break;
      (f > 0 ? below : above) = alpha;
      double slope[2];  // of t
      for (int i = 0; i < 2; ++i) slope[i] = -t[i] / (eigenvalue_[i] + alpha);
      const double of_length = length > 0 ? (t[0] * slope[0] + t[1] * slope[1]) / length : 0;
      const double of_bound = -friction_ * (coupling_[0] * slope[0] + coupling_[1] * slope[1]) * inverse;
      const double step_of_inverses =
          (1 / bound - 1 / length) / (of_bound / (bound * bound) - of_length / (length * length));
      const double step_of_f = f / (of_bound - of_length);
      double next = alpha + (bound > 0 && length > 0 ? step_of_inverses : step_of_f);
      if (!(next > below && next < above))
        next = std::isinf(above) ? 2 * alpha + eigenvalue_[0] + eigenvalue_[1] : 0.5 * (below + above);
      if (next == alpha) break;
      alpha = next;
      evaluate();
    }
    shift_ = alpha;
  }
  normal = std::max(normal, 0.0);
  const double share = length > friction_ * normal ? friction_ * normal / length : 1;
  return {normal, share * (cosine_ * t[0] - sine_ * t[1]), share * (sine_ * t[0] + cosine_ * t[1])};
}

// b' = b + (W - W') r with W' = diag(W_nn, w_t, w_t), w_t the largest eigenvalue of the tangential block, is u - W' r.
Vec3 OneContact::diagonal(const Vec3& velocity, const Vec3& impulse) const {
  const Vec3 b = velocity - Vec3(w_(0, 0) * impulse[0], tangential_ * impulse[1], tangential_ * impulse[2]);
  if (b[0] >= 0) return Vec3::Zero();
  const double normal = -b[0] / w_(0, 0);
  const double pull = tangential(b);
  const double share = pull <= friction_ * tangential_ * normal ? -1 / tangential_ : -friction_ * normal / pull;
  return {normal, share * b[1], share * b[2]};
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
