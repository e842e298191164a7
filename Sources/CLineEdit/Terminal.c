// The ioctl for the size needs the second name on Linux and the third on macOS.
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE

#include "CLineEdit.h"

#include <sys/ioctl.h>

bool terminal_size(int descriptor, int *columns, int *rows)
{
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0)
    return false;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return true;
}
