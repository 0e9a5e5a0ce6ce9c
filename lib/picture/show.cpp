#include "picture/show.hpp"

#include "base/error.hpp"
#include "measure/clusters/clusters.hpp"
#include "measure/clusters/fragments.hpp"
#include "measure/clusters/unwrap.hpp"
#include "measure/ledger/masses.hpp"
#include "model/bodies.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace rubble::picture {

namespace {

constexpr std::uint32_t kPaper = 0xFFFFFF, kNight = 0x0B0E14;
constexpr std::uint32_t kInk = 0x20242B, kLightInk = 0xE6E8EC;
constexpr double kMargin = 1.12;       // margin around the bodies, as a factor of the visible width
constexpr double kMostMass = 0.99;     // fraction of the mass that every frame shows
constexpr double kArrowLength = 0.15;  // length of the arrow of the greatest velocity, relative to the visible width
constexpr double kMostWall = 3;        // largest factor by which walls widen the picture
constexpr double kGhost = 0.22;        // opacity of the bodies behind force chains

}  // namespace

Show::Show(const Settings& settings, const Pile& first, const FrameOf& frame, std::size_t frames)
    : settings_(settings),
      out_(direction_to(settings.azimuth, settings.elevation).normalized()),
      planes_(first.model),
      columns_(first) {
  look_through(frame, frames);
}

