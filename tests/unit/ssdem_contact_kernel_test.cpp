// The kernel of the contact laws, four contacts at a time, compared with an implementation in vectors
// (contact_twin.hpp) and with conservation of energy.
#include "base/random.hpp"
#include "ssdem/sweep_loads.hpp"
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
  t.overlap = dice.size(dice.heads() ? 1e-4 : 0.01, 0.1), t.mass = dice.size(0.3, 3), t.radius = dice.size(0.2, 2);
  t.inertia = dice.heads() ? 0 : dice.size(0.03, 0.3);
  t.arm_a = dice.size(0.3, 1), t.arm_b = dice.size(0.3, 1);
  t.lever = dice.size(0.3, 1), t.circle = dice.size(0.1, 0.3);
  t.velocity = dice.vector(dice.size(0.01, 20));  // some pairs reach the end of their attraction, some are too slow
  t.spin = dice.vector(dice.heads() ? 2 : 0.02);
  t.share = dice.heads() ? 1 : dice.between(0.3, 1);
  return t;
}

// The plane of contact has rotated by an angle from a thousandth to a radian (only by small angles in half of the
// packs). The overlap has grown, decreased or stayed, or there was none. The attraction of some pairs has ended.
Springs draw_springs(Dice& dice, const Contact& t, bool far) {
  Springs s;
  const Vec3 before = (t.normal + dice.vector(far && dice.heads() ? 1 : 2e-3)).normalized();
  const double length = dice.size(1e-3, 0.1);
  s.sliding = dice.across(before, length), s.rolling = dice.across(before, length);
  s.twisting = dice.between(-length, length);
  s.loading = dice.heads();
  const double last[] = {0, t.overlap, dice.between(0.5, 1) * t.overlap, dice.between(1, 2) * t.overlap};
  s.overlap = last[static_cast<std::size_t>(dice.between(0, 3.999))];
  s.contact_radius = std::sqrt(s.overlap * t.radius);
  if (dice.between(0, 1) < 0.3) s.overlap = -s.overlap, s.contact_radius = -s.contact_radius;
  if (s.overlap == 0) s = {};
  return s;
}

void put(Pack3& to, std::size_t lane, const Vec3& v) { to.x[lane] = v.x(), to.y[lane] = v.y(), to.z[lane] = v.z(); }

void put(ContactGeometry<Pack>& to, std::size_t lane, const Contact& t) {
  put(to.normal, lane, t.normal), put(to.velocity, lane, t.velocity), put(to.relative_spin, lane, t.spin);
  to.share[lane] = t.share;
  to.overlap[lane] = t.overlap, to.reduced_mass[lane] = t.mass, to.reduced_radius[lane] = t.radius;
  to.arm_a[lane] = t.arm_a, to.arm_b[lane] = t.arm_b;
  to.reduced_inertia[lane] = t.inertia, to.round[lane] = t.inertia > 0 ? -1 : 0;
  to.harmonic_arm[lane] = t.lever, to.circle_radius[lane] = t.circle;
}
void put(History<Pack>& to, std::size_t lane, const Springs& s) {
  put(to.sliding, lane, s.sliding), put(to.rolling, lane, s.rolling);
  to.twisting[lane] = s.twisting, to.overlap[lane] = s.overlap, to.loading[lane] = s.loading;
  to.contact_radius[lane] = s.contact_radius;
}

using Contacts4 = std::array<Contact, kLanes>;
using Springs4 = std::array<Springs, kLanes>;

// True if a spring of the pack turns by a large angle: all four then use the square root.
test::Far far_of(const Contacts4& contact, const Springs4& springs) {
  test::Far far;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    far.sliding |= test::turns_far(springs[lane].sliding, contact[lane].normal);
    far.rolling |= test::turns_far(springs[lane].rolling, contact[lane].normal);
  }
  return far;
}

