// The kernel of the contact laws, four contacts at a time, against the same laws written once more in vectors
// (contact_twin.hpp) and against what energy demands.
#include "base/random.hpp"
#include "ssdem/pair.hpp"
#include "unit/contact_twin.hpp"

#include <array>

#include <gtest/gtest.h>

namespace rubble::ssdem {
namespace {

using test::Answer;
using test::Contact;
using test::Springs;

constexpr double kStep = 0.013;

// Numbers of one contact, drawn from a seed.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : random_(seed, Purpose::kPlace, 0) {}
  double between(double low, double high) { return low + (high - low) * random_.uniform(); }
  double size(double low, double high) { return low * std::pow(high / low, random_.uniform()); }
  bool heads() { return random_.uniform() < 0.5; }
  Vec3 vector(double most) { return most * random_.in_ball(); }
  Vec3 across(const Vec3& n, double most) {
    const Vec3 v = vector(most);
    return v - v.dot(n) * n;
  }

 private:
  Random random_;
};

Contact draw_contact(Dice& dice) {
  Contact t;
  t.normal = dice.vector(1).normalized();
  t.overlap = dice.size(0.01, 0.1), t.mass = dice.size(0.3, 3), t.radius = dice.size(0.2, 2);
  t.inertia = dice.heads() ? 0 : dice.size(0.03, 0.3);
  t.lever = dice.size(0.3, 1), t.circle = dice.size(0.1, 0.3);
  t.velocity = dice.vector(1), t.spin = dice.vector(dice.heads() ? 2 : 0.02);
  return t;
}

// The plane has turned since by anything from a thousandth to a radian; the overlap has grown, shrunk, or stayed.
Springs draw_springs(Dice& dice, const Contact& t) {
  Springs s;
  const Vec3 before = (t.normal + dice.vector(dice.heads() ? 2e-3 : 1)).normalized();
  const double length = dice.size(1e-3, 0.1);
  s.sliding = dice.across(before, length), s.rolling = dice.across(before, length);
  s.twisting = dice.between(-length, length);
  const double sign = dice.heads() ? 1 : -1;
  const double last[] = {0, t.overlap, dice.between(0.5, 1) * t.overlap, dice.between(1, 2) * t.overlap};
  s.previous = sign * last[static_cast<std::size_t>(dice.between(0, 3.999))];
  if (s.previous == 0) s = {};
  return s;
}

void put(Pack3& to, std::size_t lane, const Vec3& v) { to.x[lane] = v.x(), to.y[lane] = v.y(), to.z[lane] = v.z(); }
Vec3 lane_of(const Pack3& v, std::size_t lane) { return Vec3(v.x[lane], v.y[lane], v.z[lane]); }

void put(Touch& to, std::size_t lane, const Contact& t) {
  put(to.normal, lane, t.normal), put(to.velocity, lane, t.velocity), put(to.relative_spin, lane, t.spin);
  to.overlap[lane] = t.overlap, to.reduced_mass[lane] = t.mass, to.reduced_radius[lane] = t.radius;
  to.reduced_inertia[lane] = t.inertia > 0 ? t.inertia : kMember;
  to.harmonic_arm[lane] = t.lever, to.circle_radius[lane] = t.circle;
}

void expect_near(double got, double wanted, double scale, const char* what) {
  EXPECT_NEAR(got, wanted, 1e-12 * scale) << what;
}
void expect_near(const Vec3& got, const Vec3& wanted, double scale, const char* what) {
  EXPECT_LT((got - wanted).norm(), 1e-12 * scale + 1e-300)
      << what << ": " << got.transpose() << " for " << wanted.transpose();
}

// Each number to rounding of the greatest of its kind in these draws: forces of 100 N, energies of 1 J, powers of 100
// W.
void expect_same(const Outcome& o, const Memory& memory, std::size_t lane, const Answer& a) {
  expect_near(lane_of(o.force, lane), a.force, 100, "force");
  expect_near(lane_of(o.tangential, lane), a.tangential, 100, "tangential");
  expect_near(lane_of(o.couple, lane), a.couple, 100, "couple");
  expect_near(o.energy[lane], a.energy, 1, "energy");
  expect_near(o.normal_power[lane], a.normal_power, 100, "normal power");
  expect_near(o.sliding_power[lane], a.sliding_power, 100, "sliding power");
  expect_near(o.rolling_power[lane], a.rolling_power, 100, "rolling power");
  expect_near(o.twisting_power[lane], a.twisting_power, 100, "twisting power");
  expect_near(o.sliding_heat[lane], a.sliding_heat, 1, "sliding heat");
  expect_near(o.rolling_heat[lane], a.rolling_heat, 1, "rolling heat");
  expect_near(o.twisting_heat[lane], a.twisting_heat, 1, "twisting heat");
  expect_near(lane_of(memory.sliding, lane), a.after.sliding, 1, "sliding spring");
  expect_near(lane_of(memory.rolling, lane), a.after.rolling, 1, "rolling spring");
  expect_near(memory.twisting[lane], a.after.twisting, 1, "twisting spring");
  EXPECT_EQ(memory.previous[lane], a.after.previous) << "previous";
}

// Many draws of four contacts, some at rest on an axis, for these laws.
template <class Normal, class Sliding, class Couple>
void compare(Normal normal, Sliding sliding, Couple couple, const laws::Cohesion& cohesion) {
  const Normal plain_normal = normal;
  const Sliding plain_sliding = sliding;
  const Couple plain_couple = couple;
  normal.prepare();
  if constexpr (requires { sliding.prepare(); }) sliding.prepare();
  if constexpr (requires { couple.prepare(); }) couple.prepare();
  for (std::uint64_t draw = 0; draw < 200 && !testing::Test::HasFailure(); ++draw) {
    Touch touch{};
    Memory memory{};
    std::array<Contact, kLanes> contact;
    std::array<Springs, kLanes> springs;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      Dice dice(kLanes * draw + lane);
      contact[lane] = draw_contact(dice);
      if (draw % 20 == 0) contact[lane].velocity.setZero(), contact[lane].spin.setZero();
      springs[lane] = draw_springs(dice, contact[lane]);
      put(touch, lane, contact[lane]);
      put(memory.sliding, lane, springs[lane].sliding), put(memory.rolling, lane, springs[lane].rolling);
      memory.twisting[lane] = springs[lane].twisting, memory.previous[lane] = springs[lane].previous;
    }
    const double before = 0.5 * kStep, after = 0.3 * kStep;
    const Outcome o = evaluate(normal, sliding, couple, cohesion, touch, memory, before, after, kStep);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      SCOPED_TRACE(testing::Message() << "draw " << draw << " lane " << lane);
      expect_same(o, memory, lane,
                  test::answer(plain_normal, plain_sliding, plain_couple, cohesion, contact[lane], springs[lane],
                               before, after, kStep));
    }
  }
}

