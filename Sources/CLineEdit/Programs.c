// Other programs that use the terminal temporarily.

// The C library must declare POSIX functions in addition to C11. The other names make Linux and macOS keep their own
// declarations.
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE

#include "CLineEdit.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

// Makes all files except the standard ones unknown to new programs. A browser would keep the port of a server.
static void hide_files(void)
{
  DIR *files = opendir("/dev/fd");
  if (!files)
    return;
  for (struct dirent *entry; (entry = readdir(files));) {
    int file = atoi(entry->d_name);
    if (file > STDERR_FILENO)
      fcntl(file, F_SETFD, FD_CLOEXEC);
  }
  closedir(files);
}

// Starts a shell command with an argument and with `input` as its standard input. SIGPIPE gets its default action,
// which programs expect.
static bool start(pid_t *child, const char *command, const char *argument, int input)
{
  hide_files();
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  if (posix_spawn_file_actions_init(&actions) != 0)
    return false;
  if (posix_spawnattr_init(&attributes) != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return false;
  }
  sigset_t ignored;
  sigemptyset(&ignored);
  sigaddset(&ignored, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &ignored);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  if (input != STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  char *arguments[] = {"sh", "-c", (char *)command, "sh", (char *)argument, NULL};
  bool starts = posix_spawn(child, "/bin/sh", &actions, &attributes, arguments, environ) == 0;
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return starts;
}

// Waits for the end of a child. Returns its exit status, or -1 if it has none.
static int finish(pid_t child)
{
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// Writes bytes to a pipe. A pager that is closed early is not an error.
static void give(int output, const char *bytes, size_t count)
{
  while (count > 0) {
    ssize_t written = write(output, bytes, count);
    if (written < 0 && errno != EINTR)
      return;
    if (written > 0) {
      bytes += written;
      count -= (size_t)written;
    }
  }
}

bool pager_show(const char *command, const void *bytes, size_t count)
{
  int ends[2];
  if (pipe(ends) != 0)
    return false;
  // The options of less: F quits if the text fits on one screen, R shows colors, X keeps the text on the screen.
  setenv("LESS", "FRX", 0);
  pid_t child;
  bool starts = start(&child, command, NULL, ends[0]);
  close(ends[0]);
  if (starts)
    give(ends[1], bytes, count);
  close(ends[1]);
  if (!starts)
    return false;
  // The shell returns 126 and 127 for programs that it cannot run.
  int status = finish(child);
  return status != 126 && status != 127;
}

int program_run(const char *command, const char *argument)
{
  pid_t child;
  return start(&child, command, argument, STDIN_FILENO) ? finish(child) : -1;
}