// Equal bits: the same operations in the same order.
void expect_same(const ContactResult& o, const History<Pack>& history, std::size_t lane, const Answer& a, bool slides,
                 bool rolls) {
  EXPECT_EQ(lane_of(o.force, lane), a.force);
  EXPECT_EQ(lane_of(o.tangential, lane), a.tangential);
  EXPECT_EQ(lane_of(o.couple, lane), a.couple);
  EXPECT_EQ(o.energy[lane], a.energy);
  EXPECT_EQ(o.lent[lane], a.lent);
  EXPECT_EQ(o.normal_power[lane], a.normal_power);
  EXPECT_EQ(o.sliding_power[lane], a.sliding_power);
  EXPECT_EQ(o.rolling_power[lane], a.rolling_power);
  EXPECT_EQ(o.twisting_power[lane], a.twisting_power);
  EXPECT_EQ(o.normal_heat[lane], a.normal_heat);
  EXPECT_EQ(o.sliding_heat[lane], a.sliding_heat);
  EXPECT_EQ(o.rolling_heat[lane], a.rolling_heat);
  EXPECT_EQ(o.twisting_heat[lane], a.twisting_heat);
  EXPECT_EQ(o.sliding_energy[lane], a.sliding_energy);
  EXPECT_EQ(o.rolling_energy[lane], a.rolling_energy);
  EXPECT_EQ(o.twisting_energy[lane], a.twisting_energy);
  if (slides) {
    EXPECT_EQ(lane_of(history.sliding, lane), a.after.sliding);
  }
  if (rolls) {
    EXPECT_EQ(lane_of(history.rolling, lane), a.after.rolling);
    EXPECT_EQ(history.twisting[lane], a.after.twisting);
  }
  EXPECT_EQ(history.overlap[lane], a.after.overlap);
  EXPECT_EQ(history.loading[lane], a.after.loading ? 1 : 0);
  EXPECT_EQ(history.contact_radius[lane], a.after.contact_radius);
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
  using Laws = ContactLaws<Normal, Sliding, Couple>;
  const Laws laws{normal, sliding, couple, cohesion};
  for (std::uint64_t draw = 0; draw < 200 && !testing::Test::HasFailure(); ++draw) {
    ContactGeometry<Pack> geometry{};
    History<Pack> history{};
    Contacts4 contact;
    Springs4 springs;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      Dice dice(kLanes * draw + lane);
      contact[lane] = draw_contact(dice);
      if (draw % 20 == 0) contact[lane].velocity.setZero(), contact[lane].spin.setZero();
      springs[lane] = draw_springs(dice, contact[lane], draw % 2 == 0);
      put(geometry, lane, contact[lane]);
      put(history, lane, springs[lane]);
    }
    const test::Times times{0.5 * kStep, 0.3 * kStep, kStep};
    const ContactResult o = evaluate(laws, geometry, history, {times.before, times.after, times.dt});
    const test::Far far = far_of(contact, springs);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      SCOPED_TRACE(testing::Message() << "draw " << draw << " lane " << lane);
      const Answer a =
          test::answer(plain_normal, plain_sliding, plain_couple, cohesion, contact[lane], springs[lane], times, far);
      expect_same(o, history, lane, a, Laws::slides, Laws::rolls);
      const ContactLoads loads = loads_of(geometry, o);
      const test::Torques torques = test::torques_of(contact[lane], a);
      EXPECT_EQ(vec(loads.force.lane[lane]), a.force);
      EXPECT_EQ(vec(loads.torque_a.lane[lane]), torques.on_a);
      EXPECT_EQ(vec(loads.torque_b.lane[lane]), torques.on_b);
    }
  }
}

// Compares the kernels with each couple, both below its limit and at the limit.
template <class Normal, class Sliding>
void with_couples(const Normal& normal, const Sliding& sliding, const laws::Cohesion& cohesion) {
  {
    SCOPED_TRACE("no couple");
    compare(normal, sliding, laws::NoCouple{}, cohesion);
  }
  for (const double friction : {0.01, 10.0}) {
    SCOPED_TRACE(testing::Message() << "couples of friction " << friction);
    compare(normal, sliding, laws::TorqueCouple{friction, 0.7 * friction}, cohesion);
    compare(normal, sliding, laws::SpringCouple{friction, 0.7 * friction, 0.4, laws::ContactRadius::reduced}, cohesion);
    compare(normal, sliding, laws::SpringCouple{0.7 * friction, friction, 0.4, laws::ContactRadius::harmonic},
            cohesion);
  }
}

template <class Normal>
void with_every_friction(const Normal& normal) {
  const laws::Cohesion none{}, sticky{3, 0.5}, adhesive = laws::DmtCohesion{0.3}.law(),
                                               near = laws::VanDerWaals{0.2, 0.1, 0.3}.law();
  with_couples(normal, laws::NoSliding{}, none);
  for (const double friction : {0.05, 20.0}) {
    SCOPED_TRACE(testing::Message() << "friction " << friction);
    with_couples(normal, laws::CoulombSliding{friction, 0.4, 0.6}, sticky);
    with_couples(normal, laws::CoulombSliding{friction, 1, 0.3, 8}, none);
    with_couples(normal, laws::KineticSliding{friction}, friction < 1 ? adhesive : near);
  }
}

