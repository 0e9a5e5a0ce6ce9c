#pragma once
// Options of one tool. CLI11 parses them. Only options.cpp, tool.cpp and reference.cpp include its headers, which take
// longer to compile than the rest of a tool.
#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace rubble::cli {

// (text of a value) => error message, "" for a valid value
using Check = std::function<std::string(const std::string&)>;

// (text of a value, replaced by the text to keep) => error message, "" for a valid value
using Transform = std::function<std::string(std::string&)>;

// Handle of an added option. All functions return the option itself, so that calls can be chained.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}
  Option& option_text(const std::string& text);  // placeholder of the value in --help
  Option& check(const Check& check);
  Option& transform(const Transform& transform);
  Option& excludes(const std::string& other);  // (name of an option that was added before)
  Option& required();
  Option& one_value();  // the option takes one word each time that it is given

 private:
  CLI::Option* option_;
};

class Options {
 public:
  explicit Options(CLI::App& app) : app_(app) {}

  // (names, variable that is true if the flag is given, text for --help)
  Option add_flag(const std::string& names, bool& value, const std::string& text);

  // (names, variable that keeps its value unless the option is given, text for --help). options.cpp lists the types T:
  // std::string, double, integers, optional numbers, and vectors of std::string.
  template <class T>
  Option add_option(const std::string& names, T& value, const std::string& text);

  // (names, function that receives the values if the option is given, text for --help)
  Option add_word(const std::string& names, const std::function<void(const std::string&)>& keep,
                  const std::string& text);
  Option add_words(const std::string& names, const std::function<void(const std::vector<std::string>&)>& keep,
                   const std::string& text);

 private:
  CLI::App& app_;
};

}  // namespace rubble::cli
