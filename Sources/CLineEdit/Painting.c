// Colors and hints, painted over the line that libedit has drawn.
//
// libedit has no colors. When it asks for a key, it has drawn everything. So the same characters are written again
// into the same cells with colors, and the cursor is restored. libedit does not notice.

#ifdef LINE_EDITING

#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE

#include "Editor.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wctype.h>

static const char save_cursor[] = "\0337", restore_cursor[] = "\0338";
static const char dim[] = "\033[90m", plain[] = "\033[0m", clear_rest_of_row[] = "\033[K";

// MARK: Writing

// The position of the next character. Rows are broken here and not by the terminal, because terminals differ in what
// they do at the last column.
typedef struct {
  layout at;
  bool is_full; // whether the row is full and the cursor still in it
} pen;

static void break_row(pen *pen)
{
  // In a full row, clearing the rest would delete the last character.
  fputs(pen->is_full ? "\r\n" : "\033[K\r\n", stdout);
  pen->is_full = false;
}

static void write_character(pen *pen, wchar_t character, const char *bytes, size_t length)
{
  if (pen->is_full)
    break_row(pen);
  layout before = pen->at;
  layout_advance(&pen->at, character);
  bool fills = character != L'\n' && pen->at.column == 0;
  if (character == L'\n' || pen->at.row - before.row > (fills ? 1 : 0))
    break_row(pen);
  if (character == L'\t')
    fprintf(stdout, "%*s", pen->at.column - before.column, "");
  else if (character != L'\n')
    fwrite(bytes, 1, length, stdout);
  pen->is_full = fills;
}

// Writes a string with colors to the cells that libedit has drawn.
static void write_text(pen *pen, const char *text)
{
  mbstate_t state;
  memset(&state, 0, sizeof state);
  bool is_code = false;
  wchar_t character;
  size_t length;
  while ((length = mbrtowc(&character, text, MB_CUR_MAX, &state)) != 0 && length <= MB_CUR_MAX) {
    is_code = is_code || character == L'\033';
    if (is_code)
      fwrite(text, 1, length, stdout);
    else
      write_character(pen, character, text, length);
    is_code = is_code && character != L'm';
    text += length;
  }
}

// Writes the part of a hint that fits into the row. Returns whether anything was written.
static bool write_hint(pen *pen, const char *hint)
{
  mbstate_t state;
  memset(&state, 0, sizeof state);
  int room = pen->at.columns - pen->at.column - 1;
  bool any = false;
  wchar_t character;
  size_t length;
  fputs(dim, stdout);
  while ((length = mbrtowc(&character, hint, MB_CUR_MAX, &state)) != 0 && length <= MB_CUR_MAX) {
    room -= terminal_width((uint32_t)character);
    if (room < 0)
      break;
    fwrite(hint, 1, length, stdout);
    any = true;
    hint += length;
  }
  fputs(plain, stdout);
  return any;
}

// Moves the cursor to the position after the prompt.
static pen begin(const line_editor *editor)
{
  pen pen = {layout_after_prompt(editor, editor->columns), false};
  int up = layout_of_cursor(editor, editor->columns).row;
  fputs(save_cursor, stdout);
  fputc('\r', stdout);
  if (up > 0)
    fprintf(stdout, "\033[%dA", up);
  if (pen.at.column > 0)
    fprintf(stdout, "\033[%dC", pen.at.column);
  return pen;
}

static void end(void)
{
  fputs(restore_cursor, stdout);
  fflush(stdout);
}

void line_editor_paint(line_editor *editor, const char *text, const char *hint, const char *taken)
{
  pen pen = begin(editor);
  write_text(&pen, text);
  fputs(plain, stdout);
  editor->hints = false;
  if (!pen.is_full) {
    editor->hints = hint && write_hint(&pen, hint);
    fputs(clear_rest_of_row, stdout);
  }
  end();
  editor->taken = taken ? strdup(taken) : NULL;
  editor->painted = true;
}

static void paint_plainly(line_editor *editor)
{
  line_editor_paint(editor, el_line(editor->edit)->buffer, NULL, NULL);
  editor->painted = false;
}

