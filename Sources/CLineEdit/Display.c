// The size of the display that libedit draws to.

#ifdef LINE_EDITING

#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE

#include "Editor.h"

#include <unistd.h>

// The number of rows for the longest text that a single key inserts: the longest repetition of a character.
enum { spare_rows = 1000 };
// The maximum number of columns that libedit needs for a character, which it may draw as a number.
enum { widest_character = 8 };

// The display is invisible, but libedit writes outside of it if a line is taller. A key can insert a line, or the text
// that was removed from one, into another line. So the display has room for the two tallest.
void editor_reserve_display(line_editor *editor, size_t length, size_t breaks)
{
  if (length > editor->longest)
    editor->longest = length;
  if (breaks > editor->most_breaks)
    editor->most_breaks = breaks;
  if (!editor->reads)
    return;
  size_t rows = spare_rows + 2 * (editor->most_breaks + widest_character * editor->longest / editor->columns + 1);
  if (rows <= editor->display_rows)
    return;
  editor->display_rows = 2 * rows;
  char text[32];
  snprintf(text, sizeof text, "%zu", editor->display_rows);
  el_set(editor->edit, EL_SETTC, "li", text, NULL);
}

size_t editor_count_breaks(const char *text, size_t length)
{
  size_t breaks = 0;
  for (size_t i = 0; i < length; i++)
    breaks += text[i] == '\n';
  return breaks;
}

void editor_reset_display(line_editor *editor)
{
  int columns = 0;
  int rows = 0;
  editor->columns = terminal_size(STDIN_FILENO, &columns, &rows) && columns > 1 ? (size_t)columns : 2;
  editor->display_rows = 0;
}

#endif
