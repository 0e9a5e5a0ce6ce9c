// Piles on disk: no data are lost, no volatile data are stored, no file is incomplete.
#include "store/datasets.hpp"
#include "store/disk.hpp"
#include "store/hdf5.hpp"
#include "store/inspect.hpp"
#include "store/pile_file.hpp"
#include "unit/store_fixture.hpp"

#include <bit>
#include <csignal>
#include <limits>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>

namespace rubble::store {
namespace {

using PileOnDisk = Folder;

bool same_bits(const Vec3s& a, const Vec3s& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Vec3)) == 0;
}
bool same_bits(const Reals& a, const Reals& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

// True if both have the same fields with the same bits.
bool same_fields(const Contacts& a, const Contacts& b) {
  std::vector<std::pair<std::string, std::variant<Reals, Vec3s>>> first, second;
  const auto put = [](auto& list) {
    return [&](const ContactField& f, const auto& values) {
      list.emplace_back(fmt::format("{} {} {} {}", f.name, f.unit, f.text, f.odd), values);
    };
  };
  each_field(a, put(first)), each_field(b, put(second));
  if (first.size() != second.size()) return false;
  for (std::size_t i = 0; i < first.size(); ++i) {
    const bool same = std::visit(
        []<class X, class Y>(const X& x, const Y& y) {
          if constexpr (std::is_same_v<X, Y>) return same_bits(x, y);
          return false;
        },
        first[i].second, second[i].second);
    if (first[i].first != second[i].first || !same) return false;
  }
  return true;
}

void expect_same(const Pile& a, const Pile& b) {
  EXPECT_EQ(a.model.id, b.model.id);
  EXPECT_TRUE(same_bits(a.model.mass, b.model.mass));
  EXPECT_TRUE(same_bits(a.model.radius, b.model.radius));
  EXPECT_EQ(a.model.material, b.model.material);
  ASSERT_EQ(a.model.materials.size(), b.model.materials.size());
  for (std::size_t i = 0; i < a.model.materials.size(); ++i) {
    EXPECT_EQ(a.model.materials[i].name, b.model.materials[i].name);
    EXPECT_EQ(a.model.materials[i].density, b.model.materials[i].density);
  }
  EXPECT_EQ(std::bit_cast<std::uint64_t>(a.state.time), std::bit_cast<std::uint64_t>(b.state.time));
  EXPECT_EQ(a.state.step, b.state.step);
  EXPECT_TRUE(same_bits(a.state.position, b.state.position));
  EXPECT_TRUE(same_bits(a.state.velocity, b.state.velocity));
  EXPECT_TRUE(same_bits(a.state.spin, b.state.spin));
  EXPECT_EQ(a.contacts.key, b.contacts.key);
  EXPECT_TRUE(same_fields(a.contacts, b.contacts));
}

TEST_F(PileOnDisk, RoundTripKeepsEveryBit) {
  for (const std::size_t n : {1u, 2u, 7u, 70000u}) {  // one body, and more than one chunk
    const Pile pile = sample_pile(n);
    write_pile(path("a.h5"), pile, sample_provenance());
    const PileFile back = read_pile(path("a.h5"));
    expect_same(pile, back.pile);
    EXPECT_EQ(back.hash, content_hash(pile));
  }
}

// Hill's frame is stored only where it turns, and is part of the hash and of comparisons.
TEST_F(PileOnDisk, HillsFrameIsKept) {
  Pile pile = sample_pile();
  write_pile(path("a.h5"), pile, {});
  EXPECT_FALSE(read_pile(path("a.h5")).pile.model.space.hill.turns());
  pile.model.space.hill = {1.0 / 3, 2.0 / 7, 12.5};
  write_pile(path("b.h5"), pile, {});
  const PileFile back = read_pile(path("b.h5"));
  const Hill& hill = back.pile.model.space.hill;
  EXPECT_EQ(hill.rate, 1.0 / 3);
  EXPECT_EQ(hill.vertical_rate, 2.0 / 7);
  EXPECT_EQ(hill.since, 12.5);
  EXPECT_EQ(back.hash, content_hash(pile));
  const std::string text = slurp(RUBBLE_SOURCE_DIR "/docs/formats.md");
  each_dataset(pile, [&]<class T>(const Dataset& d, const T&) {
    if (!d.path.starts_with("/parameters/hill/")) return;
    const std::string line = "| `" + d.path + "` | 1 | float64 | " + d.unit + " | " + d.text + " |";
    EXPECT_NE(text.find(line), std::string::npos) << line;
  });
}

TEST_F(PileOnDisk, ProvenanceRoundTrip) {
  Provenance provenance = sample_provenance();
  provenance.push_back(provenance[0]);
  provenance[2].config = std::string(200000, 'x');  // more than fits into an object header
  write_pile(path("a.h5"), sample_pile(), provenance);
  const Provenance back = read_pile(path("a.h5")).provenance;
  ASSERT_EQ(back.size(), provenance.size());
  for (std::size_t i = 0; i < back.size(); ++i) {
    EXPECT_EQ(back[i].tool, provenance[i].tool);
    EXPECT_EQ(back[i].version, provenance[i].version);
    EXPECT_EQ(back[i].commit, provenance[i].commit);
    EXPECT_EQ(back[i].compiler, provenance[i].compiler);
    EXPECT_EQ(back[i].flags, provenance[i].flags);
    EXPECT_EQ(back[i].arguments, provenance[i].arguments);
    EXPECT_EQ(back[i].config, provenance[i].config);
    EXPECT_EQ(back[i].seed, provenance[i].seed);
    EXPECT_EQ(back[i].inputs, provenance[i].inputs);
    EXPECT_EQ(back[i].results, provenance[i].results);
  }
}

TEST_F(PileOnDisk, EqualContentGivesEqualBytes) {
  write_pile(path("a.h5"), sample_pile(), sample_provenance());
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));  // long enough to detect a stored time
  // Fills the heap with other bytes, to detect bytes that HDF5 left uninitialised.
  for (int i = 0; i < 100; ++i) std::string(static_cast<std::size_t>(1000 * i), '\xa5').shrink_to_fit();
  write_pile(path("b.h5"), read_pile(path("a.h5")).pile, sample_provenance());
  EXPECT_EQ(slurp(path("a.h5")), slurp(path("b.h5")));
}

