#pragma once
// History of a contact of soft spheres: one list of numbers that serves the sweep, the columns of a pile's contacts,
// and checkpoints.
#include "model/contacts.hpp"
#include "simd/pack.hpp"

#include <array>
#include <span>
#include <type_traits>

namespace rubble::ssdem {

// One contact (T: double) or four (Pack). Springs are kept half a step ahead of the positions, so that one addition
// before and one after each evaluation of the forces gives the trapezoidal rule: docs/theory.md 3.2.
template <class T>
struct History {
  Triple<T> sliding{};  // elongation of the tangential spring [m]
  Triple<T> rolling{};  // angle of the rolling spring [rad]
  T twisting{};         // angle of the twisting spring, about the normal [rad]
  T overlap{};         // overlap at the previous step, with the sign of attachment.hpp; 0 if the pair did not touch [m]
  T loading{};         // 1 if the overlap grew at the previous step, otherwise 0
  T contact_radius{};  // radius of the contact area at the previous step, with this sign; 0 if there was none [m]
};

// Index of each number of a contact's history.
enum HistoryPart {
  kSlidingX,
  kSlidingY,
  kSlidingZ,
  kRollingX,
  kRollingY,
  kRollingZ,
  kTwisting,
  kOverlap,
  kLoading,
  kContactRadius,
  kHistoryParts
};

// Calls visit(integral_constant of its part, number) for each number of a history.
template <class H, class Visit>
RUBBLE_INLINE void each_number(H& history, Visit&& visit) {
  visit(std::integral_constant<HistoryPart, kSlidingX>{}, history.sliding.x);
  visit(std::integral_constant<HistoryPart, kSlidingY>{}, history.sliding.y);
  visit(std::integral_constant<HistoryPart, kSlidingZ>{}, history.sliding.z);
  visit(std::integral_constant<HistoryPart, kRollingX>{}, history.rolling.x);
  visit(std::integral_constant<HistoryPart, kRollingY>{}, history.rolling.y);
  visit(std::integral_constant<HistoryPart, kRollingZ>{}, history.rolling.z);
  visit(std::integral_constant<HistoryPart, kTwisting>{}, history.twisting);
  visit(std::integral_constant<HistoryPart, kOverlap>{}, history.overlap);
  visit(std::integral_constant<HistoryPart, kLoading>{}, history.loading);
  visit(std::integral_constant<HistoryPart, kContactRadius>{}, history.contact_radius);
}

// Calls visit(integral_constant of the part) for each part.
template <class Visit>
RUBBLE_INLINE void each_part(Visit&& visit) {
  History<double> none;
  each_number(
      none, [&](auto part, double&) __attribute__((always_inline)) { visit(part); });
}

// One entry of the list: a spring or another remembered quantity.
struct HistoryField {
  const char *name, *unit, *text;
  HistoryPart first;  // part of the first value
  std::size_t width;  // number of values
  bool odd;           // true if the values change sign when the two bodies are exchanged
  bool column;        // true for a column of a pile's contacts; other entries are derived from gaps and velocities
};
// The list, in ascending order of the names.
inline constexpr std::array<HistoryField, 6> kHistoryFields = {{
    {"contact_radius", "m", "radius of the contact area of spheres that adhere", kContactRadius, 1, false, true},
    {"loading", "1", "whether the overlap grew in the last step", kLoading, 1, false, false},
    {"overlap", "m", "overlap of the step before", kOverlap, 1, false, false},
    {"rolling", "rad", "angle of the rolling spring", kRollingX, 3, true, true},
    {"sliding", "m", "elongation of the tangential spring", kSlidingX, 3, true, true},
    {"twisting", "rad", "angle of the twisting spring, about the normal", kTwisting, 1, false, true},
}};
constexpr const HistoryField& field_of(HistoryPart part) {
  for (const HistoryField& field : kHistoryFields)
    if (part >= field.first && static_cast<std::size_t>(part) < field.first + field.width) return field;
  return kHistoryFields[0];
}
constexpr bool is_odd(HistoryPart part) { return field_of(part).odd; }

// Name in checkpoints.
std::string name_of(HistoryPart part);

// (parts that the laws use, true if space is periodic) => columns of the contacts, without values.
std::vector<ContactColumn> declared_columns(std::span<const HistoryPart> used, bool repeats);

// InputError unless contacts have one point per pair and springs of the kind that soft spheres use.
void require_springs(const Contacts& contacts);

// (contacts, index of a contact) => its springs from the columns; 0 for columns that do not exist.
History<double> history_of(const Contacts& contacts, std::size_t c);

// (columns of contacts) => the part of the history that each has; nullptr for the image.
std::vector<const HistoryField*> fields_of(const std::vector<ContactColumn>& columns);

// (contacts, fields_of() their columns, history, image) Adds a value to each column.
void append_history(Contacts& contacts, const std::vector<const HistoryField*>& fields, const History<double>& history,
                    const Vec3& image);

}  // namespace rubble::ssdem
