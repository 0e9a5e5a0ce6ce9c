#pragma once
// OUT.log: what is true of one execution only (host, date, threads, wall times) and must not enter a result.
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

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace rubble::app
