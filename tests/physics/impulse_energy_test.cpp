// Impacts with friction and restitution: the energy after them, and audits of created energy.
#include "measure/ledger/ledger.hpp"
#include "physics/impulse_scene.hpp"
#include "run/sanity.hpp"

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

// A planar impact at one point: u = (u_n, u_t) and its response to impulses, W.
struct Planar {
  double nn, nt, tt;
};

// Routh's method (Routh 1905; Stronge 1990, doi:10.1098/rspa.1990.0125): the normal impulse p grows, and the friction
// is mu p' against the slip, or the force that keeps the slip at zero. Compression ends where u_n = 0, restitution at
// (1 + e) times that p (Poisson's hypothesis). The solution is linear between the events.
class Routh {
 public:
  Routh(const Planar& w, double friction, double u_n, double u_t) : w_(w), mu_(friction), u_n_(u_n), u_t_(u_t) {}

  // (restitution) => impulses along the normal and across.
  std::pair<double, double> impulse(double e) {
    while (u_n_ < 0) pass(-u_n_ / (w_.nn + w_.nt * friction()));
    const double end = (1 + e) * p_;
    while (p_ < end) pass(end - p_);
    return {p_, t_};
  }
  bool reversed = false;

 private:
  // d t / d p
  double friction() {
    if (u_t_ != 0) return u_t_ > 0 ? -mu_ : mu_;
    const double sticking = -w_.nt / w_.tt;
    if (std::abs(sticking) <= mu_) return sticking;
    reversed = true;
    return sticking > 0 ? mu_ : -mu_;
  }
  // Advances until p has grown by `most`, or the slip ends.
  void pass(double most) {
    const double f = friction();
    const double slope = w_.nt + w_.tt * f;
    const bool ends = u_t_ * slope < 0 && -u_t_ / slope < most;
    const double dp = ends ? -u_t_ / slope : most;
    p_ += dp;
    t_ += f * dp;
    u_n_ += (w_.nn + w_.nt * f) * dp;
    u_t_ = ends ? 0 : u_t_ + slope * dp;
    if (std::abs(u_n_) < 1e-14) u_n_ = 0;
  }

  Planar w_;
  double mu_, u_n_, u_t_, p_ = 0, t_ = 0;
};

// A rod of glued spheres, tilted in the plane of x and z, whose lower end touches the floor when the forces of the
// first step are evaluated.
struct Rod {
  Pile pile;
  double mass = 0, moment = 0;
  Vec3 arm;  // from its centre to the contact
  Planar w{};

  Rod(double angle, const Vec3& velocity, double h) {
    const Quaternion along_x = Quaternion::Identity();
    glue(pile, "rod", 0.1, 2000, Vec3::Zero(), along_x);
    Vec3 axis = Vec3::Zero();
    for (const Vec3& x : pile.state.position)
      if (x.norm() > axis.norm()) axis = x;
    const Quaternion turn = Quaternion::FromTwoVectors(axis, Vec3(std::cos(angle), 0, std::sin(angle)));
    Pile turned;
    glue(turned, "rod", 0.1, 2000, Vec3::Zero(), turn, velocity);
    pile = turned;
    std::size_t lowest = 0;
    for (std::size_t i = 0; i < pile.size(); ++i)
      if (pile.state.position[i].z() < pile.state.position[lowest].z()) lowest = i;
    arm = pile.state.position[lowest] - pile.model.radius[lowest] * Vec3::UnitZ();
    const double lift = -arm.z() - 0.5 * h * velocity.z() - 1e-13;
    for (Vec3& x : pile.state.position) x.z() += lift;
    mass = moving_mass(pile.model, pile.state.grouping, 0);
    moment = moment_about_y();
    w = {1 / mass + arm.x() * arm.x() / moment, -arm.x() * arm.z() / moment, 1 / mass + arm.z() * arm.z() / moment};
  }
  // Twice the kinetic energy at 1 rad/s [kg m2].
  double moment_about_y() const {
    Pile spinning = pile;
    spinning.state.spin.assign(pile.size(), Vec3::UnitY());
    return 2 * measure::ledger(spinning, {}, 0, false, {}).kinetic_rotational;
  }
  double kinetic(const Pile& now) const { return measure::ledger(now, {}, 0, false, {}).kinetic(); }
};

nscd::Parameters with_law(nscd::ImpactLaw law, double h, double friction, double e) {
  nscd::Parameters p = impulses(h, friction, e);
  p.contact.impact = law;
  return p;
}

