// Declarations that the files of the line editor share.
//
// libedit reads keys, knows the key bindings and edits the line. It also draws the line, but to /dev/null: the owner of
// the editor draws, because libedit has neither colors nor hints nor menus, and cannot scroll.

#ifndef EDITOR_H
#define EDITOR_H

#if !__has_include(<histedit.h>)
#error "histedit.h is missing: install libedit (apt: libedit-dev), or build with --traits Command"
#endif

#include "CLineEdit.h"

#include <histedit.h>
#include <stdio.h>
#include <wchar.h>

// The maximum length of an escape sequence. Longer ones are ignored.
enum { sequence_capacity = 64 };

struct line_editor {
  EditLine *edit;
  History *history;
  line_editor_owner owner;
  FILE *nowhere;      // libedit draws to it
  FILE *messages;     // libedit writes its messages to it
  char *message_text; // the buffer of `messages`
  size_t message_length;
  wchar_t sequence[sequence_capacity]; // the rest of an escape sequence
  size_t sequence_length, sequence_next;
  bool pastes; // whether bracketed paste is used
  bool cancelled;
  size_t capacity; // the guaranteed capacity of libedit's line buffer, in characters
  bool reads;      // whether a line is read
  // The size of libedit's display, and the largest length and number of line breaks that it must have room for.
  size_t columns, display_rows, longest, most_breaks;
};

// Returns the editor of a libedit handle.
line_editor *editor_of(EditLine *edit);

// Returns the line, which is valid until it changes.
line_editor_line editor_line(const line_editor *editor);

// Runs a command of the owner. Returns whether it ends the line.
bool editor_run(const line_editor *editor, line_editor_command command);

// MARK: The display

// Makes room in libedit's display for text of a number of bytes, or for pasted text of a number of characters.
void editor_reserve_display(line_editor *editor, const char *text, size_t length);
void editor_reserve_display_for_paste(line_editor *editor, const wchar_t *text, size_t count);

// Notes the size of libedit's display, which at the beginning of a line is that of the terminal.
void editor_reset_display(line_editor *editor);

// MARK: Input

// Reads a character, like the functions of libedit: returns 1, or 0 at the end of the input, or -1 after Ctrl-C.
int editor_read_character(line_editor *editor, wchar_t *character);

// Reads a key for libedit. Before that, the line is drawn. An escape sequence without a binding is skipped.
int editor_read_key(EditLine *edit, wchar_t *key);

// MARK: Keys

void editor_add_functions(EditLine *edit);

// Sets the key bindings that the user's .editrc may change.
void editor_bind_defaults(EditLine *edit);

// Sets the required key bindings. Must be called after .editrc is read, because `bind -e` and `bind -v` reset all
// keys.
void editor_bind_required(EditLine *edit);

// Whether the editor has the keys of Emacs and not of vi.
bool editor_is_emacs(EditLine *edit);

// The character that replaces Escape at the beginning of a sequence in vi mode, where Escape is a key of its own.
#define VI_LEAD_IN L'\x9b'

// Whether a sequence of characters has a binding.
bool editor_is_bound(line_editor *editor, const wchar_t *keys, size_t count);

// MARK: Pasting

typedef struct {
  wchar_t *text;
  size_t count;
  size_t capacity;
} wide_buffer;

bool wide_buffer_append(wide_buffer *buffer, wchar_t character);

// Reads a paste up to its closing mark and inserts it. Called for the opening mark.
unsigned char editor_insert_paste(EditLine *edit, int key);

#endif
