// Elastic spheres that adhere (Johnson, Kendall & Roberts 1971), compared with closed forms of the literature and with
// solutions of the equations by bisection. docs/theory.md 2.17.
#include "base/archive.hpp"
#include "scene.hpp"

#include <cstring>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

constexpr double kRadius = 2e-5, kDensity = 2000, kYoung = 1e9, kPoisson = 0.3, kWork = 0.05;
constexpr double kModulus = kYoung / (2 * (1 - kPoisson * kPoisson));  // E* of two equal materials
const Vec3 kAxis = Vec3(2, -1, 2) / 3;

ssdem::Parameters adhering(double restitution, double work = kWork) {
  ssdem::Parameters p = plain(1, 1);
  p.normal = laws::Jkr{{kYoung, kPoisson, restitution, laws::Tension::allow}, work};
  return p;
}

// Two spheres with this overlap.
Pile pair_of(double overlap, double speed = 0, double radius = kRadius) {
  Pile pile;
  const Vec3 half = (radius - 0.5 * overlap) * kAxis;
  add_sphere(pile, radius, kDensity, -half, 0.5 * speed * kAxis);
  add_sphere(pile, radius, kDensity, half, -0.5 * speed * kAxis);
  return pile;
}

// The pair was in contact before, as a file tells it.
void add_neck(Pile& pile, const ContactKey& key, const Vec3& normal, double overlap) {
  Contacts& contacts = pile.contacts;
  resize(contacts, 1);
  contacts.columns = {{"contact_radius", "m", "radius of the contact area of spheres that adhere", false, Reals{1e-7}}};
  contacts.key[0] = key, contacts.normal[0] = normal, contacts.gap[0] = -overlap;
  contacts.point[0].setZero(), contacts.force[0].setZero(), contacts.energy[0] = 0;
}

// The equations of the paper in the contact radius a, in extended precision.
struct Curve {
  long double R, w = kWork, E = kModulus, pi = std::numbers::pi_v<long double>;
  long double overlap(long double a) const { return a * a / R - std::sqrt(2 * pi * w * a / E); }
  long double force(long double a) const { return 4 * E * a * a * a / (3 * R) - std::sqrt(8 * pi * w * E * a * a * a); }
  // d(overlap) / da = 0
  long double least_radius() const { return std::cbrt(pi * w * R * R / (8 * E)); }
  long double radius(long double of_overlap) const {
    long double low = least_radius(), high = 1000 * low;
    for (int k = 0; k < 200; ++k) {
      const long double middle = (low + high) / 2;
      (overlap(middle) < of_overlap ? low : high) = middle;
    }
    return low;
  }
  // Integral of the force over the overlap from zero, by the midpoint rule over the contact radius.
  long double energy(long double of_overlap) const {
    const long double from = radius(0), to = radius(of_overlap);
    const int steps = 20000;
    long double sum = 0;
    for (int k = 0; k < steps; ++k) {
      const long double a = from + (to - from) * (k + 0.5L) / steps, h = (to - from) / steps;
      sum += force(a) * (overlap(a + h / 2) - overlap(a - h / 2));
    }
    return sum;
  }
  long double broken_at() const { return overlap(least_radius()); }
  long double greatest_tension() const { return 1.5L * pi * w * R; }
};

const Curve kPair{kRadius / 2}, kAtWall{kRadius};

// Thornton & Ning 1998 (doi:10.1016/S0032-5910(98)00099-0): the work that separates two spheres from their
// first touch, 7.09 (w^5 R^4 / E*^2)^(1/3).
double loss(double R) { return 7.09 * std::cbrt(std::pow(kWork, 5) * std::pow(R, 4) / (kModulus * kModulus)); }
double sticking_speed() { return std::sqrt(2 * loss(kRadius / 2) / (0.5 * pair_of(0).model.mass[0])); }

double speed_apart(Motion& run) { return (run.velocity(1) - run.velocity(0)).dot(kAxis); }
// --- the curve of force and overlap

TEST(Adhesion, ForceAndEnergyFollowTheCurve) {
  const double end = static_cast<double>(kPair.broken_at()), scale = static_cast<double>(kPair.greatest_tension());
  EXPECT_NEAR(end / (-0.75 * std::cbrt(std::pow(std::numbers::pi * kWork / kModulus, 2) * kRadius / 2)), 1, 1e-12);
  for (const double part : {0.999, 0.9, 0.5, 0.1, -1e-3, -0.3, -1.0, -5.0, -40.0, -300.0}) {
    const double overlap = part * end;
    Pile pile = pair_of(overlap);
    add_neck(pile, {0, 1}, kAxis, overlap);
    const Contacts found = Motion(adhering(1), pile).contacts();
    ASSERT_EQ(found.size(), 1u) << part;
    const long double a = kPair.radius(overlap);
    EXPECT_NEAR(-found.force[0].dot(kAxis) / scale, static_cast<double>(kPair.force(a)) / scale,
                1e-8 * (1 + std::abs(part)))
        << part;
    EXPECT_NEAR(found.gap[0], -overlap, 1e-18) << part;
    EXPECT_NEAR(std::get<Reals>(found.columns[0].value)[0], static_cast<double>(a), 1e-6 * static_cast<double>(a));
    const double stored = static_cast<double>(kPair.energy(overlap));
    EXPECT_NEAR(found.energy[0] / stored, 1, 2e-6) << part;
  }
}

