// Bracketed paste: text between the marks that the terminal sends around a paste.

#ifdef LINE_EDITING

#define _XOPEN_SOURCE 700
#define _DARWIN_C_SOURCE

#include "Editor.h"

#include <stdlib.h>

bool wide_buffer_append(wide_buffer *buffer, wchar_t character)
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

// Converts line ends to `\n` (terminals send `\r`) and removes other control characters. Trailing line breaks are
// removed too, because only Enter ends the entry.
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

unsigned char editor_insert_paste(EditLine *edit, int key)
{
  (void)key;
  line_editor *editor = editor_of(edit);
  wide_buffer pasted = {NULL, 0, 0};
  wchar_t character;
  while (editor_read_character(editor, &character) == 1) {
    if (!wide_buffer_append(&pasted, character) || drop_suffix(&pasted, L"\033[201~"))
      break;
  }
  if (pasted.text) {
    clean(&pasted);
    editor_reserve_display_for_paste(editor, pasted.text, pasted.count);
    el_winsertstr(edit, pasted.text);
  }
  free(pasted.text);
  return CC_REFRESH;
}

#endif
