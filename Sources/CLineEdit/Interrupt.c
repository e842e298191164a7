// The C library must declare POSIX functions in addition to C11. _DARWIN_C_SOURCE makes macOS keep its own
// declarations.
#define _XOPEN_SOURCE 700
#define _DARWIN_C_SOURCE

#include "CLineEdit.h"

#include <signal.h>
#include <string.h>

// The only type that a signal handler may write and the program may read without a lock.
static volatile sig_atomic_t raised = 0;

static void raise_flag(int signal)
{
  (void)signal;
  raised = 1;
}

void interrupt_install(void)
{
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = raise_flag;
  sigemptyset(&action.sa_mask);
  // Without SA_RESTART, a waiting read() returns, so that the flag can be checked.
  action.sa_flags = 0;
  sigaction(SIGINT, &action, NULL);
}

bool interrupt_is_raised(void)
{
  return raised != 0;
}

void interrupt_clear(void)
{
  raised = 0;
}
