#pragma once
// State from which a run resumes with the same bits. A class with such a state lists it once, in one function that both
// saves and loads it:
//
//     void Clock::archive(Archive& a) { a.value("clock/ticks", ticks_), a.value("clock/running", running_); }
#include "base/vec.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace rubble {

// The stored state: named arrays, as in a checkpoint.
struct Resume {
  std::map<std::string, Reals> reals;
  std::map<std::string, std::vector<std::int64_t>> integers;
};

class Archive {
 public:
  static constexpr std::size_t kAny = ~std::size_t{0};

  // Saves to `resume`.
  explicit Archive(Resume& resume) : to_(&resume) {}
  // Loads from `resume`, which must outlive the archive.
  explicit Archive(const Resume& resume) : from_(&resume) {}

  bool loads() const { return from_ != nullptr; }

  // Saves or loads the value under this name. For arrays, `count` is the required number of numbers or vectors.
  // InputError if a loaded value does not exist or has another count.
  void value(const std::string& name, double& number);
  void value(const std::string& name, std::int64_t& number);
  void value(const std::string& name, bool& flag);
  void value(const std::string& name, Reals& numbers, std::size_t count = kAny);
  void value(const std::string& name, std::vector<std::int64_t>& numbers, std::size_t count = kAny);
  void value(const std::string& name, Vec3s& vectors, std::size_t count = kAny);

 private:
  Resume* to_ = nullptr;
  const Resume* from_ = nullptr;
};

// (object with a function archive) => its stored state.
template <class T>
Resume memory_of(T& object) {
  Resume resume;
  Archive archive(resume);
  object.archive(archive);
  return resume;
}

// Restores the object. InputError if `resume` does not fit.
template <class T>
void restore(T& object, const Resume& resume) {
  Archive archive(resume);
  object.archive(archive);
}

}  // namespace rubble
