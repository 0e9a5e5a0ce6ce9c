#pragma once
// Options of rubble-render that describe a picture: colours, view, cut and size.
#include "cli/options.hpp"
#include "picture/show.hpp"

#include <string>
#include <vector>

namespace rubble::tools {

class PictureOptions {
 public:
  void add_to(cli::Options& options);

  // The picture that the options describe. InputError for values that do not fit together.
  picture::Settings settings() const;

 private:
  picture::Settings settings_;
  std::vector<double> view_{35, 25};     // azimuth and elevation [degrees]
  std::vector<double> size_{1200, 900};  // width and height [pixels]
  std::string cut_;
};

}  // namespace rubble::tools
