#include "cli/tool.hpp"

#include "base/error.hpp"
#include "base/interrupt.hpp"
#include "base/parallel.hpp"
#include "base/printable.hpp"
#include "base/system.hpp"
#include "base/version.hpp"
#include "base/words.hpp"
#include "cli/message.hpp"
#include "cli/number_option.hpp"
#include "cli/outputs.hpp"
#include "cli/reference.hpp"
#include "cli/signals.hpp"
#include "cli/table_option.hpp"
#include "store/content.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <memory>
#include <new>
#include <set>
#include <stdexcept>
#include <system_error>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

namespace rubble::cli {
namespace {

// Options that are not recorded because they cannot affect an output, and options that are recorded by file name only.
const std::set<std::string> kUnrecorded = {"threads", "force", "quiet", "verbose", "restart",
                                           "dry-run", "json",  "csv",   "columns", "track"};
const std::set<std::string> kFiles = {"config"};

std::string files_of(const Tool& tool) {
  if (!tool.files.empty()) return tool.files;
  std::string text = tool.inputs < 0 ? "IN.h5..." : "";
  for (int i = 0; i < tool.inputs; ++i) text += i ? " IN.h5" : "IN.h5";
  if (tool.output) text += text.empty() ? "OUT.h5" : " OUT.h5";
  return text;
}

std::string usage(const Tool& tool) {
  std::string text = fmt::format("usage: {} [OPTIONS]", tool.name);
  for (const std::string& word : {std::string(tool.config ? "-c RUN.toml" : ""), tool.required, files_of(tool)})
    if (!word.empty()) text += ' ' + word;
  return text;
}

class Help : public CLI::Formatter {
 public:
  explicit Help(const Tool& tool) : usage_(usage(tool)) {}
  std::string make_usage(const CLI::App*, std::string) const override { return usage_ + '\n'; }
  std::string make_positionals(const CLI::App*) const override { return ""; }

 private:
  std::string usage_;
};

constexpr const char* kTables =
    "Tables:\n  The first line holds the names of the columns, the second line, after #, their units. In Python:\n"
    "  pandas.read_csv(FILE, sep=\"\\t\", skiprows=[1]), or pandas.read_csv(FILE) after --csv\n";

constexpr const char* kStreams = "Files:\n  - is standard input or output; after -- all words are files\n";

// InputError that names the word that the parser did not understand, and the nearest existing option.
[[noreturn]] void refuse(const CLI::App& app, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  std::vector<std::string> known;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& long_name : option->get_lnames()) known.push_back(long_name);
  // The dashes of two options would count as equal letters.
  const std::string near =
      meant(std::string_view(name).substr(std::min(name.find_first_not_of('-'), name.size())), known);
  throw InputError(
      fmt::format("unknown option {}{}", shortened(name), near.empty() ? "; see --help" : did_you_mean("--" + near)));
}
void refuse_unknown(const CLI::App& app) {
  for (const std::string& word : app.remaining())
    if (word.size() > 1 && word[0] == '-' && word != "--") refuse(app, word);
}

// The arguments in the order of --help: inputs and configuration by file name only, outputs not at all.
std::string recorded(const CLI::App& app, const Arguments& a) {
  std::vector<std::string> words;
  const auto name_of = [](const std::string& path) { return std::filesystem::path(path).filename().string(); };
  for (const CLI::Option* option : app.get_options()) {
    if (option->count() == 0 || option->get_lnames().empty()) continue;
    const std::string& name = option->get_lnames().front();
    if (kUnrecorded.count(name)) continue;
    if (option->get_items_expected_max() == 0)
      words.push_back("--" + name);
    else
      for (const std::string& value : option->results()) {
        words.push_back("--" + name);
        words.push_back(kFiles.count(name) ? name_of(value) : value);
      }
  }
  for (const std::string& input : a.inputs) words.push_back(name_of(input));
  return fmt::format("{}", fmt::join(words, " "));
}

// "2 files", "at least 1 file", "1 or 2 files"
std::string number_of_files(const Tool& tool) {
  const int inputs = tool.inputs < 0 ? 1 : tool.inputs;
  if (tool.may_output) return fmt::format("{} or {} files", inputs, inputs + 1);
  const int least = inputs + (tool.output ? 1 : 0);
  return fmt::format("{}{} file{}", tool.inputs < 0 ? "at least " : "", least, least == 1 ? "" : "s");
}

void distribute(const Tool& tool, std::vector<std::string> files, Arguments& a) {
  const auto inputs = static_cast<std::size_t>(tool.inputs < 0 ? 1 : tool.inputs);
  const bool output = tool.output || (tool.may_output && files.size() > inputs);
  const std::size_t least = inputs + (output ? 1 : 0);
  if (least == 0 && !files.empty()) throw InputError(fmt::format("expected no file, found {}", files.size()));
  if (files.size() < least || (tool.inputs >= 0 && files.size() > least))
    throw InputError(fmt::format("expected {} ({}), found {}", number_of_files(tool), files_of(tool), files.size()));
  if (output) {
    a.output = files.back();
    files.pop_back();
  }
  a.inputs = std::move(files);
  if (std::count(a.inputs.begin(), a.inputs.end(), "-") > 1) throw InputError("standard input can be read only once");
}

// Refuses empty file names and empty values of options.
void refuse_empty_words(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options())
    for (const std::string& value : option->results())
      if (value.empty())
        throw InputError(fmt::format("expected {}, found an empty word", option->get_lnames().empty()
                                                                             ? "the name of a file"
                                                                             : "a value after " + option->get_name()));
}

