#include "model/bonds.hpp"

#include <algorithm>
#include <variant>

namespace rubble {
namespace {

// The values of all columns, in the order of each_field_of_bonds.
std::vector<std::variant<const Reals*, const Vec3s*>> columns_of(const Bonds& bonds) {
  std::vector<std::variant<const Reals*, const Vec3s*>> all;
  each_field_of_bonds(bonds, [&](const BondField&, const auto& values) { all.push_back(&values); });
  return all;
}

// Calls use(field, values of `to`, those of `from`); both consist of beams or neither does.
template <class Use>
void each_field_of_both(Bonds& to, const Bonds& from, Use&& use) {
  const auto sources = columns_of(from);
  auto source = sources.begin();
  each_field_of_bonds(to, [&]<class T>(const BondField& field, std::vector<T>& values) {
    use(field, values, *std::get<const std::vector<T>*>(*source++));
  });
}

}  // namespace

void resize(Bonds& bonds, std::size_t n) {
  bonds.pair.resize(n);
  each_field_of_bonds(bonds, [&]<class T>(const BondField&, std::vector<T>& values) {
    if constexpr (std::is_same_v<T, Vec3>)
      values.resize(n, Vec3::Zero());
    else
      values.resize(n, 0);
  });
}

Bonds renumbered(const Bonds& bonds, const std::vector<Index>& number) {
  struct Row {
    std::array<Index, 2> pair;
    std::size_t from;
    bool exchanged;
  };
  std::vector<Row> rows;
  for (std::size_t k = 0; k < bonds.size(); ++k) {
    const Index a = number[static_cast<std::size_t>(bonds.pair[k][0])],
                b = number[static_cast<std::size_t>(bonds.pair[k][1])];
    if (a >= 0 && b >= 0) rows.push_back({{std::min(a, b), std::max(a, b)}, k, b < a});
  }
  std::sort(rows.begin(), rows.end(), [](const Row& x, const Row& y) { return x.pair < y.pair; });
  Bonds out;
  out.beams = bonds.beams;
  for (const Row& row : rows) out.pair.push_back(row.pair);
  each_field_of_both(out, bonds,
                     [&]<class T>(const BondField& field, std::vector<T>& values, const std::vector<T>& source) {
                       for (const Row& row : rows)
                         values.push_back(row.exchanged && field.odd ? T(-source[row.from]) : source[row.from]);
                     });
  return out;
}

void append(Bonds& bonds, const Bonds& more) {
  Bonds added = more;
  if (bonds.size() > 0 && added.size() > 0) added.beams = bonds.beams = bonds.beams || added.beams;
  if (bonds.size() == 0) bonds.beams = added.beams;
  if (added.size() == 0) return;
  resize(bonds, bonds.size());
  resize(added, added.size());
  bonds.pair.insert(bonds.pair.end(), added.pair.begin(), added.pair.end());
  each_field_of_both(bonds, added, [](const BondField&, auto& values, const auto& source) {
    values.insert(values.end(), source.begin(), source.end());
  });
}

void turn(Bonds& bonds, const Mat3& rotation) {
  each_field_of_bonds(bonds, [&]<class T>(const BondField&, std::vector<T>& values) {
    if constexpr (std::is_same_v<T, Vec3>)
      for (Vec3& value : values) value = (rotation * value).eval();
  });
}

}  // namespace rubble
