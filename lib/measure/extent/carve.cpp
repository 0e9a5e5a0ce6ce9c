#include "measure/extent/carve.hpp"

#include "base/parallel.hpp"
#include "measure/ledger/grain_sums.hpp"
#include "model/bodies.hpp"

#include <algorithm>

namespace rubble::measure {
namespace {

constexpr std::size_t kBodiesPerPiece = 64;  // bodies of one piece of parallel work

shape::Position position_of(const Pile& pile, const shape::ClosedSurface& surface, std::size_t body) {
  const Vec3& centre = pile.state.position[body];
  const shape::Position of_ball = surface.of_ball(centre, bounding_radius(pile.model, body));
  if (of_ball != shape::Position::across || !is_oriented(pile.model, body)) return of_ball;
  return surface.of_hull(vertices(pile.model, pile.state, body), shape_of(pile.model, body).face);
}

std::vector<shape::Position> positions(const Pile& pile, const shape::ClosedSurface& surface) {
  std::vector<shape::Position> out(pile.size());
  for_chunks((pile.size() + kBodiesPerPiece - 1) / kBodiesPerPiece, [&](std::size_t piece) {
    const std::size_t end = std::min(pile.size(), (piece + 1) * kBodiesPerPiece);
    for (std::size_t i = piece * kBodiesPerPiece; i < end; ++i) out[i] = position_of(pile, surface, i);
  });
  return out;
}

// Centre of mass of the bodies of a grain [m].
Vec3 centre_of(const Pile& pile, std::span<const Index> bodies) {
  const Vec3& origin = pile.state.position[static_cast<std::size_t>(bodies[0])];
  Vec3 moment = Vec3::Zero();
  double mass = 0;
  for (const Index b : bodies) {
    const auto i = static_cast<std::size_t>(b);
    moment += pile.model.mass[i] * (pile.state.position[i] - origin);
    mass += pile.model.mass[i];
  }
  return origin + moment / mass;
}

}  // namespace

Carving carve(const Pile& pile, const shape::ClosedSurface& surface, Kept kept, Crossing crossing) {
  const std::vector<shape::Position> position = positions(pile, surface);
  const shape::Position wanted = kept == Kept::inside ? shape::Position::inside : shape::Position::outside;
  const Grains grains = grains_of(pile);
  Carving out;
  std::vector<Index> stay;
  for (std::size_t g = 0; g < grains.size(); ++g) {
    const std::span<const Index> bodies = grains.bodies(g);
    const shape::Position first = position[static_cast<std::size_t>(bodies[0])];
    const bool across = first == shape::Position::across || std::ranges::any_of(bodies, [&](Index b) {
                          return position[static_cast<std::size_t>(b)] != first;
                        });
    bool stays = first == wanted;
    if (across) stays = crossing == Crossing::keep;
    if (across && crossing == Crossing::centre)
      stays = surface.contains(centre_of(pile, bodies)) == (kept == Kept::inside);
    out.crossing += across ? 1 : 0;
    out.crossing_kept += across && stays ? 1 : 0;
    if (stays) stay.push_back(static_cast<Index>(g));
  }
  out.bodies = bodies_of(grains, stay);
  return out;
}

}  // namespace rubble::measure
