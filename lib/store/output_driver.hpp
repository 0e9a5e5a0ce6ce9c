#pragma once
// A driver of the HDF5 library that builds a file on the disk. The library does not survive failed writes: it is told
// that each write has succeeded, and the first failure is kept for its caller.
#include <hdf5.h>

namespace rubble::store {

// A file that the library builds.
struct OnDisk {
  int descriptor = -1;  // of a file that is open for reading and writing
  int cause = 0;        // errno of the first write or read that failed; 0: none
};

// (access properties, file) Makes the library build its next file in `file`, which must exist until the library has
// closed it. => negative if the library fails
herr_t set_output_driver(hid_t access, OnDisk& file);

}  // namespace rubble::store
