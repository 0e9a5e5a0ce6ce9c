#pragma once
// [[shape]]: user-defined shapes. Glued shapes and compounds have members. All others are convex hulls, made by a
// recipe or read from a mesh. docs/theory.md 9.4.
#include "base/field.hpp"
#include "shape/compound.hpp"
#include "shape/recipes.hpp"

#include <cstdint>
#include <string>
#include <variant>

namespace rubble::generate {

// Kinds of shape; fields() has the keys of each.
enum class FormKind { glued, box, cylinder, ellipsoid, regular, random, mesh, compound };
inline constexpr Word<FormKind> kForms[] = {{"glued", FormKind::glued},       {"box", FormKind::box},
                                            {"cylinder", FormKind::cylinder}, {"ellipsoid", FormKind::ellipsoid},
                                            {"regular", FormKind::regular},   {"random", FormKind::random},
                                            {"mesh", FormKind::mesh},         {"compound", FormKind::compound}};
// Body in the file of a mesh: one convex surface, or a compound whose parts are the objects of the file.
enum class MeshParts { one, objects };
inline constexpr Word<MeshParts> kMeshParts[] = {{"one", MeshParts::one}, {"objects", MeshParts::objects}};
inline constexpr Word<shape::Scatter> kScatters[] = {{"sphere", shape::Scatter::sphere},
                                                     {"ball", shape::Scatter::ball}};

// Keys of every [[shape]].
struct ShapeHead {
  std::string name;
  FormKind form = FormKind::glued;
};

struct GluedForm {
  Vec3s centres;  // [m]
  Reals radii;    // [m]
};
struct BoxForm {
  Vec3 sides = Vec3::Zero();
};
struct CylinderForm {
  double radius = 0;
  double height = 0;
  std::int64_t corners = 32;
};
struct EllipsoidForm {
  Vec3 semi_axes = Vec3::Zero();
  std::int64_t vertices = 100;
};
struct RegularForm {
  std::int64_t faces = 0;
};
struct RandomForm {
  shape::Scatter points = shape::Scatter::sphere;
  std::int64_t least_points = 0, most_points = 0;
  double least_ratio = 0;
};
struct MeshForm {
  std::string file;
  double unit = 1;
  bool hull = false;
  MeshParts parts = MeshParts::one;
};
// Lists with an entry for each part. Empty axes and angles: no part is turned.
struct CompoundForm {
  std::vector<std::string> parts;  // names of shapes
  Vec3s positions;                 // of the origins of the parts' coordinates [m]
  Vec3s axes;
  Reals angles;  // [rad]
};

inline constexpr Range kCorners{3, 1000};
inline constexpr Range kVertices{4, 5000};  // the check of convexity compares each vertex with each face
inline constexpr Range kPoints{4, 1000};
inline constexpr Range kFaces{4, 20};
inline constexpr Range kRatio{0, 1, true, false};

// `centres`, `parts`, `positions` and `axes` are lists, which Field cannot hold. config::Document::points and words
// read them.
inline std::vector<Field<ShapeHead>> fields(const ShapeHead*) {
  return {
      field("name", "", "name of the shape for [grains] and [intruder]", &ShapeHead::name).required(),
      field("form",
            "kind of shape: glued spheres; convex hull: box, cylinder, ellipsoid, regular solid, random points of "
            "each grain, mesh; or compound of hulls",
            &ShapeHead::form, kForms),
  };
}
inline std::vector<Field<GluedForm>> fields(const GluedForm*) {
  return {
      field("radii", "m", "radius of each member", &GluedForm::radii).required().range(kPositive),
  };
}
inline std::vector<Field<BoxForm>> fields(const BoxForm*) {
  return {
      field("sides", "m", "lengths of the sides of the box", &BoxForm::sides).required().range(kPositive),
  };
}
inline std::vector<Field<CylinderForm>> fields(const CylinderForm*) {
  return {
      field("radius", "m", "radius of the cylinder whose volume the prism has", &CylinderForm::radius)
          .required()
          .range(kPositive),
      field("height", "m", "height of the prism", &CylinderForm::height).required().range(kPositive),
      field("corners", "", "number of corners of the base, a regular polygon", &CylinderForm::corners).range(kCorners),
  };
}
inline std::vector<Field<EllipsoidForm>> fields(const EllipsoidForm*) {
  return {
      field("semi_axes", "m", "semi-axes of the ellipsoid whose volume the hull has", &EllipsoidForm::semi_axes)
          .required()
          .range(kPositive),
      field("vertices", "",
            "number of evenly spread vertices (error of the surface of a sphere: within 2.2 radii / vertices)",
            &EllipsoidForm::vertices)
          .range(kVertices),
  };
}
inline std::vector<Field<RegularForm>> fields(const RegularForm*) {
  return {
      field("faces", "", "number of faces: 4, 6, 8, 12 or 20; the size comes from [size]", &RegularForm::faces)
          .required()
          .range(kFaces),
  };
}
inline std::vector<Field<RandomForm>> fields(const RandomForm*) {
  return {
      field("points",
            "random points on the surface of a sphere, or inside a ball; the size of the hull comes from [size]",
            &RandomForm::points, kScatters)
          .required(),
      field("least_points", "", "minimum number of random points of a hull", &RandomForm::least_points)
          .required()
          .range(kPoints),
      field(
          "most_points", "",
          "maximum number of random points of a hull; all numbers from least_points to most_points are equally likely",
          &RandomForm::most_points)
          .required()
          .range(kPoints),
      field("least_ratio", "1", "minimum elongation and flatness of a hull; a hull below it is drawn again",
            &RandomForm::least_ratio)
          .required()
          .range(kRatio),
  };
}
inline std::vector<Field<MeshForm>> fields(const MeshForm*) {
  return {
      field("file", "",
            "path, relative to the working directory, of an OBJ, PLY or STL file with one convex surface, or with one "
            "for each part",
            &MeshForm::file)
          .required(),
      field("unit", "m", "length of one unit of the file", &MeshForm::unit).range(kPositive),
      field("hull", "", "use of the convex hull of any mesh; false: a surface that is not convex is an error",
            &MeshForm::hull),
      field("parts",
            "one: the file has one object; objects: each object of the file is a convex part of one rigid body",
            &MeshForm::parts, kMeshParts),
  };
}
inline std::vector<Field<CompoundForm>> fields(const CompoundForm*) {
  return {
      field("angles", "rad",
            "angle of each part, counter-clockwise seen from the tip of its axis; needs 'axes'; empty: no part is "
            "turned",
            &CompoundForm::angles),
  };
}

// One convex body, used by all grains of its name.
struct FixedHull {
  shape::PlacedShape hull;
  bool sized = true;  // false: only the ratios of its lengths matter
};

// A user-defined shape.
struct OwnShape {
  std::string name;
  std::variant<GluedForm, FixedHull, shape::RandomHull, shape::Compound> form;
};

// (name, form) => the body. InputError as in shape/recipes.hpp.
FixedHull fixed_hull(const std::string& name, const BoxForm& form);
FixedHull fixed_hull(const std::string& name, const CylinderForm& form);
FixedHull fixed_hull(const std::string& name, const EllipsoidForm& form);
FixedHull fixed_hull(const std::string& name, const RegularForm& form);
// (name, vertices of a mesh in its unit, form) => convex hull of the vertices.
FixedHull fixed_hull(const std::string& name, const Vec3s& vertices, const MeshForm& form);
// (form) => the recipe. InputError if most_points is below least_points.
shape::RandomHull recipe(const RandomForm& form);

// (name, form, user-defined shapes) => the compound. Point x of a part is at position + R x, with the rotation R by the
// angle about the axis. KeyError for a part that is not a hull of fixed size, for lists of different lengths, and for
// an axis of length 0. InputError as for shape::make_compound().
shape::Compound compound(const std::string& name, const CompoundForm& form, const std::vector<OwnShape>& own);

// A hull in the form that clouds place: with a bounding ball.
struct BoundedHull {
  shape::Shape shape;
  double radius = 0;           // radius of the ball of equal volume [m]
  Vec3 middle = Vec3::Zero();  // centre of the bounding ball relative to the centre of mass, in the principal frame [m]
  double bound = 0;            // radius of the bounding ball [m]
};

// (body) => hull with a bounding ball about its centre of mass.
BoundedHull about_centre_of_mass(const shape::PlacedShape& placed);
// (name, recipe, random numbers) => a random hull. If its points lie on a sphere, this sphere is the bounding ball.
BoundedHull draw(const std::string& name, const shape::RandomHull& recipe, Random& random);

}  // namespace rubble::generate
