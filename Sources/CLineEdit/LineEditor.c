// The interface to libedit.

#ifdef LINE_EDITING

// The C library must declare POSIX functions in addition to C11. _DARWIN_C_SOURCE makes macOS keep its own
// declarations.
#define _XOPEN_SOURCE 700
#define _DARWIN_C_SOURCE

#include "Editor.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The maximum number of history entries.
enum { HISTORY_SIZE = 1000 };

line_editor *editor_of(EditLine *edit)
{
  void *editor = NULL;
  el_get(edit, EL_CLIENTDATA, &editor);
  return editor;
}

static char *prompt_of(EditLine *edit)
{
  return (char *)editor_of(edit)->prompt;
}

// Control keys may end or leave the line.
static bool is_control(wchar_t key)
{
  return (key < L' ' && key != L'\033') || key == 0x7f;
}

// Reads a key. Before that, the line is painted. After that, the width is checked: libedit draws only after a key, so
// this is early enough, and no signal handler is needed.
static int read_key(EditLine *edit, wchar_t *key)
{
  line_editor *editor = editor_of(edit);
  editor_paint(editor);
  // libedit's own function has no public name. EL_BUILTIN_GETCFN is the only access to it.
  el_set(edit, EL_GETCFN, EL_BUILTIN_GETCFN);
  int count = el_wgetc(edit, key);
  el_set(edit, EL_GETCFN, read_key);
  if (count != 1 || is_control(*key))
    editor_take_hint_away(editor);
  if (count == 1)
    editor_redraw_at_new_width(editor);
  return count;
}

// MARK: Opening

// libedit reads every byte as a character unless the locale is UTF-8. The program always writes UTF-8, so other
// encodings are overridden.
static void use_utf8(void)
{
  if (setlocale(LC_CTYPE, "") && strcmp(nl_langinfo(CODESET), "UTF-8") == 0)
    return;
  if (!setlocale(LC_CTYPE, "C.UTF-8"))
    setlocale(LC_CTYPE, "en_US.UTF-8");
}

static void set_up(line_editor *editor)
{
  EditLine *edit = editor->edit;
  HistEvent event;
  const char *terminal = getenv("TERM");
  editor->moves = terminal && *terminal && strcmp(terminal, "dumb") != 0;
  editor->pastes = editor->moves;
  history(editor->history, &event, H_SETSIZE, HISTORY_SIZE);
  el_set(edit, EL_CLIENTDATA, editor);
  el_set(edit, EL_EDITOR, "emacs");
  // libedit's own signal handlers would send the signal to the whole process group.
  el_set(edit, EL_SIGNAL, 0);
  el_set(edit, EL_HIST, history, editor->history);
  el_set(edit, EL_PROMPT_ESC, prompt_of, '\1');
  el_set(edit, EL_GETCFN, read_key);
  editor_add_functions(edit);
  editor_bind_defaults(edit);
  el_source(edit, NULL);
  // Ctrl-C and Ctrl-Z arrive as keys while a line is edited, so that the editor can leave the line properly.
  el_set(edit, EL_SETTY, "-d", "-isig", NULL);
  editor_bind_required(editor);
}

line_editor *line_editor_open(
  const char *program, line_editor_completer completer, line_editor_painter painter, void *context)
{
  use_utf8();
  line_editor *editor = calloc(1, sizeof *editor);
  if (!editor)
    return NULL;
  editor->prompt = "";
  editor->completer = completer;
  editor->painter = painter;
  editor->context = context;
  editor->history = history_init();
  editor->edit = el_init(program, stdin, stdout, stderr);
  if (!editor->history || !editor->edit) {
    line_editor_close(editor);
    return NULL;
  }
  set_up(editor);
  return editor;
}

void line_editor_close(line_editor *editor)
{
  if (editor->edit)
    el_end(editor->edit);
  if (editor->history)
    history_end(editor->history);
  free(editor->list);
  free(editor->taken);
  free(editor);
}

// MARK: Reading and history

static line_editor_outcome outcome_without_line(const line_editor *editor, int count, int error)
{
  if (editor->cancelled)
    return LINE_EDITOR_INTERRUPTED;
  fputs("\n", stdout);
  fflush(stdout);
  return count < 0 && error == EINTR ? LINE_EDITOR_INTERRUPTED : LINE_EDITOR_END;
}

line_editor_outcome line_editor_read(line_editor *editor, const char *prompt, const char **line, size_t *length)
{
  int count = 0;
  editor->prompt = prompt;
  editor->cancelled = false;
  editor->pending_action = NO_ACTION;
  editor->hints = editor->painted = false;
  int rows = 0;
  terminal_size(STDOUT_FILENO, &editor->columns, &rows);
  editor_set_bracketed_paste(editor, true);
  bool guarded = editor_guard_terminal(editor);
  errno = 0;
  const char *text = el_gets(editor->edit, &count);
  int error = errno;
  if (guarded)
    editor_leave_terminal();
  editor_set_bracketed_paste(editor, false);
  editor->prompt = "";
  *line = NULL;
  *length = 0;
  if (editor->cancelled || !text || count <= 0)
    return outcome_without_line(editor, count, error);
  size_t bytes = strlen(text);
  *line = text;
  *length = bytes > 0 && text[bytes - 1] == '\n' ? bytes - 1 : bytes;
  return LINE_EDITOR_LINE;
}

// libedit truncates a recalled entry to the size of its line buffer, which grows only when text is inserted. So a
// text of that length is inserted and deleted while no line is edited.
static void make_room(line_editor *editor, size_t length)
{
  if (length < editor->capacity)
    return;
  wide_buffer filler = {NULL, 0, 0};
  bool complete = true;
  for (size_t i = 0; complete && i < length; i++)
    complete = wide_buffer_append(&filler, L' ');
  if (complete && filler.text && el_winsertstr(editor->edit, filler.text) == 0) {
    el_deletestr(editor->edit, (int)length);
    editor->capacity = length;
  }
  free(filler.text);
}

void line_editor_remember(line_editor *editor, const char *entry)
{
  HistEvent event;
  // The length in bytes is at least the number of characters. The extra 2 leave room for text appended while editing.
  make_room(editor, strlen(entry) + 2);
  history(editor->history, &event, H_ENTER, entry);
}

#endif
