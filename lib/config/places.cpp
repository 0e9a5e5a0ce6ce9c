#include "config/places.hpp"

#include "config/key_names.hpp"
#include "config/source.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace rubble::config {

Places::Places(std::string_view text, const std::string& name, const std::vector<std::string>& overrides)
    : name_(name), root_(parse_toml(text, name)) {
  for (const std::string& item : overrides) {
    const Override option = apply_change(item, root_);
    const auto earlier = overrides_.find(option.path);
    if (earlier != overrides_.end() && earlier->second.starts_with("--unset") != item.starts_with('!'))
      throw error_at(earlier->second + " with " + option.text, "one key is given by --set and by --unset: remove one");
    overrides_[option.path] = option.text;
  }
}

std::string Places::place(const std::string& path, const toml::source_region& source) const {
  for (const auto& [key, text] : overrides_) {
    if (key == path || (!source.begin && key.starts_with(path + "."))) return text;
  }
  if (!source.begin) return name_ + ":1:1";
  return fmt::format("{}:{}:{}", name_, source.begin.line, source.begin.column);
}

std::string Places::place(const std::string& path) const {
  const toml::node* node = find(path);
  if (node != nullptr) return place(path, node->source());
  return path.empty() ? name_ + ":1:1" : place(split_last(path).first);
}

std::string Places::place_in_file(const std::string& path) const {
  const toml::node* node = find(path);
  if (path.empty() || (node != nullptr && node->source().begin)) return place(path);
  return place_in_file(split_last(path).first);
}

// (key or table) => the options that set it or one of its keys.
std::vector<std::string> Places::options_of(const std::string& path) const {
  std::vector<std::string> options;
  for (const auto& [key, text] : overrides_)
    if (key == path || key.starts_with(path + ".")) options.push_back(text);
  return options;
}

std::string Places::written_path(const std::string& path) const {
  const auto earlier = written_as_.find(path);
  return earlier == written_as_.end() ? path : earlier->second;
}

std::string Places::with_options(const std::string& place, const std::vector<std::string>& paths) const {
  std::vector<std::string> options;
  for (const std::string& path : paths)
    for (const std::string& option : options_of(written_path(path)))
      if (option != place && std::ranges::find(options, option) == options.end()) options.push_back(option);
  return options.empty() ? place : fmt::format("{} with {}", place, fmt::join(options, ", "));
}

}  // namespace rubble::config
