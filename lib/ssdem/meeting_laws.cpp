#include "ssdem/meeting_laws.hpp"

#include "ssdem/reduced.hpp"

#include <algorithm>
#include <limits>

namespace rubble::ssdem {
namespace {

constexpr double kNone = std::numeric_limits<double>::infinity();

// The bodies of a class, or those of them that are frozen.
struct Bodies {
  std::size_t count = 0;
  double lightest = kNone;  // [kg]; infinite for frozen bodies
  double smallest = kNone;  // [m]
};

// (model, state, frozen bodies, classes) => free bodies of each class, then frozen ones.
std::vector<Bodies> bodies_by_class(const Model& model, const State& state, const std::vector<char>& frozen,
                                    const MaterialClasses& classes) {
  std::vector<Bodies> all(2 * static_cast<std::size_t>(classes.count));
  for (std::size_t i = 0; i < model.size(); ++i) {
    const bool is_frozen = !frozen.empty() && frozen[i];
    Bodies& bodies = all[static_cast<std::size_t>(classes.body[i] + (is_frozen ? classes.count : 0))];
    ++bodies.count;
    bodies.smallest = std::min(bodies.smallest, model.radius[i]);
    if (!is_frozen) bodies.lightest = std::min(bodies.lightest, moving_mass(model, state.grouping, i));
  }
  return all;
}

}  // namespace

std::vector<MeetingLaws> meeting_laws(const PairLaws<SoftLaws>& pairs, const Model& model, const State& state,
                                      const External& external, double wall_mass) {
  const MaterialClasses& classes = pairs.classes;
  const std::vector<Bodies> all = bodies_by_class(model, state, frozen_marks(external.frozen, model.size()), classes);
  const auto count = static_cast<std::size_t>(classes.count);
  std::vector<MeetingLaws> found;
  const auto add = [&](Index number, double mass, double radius) {
    found.push_back({&pairs.law[static_cast<std::size_t>(number)], mass, radius});
  };
  for (std::size_t a = 0; a < count; ++a) {
    if (all[a].count == 0) continue;
    const auto first = static_cast<Index>(a);
    for (std::size_t b = a; b < all.size(); ++b) {
      if (all[b].count < (a == b ? 2u : 1u)) continue;
      const Index second = static_cast<Index>(b % count);
      add(classes.of_classes(first, second), reduced(all[a].lightest, all[b].lightest),
          reduced(all[a].smallest, all[b].smallest));
    }
    for (Index wall = 0; wall < static_cast<Index>(classes.wall.size()); ++wall)
      add(classes.at_wall(first, wall), reduced(all[a].lightest, wall_mass), all[a].smallest);
  }
  return found;
}

}  // namespace rubble::ssdem
