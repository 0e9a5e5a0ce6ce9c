#pragma once
// The groups that our files share: header, bodies, frames, provenance. docs/formats.md.
#include "model/pile.hpp"
#include "store/hdf5.hpp"
#include "store/provenance.hpp"

#include <string>

namespace rubble::store {

// What a file is: its attribute /h5md/modules/granular@content.
inline constexpr const char* kPileContent = "pile";
inline constexpr const char* kTrackContent = "track";
inline constexpr const char* kSegmentContent = "segment";
inline constexpr const char* kCheckpointContent = "checkpoint";

void write_header(Writer& file, const std::string& content);
// => the content. Refuses what is not ours or newer than this program.
std::string read_header(const Reader& file);
// The same, but refuses all other contents.
void require_content(const Reader& file, const std::string& content);

// Bodies, clock, motion and contacts as time-independent elements.
void write_pile_groups(Writer& file, const Pile& pile);
// => the pile, checked
Pile read_pile_groups(const Reader& file);

// What does not change during a run.
void write_model(Writer& file, const Model& model);
Model read_model(const Reader& file);

// Frames of a track or segment: room for all of them first, then one after the other.
class FrameWriter {
 public:
  struct Counts {
    std::uint64_t frames, bodies, grains, contacts;
  };
  // All frames have these columns of contacts.
  FrameWriter(Writer& file, const Counts& counts, const std::vector<ContactColumn>& columns);
  void add(const State& state, const Contacts& contacts);
  void finish();  // the contacts' offsets

 private:
  Writer& file_;
  std::vector<std::int64_t> offset_{0};
};

struct Frame {
  State state;
  Contacts contacts;
};
// Where each frame's contacts begin; one more than there are frames.
std::vector<std::int64_t> read_frame_offsets(const Reader& file);
Frame read_frame_groups(const Reader& file, const std::vector<std::int64_t>& offsets, std::size_t frame,
                        const Model& model, const std::vector<ContactColumn>& columns);
// What columns the contacts have, without values.
std::vector<ContactColumn> read_columns(const Reader& file);

// InputError "file:/dataset: expected ..., found ..." if the pile violates an invariant.
void require_sound(const Reader& file, const Pile& pile);

void write_provenance(Writer& file, const Provenance& provenance);
Provenance read_provenance(const Reader& file);

}  // namespace rubble::store
