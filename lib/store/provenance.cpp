#include "store/provenance.hpp"

#include "store/hdf5.hpp"

#include <fmt/format.h>

namespace rubble::store {
namespace {

// Texts of a record, in the order of the file.
const std::pair<const char*, std::string Record::*> kRecord[] = {
    {"tool", &Record::tool},         {"version", &Record::version}, {"commit", &Record::commit},
    {"compiler", &Record::compiler}, {"flags", &Record::flags},     {"arguments", &Record::arguments},
    {"config", &Record::config}};

}  // namespace

void write_provenance(Writer& file, const Provenance& provenance) {
  file.group("/provenance");
  for (std::size_t i = 0; i < provenance.size(); ++i) {
    const Record& record = provenance[i];
    const std::string group = fmt::format("/provenance/{:04}", i + 1);
    for (const auto& [key, member] : kRecord) file.text(group + "/" + key, record.*member);
    if (record.seed) file.dataset(group + "/seed", view(*record.seed), "1", "");
    file.texts(group + "/inputs", record.inputs);
    if (!record.results.empty()) {
      std::vector<std::string> names;
      Reals values;
      for (const auto& [name, value] : record.results) names.push_back(name), values.push_back(value);
      file.texts(group + "/result_names", names);
      file.dataset(group + "/results", view(values), "", "numbers that the tool computed about its output");
    }
  }
}

Provenance read_provenance(const Reader& file) {
  Provenance provenance;
  for (const std::string& child : file.children("/provenance")) {
    const std::string group = "/provenance/" + child;
    Record& record = provenance.emplace_back();
    for (const auto& [key, member] : kRecord) record.*member = file.text(group + "/" + key);
    if (file.has(group + "/seed")) record.seed = file.scalar<std::int64_t>(group + "/seed");
    record.inputs = file.texts(group + "/inputs");
    if (!file.has(group + "/results")) continue;
    const std::vector<std::string> names = file.texts(group + "/result_names");
    const Reals values = file.rows<double>(group + "/results", names.size());
    for (std::size_t k = 0; k < names.size(); ++k) record.results.emplace_back(names[k], values[k]);
  }
  return provenance;
}

}  // namespace rubble::store
