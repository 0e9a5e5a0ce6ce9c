#include "nscd/touching.hpp"

#include "base/parallel.hpp"

#include <cmath>

namespace rubble::nscd {
namespace {

constexpr std::size_t kRows = 256;  // of a piece of work

// The whole periods that lie between b and its image nearest to a, d = x_b - x_a.
Vec3 image_of_nearest(const Vec3& period, const Vec3& d) {
  Vec3 image = Vec3::Zero();
  for (int k = 0; k < 3; ++k)
    if (period[k] > 0) image[k] = -period[k] * std::round(d[k] / period[k]);
  return image;
}

struct Search {
  const Model& model;
  const State& state;
  const External& external;
  double alert;

  void pair(Index a, Index b, std::vector<Touch>& found) const {
    const auto i = static_cast<std::size_t>(a);
    const auto j = static_cast<std::size_t>(b);
    const Vec3 straight = state.position[j] - state.position[i];
    const Vec3 image = image_of_nearest(external.period, straight);
    const Vec3 d = straight + image;
    const double reach = model.radius[i] + model.radius[j];
    const double square = d.squaredNorm();
    if (square > (reach + alert) * (reach + alert)) return;
    const double distance = std::sqrt(square);
    const Vec3 normal = distance > 0 ? Vec3(d / distance) : Vec3::UnitX();
    const double gap = distance - reach;
    found.push_back({{a, b}, state.position[i] + (model.radius[i] + 0.5 * gap) * normal, normal, gap, image});
  }
  void wall(Index row, Index number, std::vector<Touch>& found) const {
    const auto i = static_cast<std::size_t>(row);
    const Plane& plane = external.planes[static_cast<std::size_t>(number)];
    const double height = (state.position[i] - plane.point_at(state.time)).dot(plane.normal);
    const double gap = height - model.radius[i];
    if (gap > alert) return;
    found.push_back({ContactKey::of_wall(row, number), state.position[i] - (model.radius[i] + 0.5 * gap) * plane.normal,
                     -plane.normal, gap, Vec3::Zero()});
  }
};

}  // namespace

std::vector<Touch> find_touching(const Model& model, const State& state, const External& external,
                                 const contact::Candidates& candidates, double alert) {
  const Search search{model, state, external, alert};
  const std::size_t pieces = (model.size() + kRows - 1) / kRows;
  std::vector<std::vector<Touch>> found(pieces);
  for_chunks(pieces, [&](std::size_t piece) {
    for (std::size_t i = piece * kRows; i < std::min(model.size(), (piece + 1) * kRows); ++i) {
      for (std::size_t c = candidates.begin[i]; c < candidates.begin[i + 1]; ++c)
        search.pair(candidates.a[c], candidates.b[c], found[piece]);
      for (std::size_t c = candidates.wall_begin[i]; c < candidates.wall_begin[i + 1]; ++c)
        search.wall(candidates.wall_body[c], candidates.wall[c], found[piece]);
    }
  });
  std::vector<Touch> all;
  for (const std::vector<Touch>& part : found) all.insert(all.end(), part.begin(), part.end());
  return all;
}

}  // namespace rubble::nscd
