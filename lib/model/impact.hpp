#pragma once
// Bodies that reach the surface of a planet. A planet without a surface is a point, which no body may contain.
#include "model/external.hpp"
#include "model/pile.hpp"
#include "model/step_clock.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace rubble {

// The path of a sphere or body in a step, taken as straight.
struct StraightPath {
  Vec3 end;  // [m]
  Vec3 way;  // displacement in the step [m]
};

struct StepPaths {
  double start, end;                            // of the step [s]
  std::function<StraightPath(std::size_t)> of;  // (place of a sphere, or body)
};

// Spheres by place.
struct PlacedBalls {
  const Reals& radius;             // [m]
  const std::vector<Index>& body;  // number of the body in each place
};

// (external action, ids of all bodies, spheres, step) => the body with the lowest number that reaches the surface of a
// planet in the step, if any. Frozen bodies do not count. The path of a body relative to the planet is
// taken as straight. A mesh, which rotates, is tested at places along it that are at most the radius of the sphere
// apart, or that of the ball in a hull.
std::optional<Impact> impact_of_spheres(const External& external, const std::vector<std::int64_t>& id,
                                        const PlacedBalls& balls, const StepPaths& step);
// (external action, model, state at the end of the step, step) => the body of any kind with the lowest number that
// reaches the surface of a planet in the step, if any. A hull keeps its orientation at the end of the step.
std::optional<Impact> impact_of_bodies(const External& external, const Model& model, const State& state,
                                       const StepPaths& step);
// (external action, model, state) => the body with the lowest number that is at or below the surface of a planet at
// the time of the state, if any.
std::optional<Impact> impact_of_bodies(const External& external, const Model& model, const State& state);
// (external action, model, state, start of the step [s], positions then [m]) => the body with the lowest number that
// reaches the surface of a planet on its straight path from that position to the state, if any.
std::optional<Impact> impact_since(const External& external, const Model& model, const State& state, double start,
                                   const Vec3s& before);

// (impact, planets) => "body 3 reaches the surface of planet 'Mars'"
std::string text_of(const Impact& impact, const std::vector<Planet>& planets);

// (impact, if any; planets; time [s]; clock) SanityError for a planet with OnImpact::error. A planet
// with OnImpact::stop stops the clock.
void end_at_impact(const std::optional<Impact>& impact, const std::vector<Planet>& planets, double time,
                   StepClock& clock);

}  // namespace rubble
