#include "run/run.hpp"

#include "base/error.hpp"
#include "base/freed_memory.hpp"
#include "base/interrupt.hpp"
#include "cli/signals.hpp"
#include "run/finished.hpp"
#include "run/ledger_series.hpp"
#include "run/observers.hpp"
#include "run/planet_series.hpp"
#include "run/probe_series.hpp"
#include "run/run_files.hpp"
#include "run/run_key.hpp"
#include "run/run_messages.hpp"
#include "run/sanity.hpp"
#include "run/scenario.hpp"
#include "run/wall_series.hpp"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <utility>

#include <fmt/format.h>

namespace rubble::run {
namespace {

// Interval at which the loop checks signals and clocks [s of wall time].
constexpr double kSlice = 1.0;

// State of the loop itself, saved in checkpoints.
struct Memory {
  Account given;  // energy and momentum that the drive added
  measure::Drift drift;

  void archive(Archive& archive) {
    archive_account(archive, "run/given", given);
    archive_drift(archive, drift);
  }
};

// State of a run at one time.
struct Present {
  Pile pile;
  std::int64_t first_step = 0;  // step of the pile at the start of the run
  std::int64_t looked_at = -1;  // step of the stored contacts
  std::unique_ptr<Stepper> stepper;
  StepReport report;
  Memory memory;
  std::unique_ptr<store::Track> track;
};

class Run {
 public:
  explicit Run(const Request& request);

  int go();

 private:
  void load();
  void begin();
  void begin_from_input();
  bool resume();
  void restore();
  void loop();
  void advance(double until) {
    now_.report = now_.stepper->advance(now_.pile.model, now_.pile.state, scenario_.external, until);
  }
  void advance_a_slice();
  void require_audits() const;
  void push();
  void look();
  void record();
  void save_checkpoint();
  void write_results();
  int stopped();
  int given_up();
  int ended();

  StepReport relative_report() const;
  std::int64_t step() const { return now_.pile.state.step - now_.first_step; }  // since the run's start
  bool done() const;
  Progress::Now progress() const;

