#pragma once
// Pictures one after the other as a film, by ffmpeg; without it as numbered files.
#include "picture/image.hpp"

#include <string>

#include <sys/types.h>

namespace rubble::app {

// Feeds frames to ffmpeg, which writes beside the output; it gets its name once the film is whole.
class Film {
 public:
  // (OUT.mp4 or OUT.gif, frames per second, size of the frames) => SystemError if ffmpeg cannot be started
  Film(std::string path, double rate, int width, int height);
  Film(const Film&) = delete;
  Film& operator=(const Film&) = delete;
  ~Film();

  // Whether there is a program of the name `ffmpeg`.
  static bool is_possible();

  void add(const picture::Image& frame);
  // SystemError if ffmpeg failed; then there is no film.
  void finish();

 private:
  int close();  // => how ffmpeg ended

  std::string path_, draft_;
  int pipe_ = -1;
  pid_t child_ = -1;
};

// ("dir/film.mp4", 7) => "dir/film-0007.png"
std::string numbered(const std::string& path, std::size_t frame);

}  // namespace rubble::app