TEST(Adhesion, ForceAtAPlaneFollowsTheCurve) {
  External external;
  external.planes = {Plane{}};
  const double end = static_cast<double>(kAtWall.broken_at()), scale = static_cast<double>(kAtWall.greatest_tension());
  for (const double part : {0.99, 0.5, -1.0, -50.0}) {
    const double overlap = part * end;
    Pile pile;
    add_sphere(pile, kRadius, kDensity, Vec3(0, 0, kRadius - overlap));
    add_neck(pile, ContactKey::of_wall(0, 0), -Vec3::UnitZ(), overlap);
    const Contacts found = Motion(adhering(1), pile, external).contacts();
    ASSERT_EQ(found.size(), 1u) << part;
    EXPECT_NEAR(found.force[0].z() / scale, static_cast<double>(kAtWall.force(kAtWall.radius(overlap))) / scale,
                1e-7 * (1 + std::abs(part)))
        << part;
  }
}

// A neck begins at zero overlap, lasts down to the pull-off, and is gone below.
TEST(Adhesion, NecksBeginAtTouchAndEndAtThePullOff) {
  const double end = static_cast<double>(kPair.broken_at());
  for (const bool before : {false, true})
    for (const double overlap : {1.001 * end, 0.999 * end, 0.1 * end, -0.01 * end}) {
      Pile pile = pair_of(overlap);
      if (before) add_neck(pile, {0, 1}, kAxis, overlap);
      const bool holds = overlap > 0 || (before && overlap > end);
      EXPECT_EQ(Motion(adhering(1), pile).contacts().size(), holds ? 1u : 0u) << before << " " << overlap / end;
    }
  Pile pile = pair_of(0.5 * end);
  add_neck(pile, {0, 1}, kAxis, 0.5 * end);
  pile.contacts.columns.clear();  // a contact of another law, with a gap
  EXPECT_EQ(Motion(adhering(1), pile).contacts().size(), 0u);
}

// --- pull-off by a force

// A sphere under a ceiling carries its weight up to 3/2 pi w R.
TEST(Adhesion, ASphereFallsBeyondThePullOffForce) {
  const double pull = static_cast<double>(kAtWall.greatest_tension());
  for (const double load : {0.97, 1.03}) {
    External external;
    external.planes = {Plane{}};
    external.planes[0].normal = -Vec3::UnitZ();
    Pile pile;
    // The radius at the greatest tension: dF / da = 0.
    long double a = std::cbrt(9 * kAtWall.pi * kAtWall.w * kAtWall.R * kAtWall.R / (8 * kAtWall.E));
    while (load < 1 && kAtWall.force(a) < -load * pull) a *= 1 + 1e-6L;
    add_sphere(pile, kRadius, kDensity, Vec3(0, 0, -kRadius + static_cast<double>(kAtWall.overlap(a))));
    external.uniform = Vec3(0, 0, -load * pull / pile.model.mass[0]);
    add_neck(pile, ContactKey::of_wall(0, 0), Vec3::UnitZ(), static_cast<double>(kAtWall.overlap(a)));
    ssdem::Parameters p = adhering(0.3);
    p.step.dt = 5e-9;
    Motion run(p, pile, external);
    run.until(2e-4);
    EXPECT_EQ(run.contacts().size(), load < 1 ? 1u : 0u) << load;
    EXPECT_EQ(run.position(0).z() < -1.01 * kRadius, load > 1) << load;
  }
}

// --- impacts

