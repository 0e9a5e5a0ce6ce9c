#pragma once
// Bodies that reach the surface of a planet. A planet without a surface is a point, which no body may contain.
#include "model/external.hpp"
#include "model/pile.hpp"
#include "model/step_clock.hpp"

#include <optional>
#include <string>
#include <vector>

namespace rubble {

// (external action; ids of all bodies; centres [m] and radii [m] of spheres; number of the body of each; time [s]) =>
// the body with the lowest number that reaches the surface of a planet, if any. Frozen bodies do not count.
std::optional<Impact> impact_of_spheres(const External& external, const std::vector<std::int64_t>& id,
                                        const Vec3s& position, const Reals& radius, const std::vector<Index>& body,
                                        double time);
// (external action, model, state at its time) => the same for all kinds of bodies. A hull reaches the surface of a mesh
// if the surface contains one of its vertices. It reaches a ball if its farthest point towards the centre does.
std::optional<Impact> impact_of_bodies(const External& external, const Model& model, const State& state);

// (impact, planets) => "body 3 reaches the surface of planet 'Mars'"
std::string text_of(const Impact& impact, const std::vector<Planet>& planets);

// (impact, if any; planets; time [s]; clock) SanityError for a planet with OnImpact::error. A planet
// with OnImpact::stop stops the clock.
void end_at_impact(const std::optional<Impact>& impact, const std::vector<Planet>& planets, double time,
                   StepClock& clock);

}  // namespace rubble
