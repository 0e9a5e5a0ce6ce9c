#include "setup/read_hill.hpp"

#include "base/error.hpp"
#include "base/field.hpp"
#include "gravity/parameters.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace rubble::setup {
namespace {

// Largest step x greatest rate of the frame. The leapfrog then rotates epicycles too fast by a part of 0.1^2 / 24 =
// 4e-4: docs/theory.md 4.10.
constexpr double kLargestTurn = 0.1;

// [hill], as it is read.
struct HillKeys {
  double rate = 0;     // [rad s-1]
  Auto vertical_rate;  // [rad s-1]
  Auto since;          // [s]
};
std::vector<Field<HillKeys>> fields(const HillKeys*) {
  return {
      field("rate", "rad/s", "rate Omega of the circular orbit about which the frame rotates", &HillKeys::rate)
          .required()
          .range(kPositive),
      field("vertical_rate", "rad/s", "rate of vertical oscillations; 3.6 times `rate` imitates self-gravity",
            &HillKeys::vertical_rate)
          .range(kPositive)
          .computed("`rate`"),
      field("since", "s", "time at which images along x are not shifted along y", &HillKeys::since)
          .computed("start of the run"),
  };
}

bool same(const Hill& a, const Hill& b) {
  const auto close = [](double x, double y) { return std::abs(x - y) <= 1e-12 * std::abs(x); };
  return close(a.rate, b.rate) && close(a.vertical_rate, b.vertical_rate);
}

std::string text_of(const Hill& hill) {
  return fmt::format("rate = {:g} rad/s, vertical_rate = {:g} rad/s, since = {:g} s", hill.rate, hill.vertical_rate,
                     hill.since);
}

// (pile) => slope of the velocities along y with x, by least squares [s-1]; 0 for a single x.
double shear_of(const Pile& pile) {
  const Vec3s &x = pile.state.position, &v = pile.state.velocity;
  double mass = 0, mean_x = 0, mean_v = 0;
  for (std::size_t i = 0; i < pile.size(); ++i) {
    const double m = pile.model.mass[i];
    mass += m, mean_x += m * x[i].x(), mean_v += m * v[i].y();
  }
  mean_x /= mass, mean_v /= mass;
  double spread = 0, together = 0;
  for (std::size_t i = 0; i < pile.size(); ++i) {
    const double m = pile.model.mass[i], from = x[i].x() - mean_x;
    spread += m * from * from, together += m * from * (v[i].y() - mean_v);
  }
  return spread > 0 ? together / spread : 0;
}

// (pile that enters the frame, its name, frame) => a note if the patch is not in the shear flow of circular orbits.
std::optional<std::string> note_on_flow(const Pile& pile, const std::string& name, const Hill& hill) {
  constexpr double kClose = 0.2;
  if (!pile.model.space.repeats() || pile.size() < 2) return {};
  const double shear = shear_of(pile);
  if (std::abs(shear - hill.shear()) < kClose * std::abs(hill.shear())) return {};
  return fmt::format(
      "{} has the shear dv_y/dx = {:.3g} rad/s, circular orbits in Hill's frame have {:.3g} rad/s: for a ring in "
      "its flow, set 'orbit' in [motion] of rubble-generate to {:g} rad/s",
      name, shear, hill.shear(), hill.rate);
}

void record(config::Document& config, const Hill& hill) {
  config.record("hill", "rate", hill.rate);
  config.record("hill", "vertical_rate", hill.vertical_rate);
  config.record("hill", "since", hill.since);
}

void require_suited_bodies(const config::Document& config, const Pile& pile, const std::string& name, bool shears) {
  if (!pile.state.grouping.grains.empty())
    throw config.error({"hill"}, fmt::format("{}: Hill's frame supports only free spheres, found {} grains: remove "
                                             "[hill], or make the pile without [grains]",
                                             name, pile.state.grouping.grains.size()));
  if (config.holds("outcome"))
    throw config.error({"outcome", "hill"},
                       "Hill's frame does not support sticking or fragmentation: remove [outcome] or [hill]");
  if (shears && (pile.bonds.size() > 0 || config.holds("bonds") || config.holds("strength")))
    throw config.error({"bonds", "strength", "hill"},
                       "periodic boxes in Hill's frame do not support bonds between bodies: remove [bonds] and "
                       "[strength], or remove [periodic]");
}

}  // namespace