// MARK: Conditions

// After a paste or during fast typing, more keys are already waiting and should not be delayed by painting.
static bool has_more_keys(void)
{
  int count = 0;
  return ioctl(STDIN_FILENO, FIONREAD, &count) == 0 && count > 0;
}

// During a search in the history, libedit keeps the search prompt in the line itself, as its last row.
static bool is_searching(const LineInfoW *line)
{
  const wchar_t *last = line->lastchar;
  while (last > line->buffer && last[-1] != L'\n')
    last--;
  if (last == line->buffer || line->lastchar - last < 4)
    return false;
  return (wcsncmp(last, L"bck", 3) == 0 || wcsncmp(last, L"fwd", 3) == 0) && (last[3] == L':' || last[3] == L'?');
}

// Whether libedit has drawn every character as itself and the whole line is visible.
static bool is_as_written(const line_editor *editor, const LineInfoW *line, int rows)
{
  layout layout = layout_after_prompt(editor, editor->columns);
  if (layout.row > 0)
    return false;
  for (const wchar_t *next = line->buffer; next < line->lastchar; next++) {
    bool shows = *next == L'\n' || (iswprint((wint_t)*next) && terminal_width((uint32_t)*next) > 0);
    bool tabs = *next == L'\t' && layout.column + 8 < layout.columns;
    if (!shows && !tabs)
      return false;
    layout_advance(&layout, *next);
  }
  return layout.row < rows;
}

// Removes colors and hint from a line that cannot be painted any more. The positions of its characters are unknown.
// If the line certainly fits into one row, libedit redraws it. Otherwise some colors stay until the line is left.
static void wash(const line_editor *editor, const LineInfoW *line)
{
  enum { widest = sizeof "\\U+10FFFF" - 1 };
  layout layout = layout_after_prompt(editor, editor->columns);
  for (const wchar_t *next = line->buffer; next < line->lastchar; next++) {
    int width = *next == L'\n' ? layout.columns : terminal_width((uint32_t)*next);
    layout.column += width > 0 ? width : widest;
  }
  if (layout.row == 0 && layout.column < layout.columns) {
    fputs("\r\033[J", stdout);
    el_set(editor->edit, EL_REFRESH);
  } else if (line->cursor == line->lastchar) {
    fputs(clear_rest_of_row, stdout);
    fflush(stdout);
  }
}

void editor_paint_now(line_editor *editor)
{
  free(editor->taken);
  editor->taken = NULL;
  int columns = 0;
  int rows = 0;
  if (!editor->moves || editor->pasting)
    return;
  if (!terminal_size(STDOUT_FILENO, &columns, &rows) || columns != editor->columns)
    return;
  const LineInfoW *line = el_wline(editor->edit);
  if (!is_as_written(editor, line, rows)) {
    if (editor->painted)
      wash(editor, line);
    editor->painted = editor->hints = false;
    return;
  }
  bool had_colors = editor->painted;
  editor->painted = false;
  if (!is_searching(line)) {
    const LineInfo *bytes = el_line(editor->edit);
    editor->painter(
      editor->context, editor, bytes->buffer, (size_t)(bytes->lastchar - bytes->buffer),
      (size_t)(bytes->cursor - bytes->buffer));
  }
  if (had_colors && !editor->painted)
    paint_plainly(editor);
}

void editor_paint(line_editor *editor)
{
  if (!has_more_keys())
    editor_paint_now(editor);
}

void editor_take_hint_away(line_editor *editor)
{
  if (!editor->hints)
    return;
  editor->hints = false;
  const LineInfoW *line = el_wline(editor->edit);
  layout cursor = layout_of_cursor(editor, editor->columns);
  layout last = cursor;
  for (const wchar_t *next = line->cursor; next < line->lastchar; next++)
    layout_advance(&last, *next);
  fputs(save_cursor, stdout);
  fputc('\r', stdout);
  if (last.row > cursor.row)
    fprintf(stdout, "\033[%dB", last.row - cursor.row);
  if (last.column > 0)
    fprintf(stdout, "\033[%dC", last.column);
  fputs(clear_rest_of_row, stdout);
  end();
}

#endif