void Show::look_through(const FrameOf& frame, std::size_t frames) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (std::size_t k = 0; k < frames; ++k) {
    const Pile pile = measure::wrapped(frame(k));
    if (pile.size() == 0) throw InputError("the pile has no bodies");
    longest_ = std::max(longest_, std::abs(pile.state.time));
    if (k == 0) centre_ = measure::middle(pile);
    if (!settings_.across) widen(pile, k == 0);
    if (!settings_.across && k == 0) take_in_walls(pile);
    if (settings_.chains) strongest_ = std::max(strongest_, strongest_force(pile));
    if (settings_.arrows) fastest_ = std::max(fastest_, fastest_grain(pile));
    if (settings_.colour.empty() || !settings_.range.empty()) continue;
    for (const double value : columns_.of(pile, settings_.colour).value) {
      if (settings_.logarithmic && !(value > 0)) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  if (settings_.across) across_ = *settings_.across;
  if (!settings_.range.empty()) low = settings_.range[0], high = settings_.range[1];
  if (!settings_.colour.empty() && !(low <= high))
    throw InputError(fmt::format("--log needs values above 0: no body has a {} above 0", settings_.colour));
  shading_.low = low;
  shading_.high = high;
  shading_.logarithmic = settings_.logarithmic;
}

// Widens the picture for the bodies around the centre: for all of them, or for the innermost that hold most of the
// mass.
void Show::widen(const Pile& pile, bool all) {
  const View view = unscaled_view_of(pile);
  struct Asked {
    double across, mass;
  };
  std::vector<Asked> asked;
  double mass = 0;
  for (std::size_t i = 0; i < pile.size(); ++i) {
    asked.push_back({across_for(view, pile.state.position[i], bounding_radius(pile.model, i)), pile.model.mass[i]});
    mass += pile.model.mass[i];
  }
  std::ranges::sort(asked, {}, &Asked::across);
  double shown = 0;
  for (const Asked& a : asked) {
    if (!all && shown >= kMostMass * mass) return;
    across_ = std::max(across_, a.across);
    shown += a.mass;
  }
}

// (view, place and radius of a body [m]) => the visible width that contains it.
double Show::across_for(const View& view, const Vec3& place, double radius) const {
  const Vec3 from = view.axes * (place - view.centre);
  const double wide = std::abs(from.x()) + radius;
  const double high = (std::abs(from.y()) + radius) * settings_.width / settings_.height;
  return 2 * kMargin * std::max(wide, high);
}

// Places the picture about the bodies and the triangulated walls of the first frame. Walls that are far larger than the
// pile, and those of a picture that follows a cluster, widen it within limits only.
void Show::take_in_walls(const Pile& pile) {
  const std::vector<DrawnTriangle> walls = wall_triangles(pile);
  if (walls.empty()) return;
  const View view = unscaled_view_of(pile);
  const auto from_middle = [&](const Vec3& place) -> Vec3 { return view.axes * (place - view.centre); };
  Eigen::AlignedBox3d box;
  double asked = across_;
  for (std::size_t i = 0; i < pile.size(); ++i) {
    const Vec3 place = from_middle(pile.state.position[i]), radius = Vec3::Constant(bounding_radius(pile.model, i));
    box.extend(place - radius).extend(place + radius);
  }
  for (const DrawnTriangle& triangle : walls)
    for (const Vec3& corner : triangle) {
      box.extend(from_middle(corner));
      asked = std::max(asked, across_for(view, corner, 0));
    }
  const Vec3 middle = box.center(), half = 0.5 * box.sizes();
  const double around = 2 * kMargin * std::max(half.x(), half.y() * settings_.width / settings_.height);
  if (settings_.follow || around > kMostWall * across_) {
    across_ = std::min(asked, kMostWall * across_);
    return;
  }
  shift_ = view.axes.transpose() * Vec3(middle.x(), middle.y(), 0);
  across_ = around;
}

Vec3 Show::middle_of(const Pile& pile) const {
  if (!settings_.follow) return centre_;
  const std::vector<ContactKey> pairs = measure::joined_pairs(pile);
  const auto clusters = measure::clusters(pile.size(), pairs, pile.model.mass);
  if (!pile.model.space.repeats()) return measure::centre_of_mass(measure::part(pile, clusters.front()));
  const Vec3 centre = measure::fragment(pile, clusters.front(), pairs).centre;
  return centre.allFinite() ? centre : measure::middle(pile);
}

// => the view of a picture that is 1 m wide
View Show::unscaled_view_of(const Pile& pile) const {
  return view_from(out_, middle_of(pile) + shift_, 1, settings_.width, settings_.height);
}

View Show::view_of(const Pile& pile) const {
  return view_from(out_, middle_of(pile) + shift_, across_, settings_.width, settings_.height);
}

// The cut removes the viewer's side of the plane, or its positive side if the plane is seen edge on.
shape::FacePlane Show::cut_of(const View& view) const {
  const Vec3 axis = settings_.cut_across == 'v' ? out_ : Vec3(Vec3::Unit(settings_.cut_across - 'x'));
  const double place = settings_.cut_at ? *settings_.cut_at : axis.dot(view.centre - shift_);
  if (axis.dot(out_) < -1e-9) return {-axis, -place};
  return {axis, place};
}

Scene Show::scene_of(const Pile& pile, const View& view, Notes& notes) {
  std::vector<Colour> colours;
  if (settings_.colour.empty()) {
    colours = rock_colours(pile);
  } else {
    shading_.column = columns_.of(pile, settings_.colour);
    colours = colours_of(pile, shading_);
    if (const std::optional<Legend> legend = legend_of(shading_)) notes.legend.push_back(*legend);
  }
  Scene scene = bodies(pile, planes_, colours);
  scene.wall = wall_triangles(pile);
  if (settings_.arrows) {
    add_arrows(scene, pile, out_, fastest_, kArrowLength * across_);
    notes.arrow = fastest_;
    notes.arrow_pixels = kArrowLength * across_ * view.scale;
  }
  if (settings_.cut_across != 0) scene.cut = cut_of(view);
  return scene;
}

Show::Picture Show::of(const Pile& given) {
  const Pile pile = measure::wrapped(given);
  const View view = view_of(pile);
  Notes notes{.time = pile.state.time, .longest = longest_, .ink = settings_.dark ? kLightInk : kInk};
  const std::uint32_t background = settings_.dark ? kNight : kPaper;
  Image image = render(scene_of(pile, view, notes), view, background);
  if (settings_.chains) {
    Scene lines = chains(pile, strongest_);
    if (settings_.cut_across != 0) lines.cut = cut_of(view);
    Image front = render(lines, view, background);
    lay_over(front, image, background, kGhost);
    image = std::move(front);
    notes.legend.push_back(
        {.title = "normal force [N]", .low = 0, .high = strongest_, .logarithmic = false, .group = {}});
  }
  return {std::move(image), view, settings_.plain ? std::nullopt : std::optional(notes)};
}

}  // namespace rubble::picture
