#include "nscd/near_points.hpp"

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "detect/list_margin.hpp"
#include "nscd/surroundings.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace rubble::nscd {
namespace {

// In units of the smallest radius: the alert distance of bodies at rest, and the largest addition to it by motion. The
// alert distance covers neighbours that are pushed within a step. The path of a body that moves farther is followed
// separately.
constexpr double kAlert = 0.01;
constexpr double kMostAlert = 0.5;

// List margin of a particle beyond the skin, in multiples of its path beyond the alert distance.
constexpr double kMargin = 2;

// Length of a particle's path, relative to the common motion [m].
double path_of(const StepView& step, std::size_t row) {
  return (step.predicted.move[row].shift - step.predicted.common).norm();
}

// (step, particle, path that the alert distance allows for [m]) => length of its path beyond that [m].
double path_beyond(const StepView& step, std::size_t row, double allowed) {
  return std::max(0.0, path_of(step, row) - allowed);
}

// (step, radii of the balls that bound the particles [m], distance [m]) => pairs whose balls are closer than that.
detect::Candidates candidates(const StepView& step, const Reals& bounds, double skin) {
  const State& state = step.predicted.state;
  const FrozenRigid& frozen = step.bodies.frozen();
  return detect::find_candidates({bounds, state.position, step.external.planes, ImageLattice{step.external.period},
                                  state.time, frozen.units(), true, frozen.rows()},
                                 skin, {});
}

// (step, radii of the balls that bound the particles [m], distance [m]) => triangles that are closer to these balls.
detect::SurfaceCandidates surface_candidates(const StepView& step, const Reals& bounds, double skin) {
  if (step.external.meshes.empty()) return {};
  const State& state = step.predicted.state;
  return detect::find_surface_candidates(bounds, state.position, surfaces_at(step.external, state.time), skin,
                                         step.bodies.frozen().rows());
}

void require_finite_positions(const State& state) {
  for (std::size_t i = 0; i < state.position.size(); ++i)
    if (!state.position[i].allFinite())
      throw SanityError(fmt::format("body {} has no finite position at t = {} s", i, state.time));
}

// Common displacement of all particles since the list was made [m]; 0 if there are walls or frozen bodies.
Vec3 common_displacement(const StepView& step, const Vec3s& listed_at) {
  if (has_surroundings(step.external)) return Vec3::Zero();
  return detect::mean_displacement(step.predicted.state.position, listed_at);
}

}  // namespace

AlertDistance::AlertDistance(const Parameters& p, double smallest_radius)
    : fixed_(p.contact.alert), smallest_(smallest_radius), attraction_(p.cohesion.distance) {}

double AlertDistance::of(double fastest, double fastest_wall, double span) const {
  if (fixed_) return std::max(*fixed_, attraction_);
  const double moves = std::min(2 * span * fastest, kMostAlert * smallest_);
  return std::max(kAlert * smallest_ + std::max(moves, 2 * span * fastest_wall), attraction_);
}

NearPoints::NearPoints(const Parameters& p, const std::vector<MeshWall>& meshes, double smallest_radius)
    : alert_(p, smallest_radius), skin_(p.step.skin), most_(p.contact.points) {
  for (const MeshWall& wall : meshes) parts_.emplace_back(wall.surface->mesh);
}

void NearPoints::forget_pairs() {
  narrow_ = {};
  list_.reset();
}

double NearPoints::alert(const StepView& step, double fastest) const {
  return alert_.of(fastest, fastest_wall(step.external), step.predicted.span);
}

// Path of a particle that the alert distance allows for [m].
double NearPoints::path_allowed(const StepView& step) const {
  return 0.5 * (alert(step, step.predicted.fastest) - alert(step, 0));
}

detect::PlacedBodies NearPoints::placed(const StepView& step) const {
  return step.sizes.placed(step.predicted.state, step.predicted.turn, step.external.period);
}

// The list holds all pairs if no particle has moved, or is about to move, by more than half the rest of the skin plus
// its own margin. Triangulated walls may have moved by the other half.
bool NearPoints::list_holds(const StepView& step) const {
  if (!list_) return false;
  const Vec3s& position = step.predicted.state.position;
  const Vec3 common = common_displacement(step, list_->position);
  const double allowed = 0.5 * (list_->skin - alert(step, step.predicted.fastest));
  const double of_walls = fastest_surface(step.external) * std::abs(step.predicted.state.time - list_->time);
  if (!(of_walls <= allowed)) return false;
  const double path = path_allowed(step);
  const auto displacement = [&](std::size_t i) {
    return (position[i] - list_->position[i] - common).norm() + path_beyond(step, i, path);
  };
  return allowed >= 0 &&
         detect::list_holds(position.size(), displacement, [&](std::size_t i) { return allowed + list_->margin[i]; });
}

