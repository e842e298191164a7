// Key functions and key bindings.

#ifdef LINE_EDITING

// The C library must declare POSIX functions in addition to C11. _DARWIN_C_SOURCE makes macOS keep its own
// declarations.
#define _XOPEN_SOURCE 700
#define _DARWIN_C_SOURCE

#include "Editor.h"

#include <string.h>

// MARK: Commands of the owner

line_editor_line editor_line(const line_editor *editor)
{
  const LineInfo *line = el_line(editor->edit);
  return (line_editor_line){
    line->buffer, (size_t)(line->lastchar - line->buffer), (size_t)(line->cursor - line->buffer)};
}

bool editor_run(const line_editor *editor, line_editor_command command)
{
  return editor->owner.run(editor->owner.context, command, editor_line(editor));
}

static void move_to_end(EditLine *edit)
{
  const LineInfoW *line = el_wline(edit);
  el_cursor(edit, (int)(line->lastchar - line->cursor));
}

void line_editor_set_line(line_editor *editor, const char *text, size_t cursor)
{
  EditLine *edit = editor->edit;
  line_editor_line line = editor_line(editor);
  // Without a change, only the cursor moves, and libedit keeps the mark.
  if (strlen(text) != line.length || memcmp(text, line.text, line.length) != 0) {
    editor_reserve_display(editor, text, strlen(text));
    move_to_end(edit);
    const LineInfoW *all = el_wline(edit);
    el_deletestr(edit, (int)(all->lastchar - all->buffer));
    el_insertstr(edit, text);
  }
  int characters = 0;
  for (size_t i = 0; i < cursor && text[i]; i++)
    // Every byte begins a character, except for the continuation bytes of UTF-8.
    characters += ((unsigned char)text[i] & 0xC0) != 0x80;
  const LineInfoW *now = el_wline(edit);
  el_cursor(edit, characters - (int)(now->cursor - now->buffer));
}

#define COMMAND(function, command)                                                                                     \
  static unsigned char function(EditLine *edit, int key)                                                               \
  {                                                                                                                    \
    (void)key;                                                                                                         \
    editor_run(editor_of(edit), command);                                                                              \
    return CC_REFRESH;                                                                                                 \
  }
COMMAND(suspend, LINE_EDITOR_SUSPEND)
COMMAND(complete, LINE_EDITOR_COMPLETE)
COMMAND(complete_backward, LINE_EDITOR_COMPLETE_BACKWARD)
COMMAND(go_forward, LINE_EDITOR_FORWARD)
COMMAND(go_to_row_start, LINE_EDITOR_ROW_START)
COMMAND(go_to_row_end, LINE_EDITOR_ROW_END)
COMMAND(go_up, LINE_EDITOR_UP)
COMMAND(go_down, LINE_EDITOR_DOWN)
COMMAND(go_to_previous_entry, LINE_EDITOR_PREVIOUS_ENTRY)
COMMAND(go_to_next_entry, LINE_EDITOR_NEXT_ENTRY)
COMMAND(insert_last_argument, LINE_EDITOR_LAST_ARGUMENT)
COMMAND(undo, LINE_EDITOR_UNDO)
COMMAND(edit_externally, LINE_EDITOR_EDIT)
COMMAND(clear_screen, LINE_EDITOR_CLEAR_SCREEN)

static unsigned char accept_line(EditLine *edit, int key)
{
  (void)key;
  if (!editor_run(editor_of(edit), LINE_EDITOR_ACCEPT))
    return CC_REFRESH;
  move_to_end(edit);
  return el_winsertstr(edit, L"\n") == 0 ? CC_NEWLINE : CC_ERROR;
}

static unsigned char cancel_line(EditLine *edit, int key)
{
  (void)key;
  line_editor *editor = editor_of(edit);
  editor->cancelled = editor_run(editor, LINE_EDITOR_CANCEL);
  return editor->cancelled ? CC_NEWLINE : CC_REFRESH;
}

static unsigned char break_line(EditLine *edit, int key)
{
  (void)key;
  return el_winsertstr(edit, L"\n") == 0 ? CC_REFRESH : CC_ERROR;
}

