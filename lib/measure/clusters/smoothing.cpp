#include "measure/clusters/smoothing.hpp"

#include "base/parallel.hpp"
#include "model/space.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace rubble::measure {
namespace {

constexpr double kReach = 4;              // in widths of a Gaussian
using Bin = std::array<std::int64_t, 3>;  // z, y, x: after sorting, bins of a row along x are adjacent

// Sources with widths in [narrowest, 2 narrowest), which share one bin size and one grid.
struct Octave {
  double narrowest;
  std::vector<Index> sources;

  double bin() const { return kReach * 2 * narrowest; }  // the 27 bins around a body contain all sources within range
  double step() const { return narrowest / std::numbers::sqrt2; }  // between nodes
};

std::vector<Octave> octaves(const Reals& width, const std::vector<Index>& bodies) {
  double narrowest = width[bodies.front()];
  for (const Index i : bodies) narrowest = std::min(narrowest, width[i]);
  std::vector<Octave> out;
  for (const Index i : bodies) {
    const auto k = static_cast<std::size_t>(std::max(0, std::ilogb(width[i] / narrowest)));
    while (out.size() <= k) out.push_back({std::ldexp(narrowest, static_cast<int>(out.size())), {}});
    out[k].sources.push_back(i);
  }
  std::erase_if(out, [](const Octave& o) { return o.sources.empty(); });
  return out;
}

struct Placed {
  Bin bin;
  Index body;  // or its index in a list
  bool operator<(const Placed& other) const { return bin != other.bin ? bin < other.bin : body < other.body; }
};

Bin bin_of(const Vec3& x, const Vec3& low, double size) {
  constexpr double most = 1e15;  // beyond it, neighbouring bins could not be distinguished
  Bin bin;
  for (int axis = 0; axis < 3; ++axis)
    bin[2 - axis] = static_cast<std::int64_t>(std::min(most, std::floor((x[axis] - low[axis]) / size)));
  return bin;
}

// Weights of a Gaussian of variance q (in node spacings squared) about `centre` at the nodes near it.
struct Weights {
  static constexpr int kNodes = 20;  // along an edge: a bin of 11.3 spacings and the range of Gaussians beyond it
  static constexpr int kMargin = 3;  // nodes before the bin's corner
  int begin = 0, end = 0;
  std::array<double, kNodes> at;

  Weights(double centre, double q) {
    const double reach = kReach * std::sqrt(q);
    const auto node = [](double x) { return static_cast<int>(std::clamp(x, -1e6, 1e6)) + kMargin; };
    begin = std::clamp(node(std::ceil(centre - reach)), 0, kNodes);
    end = std::clamp(node(std::floor(centre + reach)) + 1, begin, kNodes);
    for (int k = begin; k < end; ++k) {
      const double d = k - kMargin - centre;
      at[static_cast<std::size_t>(k)] = std::exp(-d * d / (2 * q));
    }
  }
  double operator[](int k) const { return at[static_cast<std::size_t>(k)]; }
};

// A Gaussian is the product of two narrower ones, summed over a grid. Poisson's summation formula gives, for step h and
// variances h^2 and q h^2:
//
//   sum_k exp(-(k h - x)^2 / (2 h^2) - (k h - y)^2 / (2 q h^2))
//     = sqrt(2 pi q / (1 + q)) exp(-(x - y)^2 / (2 (1 + q) h^2)) (1 + t),  |t| < 2.2 exp(-2 pi^2 q / (1 + q)).
//
// With q >= 1, t < 1.2e-4 in each direction. Each source is therefore added to the nodes once, and each target is read
// from the nodes once.
class Nodes {
 public:
  void clear() { mass_.assign(static_cast<std::size_t>(kEdge * kEdge * kEdge), 0); }

  // (centre in steps from the bin's corner, variance of the source's Gaussian, weight)
  void put(const Vec3& centre, double q, double weight) {
    const Weights x(centre.x(), q), y(centre.y(), q), z(centre.z(), q);
    for (int c = z.begin; c < z.end; ++c)
      for (int b = y.begin; b < y.end; ++b) {
        const double scale = weight * z[c] * y[b];
        double* row = &mass_[static_cast<std::size_t>((c * kEdge + b) * kEdge)];
        for (int a = x.begin; a < x.end; ++a) row[a] += scale * x[a];
      }
  }

  double get(const Vec3& centre) const {
    const Weights x(centre.x(), 1), y(centre.y(), 1), z(centre.z(), 1);
    double sum = 0;
    for (int c = z.begin; c < z.end; ++c)
      for (int b = y.begin; b < y.end; ++b) {
        const double* row = &mass_[static_cast<std::size_t>((c * kEdge + b) * kEdge)];
        double along = 0;
        for (int a = x.begin; a < x.end; ++a) along += row[a] * x[a];
        sum += z[c] * y[b] * along;
      }
    return sum;
  }