// Without a dashpot, spheres stick below the speed of Thornton & Ning and lose its energy above.
TEST(Adhesion, ImpactsLoseTheWorkOfSeparation) {
  const double mass = 0.5 * pair_of(0).model.mass[0];
  EXPECT_NEAR(static_cast<double>(kPair.energy(kPair.broken_at())) / loss(kRadius / 2), 1, 1e-3);
  for (const double factor : {0.96, 1.04, 1.5, 3.0}) {
    const double speed = factor * sticking_speed();
    ssdem::Parameters p = adhering(1);
    p.step.steps_per_contact = 1000;
    Motion run(p, pair_of(-1e-9, speed));
    const double before = energy_of(run);
    double worst = 0;
    run.each_step(1e-5, [&] {
      worst = std::max(worst, std::abs(energy_of(run) - before));
      return true;
    });
    EXPECT_LT(worst, 1e-3 * loss(kRadius / 2)) << factor;
    EXPECT_EQ(run.contacts().size(), factor < 1 ? 1u : 0u) << factor;
    if (factor < 1) continue;
    EXPECT_NEAR(run.stepper().account()[Channel::normal] / loss(kRadius / 2), 1, 0.02) << factor;
    const double left = 0.5 * mass * (speed * speed - speed_apart(run) * speed_apart(run));
    EXPECT_NEAR(left / loss(kRadius / 2), 1, 0.02) << factor;
  }
}

// The energy balance holds with the automatic step, for slow and fast impacts, on a plane and with a dashpot.
TEST(Adhesion, EnergyIsKeptWithTheAutomaticStep) {
  for (const bool wall : {false, true})
    for (const double restitution : {1.0, 0.6})
      for (const double factor : {0.3, 1.0, 2.0, 20.0}) {
        const double speed = factor * sticking_speed();
        External external;
        Pile pile = pair_of(-1e-9, speed);
        if (wall) {
          pile = {};
          external.planes = {Plane{}};
          add_sphere(pile, kRadius, kDensity, Vec3(0, 0, kRadius + 1e-9), Vec3(1e-3, 0, -speed));
        }
        Motion run(adhering(restitution), pile, external);
        const double before = energy_of(run);
        run.until(1e-5);
        const double work = loss(wall ? kRadius : kRadius / 2);
        EXPECT_NEAR(energy_of(run), before, 2e-3 * (before + work)) << wall << " " << restitution << " " << factor;
        if (restitution < 1) {
          EXPECT_GT(run.stepper().account()[Channel::normal], 0);
        }
      }
}

// The friction of an adhering contact is limited by mu (F + 2 F_po), also under tension: Thornton 1991.
TEST(Adhesion, FrictionActsUnderTension) {
  const double overlap = 0.5 * static_cast<double>(kPair.broken_at());
  Pile pile = pair_of(overlap);
  const Vec3 across = kAxis.unitOrthogonal();
  pile.state.velocity = {-1e3 * across, 1e3 * across};
  add_neck(pile, {0, 1}, kAxis, overlap);
  ssdem::Parameters p = adhering(1);
  p.sliding = laws::CoulombSliding{0.4, 0.5};
  p.step.dt = 1e-12;
  const Contacts found = Motion(p, pile).contacts();
  ASSERT_EQ(found.size(), 1u);
  const double normal = static_cast<double>(kPair.force(kPair.radius(overlap)));
  const double limit = 0.4 * (normal + 2 * static_cast<double>(kPair.greatest_tension()));
  EXPECT_LT(normal, 0);
  EXPECT_NEAR((found.force[0] - found.force[0].dot(kAxis) * kAxis).norm(), limit, 1e-6 * limit);
}

// --- parts of a run

// Necks stay in checkpoints and in the contacts of a file.
TEST(Adhesion, NecksSurviveARestart) {
  const double end = static_cast<double>(kPair.broken_at());
  Pile pile = pair_of(0.9 * end, 1e-4);
  add_neck(pile, {0, 1}, kAxis, 0.9 * end);
  ssdem::Parameters p = adhering(0.5);
  p.step.dt = 2e-9;
  Motion whole(p, pile), part(p, pile);
  whole.until(4e-7), part.until(2e-7);
  ASSERT_GT(part.contacts().gap.at(0), 0);
  Motion rest(part, memory_of(part.stepper()));
  rest.until(4e-7);
  EXPECT_EQ(rest.position(0), whole.position(0));
  EXPECT_EQ(rest.velocity(1), whole.velocity(1));
  Pile file = part.pile();
  file.contacts = part.contacts();
  EXPECT_EQ(Motion(p, file).contacts().size(), 1u);
}

// A new neighbour list keeps a neck whose gap is beyond its margin.
TEST(Adhesion, NecksSurviveNewLists) {
  const double end = static_cast<double>(kPair.broken_at());
  Pile pile = pair_of(0.9 * end);
  add_neck(pile, {0, 1}, kAxis, 0.9 * end);
  add_sphere(pile, kRadius, kDensity, Vec3(1e-3, 0, 0), Vec3(0.1, 0, 0));
  ssdem::Parameters p = adhering(0.5);
  p.step.dt = 2e-9;
  p.step.skin = 0.1 * std::abs(end);
  Motion run(p, pile);
  const StepReport report = run.until(4e-7);
  EXPECT_GT(report.remark("neighbour lists built"), 10);
  EXPECT_EQ(run.contacts().size(), 1u);
}

