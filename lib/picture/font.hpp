#pragma once
// The font of all pictures: DejaVu Sans, linked into the library.
#include <cstddef>

extern "C" {
extern const unsigned char rubble_font_begin[];
extern const unsigned char rubble_font_end[];
}