  const Request& request_;
  RunFiles files_;
  Scenario scenario_;
  Present now_;
  Observers observers_;
  std::unique_ptr<RunMessages> messages_;
  bool saved_ = false;      // a checkpoint of this run exists
  std::int64_t slice_ = 1;  // steps
  WallTimes times_;
  Stopwatch since_checkpoint_;
};

Run::Run(const Request& request) : request_(request), files_(request), observers_(request) {}

bool Run::done() const {
  return now_.report.impact || step() >= scenario_.schedule->end() ||
         (request_.protocol.stop && request_.protocol.stop->met());
}

Progress::Now Run::progress() const {
  const double expected_end = request_.protocol.stop ? request_.protocol.stop->expected_end() : HUGE_VAL;
  return {now_.pile.state.time,     step(),      now_.report.contacts, relative_report().audits,
          now_.memory.drift.energy, expected_end};
}

// Reads configuration and input. Nothing is written before this succeeds.
void Run::load() {
  scenario_ = read_scenario(request_, observers_, now_.pile);
  now_.first_step = now_.pile.state.step;
  now_.track = std::make_unique<store::Track>(columns_of(scenario_, observers_), scenario_.method->regroups());
  const double end_time = now_.pile.state.time + static_cast<double>(scenario_.schedule->end()) * scenario_.tick;
  messages_ = std::make_unique<RunMessages>(request_, scenario_, now_.pile.size(), end_time);
}

// Makes the stepper and the first record, from the input or from a checkpoint.
void Run::begin() {
  const cli::Arguments& arguments = request_.arguments;
  const std::string path = files_.checkpoint_path();
  const bool found = files_.has_checkpoint();
  const bool goes_on = found && arguments.restart;
  if (found && !goes_on && !arguments.force)
    throw InputError(path +
                     ": checkpoint of a stopped run: use --restart to resume from it, or --force to start again");
  messages_->open_log(files_.log_path(), goes_on);
  if (!goes_on || !resume()) {
    if (found) store::remove_checkpoint(path);
    if (arguments.restart && !found) messages_->say("no checkpoint " + path + "; starting from the input");
    begin_from_input();
  }
  messages_->start(progress());
}

void Run::begin_from_input() {
  now_.stepper = request_.config.within("periodic", [&] {  // refuses a box that is too short for its bodies
    return scenario_.method->start(now_.pile, scenario_.external, scenario_.probes.get());
  });
  advance(now_.pile.state.time);
  messages_->tell("start", now_.stepper->started());
  look();
}

// => true if the run resumes. A checkpoint that is damaged or belongs to another run is refused. With --force it is
// discarded instead, because workflows use both options even if parameters have changed.
bool Run::resume() {
  const Resume fresh = memory_of(observers_);  // before they have observed anything
  const std::string path = files_.checkpoint_path();
  try {
    restore();
  } catch (const InputError& error) {
    const std::string cause = error.what();
    const std::string message = cause.starts_with(path) ? cause : path + ": " + cause;
    if (!request_.arguments.force) throw InputError(message + "; use --force to start again");
    messages_->say(message + "; starting from the input");
    messages_->open_log(files_.log_path(), false);
    rubble::restore(observers_, fresh);
    return false;
  }
  saved_ = true;
  advance(now_.pile.state.time);
  messages_->say(fmt::format("resuming from {} at {:.6g} s", path, now_.pile.state.time));
  return true;
}

// Restores the complete run from the checkpoint. If it throws InputError, only the observers may have changed.
void Run::restore() {
  const std::string path = files_.checkpoint_path();
  store::Track track(columns_of(scenario_, observers_), scenario_.method->regroups());
  store::Checkpoint checkpoint = store::read_checkpoint(path, track);
  require_own(request_, scenario_, path, checkpoint, now_.first_step);
  Probes* probes = scenario_.probes.get();
  auto stepper = scenario_.method->go_on(checkpoint.pile, scenario_.external, checkpoint.resume, probes);
  Memory memory;
  rubble::restore(memory, checkpoint.resume);
  rubble::restore(observers_, checkpoint.resume);
  restore_probes(checkpoint.resume, probes);
  now_.pile = std::move(checkpoint.pile);
  *now_.track = std::move(track);
  now_.stepper = std::move(stepper);
  now_.memory = std::move(memory);
}

// Advances by the steps that fit into kSlice of wall time, at most to the next moment of the schedule. Slices do not
// change results. The target is halfway between two steps, so that rounding of times does not matter.
void Run::advance_a_slice() {
  const Stopwatch watch;
  const std::int64_t steps = std::min(slice_, scenario_.schedule->next(step()) - step());
  const double until = now_.pile.state.time + (static_cast<double>(steps) - 0.5) * scenario_.tick;
  request_.config.within("periodic", [&] { advance(until); });
  const double seconds = watch.seconds();
  times_.advancing += seconds;
  if (steps < slice_ && seconds <= kSlice) return;
  const double factor = std::min(4.0, kSlice / std::max(seconds, 1e-9));
  slice_ = std::max<std::int64_t>(1, static_cast<std::int64_t>(static_cast<double>(steps) * factor));
}

void Run::push() {
  const double interval = static_cast<double>(scenario_.schedule->push_every()) * scenario_.tick;
  if (now_.pile.bonds.beams) now_.pile.bonds = now_.stepper->bonds();  // those that are not broken
  request_.protocol.drive->push(now_.pile, interval, now_.memory.given);
}

// Does the work at a moment of the schedule: contacts, record, frame.
void Run::look() {
  const Stopwatch watch;
  now_.pile.contacts = {};  // frees their memory before the new ones are made
  now_.pile.contacts = now_.stepper->contacts(now_.pile, scenario_.external);
  now_.pile.bonds = now_.stepper->bonds();
  now_.looked_at = now_.pile.state.step;
  if (scenario_.schedule->records(step()) || now_.report.impact) record();
  // If frames are written, the last state is always one of them.
  const bool last = scenario_.plan.frame_every > 0 && done();
  if ((scenario_.schedule->frames(step()) || last) && !request_.arguments.track.empty()) now_.track->frame(now_.pile);
  times_.looking += watch.seconds();
}

// Computes the ledger, checks it, lets the observers and the stop rule observe, and adds a record to the track.
void Run::record() {
  const setup::Method& method = *scenario_.method;
  Account account = now_.stepper->account();
  account.add(now_.memory.given, 1);
  const measure::Ledger ledger = scenario_.ledger(now_.pile, account);
  now_.memory.drift.update(ledger, now_.pile.model, now_.pile.state, method.regroups(), scenario_.external.frozen);
  require_sane(now_.pile.state, now_.report, now_.memory.drift, scenario_.limits);
  Reals row =
      ledger_row(ledger, now_.memory.drift, now_.pile, method.channels(), relative_report().audits, method.has_beams());
  for (const Reals& part : {observers_.observe({now_.pile, ledger.mutual, scenario_.constant(), step() == 0}),
                            probe_row(scenario_.probes.get(), now_.pile), wall_row(scenario_.external, now_.pile.state),
                            planet_row(scenario_.external, now_.pile.state.time)})
    row.insert(row.end(), part.begin(), part.end());
  now_.track->record(now_.pile.state.step, now_.pile.state.time, row);
}

void Run::save_checkpoint() {
  const Stopwatch watch;
  store::Checkpoint checkpoint{{now_.pile.model, now_.pile.state, {}, {}}, {}, scenario_.key};
  Archive archive(checkpoint.resume);
  now_.stepper->archive(archive);
  now_.memory.archive(archive);
  observers_.archive(archive);
  if (scenario_.probes) scenario_.probes->archive(archive);
  store::write_checkpoint(files_.checkpoint_path(), checkpoint, *now_.track);
  saved_ = true;
  since_checkpoint_ = {};
  times_.writing += watch.seconds();
}

void Run::write_results() {
  const Stopwatch watch;
  if (request_.protocol.finish) request_.protocol.finish(now_.pile.model, now_.pile.state);
  files_.write_results(now_.pile, *now_.track, scenario_.provenance, *now_.stepper);
  times_.writing += watch.seconds();
}

// Report with the energies of the method's audits relative to the largest energy scale so far.
StepReport Run::relative_report() const {
  StepReport report = now_.report;
  report.audits = relative_to(std::move(report.audits), now_.memory.drift.energy_scale);
  return report;
}

// Handles a signal between two steps: the state is complete, and a checkpoint is saved.
int Run::stopped() {
  save_checkpoint();
  messages_->close("stopped by a signal", progress(), now_.memory.drift, now_.report, times_);
  messages_->say("stopped by a signal; " + files_.checkpoint_path() + " saved; run again with --restart to resume");
  return cli::kStopped;
}

// Handles a signal if the current step takes too long: the run ends with the last checkpoint.
int Run::given_up() {
  if (!saved_) throw Stopped();
  messages_->log("end", "stopped by a signal during a step");
  messages_->say("stopped by a signal during a long step; " + files_.checkpoint_path() +
                 " was saved before it; run again with --restart to resume");
  return cli::kStopped;
}

// Writes the results of a run that reached its end.
int Run::ended() {
  const bool out_of_budget = !now_.report.impact && request_.protocol.stop && !request_.protocol.stop->met();
  record_end(now_.report, now_.pile.state.time, out_of_budget, scenario_.provenance.back());
  write_results();
  messages_->end(progress(), now_.memory.drift, now_.report, times_);
  return out_of_budget ? cli::kBudget : cli::kDone;
}

// Checks the audits that can only grow. They are checked after each slice, not only at the next record.
void Run::require_audits() const {
  const auto kept = [](const Audit& audit) { return audit.may_fall || audit.kept(); };
  if (!std::all_of(now_.report.audits.begin(), now_.report.audits.end(), kept))
    require_sane(now_.pile.state, now_.report, now_.memory.drift, scenario_.limits);
}

// Advances until the run is done or a signal requests that it stops.
void Run::loop() {
  since_checkpoint_ = {};
  while (!done() && !interrupt::requested()) {
    if (files_.to_file() && since_checkpoint_.seconds() > scenario_.plan.checkpoint_every) save_checkpoint();
    const std::int64_t before = step();
    advance_a_slice();
    if (step() == before) continue;  // a signal ended the slice at once: the work at this moment is already done
    require_audits();
    if (scenario_.schedule->pushes(step())) push();
    if (scenario_.schedule->records(step()) || scenario_.schedule->frames(step()) || now_.report.impact) look();
    messages_->show(progress());
  }
}

int Run::go() {
  load();
  if (const auto code = code_of_finished_run(request_, scenario_.plan, scenario_.provenance.back())) return *code;
  // Without a file there is no place for a checkpoint, and signals keep their default action.
  if (files_.writes_beside()) cli::watch_stop_signals();
  try {
    begin();
    if (request_.arguments.dry_run) {
      std::fputs(request_.config.effective().c_str(), stdout);
      return cli::kDone;
    }
    loop();
    return done() ? ended() : stopped();
  } catch (const Stopped&) {
    return given_up();
  } catch (const SanityError& broken) {
    messages_->log_end(std::string("broken: ") + broken.what(), progress(), now_.report, times_);
    // The stored contacts belong to an earlier state.
    if (now_.pile.state.step != now_.looked_at)
      now_.pile = {now_.pile.model, now_.pile.state, {}, now_.stepper ? now_.stepper->bonds() : Bonds{}};
    throw SanityError(broken.what() +
                      files_.keep_broken_state(now_.pile, *now_.track, scenario_.provenance, now_.stepper.get()));
  } catch (const std::exception& error) {
    messages_->log("end", std::string("error: ") + error.what());
    throw;
  }
}

}  // namespace

int run(const cli::Tool& tool, const cli::Arguments& arguments, config::Document& config,
        const setup::Protocol& protocol) {
  keep_freed_memory();
  return Run(Request{tool, arguments, config, protocol}).go();
}

}  // namespace rubble::run
