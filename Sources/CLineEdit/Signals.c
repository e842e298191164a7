// The C library must declare POSIX functions in addition to C11. _DARWIN_C_SOURCE makes macOS keep its own
// declarations.
#define _XOPEN_SOURCE 700
#define _DARWIN_C_SOURCE

#include "Signals.h"

#include "CLineEdit.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/select.h>

// Signals that end the program, including crashes.
static const int fatal[] = {SIGHUP, SIGQUIT, SIGTERM, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSEGV, SIGBUS, SIGPIPE};
// Signals that only set a flag, which is checked later.
static const int noted[] = {SIGINT, SIGTSTP, SIGCONT, SIGWINCH};
enum { fatal_count = sizeof fatal / sizeof *fatal, noted_count = sizeof noted / sizeof *noted };
static struct sigaction former_fatal[fatal_count], former_noted[noted_count];
static sigset_t former_mask;
static void (*restore_terminal)(void);
// The only type that a signal handler may write and the program may read without a lock.
static volatile sig_atomic_t was_resized, was_continued, was_stopped, was_interrupted;

// Restores the terminal, then applies the previous action of the signal.
static void end_by(int number)
{
  restore_terminal();
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = SIG_DFL;
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < fatal_count; index++)
    if (fatal[index] == number && former_fatal[index].sa_handler != SIG_IGN)
      action = former_fatal[index];
  sigaction(number, &action, NULL);
  // The signal is blocked in its handler. It is delivered again when the handler returns. A crash happens a second
  // time.
  raise(number);
}

static void note(int number)
{
  switch (number) {
  case SIGINT:
    was_interrupted = 1;
    break;
  case SIGTSTP:
    was_stopped = 1;
    break;
  case SIGCONT:
    was_continued = 1;
    break;
  default:
    was_resized = 1;
  }
}

void signals_catch(void (*restore)(void))
{
  restore_terminal = restore;
  was_resized = was_continued = was_stopped = was_interrupted = 0;
  // These signals are delivered only during pselect, so that none is missed between checking and waiting.
  sigset_t blocked;
  sigemptyset(&blocked);
  for (int index = 0; index < noted_count; index++)
    sigaddset(&blocked, noted[index]);
  sigprocmask(SIG_BLOCK, &blocked, &former_mask);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  action.sa_handler = end_by;
  for (int index = 0; index < fatal_count; index++) {
    sigaction(fatal[index], &action, &former_fatal[index]);
    // Ignored signals stay ignored. For an ignored SIGPIPE, `write` returns an error.
    if (former_fatal[index].sa_handler == SIG_IGN)
      sigaction(fatal[index], &former_fatal[index], NULL);
  }
  action.sa_handler = note;
  for (int index = 0; index < noted_count; index++)
    sigaction(noted[index], &action, &former_noted[index]);
}

void signals_release(void)
{
  for (int index = 0; index < fatal_count; index++)
    sigaction(fatal[index], &former_fatal[index], NULL);
  for (int index = 0; index < noted_count; index++)
    sigaction(noted[index], &former_noted[index], NULL);
  sigprocmask(SIG_SETMASK, &former_mask, NULL);
}

// Returns whether a flag was set, and clears it.
static bool take(volatile sig_atomic_t *flag)
{
  bool was_set = *flag != 0;
  *flag = 0;
  return was_set;
}

signals_event signals_wait(int descriptor, double seconds)
{
  for (;;) {
    if (take(&was_interrupted))
      return SIGNALS_INTERRUPTED;
    if (take(&was_stopped))
      return SIGNALS_STOPPED;
    if (take(&was_continued))
      return SIGNALS_CONTINUED;
    if (take(&was_resized))
      return SIGNALS_RESIZED;
    fd_set readable;
    FD_ZERO(&readable);
    FD_SET(descriptor, &readable);
    struct timespec limit = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    int ready = pselect(descriptor + 1, &readable, NULL, NULL, seconds < 0 ? NULL : &limit, &former_mask);
    if (ready == 0)
      return SIGNALS_TIMEOUT;
    if (ready > 0)
      return SIGNALS_INPUT;
    if (errno != EINTR)
      return SIGNALS_FAILED;
  }
}

void job_stop(void)
{
  kill(0, SIGTSTP);
}