// If the slip does not reverse, the impulses of both phases are those of Routh's method, for any step.
TEST(ImpulseEnergy, RodImpulsesMatchRouthsMethod) {
  int compared = 0;
  for (const double h : {1e-3, 1e-4, 1e-5})
    for (const double angle : {0.3, 0.6, 0.9, 1.2})
      for (const double slip : {-2.0, -0.3, 0.4, 1.5})
        for (const double mu : {0.1, 0.5, 0.9})
          for (const double e : {0.3, 0.8, 1.0}) {
            const Vec3 velocity(slip, 0, -1);
            const Rod rod(angle, velocity, h);
            Routh routh(rod.w, mu, -1, slip);
            const auto [normal, across] = routh.impulse(e);
            if (routh.reversed) continue;
            ++compared;
            ImpulseRun run(with_law(nscd::ImpactLaw::poisson, h, mu, e), rod.pile, floor_under(Vec3::Zero()));
            run.steps(1);
            const Vec3 impulse = run.account().impulse;
            EXPECT_NEAR(impulse.z(), normal, 1e-8 * normal)
                << h << " " << angle << " " << slip << " " << mu << " " << e;
            EXPECT_NEAR(impulse.x(), across, 1e-8 * normal)
                << h << " " << angle << " " << slip << " " << mu << " " << e;
          }
  EXPECT_GT(compared, 300);
}

// An impact with e <= 1 creates no energy by Poisson's law. By Newton's law it may create energy if friction stops or
// reverses the slip (Kane & Levinson 1985); such impacts are counted, and the created energy is reported.
TEST(ImpulseEnergy, RodsGainNothing) {
  double worst = 0;
  for (const double h : {1e-3, 1e-4, 1e-5})
    for (const double angle : {0.5, 0.7, 0.87, 1.1})
      for (const double slip : {-2.0, -1.0, 1.0, 2.0})
        for (const double mu : {0.2, 0.5, 0.9})
          for (const double e : {0.9, 1.0})
            for (const auto& [word, law] : nscd::kImpactLaws) {
              const Rod rod(angle, Vec3(slip, 0, -1), h);
              const double before = rod.kinetic(rod.pile);
              ImpulseRun run(with_law(law, h, mu, e), rod.pile, floor_under(Vec3::Zero()));
              const StepReport report = run.steps(1);
              const double gain = rod.kinetic(run.pile()) - before;
              const auto found = std::find_if(report.audits.begin(), report.audits.end(), [](const Audit& audit) {
                return std::string(audit.name) == "energy_made/contacts";
              });
              ASSERT_NE(found, report.audits.end());
              EXPECT_EQ(report.remark("impacts with restitution"), 1);
              EXPECT_EQ(report.remark("impacts that made energy"), gain > 1e-9 * before ? 1 : 0);
              EXPECT_NEAR(found->worst, std::max(gain, 0.0), 1e-9 * before);
              if (law == nscd::ImpactLaw::poisson)
                EXPECT_LE(gain, 1e-9 * before) << angle << " " << slip << " " << mu << " " << e;
              else
                worst = std::max(worst, gain / before);
            }
  EXPECT_GT(worst, 0.05);
}

// Many simultaneous contacts: rods and spheres without forces, some of which touch several others.
TEST(ImpulseEnergy, CrowdsGainNothing) {
  for (const double h : {4e-3, 2e-3, 1e-3}) {
    Pile pile;
    for (int i = 0; i < 64; ++i) {
      Random random(11, Purpose::kPlace, static_cast<std::uint64_t>(i));
      const Vec3 centre = 0.62 * Vec3(i % 4 - 1.5, i / 4 % 4 - 1.5, i / 16 - 1.5);
      const Quaternion turn = Quaternion::FromTwoVectors(Vec3::UnitX(), random.in_ball());
      const Vec3 velocity = -0.5 * centre + random.in_ball();
      if (i % 2 == 0)
        glue(pile, "rod", 0.1, 2000, centre, turn, velocity, random.in_ball());
      else
        add_sphere(pile, 0.2, 2000, centre, velocity, random.in_ball());
    }
    nscd::Parameters p = with_law(nscd::ImpactLaw::poisson, h, 0.6, 1);
    p.solver.tolerance = 1e-9;
    ImpulseRun run(p, pile);
    run.until(0);  // overlaps are removed at the start
    const measure::Ledger before = measure::ledger(run.pile(), {}, 0, false, run.account());
    const StepReport report = run.until(0.4);
    const measure::Ledger after = measure::ledger(run.pile(), {}, 0, false, run.account());
    EXPECT_GT(report.remark("impacts with restitution"), 20);
    EXPECT_EQ(report.remark("impacts that made energy"), 0);
    EXPECT_LT(after.kinetic(), before.kinetic());
    EXPECT_NEAR(after.of_motion(), before.of_motion(), 1e-9 * before.kinetic());
  }
}

