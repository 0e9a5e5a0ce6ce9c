// Files that the reader refuses, and its messages. A damaged file is never read as valid.

#include "store/datasets.hpp"
#include "store/hdf5.hpp"
#include "store/layout.hpp"
#include "store/pile_file.hpp"
#include "store/text.hpp"
#include "store/track.hpp"
#include "unit/store_fixture.hpp"

#include <limits>
#include <random>
#include <thread>

#include <fmt/format.h>
#include <sys/stat.h>

#ifdef __SANITIZE_ADDRESS__
// The HDF5 library leaks memory when it fails to open a damaged file; leaks of Rubble are still detected.
extern "C" const char* __lsan_default_suppressions() { return "leak:libhdf5"; }
#endif

namespace rubble::store {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

class Refusal : public Folder {
 protected:
  std::string file() const { return path("a.h5"); }
  std::string read() const {
    return refusal([&] { read_pile(file()); });
  }
  // The message for the sample pile after `change`; the writer does not check the pile.
  std::string after(const std::function<void(Pile&)>& change) const {
    Pile pile = sample_pile();
    change(pile);
    write_pile(file(), pile, {});
    return read();
  }
  // The message after a dataset was replaced by another.
  std::string replaced(const std::string& dataset, const View& values) const {
    write_pile(file(), sample_pile(), {});
    edit([&](hid_t h5) {
      ASSERT_GE(H5Ldelete(h5, dataset.c_str(), H5P_DEFAULT), 0);
      const std::vector<hsize_t> dims(values.shape.begin(), values.shape.end());
      const Handle space(H5Screate_simple(static_cast<int>(dims.size()), dims.data(), nullptr), H5Sclose);
      const hid_t type = values.type == Type::float64 ? H5T_IEEE_F64LE
                         : values.type == Type::int64 ? H5T_STD_I64LE
                                                      : H5T_STD_I32LE;
      const Handle set(H5Dcreate2(h5, dataset.c_str(), type, *space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Dclose);
      ASSERT_GE(H5Dwrite(*set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data), 0);
    });
    return read();
  }
  void edit(const std::function<void(hid_t)>& change) const {
    const Handle h5(H5Fopen(file().c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose);
    ASSERT_TRUE(h5);
    change(*h5);
  }
  void set_version(int major, int minor) const {
    edit([&](hid_t h5) {
      const Handle group(H5Gopen2(h5, "/h5md/modules/granular", H5P_DEFAULT), H5Gclose);
      ASSERT_GE(H5Adelete(*group, "version"), 0);
      const hsize_t two = 2;
      const int version[2] = {major, minor};
      const Handle space(H5Screate_simple(1, &two, nullptr), H5Sclose);
      const Handle a(H5Acreate2(*group, "version", H5T_STD_I32LE, *space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
      ASSERT_GE(H5Awrite(*a, H5T_NATIVE_INT, version), 0);
    });
  }
  std::string at(const std::string& rest) const { return file() + ":" + rest; }
};

TEST_F(Refusal, FilesOfOtherFormats) {
  EXPECT_EQ(read(), file() + ": no such file");
  spill(file(), "");
  EXPECT_EQ(read(), file() + ": expected an HDF5 file, found no data");
  spill(file(), "id,m,r,x,y,z\n1,1,1,0,0,0\n");
  EXPECT_EQ(read(), file() + ": expected an HDF5 file, found another format");
  EXPECT_EQ(refusal([&] { read_pile(folder_.string()); }), folder_.string() + ": expected a file, found a folder");
}

TEST_F(Refusal, ForeignHdf5) {
  { const Handle h5(H5Fcreate(file().c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose); }
  EXPECT_EQ(read(), at("/h5md: expected an H5MD file, found none of its groups"));
  Writer h5md;
  h5md.group("/h5md");
  h5md.attribute("/h5md", "version", std::vector<int>{1, 1});
  spill(file(), h5md.image());
  EXPECT_EQ(read(), at("/h5md/modules/granular: expected the module of a file of Rubble, found nothing"));
}

TEST_F(Refusal, AnotherVersionOrContent) {
  write_pile(file(), sample_pile(), {});
  set_version(3, 4);
  EXPECT_EQ(read(),
            at("/h5md/modules/granular@version: expected 1.x to 2.x, found 3.4, from a newer version of Rubble"));
  set_version(0, 9);
  EXPECT_EQ(read(), at("/h5md/modules/granular@version: expected 1.x to 2.x, found 0.9"));
  set_version(2, 99);
  EXPECT_EQ(read(), "");  // newer minor versions only add data

  Track track({});
  track.finish(file(), sample_pile(), {});
  EXPECT_EQ(read(), file() + ": expected a pile, found a track");
  write_pile(file(), sample_pile(), {});
  EXPECT_EQ(refusal([&] { read_frame(file(), 0); }), file() + ": expected a track, found a pile");
}

TEST_F(Refusal, ColumnsOfContactsThatAreNone) {
  const std::string table = "/parameters/contact_columns/";
  const std::vector<Index> odd = {1, 7, 0}, width = {3, 2, 1}, two = {1, 1};
  EXPECT_EQ(replaced(table + "odd", view(odd)), at(table + "odd: expected 0 or 1, found 7"));
  EXPECT_EQ(replaced(table + "width", view(width)), at(table + "width: expected 1 or 3, found 2"));
  EXPECT_EQ(replaced(table + "odd", view(two)), at(table + "odd: expected int32[3], found int32[2]"));
  const auto named = [&](const std::string& name) {
    return after([&](Pile& p) { p.contacts.columns[1].name = name; });
  };
  const std::string words = table + "name: expected names in ascending order, different from those of fields, found ";
  EXPECT_EQ(named("point"), at(words + "\"point\""));
  EXPECT_EQ(named("../sliding"), at(words + "\"../sliding\""));
  EXPECT_EQ(named("aaa"), at(words + "\"aaa\""));
  // Images must be vectors that change their sign when the sides are exchanged.
  EXPECT_EQ(after([](Pile& p) {
              p.contacts.columns.insert(p.contacts.columns.begin(), {kImage, "m", "", true, Reals(7, 0.0)});
            }),
            at("/connectivity/contacts/columns/image: expected a vector that changes its sign with the sides, found "
               "another column"));
}

TEST_F(Refusal, MissingWrongTypeRankOrShape) {
  const std::string mass = "/particles/body/mass", position = "/particles/body/position";
  write_pile(file(), sample_pile(), {});
  edit([&](hid_t h5) { H5Ldelete(h5, mass.c_str(), H5P_DEFAULT); });
  EXPECT_EQ(read(), at(mass + ": expected float64[7], found nothing"));
  EXPECT_EQ(replaced(mass, view(std::vector<std::int32_t>(7, 1))), at(mass + ": expected float64[7], found int32[7]"));
  EXPECT_EQ(replaced(mass, view(Reals(6, 1.0))), at(mass + ": expected float64[7], found float64[6]"));
  EXPECT_EQ(replaced(mass, view(Vec3s(7, Vec3::Ones()))), at(mass + ": expected float64[7], found float64[7][3]"));
  EXPECT_EQ(replaced(position, view(Reals(7, 1.0))), at(position + ": expected float64[7][3], found float64[7]"));
  EXPECT_EQ(replaced(mass, view(Reals(7, 1.0))), "");
}

// Its storage has no checksum, and some damage crashes the library.
TEST_F(Refusal, TextOfVariableLength) {
  write_pile(file(), sample_pile(), sample_provenance());
  edit([&](hid_t h5) {
    H5Ldelete(h5, "/provenance/0001/tool", H5P_DEFAULT);
    const Handle type(H5Tcopy(H5T_C_S1), H5Tclose), space(H5Screate(H5S_SCALAR), H5Sclose);
    H5Tset_size(*type, H5T_VARIABLE);
    const Handle set(H5Dcreate2(h5, "/provenance/0001/tool", *type, *space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                     H5Dclose);
    const char* word = "rubble-relax";
    ASSERT_GE(H5Dwrite(*set, *type, H5S_ALL, H5S_ALL, H5P_DEFAULT, &word), 0);
  });
  EXPECT_EQ(read(), at("/provenance/0001/tool: expected a text of fixed length, found something else"));
}

TEST_F(Refusal, SizesWithoutStoredData) {
  // A dataset that declares 2^60 rows and stores none must not be allocated.
  write_pile(file(), sample_pile(), {});
  edit([&](hid_t h5) {
    H5Ldelete(h5, "/particles/body/id", H5P_DEFAULT);
    const hsize_t rows = hsize_t{1} << 60, chunk = 1000;
    const Handle space(H5Screate_simple(1, &rows, nullptr), H5Sclose), options(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_chunk(*options, 1, &chunk);
    const Handle set(H5Dcreate2(h5, "/particles/body/id", H5T_STD_I64LE, *space, H5P_DEFAULT, *options, H5P_DEFAULT),
                     H5Dclose);
    ASSERT_TRUE(set);
  });
  EXPECT_EQ(read(), at("/particles/body/id: expected 9223372036854775808 stored bytes, uncompressed, found 0"));
}

// The output of a filter is not bounded by the size of its input: a chunk of 192 bytes that is stored as some megabytes
// of zeros.
TEST_F(Refusal, FiltersOtherThanFletcher32) {
  const std::string mass = "/particles/body/mass";
  const auto filtered = [&](const std::function<void(hid_t)>& add) {
    write_pile(file(), sample_pile(), {});
    edit([&](hid_t h5) {
      H5Ldelete(h5, mass.c_str(), H5P_DEFAULT);
      const hsize_t rows = 7;
      const Handle space(H5Screate_simple(1, &rows, nullptr), H5Sclose),
          options(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
      H5Pset_chunk(*options, 1, &rows);
      add(*options);
      const Handle set(H5Dcreate2(h5, mass.c_str(), H5T_IEEE_F64LE, *space, H5P_DEFAULT, *options, H5P_DEFAULT),
                       H5Dclose);
      const std::vector<char> stored(10000, '\0');  // no filter produced these bytes: reading them would be an error
      const hsize_t origin = 0;
      ASSERT_GE(H5Dwrite_chunk(*set, H5P_DEFAULT, 0, &origin, stored.size(), stored.data()), 0);
    });
    return read();
  };
  const std::string wanted = mass + ": expected no filter but fletcher32, found ";
  EXPECT_EQ(filtered([](hid_t options) { H5Pset_deflate(options, 9); }), at(wanted + "deflate"));
  EXPECT_EQ(filtered([](hid_t options) { H5Pset_fletcher32(options), H5Pset_shuffle(options); }),
            at(wanted + "shuffle"));
  EXPECT_EQ(filtered([](hid_t options) { H5Pset_nbit(options); }), at(wanted + "nbit"));
  EXPECT_EQ(filtered([](hid_t options) { H5Pset_scaleoffset(options, H5Z_SO_FLOAT_DSCALE, 2); }),
            at(wanted + "scaleoffset"));
}

// The names in a large group are in a heap, which may be compressed as well.
TEST_F(Refusal, FiltersOfAGroup) {
  write_pile(file(), sample_pile(), {});
  edit([](hid_t h5) {
    H5Ldelete(h5, "/provenance", H5P_DEFAULT);
    const Handle options(H5Pcreate(H5P_GROUP_CREATE), H5Pclose);
    H5Pset_link_phase_change(*options, 0, 0);
    H5Pset_deflate(*options, 9);
    const Handle group(H5Gcreate2(h5, "/provenance", H5P_DEFAULT, *options, H5P_DEFAULT), H5Gclose);
    ASSERT_TRUE(group);
  });
  EXPECT_EQ(read(), at("/provenance: expected no filter, found deflate"));
}

// Three chunks for thirteen rows: two of them have as many bytes as the rows, but not the rows.
TEST_F(Refusal, RowsThatWereNeverWritten) {
  write_pile(file(), sample_pile(13), {});
  edit([](hid_t h5) {
    H5Ldelete(h5, "/particles/body/mass", H5P_DEFAULT);
    const hsize_t rows = 13, chunk = 6, first = 0, count = 12;
    const Handle space(H5Screate_simple(1, &rows, nullptr), H5Sclose),
        memory(H5Screate_simple(1, &count, nullptr), H5Sclose), options(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_chunk(*options, 1, &chunk);
    H5Pset_fletcher32(*options);
    const double fill = 5;
    H5Pset_fill_value(*options, H5T_NATIVE_DOUBLE, &fill);
    const Handle set(H5Dcreate2(h5, "/particles/body/mass", H5T_IEEE_F64LE, *space, H5P_DEFAULT, *options, H5P_DEFAULT),
                     H5Dclose);
    H5Sselect_hyperslab(*space, H5S_SELECT_SET, &first, nullptr, &count, nullptr);
    const Reals values(12, 1.0);
    ASSERT_GE(H5Dwrite(*set, H5T_NATIVE_DOUBLE, *memory, *space, H5P_DEFAULT, values.data()), 0);
  });
  EXPECT_EQ(read(), at("/particles/body/mass: expected 3 chunks, found 2"));
}

// A stream is read to the end that its first bytes declare, and not at all if they do not begin a valid file.
TEST_F(Refusal, EndlessStreams) {
  EXPECT_EQ(refusal([] { read_pile("/dev/zero"); }), "/dev/zero: expected an HDF5 file, found another format");
  EXPECT_EQ(refusal([] {
              read_text("/dev/zero", {"csv", "rock"});
            }),
            "/dev/zero: expected a table of bodies as text, found binary data");
  write_pile(path("b.h5"), sample_pile(), {});
  const std::string whole = slurp(path("b.h5"));
  ASSERT_EQ(::mkfifo(file().c_str(), 0600), 0);
  const auto sent = [&](const std::string& bytes) {
    std::thread writer([&] { spill(file(), bytes); });
    const std::string answer = read();
    writer.join();
    return answer;
  };
  EXPECT_EQ(sent(whole), "");
  EXPECT_EQ(sent(whole + "x"), file() + fmt::format(": expected at most {} bytes, found more", whole.size()));
  const std::string damaged = file() + ": expected a complete HDF5 file, found a truncated or damaged one";
  EXPECT_EQ(sent(whole.substr(0, whole.size() - 1)), damaged);
  EXPECT_EQ(sent(whole.substr(0, 30)), damaged);
  EXPECT_EQ(sent(whole.substr(0, 8) + std::string(100, '\xff')), damaged);
}

TEST_F(Refusal, LinksOutOfTheFile) {
  write_pile(path("other.h5"), sample_pile(), {});
  write_pile(file(), sample_pile(), {});
  edit([&](hid_t h5) {
    H5Ldelete(h5, "/particles/body/mass", H5P_DEFAULT);
    H5Lcreate_soft("/particles/body/radius", h5, "/particles/body/mass", H5P_DEFAULT, H5P_DEFAULT);
  });
  EXPECT_EQ(read(), "");  // link inside the file: followed
  edit([&](hid_t h5) {
    H5Ldelete(h5, "/particles/body/mass", H5P_DEFAULT);
    H5Lcreate_external(path("other.h5").c_str(), "/particles/body/mass", h5, "/particles/body/mass", H5P_DEFAULT,
                       H5P_DEFAULT);
  });
  EXPECT_EQ(read(), at("/particles/body/mass: expected float64[7], found nothing"));
}

TEST_F(Refusal, UnphysicalValues) {
  EXPECT_EQ(after([](Pile& p) { p.model.mass[2] = 0; }),
            at("/particles/body/mass: expected a number > 0, found 0 (body 16)"));
  EXPECT_EQ(after([](Pile& p) { p.model.radius[0] = -1; }),
            at("/particles/body/radius: expected a number > 0, found -1 (body 10)"));
  EXPECT_EQ(after([](Pile& p) { p.state.velocity[1].y() = kNaN; }),
            at("/particles/body/velocity: expected finite numbers, found (1e-300, nan, 1e+17) (body 13)"));
  EXPECT_EQ(after([](Pile& p) { p.state.time = kNaN; }), at("/parameters/time: expected a finite number, found nan"));
  EXPECT_EQ(
      after([](Pile& p) { p.state.position[1] = p.state.position[0]; }),
      at("/particles/body/position: expected bodies at different places, found two at (0, 0, -0) (bodies 10 and 13)"));
  EXPECT_EQ(after([](Pile& p) { p.contacts.gap[3] = kNaN; }),
            at("/connectivity/contacts/gap: expected a finite number, found nan (contact of bodies 19 and 22)"));
}

TEST_F(Refusal, NoBodies) {
  write_pile(file(), Pile{}, {});
  EXPECT_EQ(read(), at("/particles/body: expected at least one body, found no bodies"));
  Track track({});
  track.finish(file(), Pile{}, {});
  EXPECT_EQ(refusal([&] { read_frame(file(), 0); }),
            at("/particles/body: expected at least one body, found no bodies"));
}

TEST_F(Refusal, EveryTruncationIsRefused) {
  write_pile(file(), sample_pile(), sample_provenance());
  const std::string whole = slurp(file());
  const std::size_t stride = std::max<std::size_t>(1, whole.size() / 400);
  for (std::size_t length = 0; length < whole.size(); length += stride) {
    const std::string part = whole.substr(0, length);
    spill(file(), part);
    EXPECT_NE(read(), "") << "of " << whole.size() << " bytes only " << length;
    if (length > 0) {
      EXPECT_NE(refusal([&] { Reader(part, "pipe"); }), "") << "as an image of " << length << " bytes";
    }
  }
}

// A flipped bit is refused, or it is in unused bytes: the pile is then the same. (The seed is fixed, so the bits are
// always the same.)
TEST_F(Refusal, FlippedBitsAreNeverReadAsData) {
  write_pile(file(), sample_pile(60), sample_provenance());
  const std::string whole = slurp(file());
  const std::string hash = read_pile(file()).hash;
  std::mt19937_64 random(20240229);
  std::size_t refused = 0;
  for (int trial = 0; trial < 600; ++trial) {
    std::string damaged = whole;
    const std::size_t bit = random() % (8 * whole.size());
    damaged[bit / 8] = static_cast<char>(static_cast<unsigned char>(damaged[bit / 8]) ^ (1u << (bit % 8)));
    spill(file(), damaged);
    std::string found;
    if (!refusal([&] { found = read_pile(file()).hash; }).empty())
      ++refused;
    else
      EXPECT_EQ(found, hash) << "bit " << bit;
  }
  EXPECT_GT(refused, 100u);
}

TEST_F(Refusal, FlippedBitsInTheNumbersAreDetected) {
  const Pile pile = sample_pile(500);
  write_pile(file(), pile, {});
  const std::string whole = slurp(file());
  const std::string raw(reinterpret_cast<const char*>(pile.state.position.data()), 500 * sizeof(Vec3));
  const std::size_t begin = whole.find(raw);
  ASSERT_NE(begin, std::string::npos);
  std::mt19937_64 random(7);
  for (int trial = 0; trial < 200; ++trial) {
    std::string damaged = whole;
    const std::size_t bit = 8 * begin + random() % (8 * raw.size());
    damaged[bit / 8] = static_cast<char>(static_cast<unsigned char>(damaged[bit / 8]) ^ (1u << (bit % 8)));
    spill(file(), damaged);
    EXPECT_EQ(read(), at("/particles/body/position: expected intact data, found damaged data (the checksum differs or "
                         "bytes are missing)"));
  }
}

}  // namespace
}  // namespace rubble::store
