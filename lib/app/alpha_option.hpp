#pragma once
// Options of a tool that measures alpha shapes: --alpha, --spectrum and --balls.
#include "app/options.hpp"
#include "base/vec.hpp"
#include "measure/solid.hpp"
#include "model/pile.hpp"

#include <optional>
#include <string>
#include <vector>

namespace rubble::app {

class AlphaOption {
 public:
  void add_to(Options& options);

  // Says what is wrong with a radius that was given (InputError), before anything is read.
  void check() const;

  // (pile, which outlives it) => its tetrahedra, of the kind that was asked for.
  measure::Solid solid(const Pile& pile) const { return {pile, balls_}; }

  bool balls() const { return balls_; }

  // (pile, its solid) => the radii that were asked for [m]; the usual one if none was.
  Reals radii(const Pile& pile, const measure::Solid& solid) const;

 private:
  std::vector<std::string> words_;  // lengths, "auto", "inf"
  std::optional<int> spectrum_;
  bool balls_ = false;
};

}  // namespace rubble::app
