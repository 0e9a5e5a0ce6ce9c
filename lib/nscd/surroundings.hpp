#pragma once
// Walls at a time, and speeds of bodies relative to their surroundings.
#include "detect/narrow.hpp"
#include "detect/surface_candidates.hpp"
#include "model/external.hpp"
#include "nscd/rigid_bodies.hpp"

namespace rubble::nscd {

// (external, time [s], duration [s]) => walls at the time, with their displacement during the duration.
std::vector<detect::Wall> walls_at(const External& external, double time, double ahead = 0);

// (external, time [s]) => triangulated walls at the time.
std::vector<detect::PlacedSurface> surfaces_at(const External& external, double time);

// True if bodies have walls or frozen bodies around them: they move relative to these.
bool has_surroundings(const External& external);

// Largest speed of a triangulated wall [m s-1].
double fastest_surface(const External& external);

// Largest speed of a wall or a frozen body [m s-1].
double fastest_wall(const External& external);

// Velocity relative to which bodies move: their mean velocity, or 0 if there are walls [m s-1].
Vec3 common_velocity(const RigidBodies& bodies, const External& external);

// Largest speed of all bodies, relative to their common velocity, and of walls [m s-1]. NaN if any motion is not
// finite.
double fastest_speed(const RigidBodies& bodies, const External& external);

}  // namespace rubble::nscd
