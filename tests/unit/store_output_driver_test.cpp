#include "store/descriptor.hpp"
#include "store/output_driver.hpp"

#include <cerrno>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

namespace rubble::store {
namespace {

constexpr hsize_t kNumbers = 1 << 17;  // 1 MiB, more than the library keeps in memory

// (descriptor) => a file of the library with one dataset "x" of kNumbers ones. Every call must succeed.
hid_t file_with_ones(OnDisk& disk) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  EXPECT_GE(set_output_driver(access, disk), 0);
  const hid_t file = H5Fcreate("output", H5F_ACC_TRUNC, H5P_DEFAULT, access);
  const hid_t space = H5Screate_simple(1, &kNumbers, nullptr);
  const hid_t dataset = H5Dcreate2(file, "x", H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  const std::vector<double> ones(kNumbers, 1.0);
  EXPECT_GE(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, ones.data()), 0);
  EXPECT_GE(H5Dclose(dataset), 0);
  EXPECT_GE(H5Fflush(file, H5F_SCOPE_LOCAL), 0);
  H5Sclose(space);
  H5Pclose(access);
  return file;
}

std::vector<double> numbers_of(hid_t file) {
  std::vector<double> numbers(kNumbers, -1.0);
  const hid_t dataset = H5Dopen2(file, "x", H5P_DEFAULT);
  EXPECT_GE(H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data()), 0);
  H5Dclose(dataset);
  return numbers;
}

TEST(OutputDriver, ReadsWhatItHasWritten) {
  const Descriptor memory(::memfd_create("whole", MFD_CLOEXEC));
  OnDisk disk{*memory, 0};
  const hid_t file = file_with_ones(disk);
  EXPECT_EQ(numbers_of(file), std::vector<double>(kNumbers, 1.0));
  EXPECT_GE(H5Fclose(file), 0);
  EXPECT_EQ(disk.cause, 0);
}

// The file can grow, so that only writes fail, as on a full disk.
TEST(OutputDriver, KeepsTheCauseOfAFailedWrite) {
  const Descriptor sealed(::memfd_create("sealed", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  ASSERT_EQ(::fcntl(*sealed, F_ADD_SEALS, F_SEAL_WRITE), 0);
  ASSERT_EQ(::ftruncate(*sealed, 4096), 0);
  OnDisk disk{*sealed, 0};
  EXPECT_GE(H5Fclose(file_with_ones(disk)), 0);
  EXPECT_EQ(disk.cause, EPERM);
}

// A pipe can neither be read nor written at a position. Only reads fail here, because the failure of a write is reset.
TEST(OutputDriver, KeepsTheCauseOfAFailedReadAndReadsZeros) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const Descriptor out(ends[0]), in(ends[1]);
  OnDisk disk{*out, 0};
  const hid_t file = file_with_ones(disk);
  disk.cause = 0;
  EXPECT_EQ(numbers_of(file), std::vector<double>(kNumbers, 0.0));
  EXPECT_EQ(disk.cause, ESPIPE);
  H5Fclose(file);
}

}  // namespace
}  // namespace rubble::store
