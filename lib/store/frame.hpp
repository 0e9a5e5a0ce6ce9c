#pragma once
// Frames: the part of a pile that a track or a segment stores at each time. docs/formats.md, "Track".
#include "store/layout.hpp"

namespace rubble::store {

struct Frame {
  State state;
  Contacts contacts;
  Bonds bonds;
  bool regroups = false;  // true if the file stores the grouping of each frame
};

// Properties that all frames of a file share.
struct FrameLayout {
  std::uint64_t bodies = 0;
  std::uint64_t grains = 0;            // number of grains in each frame, if it does not change
  bool regroups = false;               // true if each frame has its own grouping
  bool hulls = false;                  // true if some bodies are hulls
  std::uint64_t walls = 0;             // number of triangulated walls if one is driven, else 0
  bool beams = false;                  // true if bonds have columns
  std::vector<ContactColumn> columns;  // columns without values
  std::vector<BodyColumn> of_bodies;   // body columns without values, of any frame
};
FrameLayout layout_of(const Frame& frame);
// (frames, at least one) => the layout of the first, with the body columns of all.
FrameLayout layout_of(const std::vector<Frame>& frames);

// Sums over all frames; grains are counted only if they change.
struct FrameCounts {
  std::uint64_t frames = 0, grains = 0, contacts = 0, bonds = 0;

  FrameCounts& operator+=(const FrameCounts& other);
};
FrameCounts counts_of(const std::vector<Frame>& frames);

// Reserves space for all frames first, then writes one after the other.
class FrameWriter {
 public:
  // (file, layout, counts, space of the model in the file, or open space if the file has no model)
  FrameWriter(Writer& file, FrameLayout layout, const FrameCounts& counts, const Space& space = {});
  // std::logic_error for a frame with a different layout.
  void add(const Frame& frame);
  void finish();  // writes the indices at which each frame's contacts and grains begin

 private:
  void reserve_bodies(const FrameCounts& counts);
  void reserve_grains(const FrameCounts& counts, const Space& space);
  void reserve_contacts(const FrameCounts& counts);
  void reserve_bonds(const FrameCounts& counts);

  Writer& file_;
  FrameLayout layout_;
  std::string clock_;  // path of the element with step and time of all frames
  std::vector<std::int64_t> contacts_{0}, grains_{0}, bonds_{0};
};

class FrameReader {
 public:
  // (file of frames, model of its bodies, grouping of all frames if they have none of their own) The arguments must
  // outlive the object.
  FrameReader(const Reader& file, const Model& model, const Grouping& shared);
  std::size_t size() const { return contacts_.size() - 1; }
  bool regroups() const { return !grains_.empty(); }
  // Columns of the contacts of each frame, without values.
  std::vector<ContactColumn> columns() const;
  Frame frame(std::size_t index) const;
  // InputError for positions, velocities and spins that are not finite, and for orientations that are not unit
  // quaternions. Does not check the other invariants of a pile.
  Pile pile(std::size_t index) const;

 private:
  Grouping grouping(std::size_t index) const;
  std::vector<BodyColumn> body_columns(std::size_t index) const;

  const Reader& file_;
  const Model& model_;
  const Grouping& shared_;
  // Indices at which the contacts, grains and bonds of each frame begin.
  std::vector<std::int64_t> contacts_, grains_, bonds_;
  std::vector<ContactColumn> columns_;
  std::vector<BodyColumn> of_bodies_;  // declarations
};

}  // namespace rubble::store
