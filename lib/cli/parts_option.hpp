#pragma once
// Options of tools that measure a pile as one body, or each of its clusters: --clusters, --link and --frame.
#include "cli/options.hpp"
#include "model/pile.hpp"

#include <optional>
#include <string>
#include <vector>

namespace rubble::cli {

// The pile that a row of the table describes.
struct Part {
  std::int64_t cluster = 0;  // from 1 in order of falling mass; 0: all bodies
  double share = 1;          // fraction of the pile's mass
  Pile pile;
};

class PartsOption {
 public:
  void add_to(Options& options);

  // (path of a pile, or of a track if a frame is requested) => the piles to measure. InputError for a pile without
  // bodies, for a periodic pile without --clusters, and for a cluster that spans the periodic cell.
  std::vector<Part> parts(const std::string& path) const;

 private:
  std::optional<double> least_;  // smallest mass fraction of a listed cluster; the heaviest is always listed
  double link_ = 1e-3;           // gap, in mean diameters, below which grains touch
  std::optional<int> frame_;
};

// (options of a tool that reads piles, value of --frame)
void add_frame(Options& options, std::optional<int>& frame);

// (path, number of a frame or nothing) => the pile, or that frame of the track. InputError if the file or the frame
// does not exist.
Pile read_pile_or_frame(const std::string& path, const std::optional<int>& frame);

}  // namespace rubble::cli
