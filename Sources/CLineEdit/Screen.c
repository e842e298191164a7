// Full-screen mode of a terminal. The terminal is restored on every way out: at the end, by `exit`, by a signal that
// ends the program, including a crash, and while the program is stopped.

// The C library must declare POSIX functions in addition to C11. _DARWIN_C_SOURCE makes macOS keep its own
// declarations.
#define _XOPEN_SOURCE 700
#define _DARWIN_C_SOURCE

#include "CLineEdit.h"
#include "Signals.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
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

bool screen_open(int input, int output)
{
  static bool is_registered = false;
  if (is_taken || tcgetattr(input, &cooked) != 0 || !isatty(output))
    return false;
  terminal_in = input;
  terminal_out = output;
  signals_catch(give_back);
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
  signals_release();
}

void screen_suspend(void)
{
  screen_close();
  job_stop();
  signals_catch(give_back);
  take();
}

screen_event screen_wait(double seconds, unsigned char *bytes, size_t capacity, size_t *count)
{
  *count = 0;
  switch (signals_wait(terminal_in, seconds)) {
  case SIGNALS_INPUT:
    break;
  case SIGNALS_TIMEOUT:
    return SCREEN_TIMEOUT;
  case SIGNALS_STOPPED:
    screen_suspend();
    return SCREEN_CHANGED;
  case SIGNALS_CONTINUED:
    // The program was stopped without a chance to restore the terminal, so the shell has changed its settings.
    take();
    return SCREEN_CHANGED;
  case SIGNALS_RESIZED:
    return SCREEN_CHANGED;
  case SIGNALS_INTERRUPTED:
  case SIGNALS_FAILED:
    return SCREEN_END;
  }
  ssize_t length = read(terminal_in, bytes, capacity);
  if (length > 0) {
    *count = (size_t)length;
    return SCREEN_INPUT;
  }
  return length < 0 && errno == EINTR ? SCREEN_TIMEOUT : SCREEN_END;
}
