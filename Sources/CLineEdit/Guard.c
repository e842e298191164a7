// The terminal as it was before a line was edited, given back when a signal ends the program meanwhile.

#ifdef LINE_EDITING

// POSIX beside C11; the second name keeps on macOS what the first would hide there.
#define _XOPEN_SOURCE 700
#define _DARWIN_C_SOURCE

#include "Editor.h"

#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static const int fatal[] = {SIGHUP, SIGTERM};
enum { fatal_count = sizeof fatal / sizeof *fatal };
static struct sigaction former[fatal_count];
static struct termios cooked;
static bool pastes;

// Only what a handler may call.
static void end_by(int number)
{
  static const char unbracketed[] = "\033[?2004l";
  if (pastes) {
    ssize_t ignored = write(STDOUT_FILENO, unbracketed, sizeof unbracketed - 1);
    (void)ignored;
  }
  tcsetattr(STDIN_FILENO, TCSANOW, &cooked);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = SIG_DFL;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
  // It is blocked while it is handled, and comes again when this returns.
  raise(number);
}

bool editor_guard_terminal(const line_editor *editor)
{
  if (tcgetattr(STDIN_FILENO, &cooked) != 0)
    return false;
  pastes = editor->pastes;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = end_by;
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < fatal_count; index++) {
    sigaction(fatal[index], &action, &former[index]);
    // What was ignored stays so.
    if (former[index].sa_handler == SIG_IGN)
      sigaction(fatal[index], &former[index], NULL);
  }
  return true;
}

void editor_leave_terminal(void)
{
  for (int index = 0; index < fatal_count; index++)
    sigaction(fatal[index], &former[index], NULL);
}

#endif
