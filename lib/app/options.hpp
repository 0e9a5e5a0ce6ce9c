#pragma once
// A tool's own options. CLI11 parses them; only options.cpp, tool.cpp and reference.cpp include its headers, which take
// longer to compile than the rest of a tool.
#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace rubble::app {

// (text of a value) => message about a bad value, "" for a good one
using Check = std::function<std::string(const std::string&)>;

// (text of a value, which it replaces by the text to keep) => message about a bad value, "" for a good one
using Transform = std::function<std::string(std::string&)>;

// An option that has been added; the functions return the option itself.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}
  Option& option_text(const std::string& text);  // stands for the value in --help
  Option& check(const Check& check);
  Option& transform(const Transform& transform);
  Option& excludes(const std::string& other);  // name of an option that was added before
  Option& required();
  Option& one_value();  // each time that it is given: the next word belongs to it, no further ones

 private:
  CLI::Option* option_;
};

class Options {
 public:
  explicit Options(CLI::App& app) : app_(app) {}

  // (names, variable that is true if the flag is given, text for --help)
  Option add_flag(const std::string& names, bool& value, const std::string& text);

  // (names, variable that keeps its value unless the option is given, text for --help); T is std::string, double, a
  // whole number, an optional or a vector of these: options.cpp lists them
  template <class T>
  Option add_option(const std::string& names, T& value, const std::string& text);

  // (names, function that gets the values if the option is given, text for --help)
  Option add_word(const std::string& names, const std::function<void(const std::string&)>& keep,
                  const std::string& text);
  Option add_words(const std::string& names, const std::function<void(const std::vector<std::string>&)>& keep,
                   const std::string& text);

 private:
  CLI::App& app_;
};

}  // namespace rubble::app
