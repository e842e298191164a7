// Full-screen mode of a terminal. The terminal is restored on every way out: at the end, by `exit`, by a signal that
// ends the program, including a crash, and while the program is stopped.

// The C library must declare POSIX functions in addition to C11. _DARWIN_C_SOURCE makes macOS keep its own
// declarations.
#define _XOPEN_SOURCE 700
#define _DARWIN_C_SOURCE

#include "CLineEdit.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <termios.h>
#include <unistd.h>

// Switches to the alternate screen, hides the cursor, turns off line wrapping and clears the screen. `leave` undoes
// this and resets the colors.
static const char enter[] = "\033[?1049h\033[?25l\033[?7l\033[H\033[2J";
static const char leave[] = "\033[0m\033[?7h\033[?25h\033[?1049l";

static struct termios cooked;
static int terminal_in, terminal_out;
// Whether full-screen mode is active. The only type that a signal handler may write and the program may read without
// a lock.
static volatile sig_atomic_t is_taken = 0;
static volatile sig_atomic_t was_resized = 0, was_stopped = 0, was_interrupted = 0;

// Signals that end the program. The terminal is restored first.
static const int fatal[] = {SIGHUP, SIGQUIT, SIGTERM, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSEGV, SIGBUS, SIGPIPE};
// Signals that only set a flag, which is checked later.
static const int noted[] = {SIGINT, SIGTSTP, SIGCONT, SIGWINCH};
enum { fatal_count = sizeof fatal / sizeof *fatal, noted_count = sizeof noted / sizeof *noted };
static struct sigaction former_fatal[fatal_count], former_noted[noted_count];
static sigset_t former_mask;

static void write_all(const char *text, size_t length)
{
  while (length > 0) {
    ssize_t count = write(terminal_out, text, length);
    if (count < 0 && errno != EINTR)
      return;
    if (count > 0) {
      text += count;
      length -= (size_t)count;
    }
  }
}

// Called in signal handlers, so it uses only functions that are safe in one.
static void give_back(void)
{
  if (!is_taken)
    return;
  is_taken = 0;
  write_all(leave, sizeof leave - 1);
  tcsetattr(terminal_in, TCSANOW, &cooked);
}

static bool take(void)
{
  struct termios raw = cooked;
  raw.c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | INPCK | ISTRIP | IXON);
  raw.c_lflag &= ~(tcflag_t)(ECHO | ICANON | IEXTEN | ISIG);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  while (tcsetattr(terminal_in, TCSANOW, &raw) != 0)
    if (errno != EINTR)
      return false;
  is_taken = 1;
  write_all(enter, sizeof enter - 1);
  return true;
}

// Restores the terminal, then applies the previous action of the signal.
static void end_by(int number)
{
  give_back();
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
  default:
    // After SIGCONT the terminal settings are unknown, because the program may have been stopped by SIGSTOP.
    was_resized = number == SIGCONT ? 2 : (was_resized == 2 ? 2 : 1);
  }
}

static void install(void)
{
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

static void uninstall(void)
{
  for (int index = 0; index < fatal_count; index++)
    sigaction(fatal[index], &former_fatal[index], NULL);
  for (int index = 0; index < noted_count; index++)
    sigaction(noted[index], &former_noted[index], NULL);
}

bool screen_open(int input, int output)
{
  static bool is_registered = false;
  if (is_taken || tcgetattr(input, &cooked) != 0 || !isatty(output))
    return false;
  terminal_in = input;
  terminal_out = output;
  was_resized = was_stopped = was_interrupted = 0;
  // These signals are delivered only during pselect, so that none is missed between checking and waiting.
  sigset_t blocked;
  sigemptyset(&blocked);
  for (int index = 0; index < noted_count; index++)
    sigaddset(&blocked, noted[index]);
  sigprocmask(SIG_BLOCK, &blocked, &former_mask);
  install();
  if (!is_registered && atexit(give_back) == 0)
    is_registered = true;
  if (take())
    return true;
  screen_close();
  return false;
}

void screen_close(void)
{
  give_back();
  uninstall();
  sigprocmask(SIG_SETMASK, &former_mask, NULL);
}

// Stops the whole job, as the terminal does for Ctrl-Z. When the job continues, takes the terminal again.
static void suspend(void)
{
  struct sigaction action, noting;
  give_back();
  memset(&action, 0, sizeof action);
  action.sa_handler = SIG_DFL;
  sigemptyset(&action.sa_mask);
  sigaction(SIGTSTP, &action, &noting);
  sigset_t stop, before;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  kill(0, SIGTSTP);
  // SIGTSTP was blocked until here, so the program stops in this line.
  sigprocmask(SIG_UNBLOCK, &stop, &before);
  sigprocmask(SIG_SETMASK, &before, NULL);
  sigaction(SIGTSTP, &noting, NULL);
  take();
}

void screen_suspend(void)
{
  suspend();
}

screen_event screen_wait(double seconds, unsigned char *bytes, size_t capacity, size_t *count)
{
  *count = 0;
  if (was_interrupted)
    return SCREEN_END;
  if (was_stopped) {
    was_stopped = 0;
    suspend();
    return SCREEN_CHANGED;
  }
  if (was_resized) {
    // The program was stopped without a chance to restore the terminal, so the shell has changed its settings.
    if (was_resized == 2)
      take();
    was_resized = 0;
    return SCREEN_CHANGED;
  }
  fd_set readable;
  FD_ZERO(&readable);
  FD_SET(terminal_in, &readable);
  struct timespec limit = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
  int ready = pselect(terminal_in + 1, &readable, NULL, NULL, seconds < 0 ? NULL : &limit, &former_mask);
  if (ready == 0)
    return SCREEN_TIMEOUT;
  if (ready < 0)
    return errno == EINTR ? screen_wait(0, bytes, capacity, count) : SCREEN_END;
  ssize_t length = read(terminal_in, bytes, capacity);
  if (length > 0) {
    *count = (size_t)length;
    return SCREEN_INPUT;
  }
  return length < 0 && errno == EINTR ? SCREEN_TIMEOUT : SCREEN_END;
}