TEST(Pair, LinearSpring) {
  with_every_friction(laws::LinearSpring{700.0, 0.4, laws::Tension::allow});
  with_every_friction(laws::LinearSpring{700.0, 0.1, laws::Tension::clamp});
  with_every_friction(laws::LinearSpring{700.0, 1, laws::Tension::allow, 9});
}
TEST(Pair, HertzMindlin) {
  with_every_friction(laws::HertzMindlin{3000, 0.3, 0.4, laws::Tension::allow});
  with_every_friction(laws::HertzMindlin{3000, 0.1, 0.1, laws::Tension::clamp});
}
// Weak adhesion, and one that is stronger than the elastic force of all overlaps.
TEST(Pair, Jkr) {
  with_every_friction(laws::Jkr{{3000, 0.3, 0.4, laws::Tension::allow}, 0.02});
  with_every_friction(laws::Jkr{{3000, 0.1, 0.1, laws::Tension::clamp}, 50});
}
TEST(Pair, Hysteretic) { with_every_friction(laws::Hysteretic{1500.0, 0.6}); }

// A constant attraction F on the mass m, with the overlap d and the speed u. A pair ends to attract if m u^2 / 2 > F d
// and keeps the rest of this energy. A pair that begins to attract has gained F d, and half a step more of F follows.
// The rate before the evaluation has half a kick of the attraction that acted before.
TEST(Pair, FirstAndLastPullsDoTheirWork) {
  const double F = 3, m = 2, d = 1e-4, dt = 0.1;
  const double least = std::sqrt(2 * F * d / m);
  const auto held = [&](double rate, double last) {
    const OverlapMotion motion{all(d), all(rate), all(m), all(d)};
    return attachment({all(F), all(-F * d)}, motion, all(last), {dt / 2, dt / 2, dt}, [] { return EndOfAttraction{}; });
  };
  for (const double factor : {0.5, 0.99, 1.01, 3.0}) {
    const double u = factor * least;
    const Attached last = held(-u, d);
    EXPECT_EQ(any(last.ends), factor > 1) << factor;
    if (factor > 1) {
      const double rate = -u + 0.5 * dt * (last.now.force[1] - F) / m + 0.5 * dt * last.now.force[1] / m;
      EXPECT_NEAR(-rate, std::sqrt(u * u - least * least), 1e-12 * u) << factor;
    }
    const Attached first = held(u, 0);
    const double rate = u + dt * first.now.force[1] / m;
    EXPECT_NEAR(rate - 0.5 * dt * F / m, std::sqrt(u * u + least * least), 1e-12 * u) << factor;
  }
}

Pack3 everywhere(const Vec3& v) { return {all(v.x()), all(v.y()), all(v.z())}; }

// Rotation into the plane perpendicular to n, keeping the length, by any angle. Zero stays zero, and a vector along the
// new normal has no defined direction.
TEST(Pair, SpringsTurnWithTheirPlane) {
  for (const double angle : {0.0, 1e-9, 1e-3, 0.00995, 0.0101, 0.02, 0.03, 0.3, 1.5}) {
    const Pack3 n = everywhere(Vec3(std::sin(angle), 0, std::cos(angle)));
    const Vec3 turned = lane_of(laws::turn_into_plane(everywhere(Vec3(-2.5, 0, 0)), n), 1);
    EXPECT_LT((turned - 2.5 * Vec3(-std::cos(angle), 0, std::sin(angle))).norm(), 2e-15) << angle;
    EXPECT_EQ(lane_of(laws::turn_into_plane(everywhere(Vec3::Zero()), n), 1), Vec3(Vec3::Zero()));
  }
  const Pack3 up = everywhere(Vec3::UnitZ());
  EXPECT_EQ(lane_of(laws::turn_into_plane(up, up), 1), Vec3(Vec3::Zero()));
}