// With each couple, within its limit and at it.
template <class Normal, class Sliding>
void with_couples(const Normal& normal, const Sliding& sliding, const laws::Cohesion& cohesion) {
  {
    SCOPED_TRACE("no couple");
    compare(normal, sliding, laws::NoCouple{}, cohesion);
  }
  for (const double friction : {0.01, 10.0}) {
    SCOPED_TRACE(testing::Message() << "couples of friction " << friction);
    compare(normal, sliding, laws::TorqueCouple{friction, 0.7 * friction}, cohesion);
    compare(normal, sliding, laws::SpringCouple{friction, 0.7 * friction, 0.4, "reduced"}, cohesion);
    compare(normal, sliding, laws::SpringCouple{0.7 * friction, friction, 0.4, "harmonic"}, cohesion);
  }
}

template <class Normal>
void with_every_friction(const Normal& normal) {
  const laws::Cohesion none{}, sticky{3, 0.5};
  with_couples(normal, laws::NoSliding{}, none);
  for (const double friction : {0.05, 20.0}) {
    SCOPED_TRACE(testing::Message() << "friction " << friction);
    with_couples(normal, laws::CoulombSliding{friction, 0.4, 0.6}, sticky);
    with_couples(normal, laws::CoulombSliding{friction, 1, 0.3, 8}, none);
    with_couples(normal, laws::KineticSliding{friction}, sticky);
  }
}

