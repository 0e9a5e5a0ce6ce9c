#include "config/document_read.hpp"

namespace rubble::config {

Slot slot_of(const FieldParts& field, void* in) {
  return {field.key,    field.unit,    field.text,        field.target_in(in),
          field.limits, field.choices, field.is_required, field.earlier};
}

}  // namespace rubble::config
