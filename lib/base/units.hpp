#pragma once
// Quantities with units as text. UDUNITS-2 knows the units; this code adds exact digits and clear messages.
#include <string>

namespace rubble {

// Unit of a key that takes an angular speed or the period of the rotation: "2.2 h" means 2 pi / (2.2 h).
inline constexpr const char* kSpinUnit = "rad/s or period";

// (text; SI unit as UDUNITS-2 spells it, "1" for pure numbers, or kSpinUnit) => value in that unit. The text is a
// quantity such as "7.5 km", or a number, which is in SI units. InputError without file and key, which the caller
// prepends: "expects a density in kg m-3; "5 km" is a length". SystemError if UDUNITS-2 has no unit database. Not
// thread-safe.
// - Decimal prefixes shift the decimal point: "7.5 km" is 7500 to the last bit. SI units take them, and years and
//   parsecs take kilo to giga. Prefix and unit must have the same form: "km", "kilometer", but not "kilom".
// - Angles may have parts: "12 deg 30 arcmin 15 arcsec" or "12 deg 30' 15\"".
// - Names of several units (ton, cal, gallon, hp, month) are refused. The message lists unambiguous names.
double in_si(const std::string& text, const std::string& unit);

}  // namespace rubble
