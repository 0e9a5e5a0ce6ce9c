#include "picture/page_files.hpp"

// RUBBLE_PAGE: the folder of the page's parts, set by lib/CMakeLists.txt.
#define RUBBLE_PART(name, file)                     \
  __asm__(                                          \
      ".section .rodata\n"                          \
      ".global " name                               \
      "_begin\n"                                    \
      ".global " name "_end\n" name                 \
      "_begin:\n"                                   \
      ".incbin \"" RUBBLE_PAGE "/" file "\"\n" name \
      "_end:\n"                                     \
      ".byte 0\n"                                   \
      ".previous\n")

RUBBLE_PART("rubble_page_html", "page.html");
RUBBLE_PART("rubble_page_css", "page.css");
RUBBLE_PART("rubble_page_js", "page.js");
