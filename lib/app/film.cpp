#include "app/film.hpp"

#include "app/tool.hpp"
#include "base/error.hpp"
#include "base/system.hpp"
#include "store/disk.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace rubble::app {

namespace {

// The same bytes for the same frames: no version and no date in the file, one thread.
std::vector<std::string> command(const std::string& path, const std::string& draft, double rate, int width,
                                 int height) {
  std::vector<std::string> words{"ffmpeg",
                                 "-loglevel",
                                 "error",
                                 "-y",
                                 "-f",
                                 "rawvideo",
                                 "-pixel_format",
                                 "rgb24",
                                 "-video_size",
                                 fmt::format("{}x{}", width, height),
                                 "-framerate",
                                 fmt::format("{}", rate),
                                 "-i",
                                 "-"};
  const auto add = [&](std::initializer_list<const char*> more) {
    words.insert(words.end(), more.begin(), more.end());
  };
  if (has_ending(path, "gif"))
    add({"-filter_complex", "split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=sierra2_4a", "-f",
         "gif"});
  else
    add({"-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white", "-c:v", "libx264", "-preset", "medium", "-crf", "18",
         "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-f", "mp4"});
  add({"-threads", "1", "-flags", "+bitexact", "-fflags", "+bitexact"});
  words.push_back("file:" + draft);
  return words;
}

pid_t start(std::vector<std::string> words, int input) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  pid_t child = -1;
  const int error = posix_spawnp(&child, words[0].c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw SystemError(fmt::format("ffmpeg cannot be started: {}", std::strerror(error)));
  return child;
}

}  // namespace

Film::Film(std::string path, double rate, int width, int height) : path_(std::move(path)) {
  const std::filesystem::path target(path_);
  draft_ = (target.parent_path() / fmt::format(".{}.{}.tmp", target.filename().string(), getpid())).string();
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw SystemError(fmt::format("no pipe to ffmpeg: {}", std::strerror(errno)));
  pipe_ = ends[1];
  try {
    child_ = start(command(path_, draft_, rate, width, height), ends[0]);
  } catch (...) {
    ::close(ends[0]);
    ::close(ends[1]);
    throw;
  }
  ::close(ends[0]);
}

Film::~Film() {
  close();
  std::error_code ignored;
  std::filesystem::remove(draft_, ignored);
}

bool Film::is_possible() {
  const char* path = std::getenv("PATH");
  std::string folders = path != nullptr ? path : "";
  for (std::size_t from = 0; from <= folders.size();) {
    const std::size_t to = std::min(folders.find(':', from), folders.size());
    if (access((folders.substr(from, to - from) + "/ffmpeg").c_str(), X_OK) == 0) return true;
    from = to + 1;
  }
  return false;
}

void Film::add(const picture::Image& frame) {
  std::string bytes;
  bytes.reserve(3 * frame.pixel.size());
  for (const std::uint32_t pixel : frame.pixel)
    for (const int shift : {16, 8, 0}) bytes.push_back(static_cast<char>(pixel >> shift & 0xFF));
  for (std::size_t sent = 0; sent < bytes.size();) {
    const ssize_t n = ::write(pipe_, bytes.data() + sent, bytes.size() - sent);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0)
      throw SystemError(fmt::format("{}: ffmpeg stopped reading: {}", output_name(path_), std::strerror(errno)));
    sent += static_cast<std::size_t>(n);
  }
}

int Film::close() {
  if (pipe_ >= 0) ::close(pipe_);
  pipe_ = -1;
  if (child_ < 0) return 0;
  int status = 0;
  while (waitpid(child_, &status, 0) < 0 && errno == EINTR) continue;
  child_ = -1;
  return status;
}

void Film::finish() {
  const int status = close();
  if (status != 0) throw SystemError(fmt::format("{}: ffmpeg failed ({})", output_name(path_), status));
  std::error_code error;
  std::filesystem::rename(draft_, path_, error);
  if (error) throw SystemError(fmt::format("{}: cannot rename: {}", output_name(path_), error.message()));
}

std::string numbered(const std::string& path, std::size_t frame) {
  const std::filesystem::path target(path);
  return (target.parent_path() / fmt::format("{}-{:04}.png", target.stem().string(), frame)).string();
}

}  // namespace rubble::app
