#pragma once
// A pile, or the frames of a track in sequence, as the source of pictures and pages.
#include "store/track.hpp"

#include <optional>

namespace rubble::store {

class PileSeries {
 public:
  // (path of a pile or a track) => throws like read_pile() and Frames; InputError if there are no frames.
  explicit PileSeries(const std::string& path);

  const std::string& path() const { return path_; }
  std::size_t size() const { return pile_ ? 1 : frames_->size(); }
  bool is_track() const { return frames_.has_value(); }
  // (number < size()) => that frame, or the pile.
  Pile pile(std::size_t frame) const { return pile_ ? *pile_ : frames_->pile(frame); }
  // (number, negative numbers count from the end) => the index of the frame; InputError if there is none.
  std::size_t number(int frame) const;

 private:
  std::string path_;
  std::optional<Pile> pile_;
  std::optional<Frames> frames_;
};

}  // namespace rubble::store
