// What a program adds to the trace of the page while it is open.

class Following {
  isOn = false;
  constructor(page) { this.page = page; }

  /// Shows what is new, unless the user has changed the script.
  async start() {
    if (this.isOn) return;
    this.isOn = true;
    const { page } = this;
    while (true) {
      await new Promise((done) => { setTimeout(done, 500); });
      if (document.hidden || page.moving.drag || page.host.exercise !== null || page.text !== page.written) continue;
      try {
        const script = await (await page.host.ask("script")).text();
        if (script === page.written || page.text !== page.written) continue;
        page.written = script;
        page.change(script, { isStep: false });
        await page.run(script);
      } catch (error) {
        this.isOn = false;
        return page.say(error.message);
      }
    }
  }
}

Page.parts.push((page) => { page.following = new Following(page); });
