#pragma once
// Pictures of the frames of one run, all with one scale, one range of colours and one point of view.
#include "measure/columns.hpp"
#include "picture/bodies.hpp"
#include "picture/notes.hpp"

#include <functional>

namespace rubble::picture {

struct Settings {
  int width = 1200, height = 900;       // [pixels]
  double azimuth = 35, elevation = 25;  // of the viewer [degrees]
  std::optional<double> across;         // width of what is seen [m]; unless given: all of the first frame and what
                                        // holds 99 % of the mass of each
  bool follow = false;                  // the heaviest cluster of each frame, not the first frame's centre of mass
  std::string colour;                   // a column; empty: shades of rock
  std::vector<double> range;            // of that column: lowest and highest; empty: those of all frames
  bool logarithmic = false;
  bool chains = false, arrows = false, plain = false, dark = false;
  char cut_across = 0;           // 'x', 'y', 'z' or 'v', the line of sight; 0: no cut
  std::optional<double> cut_at;  // [m] along that axis from the origin; unless given: the middle of the picture
};

// One after the other: frame k of those that are shown.
using FrameOf = std::function<Pile(std::size_t)>;

class Show {
 public:
  // (settings, first frame of the run, frames that are shown) => looks through all of them. InputError for a frame
  // without bodies, and for a range that there is none of.
  Show(const Settings& settings, const Pile& first, const FrameOf& frame, std::size_t frames);

  struct Picture {
    Image image;
    View view;
    std::optional<Notes> notes;
  };
  // (a frame) => its picture. Bodies of periodic space are drawn in the cell.
  Picture of(const Pile& given);

 private:
  void look_through(const FrameOf& frame, std::size_t frames);
  void widen(const Pile& pile, bool all);
  Vec3 middle_of(const Pile& pile) const;
  View view_of(const Pile& pile) const;
  shape::Plane cut_of(const View& view) const;
  Scene scene_of(const Pile& pile, const View& view, Notes& notes);

  Settings settings_;
  Vec3 out_;     // towards the viewer
  Vec3 centre_;  // of the first frame
  double across_ = 0;
  HullPlanes planes_;
  measure::BodyColumns columns_;
  Shading shading_;                                   // its range; the column is each frame's
  double strongest_ = 0, fastest_ = 0, longest_ = 0;  // of all frames: force, speed, time
};

}  // namespace rubble::picture
