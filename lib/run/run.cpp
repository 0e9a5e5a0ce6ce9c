#include "run/run.hpp"

#include "base/build_id.hpp"
#include "base/error.hpp"
#include "base/interrupt.hpp"
#include "base/system.hpp"
#include "base/version.hpp"
#include "cli/outputs.hpp"
#include "cli/signals.hpp"
#include "config/describe.hpp"
#include "experiment/overlap_observer.hpp"
#include "experiment/packing_observer.hpp"
#include "experiment/rigid_motion.hpp"
#include "gravity/gravity.hpp"
#include "measure/ledger/digits.hpp"
#include "model/fixed.hpp"
#include "run/ledger_series.hpp"
#include "run/log.hpp"
#include "run/progress.hpp"
#include "run/run_key.hpp"
#include "run/sanity.hpp"
#include "run/schedule.hpp"
#include "setup/method.hpp"
#include "setup/read_external.hpp"
#include "setup/run_plan.hpp"
#include "store/disk.hpp"
#include "store/fclib.hpp"
#include "store/file_names.hpp"
#include "store/pile_file.hpp"
#include "store/track.hpp"
#include "store/xdmf.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
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

// Observers of a run: those of the configuration, the drive, and the stop rule.
struct Observers {
  std::vector<std::unique_ptr<experiment::Observer>> asked;
  const setup::Protocol& protocol;

  template <class Visit>
  void each(Visit&& visit) const {
    for (const auto& observer : asked) visit(*observer);
    if (protocol.drive) visit(*protocol.drive);
    if (protocol.stop) visit(*protocol.stop);
  }
  void archive(Archive& archive) {
    each([&](experiment::Observer& observer) { observer.archive(archive); });
  }
};

// (document) => the observers that its tables [overlap] and [packing] request.
std::vector<std::unique_ptr<experiment::Observer>> read_observers(config::Document& config) {
  std::vector<std::unique_ptr<experiment::Observer>> observers;
  if (const auto rule = config.read_if<experiment::OverlapRule>("overlap"))
    observers.push_back(std::make_unique<experiment::Overlaps>(*rule));
  if (const auto rule = config.read_if<experiment::PackingRule>("packing"))
    observers.push_back(std::make_unique<experiment::Packing>(*rule));
  return observers;
}

class Run {
 public:
  Run(const cli::Tool& tool, const cli::Arguments& arguments, config::Document& config, const setup::Protocol& protocol)
      : tool_(tool),
        arguments_(arguments),
        config_(config),
        protocol_(protocol),
        to_file_(store::is_file(arguments.output)) {}

  int go();

 private:
  void load();
  void tell(const std::optional<std::string>& text);
  void centre();
  std::string cure_of_lost_digits() const;
  void require_digits() const;
  void require_countable_steps() const;
  void begin();
  void say_start(const std::string& what);
  void open_log(bool goes_on);
  bool resume();
  void restore();
  void advance_a_slice();
  void push();
  void look();
  std::vector<store::Column> columns() const;
  void save_checkpoint();
  std::string keep_broken_state();
  void remove_broken_state();
  void write_hardest_problem() const;
  void write_results();
  void close(const std::string& how);
  void log_end(const std::string& how);
  StepReport relative_report() const;
  void log_trouble();
  int stopped();
  int given_up();
  std::string more_time() const;

  bool to_file() const { return to_file_; }
  std::string checkpoint_path() const { return cli::checkpoint_path(arguments_.output); }
  std::int64_t step() const { return pile_.state.step - first_step_; }  // since the run's start
  bool done() const { return step() >= schedule_->end() || (protocol_.stop && protocol_.stop->met()); }
  Progress::Now now() const {
    const double expected_end = protocol_.stop ? protocol_.stop->expected_end() : HUGE_VAL;
    return {pile_.state.time, step(), report_.contacts, relative_report().audits, memory_.drift.energy, expected_end};
  }

  const cli::Tool& tool_;
  const cli::Arguments& arguments_;
  config::Document& config_;
  const setup::Protocol& protocol_;
  const bool to_file_;  // false for a pipe or device, which cannot have files beside it

  setup::RunPlan plan_;
  setup::SanityLimits limits_;
  std::unique_ptr<setup::Method> method_;
  External external_;
  std::unique_ptr<Schedule> schedule_;
  std::string key_;  // a checkpoint must have the same key
  store::Provenance provenance_;