TEST(Pair, LinearSpring) {
  with_every_friction(laws::LinearSpring{700.0, 0.4, "allow"});
  with_every_friction(laws::LinearSpring{700.0, 0.1, "clamp"});
  with_every_friction(laws::LinearSpring{700.0, 1, "allow", 9});
}
TEST(Pair, HertzMindlin) {
  with_every_friction(laws::HertzMindlin{3000, 0.3, 0.4, "allow"});
  with_every_friction(laws::HertzMindlin{3000, 0.1, 0.1, "clamp"});
}
TEST(Pair, Hysteretic) { with_every_friction(laws::Hysteretic{1500.0, 0.6}); }

Pack3 everywhere(const Vec3& v) { return {all(v.x()), all(v.y()), all(v.z())}; }

// Into the plane across n with its length, by any angle; nothing stays nothing, and what stands along the new normal
// has no direction to turn to.
TEST(Pair, SpringsTurnWithTheirPlane) {
  for (const double angle : {0.0, 1e-9, 1e-3, 0.00995, 0.0101, 0.02, 0.03, 0.3, 1.5}) {
    const Pack3 n = everywhere(Vec3(std::sin(angle), 0, std::cos(angle)));
    const Vec3 turned = lane_of(turn_into_plane(everywhere(Vec3(-2.5, 0, 0)), n), 1);
    EXPECT_LT((turned - 2.5 * Vec3(-std::cos(angle), 0, std::sin(angle))).norm(), 2e-15) << angle;
    EXPECT_EQ(lane_of(turn_into_plane(everywhere(Vec3::Zero()), n), 1), Vec3(Vec3::Zero()));
  }
  const Pack3 up = everywhere(Vec3::UnitZ());
  EXPECT_EQ(lane_of(turn_into_plane(up, up), 1), Vec3(Vec3::Zero()));
}

// A contact that slides and spins steadily at its limits: what its springs hold stays, so that all work is heat.
TEST(Pair, SteadySlipTurnsAllWorkIntoHeat) {
  laws::LinearSpring normal{700.0, 0.4, "allow"};
  laws::CoulombSliding sliding{0.3, 0.5, 0.4};
  laws::SpringCouple couple{0.2, 0.3, 0.5, "reduced"};
  normal.prepare(), sliding.prepare(), couple.prepare();
  Dice dice(5);
  Contact contact = draw_contact(dice);
  contact.inertia = 0.1;
  const Vec3 n = contact.normal;
  contact.velocity -= contact.velocity.dot(n) * n;
  contact.velocity *= 2 / contact.velocity.norm(), contact.spin = 3 * (n + contact.velocity);
  Touch touch{};
  for (std::size_t lane = 0; lane < kLanes; ++lane) put(touch, lane, contact);
  Memory memory{};
  Outcome o;
  double stored = 0;
  for (int step = 0; step < 50; ++step) {
    stored = o.energy[0];
    o = evaluate(normal, sliding, couple, {}, touch, memory, 0.5 * kStep, 0.5 * kStep, kStep);
  }
  EXPECT_NEAR(o.energy[0], stored, 1e-12 * stored);
  const double weight = 700 * contact.overlap;
  const Vec3 roll = contact.spin - contact.spin.dot(n) * n;
  EXPECT_NEAR(kStep * o.sliding_power[0] + o.sliding_heat[0], kStep * 0.3 * weight * contact.velocity.norm(), 1e-12);
  EXPECT_NEAR(kStep * o.rolling_power[0] + o.rolling_heat[0], kStep * 0.2 * 0.5 * contact.radius * weight * roll.norm(),
              1e-12);
  EXPECT_NEAR(kStep * o.twisting_power[0] + o.twisting_heat[0],
              kStep * 0.3 * 0.3 * 0.5 * contact.radius * weight * contact.spin.dot(n), 1e-12);
  EXPECT_NEAR(lane_of(o.tangential, 0).norm(), 0.3 * weight, 1e-12 * weight);
}

