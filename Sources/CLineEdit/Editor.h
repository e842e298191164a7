// Declarations that the files of the line editor share.

#ifndef EDITOR_H
#define EDITOR_H

#if !__has_include(<histedit.h>)
#error "histedit.h is missing: install libedit (apt: libedit-dev), or build with --disable-default-traits"
#endif

#include "CLineEdit.h"

#include <histedit.h>
#include <stdio.h>
#include <wchar.h>

// An action that prints below the line. It runs after the cursor has moved to the end of the line.
typedef enum { NO_ACTION, CANCEL, SUSPEND, LIST } pending_action;

// The answer of the completer.
typedef enum { NO_ANSWER, REPLACED, SHOWN } answer;

struct line_editor {
  EditLine *edit;
  History *history;
  const char *prompt;
  line_editor_completer completer;
  line_editor_painter painter;
  void *context;
  answer answer;
  pending_action pending_action;
  size_t cursor;   // the position of the cursor before the pending action
  char *list;      // the text that LIST prints
  char *taken;     // the text that → inserts at the end of the line
  bool hints;      // whether a hint is visible
  bool painted;    // whether the visible line may have colors
  bool pasting;    // whether the input is part of a paste
  bool cancelled;
  bool pastes;     // whether bracketed paste is used
  bool moves;      // whether the terminal can move the cursor
  int columns;     // the terminal's width when the line was last drawn completely
  size_t capacity; // the guaranteed capacity of libedit's line buffer, in characters
};

// Returns the editor of a libedit handle.
line_editor *editor_of(EditLine *edit);

// MARK: Keys

void editor_add_functions(EditLine *edit);

// Sets the key bindings that the user's .editrc may change.
void editor_bind_defaults(EditLine *edit);

// Sets the required key bindings. Must be called after .editrc is read, because `bind -e` and `bind -v` reset all
// keys.
void editor_bind_required(line_editor *editor);

void editor_set_bracketed_paste(const line_editor *editor, bool on);

// MARK: The terminal

// Makes signals that end the program restore the terminal while a line is edited. Returns false if that is not
// possible.
bool editor_guard_terminal(const line_editor *editor);
void editor_leave_terminal(void);

// MARK: Pasting

typedef struct {
  wchar_t *text;
  size_t count;
  size_t capacity;
} wide_buffer;

bool wide_buffer_append(wide_buffer *buffer, wchar_t character);

// Reads a paste up to its closing mark and inserts it. Called for the opening mark.
unsigned char editor_insert_paste(EditLine *edit, int key);

// MARK: Layout

typedef struct {
  int columns;
  int row;
  int column;
} layout;

// Advances by one character, in the same way as libedit.
void layout_advance(layout *layout, wchar_t character);

// Returns the position after the prompt, where the line begins.
layout layout_after_prompt(const line_editor *editor, int columns);

// Returns the position of the cursor. Row 0 is the first row of the prompt.
layout layout_of_cursor(const line_editor *editor, int columns);

// Redraws the line if the width of the terminal has changed.
void editor_redraw_at_new_width(line_editor *editor);

// MARK: Painting

// Paints the line and updates `taken`.
void editor_paint_now(line_editor *editor);

// Paints the line, unless more keys are waiting. Called before a key is read.
void editor_paint(line_editor *editor);

// Removes the hint. Called before a key is handled that may end the line.
void editor_take_hint_away(line_editor *editor);

#endif
