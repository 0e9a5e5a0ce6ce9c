#pragma once
// Writes pictures as a film with ffmpeg, or as numbered files without it.
#include "store/descriptor.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <sys/types.h>

namespace rubble::cli {

// Feeds frames to ffmpeg, which writes into memory of this process. Only a complete film becomes a file, in the way of
// every other output (store::OutputFile). Nothing is written to the disk before that.
class Film {
 public:
  // (OUT.mp4 or OUT.gif, frames per second, width and height of the frames [pixels]) SystemError if ffmpeg cannot be
  // started.
  Film(std::string path, double rate, int width, int height);
  Film(const Film&) = delete;
  Film& operator=(const Film&) = delete;
  ~Film();

  // True if the program `ffmpeg` exists.
  static bool is_possible();

  // (pixels of a frame, row by row, each 0xRRGGBB) SystemError if ffmpeg has stopped reading.
  void add(const std::vector<std::uint32_t>& frame);
  // SystemError if ffmpeg failed, if the film is incomplete or if it cannot be written. An existing file of that name
  // is then unchanged.
  void finish();

 private:
  int close();  // => status of waitpid for ffmpeg
  [[noreturn]] void fail(const std::string& what);
  std::string ffmpeg_said() const;
  void copy() const;

  std::string path_;
  store::Descriptor film_, messages_;  // ffmpeg's output
  int pipe_ = -1;
  pid_t child_ = -1;
  std::size_t frames_ = 0;
};

// ("dir/film.mp4", 7) => "dir/film-0007.png"
std::string numbered(const std::string& path, std::size_t frame);

}  // namespace rubble::cli
