#include "measure/contacts/kernels.hpp"

#include "detect/narrow.hpp"
#include "model/bodies.hpp"
#include "model/grains.hpp"

#include <algorithm>
#include <string_view>

namespace rubble::measure {
namespace {

constexpr double kReach = 0.01;  // relative to the smallest radius: bodies that rest on each other may be separated by
                                 // rounding

detect::Candidates candidates_of(const Pile& pile) {
  const Model& model = pile.model;
  Reals bound;
  for (std::size_t i = 0; i < pile.size(); ++i) bound.push_back(bounding_radius(model, i));
  const std::vector<Index>* grain = pile.state.grouping.grains_of_bodies();
  const std::vector<Plane> none;
  const double reach = kReach * *std::min_element(model.radius.begin(), model.radius.end());
  return detect::find_candidates(
      {bound, pile.state.position, none, model.space.at(pile.state.time), pile.state.time, grain, true}, reach, {});
}

}  // namespace

std::vector<KernelCount> kernel_counts(const Pile& pile) {
  const Model& model = pile.model;
  const std::vector<Quaternion> no_turn;
  const std::vector<shape::PreparedShape> no_solids;
  const detect::PlacedBodies bodies{pile.state.position, model.radius, model.shape, no_turn, no_solids};
  std::vector<KernelCount> out;
  for (const detect::KernelName& kernel : detect::dispatch_table()) {
    out.push_back({kernel.first, kernel.second, kernel.text, {}});
    if (std::string_view(kernel.second) != "wall") out.back().candidates = 0;
  }
  const detect::Candidates list = candidates_of(pile);
  for (std::size_t k = 0; k < list.a.size(); ++k)
    ++*out[detect::kernel_of({list.a[k], list.b[k], 0}, bodies)].candidates;
  for (const ContactKey& key : pile.contacts.key)
    if (!glued(pile.state.grouping, key)) ++out[detect::kernel_of(key, bodies)].points;
  return out;
}

}  // namespace rubble::measure
