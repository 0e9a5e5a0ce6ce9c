#pragma once
// Quantities with units, as people write them: UDUNITS-2 knows the units, we see to exact digits and clear messages.
#include <string>

namespace rubble {

// Unit of a key that takes an angular speed or the period of the rotation: "2.2 h" means 2 pi / (2.2 h).
inline constexpr const char* kSpinUnit = "rad/s or period";

// (text such as "7.5 km", or "7500", which is SI already; SI unit as UDUNITS-2 spells it, "1" for pure numbers, or
// kSpinUnit) => value in that unit. Decimal prefixes shift the decimal point: "7.5 km" is 7500 to the last bit. They
// stand before SI's units, kilo to giga before years and parsecs too, and in one form with their unit: "km",
// "kilometer", not "kilom". Angles may have parts, "12 deg 30 arcmin 15 arcsec" or "12 deg 30' 15\"". A name that
// stands for several units (ton, cal, gallon, hp, month) is refused with the names that do not. InputError without
// place, for the caller to put file and key before: "expects a density in kg m-3; "5 km" is a length". Not for several
// threads at once.
double in_si(const std::string& text, const std::string& unit);

}  // namespace rubble
