#include "run/observers.hpp"

#include "experiment/overlap_observer.hpp"
#include "experiment/packing_observer.hpp"

namespace rubble::run {

void Observers::read() {
  if (const auto rule = request_.config.read_if<experiment::OverlapRule>("overlap"))
    asked_.push_back(std::make_unique<experiment::Overlaps>(*rule));
  if (const auto rule = request_.config.read_if<experiment::PackingRule>("packing"))
    asked_.push_back(std::make_unique<experiment::Packing>(*rule));
}

std::vector<experiment::Observer*> Observers::all() const {
  std::vector<experiment::Observer*> observers;
  for (const auto& observer : asked_) observers.push_back(observer.get());
  if (request_.protocol.drive) observers.push_back(request_.protocol.drive.get());
  if (request_.protocol.stop) observers.push_back(request_.protocol.stop.get());
  return observers;
}

std::vector<store::Column> Observers::columns() const {
  std::vector<store::Column> columns;
  for (const experiment::Observer* observer : all())
    for (const experiment::Finding& finding : observer->findings()) columns.push_back({finding.name, finding.unit, 1});
  return columns;
}

Reals Observers::observe(const experiment::Look& look) {
  Reals values;
  for (experiment::Observer* observer : all()) {
    const auto observe = [&] { observer->observe(look); };
    if (observer == request_.protocol.stop.get())
      request_.config.within("stop", observe);
    else
      observe();
    for (const experiment::Finding& finding : observer->findings()) values.push_back(finding.value);
  }
  return values;
}

std::vector<TypicalValue> Observers::typical_values() const {
  std::vector<TypicalValue> values;
  for (const experiment::Observer* observer : all())
    for (TypicalValue& value : observer->typical_values()) values.push_back(std::move(value));
  return values;
}

void Observers::archive(Archive& archive) {
  for (experiment::Observer* observer : all()) observer->archive(archive);
}

}  // namespace rubble::run
