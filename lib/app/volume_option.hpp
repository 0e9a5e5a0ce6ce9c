#pragma once
// The option --volume of the tools that refer to a volume of a pile: a name, or a volume with its unit; and --alpha.
#include "app/options.hpp"
#include "model/pile.hpp"

#include <optional>
#include <string>

namespace rubble::app {

class VolumeOption {
 public:
  // (one of measure::volume_names() that stands unless another is given)
  explicit VolumeOption(std::string name) : name_(std::move(name)) {}

  // Adds both options; `text` says what the volume is for.
  void add_to(Options& options, const std::string& text);

  // The name that was chosen, or "given".
  std::string name() const { return given_ ? "given" : name_; }
  // (pile) => its volume of that name, or what was given [m3].
  double of(const Pile& pile) const;

 private:
  void choose(const std::string& word);

  std::string name_;
  std::optional<double> given_;  // [m3]
  std::optional<double> alpha_;  // [m]
};

}  // namespace rubble::app
