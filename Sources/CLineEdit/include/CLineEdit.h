// What Swift sees of the terminal: a line editor behind an opaque handle, the interrupt flag, the terminal's size.
//
// libedit's own header stays out of sight: its functions are variadic, which Swift cannot call, and it brings the
// globals of <stdio.h> with it, which Swift 6 rejects.

#ifndef CLINEEDIT_H
#define CLINEEDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct line_editor line_editor;

// How a call of line_editor_read ended.
typedef enum __attribute__((enum_extensibility(closed))) {
  LINE_EDITOR_LINE,
  LINE_EDITOR_INTERRUPTED,
  LINE_EDITOR_END,
} line_editor_outcome;

// Called when the user asks for a completion. `line` holds `length` bytes of UTF-8 and is valid during the call only;
// `cursor` counts bytes. The answer is given by calling line_editor_replace and line_editor_show, or neither.
typedef void (*line_editor_completer)(
  void *context, line_editor *editor, const char *line, size_t length, size_t cursor);

// Called before a key is waited for, with the line in the same way. The answer is given by calling line_editor_paint, or
// not: then the line has no colors and no hint.
typedef void (*line_editor_painter)(
  void *context, line_editor *editor, const char *line, size_t length, size_t cursor);

// Prepares standard input and output for editing; NULL when that cannot be had. Both must be a terminal.
// `program` is the name under which .editrc may hold settings for this program alone.
line_editor *_Nullable line_editor_open(
  const char *program, line_editor_completer completer, line_editor_painter painter, void *context);

// Reads one line. `*line` holds `*length` bytes without the line's end and stays valid until the next call. A line that
// was recalled or pasted may contain line breaks. Escape codes in the prompt stand between two bytes of value 1, and
// text follows each of them.
line_editor_outcome line_editor_read(
  line_editor *editor, const char *prompt, const char *_Nullable *_Nonnull line, size_t *length);

// Adds an entry to what the arrow keys recall in this session.
void line_editor_remember(line_editor *editor, const char *entry);

// Replaces a part of the line, given in Unicode scalars, and leaves the cursor behind it. Only from the completer.
void line_editor_replace(line_editor *editor, size_t from, size_t to, const char *text);

// Prints text under the line and draws the line again below it. Only from the completer.
void line_editor_show(line_editor *editor, const char *text);

// Shows the line in colors, with a dimmed hint behind it. `text` is the line as it is, with codes between its characters
// that begin with an escape and end in `m`. The hint is one row, of which as much is shown as fits. What is `taken` is
// inserted when the cursor goes forward at the end of the line. Only from the painter.
void line_editor_paint(
  line_editor *editor, const char *text, const char *_Nullable hint, const char *_Nullable taken);

// Gives the terminal back as it was found.
void line_editor_close(line_editor *editor);

// Makes Ctrl-C raise a flag instead of ending the program. A read that waits is woken up.
void interrupt_install(void);

// Whether Ctrl-C was pressed since the flag was last cleared.
bool interrupt_is_raised(void);

void interrupt_clear(void);

// Asks for the size of the terminal behind a file descriptor; false when there is none or it does not know.
bool terminal_size(int descriptor, int *columns, int *rows);

// What came of waiting for a screen that was taken.
typedef enum __attribute__((enum_extensibility(closed))) {
  // Bytes came in.
  SCREEN_INPUT,
  // The time is over.
  SCREEN_TIMEOUT,
  // It has another size, or was somebody else's meanwhile: everything has to be drawn again.
  SCREEN_CHANGED,
  // Nothing more will come, or Ctrl-C was pressed.
  SCREEN_END,
} screen_event;

// Takes the whole screen of a terminal, without a cursor and without what is typed being shown; false where that cannot
// be had. It is given back by screen_close, by `exit`, and when a signal ends or stops the program.
bool screen_open(int input, int output);

void screen_close(void);

// Waits for keys, or for so many seconds; for as long as it takes if they are negative.
screen_event screen_wait(double seconds, unsigned char *bytes, size_t capacity, size_t *count);

// Stops the job as Ctrl-Z does, the terminal given back meanwhile.
void screen_suspend(void);

// Runs a command of the shell that shows bytes to the user, and waits for its end; false when it cannot be run. Writing
// to a closed pipe must be an error, not a signal.
bool pager_show(const char *command, const void *bytes, size_t count);

// Runs a command of the shell in the terminal, with an argument, its `$1`, and waits for its end; its status, or -1 if it
// has none.
int program_run(const char *command, const char *argument);

// How many columns a Unicode scalar takes. Knows Unicode once a line editor has been opened.
int terminal_width(uint32_t scalar);

#pragma clang assume_nonnull end

#endif
