#include "cli/film.hpp"

#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/system.hpp"
#include "cli/film_file.hpp"
#include "cli/tool.hpp"
#include "store/disk.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace rubble::cli {

namespace {

constexpr int kFilmDescriptor = 3;  // the output in ffmpeg's process, which opens it as /proc/self/fd/3

// One thread and no version or date in the file, so that equal frames give equal bytes.
std::vector<std::string> command(const std::string& path, double rate, int width, int height) {
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
  words.push_back(fmt::format("file:/proc/self/fd/{}", kFilmDescriptor));
  return words;
}

// => a file in memory without a name on a disk. The system removes it when the last process closes it.
store::Descriptor memory(const char* name) {
  store::Descriptor file(memfd_create(name, MFD_CLOEXEC));
  if (*file < 0) throw system_error("memory for a film", "create", errno);
  return file;
}

// (command, descriptors that become its standard input, its standard error and kFilmDescriptor) => its process
pid_t start(std::vector<std::string> words, int input, int messages, int film) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, messages, STDERR_FILENO);
  posix_spawn_file_actions_adddup2(&actions, film, kFilmDescriptor);  // last: one of the others may have this number
  pid_t child = -1;
  const int error = posix_spawnp(&child, words[0].c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw SystemError(fmt::format("ffmpeg cannot be started: {}", std::strerror(error)));
  return child;
}

// Content of a file, mapped into memory.
class Mapped {
 public:
  explicit Mapped(const store::Descriptor& file) {
    struct stat info {};
    if (::fstat(*file, &info) != 0) throw system_error("memory for a film", "read", errno);
    size_ = static_cast<std::size_t>(info.st_size);
    if (size_ == 0) return;
    start_ = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, *file, 0);
    if (start_ == MAP_FAILED) throw system_error("memory for a film", "read", errno);
  }
  Mapped(const Mapped&) = delete;
  Mapped& operator=(const Mapped&) = delete;
  ~Mapped() {
    if (size_ > 0) ::munmap(start_, size_);
  }
  std::string_view bytes() const { return {static_cast<const char*>(start_), size_}; }

 private:
  void* start_ = nullptr;
  std::size_t size_ = 0;
};

// (status of waitpid) => "exit code 1", "signal 9"; "" for success.
std::string how_it_ended(int status) {
  if (WIFSIGNALED(status)) return fmt::format("signal {}", WTERMSIG(status));
  return WEXITSTATUS(status) == 0 ? "" : fmt::format("exit code {}", WEXITSTATUS(status));
}

}  // namespace

Film::Film(std::string path, double rate, int width, int height)
    : path_(std::move(path)), film_(memory("film")), messages_(memory("messages")) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw SystemError(fmt::format("no pipe to ffmpeg: {}", std::strerror(errno)));
  pipe_ = ends[1];
  try {
    child_ = start(command(path_, rate, width, height), ends[0], *messages_, *film_);
  } catch (...) {
    ::close(ends[0]);
    ::close(ends[1]);
    throw;
  }
  ::close(ends[0]);
}

Film::~Film() { close(); }

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

void Film::add(const std::vector<std::uint32_t>& frame) {
  std::string bytes;
  bytes.reserve(3 * frame.size());
  for (const std::uint32_t pixel : frame)
    for (const int shift : {16, 8, 0}) bytes.push_back(static_cast<char>(pixel >> shift & 0xFF));
  for (std::size_t sent = 0; sent < bytes.size();) {
    const ssize_t n = ::write(pipe_, bytes.data() + sent, bytes.size() - sent);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail("stopped reading");
    sent += static_cast<std::size_t>(n);
  }
  ++frames_;
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

// First line of ffmpeg's messages.
std::string Film::ffmpeg_said() const {
  const Mapped text(messages_);
  const std::string_view bytes = text.bytes();
  return shortened(bytes.substr(0, bytes.find('\n')), 200);
}

void Film::fail(const std::string& what) {
  close();  // ffmpeg has written all of its messages then
  const std::string said = ffmpeg_said();
  throw SystemError(fmt::format("{}: ffmpeg {}{}{}", output_name(path_), what, said.empty() ? "" : ": ", said));
}

// Writes the film to its path in the way of every other output.
void Film::copy() const {
  const Mapped film(film_);
  store::OutputFile file(path_);
  file.add(film.bytes());
  file.finish();
}

void Film::finish() {
  if (const std::string wrong = how_it_ended(close()); !wrong.empty()) fail(fmt::format("failed ({})", wrong));
  // ffmpeg 5 returns 0 even if it could not write the end of the file.
  const std::string missing = [&] {
    const Mapped film(film_);
    return has_ending(path_, "gif") ? missing_in_gif(film.bytes()) : missing_in_mp4(film.bytes(), frames_);
  }();
  if (!missing.empty()) fail(fmt::format("did not write the complete film ({})", missing));
  copy();
}

std::string numbered(const std::string& path, std::size_t frame) {
  const std::filesystem::path target(path);
  return (target.parent_path() / fmt::format("{}-{:04}.png", target.stem().string(), frame)).string();
}

}  // namespace rubble::cli
