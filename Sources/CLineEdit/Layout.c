// The position of the line on the screen, which libedit does not report.

#ifdef LINE_EDITING

#define _XOPEN_SOURCE 700
#define _DARWIN_C_SOURCE

#include "Editor.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void layout_advance(layout *layout, wchar_t character)
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

layout layout_after_prompt(const line_editor *editor, int columns)
{
  layout layout = {columns, 0, 0};
  const char *prompt = editor->prompt;
  mbstate_t state;
  memset(&state, 0, sizeof state);
  bool hidden = false;
  wchar_t character;
  size_t length;
  while ((length = mbrtowc(&character, prompt, MB_CUR_MAX, &state)) != 0 && length <= MB_CUR_MAX) {
    if (character == L'\1')
      hidden = !hidden;
    else if (!hidden)
      layout_advance(&layout, character);
    prompt += length;
  }
  return layout;
}

layout layout_of_cursor(const line_editor *editor, int columns)
{
  const LineInfoW *line = el_wline(editor->edit);
  layout layout = layout_after_prompt(editor, columns);
  for (const wchar_t *next = line->buffer; next < line->cursor; next++)
    layout_advance(&layout, *next);
  return layout;
}

// libedit would continue with the rows of the old width. Terminals rewrap their lines after a resize, so the prompt
// is found by counting rows at the new width. Everything is redrawn from there.
void editor_redraw_at_new_width(line_editor *editor)
{
  int columns = 0;
  int rows = 0;
  if (!terminal_size(STDOUT_FILENO, &columns, &rows) || columns == editor->columns)
    return;
  editor->columns = columns;
  int up = layout_of_cursor(editor, columns).row;
  if (!editor->moves)
    fputs("\r\n", stdout);
  else if (up > 0)
    fprintf(stdout, "\r\033[%dA\033[J", up);
  else
    fputs("\r\033[J", stdout);
  el_resize(editor->edit);
  el_set(editor->edit, EL_REFRESH);
}

#endif
