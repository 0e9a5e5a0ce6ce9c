#pragma once
// Points that may touch until the next evaluation of forces: neighbour list and narrow phase (docs/theory.md 11.2).
#include "base/archive.hpp"
#include "detect/surface_points.hpp"
#include "nscd/step_view.hpp"

#include <optional>

namespace rubble::nscd {

// Gap up to which points count.
class AlertDistance {
 public:
  AlertDistance(const Parameters& p, double smallest_radius);
  // (largest speed of all bodies [m s-1], of all walls [m s-1], time until the next evaluation of forces [s]) => [m].
  double of(double fastest, double fastest_wall, double span) const;

 private:
  Auto fixed_;
  double smallest_, attraction_;  // smallest radius, range of cohesion [m]
};

class NearPoints {
 public:
  NearPoints(const Parameters& p, const std::vector<MeshWall>& meshes, double smallest_radius);

  // Discards the list. Pairs that touched keep their memory.
  void discard_list() { list_.reset(); }
  // Discards the list and the memory of its pairs.
  void forget_pairs();
  // True if the list holds all pairs within the alert distance and all pairs that may meet on their paths.
  bool list_holds(const StepView& step) const;
  // Number of pairs in the last list, pairs of a body and a wall included.
  std::size_t listed_pairs() const { return listed_pairs_; }
  // SanityError for positions that are not finite.
  void make_list(const StepView& step);
  // Pairs that meet on their paths, which are longer than the share `far` of half the thickness of the thinner body.
  std::vector<detect::PathContact> path_contacts(const StepView& step, const shape::Moves& move, double far) const;
  // Finds points that touch at the predicted positions, or may touch until the next evaluation of forces. A path longer
  // than the share `far` of half the thickness of the thinner body is followed.
  void find(const StepView& step, double far);
  const detect::ContactPoints& found() const { return found_; }

  // => points within the alert distance of a state at which nothing has been prepared.
  detect::ContactPoints search(const StepView& at) const;

  // (model) Saves or loads the memory of the narrow phase. InputError for a memory that no search can produce.
  void archive(Archive& archive, const Model& model);

 private:
  // List of pairs that are closer than the skin and the margins of their particles.
  struct List {
    double skin;     // [m]
    double time;     // when it was made [s]
    Vec3s position;  // of the particles when the list was made [m]
    Reals margin;    // of each particle, in addition to the skin [m]
  };
  double alert(const StepView& step, double fastest) const;
  double path_allowed(const StepView& step) const;
  double skin(const StepView& step) const;
  detect::PlacedBodies placed(const StepView& step) const;
  // Triangulated walls at the evaluation of forces; with `ahead`, also at the end of the span.
  std::vector<detect::MovingSurface> surfaces(const StepView& step, bool ahead) const;
  // (step, list of bodies and triangulated walls, gap [m], expected moves or nullptr) => points at these walls.
  detect::ContactPoints at_surfaces(const StepView& step, const detect::SurfaceCandidates& list, double near,
                                    const detect::Ahead* ahead) const;
  // Memory of the narrow phase; before the first search, the memory that was loaded.
  std::vector<detect::PairMemory> memory() const { return given_memory_.empty() ? narrow_.memory() : given_memory_; }

  AlertDistance alert_;
  Auto skin_;  // margin of the list beyond the alert distance; unset: computed from the speeds [m]
  shape::Points most_;
  std::optional<List> list_;
  std::size_t listed_pairs_ = 0;
  detect::Narrow narrow_;
  std::vector<shape::SurfaceParts> parts_;  // of the triangulated walls
  detect::SurfaceCandidates at_walls_;      // list of bodies and triangulated walls
  detect::ContactPoints found_;
  std::vector<detect::PairMemory> given_memory_;  // from a checkpoint; used until a list exists
};

}  // namespace rubble::nscd
