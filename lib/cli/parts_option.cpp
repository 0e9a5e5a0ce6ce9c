#include "cli/parts_option.hpp"

#include "base/error.hpp"
#include "base/system.hpp"
#include "cli/number_option.hpp"
#include "measure/clusters/clusters.hpp"
#include "measure/clusters/unwrap.hpp"
#include "measure/ledger/masses.hpp"
#include "store/pile_file.hpp"
#include "store/track.hpp"

namespace rubble::cli {

void add_frame(Options& options, std::optional<int>& frame) {
  options.add_option("--frame", frame, "Number of the frame of the input tracks, from 0; -1: last frame")
      .option_text("N")
      .check(whole_within({-1e9, 1e9}));
}

Pile read_pile_or_frame(const std::string& path, const std::optional<int>& frame) {
  return frame ? store::read_frame(path, *frame).pile : store::read_pile(path).pile;
}

void PartsOption::add_to(Options& options) {
  options
      .add_option("--clusters", least_,
                  "Smallest mass fraction of clusters of touching grains with a row of their own, heaviest first; the "
                  "heaviest always has one; default: one row for all bodies")
      .option_text("SHARE")
      .transform(within(kFraction));
  options.add_option("--link", link_, "Gap / mean diameter below which grains touch; default: 1e-3")
      .option_text("FACTOR")
      .transform(within(kNotNegative));
  add_frame(options, frame_);
}

std::vector<Part> PartsOption::parts(const std::string& path) const {
  Pile pile = read_pile_or_frame(path, frame_);
  if (pile.size() == 0) throw InputError(input_name(path) + ": the pile has no bodies");
  std::vector<Part> out;
  if (!least_) {
    measure::require_open(pile, input_name(path),
                          "a centre of mass is not defined; use --clusters to measure each cluster");
    out.push_back({0, 1, std::move(pile)});
    return out;
  }
  const double mass = measure::total_mass(pile);
  const std::vector<ContactKey> pairs = measure::joined_pairs(pile, link_);
  for (const std::vector<Index>& members : measure::clusters(pile.size(), pairs, pile.model.mass)) {
    std::optional<Pile> part = measure::unwrapped_part(pile, members, pairs);
    const double share = measure::total_mass(part ? *part : measure::part(pile, members)) / mass;
    if (share < *least_ && !out.empty()) break;
    if (!part) throw InputError(input_name(path) + ": a cluster spans the periodic cell and has no extents");
    out.push_back({static_cast<std::int64_t>(out.size()) + 1, share, std::move(*part)});
  }
  return out;
}

}  // namespace rubble::cli
