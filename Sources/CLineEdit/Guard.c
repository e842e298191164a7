// Restores the terminal if a signal ends the program while a line is edited.

#ifdef LINE_EDITING

// The C library must declare POSIX functions in addition to C11. _DARWIN_C_SOURCE makes macOS keep its own
// declarations.
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

// A signal handler: calls only functions that are safe in one.
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
  // The signal is blocked in its handler. It is delivered again when the handler returns, and then ends the program.
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
    // Ignored signals stay ignored.
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
