#include "model/made_energy.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace rubble {
namespace {

double sum_of(const HeatRule& rule, const Account& account) {
  double sum = 0;
  for (const Channel channel : rule.channels) sum += account[channel];
  return sum;
}

}  // namespace

MadeEnergy::MadeEnergy(const std::vector<HeatRule>& rules)
    : rules_(&rules), last_(rules.size(), 0), top_(rules.size(), 0), made_(rules.size(), 0) {}

void MadeEnergy::look(std::size_t k, const Account& account, double by_impacts, double lent) {
  const HeatRule& rule = (*rules_)[k];
  const double now = sum_of(rule, account);
  const double of_step = std::max(last_[k] - now, k == 0 ? by_impacts : 0);
  last_[k] = now;
  top_[k] = std::max(top_[k], now);
  made_[k] = rule.either_sign ? std::max(made_[k], top_[k] - now - lent) : made_[k] + std::max(0.0, of_step);
}

void MadeEnergy::look(const Account& account, double by_impacts, double lent) {
  for (std::size_t k = 0; k < rules_->size(); ++k) look(k, account, by_impacts, lent);
}

void MadeEnergy::look(const Account& account, const Account& stored) {
  for (std::size_t k = 0; k < rules_->size(); ++k) look(k, account, 0, sum_of((*rules_)[k], stored));
}

void MadeEnergy::archive(Archive& archive, const std::string& name) {
  for (const auto& [part, numbers] : {std::pair{"last", &last_}, {"top", &top_}, {"made", &made_}})
    archive.value(name + "/" + part, *numbers, rules_->size());
  for (const double energy : made_)
    if (!(energy >= 0)) throw InputError(fmt::format("expected numbers >= 0 in {}/made, found {}", name, energy));
}

std::vector<Audit> audits_of(const std::vector<HeatRule>& rules, double limit, const Reals& made) {
  std::vector<Audit> audits;
  for (std::size_t k = 0; k < rules.size(); ++k) {
    Audit audit{rules[k].name, "1", rules[k].text, "energy_made", limit, made.empty() ? 0 : made[k], true};
    audit.energy = true;
    audit.cure = rules[k].cure;
    audits.push_back(audit);
  }
  return audits;
}

}  // namespace rubble
