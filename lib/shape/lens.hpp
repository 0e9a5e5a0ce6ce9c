#pragma once
// Volume of the intersection of two spheres.

namespace rubble::shape {

// (radii of the spheres, distance of their centres [m]) => volume of their intersection [m3].
double lens_volume(double radius_a, double radius_b, double distance);

}  // namespace rubble::shape
