#pragma once
// Contact points of a pile, between two bodies or between a body and a wall, and the contact state that methods store.
#include "base/vec.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace rubble {

// Identity of a contact point: bodies a < b, or body a and a wall. `feature` distinguishes the points of one pair.
struct ContactKey {
  Index a = 0, b = 0, feature = 0;  // b < 0 means a wall

  static ContactKey of_wall(Index row, Index wall, Index feature = 0) { return {row, -1 - wall, feature}; }
  bool on_wall() const { return b < 0; }
  Index wall() const { return -1 - b; }

  // Sorted by a; for each a, bodies b come first and walls follow; then by feature.
  friend bool operator<(const ContactKey& x, const ContactKey& y) {
    if (x.a != y.a) return x.a < y.a;
    if (x.on_wall() != y.on_wall()) return y.on_wall();
    if (x.b != y.b) return x.on_wall() ? x.b > y.b : x.b < y.b;
    return x.feature < y.feature;
  }
  friend bool operator==(const ContactKey&, const ContactKey&) = default;
};

// A property of contacts that a method stores in addition to the fields common to all methods. The method declares it;
// files, and a method that resumes, know it by its name. It is a scalar, or a vector along the inertial axes.
struct ContactColumn {
  std::string name;  // name of the dataset: lower-case letters, digits and _
  std::string unit;  // in SI units
  std::string text;  // description
  bool odd = false;  // its sign changes if a and b are exchanged
  std::variant<Reals, Vec3s> value;
};

struct Contacts {
  std::vector<ContactKey> key;         // ascending
  Vec3s point;                         // position, in the overlap or the gap of the two bodies [m]
  Vec3s normal;                        // unit vector from a to b
  Reals gap;                           // distance of the surfaces along the normal; negative if they overlap [m]
  Vec3s force;                         // force on a; mean over the last step for methods with impulses [N]
  Reals energy;                        // energy stored in the contact [J]
  std::vector<ContactColumn> columns;  // in the ascending order of the names

  std::size_t size() const { return key.size(); }
  // The column of that name, or nullptr.
  const ContactColumn* find(std::string_view name) const;
};

// The column of periodic piles: whole periods from b to the image of b that touches a [m]. In open space it is absent.
inline constexpr const char* kImage = "image";

// Kind of a field: places move and rotate with the pile, vectors rotate with it.
enum class FieldKind { scalar, vector, place };
struct ContactField {
  std::string_view name, unit, text;
  FieldKind kind;
  bool odd;             // its sign changes if a and b are exchanged
  bool column = false;  // one of Contacts::columns
};

// Calls visit(field, values) for each field except the key, columns last. Values are Reals or Vec3s, const if the
// contacts are const. This is the only list of fields; files, checks, selections and rotations use it.
template <class C, class Visit>
void each_field(C& contacts, Visit&& visit) {
  visit(ContactField{"point", "m", "position of the contact point, in the overlap or the gap of the two bodies",
                     FieldKind::place, false},
        contacts.point);
  visit(ContactField{"normal", "1", "unit vector of the contact normal from body a to body b", FieldKind::vector, true},
        contacts.normal);
  visit(
      ContactField{"gap", "m", "distance between the two surfaces, negative if they overlap", FieldKind::scalar, false},
      contacts.gap);
  visit(ContactField{"force", "N", "contact force on body a", FieldKind::vector, true}, contacts.force);
  visit(ContactField{"energy", "J", "energy stored in the contact", FieldKind::scalar, false}, contacts.energy);
  for (auto& column : contacts.columns) {
    const auto visit_column = [&](auto& values) {
      constexpr bool vector = std::is_same_v<std::remove_cvref_t<decltype(values)>, Vec3s>;
      const FieldKind kind = vector ? FieldKind::vector : FieldKind::scalar;
      visit(ContactField{column.name, column.unit, column.text, kind, column.odd, true}, values);
    };
    std::visit(visit_column, column.value);
  }
}

// Resizes all arrays to n contacts; new contacts are zero.
void resize(Contacts& contacts, std::size_t n);

// Prepares all arrays for n contacts, so that adding them moves nothing.
void reserve(Contacts& contacts, std::size_t n);

// Adds a column, in the ascending order of the names.
void add_column(Contacts& contacts, ContactColumn column);

// (contacts) => an empty set of contacts with the same columns.
Contacts without_rows(const Contacts& contacts);

// (contacts, new index of each body of the pile, -1 for a removed body) => the contacts of the remaining bodies,
// sorted. The sides are exchanged if the order of the two bodies changed. Contacts with walls are kept.
Contacts renumbered(Contacts contacts, const std::vector<Index>& number);

// (contacts, true for each contact to keep) => the selected contacts, in order.
Contacts selected(const Contacts& contacts, const std::vector<char>& keep);

// Appends contacts, whose keys must all be larger. A column that only one of the two sets has is zero in the other.
// InputError if columns of the same name differ in unit, in `odd`, or in kind (scalar or vector).
void append(Contacts& contacts, const Contacts& more);

// (contacts, other contacts) => the contacts, with columns that only the other ones have added as zeros.
Contacts with_columns_of(Contacts contacts, const Contacts& others);

// Rotates the contacts with their pile about the origin.
void turn(Contacts& contacts, const Mat3& rotation);

// Moves the contacts with their pile by this vector [m].
void shift(Contacts& contacts, const Vec3& by);

// (contacts, c) => vector from b to the image of b that touches a [m]. Relative to b itself, the point is at point -
// image.
Vec3 image_of(const Contacts& contacts, std::size_t c);

}  // namespace rubble
