#include "setup/read_frozen.hpp"

#include "base/error.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace rubble::setup {
namespace {

std::string frozen_section(std::size_t i) { return fmt::format("frozen[{}]", i); }

// The selection must name bodies in exactly one way.
void require_one_way(const config::Document& config, const std::string& section, const BodySelection& selection) {
  const int ways = !selection.ids.empty() + !selection.material.empty() + selection.placed.has_value();
  if (ways == 1) return;
  const std::string found = ways == 0 ? "no selection" : "more than one";
  throw config.error({section + ".ids", section + ".material", section + ".placed", section},
                     "[[frozen]] needs one of 'ids', 'material' and 'placed', found " + found);
}

void require_whole_oscillation(const config::Document& config, const std::string& section, const WallMotion& motion) {
  if (motion.amplitude.isZero(0) != !(motion.frequency > 0))
    throw config.error({section + ".frequency", section + ".amplitude"},
                       "'amplitude' and 'frequency' need each other: set both, or none");
}

// InputError if a body is selected twice, or if all bodies are.
void require_apart(const config::Document& config, const Pile& pile, const External& external) {
  std::vector<std::size_t> group(pile.size(), 0);  // number of the table that selects each body, from 1
  std::size_t count = 0;
  for (std::size_t t = 0; t < external.frozen.size(); ++t)
    for (const Index body : external.frozen[t].at_rest->body) {
      std::size_t& now = group[static_cast<std::size_t>(body)];
      if (now != 0)
        throw config.error({frozen_section(t)},
                           fmt::format("body {} is selected by two tables [[frozen]], {} and {}, counted from 1",
                                       pile.model.id[static_cast<std::size_t>(body)], now, t + 1));
      now = t + 1;
      ++count;
    }
  if (count > 0 && count == pile.size())
    throw config.error({"frozen[0]", "frozen"}, "all bodies of the pile are frozen: leave at least one body free");
}

}  // namespace

std::vector<FrozenBodies> read_frozen(config::Document& config) {
  std::vector<FrozenBodies> frozen;
  const std::vector<BodySelection> selections = config.read_each<BodySelection>("frozen");
  for (std::size_t i = 0; i < selections.size(); ++i) {
    const std::string section = frozen_section(i);
    require_one_way(config, section, selections[i]);
    frozen.push_back({config.read<WallMotion>(section), selections[i]});
    require_whole_oscillation(config, section, frozen.back().motion);
  }
  return frozen;
}

void settle_frozen(config::Document& config, Pile& pile, External& external, const char* centred) {
  if (external.frozen.empty()) return;
  if (centred != nullptr)
    throw config.error({"frozen[0]", "frozen"},
                       fmt::format("{} needs a free pile: remove [[frozen]], or use rubble-evolve", centred));
  for (std::size_t i = 0; i < external.frozen.size(); ++i) {
    FrozenBodies& bodies = external.frozen[i];
    if (!bodies.motion.since) {
      bodies.motion.since = pile.state.time;
      config.record(frozen_section(i), "since", pile.state.time);
    }
    config.within(frozen_section(i), [&] {
      bodies.at_rest = std::make_shared<const FrozenPositions>(
          positions_at_rest(pile.state, selected(pile, bodies.selection), bodies.motion));
    });
  }
  require_apart(config, pile, external);
  place(external.frozen, pile.state.time, pile.state);
}

void require_no_frozen(const config::Document& config, const External& external, const std::string& method) {
  if (!external.frozen.empty())
    throw config.error({"frozen[0]", "frozen"}, method +
                                                    " do not support [[frozen]]: use walls, or "
                                                    "method.kind = \"soft-spheres\" or \"contact-dynamics\"");
}

config::Tables describe_frozen() {
  return config::describe<BodySelection>(
             {.section = "frozen", .list = true, .number = "(any number)"},
             "Bodies of infinite mass, at rest or moving (soft spheres, Contact Dynamics). One of the keys selects the "
             "bodies.") +
         config::describe<WallMotion>(
             {.section = "frozen", .list = true, .variant = "motion", .number = "(any number)"},
             "Motion of the bodies, with the keys of a wall. The pile has their positions at the start of the run; at "
             "the time since (auto: the start of the run) the displacement by amplitude is zero.");
}

}  // namespace rubble::setup