// A TOML file among the inputs means that the option -c was forgotten.
void refuse_misplaced_config(const Tool& tool, const Arguments& a, const std::vector<std::string>& files) {
  if (a.config == "-") throw InputError("--config needs a file: standard input carries piles");
  if (!(tool.config || tool.numbers) || !a.config.empty()) return;
  for (const std::string& file : files)
    if (file.ends_with(".toml")) throw InputError(shortened(file) + ": a configuration needs the option -c");
}

// Rewrites the parser's message about options with too many or too few values.
std::string in_our_words(const CLI::ArgumentMismatch& error) {
  const std::string text = error.what(), name = text.substr(0, text.find(':'));
  if (text.find("At Most 1 ") != text.npos) return name + " is given more than once";
  return text.ends_with(" missing") ? name + " needs a value" : text;
}

// True if the reader of standard output has closed it.
bool stdout_closed() {
  pollfd out{STDOUT_FILENO, POLLOUT, 0};
  return poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0;
}

int fail(const Tool& tool, int code, std::string message) {
  // A place is "file:line:column: error: ...", and one place may contain another if a file names a second file. One
  // "error" per line is enough.
  for (std::size_t at = 0; (at = message.find(": error: ", at)) != std::string::npos;) message.erase(at + 1, 7);
  say(tool.name, "error: " + message);
  return code;
}

// Advice for a file of the wrong kind.
std::string way_out(const CLI::App& app, const store::WrongContent& error) {
  if (error.wanted == "track" && error.found == "pile") return "; a simulation writes a track with its option --track";
  if (error.wanted != "pile" || error.found != "track") return "";
  if (app.get_option_no_throw("--frame") != nullptr) return "; select one of its frames with --frame N";
  return "; rubble-export --frame N converts a frame to a pile";
}

int parse_and_run(int argc, char** argv, const Tool& tool, const std::function<int(const Arguments&)>& body) {
  CLI::App app(tool.summary, tool.name);
  app.formatter(std::make_shared<Help>(tool));
  app.allow_extras();
  app.set_help_flag("-h,--help", "Print this help");
  app.set_version_flag("--version", fmt::format("{} {} ({})", tool.name, kVersion, kCommit), "Print the version");
  const bool streams = tool.inputs != 0 || tool.output || tool.may_output;
  app.footer(fmt::format("{}{}Example:\n  {}\nSource:\n  {}", streams ? kStreams : "", tool.output ? "" : kTables,
                         tool.example, tool.source));

  Arguments a;
  std::vector<std::string> files, removed;
  bool show_parameters = false;
  app.add_option("FILES", files);
  if (tool.config || tool.numbers) {
    app.add_option("-c,--config", a.config, "TOML file of the parameters")->option_text("RUN.toml");
    app.add_option("--set", a.set, "Value of one parameter that replaces that of the file; may be repeated")
        ->option_text("KEY=VALUE")
        ->allow_extra_args(false);
    const std::string ignored = "Key of the file that is ignored, as if the file did not have it; may be repeated";
    app.add_option("--unset", removed, ignored)
        ->each([&a](const std::string& key) { a.set.push_back("!" + key); })
        ->option_text("KEY")
        ->allow_extra_args(false);
    if (tool.random)
      app.add_option("--seed", a.seed, "Seed of the random numbers, in place of the one in the file")
          ->option_text("N")
          ->check(wrong_seed);
    app.add_flag("--describe", show_parameters, "Print the tables of all parameters of the file");
  }
  if (tool.run) {
    app.add_option("-t,--track", a.track, "Output file of time series and frames")->option_text("TRACK.h5");
    app.add_flag("--restart", a.restart, "Resume from OUT.h5.ckpt if it exists; a finished run is left as it is");
    app.add_flag("--dry-run", a.dry_run, "Load and check all inputs and print the parameters, without output files");
  }
  if (tool.output || tool.may_output || tool.side_output)
    app.add_flag("--force", a.force, "Overwrite existing outputs");
  Options own(app);
  if (!tool.output) add_table_form(own, a.form);
  if (tool.options) tool.options(own);
  app.add_option("--threads", a.threads, "Number of threads, without effect on results")
      ->option_text("N")
      ->check(whole_within({1, 1024}));
  const auto print_reference = [&] {
    std::fputs(reference(tool, usage(tool), app).c_str(), stdout);
    throw CLI::Success();  // before the parser complains about missing arguments
  };
  app.add_flag_callback("--reference", print_reference, "Print this help and all parameters as JSON");
  app.add_flag("-q,--quiet", a.quiet, "Print errors only, no progress");
  app.add_flag("-v,--verbose", a.verbose, "Print more details");

  if (argc < 2) throw InputError("expected arguments, found none; " + usage(tool) + "; see --help");
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help, --version, --reference
    return app.exit(success) == 0 ? kDone : kUsage;
  } catch (const CLI::ValidationError& error) {
    std::string message = error.what();  // "--alpha: must be ..."
    if (const std::size_t colon = message.find(": "); colon != std::string::npos) message.erase(colon, 1);
    throw InputError(message);
  } catch (const CLI::ArgumentMismatch& error) {
    refuse_unknown(app);
    throw InputError(in_our_words(error));
  } catch (const CLI::ParseError& error) {
    refuse_unknown(app);  // if an option is mistyped, that is the better message
    throw InputError(error.what());
  }
  refuse_unknown(app);
  if (show_parameters) {
    if (tool.describe) std::fputs(config::text_of(tool.describe()).c_str(), stdout);
    return kDone;
  }
  refuse_empty_words(app);
  refuse_misplaced_config(tool, a, files);
  if (tool.numbers && !a.config.empty() && !files.empty())
    throw InputError("--config cannot be combined with files: " + files[0]);
  if (!tool.numbers || a.config.empty()) distribute(tool, files, a);
  if (tool.config && a.config.empty())
    throw InputError("--config is missing: the parameters are read from a TOML file");
  const Outputs outputs(tool, a);
  a.line = recorded(app, a);
  omp_set_dynamic(0);
  if (a.threads > 0) set_threads(a.threads);
  try {
    return body(a);
  } catch (const store::WrongContent& error) {
    throw InputError(error.what() + way_out(app, error));
  }
}

