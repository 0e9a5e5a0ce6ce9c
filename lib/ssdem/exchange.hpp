#pragma once
// Magnitudes of the forces on bodies, without cancellation. They scale the rounding errors in the balances of momentum
// and angular momentum (docs/theory.md 3.6). To save instructions, they are sums of absolute values of components. The
// size |F_x| + |F_y| + |F_z| of a force is between |F| and 1.74 |F|. The sums for torques are upper bounds of the
// torques of these forces about the origin.
#include "simd/xyzw.hpp"

namespace rubble::ssdem {

// |a_x| + |a_y| + |a_z| of four vectors.
RUBBLE_INLINE Pack size_of(const Pack3& a) { return abs(a.x) + abs(a.y) + abs(a.z); }

class Exchange {
 public:
  // Adds the contacts of a body. (position [m], with the radius in the fourth lane; torque by contacts [N m], with the
  // sum of the sizes of their forces [N] in the fourth lane)
  RUBBLE_INLINE void touch(Pack x, Pack torque) {
    contacts_ += torque;
    contact_arms_ = fma(all(torque[3]), abs(x), contact_arms_);
  }
  // Adds the force of a field. (position [m], force [N] with 0 in the fourth lane; its sign does not matter)
  RUBBLE_INLINE void pull(Pack x, Pack force) {
    const Pack size = abs(force), arm = abs(x);
    fields_ += size;
    field_arms_ = fma(arm, yzx(size), fma(yzx(arm), size, field_arms_));
  }
  double force() const { return contacts_[3] + fields_[0] + fields_[1] + fields_[2]; }  // [N]
  double torque() const { return sum(contact_arms_) + sum(field_arms_); }               // [N m]

 private:
  Pack contacts_{}, contact_arms_{}, fields_{}, field_arms_{};
};

}  // namespace rubble::ssdem
