#include "EmbeddedFiles.h"

// Swift and SwiftPM know no standard of C after 2017 yet, but every clang that they use reads `#embed`.
#pragma clang diagnostic ignored "-Wc23-extensions"

#include <string.h>

typedef struct {
  const char *path;
  // Terminated by a zero.
  const uint8_t *bytes;
} exercise;

// `Exercises` and `Tutorial` are links to folders of `examples`.
static const exercise exercises[] = {
  {"exercises/1-values-over-time/01-a-value.marble", (const uint8_t[]){
#embed "Exercises/1-values-over-time/01-a-value.marble" suffix(, 0)
  }},
  {"exercises/1-values-over-time/02-two-values.marble", (const uint8_t[]){
#embed "Exercises/1-values-over-time/02-two-values.marble" suffix(, 0)
  }},
  {"exercises/1-values-over-time/03-the-end.marble", (const uint8_t[]){
#embed "Exercises/1-values-over-time/03-the-end.marble" suffix(, 0)
  }},
  {"exercises/1-values-over-time/04-on-the-same-tick.marble", (const uint8_t[]){
#embed "Exercises/1-values-over-time/04-on-the-same-tick.marble" suffix(, 0)
  }},
  {"exercises/1-values-over-time/05-a-longer-value.marble", (const uint8_t[]){
#embed "Exercises/1-values-over-time/05-a-longer-value.marble" suffix(, 0)
  }},
  {"exercises/1-values-over-time/06-a-name.marble", (const uint8_t[]){
#embed "Exercises/1-values-over-time/06-a-name.marble" suffix(, 0)
  }},
  {"exercises/1-values-over-time/07-ten-times-as-much.marble", (const uint8_t[]){
#embed "Exercises/1-values-over-time/07-ten-times-as-much.marble" suffix(, 0)
  }},
  {"exercises/1-values-over-time/08-the-sum-so-far.marble", (const uint8_t[]){
#embed "Exercises/1-values-over-time/08-the-sum-so-far.marble" suffix(, 0)
  }},
  {"exercises/2-choosing/01-only-the-large-ones.marble", (const uint8_t[]){
#embed "Exercises/2-choosing/01-only-the-large-ones.marble" suffix(, 0)
  }},
  {"exercises/2-choosing/02-first-choose-then-change.marble", (const uint8_t[]){
#embed "Exercises/2-choosing/02-first-choose-then-change.marble" suffix(, 0)
  }},
  {"exercises/2-choosing/03-the-first-two.marble", (const uint8_t[]){
#embed "Exercises/2-choosing/03-the-first-two.marble" suffix(, 0)
  }},
  {"exercises/2-choosing/04-without-the-first.marble", (const uint8_t[]){
#embed "Exercises/2-choosing/04-without-the-first.marble" suffix(, 0)
  }},
  {"exercises/2-choosing/05-no-repetitions.marble", (const uint8_t[]){
#embed "Exercises/2-choosing/05-no-repetitions.marble" suffix(, 0)
  }},
  {"exercises/2-choosing/06-until-it-stops.marble", (const uint8_t[]){
#embed "Exercises/2-choosing/06-until-it-stops.marble" suffix(, 0)
  }},
  {"exercises/2-choosing/07-while-it-is-small.marble", (const uint8_t[]){
#embed "Exercises/2-choosing/07-while-it-is-small.marble" suffix(, 0)
  }},
  {"exercises/3-time/01-later.marble", (const uint8_t[]){
#embed "Exercises/3-time/01-later.marble" suffix(, 0)
  }},
  {"exercises/3-time/02-when-the-typing-pauses.marble", (const uint8_t[]){
#embed "Exercises/3-time/02-when-the-typing-pauses.marble" suffix(, 0)
  }},
  {"exercises/3-time/03-not-too-often.marble", (const uint8_t[]){
#embed "Exercises/3-time/03-not-too-often.marble" suffix(, 0)
  }},
  {"exercises/3-time/04-on-each-beat.marble", (const uint8_t[]){
#embed "Exercises/3-time/04-on-each-beat.marble" suffix(, 0)
  }},
  {"exercises/3-time/05-a-clock.marble", (const uint8_t[]){
#embed "Exercises/3-time/05-a-clock.marble" suffix(, 0)
  }},
  {"exercises/3-time/06-the-time-between.marble", (const uint8_t[]){
#embed "Exercises/3-time/06-the-time-between.marble" suffix(, 0)
  }},
  {"exercises/4-combining/01-all-of-them.marble", (const uint8_t[]){
#embed "Exercises/4-combining/01-all-of-them.marble" suffix(, 0)
  }},
  {"exercises/4-combining/02-one-after-the-other.marble", (const uint8_t[]){
#embed "Exercises/4-combining/02-one-after-the-other.marble" suffix(, 0)
  }},
  {"exercises/4-combining/03-in-pairs.marble", (const uint8_t[]){
#embed "Exercises/4-combining/03-in-pairs.marble" suffix(, 0)
  }},
  {"exercises/4-combining/04-the-latest-of-both.marble", (const uint8_t[]){
#embed "Exercises/4-combining/04-the-latest-of-both.marble" suffix(, 0)
  }},
  {"exercises/4-combining/05-ask-when-it-is-needed.marble", (const uint8_t[]){
#embed "Exercises/4-combining/05-ask-when-it-is-needed.marble" suffix(, 0)
  }},
  {"exercises/4-combining/06-a-first-value.marble", (const uint8_t[]){
#embed "Exercises/4-combining/06-a-first-value.marble" suffix(, 0)
  }},
  {"exercises/4-combining/07-the-faster-one.marble", (const uint8_t[]){
#embed "Exercises/4-combining/07-the-faster-one.marble" suffix(, 0)
  }},
  {"exercises/5-streams-of-streams/01-all-at-the-same-time.marble", (const uint8_t[]){
#embed "Exercises/5-streams-of-streams/01-all-at-the-same-time.marble" suffix(, 0)
  }},
  {"exercises/5-streams-of-streams/02-one-at-a-time.marble", (const uint8_t[]){
#embed "Exercises/5-streams-of-streams/02-one-at-a-time.marble" suffix(, 0)
  }},
  {"exercises/5-streams-of-streams/03-only-the-newest.marble", (const uint8_t[]){
#embed "Exercises/5-streams-of-streams/03-only-the-newest.marble" suffix(, 0)
  }},
  {"exercises/5-streams-of-streams/04-a-stream-for-each-value.marble", (const uint8_t[]){
#embed "Exercises/5-streams-of-streams/04-a-stream-for-each-value.marble" suffix(, 0)
  }},
  {"exercises/5-streams-of-streams/05-not-while-it-is-busy.marble", (const uint8_t[]){
#embed "Exercises/5-streams-of-streams/05-not-while-it-is-busy.marble" suffix(, 0)
  }},
  {"exercises/5-streams-of-streams/06-two-at-a-time.marble", (const uint8_t[]){
#embed "Exercises/5-streams-of-streams/06-two-at-a-time.marble" suffix(, 0)
  }},
  {"exercises/6-failure/01-a-value-instead.marble", (const uint8_t[]){
#embed "Exercises/6-failure/01-a-value-instead.marble" suffix(, 0)
  }},
  {"exercises/6-failure/02-another-stream-instead.marble", (const uint8_t[]){
#embed "Exercises/6-failure/02-another-stream-instead.marble" suffix(, 0)
  }},
  {"exercises/6-failure/03-try-again.marble", (const uint8_t[]){
#embed "Exercises/6-failure/03-try-again.marble" suffix(, 0)
  }},
  {"exercises/6-failure/04-not-longer-than-that.marble", (const uint8_t[]){
#embed "Exercises/6-failure/04-not-longer-than-that.marble" suffix(, 0)
  }},
  {"exercises/6-failure/05-fail-on-purpose.marble", (const uint8_t[]){
#embed "Exercises/6-failure/05-fail-on-purpose.marble" suffix(, 0)
  }},
  {"exercises/6-failure/06-only-that-one-fails.marble", (const uint8_t[]){
#embed "Exercises/6-failure/06-only-that-one-fails.marble" suffix(, 0)
  }},
  {"exercises/7-sharing/01-ask-only-once.marble", (const uint8_t[]){
#embed "Exercises/7-sharing/01-ask-only-once.marble" suffix(, 0)
  }},
  {"exercises/7-sharing/02-the-last-value-for-late-comers.marble", (const uint8_t[]){
#embed "Exercises/7-sharing/02-the-last-value-for-late-comers.marble" suffix(, 0)
  }},
  {"exercises/7-sharing/03-the-whole-story.marble", (const uint8_t[]){
#embed "Exercises/7-sharing/03-the-whole-story.marble" suffix(, 0)
  }},
  {"exercises/7-sharing/04-again-and-again.marble", (const uint8_t[]){
#embed "Exercises/7-sharing/04-again-and-again.marble" suffix(, 0)
  }},
  {"exercises/8-small-designs/01-a-counter.marble", (const uint8_t[]){
#embed "Exercises/8-small-designs/01-a-counter.marble" suffix(, 0)
  }},
  {"exercises/8-small-designs/02-a-search-field.marble", (const uint8_t[]){
#embed "Exercises/8-small-designs/02-a-search-field.marble" suffix(, 0)
  }},
  {"exercises/8-small-designs/03-a-double-click.marble", (const uint8_t[]){
#embed "Exercises/8-small-designs/03-a-double-click.marble" suffix(, 0)
  }},
  {"exercises/8-small-designs/04-a-valid-form.marble", (const uint8_t[]){
#embed "Exercises/8-small-designs/04-a-valid-form.marble" suffix(, 0)
  }},
  {"exercises/8-small-designs/05-undo.marble", (const uint8_t[]){
#embed "Exercises/8-small-designs/05-undo.marble" suffix(, 0)
  }},
  {"exercises/8-small-designs/06-asking-with-patience.marble", (const uint8_t[]){
#embed "Exercises/8-small-designs/06-asking-with-patience.marble" suffix(, 0)
  }},
  {"exercises/8-small-designs/07-saving-by-itself.marble", (const uint8_t[]){
#embed "Exercises/8-small-designs/07-saving-by-itself.marble" suffix(, 0)
  }},
  {"tutorial/01-time.marble", (const uint8_t[]){
#embed "Tutorial/01-time.marble" suffix(, 0)
  }},
  {"tutorial/02-the-end.marble", (const uint8_t[]){
#embed "Tutorial/02-the-end.marble" suffix(, 0)
  }},
  {"tutorial/03-several-events-on-one-tick.marble", (const uint8_t[]){
#embed "Tutorial/03-several-events-on-one-tick.marble" suffix(, 0)
  }},
  {"tutorial/04-a-name.marble", (const uint8_t[]){
#embed "Tutorial/04-a-name.marble" suffix(, 0)
  }},
  {"tutorial/05-an-operator.marble", (const uint8_t[]){
#embed "Tutorial/05-an-operator.marble" suffix(, 0)
  }},
  {"tutorial/06-a-chain.marble", (const uint8_t[]){
#embed "Tutorial/06-a-chain.marble" suffix(, 0)
  }},
  {"tutorial/07-two-streams.marble", (const uint8_t[]){
#embed "Tutorial/07-two-streams.marble" suffix(, 0)
  }},
  {"tutorial/08-hot-and-cold.marble", (const uint8_t[]){
#embed "Tutorial/08-hot-and-cold.marble" suffix(, 0)
  }},
  {"tutorial/09-one-after-the-other.marble", (const uint8_t[]){
#embed "Tutorial/09-one-after-the-other.marble" suffix(, 0)
  }},
  {"tutorial/10-all-at-the-same-time.marble", (const uint8_t[]){
#embed "Tutorial/10-all-at-the-same-time.marble" suffix(, 0)
  }},
  {"tutorial/11-one-at-a-time.marble", (const uint8_t[]){
#embed "Tutorial/11-one-at-a-time.marble" suffix(, 0)
  }},
  {"tutorial/12-only-the-newest.marble", (const uint8_t[]){
#embed "Tutorial/12-only-the-newest.marble" suffix(, 0)
  }},
  {"tutorial/13-why-and-why-not.marble", (const uint8_t[]){
#embed "Tutorial/13-why-and-why-not.marble" suffix(, 0)
  }},
  {"tutorial/14-searching.marble", (const uint8_t[]){
#embed "Tutorial/14-searching.marble" suffix(, 0)
  }},
  {"tutorial/15-laws.marble", (const uint8_t[]){
#embed "Tutorial/15-laws.marble" suffix(, 0)
  }},
  {"tutorial/16-orders.marble", (const uint8_t[]){
#embed "Tutorial/16-orders.marble" suffix(, 0)
  }},
  {"tutorial/17-gaps.marble", (const uint8_t[]){
#embed "Tutorial/17-gaps.marble" suffix(, 0)
  }},
};

size_t embedded_exercise_count(void) { return sizeof exercises / sizeof exercises[0]; }

embedded_file embedded_exercise(size_t index) {
  const exercise *found = &exercises[index];
  return (embedded_file){found->path, found->bytes, strlen((const char *)found->bytes)};
}
