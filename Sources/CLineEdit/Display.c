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

static size_t columns_of(wchar_t character)
{
  return character >= L' ' && character < 0x7F ? 1 : widest_character;
}

// The display is invisible, but libedit writes outside of it if a line is taller. A key can insert a line, or the text
// that was removed from one, into another line. So the display has room for the two tallest.
static void reserve(line_editor *editor, size_t columns, size_t breaks)
{
  if (columns > editor->longest)
    editor->longest = columns;
  if (breaks > editor->most_breaks)
    editor->most_breaks = breaks;
  if (!editor->reads)
    return;
  size_t rows = spare_rows + 2 * (editor->most_breaks + editor->longest / editor->columns + 1);
  if (rows <= editor->display_rows)
    return;
  editor->display_rows = rows + spare_rows;
  char text[32];
  snprintf(text, sizeof text, "%zu", editor->display_rows);
  el_set(editor->edit, EL_SETTC, "li", text, NULL);
}

void editor_reserve_display(line_editor *editor, const char *text, size_t length)
{
  size_t columns = 0, breaks = 0;
  for (size_t i = 0; i < length; i++) {
    unsigned char byte = (unsigned char)text[i];
    breaks += byte == '\n';
    // The other bytes of UTF-8 belong to a character that is counted.
    if ((byte & 0xC0) != 0x80)
      columns += columns_of(byte);
  }
  reserve(editor, columns, breaks);
}

void editor_reserve_display_for_paste(line_editor *editor, const wchar_t *text, size_t count)
{
  size_t columns = 0, breaks = 0;
  for (size_t i = 0; i < count; i++) {
    breaks += text[i] == L'\n';
    columns += columns_of(text[i]);
  }
  reserve(editor, columns, breaks);
}

void editor_reset_display(line_editor *editor)
{
  int columns = 0;
  int rows = 0;
  editor->columns = terminal_size(STDIN_FILENO, &columns, &rows) && columns > 1 ? (size_t)columns : 2;
  editor->display_rows = 0;
}

#endif
