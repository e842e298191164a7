// Key functions and key bindings.

#ifdef LINE_EDITING

// The C library must declare POSIX functions in addition to C11. _DARWIN_C_SOURCE makes macOS keep its own
// declarations.
#define _XOPEN_SOURCE 700
#define _DARWIN_C_SOURCE

#include "Editor.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

// Keys that no keyboard sends. They are single characters and not escape sequences, so that Escape alone still works
// in vi mode.
static const wchar_t errand_key[] = L"\x9c", previous_key[] = L"\x9d", next_key[] = L"\x9e";
#define ACTION_KEY "\\234"
#define PREVIOUS_KEY "\\235"
#define NEXT_KEY "\\236"

// MARK: Actions that print below the line

// libedit has no function that returns the position of the line's end on the screen. So this function moves the
// cursor to the end of the line and pushes the key of the pending action. When it has returned, libedit draws the
// line, reads that key and runs the action.
static unsigned char go_below(line_editor *editor, pending_action pending_action)
{
  const LineInfoW *line = el_wline(editor->edit);
  editor->cursor = (size_t)(line->cursor - line->buffer);
  editor->pending_action = pending_action;
  el_cursor(editor->edit, (int)(line->lastchar - line->cursor));
  el_wpush(editor->edit, errand_key);
  return CC_REFRESH;
}

void editor_set_bracketed_paste(const line_editor *editor, bool on)
{
  if (!editor->pastes)
    return;
  fputs(on ? "\033[?2004h" : "\033[?2004l", stdout);
  fflush(stdout);
}

// Stops the whole job, as the terminal does for Ctrl-Z. When the job continues, prepares the terminal again.
static void suspend(const line_editor *editor)
{
  fputs("\r\n", stdout);
  editor_set_bracketed_paste(editor, false);
  fflush(stdout);
  el_set(editor->edit, EL_PREP_TERM, 0);
  kill(0, SIGTSTP);
  el_set(editor->edit, EL_PREP_TERM, 1);
  el_resize(editor->edit);
  editor_set_bracketed_paste(editor, true);
}

static void print_list(line_editor *editor)
{
  fputs("\r\n", stdout);
  if (editor->list)
    fputs(editor->list, stdout);
  free(editor->list);
  editor->list = NULL;
}

static void move_cursor(EditLine *edit, size_t position)
{
  const LineInfoW *line = el_wline(edit);
  el_cursor(edit, (int)((ptrdiff_t)position - (line->cursor - line->buffer)));
}

static unsigned char run_pending_action(EditLine *edit, int key)
{
  (void)key;
  line_editor *editor = editor_of(edit);
  pending_action pending_action = editor->pending_action;
  editor->pending_action = NO_ACTION;
  switch (pending_action) {
  case NO_ACTION:
    return CC_NORM;
  case CANCEL:
    fputs("^C\r\n", stdout);
    editor->cancelled = true;
    return CC_NEWLINE;
  case SUSPEND:
    suspend(editor);
    break;
  case LIST:
    print_list(editor);
    break;
  }
  move_cursor(edit, editor->cursor);
  el_set(edit, EL_REFRESH);
  return CC_NORM;
}

// MARK: Keys

static unsigned char cancel_line(EditLine *edit, int key)
{
  (void)key;
  return go_below(editor_of(edit), CANCEL);
}

static unsigned char suspend_job(EditLine *edit, int key)
{
  (void)key;
  return go_below(editor_of(edit), SUSPEND);
}

static unsigned char break_line(EditLine *edit, int key)
{
  (void)key;
  return el_winsertstr(edit, L"\n") == 0 ? CC_REFRESH : CC_ERROR;
}

static unsigned char complete(EditLine *edit, int key)
{
  (void)key;
  line_editor *editor = editor_of(edit);
  const LineInfo *line = el_line(edit);
  editor->answer = NO_ANSWER;
  editor->completer(
    editor->context, editor, line->buffer, (size_t)(line->lastchar - line->buffer),
    (size_t)(line->cursor - line->buffer));
  switch (editor->answer) {
  case NO_ANSWER:
    return CC_REFRESH_BEEP;
  case REPLACED:
    return CC_REFRESH;
  case SHOWN:
    return go_below(editor, LIST);
  }
  return CC_REFRESH;
}

void line_editor_replace(line_editor *editor, size_t from, size_t to, const char *text)
{
  const LineInfoW *line = el_wline(editor->edit);
  size_t length = (size_t)(line->lastchar - line->buffer);
  if (from > to || to > length)
    return;
  move_cursor(editor->edit, to);
  el_deletestr(editor->edit, (int)(to - from));
  el_insertstr(editor->edit, text);
  editor->answer = REPLACED;
}

void line_editor_show(line_editor *editor, const char *text)
{
  free(editor->list);
  editor->list = strdup(text);
  editor->answer = SHOWN;
}

// MARK: Cursor movement

