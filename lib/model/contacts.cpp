#include "model/contacts.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <numeric>

namespace rubble {
namespace {

template <class T>
T zero() {
  if constexpr (std::is_same_v<T, Vec3>)
    return Vec3::Zero();
  else
    return T{};
}

// The values of all fields, in the order of each_field.
using Values = std::variant<const Reals*, const Vec3s*>;
std::vector<Values> values_of(const Contacts& contacts) {
  std::vector<Values> all;
  each_field(contacts, [&](const ContactField&, const auto& values) { all.push_back(&values); });
  return all;
}

// Calls use(values of a field of `to`, those of the same field of `from`); both have the same columns.
template <class Use>
void each_field_of_both(Contacts& to, const Contacts& from, Use&& use) {
  const std::vector<Values> sources = values_of(from);
  auto source = sources.begin();
  each_field(to, [&]<class T>(const ContactField&, std::vector<T>& values) {
    use(values, *std::get<const std::vector<T>*>(*source++));
  });
}

// (contacts, rows of them) => these rows in this order.
Contacts taken(const Contacts& from, const std::vector<std::size_t>& rows) {
  Contacts out = without_rows(from);
  for (const std::size_t c : rows) out.key.push_back(from.key[c]);
  each_field_of_both(out, from, [&](auto& values, const auto& source) {
    for (const std::size_t c : rows) values.push_back(source[c]);
  });
  return out;
}

// Exchanges a and b in these rows, in all fields except the keys.
void exchange_sides(Contacts& contacts, const std::vector<std::size_t>& rows) {
  for (const std::size_t c : rows) contacts.point[c] -= image_of(contacts, c);
  each_field(contacts, [&](const ContactField& field, auto& values) {
    if (!field.odd) return;
    for (const std::size_t c : rows) values[c] = -values[c];
  });
}

}  // namespace

const ContactColumn* Contacts::find(std::string_view name) const {
  const auto same = [&](const ContactColumn& column) { return column.name == name; };
  const auto found = std::find_if(columns.begin(), columns.end(), same);
  return found == columns.end() ? nullptr : &*found;
}

void resize(Contacts& contacts, std::size_t n) {
  contacts.key.resize(n);
  each_field(contacts, [&]<class T>(const ContactField&, std::vector<T>& values) { values.resize(n, zero<T>()); });
}

Contacts without_rows(const Contacts& contacts) {
  Contacts out;
  for (const ContactColumn& column : contacts.columns) {
    ContactColumn& empty =
        out.columns.emplace_back(ContactColumn{column.name, column.unit, column.text, column.odd, {}});
    if (std::holds_alternative<Vec3s>(column.value)) empty.value = Vec3s{};
  }
  return out;
}

Contacts renumbered(const Contacts& contacts, const std::vector<Index>& number) {
  struct Row {
    ContactKey key;
    std::size_t from;
    bool exchanged;
  };
  std::vector<Row> rows;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const ContactKey& old = contacts.key[c];
    ContactKey key = old;
    key.a = number[static_cast<std::size_t>(old.a)];
    if (!old.on_wall()) key.b = number[static_cast<std::size_t>(old.b)];
    if (key.a < 0 || (!old.on_wall() && key.b < 0)) continue;
    const bool exchanged = !key.on_wall() && key.b < key.a;
    if (exchanged) std::swap(key.a, key.b);
    rows.push_back({key, c, exchanged});
  }
  std::sort(rows.begin(), rows.end(), [](const Row& x, const Row& y) { return x.key < y.key; });

  std::vector<std::size_t> from, exchanged;
  for (const Row& row : rows) {
    if (row.exchanged) exchanged.push_back(from.size());
    from.push_back(row.from);
  }
  Contacts out = taken(contacts, from);
  exchange_sides(out, exchanged);
  for (std::size_t c = 0; c < rows.size(); ++c) out.key[c] = rows[c].key;
  return out;
}

Contacts selected(const Contacts& contacts, const std::vector<char>& keep) {
  std::vector<std::size_t> rows;
  for (std::size_t c = 0; c < contacts.size(); ++c)
    if (keep[c]) rows.push_back(c);
  return taken(contacts, rows);
}

void add_column(Contacts& contacts, ContactColumn column) {
  const auto place = std::lower_bound(contacts.columns.begin(), contacts.columns.end(), column,
                                      [](const ContactColumn& x, const ContactColumn& y) { return x.name < y.name; });
  contacts.columns.insert(place, std::move(column));
}

Contacts with_columns_of(Contacts contacts, const Contacts& others) {
  for (const ContactColumn& column : others.columns) {
    if (contacts.find(column.name) != nullptr) continue;
    ContactColumn added = column;
    std::visit([&]<class T>(std::vector<T>& values) { values.assign(contacts.size(), zero<T>()); }, added.value);
    add_column(contacts, std::move(added));
  }
  return contacts;
}

void append(Contacts& contacts, const Contacts& more) {
  for (const ContactColumn& column : more.columns) {
    const ContactColumn* same = contacts.find(column.name);
    if (same == nullptr) continue;
    if (same->odd != column.odd || same->unit != column.unit || same->value.index() != column.value.index())
      throw InputError("contact column '" + column.name + "' has different types in the two piles");
  }
  const Contacts added = with_columns_of(more, contacts);
  contacts = with_columns_of(std::move(contacts), more);
  contacts.key.insert(contacts.key.end(), added.key.begin(), added.key.end());
  each_field_of_both(contacts, added, [](auto& values, const auto& source) {
    values.insert(values.end(), source.begin(), source.end());
  });
}

void turn(Contacts& contacts, const Mat3& rotation) {
  each_field(contacts, [&]<class T>(const ContactField&, std::vector<T>& values) {
    if constexpr (std::is_same_v<T, Vec3>)
      for (Vec3& value : values) value = (rotation * value).eval();
  });
}

void shift(Contacts& contacts, const Vec3& by) {
  each_field(contacts, [&]<class T>(const ContactField& field, std::vector<T>& values) {
    if constexpr (std::is_same_v<T, Vec3>)
      if (field.kind == FieldKind::place)
        for (Vec3& value : values) value += by;
  });
}

Vec3 image_of(const Contacts& contacts, std::size_t c) {
  const ContactColumn* image = contacts.find(kImage);
  return image == nullptr ? Vec3(Vec3::Zero()) : std::get<Vec3s>(image->value)[c];
}

}  // namespace rubble
