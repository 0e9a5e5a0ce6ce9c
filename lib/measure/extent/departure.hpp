#pragma once
// First departure of a pile from a rigid body: where and when it deforms inside or sheds bodies. docs/theory.md 5.21.
#include "base/constants.hpp"
#include "measure/extent/strain.hpp"
#include "model/pile.hpp"

#include <array>
#include <cstdint>

namespace rubble::measure {

inline constexpr std::size_t kShells = 5;  // shells of equal mass
inline constexpr std::size_t kBands = 3;   // bands of equal area on a sphere
inline constexpr std::size_t kDepthBins = kShells * kBands;

struct DepartureRule {
  double neighbours = 1.5;  // largest distance of neighbours, in mean diameters of the pair
  bool bodies = false;      // true: points are bodies, because grains merge or break; false: points are grains
  double G = kGravitationalConstant;  // [m3 kg-1 s-2]
};

// Points of a pile: grains at their centres of mass, or bodies.
struct PilePoints {
  std::vector<Index> first;  // first body of each
  Reals radius;              // of the ball of equal volume [m]
  Reals mass;                // [kg]
  Vec3s position;            // [m]
};

// (pile, true if each body is a point) => its points.
PilePoints points_of(const Pile& pile, bool bodies);

// Place of points in the heaviest group of a pile.
struct Depths {
  Vec3 axis = Vec3::UnitZ();  // unit vector of the rotation, or of the largest moment of inertia
  bool rotates = false;
  std::vector<int> bin;   // [points] shell x kBands + band; shell 0 is the innermost, band 0 at the equator; -1 outside
                          // the group
  Reals relative_radius;  // [points] 0 at the centre, 1 at the surface of the inertia ellipsoid
  Reals latitude;         // [points] absolute value [rad]
};

// (pile, its points, bodies of its heaviest group, G) => the places of the points. The group rotates if its rate
// exceeds 1e-3 of critical_rate().
Depths depths(const Pile& pile, const PilePoints& points, const std::vector<Index>& group, double G);

// Place of a bin or of the points that leave: means weighted by mass, at the reference time. NaN without points.
struct MeanPlace {
  std::size_t points = 0;
  double mass = 0;                                                    // [kg]
  double relative_radius = std::numeric_limits<double>::quiet_NaN();  // see Depths
  double latitude = std::numeric_limits<double>::quiet_NaN();         // [rad]
};

// Deformation of a bin since the reference time.
struct BinStrain {
  std::size_t points = 0;  // number of points with a defined strain
  double shear = 0;        // their mean shear strain; NaN without points
  double nonaffine = 0;    // root of the mean LocalStrain::nonaffine [m]; NaN without points
  double shed_mass = 0;    // mass of the bin that has left for good [kg]
};
using BinStrains = std::array<BinStrain, kDepthBins>;

// Points that are the first to leave the heaviest group for good.
struct Shedding {
  double time = std::numeric_limits<double>::infinity();  // first time at which they are outside; infinite without them
                                                          // [s]
  double after = std::numeric_limits<double>::infinity();  // time of the frame before [s]
  MeanPlace place;
};

// The first bin whose mean shear strain exceeds a threshold.
struct Shearing {
  double time = std::numeric_limits<double>::infinity();   // linear between frames; infinite without one [s]
  double after = std::numeric_limits<double>::infinity();  // time of the frame before [s]
  MeanPlace place;
};

// => the event that occurs first: "shear", "shedding", "none", or "undecided" if the shear lies between the two frames
// of the shedding.
const char* first_event(const Shearing& shear, const Shedding& shed);

// Follows a pile through the frames after a reference frame, in two passes: whether a point leaves for good is known
// only at the end.
class Departure {
 public:
  // (pile at the reference time, in open space, rule) InputError if there are no bodies.
  Departure(const Pile& reference, const DepartureRule& rule);

  // First pass, for each later frame in sequence.
  void follow(const Pile& now);
  // Second pass: (number of the frame, 0 for the reference, its pile) => strains of the bins. Points that leave for
  // good in any frame take no part, so that a point that detaches slowly does not count as a deformation.
  BinStrains strains(std::size_t frame, const Pile& now) const;

  Shedding first_shedding() const;
  // (strains of the bins in each frame, threshold) => the first bin that exceeds it, or of several bins at one time
  // the one with the lowest number.
  Shearing first_shearing(const std::vector<BinStrains>& strains, double threshold) const;
  MeanPlace place(std::size_t bin) const;
  const Depths& depths() const { return depths_; }
  const Reals& time() const { return time_; }

 private:
  // (point) => number of the first frame since which it is outside; the number of frames if it stays.
  std::size_t leaves(std::size_t point) const { return last_inside_[point] + 1; }
  bool stays(std::size_t point) const { return depths_.bin[point] >= 0 && leaves(point) == time_.size(); }
  template <class Select>
  MeanPlace mean_place(Select&& select) const;

  DepartureRule rule_;
  PilePoints points_;
  Depths depths_;
  spatial::Pairs pairs_;
  Reals time_;                            // of each frame [s]
  std::vector<std::size_t> last_inside_;  // [points] number of the last frame in which it is in the heaviest group
};

}  // namespace rubble::measure