// Under gravity a ball with elastic impacts returns to its initial height, with either law.
TEST(ImpulseEnergy, ElasticBallKeepsItsHeight) {
  for (const double h : {1e-3, 5e-4, 2.5e-4}) {
    for (const auto& [word, law] : nscd::kImpactLaws) {
      Pile pile;
      add_sphere(pile, 0.5, 2000, {0, 0, 1.5});
      ImpulseRun run(with_law(law, h, 0.5, 1), pile, floor_under({0, 0, -9.81}));
      const double mass = pile.model.mass[0];
      run.until(5);
      const double energy = mass * (0.5 * run.velocity(0).squaredNorm() + 9.81 * (run.position(0).z() - 0.5));
      EXPECT_NEAR(energy, mass * 9.81, 40 * h * 9.81 * mass) << word << " " << h;
    }
  }
}

// Limits of the share of unconverged steps, and its value for short runs.
TEST(ImpulseEnergy, LimitOfUnconvergedStepsInShortRuns) {
  const auto kept = [](std::int64_t unconverged, std::int64_t steps) {
    nscd::Quality quality;
    quality.steps = steps;
    quality.unconverged = unconverged;
    const Audit audit = nscd::audits_of({}, quality)[1];
    EXPECT_DOUBLE_EQ(audit.worst, static_cast<double>(unconverged) / static_cast<double>(steps));
    return audit.kept();
  };
  EXPECT_FALSE(kept(60, 60));
  EXPECT_FALSE(kept(3, 3));
  EXPECT_FALSE(kept(100, 900));
  EXPECT_TRUE(kept(2, 2));
  EXPECT_TRUE(kept(2, 5));
  EXPECT_TRUE(kept(90, 900));
  EXPECT_TRUE(std::isnan(nscd::Quality{.steps = 60, .unconverged = 60}.worst_residual()));
}

// Energies of audits are compared with the ledger's energy scale.
TEST(ImpulseEnergy, CreatedEnergyIsComparedWithTheLedger) {
  MadeEnergy made(nscd::kHeatOfImpulses);
  Account account;
  account[Channel::impact] = 5;
  account[Channel::cohesion] = 3;
  made.look(account);
  account[Channel::impact] = 4;  // friction dissipates more: no energy is created
  account[Channel::friction] = 2;
  account[Channel::cohesion] = -1;
  account[Channel::correction] = -0.5;
  made.look(account);
  account[Channel::friction] = 0.5;
  account[Channel::cohesion] = 3;
  made.look(account);
  EXPECT_EQ(made.energy(), (Reals{1.5, 4, 3.5}));  // last rule: its heat is 8, 4.5 and 7, so that it falls by 3.5
  MadeEnergy lent(nscd::kHeatOfImpulses);
  account[Channel::cohesion] = -4;
  lent.look(account, 0, 3);
  EXPECT_EQ(lent.energy()[1], 1);
  const std::vector<Audit> audits = run::relative_to(nscd::audits_of({}, {}, made.energy()), 100);
  EXPECT_DOUBLE_EQ(audits[2].worst, 0.015);
  EXPECT_FALSE(audits[2].kept());
  EXPECT_FALSE(audits[3].kept());
  EXPECT_FALSE(audits[4].kept());
  EXPECT_TRUE(run::relative_to(nscd::audits_of({}, {}, made.energy()), 1000)[4].kept());
}

// For soft spheres the largest fall of a channel's sum counts, not the sum of all falls (docs/theory.md 3.10).
TEST(ImpulseEnergy, SoftSpheresCountTheLargestFall) {
  MadeEnergy made(ssdem::kSoftSphereHeat);
  Account account;
  for (const double heat : {5.0, 3.0, 8.0, 7.0, 7.5, 5.5, 9.0}) {  // falls of 2, then 2.5
    account[Channel::normal] = heat;
    made.look(account);
  }
  EXPECT_EQ(made.energy(), (Reals{2.5, 0, 0, 0}));
}

}  // namespace
}  // namespace rubble::test