  Pile pile_;
  std::int64_t first_step_ = 0, looked_at_ = -1;  // looked_at_: step of the stored contacts
  double tick_ = 0;                               // [s]
  bool summed_directly_ = false;                  // true if "fmm" is configured but gravity is summed directly
  std::unique_ptr<Stepper> stepper_;
  StepReport report_;
  Memory memory_;
  std::optional<double> glued_;  // gravitational energy within grains [J]; empty without gravity or if grains change
  measure::Points points_;       // point masses that represent hulls, if gravity uses their multipoles
  Observers observers_{{}, protocol_};
  std::unique_ptr<store::Track> track_;

  std::vector<std::string> told_;  // messages about values that were computed from the input
  std::unique_ptr<Progress> progress_;
  std::unique_ptr<Log> log_;
  bool log_given_up_ = false;
  bool saved_ = false;                                // a checkpoint of this run exists
  std::int64_t slice_ = 1;                            // steps
  double advancing_ = 0, looking_ = 0, writing_ = 0;  // wall time [s]
  Stopwatch since_start_, since_checkpoint_;
};

// Reads configuration and input. Nothing is written before this succeeds.
void Run::load() {
  plan_ = config_.read<setup::RunPlan>("run");
  limits_ = config_.read_if<setup::SanityLimits>("sanity").value_or(setup::SanityLimits{});
  method_ = protocol_.method(config_);
  observers_.asked = read_observers(config_);
  external_ = setup::read_external(config_);
  config_.finish();

  store::PileFile input = store::read_pile(arguments_.inputs[0]);
  pile_ = std::move(input.pile);
  const std::string name = input_name(arguments_.inputs[0]);
  method_->require_suited(pile_, name);
  tell(setup::settle_period(config_, pile_, name, external_, protocol_.centred));
  first_step_ = pile_.state.step;
  if (plan_.centre) centre();
  if (protocol_.begin) protocol_.begin(pile_, external_, method_->gravity().constant);
  tell(setup::settle_walls(pile_, external_));
  require_digits();
  method_->prepare(config_, pile_, external_);
  points_ = points_of_hulls(pile_.model, gravity::multipoles_of(method_->gravity().torque));
  if (method_->gravity().method != "none" && !method_->regroups())
    glued_ = measure::glued_energy(pile_, method_->gravity().constant, points_);
  std::optional<double> push_every;
  if (protocol_.drive) push_every = protocol_.drive->every();
  tick_ = method_->tick();
  require_countable_steps();
  schedule_ = config_.within("run", [&] { return std::make_unique<Schedule>(plan_, tick_, push_every); });
  const double end_time = pile_.state.time + static_cast<double>(schedule_->end()) * tick_;
  if (!(end_time + 0.25 * tick_ > end_time))
    throw config_.error(
        "step", "dt",
        fmt::format("a step of {} s is below the rounding error of the time {} s: use a longer step or a shorter run",
                    tick_, end_time));

  provenance_ = std::move(input.provenance);
  provenance_.push_back(cli::record(tool_, arguments_, config_.effective(), {input.hash}));
  const std::size_t attracting = points_ ? points_->size() : pile_.size();
  summed_directly_ = method_->gravity().method == "fmm" && gravity::sums_directly(method_->gravity(), attracting);
  if (summed_directly_) provenance_.back().results.emplace_back("gravity_summed_directly", 1);
  key_ = run_key({fmt::format("{} {} ({}), build {:.12}", tool_.name, kVersion, kCommit, build_id()),
                  store::name_of(arguments_.track), input.hash, config_.effective()});
  track_ = std::make_unique<store::Track>(columns(), method_->regroups());
  progress_ = std::make_unique<Progress>(tool_.name, arguments_.quiet, pile_.size(), end_time, schedule_->end());
}

// Stores a message that is printed at the start and written to the log.
void Run::tell(const std::optional<std::string>& text) {
  if (text) told_.push_back(*text);
}

// Moves the centre of mass of the pile to the origin and to rest. All results are in these coordinates.
void Run::centre() {
  if (is_fixed(external_))
    throw config_.error("run", "centre",
                        "'centre' in [run] needs a free pile: set it to false, or remove walls and [external.planet]");
  if (pile_.model.space.repeats())
    throw config_.error("run", "centre",
                        "'centre' in [run] needs a centre of mass, and a periodic box has none: remove it");
  experiment::move_to_centre(pile_);
}

