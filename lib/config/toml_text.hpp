#pragma once
// Values as TOML text. A double has the fewest digits that read back as the same double, and always the form of a
// float.
#include "base/field.hpp"

#include <string>
#include <vector>

namespace rubble::config {

std::string toml_text(double value);
std::string toml_text(const Auto& value);   // "auto" if no value is chosen; "none" if infinite
std::string toml_text(const Limit& value);  // "none" if there is no limit
std::string toml_text(std::int64_t value);
std::string toml_text(bool value);
std::string toml_text(const std::string& value);
std::string toml_text(const Vec3& value);
std::string toml_text(const Reals& value);
std::string toml_text(const std::vector<std::string>& value);
std::string toml_text(const Vec3s& value);

}  // namespace rubble::config
