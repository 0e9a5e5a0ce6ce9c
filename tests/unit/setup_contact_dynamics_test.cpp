// The caution of Contact Dynamics about time steps that are too long for a pile.
#include "config/document.hpp"
#include "setup/contact_dynamics.hpp"
#include "unit/hull_piles.hpp"

#include <gtest/gtest.h>

namespace rubble::setup {
namespace {

std::string caution_of(const Pile& pile, double dt) {
  nscd::Parameters parameters;
  parameters.gravity.method = gravity::Summation::direct;
  parameters.gravity.constant = 1;
  parameters.step.dt = dt;
  ContactDynamics method(parameters);
  auto config = config::Document::parse("", "run.toml");
  method.prepare(config, pile, {});
  return method.caution();
}

// Two unit cubes of 1 kg at rest, G = 1. The ball of their volume and of solid fraction 0.6 has a radius of 0.92663 m,
// the cube root of 3 x 2 / 0.6 / (4 pi). Its escape speed is sqrt(2 x 2 / 0.92663 m), which is 2.0777 m/s. A tenth of
// their half-thickness, 0.5 m, takes 0.05 / 2.0777 = 0.024065 s.
TEST(ContactDynamicsCaution, NamesTheStepOfTheEscapeSpeed) {
  Pile pile;
  test::add_cube(pile, {0, 0, 0});
  test::add_cube(pile, {9, 0, 0});
  EXPECT_EQ(caution_of(pile, 0.0240), "");
  const std::string text = caution_of(pile, 0.1);
  EXPECT_NE(text.find("speed expected, 2.08 m/s"), std::string::npos) << text;
  EXPECT_NE(text.find("by 0.416 of half the thickness"), std::string::npos) << text;
  EXPECT_NE(text.find("step.dt = 0.024 s"), std::string::npos) << text;
}

// A plate of 1 x 1 x 0.2 m that approaches at 3 m/s needs 0.1 x 0.1 m / 3 m/s = 3.33 ms: the smallest thickness counts.
// The speed is twice the largest one about the centre of mass.
TEST(ContactDynamicsCaution, UsesTheThinnestAndTheFastestBody) {
  Pile pile;
  test::add_hull(pile, shape::box({1, 1, 0.2}), {0, 0, 0}, Quaternion::Identity(), {1.5, 0, 0});
  test::add_hull(pile, shape::box({1, 1, 0.2}), {9, 0, 0}, Quaternion::Identity(), {-1.5, 0, 0});
  EXPECT_EQ(caution_of(pile, 3.3e-3), "");
  EXPECT_NE(caution_of(pile, 3.4e-3).find("step.dt = 0.0033 s"), std::string::npos);
}

}  // namespace
}  // namespace rubble::setup
