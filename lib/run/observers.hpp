#pragma once
// Observers of a run: those of the configuration, the drive, and the stop rule.
#include "experiment/observer.hpp"
#include "run/request.hpp"
#include "store/track.hpp"

#include <memory>
#include <vector>

namespace rubble::run {

class Observers {
 public:
  // (request, which must outlive the observers)
  explicit Observers(const Request& request) : request_(request) {}
  // Reads the observers of the tables [overlap] and [packing].
  void read();

  // => columns of their findings in the track.
  std::vector<store::Column> columns() const;
  // Lets each observer observe. => the values of their findings, in the order of columns().
  Reals observe(const experiment::Look& look);
  // => typical values of the keys that the observers know, once the first state of the run is known.
  std::vector<TypicalValue> typical_values() const;
  void archive(Archive& archive);

 private:
  std::vector<experiment::Observer*> all() const;

  const Request& request_;
  std::vector<std::unique_ptr<experiment::Observer>> asked_;
};

}  // namespace rubble::run
