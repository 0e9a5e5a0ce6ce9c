#include "experiment/overlap_observer.hpp"

#include "measure/contacts/forces.hpp"
#include "measure/contacts/overlaps.hpp"
#include "measure/ledger/grain_sums.hpp"

#include <algorithm>

namespace rubble::experiment {

void Overlaps::observe(const Look& look) {
  const Pile& pile = look.pile;
  const measure::Grains grains = measure::grains_of(pile);
  const std::vector<char> deep = measure::pressed_deep(pile, rule_.deep);
  ever_.resize(pile.size(), 0);
  std::size_t now = 0, ever = 0;
  for (std::size_t g = 0; g < grains.size(); ++g) {
    bool before = false;
    for (const Index i : grains.bodies(g)) {
      before = before || ever_[i] != 0;
      if (deep[g]) ever_[i] = 1;
    }
    now += deep[g] ? 1 : 0;
    ever += deep[g] || before ? 1 : 0;
  }
  const auto count = static_cast<double>(grains.size());
  mean_ = measure::distribution(measure::contact_forces(pile).relative_overlap).mean;
  deep_ = static_cast<double>(now) / count;
  ever_deep_ = static_cast<double>(ever) / count;
}

std::vector<Finding> Overlaps::findings() const {
  return {{"overlap/mean", "1", mean_}, {"overlap/deep", "1", deep_}, {"overlap/ever_deep", "1", ever_deep_}};
}

void Overlaps::archive(Archive& archive) { archive.value("observe/overlaps", ever_); }

}  // namespace rubble::experiment
