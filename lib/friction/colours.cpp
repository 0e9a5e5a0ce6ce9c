#include "friction/colours.hpp"

#include <array>
#include <bit>

namespace rubble::friction {
namespace {

constexpr std::size_t kColours = 64;  // bits of a word; contacts without a free colour form groups of one

// Number of contacts of each colour, and of contacts without a colour.
struct Counts {
  std::array<std::size_t, kColours> pairs{}, walls{};
  std::size_t alone = 0;
};

// => the colour of each link.
std::vector<std::size_t> choose(const Links& links, std::size_t bodies, Counts& counts) {
  std::vector<std::uint64_t> used(bodies, 0);
  std::vector<std::size_t> colour(links.size());
  for (std::size_t c = 0; c < links.size(); ++c) {
    std::uint64_t none = 0;
    const bool wall = links.b[c] < 0;
    std::uint64_t& a = used[static_cast<std::size_t>(links.a[c])];
    std::uint64_t& b = wall ? none : used[static_cast<std::size_t>(links.b[c])];
    const auto lowest = static_cast<std::size_t>(std::countr_one(a | b));
    colour[c] = lowest;
    if (lowest == kColours) {
      ++counts.alone;
      continue;
    }
    a |= std::uint64_t{1} << lowest;
    b |= std::uint64_t{1} << lowest;
    ++(wall ? counts.walls : counts.pairs)[lowest];
  }
  return colour;
}

std::size_t widths(std::size_t contacts) { return (contacts + Colours::kWidth - 1) / Colours::kWidth; }

}  // namespace

Colours colours_of(const Links& links, std::size_t bodies) {
  Counts counts;
  const std::vector<std::size_t> colour = choose(links, bodies, counts);
  Colours colours;
  std::array<std::size_t, kColours> pair_place{}, wall_place{};  // lane of the next contact
  std::size_t end = 0;
  for (std::size_t k = 0; k < kColours && counts.pairs[k] + counts.walls[k] > 0; ++k) {
    const std::size_t walls = end + widths(counts.pairs[k]);
    const std::size_t last = walls + widths(counts.walls[k]);
    colours.group.push_back({end, walls, last});
    pair_place[k] = Colours::kWidth * end;
    wall_place[k] = Colours::kWidth * walls;
    end = last;
  }
  colours.order.assign(Colours::kWidth * (end + counts.alone), -1);
  for (std::size_t c = 0; c < links.size(); ++c) {
    const bool wall = links.b[c] < 0;
    if (colour[c] < kColours) {
      colours.order[(wall ? wall_place : pair_place)[colour[c]]++] = static_cast<Index>(c);
      continue;
    }
    colours.order[Colours::kWidth * end] = static_cast<Index>(c);
    colours.group.push_back({end, wall ? end : end + 1, end + 1});
    ++end;
  }
  return colours;
}

}  // namespace rubble::friction
