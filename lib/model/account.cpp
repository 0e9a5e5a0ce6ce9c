#include "model/account.hpp"

#include <stdexcept>
#include <type_traits>

namespace rubble {
namespace {

// Calls f(number) for each number of an account.
template <class A, class F>
void each_number(A& account, F&& f) {
  for (auto& energy : account.heat) f(energy);
  each_entry(account, [&](std::string_view, std::string_view, auto& value) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, Vec3>)
      for (Eigen::Index k = 0; k < 3; ++k) f(value[k]);
    else
      f(value);
  });
}

}  // namespace

Reals flat(const Account& account) {
  Reals numbers;
  each_number(account, [&](double number) { numbers.push_back(number); });
  return numbers;
}

Account account_of(const Reals& numbers) {
  if (numbers.size() != kAccountNumbers) throw std::logic_error("an account has another number of entries");
  Account account;
  auto next = numbers.begin();
  each_number(account, [&](double& number) { number = *next++; });
  return account;
}

void archive_account(Archive& archive, const std::string& name, Account& account) {
  Reals numbers = flat(account);
  archive.value(name, numbers, kAccountNumbers);
  account = account_of(numbers);
}

}  // namespace rubble
