#include "EmbeddedFiles.h"

// Swift and SwiftPM know no standard of C after 2017 yet, but every clang that they use reads `#embed`.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t html[] = {
#embed "Page/page.html"
};

static const uint8_t css[] = {
#embed "Page/page.css"
};

static const uint8_t live_css[] = {
#embed "Page/live.css"
};

// The parts of all pages. `Site/build` reads the names and the order of the parts here.
static const uint8_t js[] = {
#embed "Page/dom.js"
  ,
#embed "Page/picture.js"
  ,
#embed "Page/script.js"
  ,
#embed "Page/handles.js"
  ,
#embed "Page/moving.js"
  ,
#embed "Page/reasons.js"
  ,
#embed "Page/exercise.js"
  ,
#embed "Page/files.js"
  ,
#embed "Page/changes.js"
  ,
#embed "Page/page.js"
};

// The parts of pages that run scripts.
static const uint8_t live[] = {
#embed "Page/worker.js"
  ,
#embed "Page/hosts.js"
  ,
#embed "Page/opening.js"
  ,
#embed "Page/sharing.js"
  ,
#embed "Page/following.js"
  ,
#embed "Page/completion.js"
  ,
#embed "Page/operators.js"
};

// The part of pages that contain answers.
static const uint8_t baked[] = {
#embed "Page/baked.js"
};

static const uint8_t start[] = {
#embed "Page/start.js"
};

embedded_file embedded_page_html(void) { return (embedded_file){"page.html", html, sizeof html}; }
embedded_file embedded_page_css(void) { return (embedded_file){"page.css", css, sizeof css}; }
embedded_file embedded_page_live_css(void) { return (embedded_file){"live.css", live_css, sizeof live_css}; }
embedded_file embedded_page_js(void) { return (embedded_file){"page.js", js, sizeof js}; }
embedded_file embedded_page_live_js(void) { return (embedded_file){"live.js", live, sizeof live}; }
embedded_file embedded_page_baked_js(void) { return (embedded_file){"baked.js", baked, sizeof baked}; }
embedded_file embedded_page_start_js(void) { return (embedded_file){"start.js", start, sizeof start}; }