// A chain in which necks and overlaps alternate: no contact ends or loses its spring, and the energy balance holds.
TEST(Adhesion, NecksStandBetweenTouchingPairs) {
  const double end = static_cast<double>(kPair.broken_at());
  const std::vector<double> overlap = {0.4 * end, 2e-9, 0.5 * end, 3e-9, 0.3 * end};
  Pile pile;
  double x = 0;
  for (std::size_t k = 0; k <= overlap.size(); ++k) {
    add_sphere(pile, kRadius, kDensity, Vec3(x, 0, 0));
    if (k < overlap.size()) x += 2 * kRadius - overlap[k];
  }
  resize(pile.contacts, overlap.size());
  const Vec3 spring(0, 1e-12, 0);
  pile.contacts.columns = {
      {"contact_radius", "m", "radius of the contact area of spheres that adhere", false, Reals{}},
      {"sliding", "m", "elongation of the tangential spring", true, Vec3s(overlap.size(), spring)}};
  for (std::size_t k = 0; k < overlap.size(); ++k) {
    const auto first = static_cast<Index>(k);
    pile.contacts.key[k] = {first, first + 1}, pile.contacts.normal[k] = Vec3::UnitX();
    pile.contacts.gap[k] = -overlap[k], pile.contacts.point[k].setZero(), pile.contacts.force[k].setZero();
    pile.contacts.energy[k] = 0;
    std::get<Reals>(pile.contacts.columns[0].value).push_back(static_cast<double>(kPair.radius(overlap[k])));
  }
  ssdem::Parameters p = adhering(1);
  p.sliding = laws::CoulombSliding{0.5, 1};
  p.step.dt = 2e-10;
  Motion run(p, pile);
  const double before = energy_of(run);
  run.until(1e-8);
  const Contacts found = run.contacts();
  ASSERT_EQ(found.size(), overlap.size());
  for (std::size_t k = 0; k < overlap.size(); ++k) {
    const double force = static_cast<double>(kPair.force(kPair.radius(-found.gap[k])));
    EXPECT_NEAR(-found.force[k].x(), force, 1e-6 * static_cast<double>(kPair.greatest_tension())) << k;
    EXPECT_LT((std::get<Vec3s>(found.columns[1].value)[k] - spring).norm(), 1e-2 * spring.norm()) << k;
  }
  EXPECT_EQ(run.stepper().account()[Channel::normal], 0);
  EXPECT_NEAR(energy_of(run), before, 1e-4 * loss(kRadius / 2));
}

// A pair across a face of a periodic box moves as one inside.
TEST(Adhesion, NecksReachAcrossAFace) {
  const double period = 1e-4;
  double apart[2];
  for (const bool across : {false, true}) {
    External external;
    external.period = Vec3(period, 0, 0);
    Pile pile = pair_of(-1e-9, 1.3 * sticking_speed());
    if (across) pile.state.position[1].x() += period;
    Motion run(adhering(1), pile, external);
    run.until(5e-6);
    EXPECT_EQ(run.contacts().size(), 0u);
    apart[across ? 1 : 0] = speed_apart(run);
  }
  EXPECT_GT(apart[0], 0);
  EXPECT_NEAR(apart[1], apart[0], 1e-6 * apart[0]);
}

// Materials: sqrt(w_a w_b), and a pair with a value of its own.
TEST(Adhesion, WorkOfAdhesionByMaterials) {
  ssdem::Parameters p = adhering(1);
  const auto with = [&](double work) {
    ssdem::SoftLaws laws = p.common();
    std::get<laws::Jkr>(laws.normal).work_of_adhesion = work;
    return laws;
  };
  p.materials.materials = {{"ice", with(0.02)}, {"rock", with(0.08)}};
  p.materials.pairs = {
      {"rock", "rock", {[](ssdem::SoftLaws& laws) { std::get<laws::Jkr>(laws.normal).work_of_adhesion = 0.3; }}}};
  for (const auto& [a, b, work] : {std::tuple{0, 0, 0.02}, std::tuple{0, 1, 0.04}, std::tuple{1, 1, 0.3}}) {
    Pile pile = pair_of(1e-8);
    pile.model.materials = {{"ice", kDensity}, {"rock", kDensity}};
    pile.model.material = {a, b};
    const Contacts found = Motion(p, pile).contacts();
    ASSERT_EQ(found.size(), 1u);
    const Curve curve{kRadius / 2, work};
    const double force = static_cast<double>(curve.force(curve.radius(1e-8)));
    EXPECT_NEAR(-found.force[0].dot(kAxis) / force, 1, 1e-6) << work;
  }
}

}  // namespace
}  // namespace rubble::test
