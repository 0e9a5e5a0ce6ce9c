#pragma once
// OUT.log: what is true of one execution only (host, date, threads, wall times) and must not enter a result. A log that
// cannot be written is given up: no result depends on it.
#include <cstdio>
#include <memory>
#include <string>

namespace rubble::app {

class Log {
 public:
  // An empty path: no log. goes_on: adds to the log that is there.
  Log(const std::string& path, bool goes_on);
  // "key: value", at once.
  void line(const std::string& key, const std::string& value);
  // Host, date, version, arguments, threads.
  void head(const std::string& tool, const std::string& arguments);
  // "OUT.log: No space left on device" once a line was lost, "" before.
  const std::string& trouble() const { return trouble_; }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  void give_up();

  std::string path_, trouble_;
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace rubble::app
