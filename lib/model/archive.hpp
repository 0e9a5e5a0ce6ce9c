#pragma once
// State from which a run resumes with the same bits. A class with such a state lists it once, in one function that both
// saves and loads it:
//
//     void Clock::archive(Archive& a) { a.value("clock/ticks", ticks_), a.value("clock/running", running_); }
#include "base/account.hpp"
#include "base/vec.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace rubble {

// The memory itself: named arrays, as a checkpoint holds them.
struct Resume {
  std::map<std::string, Reals> reals;
  std::map<std::string, std::vector<std::int64_t>> integers;
};

class Archive {
 public:
  static constexpr std::size_t kAny = ~std::size_t{0};

  // Saves to `resume`.
  explicit Archive(Resume& resume) : to_(&resume) {}
  // Loads from `resume`, which must last as long.
  explicit Archive(const Resume& resume) : from_(&resume) {}

  bool loads() const { return from_ != nullptr; }

  // Saves the value under this name, or loads it; of arrays `count` says how many numbers or vectors must be there.
  // Loading what is not there, or another number of them: InputError.
  void value(const std::string& name, double& number);
  void value(const std::string& name, std::int64_t& number);
  void value(const std::string& name, bool& flag);
  void value(const std::string& name, Reals& numbers, std::size_t count = kAny);
  void value(const std::string& name, std::vector<std::int64_t>& numbers, std::size_t count = kAny);
  void value(const std::string& name, Vec3s& vectors, std::size_t count = kAny);
  void value(const std::string& name, Account& account);

 private:
  Resume* to_ = nullptr;
  const Resume* from_ = nullptr;
};

// (anything with a function archive) => its memory.
template <class T>
Resume memory_of(T& object) {
  Resume resume;
  Archive archive(resume);
  object.archive(archive);
  return resume;
}

// Gives it back. InputError if `resume` does not fit.
template <class T>
void restore(T& object, const Resume& resume) {
  Archive archive(resume);
  object.archive(archive);
}

// (name of the archived clock, whose start is stored as <name>/base_step and base_time; these two; steps and time of
// the state; time step) => InputError if the clock does not give the time of the state.
void require_clock(const std::string& name, std::int64_t base_step, double base_time, std::int64_t step, double time,
                   double dt);

}  // namespace rubble
