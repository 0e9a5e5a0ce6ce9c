#pragma once
// Options of a tool that measures alpha shapes: --alpha, --spectrum and --balls.
#include "base/vec.hpp"
#include "cli/options.hpp"
#include "measure/extent/pile_solid.hpp"
#include "model/pile.hpp"

#include <optional>
#include <string>
#include <vector>

namespace rubble::tools {

class AlphaOption {
 public:
  void add_to(cli::Options& options);

  // InputError for an invalid value of --alpha. It needs no pile, so that tools can call it before they read one.
  void check() const;

  // (pile, which must outlive the result) => its tetrahedra. With --balls they join the centres of the spheres, else
  // points on the surfaces of the grains. InputError if --balls is given and not all bodies are spheres.
  measure::PileSolid solid(const Pile& pile) const { return {pile, balls_}; }

  bool balls() const { return balls_; }

  // (pile, its solid) => the requested radii [m], infinity for "inf"; the default radius if none was requested.
  Reals radii(const Pile& pile, const measure::PileSolid& solid) const;

 private:
  std::vector<std::string> words_;  // lengths, "auto", "inf"
  std::optional<int> spectrum_;
  bool balls_ = false;
};

}  // namespace rubble::tools
