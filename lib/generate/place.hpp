#pragma once
// [[place]]: a pile set into another one, at a position or dropped onto it. docs/theory.md 9.7.
#include "base/field.hpp"
#include "generate/drop.hpp"
#include "measure/contacts/deepest_overlap.hpp"
#include "model/pile.hpp"

#include <optional>
#include <string>

namespace rubble::generate {

// Where the pile is put: its centre of mass at the position, or on the way of its fall through that position.
enum class PlaceRule { at, drop };
inline constexpr Word<PlaceRule> kPlaceRules[] = {{"at", PlaceRule::at}, {"drop", PlaceRule::drop}};

// Overlaps of the placed pile with the base: an error, or the overlapping bodies of the base are removed.
enum class OverlapRule { refuse, remove };
inline constexpr Word<OverlapRule> kOverlapRules[] = {{"refuse", OverlapRule::refuse}, {"remove", OverlapRule::remove}};

// Placement of one pile; keys of both rules.
struct Placing {
  PlaceRule rule = PlaceRule::at;
  Vec3 position = Vec3::Zero();
  Vec3 axis = Vec3::UnitZ();
  double angle = 0;
  Vec3 velocity = Vec3::Zero();
  Vec3 spin = Vec3::Zero();
  OverlapRule overlap = OverlapRule::refuse;
};

// Additional keys of the rule "drop".
struct Drop {
  Vec3 direction = Vec3(0, 0, -1);
  double gap = 0;
};

inline std::vector<Field<Placing>> fields(const Placing*) {
  return {
      field("rule",
            "at: centre of mass at 'position'; drop: fall through 'position' from far away, until the first contact",
            &Placing::rule, kPlaceRules)
          .required(),
      field("position", "m", "position (x, y, z) of the pile's centre of mass; of a drop, any point of the line",
            &Placing::position)
          .required(),
      field("axis", "1", "axis (x, y, z) through the centre of mass about which the pile is turned; any length",
            &Placing::axis),
      field("angle", "rad", "angle by which the pile is turned about 'axis', counter-clockwise seen from its tip",
            &Placing::angle),
      field("velocity", "m/s", "velocity (x, y, z) of the centre of mass; motion within the pile is kept",
            &Placing::velocity),
      field("spin", "rad/s", "rigid rotation (x, y, z) about the centre of mass, added to the motion within the pile",
            &Placing::spin),
      field("overlap",
            "refuse: an overlap with the base is an error; remove: overlapping grains and free spheres of the base are "
            "removed",
            &Placing::overlap, kOverlapRules),
  };
}

inline std::vector<Field<Drop>> fields(const Drop*) {
  return {
      field("direction", "1",
            "direction (x, y, z) of the fall, of any length; if it is left out, that of [external] uniform or, without "
            "it, -z",
            &Drop::direction),
      field("gap", "m", "smallest distance of the pile from the base, or from a wall of the base, after the fall",
            &Drop::gap)
          .required()
          .range(kNotNegative),
  };
}

// Body column of piles with placed piles.
inline const BodyColumn kPlacedColumn{
    "placed", "1", "number of the placed pile to which the body belongs, from 0; -1 for bodies of the base",
    std::vector<std::int64_t>{}};

// Numbers of a placed pile.
struct Placed {
  std::int64_t number = 0;                 // value of kPlacedColumn
  std::int64_t id_shift = 0;               // id in the scene - id in the pile's file
  std::int64_t first_id = 0;               // smallest id in the scene
  std::int64_t last_id = 0;                // largest id in the scene
  double mass = 0;                         // [kg]
  Vec3 centre = Vec3::Zero();              // centre of mass [m]
  std::optional<Landing> landing;          // of a drop; bodies are rows of the scene
  std::vector<measure::Overlap> overlaps;  // with bodies of the scene before it, and with walls
};

// => the number that the next placed pile of the scene gets
std::int64_t next_placed(const Pile& scene);

// (scene, pile in open space, placing; drop, for the rule "drop") => the numbers of the pile. Appends the pile to the
// scene: turned, moving, and placed. Contacts between its bodies are kept, and rotated with it; those with walls are
// dropped. The scene keeps its time, walls and periods. Overlaps are found but not removed. KeyError for an axis or a
// direction of length 0, for a drop that meets nothing, and for a pile that is as long as a period. InputError as for
// append_pile(); a material of one name with two densities is one.
Placed place(Pile& scene, const Pile& body, const Placing& placing, const std::optional<Drop>& drop);

// (scene, its number of bodies before piles were placed, overlaps) => removes the free spheres and grains among those
// bodies that overlap, with their contacts and bonds. => number of removed bodies
std::size_t remove_overlapping(Pile& scene, std::size_t base, const std::vector<measure::Overlap>& overlaps);

}  // namespace rubble::generate
