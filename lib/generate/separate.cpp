#include "generate/separate.hpp"

#include "base/image_lattice.hpp"
#include "base/parallel.hpp"
#include "shape/prepared_shape.hpp"
#include "shape/separation.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace rubble::generate {
namespace {

constexpr double kMargin = 1e-3;  // gap after pushing / smaller radius
constexpr double kDeep = 0.25;    // overlap / smaller radius above which grains are pushed apart as a whole

// One grain as a rigid body of unit density.
struct Body {
  Vec3& position;
  Quaternion& orientation;
  double inverse_mass;
  Mat3 inverse_inertia;

  Body(const Grains& grains, Places& places, std::size_t i)
      : position(places.position[i]), orientation(places.orientation[i]) {
    const bool held = grains.fixed && i == 0;
    const double s = grains.scale[i];
    inverse_mass = held ? 0 : 1 / (s * s * s * grains.of(i).volume);
    inverse_inertia = Mat3::Zero();
    if (held || grains.round(i)) return;
    const Mat3 axes = orientation.toRotationMatrix();
    const Vec3 inverse = (std::pow(s, 5) * grains.of(i).moments).cwiseInverse();
    inverse_inertia = axes * inverse.asDiagonal() * axes.transpose();
  }

  // Inverse effective mass, at unit density [m-3], for a push along n at the point at distance `arm` from the centre of
  // mass. It is the displacement of this point along n per unit of push, as a velocity per unit of impulse.
  double yields(const Vec3& arm, const Vec3& n) const {
    const Vec3 lever = arm.cross(n);
    return inverse_mass + lever.dot(inverse_inertia * lever);
  }

  void give_way(const Vec3& arm, const Vec3& impulse) {
    position += inverse_mass * impulse;
    const Vec3 angle = inverse_inertia * arm.cross(impulse);
    orientation.coeffs() += 0.5 * (Quaternion(0, angle.x(), angle.y(), angle.z()) * orientation).coeffs();
    orientation.normalize();
  }
};

// (members, space, members a and b, their grains `one` and `other`) If a overlaps the nearest image of b, moves the
// grains until a and b are separate.
void push(const Members& members, const ImageLattice& space, std::size_t a, std::size_t b, Body one, Body other) {
  Vec3 arm_one = one.orientation * members.offset[a], arm_other = other.orientation * members.offset[b];
  const double smaller = std::min(members.radius[a], members.radius[b]);
  const Vec3 here = other.position + arm_other - one.position - arm_one;
  const Vec3 image = space.image(here);
  const Vec3 between = here + image;
  const double depth = members.radius[a] + members.radius[b] + kMargin * smaller - between.norm();
  if (depth <= 0) return;
  Vec3 line = between;
  if (depth > kDeep * smaller) {
    line = other.position - one.position + image;
    arm_one = arm_other = Vec3::Zero();
  }
  const Vec3 n = line.isZero(0) ? Vec3(Vec3::UnitX()) : line.normalized();
  const Vec3 impulse = depth / (one.yields(arm_one, n) + other.yields(arm_other, n)) * n;
  one.give_way(arm_one, -impulse);
  other.give_way(arm_other, impulse);
}

}  // namespace

Members::Members(const Grains& grains) {
  for (std::size_t i = 0; i < grains.size(); ++i)
    for (std::size_t k = 0; k < grains.of(i).size(); ++k) {
      grain.push_back(i);
      part.push_back(k);
      radius.push_back(grains.scale[i] * grains.of(i).radius[k]);
      offset.push_back(grains.scale[i] * grains.of(i).centre[k]);
    }
}

bool redraw(const Grains& spheres, Places& places, const Vec3& period, std::int64_t passes, std::int64_t& done,
            const std::function<void(std::size_t)>& draw) {
  const Reals radius = Members(spheres).radius;
  spatial::require_long_period(period, radius, 0);
  for (std::int64_t pass = 0;; ++pass) {
    const spatial::Pairs pairs = spatial::close_pairs_in(ImageLattice{period}, radius, places.position, 0);
    if (pairs.size() == 0) return true;
    if (pass == passes) return false;
    ++done;
    std::vector<bool> moved(radius.size(), false);
    for (std::size_t a = 0; a < radius.size(); ++a)
      for (std::size_t k = pairs.begin[a]; k < pairs.begin[a + 1]; ++k) {
        const auto b = static_cast<std::size_t>(pairs.partner[k]);
        if (moved[a] || moved[b]) continue;  // this overlap is already removed
        const std::size_t mover = radius[a] < radius[b] && !(spheres.fixed && a == 0) ? a : b;
        draw(mover);
        moved[mover] = true;
      }
  }
}