// Advice if double precision does not resolve positions or velocities.
std::string Run::cure_of_lost_digits() const {
  if (is_fixed(external_))
    return "give all positions, also those of walls and planets, relative to a point within the pile";
  if (pile_.model.space.repeats()) return "give all positions and velocities relative to those of one body";
  if (plan_.centre) return "the centre of mass lies outside of the pile: remove the distant heavy bodies";
  return "set run.centre = true, which moves the origin to the centre of mass";
}

// Refuses positions and velocities that double precision does not resolve. Results would consist of rounding errors.
void Run::require_digits() const {
  const double constant = method_->gravity().method == "none" ? 0 : method_->gravity().constant;
  const std::string lost = measure::unresolved(measure::digits_of(pile_, constant, is_fixed(external_)));
  if (lost.empty()) return;
  throw InputError(fmt::format("{}: {}: {}", input_name(arguments_.inputs[0]), lost, cure_of_lost_digits()));
}

// Refuses times of [run] with too many steps. The error names the place of the key, in the file or in --set.
void Run::require_countable_steps() const {
  const std::pair<const char*, double> times[] = {
      {"duration", plan_.duration}, {"record_every", plan_.record_every}, {"frame_every", plan_.frame_every}};
  for (const auto& [key, time] : times)
    if (const std::string wrong = too_many_steps(time, tick_); !wrong.empty())
      throw config_.error("run", key, fmt::format("'{}' in [run] is {}", key, wrong));
}

// Columns of the ledger and of the observers' findings.
std::vector<store::Column> Run::columns() const {
  std::vector<store::Column> all = ledger_columns(method_->channels(), method_->audits());
  observers_.each([&](const experiment::Observer& observer) {
    for (const experiment::Finding& finding : observer.findings()) all.push_back({finding.name, finding.unit, 1});
  });
  return all;
}

// Makes the stepper and the first record, from the input or from a checkpoint.
void Run::begin() {
  std::error_code ignored;
  const bool found = to_file() && !arguments_.dry_run && std::filesystem::exists(checkpoint_path(), ignored);
  const bool goes_on = found && arguments_.restart;
  if (found && !goes_on && !arguments_.force) {
    throw InputError(checkpoint_path() +
                     ": checkpoint of a stopped run: use --restart to resume from it, or --force to start again");
  }
  open_log(goes_on);
  if (!goes_on || !resume()) {
    if (found) store::remove_checkpoint(checkpoint_path());
    if (arguments_.restart && !found)
      progress_->say("no checkpoint " + checkpoint_path() + "; starting from the input");
    stepper_ = config_.within("periodic", [&] {  // refuses a box that is too short for its bodies
      return method_->start(pile_, external_);
    });
    report_ = stepper_->advance(pile_, external_, pile_.state.time);
    say_start(stepper_->started());
    look();
  }
  progress_->say(fmt::format("{} bodies, at most {} steps of {:.6g} s, {}", pile_.size(), schedule_->end(), tick_,
                             method_->fineness()));
  for (const std::string& text : told_) {
    progress_->say(text);
    if (log_) log_->line("input", text);
  }
  if (summed_directly_) {
    const std::string why =
        fmt::format("summed directly, which is exact and faster for {} bodies: \"fmm\" is used from {} bodies on",
                    pile_.size(), gravity::kFewBodies);
    if (log_) log_->line("gravity", why);
    if (arguments_.verbose) progress_->say("gravity is " + why);
  }
  const std::string caution = method_->caution();
  if (!caution.empty()) {
    progress_->say(caution);
    if (log_) log_->line("step", caution);
  }
  const std::string expected = method_->expectations();
  if (arguments_.verbose && !expected.empty()) progress_->say(expected);
  progress_->start(now());
}

// Prints a description of the method's changes to the pile before the first step.
void Run::say_start(const std::string& what) {
  if (what.empty()) return;
  if (log_) log_->line("start", what);
  progress_->say(what);
}

// Opens the log. A resumed run appends to it; other runs start a new log.
void Run::open_log(bool goes_on) {
  if (arguments_.dry_run) return;
  log_ = std::make_unique<Log>(to_file() ? cli::log_path(arguments_.output) : "", goes_on);
  log_->head(tool_.name, arguments_.line);
  log_trouble();
}

