// Grains in the stepper: data kept when the order of bodies changes, and unusual input.
#include "base/error.hpp"
#include "physics/scene.hpp"
#include "ssdem/rigid_grains.hpp"
#include "ssdem/stepper.hpp"

#include <numeric>

#include <gtest/gtest.h>

namespace rubble {
namespace {

// A free sphere and 128 dumbbells: if the sphere is first, the last dumbbell belongs to two chunks; if it is last, none
// does. Each grain keeps its acceleration and torque, in fewer groups of four.
TEST(RigidGrains, AccelerationsSurviveReordering) {
  Pile pile;
  test::add_sphere(pile, 1, 1000, Vec3(-5, 0, 0));
  for (int k = 0; k < 128; ++k) test::glue(pile, "dumbbell", 1, 1000, Vec3(10 * k, 0, 0));
  const std::size_t n = pile.size();
  std::vector<Index> before(n), after;
  std::iota(before.begin(), before.end(), Index{0});
  after.assign(before.begin() + 1, before.end());
  after.push_back(0);
  ssdem::RigidGrains grains;
  grains.load(pile.model, pile.state, before);
  Vec3s linear(n, Vec3::Zero()), torque(n, Vec3::Zero());
  for (std::size_t g = 0; g < 128; ++g)
    for (const Index i : pile.state.grouping.members(g)) {
      linear[i] = Vec3(1, 2, static_cast<double>(g));
      torque[i] = Vec3(static_cast<double>(g), 3, 4);
    }
  grains.put_accelerations(before, linear, torque);
  grains.load(pile.model, pile.state, after);
  Vec3s now(n, Vec3::Zero()), turning(n, Vec3::Zero());
  grains.get_accelerations(after, now, turning);
  EXPECT_EQ(now, linear);
  EXPECT_EQ(turning, torque);
}

ssdem::Parameters springs() {
  ssdem::Parameters p = test::plain(1e6, 0.5);
  p.step.dt = 1e-3;
  return p;
}

// Two glued spheres and a free one that touches the second. A stored contact between the glued ones has no effect.
Pile three() {
  Pile pile;
  test::glue(pile, "dumbbell", 1, 1000, Vec3(0, 0, 0));
  test::add_sphere(pile, 1, 1000, pile.state.position[1] + 1.99 * (pile.state.position[1]).normalized());
  return pile;
}

TEST(RigidGrains, ContactsWithinAGrainAreDropped) {
  const ssdem::Parameters p = springs();
  const auto contacts_of = [&](Pile pile) {
    ssdem::Stepper stepper(p, pile, {});
    stepper.advance(pile.model, pile.state, {}, pile.state.time);
    return stepper.contacts(pile, {});
  };
  const Pile sound = three();
  const Contacts found = contacts_of(sound);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found.key[0].a, 1);
  EXPECT_EQ(found.key[0].b, 2);

  Pile odd = sound;
  odd.contacts = found;
  odd.contacts.key[0] = {0, 1};
  EXPECT_EQ(contacts_of(odd).key, found.key);
}

// In a checkpoint, such a contact is damage, and so is a grain whose members are not adjacent in the stepper's order.
TEST(RigidGrains, DamagedMemoryIsRefused) {
  const ssdem::Parameters p = springs();
  const Pile pile = three();
  ssdem::Stepper stepper(p, pile, {});
  const Resume sound = memory_of(stepper);
  const auto message = [&](const char* name, std::vector<std::int64_t> numbers) {
    Resume damaged = sound;
    damaged.integers.at(name) = std::move(numbers);
    try {
      ssdem::Stepper(p, pile, {}, damaged);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  ssdem::Stepper(p, pile, {}, sound);
  EXPECT_EQ(message("ssdem/order", {0, 2, 1}),
            "expected the members of a grain side by side in ssdem/order, found grain 0 in two places");
  EXPECT_NE(message("ssdem/pairs", {0, 1, 0}).find("in ssdem/pairs, found 0 1 0"), std::string::npos);
  EXPECT_NE(message("ssdem/pairs", {0, 1}).find("three numbers per pair"), std::string::npos);
}

}  // namespace
}  // namespace rubble
