// Signals while the program has changed the modes of the terminal, to edit a line or to show a full screen.

#ifndef SIGNALS_H
#define SIGNALS_H

typedef enum {
  SIGNALS_INPUT,
  SIGNALS_TIMEOUT,
  // The size of the terminal has changed.
  SIGNALS_RESIZED,
  // The job was stopped and continued, so the modes of the terminal are unknown.
  SIGNALS_CONTINUED,
  // The job should stop.
  SIGNALS_STOPPED,
  SIGNALS_INTERRUPTED,
  SIGNALS_FAILED,
} signals_event;

// Begins to handle signals. A signal that ends the program calls `restore` first, which may only use functions that
// are safe in a signal handler.
void signals_catch(void (*restore)(void));

// Ends the handling, and gives every signal its previous action.
void signals_release(void);

// Waits for input or a signal, for a number of seconds or indefinitely if the number is negative.
signals_event signals_wait(int descriptor, double seconds);

#endif
