#pragma once
// The problem of one contact while all others keep their impulses: r with u = W r + b, b the velocity without its own
// impulse, W its block of the diagonal.
#include "friction/cone.hpp"

namespace rubble::friction {

// How that problem is solved.
enum class Local {
  // The secular equation of the sliding impulse; Coulomb's law only. A contact with mu |W_nt| >= 0.9 W_nn is solved in
  // the diagonal form: its own problem may have more than one solution, and sweeps between these do not converge.
  exact,
  diagonal,  // W replaced by diag(W_nn, w_t, w_t): the form of the Contact Dynamics literature; Coulomb's law only
  projected  // steps r <- P_K(r - v / w), v the dual velocity, until they end: any law
};

// One contact, prepared: W and mu do not change during a solution.
class OneContact {
 public:
  OneContact(const Mat3& w, double friction, Local local, Cone cone);

  // (velocity u under the impulse, that impulse) => the impulse that solves the contact's problem.
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
  // The problem of the plane: b_n and c.
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
  double largest_ = 0;     // eigenvalue of W
  double tangential_ = 0;  // largest eigenvalue of its tangential block
  // The tangential block after the elimination of r_n with u_n = 0, in the axes that make it diagonal.
  double eigenvalue_[2] = {0, 0};
  double cosine_ = 1, sine_ = 0;
  double coupling_[2] = {0, 0};  // W_nt in these axes
  double last_alpha_ = 0;        // of the last impulse that slid, from which the next one starts
};

}  // namespace rubble::friction
