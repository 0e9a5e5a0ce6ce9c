#include "ssdem/history.hpp"

#include "base/error.hpp"

#include <algorithm>

namespace rubble::ssdem {
namespace {

// A column of a pile's contacts and the numbers that it holds.
struct Spring {
  const char *name, *unit, *text;
  Part first;
  std::size_t width;
  bool odd;
};

// By name, as columns stand.
constexpr Spring kSprings[] = {
    {"rolling", "rad", "angle of the rolling spring", kRollingX, 3, true},
    {"sliding", "m", "elongation of the tangential spring", kSlidingX, 3, true},
    {"twisting", "rad", "angle of the twisting spring, about the normal", kTwisting, 1, false},
};

bool holds(const Spring& spring, Part part) {
  return part >= spring.first && static_cast<std::size_t>(part) < spring.first + spring.width;
}

ContactColumn column_of(const Spring& spring) {
  ContactColumn column{spring.name, spring.unit, spring.text, spring.odd, Reals{}};
  if (spring.width == 3) column.value = Vec3s{};
  return column;
}

}  // namespace

bool is_odd(Part part) {
  return std::any_of(std::begin(kSprings), std::end(kSprings),
                     [&](const Spring& spring) { return spring.odd && holds(spring, part); });
}

const char* name_of(Part part) {
  constexpr std::array<const char*, kParts> names = {"sliding_x", "sliding_y", "sliding_z", "rolling_x",
                                                     "rolling_y", "rolling_z", "twisting",  "previous"};
  return names[part];
}

std::vector<ContactColumn> declared_columns(std::span<const Part> used, bool repeats) {
  std::vector<ContactColumn> columns;
  if (repeats) columns.push_back({kImage, "m", "whole periods from b to the image of b that touches a", true, Vec3s{}});
  for (const Spring& spring : kSprings) {
    const auto held = [&](Part part) { return holds(spring, part); };
    if (std::any_of(used.begin(), used.end(), held)) columns.push_back(column_of(spring));
  }
  return columns;
}

void require_springs(const Contacts& contacts) {
  for (const Spring& spring : kSprings) {
    const ContactColumn* column = contacts.find(spring.name);
    if (column == nullptr) continue;
    const ContactColumn own = column_of(spring);
    if (column->odd != own.odd || column->unit != own.unit || column->value.index() != own.value.index())
      throw InputError(std::string("soft spheres: the contacts' column '") + spring.name + "' is no spring of theirs");
  }
  const auto further = [](const ContactKey& key) { return key.feature != 0; };
  if (std::any_of(contacts.key.begin(), contacts.key.end(), further))
    throw InputError("soft spheres: pairs touch at one point each, and here some have several");
}

std::array<double, kParts> memory_of(const Contacts& contacts, std::size_t c) {
  std::array<double, kParts> memory{};
  for (const Spring& spring : kSprings) {
    const ContactColumn* column = contacts.find(spring.name);
    if (column == nullptr) continue;
    if (const auto* vectors = std::get_if<Vec3s>(&column->value); vectors != nullptr && spring.width == 3)
      std::copy((*vectors)[c].begin(), (*vectors)[c].end(), memory.begin() + spring.first);
    if (const auto* scalars = std::get_if<Reals>(&column->value); scalars != nullptr && spring.width == 1)
      memory[spring.first] = (*scalars)[c];
  }
  return memory;
}

void append_memory(Contacts& contacts, const std::array<double, kParts>& memory, const Vec3& image) {
  for (ContactColumn& column : contacts.columns) {
    if (column.name == kImage) {
      std::get<Vec3s>(column.value).push_back(image);
      continue;
    }
    const auto spring =
        std::find_if(std::begin(kSprings), std::end(kSprings), [&](const Spring& s) { return column.name == s.name; });
    const double* first = memory.data() + spring->first;
    if (spring->width == 3)
      std::get<Vec3s>(column.value).emplace_back(first[0], first[1], first[2]);
    else
      std::get<Reals>(column.value).push_back(*first);
  }
}

}  // namespace rubble::ssdem
