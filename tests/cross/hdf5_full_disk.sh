#!/bin/sh
# Does HDF5's own driver survive a full disk? Writes a file with h5py to a file system of 1 MiB, which needs root.
# Exit code 139: segmentation fault. Debian 12 (HDF5 1.10.8) has one when the file is closed.
#
#     tests/cross/hdf5_full_disk.sh
exec unshare --mount sh -c '
mount -t tmpfs -o size=1m none /mnt || exit 1
exec /usr/bin/python3 - 2>/dev/null <<END
import h5py
import numpy

print("HDF5", h5py.version.hdf5_version)
file = h5py.File("/mnt/full.h5", "w", libver="v110")
for number in range(300):
    try:
        group = file.create_group(f"group{number}")
        group.create_dataset("x", data=numpy.arange(20000.0), chunks=(1000,), fletcher32=True)
    except Exception:
        pass
print("closing", flush=True)
file.close()
END
'
