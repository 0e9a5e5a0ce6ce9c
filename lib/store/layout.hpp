#pragma once
// HDF5 groups common to the files of this project: header, bodies, frames, provenance. docs/formats.md.
#include "model/pile.hpp"
#include "store/datasets.hpp"
#include "store/hdf5.hpp"
#include "store/provenance.hpp"

#include <string>

namespace rubble::store {

// Kind of a file: its attribute /h5md/modules/granular@content.
inline constexpr const char* kPileContent = "pile";
inline constexpr const char* kTrackContent = "track";
inline constexpr const char* kSegmentContent = "segment";
inline constexpr const char* kCheckpointContent = "checkpoint";

void write_header(Writer& file, const std::string& content);
// => the content. InputError for files of other programs and for files of a newer major version.
std::string read_header(const Reader& file);
// Checks the header like read_header(). WrongContent (store/content.hpp) if the file has another content.
void require_content(const Reader& file, const std::string& content);

// Writes the box, which each group of /particles must have. For periodic piles it has edges: for bodies a dataset of
// the model, for other groups a link to it.
void write_box(Writer& file, const std::string& particles, const Space& space);

inline void put(Writer& file, const Dataset& d, const std::vector<std::string>& values) { file.texts(d.path, values); }
template <class T>
void put(Writer& file, const Dataset& d, const T& values) {
  file.dataset(d.path, view(values), d.unit, d.text);
}

// Bodies, clock, motion and contacts as time-independent elements.
void write_pile_groups(Writer& file, const Pile& pile);
// => the pile, after checks
Pile read_pile_groups(const Reader& file);

// Data that does not change during a run.
void write_model(Writer& file, const Model& model);
Model read_model(const Reader& file);

// The grouping of a pile, and of a track whose grains do not change.
void write_grouping(Writer& file, const Model& model, const Grouping& grouping);
Grouping read_grouping(const Reader& file, const Model& model);
// (table of a file with as many bodies as the model) => the grouping. InputError for indices of grains that do not
// exist.
Grouping grouping_of(const Reader& file, const GroupingTable& table, const Model& model);
// (file of frames) => true if each frame has its own grouping.
bool grains_change(const Reader& file);
// (track, its model) => the grouping of all frames; empty if each frame has its own.
Grouping shared_grouping(const Reader& file, const Model& model);

// Rows [first, first + count) of `total`; by default all rows of any number.
struct RowRange {
  std::uint64_t total = kAny, first = 0, count = kAny;
};
// Reads contacts into `contacts`, whose columns are those of the file.
void read_contacts(const Reader& file, const Model& model, const State& state, const RowRange& rows,
                   Contacts& contacts);
// Columns of the contacts, without values.
std::vector<ContactColumn> read_columns(const Reader& file);

// InputError "file:/dataset: expected ..., found ..." if the pile violates an invariant.
void require_sound(const Reader& file, const Pile& pile);

}  // namespace rubble::store