TEST_F(PileOnDisk, HashCoversEveryDatasetButNoProvenance) {
  const Pile pile = sample_pile();
  const std::string hash = content_hash(pile);
  EXPECT_EQ(hash.size(), 64u);
  write_pile(path("a.h5"), pile, {});
  EXPECT_EQ(file_hash(path("a.h5")), hash);
  std::vector<std::function<void(Pile&)>> changes = {
      [](Pile& p) { p.model.id[0] = 9; },
      [](Pile& p) { p.model.mass[1] = std::nextafter(p.model.mass[1], 9.0); },
      [](Pile& p) { p.model.radius[2] *= 2; },
      [](Pile& p) { p.model.material[3] = 0; },
      [](Pile& p) { p.model.materials[0].name = "Basalt"; },
      [](Pile& p) { p.model.materials[1].density += 1; },
      [](Pile& p) { p.state.time += 1; },
      [](Pile& p) { p.state.step += 1; },
      [](Pile& p) { p.state.position[6].z() = 1; },
      [](Pile& p) { p.state.velocity[0].x() = 0; },
      [](Pile& p) { p.state.spin[5].y() = 0; },
      [](Pile& p) { p.contacts.key[0].b = 3; },
      [](Pile& p) { p.contacts.key[1].feature = 7; },
      [](Pile& p) { p.contacts.point[1].z() = 3; },
      [](Pile& p) { p.contacts.gap[0] *= 2; },
      [](Pile& p) { p.contacts.columns[0].odd = false; },
      [](Pile& p) { p.contacts.columns.pop_back(); },
      [](Pile& p) { p.contacts.normal[0] *= -1; },
      [](Pile& p) { p.contacts.force[0] *= -1; },
      [](Pile& p) { p.contacts.energy[1] *= 2; },
      [](Pile& p) { test::sliding(p.contacts)[0] *= 2; },
      [](Pile& p) { test::rolling(p.contacts)[0] *= 2; },
      [](Pile& p) { test::twisting(p.contacts)[1] *= 2; },
      [](Pile& p) {
        put_column(p.state.columns, {"heat", "J", "", Reals(p.size(), 1)});
      },
      [](Pile& p) {
        p.bonds.pair = {{0, 1}};
      },
      [](Pile& p) {
        p.model.space.hill = {1e-4, 2e-4, 3};
      },
      [](Pile& p) { resize(p.contacts, 3); }};
  for (std::size_t i = 0; i < changes.size(); ++i) {
    Pile other = pile;
    changes[i](other);
    EXPECT_NE(content_hash(other), hash) << "change " << i;
  }
}

