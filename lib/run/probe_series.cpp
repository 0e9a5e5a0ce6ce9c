#include "run/probe_series.hpp"

#include <utility>

namespace rubble::run {

std::vector<store::Column> probe_columns(const Probes* probes) {
  std::vector<store::Column> columns;
  if (probes == nullptr) return columns;
  for (const ProbeTarget& target : probes->targets()) {
    const std::string path = "probe/" + target.name + "/";
    columns.push_back({path + "force", "N", 3});
    columns.push_back({path + "torque", "N m", 3});
    columns.push_back({path + "impulse", "N s", 3});
    if (probes->areas()) columns.push_back({path + "contact_area", "m2", 1});
    if (target.body_force) columns.push_back({path + "body_force", "N", 3});
  }
  return columns;
}

Reals probe_row(Probes* probes, const Pile& pile) {
  Reals row;
  if (probes == nullptr) return row;
  const auto add = [&](const Vec3& v) { row.insert(row.end(), v.begin(), v.end()); };
  const std::vector<ProbeRecord> records = probes->take_record(pile.model, pile.state);
  for (std::size_t k = 0; k < records.size(); ++k) {
    const ProbeRecord& record = records[k];
    add(record.mean.force);
    add(record.mean.torque);
    add(record.impulse);
    if (probes->areas()) row.push_back(record.mean.area);
    if (probes->targets()[k].body_force) add(record.body_force);
  }
  return row;
}

void restore_probes(const Resume& resume, Probes* probes) {
  if (probes == nullptr) return;
  Probes loaded = *probes;
  restore(loaded, resume);
  *probes = std::move(loaded);
}

}  // namespace rubble::run
