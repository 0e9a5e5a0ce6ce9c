#include "hsdem/records.hpp"

#include <string>
#include <utility>

namespace rubble::hsdem {

void Records::archive(Archive& archive) {
  archive_account(archive, "hsdem/account", account);
  archive.value("hsdem/first_half_heat", first_half_heat);
  made.archive(archive, "hsdem/energy_made");
  for (const auto& [name, number] : {std::pair{"impacts", &counts.impacts.all},
                                     {"elastic", &counts.impacts.elastic},
                                     {"plastic", &counts.impacts.plastic},
                                     {"smooth", &counts.impacts.smooth},
                                     {"lifted", &counts.impacts.lifted},
                                     {"bound", &counts.bound},
                                     {"passed_over", &counts.passed_over},
                                     {"missed", &counts.missed},
                                     {"sticks", &counts.sticks},
                                     {"fragments", &counts.fragments},
                                     {"failed", &counts.failed},
                                     {"supported", &counts.supported},
                                     {"resting_kicks", &counts.resting.kicks},
                                     {"unconverged", &counts.resting.unconverged}})
    archive.value(std::string("hsdem/") + name, *number);
  archive.value("hsdem/overlap", counts.overlap);
}

}  // namespace rubble::hsdem
