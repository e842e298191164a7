// POSIX beside C11; the second name keeps on macOS what the first would hide there.
#define _XOPEN_SOURCE 700
#define _DARWIN_C_SOURCE

#include "CLineEdit.h"

#include <signal.h>
#include <string.h>

// The only type that a handler may write and the program may read without a lock.
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
  // Without SA_RESTART, so that a waiting read() returns and the flag is looked at.
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
