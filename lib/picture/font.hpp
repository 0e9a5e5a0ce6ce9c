#pragma once
// The font of all pictures: DejaVu Sans, put into the library when it is built.
#include <cstddef>

extern "C" {
extern const unsigned char rubble_font_begin[];
extern const unsigned char rubble_font_end[];
}