// => true if the run resumes. A checkpoint that is damaged or belongs to another run is refused. With --force it is
// discarded instead, because workflows use both options even if parameters have changed.
bool Run::resume() {
  const Resume fresh = memory_of(observers_);  // before they have observed anything
  try {
    restore();
  } catch (const InputError& error) {
    const std::string cause = error.what(), path = checkpoint_path();
    const std::string message = cause.starts_with(path) ? cause : path + ": " + cause;
    if (!arguments_.force) throw InputError(message + "; use --force to start again");
    progress_->say(message + "; starting from the input");
    open_log(false);
    rubble::restore(observers_, fresh);
    return false;
  }
  saved_ = true;
  report_ = stepper_->advance(pile_, external_, pile_.state.time);
  progress_->say(fmt::format("resuming from {} at {:.6g} s", checkpoint_path(), pile_.state.time));
  return true;
}

// Restores the complete run from the checkpoint. If it throws InputError, only the observers may have changed.
void Run::restore() {
  store::Track track(columns(), method_->regroups());
  store::Checkpoint checkpoint = store::read_checkpoint(checkpoint_path(), track);
  if (checkpoint.key != key_)
    throw InputError(
        fmt::format("{}: checkpoint of another run ({})", checkpoint_path(), difference(checkpoint.key, key_)));
  auto stepper = method_->go_on(checkpoint.pile, external_, checkpoint.resume);
  Memory memory;
  rubble::restore(memory, checkpoint.resume);
  rubble::restore(observers_, checkpoint.resume);
  pile_ = std::move(checkpoint.pile);
  *track_ = std::move(track);
  stepper_ = std::move(stepper);
  memory_ = std::move(memory);
}

// Advances by the number of steps that fit into kSlice of wall time, at most to the next moment of the schedule. The
// results do not depend on where the slices end. The target is halfway between two steps, so that rounding of times
// does not matter.
void Run::advance_a_slice() {
  const Stopwatch watch;
  const std::int64_t steps = std::min(slice_, schedule_->next(step()) - step());
  const double until = pile_.state.time + (static_cast<double>(steps) - 0.5) * tick_;
  config_.within("periodic", [&] { report_ = stepper_->advance(pile_, external_, until); });
  const double seconds = watch.seconds();
  advancing_ += seconds;
  if (steps == slice_ || seconds > kSlice) {
    const double factor = std::min(4.0, kSlice / std::max(seconds, 1e-9));
    slice_ = std::max<std::int64_t>(1, static_cast<std::int64_t>(static_cast<double>(steps) * factor));
  }
}

void Run::push() {
  const double interval = static_cast<double>(schedule_->push_every()) * tick_;
  protocol_.drive->push(pile_.model, pile_.state, interval, memory_.given);
}

// Does the work at a moment of the schedule: contacts, ledger, checks, record, frame, stop rule.
void Run::look() {
  const Stopwatch watch;
  pile_.contacts = stepper_->contacts(pile_, external_);
  looked_at_ = pile_.state.step;
  if (schedule_->records(step())) {
    const bool gravity_on = method_->gravity().method != "none";
    Account account = stepper_->account();
    account.add(memory_.given, 1);
    const measure::Ledger ledger =
        measure::ledger(pile_, external_, method_->gravity().constant, gravity_on, account, glued_, points_);
    memory_.drift.update(ledger, pile_.model, pile_.state, method_->regroups());
    require_sane(pile_.state, report_, memory_.drift, limits_);
    Reals row = ledger_row(ledger, memory_.drift, pile_, method_->channels(), relative_report().audits);
    const double constant = gravity_on ? method_->gravity().constant : 0;
    observers_.each([&](experiment::Observer& observer) {
      const auto observe = [&] { observer.observe({pile_, ledger.mutual, constant, step() == 0}); };
      if (&observer == protocol_.stop.get())
        config_.within("stop", observe);
      else
        observe();
      for (const experiment::Finding& finding : observer.findings()) row.push_back(finding.value);
    });
    track_->record(pile_.state.step, pile_.state.time, row);
  }
  // If frames are written, the last state is always one of them.
  if (schedule_->frames(step()) || (plan_.frame_every > 0 && done())) {
    if (!arguments_.track.empty()) track_->frame(pile_);
  }
  looking_ += watch.seconds();
}