// Some file systems (NFS, quotas) refuse bytes only when the file is closed. The flush comes first, because
// stdout_closed() needs an open descriptor.
void close_standard_output() {
  const bool lost = std::ferror(stdout) != 0;
  if (std::fflush(stdout) != 0 || lost || std::fclose(stdout) != 0) throw system_error(kStandardOutput, "write", errno);
}

// An exception that leaves a parallel region ends the program here. The usual cause is a lack of memory.
[[noreturn]] void end_at_once() {
  const char* cause = "internal failure";
  try {
    if (const std::exception_ptr error = std::current_exception()) std::rethrow_exception(error);
  } catch (const std::bad_alloc&) {
    cause = "out of memory";
  } catch (...) {
  }
  std::fprintf(stderr, "error: %s in a parallel loop\n", cause);
  std::_Exit(kSystem);
}

// Runs before any other code of the program, because that code may use instructions that this processor lacks.
[[gnu::constructor(101)]] void require_processor() {
  __builtin_cpu_init();
  const char* missing = nullptr;
#ifdef __AVX2__
  if (!__builtin_cpu_supports("x86-64-v3")) missing = "AVX2 (x86-64-v3)";
#endif
#ifdef __AVX512F__
  if (!__builtin_cpu_supports("avx512f")) missing = "AVX-512";
#endif
  if (missing == nullptr) return;
  std::fprintf(stderr, "%s: error: built for processors with %s, which this processor lacks\n",
               program_invocation_short_name, missing);
  std::_Exit(kSystem);
}

}  // namespace

int main(int argc, char** argv, const Tool& tool, const std::function<int(const Arguments&)>& body) {
  std::set_terminate(end_at_once);
  fill_standard_streams();
  ignore_write_signals();
  try {
    const int code = parse_and_run(argc, argv, tool, body);
    close_standard_output();
    return code;
  } catch (const InputError& error) {
    return fail(tool, kUsage, error.what());
  } catch (const SystemError& error) {
    return stdout_closed() ? kSystem : fail(tool, kSystem, error.what());
  } catch (const SanityError& error) {
    return fail(tool, kInsane, error.what());
  } catch (const Stopped&) {
    end_by_stop_signal();
  } catch (const std::bad_alloc&) {
    return fail(tool, kSystem, "out of memory");
  } catch (const std::length_error&) {  // a container larger than any memory
    return fail(tool, kSystem, "out of memory");
  } catch (const std::exception& error) {
    return fail(tool, kSystem, fmt::format("internal failure: {}", error.what()));
  }
}

bool has_ending(const std::string& path, const std::string& ending) {
  const std::string wanted = "." + ending;
  const auto same = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
  return path.size() > wanted.size() && std::equal(wanted.rbegin(), wanted.rend(), path.rbegin(), same);
}

store::Record record(const Tool& tool, const Arguments& arguments, const std::string& effective_config,
                     const std::vector<std::string>& input_hashes) {
  store::Record r;
  r.tool = tool.name, r.version = kVersion, r.commit = kCommit, r.compiler = kCompiler, r.flags = kFlags;
  r.arguments = arguments.line, r.config = effective_config, r.seed = arguments.seed, r.inputs = input_hashes;
  return r;
}

}  // namespace rubble::cli
