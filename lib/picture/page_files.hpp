#pragma once
// The parts of every page, linked into the library: lib/picture/page.

extern "C" {
extern const char rubble_page_html_begin[], rubble_page_html_end[];
extern const char rubble_page_css_begin[], rubble_page_css_end[];
extern const char rubble_page_js_begin[], rubble_page_js_end[];
}