void Run::save_checkpoint() {
  const Stopwatch watch;
  store::Checkpoint checkpoint;
  checkpoint.pile = {pile_.model, pile_.state, {}};
  Archive archive(checkpoint.resume);
  stepper_->archive(archive), memory_.archive(archive), observers_.archive(archive);
  checkpoint.key = key_;
  store::write_checkpoint(checkpoint_path(), checkpoint, *track_);
  saved_ = true;
  since_checkpoint_ = {};
  writing_ += watch.seconds();
}

// Reports once that the log could not be written.
void Run::log_trouble() {
  if (log_->trouble().empty() || log_given_up_) return;
  log_given_up_ = true;
  progress_->say("note: writing of the log has stopped: " + log_->trouble());
}

// Writes the state in which a sanity check failed, and the track that led to it, beside the output. Returns text on
// this for the error message. A full disk does not hide the failed check.
std::string Run::keep_broken_state() {
  if (!to_file() || arguments_.dry_run) return "";
  if (pile_.state.step != looked_at_) pile_.contacts = {};  // the stored contacts belong to an earlier state
  std::string lost;
  const auto keep = [&](const char* what, auto&& write) {
    try {
      write();
    } catch (const SystemError& error) {
      lost += fmt::format("; the {} was not saved: {}", what, error.what());
    }
  };
  keep("state", [&] { store::write_pile(cli::failed_path(arguments_.output), pile_, provenance_); });
  if (!lost.empty()) return lost;
  if (!arguments_.track.empty())
    keep("track", [&] { track_->finish(cli::failed_path(arguments_.track), pile_.model, provenance_); });
  store::remove_checkpoint(checkpoint_path());
  write_hardest_problem();
  return "; state saved in " + cli::failed_path(arguments_.output) + lost;
}

// Writes the hardest friction problem, if it was requested. A file of an earlier run with this name is removed.
void Run::write_hardest_problem() const {
  if (!to_file() || arguments_.dry_run) return;
  const std::string path = cli::problem_path(arguments_.output);
  if (const auto problem = stepper_ ? stepper_->hardest_problem() : nullptr)
    store::write_bytes(path, store::fclib_image(*problem, {}));
  else
    store::remove_file(path);
}

// Removes files of an earlier failed run with these names: they are out of date once the outputs are complete.
void Run::remove_broken_state() {
  store::remove_file(cli::failed_path(arguments_.output));
  if (arguments_.track.empty()) return;
  const std::string track = cli::failed_path(arguments_.track);
  store::remove_file(store::xdmf_path(track));
  store::remove_file(track);
}

// Writes pile and track. If one of them cannot be written, the other is still written and the checkpoint is kept.
void Run::write_results() {
  const Stopwatch watch;
  if (protocol_.finish) protocol_.finish(pile_.model, pile_.state);
  std::string trouble;
  const auto attempt = [&](auto&& write) {
    try {
      write();
    } catch (const SystemError& error) {
      trouble += (trouble.empty() ? "" : "; ") + std::string(error.what());
    }
  };
  if (!arguments_.track.empty()) attempt([&] { track_->finish(arguments_.track, pile_.model, provenance_); });
  attempt([&] { store::write_pile(arguments_.output, pile_, provenance_); });
  if (!trouble.empty()) throw SystemError(trouble);
  write_hardest_problem();
  if (to_file()) store::remove_checkpoint(checkpoint_path()), remove_broken_state();
  writing_ += watch.seconds();
}

// Prints the final messages: audits and wall times.
void Run::close(const std::string& how) {
  std::string audits;
  for (const Audit& audit : relative_report().audits) {
    if (!is_told(audit)) continue;
    audits += fmt::format("{} {:.3g}", audit.text, audit.worst);
    audits += audit.detail.empty() ? ", " : fmt::format(" ({}), ", audit.detail);
  }
  progress_->say(fmt::format("audit: {}{}, relative errors: energy {:.2e}, momentum {:.2e}, angular momentum {:.2e}",
                             audits, method_->fineness(), memory_.drift.energy, memory_.drift.momentum,
                             memory_.drift.angular));
  progress_->finish(now());
  log_end(how);
}

// Report with the energies of the method's audits relative to the largest energy scale so far.
StepReport Run::relative_report() const {
  StepReport report = report_;
  report.audits = relative_to(std::move(report.audits), memory_.drift.energy_scale);
  return report;
}

