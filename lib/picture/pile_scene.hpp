#pragma once
// A pile as a scene.
#include "measure/contacts/forces.hpp"
#include "picture/scene.hpp"
#include "shape/prepared_shape.hpp"

namespace rubble::picture {

// Planes of the faces of each of a model's shapes. Scenes point to them and must not outlive this object.
class HullPlanes {
 public:
  explicit HullPlanes(const Model& model);
  const std::vector<shape::FacePlane>& of(Index shape) const { return planes_[static_cast<std::size_t>(shape)]; }

 private:
  std::vector<std::vector<shape::FacePlane>> planes_;
};

// (pile, planes of its hulls, colour of each body) => its bodies.
Scene bodies(const Pile& pile, const HullPlanes& planes, const std::vector<Colour>& colours);

// (pile with contacts; force with the widest line [N]) => its force chains: the lines of measure/contacts/lines.hpp.
// Their width and colour show the normal force.
Scene chains(const Pile& pile, double strongest);
// (pile) => its largest normal force [N]; 0 if no contact presses.
double strongest_force(const Pile& pile);

// (scene without rods; pile; unit vector to the viewer; speed of the longest arrow [m/s], length of that arrow [m])
// Adds the velocities of its grains as arrows, each from the side of its grain that the viewer sees. Grains slower than
// a hundredth of that speed get no arrow.
void add_arrows(Scene& scene, const Pile& pile, const Vec3& out, double fastest, double length);
// (pile) => the largest speed of a grain's centre of mass [m/s]
double fastest_grain(const Pile& pile);

}  // namespace rubble::picture
