#pragma once
// Files that a run writes at its end: results, or the state in which a sanity check failed.
#include "model/pile.hpp"
#include "model/stepper.hpp"
#include "run/request.hpp"
#include "store/provenance.hpp"
#include "store/track.hpp"

#include <string>

namespace rubble::run {

class RunFiles {
 public:
  // (request, which must outlive this object)
  explicit RunFiles(const Request& request);

  // False for a pipe or device, which cannot have files beside it.
  bool to_file() const { return to_file_; }
  // False for a dry run as well.
  bool writes_beside() const { return to_file_ && !request_.arguments.dry_run; }
  std::string checkpoint_path() const;
  bool has_checkpoint() const;
  std::string log_path() const;  // "" if there is none

  // Writes pile and track. If one of them cannot be written, the other is still written and the checkpoint is kept.
  void write_results(const Pile& pile, store::Track& track, const store::Provenance& provenance, Stepper& stepper);
  // Writes the state in which a sanity check failed, and the track that led to it, beside the output. => text on this
  // for the error message. A full disk does not hide the failed check. The stepper is nullptr if it was not made.
  std::string keep_broken_state(const Pile& pile, store::Track& track, const store::Provenance& provenance,
                                Stepper* stepper);

 private:
  void write_hardest_problem(Stepper* stepper) const;
  void remove_broken_state();

  const Request& request_;
  const bool to_file_;
};

}  // namespace rubble::run
