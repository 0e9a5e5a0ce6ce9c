#pragma once
// The thin typed layer over Document: a struct's fields() become untyped slots.
#include "base/keys_error.hpp"
#include "config/document.hpp"

namespace rubble::config {

// (declaration, its struct) => the parameter in the struct.
Slot slot_of(const FieldParts& field, void* in);

// (struct) => one slot per field, pointing into it.
template <class P>
std::vector<Slot> slots_of(P& p) {
  std::vector<Slot> slots;
  for (const Field<P>& field : fields(static_cast<const P*>(nullptr))) slots.push_back(slot_of(field, &p));
  return slots;
}

template <class P>
P Document::read(std::string_view section) {
  P p{};
  fill(section, slots_of(p));
  return p;
}

template <class T, std::size_t n>
T Document::word(std::string_view section, std::string_view key, const Word<T> (&table)[n], const std::string& text) {
  return value_of(table, word(section, key, names_of(table), text)).value();
}

template <class P>
std::optional<P> Document::read_if(std::string_view section) {
  if (!has(section)) return std::nullopt;
  return read<P>(section);
}

template <class P>
std::vector<P> Document::read_each(std::string_view section) {
  std::vector<P> all;
  const std::size_t n = count(section);
  for (std::size_t i = 0; i < n; ++i) all.push_back(read<P>(std::string(section) + "[" + std::to_string(i) + "]"));
  return all;
}

template <class Work>
auto Document::within(std::string_view section, Work&& work) const {
  try {
    return work();
  } catch (const PlacedError&) {
    throw;
  } catch (const KeysError& found) {
    throw error(found.paths_in(std::string(section)), found.what());
  } catch (const KeyError& found) {
    throw error(section, found.key, found.what());
  } catch (const InputError& found) {
    throw error(section, "", found.what());
  }
}

}  // namespace rubble::config
