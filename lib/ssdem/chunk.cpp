#include "ssdem/chunk.hpp"

namespace rubble::ssdem {

void ChunkContacts::resize() {
  const std::size_t padded = (count + kLanes - 1) / kLanes * kLanes;
  for (std::vector<Index>* column : {&candidate, &a, &b, &load}) column->resize(padded);
}

void ChunkContacts::pad() {
  for (std::size_t k = count; k < a.size(); ++k) {
    for (std::vector<Index>* column : {&candidate, &a, &b, &load}) (*column)[k] = (*column)[count - 1];
    for (Reals& numbers : history)
      if (!numbers.empty()) numbers[k] = numbers[count - 1];
  }
}

void Chunk::begin_loads(bool at_once, const std::vector<Load>& bonded) {
  alignas(64) static thread_local std::array<Load, kChunk> buffer;
  if (!at_once) kept.resize(kChunk);
  load = at_once ? buffer.data() : kept.data();
  if (bonded.empty())
    std::fill_n(load, bodies.last - bodies.first, Load{});
  else
    std::copy_n(&bonded[bodies.first], bodies.last - bodies.first, load);
}

NeighbourList distribute(detect::Candidates list, detect::SurfaceCandidates surfaces, std::size_t n,
                         std::vector<Chunk>& chunks) {
  NeighbourList pairs;
  chunks.resize((n + kChunk - 1) / kChunk);
  for (std::size_t c = 0; c < chunks.size(); ++c) {
    Chunk& chunk = chunks[c];
    chunk.bodies.first = c * kChunk;
    chunk.bodies.last = std::min(n, chunk.bodies.first + kChunk);
    chunk.pairs.first = list.begin[chunk.bodies.first];
    chunk.pairs.last = list.begin[chunk.bodies.last];
    chunk.wall_pairs.first = list.wall_begin[chunk.bodies.first];
    chunk.wall_pairs.last = list.wall_begin[chunk.bodies.last];
    chunk.now.resize(std::max(chunk.pairs.last - chunk.pairs.first, chunk.wall_pairs.last - chunk.wall_pairs.first) +
                     kLanes);
    chunk.incoming.clear();
    chunk.earliest = c;
  }
  pairs.load.resize(list.b.size());
  for (std::size_t c = 0; c < list.b.size(); ++c) {
    const auto a = static_cast<std::size_t>(list.a[c]);
    const auto b = static_cast<std::size_t>(list.b[c]);
    const auto within = static_cast<Index>(b % kChunk);
    pairs.load[c] = within;
    if (a / kChunk == b / kChunk) continue;
    Chunk& other = chunks[b / kChunk];
    other.incoming.push_back({within, static_cast<Index>(pairs.crossing)});
    pairs.load[c] = static_cast<Index>(kChunk + pairs.crossing);
    ++pairs.crossing;
    other.earliest = std::min(other.earliest, a / kChunk);
  }
  for (Chunk& chunk : chunks)
    std::stable_sort(chunk.incoming.begin(), chunk.incoming.end(),
                     [](const Incoming& x, const Incoming& y) { return x.body < y.body; });
  pairs.list = std::move(list);
  pairs.surfaces = std::move(surfaces);
  return pairs;
}

}  // namespace rubble::ssdem
