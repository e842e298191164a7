// The facade over libedit.

#ifdef LINE_EDITING

#if !__has_include(<histedit.h>)
#error "histedit.h is missing: install libedit (apt: libedit-dev), or build with --disable-default-traits"
#else

// POSIX beside C11; the second name keeps on macOS what the first would hide there.
#define _XOPEN_SOURCE 700
#define _DARWIN_C_SOURCE

#include "CLineEdit.h"

#include <errno.h>
#include <histedit.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

// How many entries the arrow keys reach.
enum { HISTORY_SIZE = 1000 };

// What is to be done below the line once the cursor stands at the line's end.
typedef enum { NO_ERRAND, CANCEL, SUSPEND, LIST } errand;

// What the completer answered.
typedef enum { NO_ANSWER, REPLACED, SHOWN } answer;

struct line_editor {
  EditLine *edit;
  History *history;
  const char *prompt;
  line_editor_completer completer;
  void *context;
  answer answer;
  errand errand;
  size_t cursor;   // where the cursor stood when the errand began
  char *list;      // what LIST prints
  bool cancelled;
  bool pastes;     // whether the terminal is asked to bracket what is pasted
  bool moves;      // whether the terminal can move the cursor
  int columns;     // the terminal's width when the line was last drawn from scratch
  size_t capacity; // characters that libedit's line buffer holds for certain
};

// A key that no keyboard sends: U+009C, a single character, so that Escape alone stays what it is in vi mode.
static const wchar_t errand_key[] = L"\x9c";
#define ERRAND_KEY "\\234"

static line_editor *owner(EditLine *edit)
{
  void *editor = NULL;
  el_get(edit, EL_CLIENTDATA, &editor);
  return editor;
}

static char *prompt_of(EditLine *edit)
{
  return (char *)owner(edit)->prompt;
}

// MARK: Errands: what prints below the line

// libedit cannot be asked where on the screen its line ends. So the cursor goes to the line's end, libedit draws that
// after this function has returned, and then reads the errand's key, which was pushed, and runs the errand.
static unsigned char go_below(line_editor *editor, errand errand)
{
  const LineInfoW *line = el_wline(editor->edit);
  editor->cursor = (size_t)(line->cursor - line->buffer);
  editor->errand = errand;
  el_cursor(editor->edit, (int)(line->lastchar - line->cursor));
  el_wpush(editor->edit, errand_key);
  return CC_REFRESH;
}

static void set_bracketed_paste(const line_editor *editor, bool on)
{
  if (!editor->pastes)
    return;
  fputs(on ? "\033[?2004h" : "\033[?2004l", stdout);
  fflush(stdout);
}

