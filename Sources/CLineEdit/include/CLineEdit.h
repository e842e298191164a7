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

// A line while it is edited: `length` bytes of UTF-8, and the cursor as an offset in bytes. It is valid only during a
// call.
typedef struct {
  const char *text;
  size_t length;
  size_t cursor;
} line_editor_line;

// A command that the owner of the editor runs, because it needs the screen, the history or the session.
typedef enum __attribute__((enum_extensibility(closed))) {
  LINE_EDITOR_ACCEPT,
  LINE_EDITOR_CANCEL,
  LINE_EDITOR_SUSPEND,
  LINE_EDITOR_COMPLETE,
  LINE_EDITOR_COMPLETE_BACKWARD,
  LINE_EDITOR_FORWARD,
  LINE_EDITOR_ROW_START,
  LINE_EDITOR_ROW_END,
  LINE_EDITOR_UP,
  LINE_EDITOR_DOWN,
  LINE_EDITOR_PREVIOUS_ENTRY,
  LINE_EDITOR_NEXT_ENTRY,
  LINE_EDITOR_LAST_ARGUMENT,
  LINE_EDITOR_UNDO,
  LINE_EDITOR_EDIT,
  LINE_EDITOR_CLEAR_SCREEN,
  LINE_EDITOR_CLOSE_MENU,
} line_editor_command;

// The state of the terminal when the editor is about to wait for a key.
typedef enum __attribute__((enum_extensibility(closed))) {
  // The line is as the last key has left it.
  LINE_EDITOR_IDLE,
  // More keys are waiting, so drawing can be skipped.
  LINE_EDITOR_BUSY,
  // The size has changed, or another program has used the terminal.
  LINE_EDITOR_DISTURBED,
} line_editor_state;

// The owner of an editor, which draws the line and runs commands. The editor itself draws nothing.
typedef struct {
  void *context;
  void (*draw)(void *context, line_editor_line line, line_editor_state state);
  // Runs a command, which may call line_editor_set_line. Returns whether it ends the line, or closes a menu.
  bool (*run)(void *context, line_editor_command command, line_editor_line line);
} line_editor_owner;

// The result of line_editor_read.
typedef enum __attribute__((enum_extensibility(closed))) {
  LINE_EDITOR_LINE,
  LINE_EDITOR_INTERRUPTED,
  LINE_EDITOR_END,
} line_editor_outcome;

// Opens the line editor on standard input and output, which must be terminals. Returns NULL if that is not possible.
// `program` is the name that .editrc uses for settings of this program. `pastes` tells whether the terminal can mark
// pasted text.
line_editor *_Nullable line_editor_open(const char *program, bool pastes, line_editor_owner owner);

// Reads one line. `*line` has `*length` bytes, without the line end, and is valid until the next call. A recalled or
// pasted line may contain line breaks.
line_editor_outcome line_editor_read(
  line_editor *editor, const char *_Nullable *_Nonnull line, size_t *length);

// Adds an entry to the history that is searched with Ctrl-R.
void line_editor_remember(line_editor *editor, const char *entry);

// Replaces the line and moves the cursor to an offset in bytes. Only the owner may call this while it runs a command.
void line_editor_set_line(line_editor *editor, const char *text, size_t cursor);

// Restores the terminal while another program uses it, and takes it again. Only the owner may call these while it runs
// a command.
void line_editor_leave_terminal(line_editor *editor);
void line_editor_enter_terminal(line_editor *editor);

// Closes the editor and restores the terminal.
void line_editor_close(line_editor *editor);

// Stops the whole job, as the terminal does for Ctrl-Z. Returns when the job continues.
void job_stop(void);

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

// Get the commit and the version of Swift that the Makefile has passed, or NULL.
const char *_Nullable build_commit(void);
const char *_Nullable build_swift(void);

#pragma clang assume_nonnull end

#endif
