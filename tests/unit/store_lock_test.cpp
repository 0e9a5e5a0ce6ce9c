// One writer for each output, names of the same file, and leftovers of killed writers.
#include "store/disk.hpp"
#include "store/file_names.hpp"
#include "store/lock.hpp"
#include "unit/store_fixture.hpp"

#include <optional>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>

namespace rubble::store {
namespace {

class Outputs : public Folder {
 protected:
  std::string taken(const std::string& output) const {
    return refusal([&] { OutputLock lock(output); });
  }
  bool there(const std::string& name) const { return std::filesystem::exists(path(name)); }
};

TEST_F(Outputs, OneHolderAtATime) {
  {
    const OutputLock lock(path("a.h5"));
    EXPECT_TRUE(lock.good());
    EXPECT_EQ(slurp(path("a.h5.lock")).find(fmt::format("process {} on ", ::getpid())), 0u);
    const std::string who = slurp(path("a.h5.lock"));
    EXPECT_EQ(taken(path("a.h5")), fmt::format("{}: {} is writing this output and holds {}", path("a.h5"),
                                               who.substr(0, who.size() - 1), path("a.h5.lock")));
    EXPECT_EQ(taken(path("b.h5")), "");
    EXPECT_NE(taken(path("./a.h5")), "");
    EXPECT_TRUE(there("a.h5.lock"));  // a refused program does not remove the lock
  }
  EXPECT_EQ(files(), 0u);
  EXPECT_EQ(taken(path("a.h5")), "");
}

TEST_F(Outputs, ALockFollowsLinks) {
  std::filesystem::create_directory(path("far"));
  std::filesystem::create_symlink("far/a.h5", path("near.h5"));
  std::filesystem::create_symlink("near.h5", path("nearer.h5"));
  const OutputLock lock(path("nearer.h5"));
  EXPECT_TRUE(there("far/a.h5.lock"));
  EXPECT_NE(taken(path("far/a.h5")), "");
  EXPECT_NE(taken(path("near.h5")), "");
}

// A killed process no longer holds the lock, but its file still exists.
TEST_F(Outputs, LocksOfEndedProcessesAreFree) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const OutputLock lock(path("a.h5"));
    ::_exit(0);
  }
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  EXPECT_TRUE(there("a.h5.lock"));
  {
    const OutputLock lock(path("a.h5"));
    EXPECT_EQ(slurp(path("a.h5.lock")).find(fmt::format("process {} on ", ::getpid())), 0u);
  }
  EXPECT_EQ(files(), 0u);
}

// A process that opened the file before its owner removed it must not use the removed file as a lock.
TEST_F(Outputs, RemovedLockFilesAreNotUsed) {
  std::optional<OutputLock> first(std::in_place, path("a.h5"));
  std::filesystem::remove(path("a.h5.lock"));
  const OutputLock second(path("a.h5"));
  first.reset();  // it does not remove the lock of another process
  EXPECT_TRUE(there("a.h5.lock"));
  EXPECT_NE(taken(path("a.h5")), "");
}

TEST_F(Outputs, StreamsNeedNoLock) {
  const OutputLock standard("-"), device("/dev/null");
  EXPECT_EQ(taken("-"), "");
  EXPECT_FALSE(std::filesystem::exists("/dev/null.lock"));
}

TEST_F(Outputs, DifferentPathsOfOneFile) {
  spill(path("a"), "x"), spill(path("b"), "x");
  std::filesystem::create_hard_link(path("a"), path("hard"));
  std::filesystem::create_symlink("a", path("soft"));
  std::filesystem::create_symlink("new", path("dangling"));
  std::filesystem::create_directory(path("folder"));
  const auto same = [&](const char* one, const char* other) { return same_file(path(one), path(other)); };
  EXPECT_TRUE(same("a", "a") && same("a", "./a") && same("a", "folder/../a") && same("a", "hard") &&
              same("soft", "hard"));
  EXPECT_TRUE(same("new", "new") && same("new", "folder/../new") && same("dangling", "new"));
  EXPECT_TRUE(same("nowhere/new", "nowhere/./new"));
  EXPECT_FALSE(same("a", "b") || same("a", "new") || same("new", "newer") || same("new", "folder/new"));
  EXPECT_FALSE(same_file("/dev/null", "/dev/null"));
}

TEST_F(Outputs, TargetsOfLinks) {
  std::filesystem::create_directory(path("folder"));
  std::filesystem::create_symlink("folder/end", path("one"));
  std::filesystem::create_symlink(path("one"), path("two"));
  std::filesystem::create_symlink("circle", path("circle"));
  EXPECT_EQ(target_of(path("two")), path("folder/end"));
  EXPECT_EQ(target_of("plain"), "plain");
  EXPECT_EQ(refusal([&] { target_of(path("circle")); }),
            path("circle") + ": expected a file, found a loop of symbolic links");
  write_bytes(path("two"), "x");
  EXPECT_EQ(slurp(path("folder/end")), "x");
  EXPECT_TRUE(std::filesystem::is_symlink(path("one")) && std::filesystem::is_symlink(path("two")));
}

TEST_F(Outputs, OnlyLeftoversOfEndedProcessesAreRemoved) {
  const std::string mark = ".123-00ff00ff.tmp";
  const std::vector<std::string> gone = {"a.h5", "a.h5.ckpt", "a.h5.ckpt.seg0012"};
  const std::vector<std::string> stay = {"a.h5.log", "b.h5", "xa.h5", "a.h5.ckpt.segment"};
  for (const std::string& name : gone) spill(path(name + mark), "x");
  for (const std::string& name : stay) spill(path(name + mark), "x");
  for (const char* name :
       {"a.h5.tmp", "a.h5.123.tmp", "a.h5.-00ff00ff.tmp", "a.h5.123-00ff00f.tmp", "a.h5.1x3-00ff00ff.tmp"})
    spill(path(name), "x");
  spill(path("a.h5.7-00ff00ff.tmp"), "x");  // a file that is being written
  const Descriptor writer(::open(path("a.h5.7-00ff00ff.tmp").c_str(), O_RDWR | O_CLOEXEC));
  ASSERT_EQ(lock(writer), Locked::yes);
  remove_leftovers({path("a.h5"), path("a.h5.ckpt")});
  for (const std::string& name : gone) EXPECT_FALSE(there(name + mark)) << name;
  for (const std::string& name : stay) EXPECT_TRUE(there(name + mark)) << name;
  EXPECT_EQ(files(), stay.size() + 6);
}

}  // namespace
}  // namespace rubble::store
