// Addresses that contain the script.

class Sharing {
  /// The length of the longest address.
  static maxLength = 8_000;

  constructor(page) {
    this.page = page;
    const on = (id, action) => get(id).addEventListener("click", action);
    on("share", () => this.share());
    on("embed", () => this.embed());
  }

  toBase64(bytes) {
    let text = "";
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  }

  fromBase64(text) {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
  }

  async through(bytes, stream) {
    return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
  }

  /// Returns a script as the fragment of an address. Compressed, it cannot be cut off without a notice.
  async packed(script) {
    return "z" + this.toBase64(await this.through(new TextEncoder().encode(script), new CompressionStream("deflate-raw")));
  }

  /// Returns the script of a fragment, which in older addresses may not be compressed.
  async unpacked(fragment) {
    try {
      const bytes = this.fromBase64(fragment.slice(1));
      if (bytes.length === 0) throw new Error();
      return new TextDecoder("utf-8", { fatal: true }).decode(
        fragment[0] === "z" ? await this.through(bytes, new DecompressionStream("deflate-raw")) : bytes);
    } catch { throw new Error("The address does not contain a whole script."); }
  }

  /// Writes the script into the address, and returns whether it is short enough.
  async write() {
    const { page } = this;
    const fragment = await this.packed(page.text);
    const isShort = fragment.length <= Sharing.maxLength;
    const { exercise } = page.host;
    const parts = [exercise && `x=${encodeURIComponent(exercise)}`, isShort && `s=${fragment}`].filter(Boolean);
    history.replaceState({ slot: page.changes.slot }, "", parts.length > 0 ? `#${parts.join("&")}` : location.pathname);
    return isShort;
  }

  async share() {
    const { page } = this;
    if (!await this.write()) return page.say("The script is too long for an address. Download it as a file: Script.");
    await this.copy(location.href, "The address with the script is in the clipboard.", "The address of this page contains the script.");
  }

  /// Copies the lines that show the script in another page.
  async embed() {
    const code = new URL("marble-diagram.js", location.href).href;
    const script = this.page.text.trimEnd().replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    const lines = `<script type="module" src="${code}"><\/script>\n<marble-diagram>\n${script}\n<\/marble-diagram>\n`;
    await this.copy(lines, "The lines for another page are in the clipboard.", lines);
  }

  async copy(text, done, otherwise) {
    try {
      await navigator.clipboard.writeText(text);
      this.page.say(done);
    } catch { this.page.say(otherwise); }
  }
}

Page.parts.push((page) => { page.sharing = new Sharing(page); });
