#pragma once
// Energy and momentum that a method exchanged since the start of a run: its part of the ledger. The ledger's columns,
// sums and checkpoints use the table of entries below.
#include "base/archive.hpp"
#include "base/vec.hpp"

#include <array>
#include <string_view>

namespace rubble {

// Channels of energy dissipation and of non-physical energy changes. Each method uses some of them and lists these.
enum class Channel : std::size_t {
  normal,      // along the normal of lasting contacts: dashpot or hysteresis
  sliding,     // tangential: dashpot and Coulomb sliding
  rolling,     // couples against rolling
  twisting,    // couples against twisting
  impact,      // restitution of instantaneous collisions
  friction,    // friction of instantaneous collisions
  sticking,    // sticking of hard spheres; "bond" in files
  fracture,    // breaking and formation of elastic bonds; of either sign
  cohesion,    // start and end of attraction; of either sign
  correction,  // corrections of positions; of either sign
  resting,     // balance of gravity kicks by contacts at rest; of either sign
};
// Names in files, in the order of the enumerators.
inline constexpr std::array<std::string_view, 11> kChannelNames = {"normal",   "sliding",    "rolling", "twisting",
                                                                   "impact",   "friction",   "bond",    "fracture",
                                                                   "cohesion", "correction", "resting"};
inline constexpr std::size_t kChannels = kChannelNames.size();

struct Account {
  std::array<double, kChannels> heat{};  // energy dissipated in each channel [J]; negative only where noted above
  double walls = 0;                      // work done on the bodies by moving walls [J]
  double driven = 0;                     // work of drives and of time-dependent external fields [J]
  Vec3 impulse = Vec3::Zero();           // given by walls, drives and external fields [N s]
  Vec3 angular_impulse = Vec3::Zero();   // given by walls, drives and external fields, about the origin [N m s]
  // Errors of self-gravity, from its approximate sums and from holding forces constant between evaluations.
  Vec3 gravity_torque = Vec3::Zero();  // torque times time about the origin; 0 for exact forces [N m s]
  double held = 0;                     // energy gained by holding forces between evaluations, estimated [J]
  // Sums of the absolute values of everything that bodies received from contacts, walls and fields. Rounding errors are
  // proportional to these sums and to the momentum. docs/theory.md 3.6.
  double exchanged = 0;          // sum over bodies and forces of |F| dt [N s]
  double exchanged_angular = 0;  // sum of |F| dt times the distance of the body's far side from the origin [N m s]

  double& operator[](Channel channel) { return heat[static_cast<std::size_t>(channel)]; }
  double operator[](Channel channel) const { return heat[static_cast<std::size_t>(channel)]; }
  double dissipated() const;
  // Adds `other` times `factor` (a rate times a time, or an amount times one).
  void add(const Account& other, double factor);
  Account& operator+=(const Account& other) {
    add(other, 1);
    return *this;
  }
};

// An entry of the table: name and unit of the column in a track.
struct AccountEntry {
  std::string_view name, unit;
};

// Calls visit(entry, value of each account ...) for each entry except the channels; values are double or Vec3.
template <class Visit, class... Accounts>
void each_entry_of(Visit&& visit, Accounts&... accounts) {
  visit(AccountEntry{"work/walls", "J"}, accounts.walls...);
  visit(AccountEntry{"work/driven", "J"}, accounts.driven...);
  visit(AccountEntry{"impulse", "kg m s-1"}, accounts.impulse...);
  visit(AccountEntry{"angular_impulse", "kg m2 s-1"}, accounts.angular_impulse...);
  visit(AccountEntry{"gravity/angular_impulse", "kg m2 s-1"}, accounts.gravity_torque...);
  visit(AccountEntry{"gravity/held_energy", "J"}, accounts.held...);
  visit(AccountEntry{"exchanged/impulse", "kg m s-1"}, accounts.exchanged...);
  visit(AccountEntry{"exchanged/angular_impulse", "kg m2 s-1"}, accounts.exchanged_angular...);
}

// Calls visit(name, unit, value) for each entry of one account except the channels.
template <class A, class Visit>
void each_entry(A& account, Visit&& visit) {
  each_entry_of([&](const AccountEntry& entry, auto& value) { visit(entry.name, entry.unit, value); }, account);
}

inline double Account::dissipated() const {
  double sum = 0;
  for (const double energy : heat) sum += energy;
  return sum;
}

inline void Account::add(const Account& other, double factor) {
  for (std::size_t k = 0; k < kChannels; ++k) heat[k] += factor * other.heat[k];
  each_entry_of([&](const AccountEntry&, auto& value, const auto& added) { value += factor * added; }, *this, other);
}

// All numbers of an account in a fixed order, for checkpoints.
inline constexpr std::size_t kAccountNumbers = sizeof(Account) / sizeof(double);
Reals flat(const Account& account);
// (numbers, exactly kAccountNumbers) => the account.
Account account_of(const Reals& numbers);
// Saves or loads the account under this name. InputError if the stored array has another length.
void archive_account(Archive& archive, const std::string& name, Account& account);

}  // namespace rubble
