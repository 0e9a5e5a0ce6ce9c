#include "run/log.hpp"

#include "base/build_id.hpp"
#include "base/parallel.hpp"
#include "base/system.hpp"
#include "base/version.hpp"

#include <cerrno>
#include <cstring>
#include <ctime>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

namespace rubble::run {

Log::Log(const std::string& path, bool goes_on) : path_(path) {
  if (path.empty()) return;
  file_.reset(std::fopen(path.c_str(), goes_on ? "a" : "w"));
  if (!file_) give_up();
}

void Log::line(const std::string& key, const std::string& value) {
  if (!file_) return;
  const std::string text = key + ": " + value + '\n';
  const bool written = std::fwrite(text.data(), 1, text.size(), file_.get()) == text.size();
  if (!written || std::fflush(file_.get()) != 0) give_up();
}

void Log::give_up() {
  trouble_ = system_error(path_, "write", errno).what();
  file_.reset();
}

void Log::head(const std::string& tool, const std::string& arguments) {
  char host[256] = "";
  gethostname(host, sizeof host - 1);
  line("start", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))));
  line("tool", fmt::format("{} {} ({})", tool, kVersion, kCommit));
  line("build", build_id());
  line("arguments", arguments);
  line("host", host);
  line("threads", fmt::format("{}", threads()));
}

}  // namespace rubble::run