Hill read_hill(config::Document& config) {
  const auto keys = config.read_if<HillKeys>("hill");
  if (!keys) return {};
  return {keys->rate, keys->vertical_rate.value_or(keys->rate), keys->since.value_or(0)};
}

void require_hill_suited(config::Document& config, const External& external) {
  if (!external.hill.turns()) return;
  const auto refuse = [&](const std::vector<std::string>& keys, const char* what) {
    std::vector<std::string> places = keys;
    places.emplace_back("hill");
    throw config.error(places, fmt::format("Hill's frame does not support {}: remove it or [hill]", what));
  };
  if (!external.planets.empty()) refuse({"planet", "external.planet"}, "[[planet]], whose tidal field it contains");
  if (!external.uniform.isZero(0)) refuse({"external.uniform"}, "'uniform' in [external]");
  if (!external.planes.empty()) refuse({"plane", "box"}, "walls");
  if (!external.meshes.empty()) refuse({"mesh"}, "[[mesh]]");
  if (!external.frozen.empty()) refuse({"frozen"}, "[[frozen]]");
  if (external.period.x() > 0 && !(external.period.y() > 0))
    throw config.error({"periodic.period", "hill"},
                       "a box in Hill's frame that is periodic along x must be periodic along y: set the y component "
                       "of 'period', or set its x component to 0");
  if (external.period.z() > 0)
    throw config.error({"periodic.period", "hill"},
                       "a box in Hill's frame cannot be periodic along z, because vertical gravity depends on z: set "
                       "the z component of 'period' to 0");
  const bool attracts = config.read<gravity::Parameters>("gravity").method != gravity::Summation::none;
  if (attracts && !external.period.isZero(0))
    throw config.error({"gravity.method", "periodic.period", "hill"},
                       "periodic boxes in Hill's frame do not support self-gravity: set gravity.method = \"none\"; "
                       "a greater vertical_rate imitates it");
}

std::optional<std::string> settle_hill(config::Document& config, Pile& pile, const std::string& name,
                                       External& external, const Protocol& protocol) {
  std::optional<std::string> told;
  Hill& of_pile = pile.model.space.hill;
  const bool given = config.has("hill"), gives_time = config.holds("hill.since");
  const bool differs = !same(of_pile, external.hill) || (gives_time && external.hill.since != of_pile.since);
  if (given && of_pile.turns() && differs)
    throw config.error("hill", "rate",
                       fmt::format("{} is in Hill's frame with {}, not {}: remove [hill]", name, text_of(of_pile),
                                   text_of(external.hill)));
  if (of_pile.turns()) external.hill = of_pile;
  if (!external.hill.turns()) return told;
  if (!given) told = fmt::format("Hill's frame has {}, from {}", text_of(external.hill), name);
  if (!of_pile.turns()) told = note_on_flow(pile, name, external.hill);
  if (!of_pile.turns() && !gives_time) external.hill.since = pile.state.time;
  record(config, external.hill);
  require_hill_suited(config, external);
  if (protocol.centred != nullptr || protocol.stop || protocol.drive)
    throw config.error({"hill"},
                       fmt::format("stop rules and drives need an inertial frame, and {} is in Hill's frame: {}",
                                   of_pile.turns() ? name : "the run",
                                   of_pile.turns() ? "use rubble-evolve" : "remove [hill], or use rubble-evolve"));
  of_pile = external.hill;
  require_suited_bodies(config, pile, name, pile.model.space.shears());
  return told;
}

void require_short_steps(const config::Document& config, const Hill& hill, double step) {
  const double fastest = std::max(hill.rate, hill.vertical_rate);
  if (!(step * fastest > kLargestTurn)) return;
  throw config.error({"step.dt", "hill"},
                     fmt::format("steps of {:g} s do not resolve the rates of [hill], {:.3g} rad/s: set step.dt to at "
                                 "most {:.2g} s",
                                 step, fastest, kLargestTurn / fastest));
}

void require_no_hill(const config::Document& config, const External& external, const std::string& method) {
  if (!external.hill.turns()) return;
  throw config.error({"hill", "method.kind"},
                     method + " not support [hill]: set method.kind = \"soft-spheres\" or \"hard-spheres\"");
}

config::Tables describe_hill() {
  return config::describe<HillKeys>({.section = "hill", .number = "(optional)"},
                                    "Hill's rotating frame: x outwards, y along the orbit; a periodic box is sheared.");
}

}  // namespace rubble::setup
