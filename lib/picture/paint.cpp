#include "picture/paint.hpp"

#include "base/random.hpp"
#include "measure/ledger/grain_sums.hpp"
#include "picture/image.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace rubble::picture {

namespace {

// Every sixteenth colour of viridis (van der Walt & Smith 2015, CC0).
constexpr std::array<std::uint32_t, 17> kMap{0x440154, 0x481668, 0x482878, 0x433E85, 0x3C508B, 0x355F8D,
                                             0x2D708E, 0x277F8E, 0x21918C, 0x1FA187, 0x2DB27D, 0x4AC16D,
                                             0x6ECE58, 0x98D83E, 0xC2DF23, 0xE2E418, 0xFDE725};
// Okabe & Ito's palette, which colour-blind readers can tell apart.
constexpr std::array<std::uint32_t, kGroupColours> kGroups{0x0072B2, 0xE69F00, 0x009E73, 0xD55E00,
                                                           0x56B4E9, 0xCC79A7, 0xF0E442};
constexpr std::uint32_t kNone = 0xA0A0A0;
constexpr std::uint32_t kRock = 0xC9BFB0;

}  // namespace

std::uint32_t map_colour(double share) {
  const double place = std::clamp(share, 0.0, 1.0) * (kMap.size() - 1);
  const std::size_t k = std::min(static_cast<std::size_t>(place), kMap.size() - 2);
  const double between = place - static_cast<double>(k);
  std::uint32_t out = 0;
  for (const int shift : {16, 8, 0}) {
    const auto part = [&](std::uint32_t colour) { return static_cast<double>(colour >> shift & 0xFF); };
    const double mixed = (1 - between) * part(kMap[k]) + between * part(kMap[k + 1]);
    out |= static_cast<std::uint32_t>(std::lround(mixed)) << shift;
  }
  return out;
}

std::uint32_t group_colour(int group, bool named) {
  if (group < 0 || (named && group >= kGroupColours)) return kNone;
  return kGroups[static_cast<std::size_t>(group) % kGroups.size()];
}

int group_of(double value) {
  constexpr double kRound = double{kGroupColours} * (1 << 24);
  return value < 0 ? -1 : static_cast<int>(std::fmod(value, kRound));
}

double share_of(double value, const Shading& s) {
  const auto scaled = [&](double x) { return s.logarithmic ? std::log10(x) : x; };
  if (!(s.high > s.low)) return 0.5;
  if (!(value > s.low)) return 0;
  return std::min(1.0, (scaled(value) - scaled(s.low)) / (scaled(s.high) - scaled(s.low)));
}

std::vector<Colour> colours_of(const Pile& pile, const Shading& shading) {
  const bool named = shading.column.few;
  std::vector<Colour> out;
  out.reserve(pile.size());
  for (const double value : shading.column.value)
    out.push_back(
        linear(shading.column.groups ? group_colour(group_of(value), named) : map_colour(share_of(value, shading))));
  return out;
}

std::vector<Colour> rock_colours(const Pile& pile) {
  const measure::Grains grains = measure::grains_of(pile);
  const Colour rock = linear(kRock);
  std::vector<Colour> out;
  out.reserve(pile.size());
  for (const Index g : grains.of_body) {
    const Index first = grains.first[static_cast<std::size_t>(g)];
    Random random(0, Purpose::kShape, static_cast<std::uint64_t>(pile.model.id[static_cast<std::size_t>(first)]));
    const auto shade = static_cast<float>(random.uniform(0.72, 1.12));
    const auto warm = static_cast<float>(random.uniform(0.95, 1.05));
    out.push_back({shade * warm * rock.red, shade * rock.green, shade / warm * rock.blue});
  }
  return out;
}

}  // namespace rubble::picture
