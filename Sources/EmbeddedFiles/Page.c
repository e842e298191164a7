#include "EmbeddedFiles.h"

// Swift and SwiftPM know no standard of C after 2017 yet, but every clang that they use reads `#embed`.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t html[] = {
#embed "Page/page.html"
};

static const uint8_t css[] = {
#embed "Page/page.css"
};

static const uint8_t js[] = {
#embed "Page/page.js"
};

embedded_file embedded_page_html(void) { return (embedded_file){"page.html", html, sizeof html}; }
embedded_file embedded_page_css(void) { return (embedded_file){"page.css", css, sizeof css}; }
embedded_file embedded_page_js(void) { return (embedded_file){"page.js", js, sizeof js}; }