// Integers that differ have a distance as real numbers do; the numbers of rows in different shapes have none.
TEST(Compare, DistancesOfIntegersAndShapes) {
  const Pile pile = sample_pile();
  Pile other = pile;
  other.model.id[1] += 3;
  resize(other.contacts, other.contacts.size() + 1);
  for (const Difference& d : compare(pile, other, 0, 0)) {
    if (d.dataset == "/particles/body/id") {
      EXPECT_EQ(d.absolute, 3);
      EXPECT_EQ(d.worst, 1u);
    }
    EXPECT_EQ(std::isnan(d.absolute), d.shape_a != d.shape_b) << d.dataset;
  }
}

// FIPS 180-4, one block of text.
TEST(Sha256, KnownAnswer) {
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST_F(PileOnDisk, FullDiskIsAnExactError) {
  try {
    write_pile("/dev/full", sample_pile(), {});
    FAIL() << "nothing was thrown";
  } catch (const SystemError& error) {
    EXPECT_STREQ(error.what(), "/dev/full: cannot write: No space left on device");
  }
}

// A file that is built on the disk has the bytes of one that is built in memory, as for a pipe.
TEST_F(PileOnDisk, SameBytesOnTheDiskAndInMemory) {
  const auto fill = [](Writer& file) {
    Reals values(200000);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = 1.0 / static_cast<double>(1 + i);
    for (int k = 0; k < 40; ++k) {
      file.dataset("/group" + std::to_string(k % 7) + "/values" + std::to_string(k), view(values), "m", "values");
      file.text("/text" + std::to_string(k), std::string(static_cast<std::size_t>(k), 'x'));
    }
    // In pieces that end inside a block, so that the library reads blocks again.
    file.reserve("/pieces", Type::float64, {values.size()}, {5000}, "m", "");
    for (std::size_t first = 0; first < values.size(); first += 8000) {
      const Reals piece(values.begin() + static_cast<std::ptrdiff_t>(first),
                        values.begin() + static_cast<std::ptrdiff_t>(first + 8000));
      file.write("/pieces", {first}, view(piece));
    }
    file.attribute("/group1", "version", std::vector<int>{1, 2});
    file.link("/group1/values1", "/linked");
  };
  Writer in_memory;
  fill(in_memory);
  Writer on_disk(path("a.h5"));
  fill(on_disk);
  on_disk.save();
  EXPECT_EQ(slurp(path("a.h5")), in_memory.image());
  EXPECT_THROW(in_memory.save(), std::logic_error);  // it has no path

  // An output that is not saved leaves nothing.
  fill(*std::make_unique<Writer>(path("b.h5")));
  EXPECT_EQ(files(), 1u);
}

// Limits the size of files that this process writes, as a full disk does.
struct FileSizeLimit {
  rlimit before{};
  void (*handler)(int) = ::signal(SIGXFSZ, SIG_IGN);
  explicit FileSizeLimit(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before);
    rlimit now = before;
    now.rlim_cur = bytes;
    ::setrlimit(RLIMIT_FSIZE, &now);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before);
    ::signal(SIGXFSZ, handler);
  }
};

// Writes fail at the beginning, in the middle and at the end of a file.
TEST_F(PileOnDisk, WritesThatFailKeepThePreviousFile) {
  const std::string target = path("a.h5");
  write_pile(target, sample_pile(40000), {});
  const std::size_t whole = slurp(target).size();
  spill(target, "previous");
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{1000}, whole / 10, whole / 3, whole / 2, whole - 1}) {
    const FileSizeLimit limit(bytes);
    try {
      write_pile(target, sample_pile(40000), {});
      ADD_FAILURE() << "nothing was thrown at " << bytes << " bytes";
    } catch (const SystemError& error) {
      EXPECT_EQ(error.what(), target + ": cannot write: File too large");
    }
    EXPECT_EQ(slurp(target), "previous");
    EXPECT_EQ(files(), 1u);
  }
  write_pile(target, sample_pile(40000), {});
  EXPECT_EQ(slurp(target).size(), whole);
}

TEST_F(PileOnDisk, FailureKeepsThePreviousFile) {
  const std::string target = path("a.h5");
  spill(target, "previous");
  spill(target + ".tmp", "somebody's");  // temporary files have unique names
  write_pile(target, sample_pile(), {});
  EXPECT_EQ(slurp(target + ".tmp"), "somebody's");
  EXPECT_EQ(files(), 2u);

  // rename fails, because a folder has the name of the file
  std::filesystem::create_directory(path("b.h5"));
  spill(path("b.h5/inside"), "x");
  EXPECT_THROW(write_pile(path("b.h5"), sample_pile(), {}), SystemError);
  EXPECT_EQ(files(), 3u);
}

