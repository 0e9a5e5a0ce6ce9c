#pragma once
// What soft spheres remember of a contact: one list for the sweep, for the columns of a pile's contacts and for
// checkpoints.
#include "model/contacts.hpp"

#include <array>
#include <span>

namespace rubble::ssdem {

// Numbers of a contact's memory.
enum Part { kSlidingX, kSlidingY, kSlidingZ, kRollingX, kRollingY, kRollingZ, kTwisting, kPrevious, kParts };

// Whether the number changes its sign when the two bodies change places.
bool is_odd(Part part);

// Its name in checkpoints.
const char* name_of(Part part);

// (numbers that the laws use, whether space repeats itself) => the columns that contacts have then, without rows.
std::vector<ContactColumn> declared_columns(std::span<const Part> used, bool repeats);

// InputError unless contacts have one point per pair and springs of the kind that soft spheres keep.
void require_springs(const Contacts& contacts);

// (contacts, number of one) => its memory as its columns have it; 0 where there is no column, and kPrevious.
std::array<double, kParts> memory_of(const Contacts& contacts, std::size_t c);

// Adds a row to the columns: the memory and, if there is a column for it, the image.
void append_memory(Contacts& contacts, const std::array<double, kParts>& memory, const Vec3& image);

}  // namespace rubble::ssdem