namespace {

// Separates pairs of members in passes: treat(a, b, last) is true if the two overlap, and then moves them unless
// `last`. => true if no overlap is left
template <class Treat>
bool part(const Grains& grains, const Members& members, Places& places, const Vec3& period, std::int64_t passes,
          std::int64_t& done, const std::function<void(std::size_t)>& confine, Treat&& treat) {
  Vec3s position(members.size());
  spatial::require_long_period(period, members.radius, 0);
  for (std::int64_t pass = 0;; ++pass) {
    parallel_for(members.size(), [&](std::size_t m) {
      const std::size_t i = members.grain[m];
      position[m] = places.position[i] + places.orientation[i].toRotationMatrix() * members.offset[m];
    });
    const spatial::Pairs pairs = spatial::close_pairs_in(ImageLattice{period}, members.radius, position, 0);
    bool apart = true;
    for (std::size_t a = 0; a < members.size(); ++a)
      for (std::size_t k = pairs.begin[a]; k < pairs.begin[a + 1]; ++k) {
        const auto b = static_cast<std::size_t>(pairs.partner[k]);
        if (members.grain[a] == members.grain[b]) continue;
        if (!treat(a, b, pass == passes)) continue;
        apart = false;
        if (pass == passes) return false;
      }
    if (apart) return true;
    ++done;
    for (std::size_t i = grains.fixed ? 1 : 0; i < grains.size(); ++i) confine(i);
  }
}

// True shapes: hulls and parts of compounds as they are, members of glued grains and free spheres as spheres.
class Forms {
 public:
  Forms(const Grains& grains, const Members& members) : grains_(grains), members_(members), ball_(shape::sphere()) {
    for (std::size_t k = 0; k < grains.kinds.size(); ++k) {
      solids_.emplace_back();
      if (grains.hulls[k]) solids_.back().emplace_back(grains.hulls[k]->shape);
      if (!grains.compounds[k]) continue;
      for (const shape::PlacedShape& part : grains.compounds[k]->part) solids_.back().emplace_back(part.shape);
    }
  }

  shape::Separation between(const Places& places, std::size_t a, std::size_t b) const {
    shape::SeparationCache cache;
    return shape::separation(solid(a), placement(places, a), solid(b), placement(places, b), cache);
  }

 private:
  const std::optional<BoundedHull>& hull(std::size_t member) const { return grains_.hull(members_.grain[member]); }
  const shape::PreparedShape& solid(std::size_t member) const {
    const auto& solids = solids_[static_cast<std::size_t>(grains_.kind[members_.grain[member]])];
    return solids.empty() ? ball_ : solids[members_.part[member]];
  }
  shape::Placement placement(const Places& places, std::size_t member) const {
    const std::size_t i = members_.grain[member];
    const Quaternion& turn = places.orientation[i];
    if (const std::optional<BoundedHull>& own = hull(member))
      return {places.position[i] - turn * (grains_.scale[i] * own->middle), turn, grains_.scale[i] * own->radius};
    const Vec3 centre = places.position[i] + turn * members_.offset[member];
    if (const std::optional<shape::Compound>& own = grains_.compound(i)) {
      const shape::Placement& part = own->part[members_.part[member]].placement;
      return {centre, turn * part.turn, grains_.scale[i] * part.radius};
    }
    return {centre, turn, members_.radius[member]};
  }

  const Grains& grains_;
  const Members& members_;
  shape::PreparedShape ball_;
  std::vector<std::vector<shape::PreparedShape>> solids_;  // hulls of each kind; none for spheres
};

}  // namespace

bool push_apart(const Grains& grains, Places& places, const Vec3& period, std::int64_t passes, std::int64_t& done,
                const std::function<void(std::size_t)>& confine) {
  const Members members(grains);
  const ImageLattice space{period};
  return part(grains, members, places, period, passes, done, confine, [&](std::size_t a, std::size_t b, bool last) {
    if (!last) push(members, space, a, b, {grains, places, members.grain[a]}, {grains, places, members.grain[b]});
    return true;
  });
}

bool push_apart_by_form(const Grains& grains, Places& places, std::int64_t passes, std::int64_t& done,
                        const std::function<void(std::size_t)>& confine) {
  const Members members(grains);
  const Forms forms(grains, members);
  return part(grains, members, places, Vec3::Zero(), passes, done, confine,
              [&](std::size_t a, std::size_t b, bool last) {
                const shape::Separation way = forms.between(places, a, b);
                if (way.gap >= 0) return false;
                if (last) return true;
                Body one{grains, places, members.grain[a]};
                Body other{grains, places, members.grain[b]};
                const Vec3 arm_one = way.on_a - one.position;
                const Vec3 arm_other = way.on_b - other.position;
                const double depth = kMargin * std::min(members.radius[a], members.radius[b]) - way.gap;
                const Vec3 impulse =
                    depth / (one.yields(arm_one, way.normal) + other.yields(arm_other, way.normal)) * way.normal;
                one.give_way(arm_one, -impulse);
                other.give_way(arm_other, impulse);
                return true;
              });
}

}  // namespace rubble::generate