// Stops the whole job, as the terminal does it, and takes the terminal back when the job goes on.
static void suspend(const line_editor *editor)
{
  fputs("\r\n", stdout);
  set_bracketed_paste(editor, false);
  fflush(stdout);
  el_set(editor->edit, EL_PREP_TERM, 0);
  kill(0, SIGTSTP);
  el_set(editor->edit, EL_PREP_TERM, 1);
  el_resize(editor->edit);
  set_bracketed_paste(editor, true);
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

static unsigned char run_errand(EditLine *edit, int key)
{
  (void)key;
  line_editor *editor = owner(edit);
  errand errand = editor->errand;
  editor->errand = NO_ERRAND;
  switch (errand) {
  case NO_ERRAND:
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
  return go_below(owner(edit), CANCEL);
}

static unsigned char suspend_job(EditLine *edit, int key)
{
  (void)key;
  return go_below(owner(edit), SUSPEND);
}

static unsigned char break_line(EditLine *edit, int key)
{
  (void)key;
  return el_winsertstr(edit, L"\n") == 0 ? CC_REFRESH : CC_ERROR;
}

static unsigned char complete(EditLine *edit, int key)
{
  (void)key;
  line_editor *editor = owner(edit);
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

// MARK: Pasting

typedef struct {
  wchar_t *text;
  size_t count;
  size_t capacity;
} wide_buffer;

static bool append(wide_buffer *buffer, wchar_t character)
{
  if (buffer->count + 1 >= buffer->capacity) {
    size_t capacity = buffer->capacity ? 2 * buffer->capacity : 256;
    wchar_t *text = realloc(buffer->text, capacity * sizeof *text);
    if (!text)
      return false;
    buffer->text = text;
    buffer->capacity = capacity;
  }
  buffer->text[buffer->count++] = character;
  buffer->text[buffer->count] = L'\0';
  return true;
}

static bool drop_suffix(wide_buffer *buffer, const wchar_t *suffix)
{
  size_t length = wcslen(suffix);
  if (buffer->count < length || wcscmp(buffer->text + buffer->count - length, suffix) != 0)
    return false;
  buffer->count -= length;
  buffer->text[buffer->count] = L'\0';
  return true;
}

// Makes every line end a `\n` (terminals send `\r`), and drops what a line of text cannot hold. The last line's end
// goes too: it is Enter that ends the entry.
static void clean(wide_buffer *buffer)
{
  size_t kept = 0;
  wchar_t previous = L'\0';
  for (size_t i = 0; i < buffer->count; i++) {
    wchar_t character = buffer->text[i];
    bool second_half = character == L'\n' && previous == L'\r';
    previous = character;
    if (character == L'\r')
      character = L'\n';
    bool control = (character < L' ' && character != L'\n' && character != L'\t') || character == 0x7f;
    if (!second_half && !control)
      buffer->text[kept++] = character;
  }
  while (kept > 0 && buffer->text[kept - 1] == L'\n')
    kept--;
  buffer->count = kept;
  buffer->text[kept] = L'\0';
}

// Runs at the mark that opens a paste, and reads on to the mark that closes it.
static unsigned char insert_paste(EditLine *edit, int key)
{
  (void)key;
  wide_buffer pasted = {NULL, 0, 0};
  wchar_t character;
  while (el_wgetc(edit, &character) == 1) {
    if (!append(&pasted, character) || drop_suffix(&pasted, L"\033[201~"))
      break;
  }
  if (pasted.text) {
    clean(&pasted);
    el_winsertstr(edit, pasted.text);
  }
  free(pasted.text);
  return CC_REFRESH;
}

// MARK: Another width of the terminal

typedef struct {
  int columns;
  int row;
  int column;
} layout;

// Goes on by one character, as libedit lays it out.
static void advance(layout *layout, wchar_t character)
{
  int width = character == L'\t' ? 8 - layout->column % 8 : terminal_width((uint32_t)character);
  if (character == L'\n' || layout->column + width > layout->columns) {
    layout->row++;
    layout->column = 0;
  }
  if (character == L'\n')
    return;
  layout->column += width;
  if (layout->column >= layout->columns) {
    layout->row++;
    layout->column = 0;
  }
}

static void advance_over_prompt(layout *layout, const char *prompt)
{
  mbstate_t state;
  memset(&state, 0, sizeof state);
  bool hidden = false;
  wchar_t character;
  size_t length;
  while ((length = mbrtowc(&character, prompt, MB_CUR_MAX, &state)) != 0 && length <= MB_CUR_MAX) {
    if (character == L'\1')
      hidden = !hidden;
    else if (!hidden)
      advance(layout, character);
    prompt += length;
  }
}

// On which row below the prompt's first one the cursor stands, at a given width.
static int row_of_cursor(const line_editor *editor, int columns)
{
  const LineInfoW *line = el_wline(editor->edit);
  layout layout = {columns, 0, 0};
  advance_over_prompt(&layout, editor->prompt);
  for (const wchar_t *next = line->buffer; next < line->cursor; next++)
    advance(&layout, *next);
  return layout.row;
}

// libedit would go on with the rows of the old width. Terminals break their lines anew by themselves, so the prompt is
// found by counting rows at the new width, and everything is drawn again from there.
static void redraw_at_new_width(line_editor *editor)
{
  int columns = 0;
  int rows = 0;
  if (!terminal_size(STDOUT_FILENO, &columns, &rows) || columns == editor->columns)
    return;
  editor->columns = columns;
  int up = row_of_cursor(editor, columns);
  if (!editor->moves)
    fputs("\r\n", stdout);
  else if (up > 0)
    fprintf(stdout, "\r\033[%dA\033[J", up);
  else
    fputs("\r\033[J", stdout);
  el_resize(editor->edit);
  el_set(editor->edit, EL_REFRESH);
}

// Reads a key. Here the width is looked at, because nothing but a key makes libedit draw; no signal handler is needed.
static int read_key(EditLine *edit, wchar_t *key)
{
  // libedit's own function has no name to call it by, only this way to ask for it.
  el_set(edit, EL_GETCFN, EL_BUILTIN_GETCFN);
  int count = el_wgetc(edit, key);
  el_set(edit, EL_GETCFN, read_key);
  if (count == 1)
    redraw_at_new_width(owner(edit));
  return count;
}

// MARK: Opening

// Without a locale of UTF-8 libedit takes every byte for a character. The program writes UTF-8 in any case, so any
// other encoding of the environment is overruled.
static void use_utf8(void)
{
  if (setlocale(LC_CTYPE, "") && strcmp(nl_langinfo(CODESET), "UTF-8") == 0)
    return;
  if (!setlocale(LC_CTYPE, "C.UTF-8"))
    setlocale(LC_CTYPE, "en_US.UTF-8");
}

static void bind_key(EditLine *edit, const char *key, const char *function)
{
  el_set(edit, EL_BIND, key, function, NULL);
}

// In vi mode the keys of the command state are a map of their own.
static void bind_everywhere(EditLine *edit, const char *key, const char *function)
{
  bind_key(edit, key, function);
  el_set(edit, EL_BIND, "-a", key, function, NULL);
}

// What the user's .editrc may change.
static void bind_defaults(EditLine *edit)
{
  bind_key(edit, "^R", "em-inc-search-prev");
  bind_key(edit, "^W", "ed-delete-prev-word");
  bind_key(edit, "\\e[3~", "ed-delete-next-char");
  bind_key(edit, "\\e[1~", "ed-move-to-beg");
  bind_key(edit, "\\e[4~", "ed-move-to-end");
  bind_key(edit, "\\e[1;5C", "em-next-word");
  bind_key(edit, "\\e[1;5D", "ed-prev-word");
  bind_key(edit, "\\e\\r", "rxrepl-break-line");
  bind_key(edit, "\\e\\n", "rxrepl-break-line");
}

static bool edits_like_emacs(EditLine *edit)
{
  const char *mode = NULL;
  return el_get(edit, EL_EDITOR, &mode) == 0 && mode && strcmp(mode, "emacs") == 0;
}

// What must hold whatever .editrc says; a `bind -e` or `bind -v` in it has just reset every key.
static void bind_required(line_editor *editor)
{
  EditLine *edit = editor->edit;
  bind_everywhere(edit, "^C", "rxrepl-cancel");
  bind_everywhere(edit, "^Z", "rxrepl-suspend");
  bind_everywhere(edit, ERRAND_KEY, "rxrepl-errand");
  bind_key(edit, "^I", "rxrepl-complete");
  // In vi mode Escape is a key of its own there, and a sequence that begins with it would swallow it.
  editor->pastes = editor->pastes && edits_like_emacs(edit);
  if (editor->pastes)
    bind_key(edit, "\\e[200~", "rxrepl-paste");
}

static void add_functions(EditLine *edit)
{
  el_set(edit, EL_ADDFN, "rxrepl-cancel", "Drop the line", cancel_line);
  el_set(edit, EL_ADDFN, "rxrepl-suspend", "Suspend the program", suspend_job);
  el_set(edit, EL_ADDFN, "rxrepl-errand", "Finish what prints below the line", run_errand);
  el_set(edit, EL_ADDFN, "rxrepl-complete", "Complete the word", complete);
  el_set(edit, EL_ADDFN, "rxrepl-paste", "Insert what is pasted", insert_paste);
  el_set(edit, EL_ADDFN, "rxrepl-break-line", "Insert a line break", break_line);
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
  // libedit's own handlers send the signal on to the whole process group.
  el_set(edit, EL_SIGNAL, 0);
  el_set(edit, EL_HIST, history, editor->history);
  el_set(edit, EL_PROMPT_ESC, prompt_of, '\1');
  el_set(edit, EL_GETCFN, read_key);
  add_functions(edit);
  bind_defaults(edit);
  el_source(edit, NULL);
  // Ctrl-C and Ctrl-Z arrive as keys while a line is edited, so that the line can be left in good order.
  el_set(edit, EL_SETTY, "-d", "-isig", NULL);
  bind_required(editor);
}

line_editor *line_editor_open(const char *program, line_editor_completer completer, void *context)
{
  use_utf8();
  line_editor *editor = calloc(1, sizeof *editor);
  if (!editor)
    return NULL;
  editor->prompt = "";
  editor->completer = completer;
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
  free(editor);
}

// MARK: Reading and remembering

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
  editor->errand = NO_ERRAND;
  int rows = 0;
  terminal_size(STDOUT_FILENO, &editor->columns, &rows);
  set_bracketed_paste(editor, true);
  errno = 0;
  const char *text = el_gets(editor->edit, &count);
  int error = errno;
  set_bracketed_paste(editor, false);
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

// libedit cuts a recalled entry to the size of its line buffer, which grows only when text is inserted. So text of
// that length is inserted while nothing is being edited.
static void make_room(line_editor *editor, size_t length)
{
  if (length < editor->capacity)
    return;
  wide_buffer filler = {NULL, 0, 0};
  bool complete = true;
  for (size_t i = 0; complete && i < length; i++)
    complete = append(&filler, L' ');
  if (complete && filler.text && el_winsertstr(editor->edit, filler.text) == 0) {
    el_deletestr(editor->edit, (int)length);
    editor->capacity = length;
  }
  free(filler.text);
}

void line_editor_remember(line_editor *editor, const char *entry)
{
  HistEvent event;
  // In bytes, which are never fewer than characters; and what is appended while editing wants room too.
  make_room(editor, strlen(entry) + 2);
  history(editor->history, &event, H_ENTER, entry);
}

#endif
#endif
