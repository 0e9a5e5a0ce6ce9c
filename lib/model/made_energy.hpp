#pragma once
// Energy that contacts create: heat of the wrong sign. For channels that may not return energy, it is the sum of the
// negative heat of each step. For channels of either sign, it is the largest fall of their summed heat. docs/theory.md
// 3.10.
#include "base/archive.hpp"
#include "model/account.hpp"
#include "model/stepper.hpp"

namespace rubble {

// A group of channels whose heat counts together, as a method declares it.
struct HeatRule {
  const char* name;  // name of the column in a track
  const char* text;  // for messages
  std::vector<Channel> channels;
  // These laws exchange energy with motion both ways, so that only the largest fall of the sum is an error.
  bool either_sign = false;
  const char* cure = "";  // for messages: how to create less energy
};

class MadeEnergy {
 public:
  explicit MadeEnergy(const std::vector<HeatRule>& rules);

  // Adds the energy that a step created. Arguments: the account at the end of the step; the energy created by its
  // impacts, as far as the method knows it; the energy that laws of either sign may lend, not less than in earlier
  // steps [J]. The energy of impacts counts for the first rule, because other heat of the same step would hide it.
  void look(const Account& account, double by_impacts = 0, double lent = 0);
  // (account, energy stored in springs at that time, by the channel that it turns into [J]) Adds the energy that a step
  // created. For each rule, the stored energy of its channels counts as lent.
  void look(const Account& account, const Account& stored);
  // Energy created since the start of the run, for each rule [J] >= 0.
  const Reals& energy() const { return made_; }
  void archive(Archive& archive, const std::string& name);

 private:
  void look(std::size_t rule, const Account& account, double by_impacts, double lent);

  const std::vector<HeatRule>* rules_;
  Reals last_, top_, made_;  // for each rule: sum at the last call of look(), greatest sum, energy created
};

// (rules, limit relative to the ledger's energy scale, energy created by each rule or none) => their audits.
std::vector<Audit> audits_of(const std::vector<HeatRule>& rules, double limit, const Reals& made = {});

}  // namespace rubble
