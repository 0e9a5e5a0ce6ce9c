#pragma once
// The interface to every method: plain data in, advanced state out. One virtual call per control interval.
#include "base/archive.hpp"
#include "model/account.hpp"
#include "model/external.hpp"
#include "model/pile.hpp"
#include "model/step_clock.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rubble {

namespace friction {
struct Problem;
}

// A quantity that a method monitors in its own steps, and its limit. A run that exceeds the limit is invalid.
struct Audit {
  const char* name;  // name of the column in a track
  const char* unit;
  const char* text;  // description, for messages
  const char* key;   // key of its limit in [sanity]
  double limit;
  double worst = 0;  // since the run's start
  // True if the quantity is a ratio over all events so far. The limit then applies only at the scheduled times, so that
  // wall time does not decide whether a run continues.
  bool may_fall = false;
  // True if `worst` is an energy. The method reports it in J, and the run divides it by the ledger's energy scale.
  bool energy = false;
  // True if there are too few events for a meaningful ratio. The limit then does not apply.
  bool excused = false;
  std::string detail = {};  // for messages, such as "3 of 60"
  const char* cure = "";    // for messages: how to keep the limit

  bool kept() const { return excused || worst <= limit; }  // true while the limit is kept; false for NaN
};

// Statistics that a method writes to the log of this process: time spent, number of operations. Not part of results.
struct Remark {
  const char* name;
  const char* unit;  // "1" for numbers
  double value;      // NaN if it is not available
};

struct StepReport {
  std::int64_t steps = 0;             // since the run's start
  std::vector<Audit> audits;          // audits of the method
  std::size_t contacts = 0;           // present number of contacts
  std::vector<Remark> remarks;        // remarks of the method
  std::optional<Impact> impact = {};  // that has ended the run

  // std::out_of_range for a name that the method does not have.
  double remark(std::string_view name) const;
};

class Stepper {
 public:
  virtual ~Stepper() = default;

  // Advances the state to the end of the first step at or after `until` [s], or of the step in which a stop signal
  // arrives or an impact ends the run. A method with sticking or breaking changes the grouping. SanityError if the run
  // is invalid: numbers that are not finite, bodies that pass through each other.
  virtual StepReport advance(const Model& model, State& state, const External& external, double until) = 0;

  // (pile, external) => the touching pairs, with forces, histories and energies at its time.
  virtual Contacts contacts(const Pile& pile, const External& external) const = 0;

  // The bonds of the bodies at present; none unless the method has bonds that a later run needs.
  virtual Bonds bonds() const { return {}; }

  // Energy and momentum exchanged since the start of the run.
  virtual const Account& account() const = 0;

  // The friction problem that was hardest to solve so far, if the method was configured to store it; else nullptr.
  virtual std::shared_ptr<const friction::Problem> hardest_problem() const { return nullptr; }

  // Returns a sentence on how the method changed the pile before the first step; empty if it did not.
  virtual std::string started() const { return {}; }

  // Saves or loads the memory, in addition to the pile, that a resumed run needs to have the same bits.
  virtual void archive(Archive& archive) = 0;
};

}  // namespace rubble
