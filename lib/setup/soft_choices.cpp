#include "setup/soft_choices.hpp"

#include <algorithm>
#include <variant>

namespace rubble::setup {
namespace {

constexpr double kHold = 1e-3;  // suitable error of held gravity: docs/theory.md 4.8

void reset_stiffness(ssdem::NormalLaw& normal) {
  std::visit(
      [](auto& law) {
        if constexpr (requires { law.stiffness; }) law.stiffness.reset();
      },
      normal);
}

// Parameters with "auto" for all stiffnesses and the time step.
ssdem::Parameters with_autos(ssdem::Parameters p) {
  reset_stiffness(p.normal);
  for (auto& material : p.materials.materials) reset_stiffness(material.laws.normal);
  for (auto& pair : p.materials.pairs)
    pair.values.push_back([](ssdem::SoftLaws& laws) { reset_stiffness(laws.normal); });
  p.step.dt.reset();
  return p;
}

}  // namespace

std::vector<SoftChoice> soft_choices(const ssdem::Parameters& given) {
  std::vector<SoftChoice> all = {{"config", given}};
  if (given.contacts) all.push_back({"auto", with_autos(given)});
  if (given.gravity.method == gravity::Summation::none || given.gravity.hold > 0) return all;
  all.push_back({"held", given});
  gravity::Parameters& gravity = all.back().parameters.gravity;
  gravity.hold = gravity.method == gravity::Summation::fmm ? std::max(kHold, gravity.error) : kHold;
  return all;
}

}  // namespace rubble::setup
