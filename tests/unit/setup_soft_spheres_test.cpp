// Piles that soft spheres refuse. Messages name the pile.
#include "base/error.hpp"
#include "setup/soft_spheres.hpp"
#include "unit/measure_piles.hpp"
#include "unit/refusal.hpp"

#include <gtest/gtest.h>

namespace rubble {
namespace {

TEST(MethodSoftSpheres, ContactsWithSeveralPoints) {
  Pile pile;
  for (const double x : {0.0, 2.0}) test::add(pile, 1, 1, {x, 0, 0});
  pile.contacts.key = {{0, 1, 0}, {0, 1, 1}};
  const setup::SoftSpheres method{ssdem::Parameters{}};
  EXPECT_EQ(test::refusal([&] { method.require_suited(pile, "pile.h5"); }),
            "pile.h5: soft spheres support one contact point per pair, found several");
  pile.contacts.key = {{0, 1, 0}};
  EXPECT_NO_THROW(method.require_suited(pile, "pile.h5"));
}

}  // namespace
}  // namespace rubble
