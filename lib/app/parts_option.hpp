#pragma once
// Options of tools that measure a pile as one body, or each of its clusters: --clusters, --link and --frame.
#include "app/options.hpp"
#include "model/pile.hpp"

#include <optional>
#include <string>
#include <vector>

namespace rubble::app {

// The pile that a row describes.
struct Part {
  std::int64_t cluster = 0;  // from 1 on, the heaviest first; 0: all bodies
  double share = 1;          // of the pile's mass
  Pile pile;
};

class PartsOption {
 public:
  void add_to(Options& options);

  // (name of a pile, or of a track if a frame was asked for) => the piles to measure. InputError for a pile without
  // bodies.
  std::vector<Part> parts(const std::string& path) const;

 private:
  std::optional<double> least_;  // share of the mass of a cluster that counts; the heaviest does in any case
  double link_ = 1e-3;           // gap, in mean diameters, below which grains touch
  std::optional<int> frame_;
};

// (option --frame of a tool that reads piles, its value)
void add_frame(Options& options, std::optional<int>& frame);

// (name, number of a frame or none) => the pile of that name, or that frame of the track. InputError if it is not
// there.
Pile read_pile_or_frame(const std::string& path, const std::optional<int>& frame);

}  // namespace rubble::app
