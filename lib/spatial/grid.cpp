#include "spatial/grid.hpp"

#include "base/parallel.hpp"
#include "spatial/morton.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace rubble::spatial {
namespace {

constexpr double kCells = (1 << 21) - 2;  // per axis; positions beyond are in the outermost cells
constexpr int kOctaves = 64;
constexpr std::size_t kBlock = 1024;  // spheres that one thread takes at a time

// One axis divided into cells of one width. If that needs more than kCells cells, stretches of more than two cells
// without a centre shrink to one empty cell. At most three cells per sphere remain, however far apart the spheres are.
class Axis {
 public:
  Axis(const Vec3s& position, int axis, double low, double high, double width) : width_(width) {
    pieces_.push_back({low, 1});
    if ((high - low) / width > kCells) cut(position, axis);
    end_ = number(high) + 2;
  }
  // Number of the cell at x; the first is 1.
  std::uint64_t number(double x) const {
    const Piece* piece = &pieces_.front();
    if (pieces_.size() > 1)
      piece = &*(std::upper_bound(pieces_.begin() + 1, pieces_.end(), x,
                                  [](double value, const Piece& p) { return value < p.low; }) -
                 1);
    const double number = piece->first + std::floor((x - piece->low) / width_);
    return number >= 1 ? static_cast<std::uint64_t>(std::min(number, kCells)) : 1;  // false for NaN, too
  }
  std::uint64_t end() const { return end_; }

 private:
  struct Piece {
    double low;    // [m]
    double first;  // number of its first cell
  };
  void cut(const Vec3s& position, int axis) {
    Reals x;
    for (const Vec3& at : position)
      if (std::isfinite(at[axis])) x.push_back(at[axis]);
    std::sort(x.begin(), x.end());
    for (std::size_t k = 1; k < x.size(); ++k) {
      if (!(x[k] - x[k - 1] > 2 * width_)) continue;
      const Piece& last = pieces_.back();
      pieces_.push_back({x[k], last.first + std::floor((x[k - 1] - last.low) / width_) + 2});
    }
  }
  double width_;
  std::vector<Piece> pieces_;
  std::uint64_t end_;
};

// Cells of one width around all spheres. A cell's number is x + stride_y y + stride_z z; a margin of empty cells all
// around keeps the numbers of neighbours apart.
struct Cells {
  Axis x, y, z;
  std::uint64_t stride_y, stride_z, end;

  Cells(const Vec3s& position, const Vec3& low, const Vec3& high, double width)
      : x(position, 0, low.x(), high.x(), width),
        y(position, 1, low.y(), high.y(), width),
        z(position, 2, low.z(), high.z(), width),
        stride_y(x.end()),
        stride_z(stride_y * y.end()),
        end(stride_z * z.end()) {}
  std::uint64_t of(const Vec3& at) const {
    return x.number(at.x()) + stride_y * y.number(at.y()) + stride_z * z.number(at.z());
  }
};

// Spheres in rising order of their cells, with the values that the search reads stored side by side.
struct Ordered {
  std::vector<std::uint64_t> cell;
  std::vector<Index> sphere;
  Vec3s position;
  Reals radius;
  std::vector<Index> group;             // each sphere without a group has a number of its own; empty without groups
  std::vector<std::size_t> same_until;  // end of the stretch of spheres of the same group

