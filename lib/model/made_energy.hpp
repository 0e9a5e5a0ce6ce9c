#pragma once
// Energy that contacts make: heat of the wrong sign. A channel that may not give energy back is watched step by step; a
// channel of either sign by how far its sum falls. docs/theory.md 3.10.
#include "model/archive.hpp"
#include "model/stepper.hpp"

namespace rubble {

// A group of channels whose heat counts together, as a method declares it.
struct HeatRule {
  const char* name;  // of the column of a track
  const char* text;  // for messages
  std::vector<Channel> channels;
  // These laws exchange energy with motion both ways, so that only the largest fall of the sum is an error.
  bool either_sign = false;
};

class MadeEnergy {
 public:
  explicit MadeEnergy(const std::vector<HeatRule>& rules);

  // (account at the end of a step, energy that its impacts made as far as the method knows it, energy that laws of either
  // sign may lend, >= that of the steps before [J]) adds what the step made. The energy of impacts counts for the first
  // rule, where other heat of the same step would hide it.
  void look(const Account& account, double by_impacts = 0, double lent = 0);
  // (account, energy that is stored at that moment in springs, by the channel that it turns into [J]) as above, each rule
  // with the energy of its own channels as lent.
  void look(const Account& account, const Account& stored);
  // Of each rule since the start of the run [J] >= 0.
  const Reals& energy() const { return made_; }
  void archive(Archive& archive, const std::string& name);

 private:
  void look(std::size_t rule, const Account& account, double by_impacts, double lent);

  const std::vector<HeatRule>* rules_;
  Reals last_, top_, made_;  // of each rule: sum at the last look, greatest sum, energy made
};

// (rules, limit of the share of the ledger's energy scale, energy made by each rule or none) => their audits.
std::vector<Audit> audits_of(const std::vector<HeatRule>& rules, double limit, const Reals& made = {});

}  // namespace rubble
