// The interface to libedit.

#ifdef LINE_EDITING

// The C library must declare POSIX functions in addition to C11. _DARWIN_C_SOURCE makes macOS keep its own
// declarations.
#define _XOPEN_SOURCE 700
#define _DARWIN_C_SOURCE

#include "Editor.h"
#include "Signals.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// The maximum number of history entries.
enum { history_size = 1000 };

line_editor *editor_of(EditLine *edit)
{
  void *editor = NULL;
  el_get(edit, EL_CLIENTDATA, &editor);
  return editor;
}

static char *no_prompt(EditLine *edit)
{
  (void)edit;
  static char empty[] = "";
  return empty;
}

// MARK: The terminal

static struct termios cooked;
static bool is_marking_pastes = false;

static void mark_pastes(bool on)
{
  static const char begin[] = "\033[?2004h", end[] = "\033[?2004l";
  is_marking_pastes = on;
  ssize_t ignored = write(STDOUT_FILENO, on ? begin : end, sizeof begin - 1);
  (void)ignored;
}

// Called in a signal handler.
static void restore(void)
{
  if (is_marking_pastes)
    mark_pastes(false);
  tcsetattr(STDIN_FILENO, TCSANOW, &cooked);
}

static void take_terminal(const line_editor *editor)
{
  signals_catch(restore);
  if (editor->pastes)
    mark_pastes(true);
}

static void give_terminal_back(const line_editor *editor)
{
  if (editor->pastes)
    mark_pastes(false);
  signals_release();
}

void line_editor_leave_terminal(line_editor *editor)
{
  el_set(editor->edit, EL_PREP_TERM, 0);
  give_terminal_back(editor);
}

void line_editor_enter_terminal(line_editor *editor)
{
  take_terminal(editor);
  el_set(editor->edit, EL_PREP_TERM, 1);
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
  history(editor->history, &event, H_SETSIZE, history_size);
  el_set(edit, EL_CLIENTDATA, editor);
  el_set(edit, EL_EDITOR, "emacs");
  // libedit's own signal handlers would send the signal to the whole process group.
  el_set(edit, EL_SIGNAL, 0);
  el_set(edit, EL_HIST, history, editor->history);
  el_set(edit, EL_PROMPT, no_prompt);
  el_set(edit, EL_GETCFN, editor_read_key);
  editor_add_functions(edit);
  editor_bind_defaults(edit);
  el_set(edit, EL_SETFP, 2, stderr);
  el_source(edit, NULL);
  el_set(edit, EL_SETFP, 2, editor->messages);
  // Ctrl-C, Ctrl-Z and Ctrl-S arrive as keys while a line is edited.
  el_set(edit, EL_SETTY, "-d", "-isig", "-ixon", NULL);
  editor_bind_required(edit);
}

line_editor *line_editor_open(const char *program, bool pastes, line_editor_owner owner)
{
  use_utf8();
  line_editor *editor = calloc(1, sizeof *editor);
  if (!editor)
    return NULL;
  editor->owner = owner;
  editor->pastes = pastes;
  editor->history = history_init();
  editor->nowhere = fopen("/dev/null", "we");
  editor->messages = open_memstream(&editor->message_text, &editor->message_length);
  // libedit needs the descriptor of the terminal for its modes and its size. Only its messages about .editrc are for
  // the user.
  if (editor->nowhere && editor->messages)
    editor->edit = el_init_fd(
      program, stdin, editor->nowhere, editor->messages, STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO);
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
  if (editor->nowhere)
    fclose(editor->nowhere);
  if (editor->messages)
    fclose(editor->messages);
  free(editor->message_text);
  free(editor);
}

// MARK: Reading and history

line_editor_outcome line_editor_read(line_editor *editor, const char **line, size_t *length)
{
  *line = NULL;
  *length = 0;
  if (tcgetattr(STDIN_FILENO, &cooked) != 0)
    return LINE_EDITOR_END;
  editor->cancelled = false;
  editor->sequence_length = editor->sequence_next = 0;
  int count = 0;
  take_terminal(editor);
  editor_reset_display(editor);
  editor->reads = true;
  const char *text = el_gets(editor->edit, &count);
  editor->reads = false;
  give_terminal_back(editor);
  if (editor->cancelled)
    return LINE_EDITOR_INTERRUPTED;
  if (!text || count <= 0)
    return LINE_EDITOR_END;
  // The buffer may have remains of earlier lines after the line end.
  *line = text;
  *length = text[count - 1] == '\n' ? (size_t)count - 1 : (size_t)count;
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
  editor_reserve_display(editor, entry, strlen(entry));
  history(editor->history, &event, H_ENTER, entry);
}

#endif
