#include "base/field.hpp"

namespace rubble {

FieldParts::FieldParts(std::string_view key_, std::string_view unit_, std::string_view text_, TargetIn target_in_)
    : key(key_), unit(unit_), text(text_), target_in(std::move(target_in_)) {}
FieldParts::FieldParts(const FieldParts&) = default;
FieldParts::FieldParts(FieldParts&&) noexcept = default;
FieldParts::~FieldParts() = default;

}  // namespace rubble
