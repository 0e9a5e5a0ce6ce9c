#pragma once
// Hill's frame: axes that rotate with a circular orbit, x outwards, y along the orbit, z along its normal.
// docs/theory.md 4.10. Hill 1878, doi:10.2307/2369430; Wisdom and Tremaine 1988, doi:10.1086/114690.
#include "base/image_lattice.hpp"

#include <cmath>

namespace rubble {

// The frame; in TOML: [hill].
struct Hill {
  double rate = 0;           // Omega [rad s-1]; 0: the frame does not rotate
  double vertical_rate = 0;  // Omega_z [rad s-1]
  double since = 0;          // time at which images along x are not shifted along y [s]

  bool turns() const { return rate != 0; }
  double shear() const { return -1.5 * rate; }  // rate of change of the flow's v_y with x [s-1]
  // (position [m]) => velocity of the shear flow, in which bodies on circular orbits move [m s-1]
  Vec3 flow(const Vec3& x) const { return {0, shear() * x.x(), 0}; }
  // (position [m]) => tidal acceleration [m s-2]
  Vec3 tide(const Vec3& x) const { return {3 * rate * rate * x.x(), 0, -vertical_rate * vertical_rate * x.z()}; }
  // (position [m]) => potential of the tidal acceleration [m2 s-2]
  double potential(const Vec3& x) const {
    return -1.5 * rate * rate * x.x() * x.x() + 0.5 * vertical_rate * vertical_rate * x.z() * x.z();
  }

  // Velocity changes by the frame in the kick of length k [s] before a drift (opening) and in the kick after it
  // (closing): docs/theory.md 4.10. Quinn et al. 2010, doi:10.1088/0004-6256/139/2/803.
  // (position [m], velocity before the kick [m s-1], acceleration f by forces [m s-2], k) => change without k f
  Vec3 opening(const Vec3& x, const Vec3& v, const Vec3& f, double k) const {
    const double middle = v.y() + k * f.y();
    Vec3 change = k * tide(x);
    change.x() += k * (2 * rate * middle);
    change.y() -= 2 * k * rate * (v.x() + k * f.x() + change.x());
    return change;
  }
  Vec3 closing(const Vec3& x, const Vec3& v, double k) const {
    Vec3 change = k * tide(x);
    change.y() -= 2 * k * rate * v.x();
    change.x() += k * (2 * rate * (v.y() + change.y()));
    return change;
  }
  // (spin or angular momentum of a sphere, relative to the frame; time [s]) => the same after this time: it keeps its
  // direction in inertial space.
  Vec3 turned(const Vec3& spin, double time) const {
    const double c = std::cos(rate * time), s = std::sin(rate * time);
    return {c * spin.x() + s * spin.y(), c * spin.y() - s * spin.x(), spin.z()};
  }

  // (period [m], time [s]) => images at that time. The shift depends on the time alone, so that a resumed run has the
  // same bits.
  ImageLattice lattice(const Vec3& period, double time) const {
    if (!turns() || !(period.x() > 0)) return {period};
    const double speed = shear() * period.x();
    return {period, std::remainder(speed * (time - since), period.y()), speed};
  }
};

}  // namespace rubble