// A contact that slides and spins steadily at its limits: the energy of its springs is constant, so that all work
// becomes heat.
TEST(Pair, SteadySlipTurnsAllWorkIntoHeat) {
  laws::LinearSpring normal{700.0, 0.4, laws::Tension::allow};
  laws::CoulombSliding sliding{0.3, 0.5, 0.4};
  laws::SpringCouple couple{0.2, 0.3, 0.5, laws::ContactRadius::reduced};
  const laws::Cohesion none{};
  normal.prepare(), sliding.prepare(), couple.prepare();
  Dice dice(5);
  Contact contact = draw_contact(dice);
  contact.inertia = 0.1;
  const Vec3 n = contact.normal;
  contact.velocity -= contact.velocity.dot(n) * n;
  contact.velocity *= 2 / contact.velocity.norm(), contact.spin = 3 * (n + contact.velocity);
  const ContactLaws<laws::LinearSpring, laws::CoulombSliding, laws::SpringCouple> laws{normal, sliding, couple, none};
  ContactGeometry<Pack> geometry{};
  for (std::size_t lane = 0; lane < kLanes; ++lane) put(geometry, lane, contact);
  History<Pack> history{};
  ContactResult o;
  double stored = 0;
  for (int step = 0; step < 50; ++step) {
    stored = o.energy[0];
    o = evaluate(laws, geometry, history, {0.5 * kStep, 0.5 * kStep, kStep});
  }
  EXPECT_NEAR(o.energy[0], stored, 1e-12 * stored);
  const double weight = 700 * contact.overlap * contact.share;
  const Vec3 roll = contact.spin - contact.spin.dot(n) * n;
  EXPECT_NEAR(kStep * o.sliding_power[0] + o.sliding_heat[0], kStep * 0.3 * weight * contact.velocity.norm(), 1e-12);
  EXPECT_NEAR(kStep * o.rolling_power[0] + o.rolling_heat[0], kStep * 0.2 * 0.5 * contact.radius * weight * roll.norm(),
              1e-12);
  EXPECT_NEAR(kStep * o.twisting_power[0] + o.twisting_heat[0],
              kStep * 0.3 * 0.3 * 0.5 * contact.radius * weight * contact.spin.dot(n), 1e-12);
  EXPECT_NEAR(lane_of(o.tangential, 0).norm(), 0.3 * weight, 1e-12 * weight);
}

// The springs of a pair that separates leave the energy that they stored: k_t S^2 / 2, k_r rho^2 / 2, k_w tau^2 / 2
// with k_r = k_n (beta R)^2 and k_w = 2 k_t (beta R)^2.
TEST(Pair, SeparationReleasesTheStoredEnergy) {
  laws::SpringCouple couple{1, 1, 0.4, laws::ContactRadius::harmonic};
  couple.prepare();
  const double R = 0.3, area = std::pow(0.4 * 2 * R, 2), overlap = 0.02;
  const History<double> springs{{0.012, 0, -0.016}, {0, -0.03, 0}, 0.05, overlap, 0};
  const double S2 = 4e-4, rho2 = 9e-4, tau2 = 2.5e-3;
  const laws::Cohesion none{};
  const auto left_by = [&](const auto& normal, const auto& sliding, const auto& with) {
    return leftover(
        ContactLaws<std::decay_t<decltype(normal)>, std::decay_t<decltype(sliding)>, std::decay_t<decltype(with)>>{
            normal, sliding, with, none},
        R, springs);
  };
  const auto expect = [&](const Leftover& left, double k_n, double k_t, bool slides) {
    EXPECT_NEAR(left.sliding, slides ? k_t * S2 / 2 : 0, 1e-15 * k_t);
    EXPECT_NEAR(left.rolling, k_n * area * rho2 / 2, 1e-15 * k_n);
    EXPECT_NEAR(left.twisting, 2 * k_t * area * tau2 / 2, 1e-15 * k_t);
  };
  laws::LinearSpring linear{700.0, 0.4, laws::Tension::allow};
  laws::Hysteretic two{1400.0, 0.6};
  laws::HertzMindlin hertz{3000, 0.3, 0.4, laws::Tension::allow};
  linear.prepare(), two.prepare(), hertz.prepare();
  const laws::CoulombSliding coulomb{0.5, 0.5, 0.6};
  expect(left_by(linear, coulomb, couple), 700, 0.6 * 700, true);
  expect(left_by(two, coulomb, couple), 700, 0.6 * 700, true);
  expect(left_by(linear, laws::NoSliding{}, couple), 700, 2.0 / 7 * 700, false);
  const double reduced = 3000 / (2 * (1 - 0.09)), shear = 3000 / (4 * (1 + 0.3) * (2 - 0.3));
  const double root = std::sqrt(R * overlap);
  expect(left_by(hertz, coulomb, couple), 2 * reduced * root, 8 * shear * root, true);
  const Leftover alone = left_by(linear, coulomb, laws::TorqueCouple{1, 1});
  EXPECT_NEAR(alone.sliding, 0.6 * 700 * S2 / 2, 1e-12);
  EXPECT_EQ(alone.rolling, 0);
  EXPECT_EQ(alone.twisting, 0);
}

