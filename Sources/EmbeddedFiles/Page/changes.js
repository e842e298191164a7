// What the user has made of the text of a page, which the browser keeps.

class Changes {
  /// The name under which the browser keeps them. Those of a shared script are not those of the page's own.
  slot = "";
  constructor(page) { this.page = page; }

  get key() { return `script ${location.pathname} ${this.page.host.exercise ?? ""}`; }

  /// Keeps the text, also in the address of a page that runs scripts itself.
  keep() {
    const { text, written, host, memory, isProgram } = this.page;
    if (!host.canEdit) return;
    memory.set(this.slot, text === written ? null : { base: fingerprint(written), written, text });
    if (!isProgram) return;
    this.address = location.hash;
    this.writeAddress();
  }
  /// Writes the address, unless another one has been opened.
  writeAddress = later(300, () => { if (location.hash === this.address) this.page.sharing.write(); });

  /// Finds what the user has made of a text, or `null`.
  find(written, isShared) {
    const { memory } = this.page;
    const base = fingerprint(written);
    // If the page is loaded again, the address has the changed text, and its state the slot.
    const before = isShared ? history.state?.slot ?? this.key : null;
    const kept = before && memory.get(before);
    if (kept?.text === written) {
      this.slot = before;
      return kept;
    }
    this.slot = isShared ? `${this.key} ${base}` : this.key;
    const changed = memory.get(this.slot);
    return changed?.base === base ? changed : null;
  }
}
