// The terminal functions that Swift uses: a line editor with an opaque handle, the interrupt flag, the terminal size,
// the full-screen mode, and other programs.
//
// libedit's own header is not included here. Its functions are variadic, which Swift cannot call, and it includes the
// globals of <stdio.h>, which Swift 6 rejects.

#ifndef CLINEEDIT_H
#define CLINEEDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct line_editor line_editor;

// The result of line_editor_read.
typedef enum __attribute__((enum_extensibility(closed))) {
  LINE_EDITOR_LINE,
  LINE_EDITOR_INTERRUPTED,
  LINE_EDITOR_END,
} line_editor_outcome;

// A function that completes the line. `line` has `length` bytes of UTF-8 and is valid only during the call. `cursor`
// is an offset in bytes. The function answers by calling line_editor_replace, line_editor_show, both or neither.
typedef void (*line_editor_completer)(
  void *context, line_editor *editor, const char *line, size_t length, size_t cursor);

// A function that highlights the line before a key is read. The parameters are those of the completer. The function
// answers by calling line_editor_paint. Otherwise the line has no colors and no hint.
typedef void (*line_editor_painter)(
  void *context, line_editor *editor, const char *line, size_t length, size_t cursor);

// Opens the line editor on standard input and output, which must be terminals. Returns NULL if that is not possible.
// `program` is the name that .editrc uses for settings of this program.
line_editor *_Nullable line_editor_open(
  const char *program, line_editor_completer completer, line_editor_painter painter, void *context);

// Reads one line. `*line` has `*length` bytes, without the line end, and is valid until the next call. A recalled or
// pasted line may contain line breaks. In the prompt, escape codes must be enclosed in two bytes of value 1, and text
// must follow them.
line_editor_outcome line_editor_read(
  line_editor *editor, const char *prompt, const char *_Nullable *_Nonnull line, size_t *length);

// Adds an entry to the history of this session.
void line_editor_remember(line_editor *editor, const char *entry);

// Replaces a part of the line, given by offsets of Unicode scalars, and moves the cursor after it. Only the completer
// may call this.
void line_editor_replace(line_editor *editor, size_t from, size_t to, const char *text);

// Prints text below the line and redraws the line after it. Only the completer may call this.
void line_editor_show(line_editor *editor, const char *text);

// Shows the line in colors, with a dimmed hint after it. `text` is the unchanged line with inserted codes that begin
// with an escape and end in `m`. The hint is one row. It is truncated to the width of the terminal. `taken` is
// inserted when the cursor moves forward at the end of the line. Only the painter may call this.
void line_editor_paint(
  line_editor *editor, const char *text, const char *_Nullable hint, const char *_Nullable taken);

// Closes the editor and restores the terminal.
void line_editor_close(line_editor *editor);

// Makes Ctrl-C raise a flag instead of ending the program. A waiting read is interrupted.
void interrupt_install(void);

// Whether Ctrl-C was pressed since the flag was last cleared.
bool interrupt_is_raised(void);

void interrupt_clear(void);

// Gets the size of a terminal. Returns false if the descriptor is not a terminal or the size is unknown.
bool terminal_size(int descriptor, int *columns, int *rows);

// The result of screen_wait.
typedef enum __attribute__((enum_extensibility(closed))) {
  // Keys were typed.
  SCREEN_INPUT,
  // The time is over.
  SCREEN_TIMEOUT,
  // The size has changed, or another program has used the terminal. Everything must be redrawn.
  SCREEN_CHANGED,
  // The input has ended, or Ctrl-C was pressed.
  SCREEN_END,
} screen_event;

// Opens full-screen mode, without a cursor and without echo. Returns false if that is not possible. The terminal is
// restored by screen_close, by `exit`, and when a signal ends or stops the program.
bool screen_open(int input, int output);

void screen_close(void);

// Waits for keys for a number of seconds, or indefinitely if the number is negative.
screen_event screen_wait(double seconds, unsigned char *bytes, size_t capacity, size_t *count);

// Restores the terminal, stops the job as Ctrl-Z does, and takes the terminal again when the job continues.
void screen_suspend(void);

// Runs a shell command that shows bytes to the user, and waits for its end. Returns false if it cannot be run.
// SIGPIPE must be ignored, so that writing to a closed pipe returns an error.
bool pager_show(const char *command, const void *bytes, size_t count);

// Runs a shell command in the terminal with an argument, which is `$1`, and waits for its end. Returns its exit
// status, or -1 if it has none.
int program_run(const char *command, const char *argument);

// Returns the number of columns of a Unicode scalar. Correct only after a line editor has been opened, which sets the
// locale.
int terminal_width(uint32_t scalar);

#pragma clang assume_nonnull end

#endif