// A run stores exactly the parts of a history that its laws read.
TEST(Pair, StoredHistoryIsThatOfTheLaws) {
  using laws::CoulombSliding, laws::HertzMindlin, laws::Hysteretic, laws::KineticSliding, laws::LinearSpring;
  using laws::NoCouple, laws::NoSliding, laws::SpringCouple, laws::TorqueCouple;
  const auto used = []<class Laws>(const Laws*) {
    std::string parts;
    for (int part = 0; part < kHistoryParts; ++part)
      if (Laws::uses(static_cast<HistoryPart>(part))) parts += name_of(static_cast<HistoryPart>(part)) + " ";
    return parts;
  };
  using Bare = ContactLaws<LinearSpring, NoSliding, NoCouple, laws::NoCohesion>;
  using Forgetful = ContactLaws<LinearSpring, KineticSliding, TorqueCouple, laws::NoCohesion>;
  using Cohesive = ContactLaws<LinearSpring, NoSliding, NoCouple>;
  using All = ContactLaws<HertzMindlin, CoulombSliding, SpringCouple>;
  using Branches = ContactLaws<Hysteretic, NoSliding, NoCouple>;
  using Adhering = ContactLaws<laws::Jkr, NoSliding, NoCouple>;
  EXPECT_EQ(used(static_cast<Bare*>(nullptr)), "");
  EXPECT_EQ(used(static_cast<Forgetful*>(nullptr)), "");
  EXPECT_EQ(used(static_cast<Cohesive*>(nullptr)), "overlap ");
  EXPECT_EQ(used(static_cast<All*>(nullptr)),
            "sliding_x sliding_y sliding_z rolling_x rolling_y rolling_z twisting overlap ");
  EXPECT_EQ(used(static_cast<Branches*>(nullptr)), "overlap loading ");
  EXPECT_EQ(used(static_cast<Adhering*>(nullptr)), "contact_radius ");
}

// --- geometry
// ---------------------------------------------------------------------------------------------------------

test::Ball draw_ball(Dice& dice, const Vec3& at, double reach) {
  test::Ball ball;
  ball.position = at, ball.velocity = dice.vector(1), ball.spin = dice.vector(2);
  ball.radius = reach, ball.mass = dice.size(0.3, 3), ball.inertia = dice.heads() ? 0 : dice.size(0.03, 0.3);
  const Vec3 arm = dice.vector(1);
  ball.rotational_inverse_mass = arm * arm.transpose() + 0.1 * Mat3::Identity();
  return ball;
}
Spheres spheres_of(const std::vector<test::Ball>& balls, bool effective) {
  Spheres spheres;
  for (const test::Ball& b : balls) {
    spheres.state.push_back({xyzw(b.position, b.radius), xyzw(b.velocity, b.mass), xyzw(b.spin, b.inertia)});
    const Mat3& a = b.rotational_inverse_mass;
    if (effective)
      spheres.rotational_inverse_mass.push_back(
          {xyzw(Vec3(a.diagonal()), 0), xyzw(Vec3(a(1, 2), a(2, 0), a(0, 1)), 0)});
  }
  return spheres;
}
void expect_same(const ContactGeometry<Pack>& g, std::size_t lane, const Contact& c) {
  EXPECT_EQ(lane_of(g.normal, lane), c.normal);
  EXPECT_EQ(g.overlap[lane], c.overlap);
  EXPECT_EQ(g.arm_a[lane], c.arm_a);
  EXPECT_EQ(g.arm_b[lane], c.arm_b);
  EXPECT_EQ(g.reduced_mass[lane], c.mass);
  EXPECT_EQ(g.reduced_radius[lane], c.radius);
  EXPECT_EQ(g.reduced_inertia[lane], c.inertia);
  EXPECT_EQ(g.round[lane] != 0, c.inertia > 0);
  EXPECT_EQ(g.harmonic_arm[lane], c.lever);
  EXPECT_EQ(g.circle_radius[lane], c.circle);
  EXPECT_EQ(lane_of(g.velocity, lane), c.velocity);
  EXPECT_EQ(lane_of(g.relative_spin, lane), c.spin);
}

