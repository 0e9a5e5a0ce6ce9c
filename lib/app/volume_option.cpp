#include "app/volume_option.hpp"

#include "app/number_option.hpp"
#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/units.hpp"
#include "measure/envelope.hpp"
#include "measure/volume.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace rubble::app {

void VolumeOption::add_to(CLI::App& app, const std::string& text) {
  const std::string names = fmt::format("{}", fmt::join(measure::volume_names(), "|"));
  app.add_option_function<std::string>(
         "--volume", [this](const std::string& word) { choose(word); },
         fmt::format("{}: by name, or a volume such as \"2 km^3\"; {} unless given", text, name_))
      ->option_text(names + "|VOLUME");
  add_alpha(app, alpha_);
}

void VolumeOption::choose(const std::string& word) {
  const std::vector<std::string>& names = measure::volume_names();
  given_.reset();
  if (std::find(names.begin(), names.end(), word) != names.end()) {
    name_ = word;
    return;
  }
  const auto refuse = [&](const std::string& why) {
    return InputError(fmt::format("--volume: expected {} or a volume > 0 such as \"2 km^3\", found {}{}",
                                  fmt::join(names, ", "), quoted(word), why));
  };
  if (word.find_first_of("0123456789") == std::string::npos) throw refuse("");
  try {
    given_ = in_si(word, "m3");
  } catch (const InputError& error) {
    throw refuse(fmt::format(": {}", error.what()));
  }
  if (!(*given_ > 0)) throw refuse("");
}

double VolumeOption::of(const Pile& pile) const {
  return given_ ? *given_ : measure::volume(pile, name_, alpha_.value_or(measure::default_alpha(pile)));
}

}  // namespace rubble::app