void editor_add_functions(EditLine *edit)
{
  el_set(edit, EL_ADDFN, "rxrepl-accept", "Run the entry", accept_line);
  el_set(edit, EL_ADDFN, "rxrepl-cancel", "Drop the entry", cancel_line);
  el_set(edit, EL_ADDFN, "rxrepl-suspend", "Suspend the program", suspend);
  el_set(edit, EL_ADDFN, "rxrepl-complete", "Complete the word", complete);
  el_set(edit, EL_ADDFN, "rxrepl-complete-backward", "Select the previous completion", complete_backward);
  el_set(edit, EL_ADDFN, "rxrepl-paste", "Insert what is pasted", editor_insert_paste);
  el_set(edit, EL_ADDFN, "rxrepl-break-line", "Insert a line break", break_line);
  el_set(edit, EL_ADDFN, "rxrepl-forward", "Go forward, at the end into the hint", go_forward);
  el_set(edit, EL_ADDFN, "rxrepl-row-start", "Go to the start of the row, then of the entry", go_to_row_start);
  el_set(edit, EL_ADDFN, "rxrepl-row-end", "Go to the end of the row, then of the entry", go_to_row_end);
  el_set(edit, EL_ADDFN, "rxrepl-up", "Go to the row above, or to the previous entry", go_up);
  el_set(edit, EL_ADDFN, "rxrepl-down", "Go to the row below, or to the next entry", go_down);
  el_set(edit, EL_ADDFN, "rxrepl-previous-entry", "Go to the previous entry", go_to_previous_entry);
  el_set(edit, EL_ADDFN, "rxrepl-next-entry", "Go to the next entry", go_to_next_entry);
  el_set(edit, EL_ADDFN, "rxrepl-last-argument", "Insert the last argument of an entry", insert_last_argument);
  el_set(edit, EL_ADDFN, "rxrepl-undo", "Undo the last change of the line", undo);
  el_set(edit, EL_ADDFN, "rxrepl-edit", "Edit the line in the user's editor", edit_externally);
  el_set(edit, EL_ADDFN, "rxrepl-clear-screen", "Clear the screen", clear_screen);
}

// MARK: Bindings

typedef struct {
  const char *key;
  const char *function;
} binding;

static const binding keys[] = {
  {"^A", "rxrepl-row-start"},      {"^E", "rxrepl-row-end"},      {"^F", "rxrepl-forward"},
  {"^P", "rxrepl-previous-entry"}, {"^N", "rxrepl-next-entry"},   {"^R", "em-inc-search-prev"},
  {"^S", "em-inc-search-next"},    {"^W", "ed-delete-prev-word"}, {"^_", "rxrepl-undo"},
  {"^X^U", "rxrepl-undo"},         {"^X^E", "rxrepl-edit"},       {"\\e.", "rxrepl-last-argument"},
  {"\\e\\r", "rxrepl-break-line"}, {"\\e\\n", "rxrepl-break-line"},
};

// The keys that terminals send as sequences, without the Escape at the beginning. The number after a semicolon names
// the modifier: 2 is Shift, 3 is Alt, 5 is Ctrl, and 9 is Alt in older terminals.
static const binding sequences[] = {
  {"[A", "rxrepl-up"},
  {"OA", "rxrepl-up"},
  {"[B", "rxrepl-down"},
  {"OB", "rxrepl-down"},
  {"[C", "rxrepl-forward"},
  {"OC", "rxrepl-forward"},
  {"[D", "ed-prev-char"},
  {"OD", "ed-prev-char"},
  {"[H", "rxrepl-row-start"},
  {"OH", "rxrepl-row-start"},
  {"[1~", "rxrepl-row-start"},
  {"[7~", "rxrepl-row-start"},
  {"[F", "rxrepl-row-end"},
  {"OF", "rxrepl-row-end"},
  {"[4~", "rxrepl-row-end"},
  {"[8~", "rxrepl-row-end"},
  {"[5~", "rxrepl-previous-entry"},
  {"[6~", "rxrepl-next-entry"},
  {"[3~", "ed-delete-next-char"},
  {"[3;5~", "em-delete-next-word"},
  {"[3;3~", "em-delete-next-word"},
  {"[3^", "em-delete-next-word"},
  {"[1;3C", "em-next-word"},
  {"[1;5C", "em-next-word"},
  {"[1;9C", "em-next-word"},
  {"\033[C", "em-next-word"},
  {"\033OC", "em-next-word"},
  {"Oc", "em-next-word"},
  {"[1;3D", "ed-prev-word"},
  {"[1;5D", "ed-prev-word"},
  {"[1;9D", "ed-prev-word"},
  {"\033[D", "ed-prev-word"},
  {"\033OD", "ed-prev-word"},
  {"Od", "ed-prev-word"},
  {"[Z", "rxrepl-complete-backward"},
};
static const char paste[] = "[200~";

