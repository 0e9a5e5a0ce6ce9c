#!/bin/bash
set -euo pipefail
font=$(find "$PREFIX/lib" -name DejaVuSans.ttf -path '*matplotlib*' | head -n 1)
cmake -S . -B build -G Ninja $CMAKE_ARGS -DCMAKE_BUILD_TYPE=Release -DRUBBLE_ARCH=x86-64-v3 -DBUILD_TESTING=OFF \
  -DRUBBLE_FONT="$font" -DCMAKE_INSTALL_PREFIX="$PREFIX"
cmake --build build --parallel "$CPU_COUNT"
cmake --install build --strip
