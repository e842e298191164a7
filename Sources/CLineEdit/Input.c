// Characters, keys and escape sequences from the terminal.

#ifdef LINE_EDITING

#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE

#include "Editor.h"
#include "Signals.h"

#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <unistd.h>

static const wchar_t escape = L'\033';

// MARK: Characters

// After a paste or during fast typing, more keys are already waiting and should not be delayed by drawing.
static bool is_busy(void)
{
  int count = 0;
  return ioctl(STDIN_FILENO, FIONREAD, &count) == 0 && count > 0;
}

static void draw(const line_editor *editor, line_editor_state state)
{
  editor->owner.draw(editor->owner.context, editor_line(editor), state);
}

// Waits for input, and handles signals until it comes.
static bool wait_for_input(line_editor *editor)
{
  for (;;) {
    switch (signals_wait(STDIN_FILENO, -1)) {
    case SIGNALS_INPUT:
      return true;
    case SIGNALS_STOPPED:
      editor_run(editor, LINE_EDITOR_SUSPEND);
      break;
    case SIGNALS_CONTINUED:
      // The program was stopped without a chance to restore the terminal, so the shell has changed its settings.
      el_set(editor->edit, EL_PREP_TERM, 0);
      el_set(editor->edit, EL_PREP_TERM, 1);
      break;
    case SIGNALS_RESIZED:
    case SIGNALS_TIMEOUT:
      break;
    case SIGNALS_INTERRUPTED:
    case SIGNALS_FAILED:
      return false;
    }
    draw(editor, LINE_EDITOR_DISTURBED);
  }
}

static int read_byte(char *byte)
{
  ssize_t count;
  do
    count = read(STDIN_FILENO, byte, 1);
  while (count < 0 && errno == EINTR);
  return count == 1;
}

int editor_read_character(line_editor *editor, wchar_t *character)
{
  mbstate_t state;
  memset(&state, 0, sizeof state);
  size_t result;
  do {
    char byte;
    if (!wait_for_input(editor))
      return -1;
    if (!read_byte(&byte))
      return 0;
    result = mbrtowc(character, &byte, 1, &state);
  } while (result == (size_t)-2);
  if (result == (size_t)-1)
    *character = 0xFFFD;
  return 1;
}

// MARK: Escape sequences

// Whether input comes soon. A terminal sends the characters of a sequence together, but a connection may delay them.
static bool input_comes_soon(void)
{
  struct timeval patience = {0, 50000};
  fd_set readable;
  FD_ZERO(&readable);
  FD_SET(STDIN_FILENO, &readable);
  return select(STDIN_FILENO + 1, &readable, NULL, NULL, &patience) == 1;
}

// Appends the next character of a sequence, if it comes soon.
static bool append_next(line_editor *editor)
{
  if (editor->sequence_length == sequence_capacity || !input_comes_soon())
    return false;
  if (editor_read_character(editor, &editor->sequence[editor->sequence_length]) != 1)
    return false;
  editor->sequence_length++;
  return true;
}

static wchar_t last_of(const line_editor *editor)
{
  return editor->sequence[editor->sequence_length - 1];
}

// Reads the rest of a sequence after `ESC [`: parameters and a final character. The Linux console sends another `[` for
// the first function keys.
static bool finish_control_sequence(line_editor *editor)
{
  if (!append_next(editor))
    return false;
  if (last_of(editor) == L'[')
    return append_next(editor);
  while (last_of(editor) < L'@' || last_of(editor) > L'~')
    if (!append_next(editor))
      return editor->sequence_length == sequence_capacity;
  return true;
}

// Reads the characters after Escape. Returns whether they are a complete sequence of a special key, in contrast to
// Escape alone or to a key that was pressed with Alt.
static bool finish_sequence(line_editor *editor)
{
  if (!append_next(editor))
    return false;
  // Some terminals send a second Escape for Alt.
  if (last_of(editor) == escape && !append_next(editor))
    return false;
  if (last_of(editor) == L'[')
    return finish_control_sequence(editor);
  return last_of(editor) == L'O' && append_next(editor);
}

// Reads a key that begins with Escape, unless it is a special key without a binding.
static void read_sequence(line_editor *editor)
{
  editor->sequence[0] = escape;
  editor->sequence_length = 1;
  editor->sequence_next = 0;
  if (!finish_sequence(editor)) {
    // Elsewhere, Escape alone begins a key of two characters, or ends the insertion of vi mode.
    if (editor->sequence_length == 1 && editor_run(editor, LINE_EDITOR_CLOSE_MENU))
      editor->sequence_length = 0;
    return;
  }
  if (!editor_is_emacs(editor->edit))
    editor->sequence[0] = VI_LEAD_IN;
  if (!editor_is_bound(editor, editor->sequence, editor->sequence_length))
    editor->sequence_length = 0;
}

int editor_read_key(EditLine *edit, wchar_t *key)
{
  line_editor *editor = editor_of(edit);
  for (;;) {
    if (editor->sequence_next < editor->sequence_length) {
      *key = editor->sequence[editor->sequence_next++];
      return 1;
    }
    draw(editor, is_busy() ? LINE_EDITOR_BUSY : LINE_EDITOR_IDLE);
    int count = editor_read_character(editor, key);
    line_editor_line line = editor_line(editor);
    editor_reserve_display(editor, line.text, line.length);
    if (count < 0)
      editor->cancelled = true;
    if (count != 1 || *key != escape)
      return count;
    read_sequence(editor);
  }
}

#endif
