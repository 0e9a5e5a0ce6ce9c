#pragma once
// Shared by the tests of files: a small pile with all kinds of data, and a temporary folder.
#include "model/pile.hpp"
#include "store/provenance.hpp"
#include "unit/contact_columns.hpp"
#include "unit/refusal.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

namespace rubble::store {

inline Pile sample_pile(std::size_t n = 7) {
  Pile pile;
  pile.model.materials = {{"basalt", 2700.0}, {"water ice", 917.5}};
  for (std::size_t i = 0; i < n; ++i) {
    const double x = static_cast<double>(i);
    pile.model.id.push_back(static_cast<std::int64_t>(10 + 3 * i));
    pile.model.radius.push_back(0.5 + 0.01 * x);
    pile.model.mass.push_back(1.0 / 3 + x);
    pile.model.material.push_back(static_cast<std::int32_t>(i % 2));
    pile.state.position.push_back(Vec3(x / 3, 0.1 * x * x, -x));
    pile.state.velocity.push_back(Vec3(1e-300, -0.0, x * 1e17));
    pile.state.spin.push_back(Vec3(0.1, 0.2 * x, -0.3));
  }
  pile.state.time = 12.3456789;
  pile.state.step = 987654321012;
  const std::size_t m = n > 1 ? n : 0;  // a chain, and the last body on plane 0
  resize(pile.contacts, m);
  test::add_springs(pile.contacts);
  for (std::size_t k = 0; k < m; ++k) {
    const double x = static_cast<double>(k);
    const auto row = static_cast<Index>(k);
    pile.contacts.key[k] = k + 1 < m ? ContactKey{row, row + 1, row % 2} : ContactKey::of_wall(row, 0);
    pile.contacts.point[k] = Vec3(0.1, x, 1e-9 * x);
    pile.contacts.gap[k] = -1e-4 - x;
    pile.contacts.normal[k] = Vec3(0.6, 0, -0.8);
    pile.contacts.force[k] = Vec3(x, 1 / 7.0, 2);
    pile.contacts.energy[k] = 0.1 * x;
    test::sliding(pile.contacts)[k] = Vec3(1e-9, x, 0);
    test::rolling(pile.contacts)[k] = Vec3(0, 1e-3, x);
    test::twisting(pile.contacts)[k] = -0.25 * x;
  }
  return pile;
}

inline Provenance sample_provenance() {
  return {{"rubble-generate",
           "0.1.0",
           "abc",
           "GNU 12",
           "-O3",
           "cloud.toml",
           "seed = 1\n# \xc3\xa9\n",
           42,
           {},
           {{"speed", 260.5}, {"offset", -0.25}}},
          {"rubble-relax",
           "0.1.0",
           "abc",
           "GNU 12",
           "-O3",
           "",
           "",
           std::nullopt,
           {std::string(64, 'f'), std::string(64, '0')},
           {}}};
}

inline std::string slurp(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}
inline void spill(const std::string& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

using test::refusal;

class Folder : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "rubble-test-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder_), {}));
  }

  std::filesystem::path folder_;
};

}  // namespace rubble::store
