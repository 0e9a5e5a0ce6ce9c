#include "setup/soft_choices.hpp"

#include <algorithm>
#include <variant>

namespace rubble::setup {
namespace {

constexpr double kHold = 1e-3;  // suitable error of held gravity: docs/theory.md 4.8

// Parameters with "auto" for stiffness and time step.
ssdem::Parameters with_autos(ssdem::Parameters p) {
  std::visit(
      [](auto& law) {
        if constexpr (requires { law.stiffness; }) law.stiffness.reset();
      },
      p.normal);
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