static unsigned char go_forward(EditLine *edit, int key)
{
  (void)key;
  const LineInfoW *line = el_wline(edit);
  if (line->cursor < line->lastchar) {
    el_cursor(edit, 1);
    return CC_REFRESH;
  }
  // If keys arrived too fast, the last painting was skipped and `taken` is out of date.
  editor_paint_now(editor_of(edit));
  const char *taken = editor_of(edit)->taken;
  return taken && el_insertstr(edit, taken) == 0 ? CC_REFRESH : CC_ERROR;
}

static const wchar_t *begin_of_row(const LineInfoW *line, const wchar_t *place)
{
  while (place > line->buffer && place[-1] != L'\n')
    place--;
  return place;
}

static const wchar_t *end_of_row(const LineInfoW *line, const wchar_t *place)
{
  while (place < line->lastchar && *place != L'\n')
    place++;
  return place;
}

// Moves the cursor to another row of the entry, to the same column if the row is long enough.
static unsigned char go_to_row(EditLine *edit, const wchar_t *begin)
{
  const LineInfoW *line = el_wline(edit);
  ptrdiff_t column = line->cursor - begin_of_row(line, line->cursor);
  ptrdiff_t length = end_of_row(line, begin) - begin;
  el_cursor(edit, (int)(begin + (column < length ? column : length) - line->cursor));
  return CC_REFRESH;
}

static unsigned char go_up(EditLine *edit, int key)
{
  (void)key;
  const LineInfoW *line = el_wline(edit);
  const wchar_t *begin = begin_of_row(line, line->cursor);
  if (begin > line->buffer)
    return go_to_row(edit, begin_of_row(line, begin - 1));
  el_wpush(edit, previous_key);
  return CC_NORM;
}

static unsigned char go_down(EditLine *edit, int key)
{
  (void)key;
  const LineInfoW *line = el_wline(edit);
  const wchar_t *end = end_of_row(line, line->cursor);
  if (end < line->lastchar)
    return go_to_row(edit, end + 1);
  el_wpush(edit, next_key);
  return CC_NORM;
}

// MARK: Bindings

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

void editor_bind_defaults(EditLine *edit)
{
  bind_key(edit, "^R", "em-inc-search-prev");
  bind_key(edit, "^W", "ed-delete-prev-word");
  bind_key(edit, "\\e[3~", "ed-delete-next-char");
  bind_key(edit, "\\e[1~", "ed-move-to-beg");
  bind_key(edit, "\\e[4~", "ed-move-to-end");
  bind_key(edit, "\\e[1;5C", "em-next-word");
  bind_key(edit, "\\e[1;5D", "ed-prev-word");
  bind_key(edit, "\\e[A", "rxrepl-up");
  bind_key(edit, "\\eOA", "rxrepl-up");
  bind_key(edit, "\\e[B", "rxrepl-down");
  bind_key(edit, "\\eOB", "rxrepl-down");
  bind_key(edit, "\\e[C", "rxrepl-forward");
  bind_key(edit, "\\eOC", "rxrepl-forward");
  bind_key(edit, "^F", "rxrepl-forward");
  bind_key(edit, "\\e\\r", "rxrepl-break-line");
  bind_key(edit, "\\e\\n", "rxrepl-break-line");
}

static bool edits_like_emacs(EditLine *edit)
{
  const char *mode = NULL;
  return el_get(edit, EL_EDITOR, &mode) == 0 && mode && strcmp(mode, "emacs") == 0;
}

void editor_bind_required(line_editor *editor)
{
  EditLine *edit = editor->edit;
  bind_everywhere(edit, "^C", "rxrepl-cancel");
  bind_everywhere(edit, "^Z", "rxrepl-suspend");
  bind_everywhere(edit, ACTION_KEY, "rxrepl-finish");
  bind_everywhere(edit, PREVIOUS_KEY, "ed-prev-history");
  bind_everywhere(edit, NEXT_KEY, "ed-next-history");
  bind_key(edit, "^I", "rxrepl-complete");
  // In vi mode, Escape is a key. A binding that begins with Escape would delay or swallow it.
  editor->pastes = editor->pastes && edits_like_emacs(edit);
  if (editor->pastes)
    bind_key(edit, "\\e[200~", "rxrepl-paste");
}

void editor_add_functions(EditLine *edit)
{
  el_set(edit, EL_ADDFN, "rxrepl-cancel", "Drop the line", cancel_line);
  el_set(edit, EL_ADDFN, "rxrepl-suspend", "Suspend the program", suspend_job);
  el_set(edit, EL_ADDFN, "rxrepl-finish", "Finish what prints below the line", run_pending_action);
  el_set(edit, EL_ADDFN, "rxrepl-complete", "Complete the word", complete);
  el_set(edit, EL_ADDFN, "rxrepl-paste", "Insert what is pasted", editor_insert_paste);
  el_set(edit, EL_ADDFN, "rxrepl-break-line", "Insert a line break", break_line);
  el_set(edit, EL_ADDFN, "rxrepl-forward", "Go forward, at the end into the hint", go_forward);
  el_set(edit, EL_ADDFN, "rxrepl-up", "Go to the row above, or to the entry before", go_up);
  el_set(edit, EL_ADDFN, "rxrepl-down", "Go to the row below, or to the entry behind", go_down);
}

#endif
