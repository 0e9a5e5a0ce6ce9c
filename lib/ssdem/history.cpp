#include "ssdem/history.hpp"

#include "base/error.hpp"
#include "model/image_column.hpp"

#include <algorithm>

namespace rubble::ssdem {
namespace {

ContactColumn column_of(const HistoryField& field) {
  ContactColumn column{field.name, field.unit, field.text, field.odd, Reals{}};
  if (field.width == 3) column.value = Vec3s{};
  return column;
}

std::array<double, kHistoryParts> numbers_of(const History<double>& history) {
  std::array<double, kHistoryParts> numbers{};
  each_number(history, [&](auto part, double number) { numbers[part] = number; });
  return numbers;
}

}  // namespace

std::string name_of(HistoryPart part) {
  const HistoryField& field = field_of(part);
  if (field.width == 1) return field.name;
  return std::string(field.name) + "_" + "xyz"[part - field.first];
}

std::vector<ContactColumn> declared_columns(std::span<const HistoryPart> used, bool repeats) {
  std::vector<ContactColumn> columns;
  if (repeats) columns.push_back(image_column({}));
  for (const HistoryField& field : kHistoryFields)
    if (field.column && std::find(used.begin(), used.end(), field.first) != used.end())
      columns.push_back(column_of(field));
  std::ranges::sort(columns, {}, &ContactColumn::name);  // as files require
  return columns;
}

void require_springs(const Contacts& contacts) {
  for (const HistoryField& field : kHistoryFields) {
    const ContactColumn* column = field.column ? contacts.find(field.name) : nullptr;
    if (column == nullptr) continue;
    const ContactColumn own = column_of(field);
    if (column->odd != own.odd || column->unit != own.unit || column->value.index() != own.value.index())
      throw InputError(std::string("contact column '") + field.name + "' is not a spring of soft spheres");
  }
  const auto further = [](const ContactKey& key) { return !key.on_wall() && key.feature != 0; };
  if (std::any_of(contacts.key.begin(), contacts.key.end(), further))
    throw InputError("soft spheres support one contact point per pair, found several");
}

History<double> history_of(const Contacts& contacts, std::size_t c) {
  History<double> history;
  each_number(history, [&](auto part, double& number) {
    const HistoryField& field = field_of(part);
    const ContactColumn* column = field.column ? contacts.find(field.name) : nullptr;
    if (column == nullptr) return;
    if (field.width == 3)
      number = std::get<Vec3s>(column->value)[c][part - field.first];
    else
      number = std::get<Reals>(column->value)[c];
  });
  return history;
}

std::vector<const HistoryField*> fields_of(const std::vector<ContactColumn>& columns) {
  std::vector<const HistoryField*> fields;
  for (const ContactColumn& column : columns) {
    const auto named = [&](const HistoryField& field) { return column.name == field.name; };
    const auto found = std::find_if(kHistoryFields.begin(), kHistoryFields.end(), named);
    fields.push_back(found == kHistoryFields.end() ? nullptr : &*found);
  }
  return fields;
}

void append_history(Contacts& contacts, const std::vector<const HistoryField*>& fields, const History<double>& history,
                    const Vec3& image) {
  const std::array<double, kHistoryParts> numbers = numbers_of(history);
  for (std::size_t k = 0; k < fields.size(); ++k) {
    auto& values = contacts.columns[k].value;
    if (fields[k] == nullptr) {
      std::get<Vec3s>(values).push_back(image);
      continue;
    }
    const double* first = numbers.data() + fields[k]->first;
    if (fields[k]->width == 3)
      std::get<Vec3s>(values).emplace_back(first[0], first[1], first[2]);
    else
      std::get<Reals>(values).push_back(*first);
  }
}

}  // namespace rubble::ssdem
