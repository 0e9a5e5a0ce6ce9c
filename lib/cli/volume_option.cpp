#include "cli/volume_option.hpp"

#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/words.hpp"
#include "cli/number_option.hpp"
#include "measure/extent/envelope.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace rubble::cli {

void VolumeOption::add_to(Options& options, const std::string& text) {
  const std::string names = fmt::format("{}", fmt::join(names_of(measure::kAllVolumes), "|"));
  options
      .add_word(
          "--volume", [this](const std::string& word) { choose(word); },
          fmt::format("{}: a name, or a volume such as \"2 km^3\"; default: {}", text, measure::name_of(definition_)))
      .option_text(names + "|VOLUME");
  add_alpha(options, alpha_);
}

void VolumeOption::choose(const std::string& word) {
  const std::vector<std::string> names = names_of(measure::kAllVolumes);
  given_.reset();
  if (std::find(names.begin(), names.end(), word) != names.end()) {
    definition_ = *value_of(measure::kAllVolumes, word);
    return;
  }
  if (word.find_first_of("0123456789") == std::string::npos)
    throw InputError(fmt::format("--volume must be {} or a volume such as \"2 km^3\", not {}{}", one_of(names),
                                 quoted(word), choice_hint(word, names)));
  std::string value = word;
  if (const std::string wrong = within(kPositive, "m3")(value); !wrong.empty()) throw InputError("--volume " + wrong);
  given_ = std::stod(value);
}

double VolumeOption::of(const Pile& pile) const {
  return given_ ? *given_ : measure::volume(pile, definition_, alpha_.value_or(measure::default_alpha(pile)));
}

}  // namespace rubble::cli