TEST_F(PileOnDisk, LinksAreKept) {
  write_pile(path("a.h5"), sample_pile(2), {});
  std::filesystem::create_symlink("a.h5", path("link.h5"));
  write_pile(path("link.h5"), sample_pile(3), {});
  EXPECT_TRUE(std::filesystem::is_symlink(path("link.h5")));
  EXPECT_EQ(read_pile(path("a.h5")).pile.size(), 3u);
}

// If a file with the output's name appears after the start, both this file and the new output are kept.
TEST_F(PileOnDisk, AProtectedNameIsNotReplaced) {
  protect(path("a.h5"));
  spill(path("a.h5"), "somebody's");
  spill(path("a.h5.new"), "somebody's too");
  try {
    write_bytes(path("a.h5"), "mine");
    FAIL() << "nothing was thrown";
  } catch (const SystemError& error) {
    EXPECT_EQ(error.what(), path("a.h5") +
                                ": the file was created by another program during the run, and --force was not given; "
                                "the result is saved in " +
                                path("a.h5.new2"));
  }
  EXPECT_EQ(slurp(path("a.h5")), "somebody's");
  EXPECT_EQ(slurp(path("a.h5.new")), "somebody's too");
  EXPECT_EQ(slurp(path("a.h5.new2")), "mine");
  EXPECT_EQ(files(), 3u);
}

TEST_F(PileOnDisk, ProcessMayReplaceItsOwnFiles) {
  protect(path("b.h5"));
  write_bytes(path("b.h5"), "first");
  write_bytes(path("b.h5"), "second");
  EXPECT_EQ(slurp(path("b.h5")), "second");
  EXPECT_EQ(files(), 1u);
}

// If one file of a series cannot be written, the existing files are kept.
TEST_F(PileOnDisk, SeriesIsRenamedOnlyAsAWhole) {
  spill(path("0"), "old");
  {
    OutputFiles series;
    series.add(path("0"), "new");
    series.add(path("1"), "new");
    EXPECT_THROW(series.add(path("nowhere/2"), "new"), SystemError);
    EXPECT_EQ(slurp(path("0")), "old");
  }
  EXPECT_EQ(files(), 1u);
  OutputFiles series;
  series.add(path("0"), "new");
  series.add(path("1"), "newer");
  series.finish();
  EXPECT_EQ(slurp(path("0")), "new");
  EXPECT_EQ(slurp(path("1")), "newer");
  EXPECT_EQ(files(), 2u);
}

TEST_F(PileOnDisk, ReadThroughANamedPipe) {
  const std::string pipe = path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const Pile pile = sample_pile();
  std::thread writer([&] { write_pile(pipe, pile, sample_provenance()); });
  const std::string through = read_bytes(pipe);
  writer.join();
  write_pile(path("a.h5"), pile, sample_provenance());
  EXPECT_EQ(through, slurp(path("a.h5")));
  std::thread again([&] { write_pile(pipe, pile, {}); });
  EXPECT_EQ(read_pile(pipe).hash, content_hash(pile));
  again.join();
}

TEST_F(PileOnDisk, RequireWritable) {
  spill(path("old.h5"), "x");
  EXPECT_EQ(refusal([&] { require_writable(path("old.h5"), false); }),
            path("old.h5") + ": the file exists already (--force replaces it)");
  EXPECT_NO_THROW(require_writable(path("old.h5"), true));
  EXPECT_NO_THROW(require_writable(path("new.h5"), false));
  EXPECT_EQ(refusal([&] { require_writable(path("no/new.h5"), false); }),
            path("no/new.h5") + ": the folder " + path("no") + " does not exist");
  EXPECT_EQ(refusal([&] { require_writable(folder_.string(), true); }),
            folder_.string() + ": expected a file name, found a folder");
  EXPECT_NO_THROW(require_writable("/dev/null", false));
}

TEST_F(PileOnDisk, FolderWithoutPermission) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  ASSERT_EQ(::chmod(folder_.c_str(), 0500), 0);
  EXPECT_THROW(require_writable(path("new.h5"), true), SystemError);
  EXPECT_THROW(write_pile(path("new.h5"), sample_pile(), {}), SystemError);
  ASSERT_EQ(::chmod(folder_.c_str(), 0700), 0);
}

