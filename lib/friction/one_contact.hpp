#pragma once
// Problem of one contact while all others keep their impulses: find r with u = W r + b. Here b is the velocity without
// the contact's own impulse, and W is its diagonal block.
#include "friction/reference_cone.hpp"

namespace rubble::friction {

// Solution methods for this problem.
enum class Local {
  // Secular equation of the sliding impulse, for Coulomb's law only. Contacts with mu |W_nt| >= 0.9 W_nn are solved in
  // the diagonal form. Their problem may have several solutions, and sweeps that alternate between these do not
  // converge.
  exact,
  // W is replaced by diag(W_nn, w_t, w_t), with w_t the largest eigenvalue of its tangential block, as usual in the
  // Contact Dynamics literature. Coulomb's law only.
  diagonal,
  // Steps r <- P_K(r - v / w) to convergence, with v the dual velocity and w the largest eigenvalue of W. Any law.
  projected
};

// Solver of one contact: (its diagonal block of W [kg-1], mu, method, law). W and mu do not change during a solution.
class OneContact {
 public:
  OneContact(const Mat3& w, double friction, Local local, Cone cone);

  // (velocity u with the impulse [m s-1], impulse [N s]) => impulse that solves the problem of the contact [N s].
  Vec3 solve(const Vec3& velocity, const Vec3& impulse) {
    const Vec3 free = velocity - w_ * impulse;
    switch (local_) {
      case Local::exact:
        return exact(free);
      case Local::diagonal:
        return diagonal(velocity, impulse);
      default:
        return projected(free, impulse);
    }
  }

 private:
  // Tangential problem: b_n and c.
  struct Plane {
    double b_n;
    double c[2];
  };
  struct Trial {
    double alpha, t[2], normal, length, f;
  };

  Vec3 exact(const Vec3& b);
  Trial sliding(const Plane& plane) const;
  Trial trial(double alpha, const Plane& plane) const;
  double newton(const Trial& r) const;
  Vec3 diagonal(const Vec3& velocity, const Vec3& impulse) const;
  Vec3 projected(const Vec3& b, Vec3 impulse) const;

  Mat3 w_;  // symmetric part
  double friction_;
  Local local_;
  Cone cone_;
  double largest_ = 0;     // largest eigenvalue of W
  double tangential_ = 0;  // largest eigenvalue of its tangential block
  // Tangential block after elimination of r_n with u_n = 0, in its principal axes.
  double eigenvalue_[2] = {0, 0};
  double cosine_ = 1, sine_ = 0;
  double coupling_[2] = {0, 0};  // W_nt in these axes
  double last_alpha_ = 0;        // alpha of the last sliding impulse, the first guess for the next one
};

}  // namespace rubble::friction
