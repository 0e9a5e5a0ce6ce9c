// The fixed grain of a cloud: an intruder in its box.
#include "generate/cloud.hpp"
#include "generate/extent.hpp"

#include <type_traits>

#include <fmt/format.h>

namespace rubble::generate {
namespace {

constexpr double kOnTheWall = 1e-9;  // distance by which a fixed grain may extend beyond its box / its outer radius

// (form, axis, -1 below the box or 1 above, end of the grain and of the box on this side [m]) => text for messages.
template <class InBox>
std::string text_of_outside(const InBox&, int axis, int side, double end, double wall) {
  const char* key = side < 0 ? "lower" : "upper";
  const bool filled_to_the_top = std::is_same_v<InBox, BoxCloud> && axis == 2 && side > 0;
  return fmt::format(
      "the intruder reaches {0} = {1:g} m, outside the box of [cloud], which ends at {2:g} m: change {0} "
      "in intruder.position, or cloud.{3}{4}",
      "xyz"[axis], end, wall, key, filled_to_the_top ? "; form = \"layers\" leaves the top of a high box free" : "");
}

template <class InBox>
std::string outside_box(const InBox& form, const Grains& grains) {
  const Extent e = extent(grains, 0, Quaternion::Identity());
  const double slack = kOnTheWall * grains.reach(0);
  const Vec3 low = *grains.fixed + e.low, high = *grains.fixed + e.high;
  for (int axis = 0; axis < 3; ++axis) {
    if (low[axis] < form.lower[axis] - slack) return text_of_outside(form, axis, -1, low[axis], form.lower[axis]);
    if (high[axis] > form.upper[axis] + slack) return text_of_outside(form, axis, 1, high[axis], form.upper[axis]);
  }
  return "";
}

}  // namespace

std::string fixed_refused(const Form& form, const Grains& grains) {
  const auto* box = std::get_if<BoxCloud>(&form);
  if (!grains.fixed || std::holds_alternative<LayersCloud>(form)) return "";
  if (box == nullptr)
    return "[intruder] needs form = \"box\" or \"layers\" in [cloud]: set one of them, or remove [intruder]";
  if (box->period().isZero(0)) return "";
  return "[intruder] needs a box that is not periodic: remove 'periodic' from [cloud], or remove [intruder]";
}

std::string fixed_outside(const Form& form, const Grains& grains) {
  if (!grains.fixed) return "";
  if (const auto* box = std::get_if<BoxCloud>(&form)) return box->period().isZero(0) ? outside_box(*box, grains) : "";
  if (const auto* layers = std::get_if<LayersCloud>(&form)) return outside_box(*layers, grains);
  return "";
}

}  // namespace rubble::generate
