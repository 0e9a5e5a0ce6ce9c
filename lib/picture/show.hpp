#pragma once
// Pictures of the frames of one run, with a common scale, colour range and point of view.
#include "measure/extent/columns.hpp"
#include "picture/notes.hpp"
#include "picture/pile_scene.hpp"

#include <functional>

namespace rubble::picture {

struct Settings {
  int width = 1200, height = 900;       // [pixels]
  double azimuth = 35, elevation = 25;  // direction to the viewer [degrees]
  std::optional<double> across;         // visible width [m]; by default it contains all of the first shown frame, with
                                        // its triangulated walls, and 99 % of the mass of each frame
  bool follow = false;                  // centre: the heaviest cluster of each frame, instead of the centre of mass
                                        // of the first shown frame
  std::string colour;                   // a column; empty: shades of rock
  std::vector<double> range;            // lowest and highest value of the colour map; empty: the range over all frames
  bool logarithmic = false;
  bool chains = false, arrows = false, plain = false, dark = false;
  char cut_across = 0;           // 'x', 'y', 'z' or 'v', the line of sight; 0: no cut
  std::optional<double> cut_at;  // [m] along that axis from the origin; by default the centre of the picture
};

// Reads one of the shown frames at a time: shown frame number k, from 0.
using FrameOf = std::function<Pile(std::size_t)>;

class Show {
 public:
  // (settings, first frame of the run, shown frames and their number) Reads all shown frames. InputError for a frame
  // without bodies, and for a column without a range.
  Show(const Settings& settings, const Pile& first, const FrameOf& frame, std::size_t frames);

  struct Picture {
    Image image;
    View view;
    std::optional<Notes> notes;
  };
  // (a frame) => its picture. Bodies in periodic space are drawn within the cell.
  Picture of(const Pile& given);

 private:
  void look_through(const FrameOf& frame, std::size_t frames);
  void widen(const Pile& pile, bool all);
  void take_in_walls(const Pile& pile);
  double across_for(const View& view, const Vec3& place, double radius) const;
  Vec3 middle_of(const Pile& pile) const;
  View unscaled_view_of(const Pile& pile) const;
  View view_of(const Pile& pile) const;
  shape::FacePlane cut_of(const View& view) const;
  Scene scene_of(const Pile& pile, const View& view, Notes& notes);

  Settings settings_;
  Vec3 out_;     // unit vector towards the viewer
  Vec3 centre_;  // centre of mass of the first shown frame [m]; along periodic axes the middle of the cell
  Vec3 shift_ = Vec3::Zero();  // from the centre to the middle of the picture, perpendicular to the line of sight [m]
  double across_ = 0;
  MeshPlanes planes_;
  measure::ColourColumns columns_;
  Shading shading_;                                   // range of the column; the column itself depends on the frame
  double strongest_ = 0, fastest_ = 0, longest_ = 0;  // largest force [N], speed [m/s], time [s] of all frames
};

}  // namespace rubble::picture
