// What the files of the line editor share among themselves.

#ifndef EDITOR_H
#define EDITOR_H

#if !__has_include(<histedit.h>)
#error "histedit.h is missing: install libedit (apt: libedit-dev), or build with --disable-default-traits"
#endif

#include "CLineEdit.h"

#include <histedit.h>
#include <stdio.h>
#include <wchar.h>

// What is to be done below the line once the cursor stands at the line's end.
typedef enum { NO_ACTION, CANCEL, SUSPEND, LIST } pending_action;

// What the completer answered.
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
  size_t cursor;   // where the cursor stood when the pending action began
  char *list;      // what LIST prints
  char *taken;     // what → takes at the end of the line
  bool hints;      // whether a hint is on the screen
  bool painted;    // whether the line on the screen may have colors
  bool pasting;    // whether what comes in is pasted
  bool cancelled;
  bool pastes;     // whether the terminal is asked to bracket what is pasted
  bool moves;      // whether the terminal can move the cursor
  int columns;     // the terminal's width when the line was last drawn from scratch
  size_t capacity; // characters that libedit's line buffer holds for certain
};

// The editor that libedit calls back for.
line_editor *editor_of(EditLine *edit);

// MARK: Keys

void editor_add_functions(EditLine *edit);

// What the user's .editrc may change.
void editor_bind_defaults(EditLine *edit);

// What must hold whatever .editrc says; a `bind -e` or `bind -v` in it has just reset every key.
void editor_bind_required(line_editor *editor);

void editor_set_bracketed_paste(const line_editor *editor, bool on);

// MARK: The terminal

// While a line is edited: whether the terminal is given back when a signal ends the program.
bool editor_guard_terminal(const line_editor *editor);
void editor_leave_terminal(void);

// MARK: Pasting

typedef struct {
  wchar_t *text;
  size_t count;
  size_t capacity;
} wide_buffer;

bool wide_buffer_append(wide_buffer *buffer, wchar_t character);

// Runs at the mark that opens a paste, and reads on to the mark that closes it.
unsigned char editor_insert_paste(EditLine *edit, int key);

// MARK: Where the line stands on the screen

typedef struct {
  int columns;
  int row;
  int column;
} layout;

// Goes on by one character, as libedit lays it out.
void layout_advance(layout *layout, wchar_t character);

// Where the line begins, right behind the prompt.
layout layout_after_prompt(const line_editor *editor, int columns);

// Where the cursor stands, counted from the prompt's first row.
layout layout_of_cursor(const line_editor *editor, int columns);

// Draws the line again if the terminal has another width than before.
void editor_redraw_at_new_width(line_editor *editor);

// MARK: Painting

// Paints the line, and asks anew what → takes.
void editor_paint_now(line_editor *editor);

// Paints the line before a key is waited for.
void editor_paint(line_editor *editor);

// Takes the hint away before a key is obeyed that may leave the line.
void editor_take_hint_away(line_editor *editor);

#endif
