#pragma once
// Where a pile touches: points between two rows of it, or between a row and a wall, and what methods keep of them.
#include "base/vec.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace rubble {

// Which point: of rows a < b, or of row a and a wall. `feature` tells the points of one pair apart.
struct ContactKey {
  Index a = 0, b = 0, feature = 0;  // b < 0: a wall

  static ContactKey of_wall(Index row, Index wall, Index feature = 0) { return {row, -1 - wall, feature}; }
  bool on_wall() const { return b < 0; }
  Index wall() const { return -1 - b; }

  // By a, then by rows b, then by walls, then by feature.
  friend bool operator<(const ContactKey& x, const ContactKey& y) {
    if (x.a != y.a) return x.a < y.a;
    if (x.on_wall() != y.on_wall()) return y.on_wall();
    if (x.b != y.b) return x.on_wall() ? x.b > y.b : x.b < y.b;
    return x.feature < y.feature;
  }
  friend bool operator==(const ContactKey&, const ContactKey&) = default;
};

// A property of contacts that a method keeps besides the fields that all methods have: declared by the method, known by
// its name to files and to a method that resumes. A scalar, or a vector along the inertial axes.
struct ContactColumn {
  std::string name;  // of the dataset: small letters, digits and _
  std::string unit;  // SI
  std::string text;  // description
  bool odd = false;  // it changes its sign when a and b change places
  std::variant<Reals, Vec3s> value;
};

struct Contacts {
  std::vector<ContactKey> key;         // rising
  Vec3s point;                         // where it is, on the surface of a [m]
  Vec3s normal;                        // unit vector from a to b
  Reals gap;                           // distance of the surfaces along it; negative where they overlap [m]
  Vec3s force;                         // on a, mean over the last step of methods whose forces are impulses [N]
  Reals energy;                        // stored in the contact [J]
  std::vector<ContactColumn> columns;  // by name

  std::size_t size() const { return key.size(); }
  // The column of that name, or nullptr.
  const ContactColumn* find(std::string_view name) const;
};

// The column that says where space repeats itself: whole periods from b to the image of b that touches a [m]. It is
// absent in open space.
inline constexpr const char* kImage = "image";

// Kind of a field: places move and turn with the pile, vectors turn with it.
enum class FieldKind { scalar, vector, place };
struct ContactField {
  std::string_view name, unit, text;
  FieldKind kind;
  bool odd;             // changes its sign when a and b change places
  bool column = false;  // one of Contacts::columns
};

// Calls visit(field, values) for each field but the key, columns last; values are Reals or Vec3s, const if the contacts
// are. The one list of fields: files, checks, selections and rotations follow from it.
template <class C, class Visit>
void each_field(C& contacts, Visit&& visit) {
  visit(ContactField{"point", "m", "position of the contact point on the surface of body a", FieldKind::place, false},
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

// (contacts, N) => N rows; new ones are zero.
void resize(Contacts& contacts, std::size_t n);

// (contacts) => a set without rows that has the same columns.
Contacts without_rows(const Contacts& contacts);

// (contacts, new number of each row of the pile, -1: gone) => those of which no row is gone, sides exchanged where the
// order of the rows is now the other, in rising order. Contacts with walls stay.
Contacts renumbered(const Contacts& contacts, const std::vector<Index>& number);

// (contacts, whether to keep contact c) => those that are kept, in order.
Contacts selected(const Contacts& contacts, const std::vector<char>& keep);

// Adds contacts, whose keys all come later. A column that one of the two lacks is zero there. InputError for columns of
// one name and two kinds.
void append(Contacts& contacts, const Contacts& more);

// (contacts, others) => the contacts, with the columns of the others that they lack as zeros.
Contacts with_columns_of(Contacts contacts, const Contacts& others);

// As a pile that turns about the origin.
void turn(Contacts& contacts, const Mat3& rotation);

// As a pile that moves by this much [m].
void shift(Contacts& contacts, const Vec3& by);

// (contacts, c) => from b to the image of b that touches a [m]; the point is at point - image as b has it.
Vec3 image_of(const Contacts& contacts, std::size_t c);

}  // namespace rubble
