#pragma once
// A pile as a scene.
#include "measure/contacts/forces.hpp"
#include "model/bodies.hpp"
#include "picture/scene.hpp"

namespace rubble::picture {

// Planes of the faces of the polyhedra that represent a model's shapes. Scenes point to them and must not outlive this
// object.
class MeshPlanes {
 public:
  explicit MeshPlanes(const Model& model);
  // (the model given to the constructor, body) => the planes of its shape, in the frame and unit of the shape.
  const std::vector<shape::FacePlane>& of(const Model& model, std::size_t body) const {
    return planes_.of(model, body);
  }

 private:
  ShapeValues<std::vector<shape::FacePlane>> planes_;
};

// (pile, planes of its shapes, colour of each body) => its bodies: spheres as balls, others as polyhedra.
Scene bodies(const Pile& pile, const MeshPlanes& planes, const std::vector<Colour>& colours);

// (pile) => the triangles of its triangulated walls at its time.
std::vector<DrawnTriangle> wall_triangles(const Pile& pile);

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
