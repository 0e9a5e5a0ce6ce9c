#include "hsdem/records.hpp"

#include <string>
#include <utility>

namespace rubble::hsdem {

void Records::archive(Archive& archive) {
  archive_account(archive, "hsdem/account", account);
  archive.value("hsdem/first_half_heat", first_half_heat);
  made.archive(archive, "hsdem/energy_made");
  for (const auto& [name, number] : {std::pair{"impacts", &counts.impacts},
                                     {"elastic", &counts.elastic},
                                     {"plastic", &counts.plastic},
                                     {"smooth", &counts.smooth},
                                     {"lifted", &counts.lifted},
                                     {"bound", &counts.bound},
                                     {"passed_over", &counts.passed_over},
                                     {"missed", &counts.missed},
                                     {"sticks", &counts.sticks},
                                     {"fragments", &counts.fragments},
                                     {"failed", &counts.failed},
                                     {"supported", &counts.supported},
                                     {"resting_kicks", &counts.resting_kicks},
                                     {"unconverged", &counts.unconverged}})
    archive.value(std::string("hsdem/") + name, *number);
  archive.value("hsdem/overlap", counts.overlap);
}

}  // namespace rubble::hsdem