// What a pair that parts leaves in its springs is what they stored: k_t S^2 / 2, k_r rho^2 / 2, k_w tau^2 / 2 with
// k_r = k_n (beta R)^2 and k_w = 2 k_t (beta R)^2.
TEST(Pair, PartedSpringsLeaveWhatTheyHeld) {
  laws::SpringCouple couple{1, 1, 0.4, "harmonic"};
  couple.prepare();
  const double S2 = 4e-4, rho2 = 9e-4, tau2 = 2.5e-3, R = 0.3, area = std::pow(0.4 * 2 * R, 2), overlap = 0.02;
  const auto expect = [&](const Leftover& left, double k_n, double k_t, bool slides) {
    EXPECT_NEAR(left.sliding, slides ? k_t * S2 / 2 : 0, 1e-15 * k_t);
    EXPECT_NEAR(left.rolling, k_n * area * rho2 / 2, 1e-15 * k_n);
    EXPECT_NEAR(left.twisting, 2 * k_t * area * tau2 / 2, 1e-15 * k_t);
  };
  laws::LinearSpring linear{700.0, 0.4, "allow"};
  laws::Hysteretic two{1400.0, 0.6};
  laws::HertzMindlin hertz{3000, 0.3, 0.4, "allow"};
  linear.prepare(), two.prepare(), hertz.prepare();
  const laws::CoulombSliding coulomb{0.5, 0.5, 0.6};
  expect(leftover(linear, coulomb, couple, R, overlap, S2, rho2, tau2), 700, 0.6 * 700, true);
  expect(leftover(two, coulomb, couple, R, overlap, S2, rho2, tau2), 700, 0.6 * 700, true);
  expect(leftover(linear, laws::NoSliding{}, couple, R, overlap, S2, rho2, tau2), 700, 2.0 / 7 * 700, false);
  const double reduced = 3000 / (2 * (1 - 0.09)), shear = 3000 / (4 * (1 + 0.3) * (2 - 0.3));
  const double root = std::sqrt(R * overlap);
  expect(leftover(hertz, coulomb, couple, R, overlap, S2, rho2, tau2), 2 * reduced * root, 8 * shear * root, true);
  const Leftover alone = leftover(linear, coulomb, laws::TorqueCouple{1, 1}, R, overlap, S2, rho2, tau2);
  EXPECT_NEAR(alone.sliding, 0.6 * 700 * S2 / 2, 1e-12);
  EXPECT_EQ(alone.rolling, 0);
  EXPECT_EQ(alone.twisting, 0);
}

// Parts of a memory that a run keeps are those that its laws read.
TEST(Pair, LawsKeepWhatTheyRead) {
  using laws::CoulombSliding, laws::HertzMindlin, laws::Hysteretic, laws::KineticSliding, laws::LinearSpring;
  using laws::NoCouple, laws::NoSliding, laws::SpringCouple, laws::TorqueCouple;
  using Bare = Uses<LinearSpring, NoSliding, NoCouple>;
  EXPECT_FALSE(Bare::slides || Bare::rolls || Bare::previous);
  using Forgetful = Uses<LinearSpring, KineticSliding, TorqueCouple>;
  EXPECT_FALSE(Forgetful::slides || Forgetful::rolls || Forgetful::previous);
  using All = Uses<HertzMindlin, CoulombSliding, SpringCouple>;
  EXPECT_TRUE(All::slides && All::rolls && All::previous);
  using Branches = Uses<Hysteretic, NoSliding, NoCouple>;
  EXPECT_TRUE(Branches::previous && !Branches::slides && !Branches::rolls);
}

}  // namespace
}  // namespace rubble::ssdem
