#pragma once
// OUT.log: facts about one execution (host, date, threads, wall times), which must not enter a result. If the log
// cannot be written, the run continues without it.
#include <cstdio>
#include <memory>
#include <string>

namespace rubble::run {

class Log {
 public:
  // With an empty path there is no log. goes_on: append to an existing log.
  Log(const std::string& path, bool goes_on);
  // Writes "key: value" at once, without buffering.
  void line(const std::string& key, const std::string& value);
  // Host, date, version, arguments, threads.
  void head(const std::string& tool, const std::string& arguments);
  // "OUT.log: No space left on device" after a failed write, "" before.
  const std::string& trouble() const { return trouble_; }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  void give_up();

  std::string path_, trouble_;
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace rubble::run
