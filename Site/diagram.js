
// The element <marble-diagram>, whose text is a script. All elements of a page share one engine, in a worker of this file.

if (typeof HTMLElement !== "undefined") {
  let engine;
  const style = `
    :host { display: block; overflow-x: auto; }
    svg { display: block; max-width: 100%; height: auto; }
    pre { white-space: pre-wrap; color: #c62828; }
    a { font: .875rem system-ui, sans-serif; }`;

  customElements.define("marble-diagram", class extends HTMLElement {
    async connectedCallback() {
      if (this.shadowRoot) return;
      const root = this.attachShadow({ mode: "open" });
      // What the author has put inside is shown until the picture is there.
      root.append(document.createElement("slot"));
      // A parser may still add the text.
      if (document.readyState === "loading") {
        await new Promise((next) => document.addEventListener("DOMContentLoaded", next, { once: true }));
      }
      const script = this.script;
      try {
        engine ??= new EngineWorker(import.meta.url);
        const response = await engine.respond("run", script);
        if (!response.ok) throw new Error(await response.text());
        const { picture, messages } = await response.json();
        const errors = messages.filter(({ kind }) => kind === "error" || kind === "failed");
        const edit = Object.assign(document.createElement("a"), { textContent: "Edit", href: this.address(script) });
        const svg = new DOMParser().parseFromString(picture || "<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml");
        root.replaceChildren(
          Object.assign(document.createElement("style"), { textContent: style }),
          document.adoptNode(svg.documentElement),
          ...errors.map(({ text }) => Object.assign(document.createElement("pre"), { textContent: text })), edit);
      } catch (error) {
        root.append(Object.assign(document.createElement("p"), { textContent: error.message }));
      }
    }
    /// The text without the indentation of its first line, and without what is for readers without JavaScript.
    get script() {
      const copy = this.cloneNode(true);
      for (const other of copy.querySelectorAll("noscript, p, figure")) other.remove();
      const text = copy.textContent.replace(/^\s*\n/, "").trimEnd();
      const indentation = /^[ \t]*/.exec(text)[0];
      return text.split("\n").map((line) => (line.startsWith(indentation) ? line.slice(indentation.length) : line)).join("\n") + "\n";
    }
    /// The address of the playground with the script.
    address(script) {
      let text = "";
      for (const byte of new TextEncoder().encode(script)) text += String.fromCharCode(byte);
      const packed = btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
      return new URL(`index.html#s=r${packed}`, import.meta.url).href;
    }
  });
}
