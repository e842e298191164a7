// The interface in a build without the package trait LineEditing. Opening always fails, so the other functions are
// never called.

#ifndef LINE_EDITING

#include "CLineEdit.h"

line_editor *line_editor_open(const char *program, bool pastes, line_editor_owner owner)
{
  (void)program;
  (void)pastes;
  (void)owner;
  return NULL;
}

line_editor_outcome line_editor_read(line_editor *editor, const char **line, size_t *length)
{
  (void)editor;
  *line = NULL;
  *length = 0;
  return LINE_EDITOR_END;
}

void line_editor_remember(line_editor *editor, const char *entry)
{
  (void)editor;
  (void)entry;
}

void line_editor_set_line(line_editor *editor, const char *text, size_t cursor)
{
  (void)editor;
  (void)text;
  (void)cursor;
}

void line_editor_leave_terminal(line_editor *editor)
{
  (void)editor;
}

void line_editor_enter_terminal(line_editor *editor)
{
  (void)editor;
}

void line_editor_close(line_editor *editor)
{
  (void)editor;
}

#endif
