// Starts the page, when all parts are there.

const page = new Page();
page.start();
