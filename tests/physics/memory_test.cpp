// Memory of the stepper: constant number of bytes per body and per contact (docs/performance.md).
#include "scene.hpp"

#include <iostream>

#include <gtest/gtest.h>
#include <malloc.h>

namespace rubble::test {
namespace {

double allocated() {
  const struct mallinfo2 now = mallinfo2();
  return static_cast<double>(now.uordblks + now.hblkhd);
}

// side^3 spheres on a lattice with a spacing in diameters => bytes of their stepper, and number of contacts.
struct Kept {
  double bytes, bodies, contacts;
};
Kept kept(int side, double spacing) {
  Pile pile;
  for (int x = 0; x < side; ++x)
    for (int y = 0; y < side; ++y)
      for (int z = 0; z < side; ++z) add_sphere(pile, 0.5, 2500, spacing * Vec3(x, y, z));
  ssdem::Parameters p = plain(1e6, 0.5);
  p.sliding = laws::CoulombSliding{0.3, 0.5};
  p.step.dt = 1e-4;
  ssdem::resolve(p, pile.model, pile.state, {});
  const double before = allocated();
  ssdem::Stepper stepper(p, pile, {});
  const double bytes = allocated() - before;
  const StepReport report = stepper.advance(pile.model, pile.state, {}, 0);
  return {bytes, static_cast<double>(pile.size()), static_cast<double>(report.contacts)};
}

TEST(Memory, IsProportionalToBodiesAndContacts) {
  const Kept apart = kept(30, 1.5), few = kept(15, 0.999), many = kept(30, 0.999);
  EXPECT_EQ(apart.contacts, 0);
  const double per_body = apart.bytes / apart.bodies;
  const double per_contact = (many.bytes - per_body * many.bodies) / many.contacts;
  RecordProperty("bytes_per_body", std::to_string(per_body));
  RecordProperty("bytes_per_contact", std::to_string(per_contact));
  std::cout << per_body << " bytes per body, " << per_contact << " per contact\n";
  EXPECT_LT(per_body, 500);
  EXPECT_LT(per_contact, 150);
  EXPECT_NEAR(few.bytes / few.bodies, many.bytes / many.bodies, 0.15 * many.bytes / many.bodies);  // proportional to N
}

}  // namespace
}  // namespace rubble::test
