// The interface in a build without the package trait LineEditing. Opening always fails, so the other functions are
// never called.

#ifndef LINE_EDITING

#include "CLineEdit.h"

line_editor *line_editor_open(
  const char *program, line_editor_completer completer, line_editor_painter painter, void *context)
{
  (void)program;
  (void)completer;
  (void)painter;
  (void)context;
  return NULL;
}

line_editor_outcome line_editor_read(line_editor *editor, const char *prompt, const char **line, size_t *length)
{
  (void)editor;
  (void)prompt;
  *line = NULL;
  *length = 0;
  return LINE_EDITOR_END;
}

void line_editor_remember(line_editor *editor, const char *entry)
{
  (void)editor;
  (void)entry;
}

void line_editor_replace(line_editor *editor, size_t from, size_t to, const char *text)
{
  (void)editor;
  (void)from;
  (void)to;
  (void)text;
}

void line_editor_show(line_editor *editor, const char *text)
{
  (void)editor;
  (void)text;
}

void line_editor_paint(line_editor *editor, const char *text, const char *hint, const char *taken)
{
  (void)editor;
  (void)text;
  (void)hint;
  (void)taken;
}

void line_editor_close(line_editor *editor)
{
  (void)editor;
}

#endif
