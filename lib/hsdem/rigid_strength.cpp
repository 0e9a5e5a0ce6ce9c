#include "hsdem/rigid_strength.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace rubble::hsdem {
namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

// What gravity does to an aggregate as a whole.
struct Drive {
  Vec3 acceleration;  // of the centre of mass [m s-2]
  Vec3 torque;        // about it [N m]
};

Drive drive_of(const Model& model, const Mover& mover, const Vec3s& gravity) {
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
  for (std::size_t k = 0; k < mover.row.size(); ++k) {
    const std::size_t i = at(mover.row[k]);
    const Vec3 own = model.mass[i] * gravity[i];
    force += own;
    torque += mover.arm(k).cross(own);
  }
  return {force / mover.mass, torque};
}

}  // namespace

double effective_radius(const Model& model, const Mover& mover) {
  double cubes = 0;
  for (const Index row : mover.row) cubes += std::pow(model.radius[at(row)], 3);
  return std::cbrt(cubes);
}

StressLimits stress_limits(const RigidStrength& strength, double radius) {
  const double factor = std::pow(radius / strength.radius, strength.exponent);
  const double none = std::numeric_limits<double>::infinity();
  return {strength.tensile ? factor * *strength.tensile : none, strength.shear ? factor * *strength.shear : none};
}

std::vector<Stress> bond_stresses(const Model& model, const Mover& mover, const Vec3s& gravity) {
  const Drive drive = drive_of(model, mover, gravity);
  const Vec3 spin = mover.spin();
  const Vec3 change = mover.inverse_inertia() * (drive.torque - spin.cross(mover.momentum));
  std::vector<Stress> stress;
  for (std::size_t k = 0; k < mover.row.size(); ++k) {
    const std::size_t i = at(mover.row[k]);
    const Vec3 arm = mover.arm(k);
    const Vec3 rigid = drive.acceleration + change.cross(arm) + spin.cross(spin.cross(arm));
    const Vec3 given = rigid - gravity[i];
    const Vec3 bond = model.mass[i] / (std::numbers::pi * std::pow(model.radius[i], 2)) * given;
    const double distance = arm.norm();
    const Vec3 outwards = distance > 0 ? Vec3(arm / distance) : Vec3(Vec3::Zero());
    const double along = bond.dot(outwards);
    stress.push_back({-along, (bond - along * outwards).norm(), given});
  }
  return stress;
}

std::vector<Index> overloaded(const Model& model, const Mover& mover, const std::vector<Stress>& stress,
                              const RigidStrength& strength) {
  const StressLimits limits = stress_limits(strength, effective_radius(model, mover));
  std::vector<Index> rows;
  for (std::size_t k = 0; k < stress.size(); ++k)
    if (stress[k].tensile > limits.tensile || stress[k].shear > limits.shear) rows.push_back(mover.row[k]);
  return rows;
}

}  // namespace rubble::hsdem
