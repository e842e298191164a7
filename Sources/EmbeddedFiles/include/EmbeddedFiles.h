// Files of the repository that are part of the program.
//
// The C preprocessor embeds them. As array literals in Swift, they would take as long to compile as the largest module.

#ifndef EMBEDDED_FILES_H
#define EMBEDDED_FILES_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct {
  const char *path;
  const uint8_t *bytes;
  size_t length;
} embedded_file;

// The exercises in the order of their chapters, and the steps of the tutorial. Their paths are relative to `examples`.
size_t embedded_exercise_count(void);
embedded_file embedded_exercise(size_t index);

// The files of the page with marbles to drag.
embedded_file embedded_page_html(void);
embedded_file embedded_page_css(void);
embedded_file embedded_page_live_css(void);
embedded_file embedded_page_js(void);
embedded_file embedded_page_live_js(void);
embedded_file embedded_page_baked_js(void);
embedded_file embedded_page_start_js(void);

#pragma clang assume_nonnull end

#endif