static void bind_key(EditLine *edit, const char *key, const char *function)
{
  el_set(edit, EL_BIND, key, function, NULL);
}

// In vi mode, the command state has a separate key map.
static void bind_everywhere(EditLine *edit, const char *key, const char *function)
{
  bind_key(edit, key, function);
  el_set(edit, EL_BIND, "-a", key, function, NULL);
}

// Appends the notation of a character for `bind`, where some characters are special.
static void append_notation(char *key, size_t capacity, wchar_t character)
{
  size_t length = strlen(key);
  snprintf(key + length, capacity - length, "\\%03o", (unsigned)character & 0xFF);
}

enum { notation_capacity = 4 * (sequence_capacity + 1) };

static void bind_sequence(EditLine *edit, wchar_t lead_in, const char *rest, const char *function)
{
  char key[notation_capacity] = "";
  append_notation(key, sizeof key, lead_in);
  for (; *rest; rest++)
    append_notation(key, sizeof key, (wchar_t)*rest);
  if (lead_in == VI_LEAD_IN)
    bind_everywhere(edit, key, function);
  else
    bind_key(edit, key, function);
}

static void bind_sequences(EditLine *edit, wchar_t lead_in)
{
  for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++)
    bind_sequence(edit, lead_in, sequences[i].key, sequences[i].function);
}

bool editor_is_bound(line_editor *editor, const wchar_t *sequence, size_t count)
{
  char key[notation_capacity] = "";
  for (size_t i = 0; i < count; i++)
    append_notation(key, sizeof key, sequence[i]);
  // libedit does not return bindings. It prints them, and a message if there is none.
  rewind(editor->messages);
  el_set(editor->edit, EL_BIND, key, NULL);
  return ftell(editor->messages) == 0;
}

bool editor_is_emacs(EditLine *edit)
{
  const char *mode = NULL;
  return el_get(edit, EL_EDITOR, &mode) == 0 && mode && strcmp(mode, "emacs") == 0;
}

void editor_bind_defaults(EditLine *edit)
{
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    bind_key(edit, keys[i].key, keys[i].function);
  bind_sequences(edit, L'\033');
}

void editor_bind_required(EditLine *edit)
{
  bind_everywhere(edit, "^M", "rxrepl-accept");
  bind_everywhere(edit, "^J", "rxrepl-accept");
  bind_everywhere(edit, "^C", "rxrepl-cancel");
  bind_everywhere(edit, "^Z", "rxrepl-suspend");
  bind_everywhere(edit, "^L", "rxrepl-clear-screen");
  bind_key(edit, "^I", "rxrepl-complete");
  bool is_emacs = editor_is_emacs(edit);
  // The keys without a function would ask for a command of libedit.
  if (!is_emacs) {
    bind_sequences(edit, VI_LEAD_IN);
    el_set(edit, EL_BIND, "-a", "v", "rxrepl-edit", NULL);
    el_set(edit, EL_BIND, "-a", ":", "ed-unassigned", NULL);
  } else {
    bind_key(edit, "\\e^C", "rxrepl-cancel");
    bind_key(edit, "\\ex", "ed-unassigned");
    bind_key(edit, "\\eX", "ed-unassigned");
  }
  bind_sequence(edit, is_emacs ? L'\033' : VI_LEAD_IN, paste, "rxrepl-paste");
}

#endif