// Spheres in touch, free and members of grains, with total and effective masses; in some lanes there is no contact.
TEST(ContactGeometry, MatchesTheReferenceForSpheres) {
  for (std::uint64_t draw = 0; draw < 300; ++draw) {
    Dice dice(9000 + draw);
    std::vector<test::Ball> balls;
    std::array<bool, kLanes> touch{};
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const double ra = dice.size(0.2, 2), rb = dice.size(0.2, 2);
      touch[lane] = !dice.heads() || lane == 0;
      const Vec3 at = dice.vector(5),
                 d = dice.vector(1).normalized() * (ra + rb) * (touch[lane] ? dice.between(0.8, 1) : 1.1);
      balls.push_back(draw_ball(dice, at, ra));
      balls.push_back(draw_ball(dice, at + d, rb));
    }
    const bool effective = draw % 2 == 0;
    const Spheres spheres = spheres_of(balls, effective);
    const Index a[] = {0, 2, 4, 6}, b[] = {1, 3, 5, 7};
    bool wraps = true;
    const PeriodicBox box = periodic_box({});
    const ContactGeometry<Pack> g = geometry_of<false>({}, spheres, box, a, b, wraps);
    const Distance distance = distance_of(spheres, box, a, b, wraps);
    const int touching = bits(distance.square < distance.reach * distance.reach);
    EXPECT_FALSE(wraps);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      SCOPED_TRACE(testing::Message() << "draw " << draw << " lane " << lane);
      EXPECT_EQ((touching >> lane & 1) != 0, touch[lane]);
      EXPECT_EQ(g.smaller_radius[lane], std::min(balls[2 * lane].radius, balls[2 * lane + 1].radius));
      if (touch[lane]) expect_same(g, lane, test::contact_of(balls[2 * lane], balls[2 * lane + 1], effective));
    }
  }
}

// For two spheres that touch across a face of a periodic box, the nearest image counts.
TEST(ContactGeometry, FindsTheNearestImage) {
  Dice dice(77);
  std::vector<test::Ball> balls;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    balls.push_back(draw_ball(dice, Vec3(0.25, 1, 2), 0.5));
    balls.push_back(draw_ball(dice, Vec3(7.5, 1.25, 2), 0.5));
  }
  const Spheres spheres = spheres_of(balls, false);
  const Index a[] = {0, 2, 4, 6}, b[] = {1, 3, 5, 7};
  bool wraps = false;
  const ContactGeometry<Pack> g = geometry_of<false>({}, spheres, periodic_box({Vec3(8, 0, 0)}), a, b, wraps);
  EXPECT_TRUE(wraps);
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    test::Ball image = balls[2 * lane + 1];
    image.position.x() -= 8;
    expect_same(g, lane, test::contact_of(balls[2 * lane], image));
  }
}

TEST(ContactGeometry, MatchesTheReferenceForWalls) {
  for (std::uint64_t draw = 0; draw < 300; ++draw) {
    Dice dice(20000 + draw);
    std::vector<Wall> walls;
    std::vector<test::Floor> floors;
    std::vector<test::Ball> balls;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const test::Floor floor{dice.vector(3), dice.vector(1).normalized(), dice.vector(1)};
      const double r = dice.size(0.2, 2);
      floors.push_back(floor);
      walls.push_back({floor.point, floor.normal, floor.velocity});
      const Vec3 aside = dice.across(floor.normal, 4);
      balls.push_back(draw_ball(dice, floor.point + aside + dice.between(0.8, 1) * r * floor.normal, r));
    }
    const bool effective = draw % 2 == 0;
    const Spheres spheres = spheres_of(balls, effective);
    const Index a[] = {0, 1, 2, 3}, b[] = {0, 1, 2, 3};
    bool wraps = false;
    const ContactGeometry<Pack> g = geometry_of<true>(walls, spheres, periodic_box({}), a, b, wraps);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      SCOPED_TRACE(testing::Message() << "draw " << draw << " lane " << lane);
      EXPECT_EQ(g.smaller_radius[lane], balls[lane].radius);
      expect_same(g, lane, test::contact_of(balls[lane], floors[lane], effective));
    }
  }
}

}  // namespace
}  // namespace rubble::ssdem
