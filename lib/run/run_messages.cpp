#include "run/run_messages.hpp"

#include "base/printable.hpp"
#include "config/key_names.hpp"
#include "gravity/gravity.hpp"
#include "model/impact.hpp"
#include "run/sanity.hpp"
#include "store/file_names.hpp"

#include <cmath>
#include <ctime>

#include <fmt/format.h>

namespace rubble::run {

RunMessages::RunMessages(const Request& request, const Scenario& scenario, std::size_t bodies, double end_time)
    : request_(request),
      scenario_(scenario),
      bodies_(bodies),
      progress_(request.tool.name, request.arguments.quiet, bodies, end_time, scenario.schedule->end()) {}

void RunMessages::open_log(const std::string& path, bool goes_on) {
  if (request_.arguments.dry_run) return;
  log_ = std::make_unique<Log>(path, goes_on);
  log_->head(request_.tool.name, request_.arguments.line);
  say_trouble();
}

// Reports once that the log could not be written.
void RunMessages::say_trouble() {
  if (log_->trouble().empty() || given_up_) return;
  given_up_ = true;
  say("note: writing of the log has stopped: " + log_->trouble());
}

void RunMessages::log(const std::string& name, const std::string& text) {
  if (log_) log_->line(name, text);
}

void RunMessages::tell(const std::string& name, const std::string& text) {
  if (text.empty()) return;
  log(name, text);
  say(text);
}

void RunMessages::start(const Progress::Now& now) {
  say(fmt::format("{} bodies, at most {} steps of {:.6g} s, {}", bodies_, scenario_.schedule->end(), scenario_.tick,
                  scenario_.method->fineness()));
  for (const std::string& text : scenario_.told) tell("input", text);
  if (scenario_.summed_directly) {
    const std::string why =
        fmt::format("summed directly, which is exact and faster for {} bodies: \"fmm\" is used from {} bodies on",
                    bodies_, gravity::kFewBodies);
    log("gravity", why);
    if (request_.arguments.verbose) say("gravity is " + why);
  }
  tell("step", scenario_.method->caution());
  const std::string expected = scenario_.method->expectations();
  if (request_.arguments.verbose && !expected.empty()) say(expected);
  progress_.start(now);
}

void RunMessages::close(const std::string& how, const Progress::Now& now, const measure::Drift& drift,
                        const StepReport& report, const WallTimes& times) {
  std::string audits;
  for (const std::string& text : texts_of_audits(now.audits)) audits += text + ", ";
  const setup::SanityLimits& limits = scenario_.limits;
  const auto error = [](double value, double limit) { return fmt::format("{:.2e} (limit {:g})", value, limit); };
  say(fmt::format("audit: {}{}, relative errors at the end: energy {}, momentum {}, angular momentum {}", audits,
                  scenario_.method->fineness(), error(drift.energy, limits.energy),
                  error(drift.momentum, limits.momentum), error(drift.angular, limits.angular_momentum)));
  progress_.finish(now);
  log_end(how, now, report, times);
}

void RunMessages::end(const Progress::Now& now, const measure::Drift& drift, const StepReport& report,
                      const WallTimes& times) {
  const experiment::StopRule* rule = request_.protocol.stop.get();
  if (report.impact) {
    close("impact", now, drift, report, times);
    tell("stop",
         fmt::format("the run ends at {:.6g} s: {}", now.time, text_of(*report.impact, scenario_.external.planets)));
    return;
  }
  if (rule && !rule->met()) {
    const std::string text = out_of_time(request_, scenario_.plan, true);
    close(text, now, drift, report, times);
    say(text);
    return;
  }
  close("done", now, drift, report, times);
  if (rule) tell("stop", fmt::format("stop rule met at {:.6g} s: {}", now.time, rule->state()));
}

void RunMessages::log_end(const std::string& how, const Progress::Now& now, const StepReport& report,
                          const WallTimes& times) {
  if (!log_) return;
  log_->line("end", how);
  log_->line("wall time [s]", fmt::format("{:.3f} (steps {:.3f}, ledger and contacts {:.3f}, files {:.3f})",
                                          times.since_start.seconds(), times.advancing, times.looking, times.writing));
  log_->line("CPU time [s]", fmt::format("{:.3f}", double(std::clock()) / CLOCKS_PER_SEC));  // all threads
  log_->line("steps done [1]", fmt::format("{}", progress_.steps(now)));
  for (const Remark& remark : report.remarks)
    log_->line(fmt::format("{} [{}]", remark.name, remark.unit),
               std::isnan(remark.value) ? "none" : fmt::format("{:.6g}", remark.value));
  log_->line("particle-steps/s", fmt::format("{:.6g}", progress_.rate(now)));
  say_trouble();
}

std::string continuation(const Request& request) {
  const cli::Arguments& arguments = request.arguments;
  if (request.protocol.begin || !store::is_file(arguments.output)) return "";
  std::string options;
  for (const std::string& change : arguments.set) options += " " + config::option_text(change);
  return fmt::format("to continue from its last state, use it as the input of a new run: {} -c {}{} {} NEW.h5",
                     request.tool.name, shortened(arguments.config), options, shortened(arguments.output));
}

std::string out_of_time(const Request& request, const setup::RunPlan& plan, bool observed) {
  const experiment::StopRule& rule = *request.protocol.stop;
  if (!rule.enabled())
    return "run.duration was reached, and no stop rule is set (stop.radius = \"none\", stop.least_mass = 0 and "
           "stop.least_bound_mass = 0)";
  std::string text = "run.duration was reached before the stop rule was met: ";
  if (plan.record_every >= plan.duration)
    return text + fmt::format("the rule needs records before the end: set run.record_every to less than {:g} s",
                              plan.duration);
  if (observed) text += rule.state() + ": ";
  text += fmt::format("set run.duration to more than {:g} s", plan.duration);
  if (observed && !rule.awaited().empty())
    return text +
           " if the impact is still to come; for piles without an impact use rubble-evolve, which has no stop rule";
  if (request.config.has("stop")) text += ", or relax the limits in [stop]";
  if (const std::string way = continuation(request); !way.empty()) text += "; " + way;
  return text;
}

}  // namespace rubble::run
