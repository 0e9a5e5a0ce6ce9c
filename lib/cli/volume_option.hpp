#pragma once
// Option --volume of the tools that need a volume of a pile, as a name or as a value with its unit. Option --alpha is
// the radius of the ball of the alpha shape.
#include "cli/options.hpp"
#include "measure/extent/volume.hpp"

#include <optional>
#include <string>

namespace rubble::cli {

class VolumeOption {
 public:
  // (default)
  explicit VolumeOption(measure::Volume definition) : definition_(definition) {}

  // Adds both options; `text` describes the purpose of the volume.
  void add_to(Options& options, const std::string& text);

  // Name of the chosen volume, or "given".
  std::string name() const { return given_ ? "given" : measure::name_of(definition_); }
  // (pile) => its volume of that name, or the given volume [m3]. InputError if the pile has no volume of that name.
  double of(const Pile& pile) const;

 private:
  void choose(const std::string& word);

  measure::Volume definition_;
  std::optional<double> given_;  // [m3]
  std::optional<double> alpha_;  // [m]; empty: measure::default_alpha()
};

}  // namespace rubble::cli
