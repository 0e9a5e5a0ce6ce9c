// Four contacts of different materials, compared with each of them under the laws of its own pair alone.
#include "base/random.hpp"
#include "ssdem/contact_kernel.hpp"
#include "ssdem/law_table.hpp"

#include <array>

#include <gtest/gtest.h>

namespace rubble::ssdem {
namespace {

constexpr std::size_t kPairs = 9;

class Draw {
 public:
  double operator()(double low, double high) { return low + (high - low) * random_.uniform(); }

 private:
  Random random_{5, Purpose::kPlace, 0};
};

Pack pack(Draw& draw, double low, double high) {
  return Pack{draw(low, high), draw(low, high), draw(low, high), draw(low, high)};
}
Pack3 pack3(Draw& draw, double most) {
  return {pack(draw, -most, most), pack(draw, -most, most), pack(draw, -most, most)};
}

ContactGeometry<Pack> draw_geometry(Draw& draw) {
  ContactGeometry<Pack> g{};
  const Pack3 v = pack3(draw, 1);
  g.normal = v * (1 / sqrt(dot(v, v)));
  g.overlap = pack(draw, 0.01, 0.1), g.reduced_mass = pack(draw, 0.3, 3), g.reduced_radius = pack(draw, 0.2, 2);
  g.arm_a = pack(draw, 0.3, 1), g.arm_b = pack(draw, 0.3, 1), g.reduced_inertia = pack(draw, 0.03, 0.3);
  g.round = g.overlap > 0;
  g.harmonic_arm = pack(draw, 0.3, 1), g.circle_radius = pack(draw, 0.1, 0.3);
  g.velocity = pack3(draw, 1), g.relative_spin = pack3(draw, 1);
  g.share = all(1);
  return g;
}

History<Pack> draw_history(Draw& draw) {
  History<Pack> history;
  history.sliding = pack3(draw, 0.05), history.rolling = pack3(draw, 0.05);
  history.twisting = pack(draw, -0.05, 0.05), history.overlap = pack(draw, 0.01, 0.1);
  history.loading = all(1), history.contact_radius = pack(draw, 0.05, 0.2);
  if (draw(0, 1) < 0.3) history.overlap *= -1, history.contact_radius *= -1;  // attractions that have ended
  return history;
}

// All numbers of a result that the sweep uses, in one lane.
Reals lane_of(const ContactResult& r, const History<Pack>& h, std::size_t lane) {
  Reals out;
  for (const Pack3& v : {r.force, r.tangential, r.couple, h.sliding, h.rolling})
    out.insert(out.end(), {v.x[lane], v.y[lane], v.z[lane]});
  for (const Pack& p : {r.energy, r.lent, r.normal_heat, r.normal_power, r.sliding_power, r.rolling_power,
                        r.twisting_power, r.sliding_heat, r.rolling_heat, r.twisting_heat, r.sliding_energy,
                        r.rolling_energy, r.twisting_energy, h.twisting, h.overlap, h.loading, h.contact_radius})
    out.push_back(p[lane]);
  return out;
}

// (function that varies the laws of a pair by its number) Compares draws of four contacts.
template <class Normal, class Sliding, class Couple>
void compare(const std::function<SoftLaws(double)>& laws_of) {
  Draw draw;
  std::vector<SoftLaws> pairs;
  std::vector<LawNumbers> numbers;
  for (std::size_t k = 0; k < kPairs; ++k) {
    pairs.push_back(laws_of(1 + 0.1 * static_cast<double>(k)));
    pairs.back().prepare(1);
    numbers.push_back(numbers_of(pairs.back()));
  }
  using Laws = ContactLaws<Normal, Sliding, Couple>;
  const auto laws = [&](std::size_t k) {
    return Laws{std::get<Normal>(pairs[k].normal), std::get<Sliding>(pairs[k].sliding),
                std::get<Couple>(pairs[k].couple), pairs[k].cohesion};
  };
  const LawTable<Normal, Sliding, Couple, laws::Cohesion> table{laws(0), pairs, numbers.data(), {}};
  for (int trial = 0; trial < 100 && !testing::Test::HasFailure(); ++trial) {
    std::array<Index, kLanes> number;
    for (Index& k : number) k = static_cast<Index>(draw(0, kPairs));
    const ContactGeometry<Pack> g = draw_geometry(draw);
    const History<Pack> start = draw_history(draw);
    const laws::StepTimes times{0.006, 0.007, 0.013};
    History<Pack> history = start;
    const ContactResult four = evaluate(table.of_four(number.data()), g, history, times);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      History<Pack> own = start;
      const ContactResult alone = evaluate(laws(static_cast<std::size_t>(number[lane])), g, own, times);
      EXPECT_EQ(lane_of(four, history, lane), lane_of(alone, own, lane)) << "lane " << lane;
    }
  }
}

template <class Normal, class Sliding>
void with_couples(const std::function<SoftLaws(double)>& laws_of) {
  const auto with = [&](const CoupleLaw& couple) {
    return [&, couple](double x) {
      SoftLaws laws = laws_of(x);
      laws.couple = couple;
      std::visit(
          [x](auto& law) {
            if constexpr (requires { law.rolling_friction; }) law.rolling_friction *= x, law.twisting_friction /= x;
          },
          laws.couple);
      return laws;
    };
  };
  compare<Normal, Sliding, laws::NoCouple>(with(laws::NoCouple{}));
  compare<Normal, Sliding, laws::TorqueCouple>(with(laws::TorqueCouple{0.01, 0.02}));
  compare<Normal, Sliding, laws::SpringCouple>(with(laws::SpringCouple{0.1, 0.3, 0.5}));
}

template <class Normal>
void with_frictions(const std::function<NormalLaw(double)>& normal) {
  const auto with = [&](const std::function<SlidingLaw(double)>& sliding, double strength) {
    return [&normal, sliding, strength](double x) {
      const bool adheres = std::is_same_v<Normal, laws::Jkr>;  // has no further cohesion
      return SoftLaws{normal(x), sliding(x), laws::NoCouple{}, {adheres ? 0 : strength * x, 0.5}};
    };
  };
  with_couples<Normal, laws::NoSliding>(with([](double) { return laws::NoSliding{}; }, 3));
  with_couples<Normal, laws::KineticSliding>(with([](double x) { return laws::KineticSliding{0.3 * x}; }, 0));
  with_couples<Normal, laws::CoulombSliding>(with([](double x) { return laws::CoulombSliding{0.05 * x, 0.4 / x}; }, 3));
  with_couples<Normal, laws::CoulombSliding>(with(
      [](double x) {
        return laws::CoulombSliding{20 * x, 1, 0.3, 8 * x};
      },
      0));
}

TEST(LawTable, LinearSpring) {
  with_frictions<laws::LinearSpring>([](double x) {
    return laws::LinearSpring{700.0 * x, 0.4 / x, laws::Tension::clamp};
  });
  with_frictions<laws::LinearSpring>([](double x) {
    return laws::LinearSpring{700.0 / x, 1, laws::Tension::allow, 9 * x};
  });
}
TEST(LawTable, HertzMindlin) {
  with_frictions<laws::HertzMindlin>([](double x) {
    return laws::HertzMindlin{3000 * x, 0.2 * x, 0.4 / x, laws::Tension::allow};
  });
}
TEST(LawTable, Jkr) {
  with_frictions<laws::Jkr>([](double x) {
    return laws::Jkr{{3000 * x, 0.2 * x, 0.4 / x, laws::Tension::allow}, 3 * x};
  });
}
TEST(LawTable, Hysteretic) {
  with_frictions<laws::Hysteretic>([](double x) { return laws::Hysteretic{1500.0 * x, 0.6 / x}; });
}

}  // namespace
}  // namespace rubble::ssdem