  std::size_t size() const { return cell.size(); }
  // True if all spheres of [begin, end) belong to the group.
  bool holds_only(Index one, std::size_t begin, std::size_t end) const {
    return begin == end || (group[begin] == one && same_until[begin] >= end);
  }
};

struct Spheres {
  const Reals& radius;
  const Vec3s& position;
  const std::vector<Index>* group;
};

void add_groups(const std::vector<Index>& group, Ordered& sorted) {
  const std::size_t n = sorted.size();
  sorted.group.resize(n);
  sorted.same_until.resize(n);
  for (std::size_t k = n; k-- > 0;) {
    const Index own = group[static_cast<std::size_t>(sorted.sphere[k])];
    sorted.group[k] = own >= 0 ? own : -1 - sorted.sphere[k];
    const bool goes_on = k + 1 < n && sorted.group[k + 1] == sorted.group[k];
    sorted.same_until[k] = goes_on ? sorted.same_until[k + 1] : k + 1;
  }
}

Ordered in_order(const Cells& cells, const std::vector<Index>& members, const Spheres& all) {
  const auto& [radius, position, group] = all;
  const std::size_t n = members.size();
  std::vector<Place> places(n), spare(n);
  parallel_for(n, [&](std::size_t k) {
    places[k] = {cells.of(position[static_cast<std::size_t>(members[k])]), members[k]};
  });
  for (int shift = 0; shift < 64 && cells.end >> shift != 0; shift += 11) {
    sort_digit(places.data(), spare.data(), n, shift);
    places.swap(spare);
  }
  Ordered sorted;
  sorted.cell.resize(n);
  sorted.sphere.resize(n);
  sorted.position.resize(n);
  sorted.radius.resize(n);
  parallel_for(n, [&](std::size_t k) {
    const auto i = static_cast<std::size_t>(places[k].body);
    sorted.cell[k] = places[k].key;
    sorted.sphere[k] = places[k].body;
    sorted.position[k] = position[i];
    sorted.radius[k] = radius[i];
  });
  if (group != nullptr) add_groups(*group, sorted);
  return sorted;
}

// Pairs found by one block. The array grows before each search, so that the innermost loop only writes and counts.
struct Found {
  std::vector<std::array<Index, 2>> pairs;  // (lower, higher); the first `count` are valid
  std::size_t count = 0;

  void search(const Ordered& guests, std::size_t g, const Ordered& hosts, std::size_t begin, std::size_t end,
              double gap) {
    if (guests.group.empty()) return search_all(guests, g, hosts, begin, end, gap, [](std::size_t) { return true; });
    const Index own = guests.group[g];
    if (hosts.holds_only(own, begin, end)) return;
    search_all(guests, g, hosts, begin, end, gap, [&](std::size_t h) { return hosts.group[h] != own; });
  }

 private:
  template <class May>
  void search_all(const Ordered& guests, std::size_t g, const Ordered& hosts, std::size_t begin, std::size_t end,
                  double gap, const May& may) {
    if (pairs.size() < count + (end - begin)) pairs.resize(2 * (count + (end - begin)));
    const Vec3 x = guests.position[g];
    const double r = guests.radius[g];
    const Index i = guests.sphere[g];
    for (std::size_t h = begin; h < end; ++h) {
      const Index j = hosts.sphere[h];
      const double reach = r + hosts.radius[h] + gap;
      pairs[count] = {std::min(i, j), std::max(i, j)};
      const bool near = (x - hosts.position[h]).squaredNorm() < reach * reach;
      count += near & may(h) ? 1 : 0;
    }
  }
};

// The hosts in three consecutive cells along x. The window moves up with the cell that is searched.
struct Window {
  const Ordered& hosts;
  std::size_t begin = 0, end = 0;

  Window(const Ordered& h, std::uint64_t middle) : hosts(h) {
    begin = end = static_cast<std::size_t>(std::lower_bound(h.cell.begin(), h.cell.end(), middle - 1) - h.cell.begin());
    move_to(middle);
  }
  void move_to(std::uint64_t middle) {
    while (begin < hosts.size() && hosts.cell[begin] < middle - 1) ++begin;
    end = std::max(begin, end);
    while (end < hosts.size() && hosts.cell[end] <= middle + 1) ++end;
  }
};

// Finds pairs of the guests [begin, end) with hosts in their cell and the 26 cells around it. With `own`, guests and
// hosts are the same spheres, and only later hosts count, so that each pair is found once.
void search_block(const Cells& cells, const Ordered& guests, const Ordered& hosts, bool own, std::size_t begin,
                  std::size_t end, double gap, Found& found) {
  const std::uint64_t y = cells.stride_y, z = cells.stride_z, first = guests.cell[begin];
  std::array<std::uint64_t, 9> offset{0, y, z - y, z, z + y, -y, y - z, -z, -z - y};  // modulo 2^64
  std::vector<Window> windows;
  for (std::size_t w = 0; w < (own ? 5 : 9); ++w) windows.emplace_back(hosts, first + offset[w]);
  for (std::size_t g = begin; g < end; ++g) {
    if (g == begin || guests.cell[g] != guests.cell[g - 1])
      for (std::size_t w = 0; w < windows.size(); ++w) windows[w].move_to(guests.cell[g] + offset[w]);
    for (std::size_t w = 0; w < windows.size(); ++w)
      found.search(guests, g, hosts, own && w == 0 ? g + 1 : windows[w].begin, windows[w].end, gap);
  }
}

}  // namespace