// Distance of two particles without a margin up to which a new list holds them [m].
double NearPoints::skin(const StepView& step) const {
  const std::size_t n = step.predicted.move.size();
  const double mean_path =
      blocked_sum(n, 0.0, [&](std::size_t i) { return path_of(step, i); }) / static_cast<double>(n);
  return alert(step, step.predicted.fastest) +
         skin_.value_or(detect::list_margin(mean_path, step.sizes.mean_diameter()));
}

void NearPoints::make_list(const StepView& step) {
  require_finite_positions(step.predicted.state);
  List list{skin(step), step.predicted.state.time, step.predicted.state.position, {}};
  Reals bounds = step.sizes.bound();
  const double path = path_allowed(step);
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    list.margin.push_back(kMargin * path_beyond(step, i, path));
    bounds[i] += list.margin[i];
  }
  const detect::Candidates listed = candidates(step, bounds, list.skin);
  at_walls_ = surface_candidates(step, bounds, list.skin);
  listed_pairs_ = listed.a.size() + listed.wall.size() + at_walls_.body.size();
  narrow_.take(listed, placed(step));
  if (!given_memory_.empty()) narrow_.remember(given_memory_);
  given_memory_.clear();
  list_ = std::move(list);
}

std::vector<detect::PathContact> NearPoints::path_contacts(const StepView& step, const shape::Moves& move,
                                                           double far) const {
  const std::vector<detect::Wall> walls = walls_at(step.external, step.predicted.state.time, step.predicted.span);
  const detect::Ahead ahead{move, step.sizes.half(), far};
  std::vector<detect::PathContact> found = narrow_.path_contacts(placed(step), walls, ahead);
  if (step.external.meshes.empty()) return found;
  const std::vector<detect::MovingSurface> moving = surfaces(step, true);
  const auto first = static_cast<Index>(walls.size());
  for (const detect::PathContact& contact :
       detect::surface_path_contacts({moving, at_walls_, first}, placed(step), ahead))
    found.push_back(contact);
  std::ranges::stable_sort(found, [](const detect::PathContact& a, const detect::PathContact& b) {
    return a.part != b.part ? a.part < b.part : a.slot < b.slot;
  });
  return found;
}

std::vector<detect::MovingSurface> NearPoints::surfaces(const StepView& step, bool ahead) const {
  const double now = step.predicted.state.time;
  std::vector<detect::MovingSurface> walls;
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    const MeshWall& wall = step.external.meshes[k];
    const WallPlacement at = wall.motion.at(now);
    walls.push_back({*wall.surface, parts_[k], at, ahead ? wall.motion.at(now + step.predicted.span) : at});
  }
  return walls;
}

detect::ContactPoints NearPoints::at_surfaces(const StepView& step, const detect::SurfaceCandidates& list, double near,
                                              const detect::Ahead* ahead) const {
  if (step.external.meshes.empty()) return {};
  const std::vector<detect::MovingSurface> walls = surfaces(step, ahead != nullptr);
  const auto first = static_cast<Index>(step.external.planes.size());
  return detect::find_surface_points({walls, list, first}, placed(step), near, most_, ahead);
}

void NearPoints::find(const StepView& step, double far) {
  const detect::Ahead ahead{step.predicted.move, step.sizes.half(), far};
  const std::vector<detect::Wall> walls = walls_at(step.external, step.predicted.state.time, step.predicted.span);
  const double near = alert(step, step.predicted.fastest);
  narrow_.find(placed(step), walls, near, most_, found_, &ahead);
  detect::merge(found_, at_surfaces(step, at_walls_, near, &ahead));
  step.sizes.seams().turn_inner(placed(step), found_);
}

detect::ContactPoints NearPoints::search(const StepView& at) const {
  const double near = alert(at, at.predicted.fastest);
  detect::Narrow narrow;
  detect::ContactPoints found;
  narrow.take(candidates(at, at.sizes.bound(), near), placed(at));
  narrow.remember(memory());  // points then have the keys under which the impulses are stored
  narrow.find(placed(at), walls_at(at.external, at.predicted.state.time), near, most_, found);
  detect::merge(found, at_surfaces(at, surface_candidates(at, at.sizes.bound(), near), near, nullptr));
  at.sizes.seams().turn_inner(placed(at), found);
  return found;
}

}  // namespace rubble::nscd
