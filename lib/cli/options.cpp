#include "cli/options.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

#include <CLI/CLI.hpp>

namespace rubble::cli {

Option& Option::option_text(const std::string& text) {
  option_->option_text(text);
  return *this;
}

Option& Option::check(const Check& check) {
  option_->check(check);
  return *this;
}

Option& Option::transform(const Transform& transform) {
  option_->transform(CLI::Validator(transform, ""));
  return *this;
}

Option& Option::excludes(const std::string& other) {
  option_->excludes(other);
  return *this;
}

Option& Option::required() {
  option_->required();
  return *this;
}

Option& Option::one_value() {
  option_->allow_extra_args(false);
  return *this;
}

Option Options::add_flag(const std::string& names, bool& value, const std::string& text) {
  return Option(app_.add_flag(names, value, text));
}

template <class T>
Option Options::add_option(const std::string& names, T& value, const std::string& text) {
  return Option(app_.add_option(names, value, text));
}
template Option Options::add_option(const std::string&, std::string&, const std::string&);
template Option Options::add_option(const std::string&, double&, const std::string&);
template Option Options::add_option(const std::string&, int&, const std::string&);
template Option Options::add_option(const std::string&, std::int64_t&, const std::string&);
template Option Options::add_option(const std::string&, std::size_t&, const std::string&);
template Option Options::add_option(const std::string&, std::optional<double>&, const std::string&);
template Option Options::add_option(const std::string&, std::optional<int>&, const std::string&);
template Option Options::add_option(const std::string&, std::optional<std::size_t>&, const std::string&);
template Option Options::add_option(const std::string&, std::vector<std::string>&, const std::string&);

Option Options::add_word(const std::string& names, const std::function<void(const std::string&)>& keep,
                         const std::string& text) {
  return Option(app_.add_option_function<std::string>(names, keep, text));
}

Option Options::add_words(const std::string& names, const std::function<void(const std::vector<std::string>&)>& keep,
                          const std::string& text) {
  return Option(app_.add_option_function<std::vector<std::string>>(names, keep, text));
}

}  // namespace rubble::cli
