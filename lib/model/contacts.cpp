#include "model/contacts.hpp"

#include "base/error.hpp"
#include "base/parallel.hpp"

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

// Replaces the values by those of the given rows, in this order. `spare` is memory that several fields use in turn.
template <class T>
void take(std::vector<T>& values, const std::vector<std::size_t>& rows, std::vector<T>& spare) {
  spare.resize(rows.size());
  parallel_for(rows.size(), [&](std::size_t c) { spare[c] = values[rows[c]]; });
  values.swap(spare);
}

// Replaces all fields except the keys by those of the given rows, in this order.
void take_fields(Contacts& contacts, const std::vector<std::size_t>& rows) {
  Reals spare_numbers;
  Vec3s spare_vectors;
  each_field(contacts, [&]<class T>(const ContactField&, std::vector<T>& values) {
    if constexpr (std::is_same_v<T, Vec3>)
      take(values, rows, spare_vectors);
    else
      take(values, rows, spare_numbers);
  });
}

// (key, new number of each body) => the key with the new numbers, a < b; a is -1 if one of its bodies was removed.
ContactKey with_numbers(ContactKey key, const std::vector<Index>& number) {
  key.a = number[static_cast<std::size_t>(key.a)];
  if (key.on_wall()) return key;
  key.b = number[static_cast<std::size_t>(key.b)];
  if (key.b < key.a) std::swap(key.a, key.b);
  return key;
}

// (keys) => the rows whose bodies were not removed, in the ascending order of the keys. The rows are counted for each
// body a. Only those of one body are compared, so that the time is proportional to the number of rows.
std::vector<std::size_t> ascending(const std::vector<ContactKey>& keys) {
  Index last_body = -1;
  for (const ContactKey& key : keys) last_body = std::max(last_body, key.a);
  const auto bodies = static_cast<std::size_t>(last_body + 1);
  std::vector<std::size_t> end(bodies + 1, 0);
  for (const ContactKey& key : keys)
    if (key.a >= 0) ++end[static_cast<std::size_t>(key.a) + 1];
  std::partial_sum(end.begin(), end.end(), end.begin());
  std::vector<std::size_t> rows(end.back());
  for (std::size_t c = 0; c < keys.size(); ++c)
    if (keys[c].a >= 0) rows[end[static_cast<std::size_t>(keys[c].a)]++] = c;
  const auto before = [&](std::size_t x, std::size_t y) { return keys[x] == keys[y] ? x < y : keys[x] < keys[y]; };
  parallel_for(bodies, [&](std::size_t a) {
    const auto first = static_cast<std::ptrdiff_t>(a == 0 ? 0 : end[a - 1]), last = static_cast<std::ptrdiff_t>(end[a]);
    std::sort(rows.begin() + first, rows.begin() + last, before);
  });
  return rows;
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

void reserve(Contacts& contacts, std::size_t n) {
  contacts.key.reserve(n);
  each_field(contacts, [&](const ContactField&, auto& values) { values.reserve(n); });
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

Contacts renumbered(Contacts contacts, const std::vector<Index>& number) {
  std::vector<ContactKey> keys(contacts.size());
  parallel_for(keys.size(), [&](std::size_t c) { keys[c] = with_numbers(contacts.key[c], number); });
  const std::vector<std::size_t> rows = ascending(keys);

  take_fields(contacts, rows);
  std::vector<std::size_t> exchanged;
  for (std::size_t c = 0; c < rows.size(); ++c)
    if (keys[rows[c]].a != number[static_cast<std::size_t>(contacts.key[rows[c]].a)]) exchanged.push_back(c);
  exchange_sides(contacts, exchanged);
  std::vector<ContactKey> spare;
  take(keys, rows, spare);
  contacts.key = std::move(keys);
  return contacts;
}

Contacts selected(const Contacts& contacts, const std::vector<char>& keep) {
  std::vector<std::size_t> rows;
  for (std::size_t c = 0; c < contacts.size(); ++c)
    if (keep[c]) rows.push_back(c);
  Contacts out = without_rows(contacts);
  reserve(out, rows.size());
  for (const std::size_t c : rows) out.key.push_back(contacts.key[c]);
  each_field_of_both(out, contacts, [&](auto& values, const auto& source) {
    for (const std::size_t c : rows) values.push_back(source[c]);
  });
  return out;
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