// The documentation lists every dataset with its shape, type, unit and meaning.
TEST(Documentation, ListsEveryDataset) {
  const std::string text = slurp(RUBBLE_SOURCE_DIR "/docs/formats.md");
  ASSERT_FALSE(text.empty());
  const Pile pile = sample_pile(1);
  const auto row = [&](const Dataset& d, const std::string& shape, const std::string& type) {
    const std::string line = "| `" + d.path + "` | " + shape + " | " + type + " | " + d.unit + " | " + d.text + " |";
    EXPECT_NE(text.find(line), std::string::npos) << line;
  };
  each_dataset(pile, [&]<class T>(const Dataset& d, const T& values) {
    if (d.path.starts_with("/connectivity/contacts/columns/")) return;  // declared by methods
    const bool column = d.path.starts_with("/parameters/contact_columns/");
    const char rows = d.path.starts_with("/connectivity") ? 'M'
                      : column                            ? 'C'
                      : d.path.starts_with("/parameters") ? 'K'
                                                          : 'N';
    if constexpr (std::is_same_v<T, std::vector<std::string>>) {
      row(d, std::string(1, rows), "text");
    } else if constexpr (std::is_arithmetic_v<T>) {
      row(d, "scalar", name(Cell<T>::type));
    } else {
      const View shown = view(values);
      std::string shape(1, rows);
      for (std::size_t k = 1; k < shown.shape.size(); ++k) shape += " x " + std::to_string(shown.shape[k]);
      row(d, shape, name(shown.type));
    }
  });
}

// Columns with the same name are compared, whatever they contain; a missing column counts as zeros.
TEST(Compare, ColumnsOfContacts) {
  const Pile a = sample_pile();
  const auto differ = [&](const std::function<void(Contacts&)>& change) {
    Pile b = a;
    change(b.contacts);
    std::vector<std::string> names;
    for (const Difference& d : compare(a, b, 0, 0))
      if (!d.equal) names.push_back(d.dataset.substr(d.dataset.rfind('/') + 1));
    return names;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(differ([](Contacts&) {}), Names{});
  EXPECT_EQ(differ([](Contacts& c) { c.columns[0].odd = false; }), Names{"odd"});
  EXPECT_EQ(differ([](Contacts& c) { c.columns[0].unit = "degree"; }), Names{"unit"});
  EXPECT_EQ(differ([](Contacts& c) { c.columns[0].value = Reals(c.size(), 0.0); }), Names{"width"});
  EXPECT_EQ(differ([](Contacts& c) { c.columns.erase(c.columns.begin() + 2); }), Names{"twisting"});
  EXPECT_EQ(differ([](Contacts& c) {
              c.columns.insert(c.columns.begin(), {"age", "s", "", false, Reals(c.size(), 0.0)});
            }),
            Names{});
}

// A row with NaN differs, also from NaN, and is named as the worst one if no other row differs.
TEST(Compare, NumbersThatAreNotFinite) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  Pile a = sample_pile(), b = a;
  b.state.position[3].y() = nan;
  const auto find = [&] {
    for (const Difference& d : compare(a, b, 0, 0))
      if (d.dataset == "/particles/body/position") return d;
    throw std::logic_error("no positions");
  };
  EXPECT_EQ(find().rows, 1u);
  EXPECT_EQ(find().worst, 3u);
  b.state.position[3].y() = a.state.position[3].y() = inf;
  EXPECT_TRUE(find().equal);
  b.state.position[3].y() = -inf;
  EXPECT_EQ(find().worst, 3u);
}

TEST_F(PileOnDisk, CompareFindsDifferences) {
  const Pile a = sample_pile();
  for (const Difference& d : compare(a, a, 0, 0)) EXPECT_TRUE(d.equal) << d.dataset;
  Pile b = a;
  b.state.position[4].x() += 1e-9;
  b.model.material[2] = 1;
  resize(b.contacts, 5);
  const auto find = [&](double rtol, double atol, const std::string& dataset) {
    for (const Difference& d : compare(a, b, rtol, atol))
      if (d.dataset == dataset) return d;
    throw std::logic_error(dataset);
  };
  const Difference position = find(0, 0, "/particles/body/position");
  EXPECT_FALSE(position.equal);
  EXPECT_EQ(position.rows, 1u);
  EXPECT_EQ(position.worst, 4u);
  EXPECT_NEAR(position.absolute, 1e-9, 1e-15);
  EXPECT_NEAR(position.relative, 1e-9 / b.state.position[4].norm(), 1e-15);
  EXPECT_TRUE(find(1e-9, 0, "/particles/body/position").equal);
  EXPECT_FALSE(find(1e-11, 0, "/particles/body/position").equal);
  EXPECT_TRUE(find(0, 1.1e-9, "/particles/body/position").equal);
  EXPECT_FALSE(find(1, 1e3, "/particles/body/material").equal);
  EXPECT_FALSE(find(1, 1e3, "/connectivity/contacts/force").equal);
  EXPECT_TRUE(find(0, 0, "/particles/body/mass").equal);
}

}  // namespace
}  // namespace rubble::store