 private:
  static constexpr int kEdge = Weights::kNodes;
  Reals mass_;
};

struct Field {
  const Reals& mass;
  const Reals& width;
  const Vec3s& position;
};

double peak(const Field& f, Index j) { return f.mass[j] / (f.width[j] * f.width[j] * f.width[j]); }

double by_pairs(const Field& f, const std::vector<Index>& sources, const Vec3& x) {
  double sum = 0;
  for (const Index j : sources) {
    const double u = (f.position[j] - x).squaredNorm() / (f.width[j] * f.width[j]);
    if (u < kReach * kReach) sum += peak(f, j) * std::exp(-0.5 * u);
  }
  return sum;
}

// Adds to out[k] the contribution of this octave's sources at the targets bodies[k].
void add_octave(const Field& f, const Octave& octave, const std::vector<Index>& bodies, const Vec3& low, Reals& out) {
  const auto placed = [&](const std::vector<Index>& list, bool by_place) {
    std::vector<Placed> all(list.size());
    for (std::size_t k = 0; k < list.size(); ++k)
      all[k] = {bin_of(f.position[list[k]], low, octave.bin()), by_place ? static_cast<Index>(k) : list[k]};
    std::sort(all.begin(), all.end());
    return all;
  };
  const std::vector<Placed> targets = placed(bodies, true), sources = placed(octave.sources, false);
  std::vector<std::size_t> first;  // index of the first target of each bin
  for (std::size_t k = 0; k < targets.size(); ++k)
    if (k == 0 || targets[k].bin != targets[k - 1].bin) first.push_back(k);
  first.push_back(targets.size());

  for_chunks(first.size() - 1, [&](std::size_t b) {
    const Bin bin = targets[first[b]].bin;
    std::vector<Index> near;
    for (std::int64_t z = bin[0] - 1; z <= bin[0] + 1; ++z)
      for (std::int64_t y = bin[1] - 1; y <= bin[1] + 1; ++y) {
        const auto end = std::upper_bound(sources.begin(), sources.end(), Placed{{z, y, bin[2] + 2}, -1});
        for (auto s = std::lower_bound(sources.begin(), sources.end(), Placed{{z, y, bin[2] - 1}, -1}); s != end; ++s)
          near.push_back(s->body);
      }

    const std::size_t here = first[b + 1] - first[b];
    constexpr std::size_t worth = 100;  // number of pairs that cost as much as one body on the grid
    if (here * near.size() <= worth * (here + near.size())) {
      for (std::size_t k = first[b]; k < first[b + 1]; ++k) {
        const auto place = static_cast<std::size_t>(targets[k].body);
        out[place] += by_pairs(f, near, f.position[bodies[place]]);
      }
      return;
    }
    const Vec3 corner = low + octave.bin() * Vec3(static_cast<double>(bin[2]), static_cast<double>(bin[1]),
                                                  static_cast<double>(bin[0]));
    thread_local Nodes nodes;
    nodes.clear();
    for (const Index j : near) {
      const double ratio = f.width[j] / octave.narrowest;
      const double q = 2 * ratio * ratio - 1, norm = std::sqrt(2 * std::numbers::pi * q / (1 + q));
      nodes.put((f.position[j] - corner) / octave.step(), q, peak(f, j) / (norm * norm * norm));
    }
    for (std::size_t k = first[b]; k < first[b + 1]; ++k) {
      const auto place = static_cast<std::size_t>(targets[k].body);
      out[place] += nodes.get((f.position[bodies[place]] - corner) / octave.step());
    }
  });
}

}  // namespace

namespace {

// The bodies in the cell of periodic space, followed by their images whose Gaussians extend into the cell.
struct Images {
  Reals mass, width;
  Vec3s position;
  std::vector<Index> targets, sources;  // the bodies in the cell; these and their images

  Images(const Field& f, const std::vector<Index>& bodies, const ImageLattice& lattice) {
    for (const Index i : bodies) add(f, i, f.position[i] + lattice.into_cell(f.position[i]));
    targets = sources;
    for (int axis = 0; axis < 3; ++axis)
      if (lattice.repeats(axis)) repeat(axis, lattice.period[axis], axis == 0 ? lattice.shift : 0);
  }

 private:
  void add(const Field& f, Index i, const Vec3& place) {
    sources.push_back(static_cast<Index>(sources.size()));
    mass.push_back(f.mass[i]);
    width.push_back(f.width[i]);
    position.push_back(place);
  }

  void repeat(int axis, double period, double shift) {
    for (std::size_t i = 0, end = mass.size(); i < end; ++i) {
      const double reach = kReach * width[i], x = position[i][axis];
      const int first = static_cast<int>(std::ceil((-reach - x) / period));
      const int last = static_cast<int>(std::floor((period + reach - x) / period));
      for (int k = first; k <= last; ++k) {
        if (k == 0) continue;
        const Vec3 place = position[i] + k * (period * Vec3::Unit(axis) + shift * Vec3::UnitY());
        add({mass, width, position}, static_cast<Index>(i), place);
      }
    }
  }
};

Reals smoothed(const Field& f, const std::vector<Index>& targets, const std::vector<Index>& sources) {
  Reals out(targets.size(), 0.0);
  Vec3 low = f.position[sources.front()];
  for (const Index i : sources) low = low.cwiseMin(f.position[i]);
  for (const Octave& octave : octaves(f.width, sources)) add_octave(f, octave, targets, low, out);
  return out;
}

}  // namespace

Reals smoothed_mass(const Reals& mass, const Reals& width, const Vec3s& position, const std::vector<Index>& bodies,
                    const ImageLattice& lattice) {
  if (bodies.empty()) return {};
  if (!lattice.repeats()) return smoothed({mass, width, position}, bodies, bodies);
  const Images images({mass, width, position}, bodies, lattice);
  return smoothed({images.mass, images.width, images.position}, images.targets, images.sources);
}

}  // namespace rubble::measure