// Writes the end of the run to the log: cause, wall times and counts of steps.
void Run::log_end(const std::string& how) {
  if (!log_) return;
  log_->line("end", how);
  log_->line("wall time [s]", fmt::format("{:.3f} (steps {:.3f}, ledger and contacts {:.3f}, files {:.3f})",
                                          since_start_.seconds(), advancing_, looking_, writing_));
  log_->line("CPU time [s]", fmt::format("{:.3f}", double(std::clock()) / CLOCKS_PER_SEC));  // all threads
  log_->line("steps done [1]", fmt::format("{}", progress_->steps(now())));
  for (const Remark& remark : report_.remarks)
    log_->line(fmt::format("{} [{}]", remark.name, remark.unit),
               std::isnan(remark.value) ? "none" : fmt::format("{:.6g}", remark.value));
  log_->line("particle-steps/s", fmt::format("{:.6g}", progress_->rate(now())));
  log_trouble();
}

// Handles a signal between two steps: the state is complete, and a checkpoint is saved.
int Run::stopped() {
  save_checkpoint();
  close("stopped by a signal");
  progress_->say("stopped by a signal; " + checkpoint_path() + " saved; run again with --restart to resume");
  return cli::kStopped;
}

// Handles a signal if the current step takes too long: the run ends with the last checkpoint.
int Run::given_up() {
  if (!saved_) throw Stopped();
  log_->line("end", "stopped by a signal during a step");
  progress_->say("stopped by a signal during a long step; " + checkpoint_path() +
                 " was saved before it; run again with --restart to resume");
  return cli::kStopped;
}

int Run::go() {
  load();
  // Without a file there is no place for a checkpoint, and signals keep their default action.
  if (to_file() && !arguments_.dry_run) cli::watch_stop_signals();
  try {
    begin();
    if (arguments_.dry_run) {
      std::fputs(config_.effective().c_str(), stdout);
      return cli::kDone;
    }
    since_checkpoint_ = {};

    while (!done()) {
      if (interrupt::requested()) return stopped();
      if (to_file() && since_checkpoint_.seconds() > plan_.checkpoint_every) save_checkpoint();
      const std::int64_t before = step();
      advance_a_slice();
      if (step() == before) continue;  // a signal ended the slice at once: the work at this moment is already done
      // An audit that can only grow is checked after each slice, not only at the next record.
      const auto kept = [](const Audit& audit) { return audit.may_fall || audit.kept(); };
      if (!std::all_of(report_.audits.begin(), report_.audits.end(), kept))
        require_sane(pile_.state, report_, memory_.drift, limits_);
      if (schedule_->pushes(step())) push();
      if (schedule_->records(step()) || schedule_->frames(step())) look();
      progress_->show(now());
    }
  } catch (const Stopped&) {
    return given_up();
  } catch (const SanityError& broken) {
    log_end(std::string("broken: ") + broken.what());
    throw SanityError(broken.what() + keep_broken_state());
  }
  write_results();
  const bool out_of_budget = protocol_.stop && !protocol_.stop->met();
  close(out_of_budget ? "run.duration was reached before the stop rule was met" : "done");
  if (!out_of_budget) return cli::kDone;
  progress_->say(more_time());
  return cli::kBudget;
}

// Advice on parameters that let the run meet the stop rule.
std::string Run::more_time() const {
  std::string text = "run.duration was reached before the stop rule was met: ";
  if (plan_.record_every >= plan_.duration)
    return text + fmt::format("the rule needs records before the end: set run.record_every to less than {:g} s",
                              plan_.duration);
  if (const std::string event = protocol_.stop->awaited(); !event.empty())
    return text + fmt::format(
                      "{}: set run.duration to more than {:g} s if the impact is still to come; for piles "
                      "without an impact use rubble-evolve, which has no stop rule",
                      event, plan_.duration);
  text += fmt::format("set it to more than {:g} s", plan_.duration);
  if (config_.has("stop")) text += ", or relax the limits in [stop]";
  // With a protocol that makes its own first state, a run from the output would start again from that state.
  if (!protocol_.begin) text += ", or run again with the output as input";
  return text;
}

}  // namespace

int run(const cli::Tool& tool, const cli::Arguments& arguments, config::Document& config,
        const setup::Protocol& protocol) {
  return Run(tool, arguments, config, protocol).go();
}

}  // namespace rubble::run