Pairs close_pairs(const Reals& radius, const Vec3s& position, double gap, const std::vector<Index>* group) {
  const std::size_t n = radius.size();
  const Spheres all{radius, position, group};
  Pairs pairs;
  pairs.begin.assign(n + 1, 0);
  if (n < 2) return pairs;

  Vec3 low = position[0], high = low;
  for (const Vec3& x : position) low = low.cwiseMin(x), high = high.cwiseMax(x);
  const double largest = *std::max_element(radius.begin(), radius.end());

  // Octave k holds radii in (largest / 2^(k+1), largest / 2^k]; the last octave holds all smaller radii.
  std::vector<std::vector<Index>> octaves;
  for (std::size_t i = 0; i < n; ++i) {
    const auto k = static_cast<std::size_t>(std::clamp(std::ilogb(largest / radius[i]), 0, kOctaves - 1));
    if (k >= octaves.size()) octaves.resize(k + 1);
    octaves[k].push_back(static_cast<Index>(i));
  }
  // Blocks of spheres are searched in parallel; each block stores its own pairs.
  std::vector<Found> found;
  const auto search = [&](const Cells& cells, const Ordered& guests, const Ordered& hosts, bool own) {
    const std::size_t before = found.size(), blocks = (guests.size() + kBlock - 1) / kBlock;
    found.resize(before + blocks);
    for_chunks(blocks, [&](std::size_t b) {
      search_block(cells, guests, hosts, own, b * kBlock, std::min(guests.size(), (b + 1) * kBlock), gap,
                   found[before + b]);
    });
  };
  std::vector<Index> smaller;  // spheres smaller than those of the current octave
  for (std::size_t k = octaves.size(); k-- > 0;) {
    if (octaves[k].empty()) continue;
    // Slightly wider than needed: rounding changes a cell's number by up to 2^-32, which must not hide a partner.
    const Cells cells(position, low, high, (2 * std::ldexp(largest, -static_cast<int>(k)) + gap) * (1 + 1e-8));
    const Ordered hosts = in_order(cells, octaves[k], all);
    search(cells, hosts, hosts, true);
    if (!smaller.empty()) search(cells, in_order(cells, smaller, all), hosts, false);
    smaller.insert(smaller.end(), octaves[k].begin(), octaves[k].end());
  }

  for (const Found& block : found)
    for (std::size_t k = 0; k < block.count; ++k) ++pairs.begin[static_cast<std::size_t>(block.pairs[k][0]) + 1];
  for (std::size_t i = 0; i < n; ++i) pairs.begin[i + 1] += pairs.begin[i];
  pairs.partner.resize(pairs.begin[n]);
  std::vector<std::size_t> cursor(pairs.begin.begin(), pairs.begin.end() - 1);
  for (const Found& block : found)
    for (std::size_t k = 0; k < block.count; ++k)
      pairs.partner[cursor[static_cast<std::size_t>(block.pairs[k][0])]++] = block.pairs[k][1];
  parallel_for(n, [&](std::size_t i) {
    std::sort(pairs.partner.begin() + static_cast<std::ptrdiff_t>(pairs.begin[i]),
              pairs.partner.begin() + static_cast<std::ptrdiff_t>(pairs.begin[i + 1]));
  });
  return pairs;
}

}  // namespace rubble::spatial
