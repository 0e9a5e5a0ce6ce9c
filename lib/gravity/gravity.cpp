#include "gravity/gravity.hpp"

#include "gravity/torque.hpp"

#include <algorithm>

namespace rubble::gravity {

Solver::Solver(const Parameters& parameters, double rigid)
    : parameters_(parameters), plan_(plan_for(parameters.error)) {
  plan_.rigid = rigid;
}

void Solver::evaluate(const Reals& mass, const Vec3s& position, unsigned want, Pull& out) {
  const double G = parameters_.constant;
  if (sums_directly(parameters_, position.size())) return direct_.evaluate(mass, position, G, want, out);
  if (parameters_.method == Summation::fmm) {
    fmm_.evaluate(mass, position, G, plan_, want, out);
    remove_torque(mass, position, out.acceleration);
    return;
  }
  out.resize(position.size(), want);
  std::fill(out.acceleration.begin(), out.acceleration.end(), Vec3::Zero());
  std::fill(out.potential.begin(), out.potential.end(), 0.0);
  std::fill(out.tide.begin(), out.tide.end(), Mat3::Zero());
}

}  // namespace rubble::gravity
