#include "picture/font.hpp"

// RUBBLE_FONT: path of DejaVuSans.ttf, set by lib/CMakeLists.txt.
__asm__(
    ".section .rodata\n"
    ".global rubble_font_begin\n"
    ".global rubble_font_end\n"
    ".balign 16\n"
    "rubble_font_begin:\n"
    ".incbin \"" RUBBLE_FONT
    "\"\n"
    "rubble_font_end:\n"
    ".byte 0\n"
    ".previous\n");
