// Files to download.

class Files {
  constructor(page) {
    this.page = page;
    const on = (id, action) => get(id).addEventListener("click", action);
    on("save-script", () => this.save("marble", new Blob([page.text])));
    on("save-svg", () => this.savePicture("svg", new Blob([this.picture], { type: "image/svg+xml" })));
    on("save-png", () => this.savePNG());
  }

  save(ending, blob) {
    const link = make("a", { href: URL.createObjectURL(blob), download: `${this.page.name}.${ending}` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  savePicture(ending, blob) {
    this.save(ending, blob);
    if (get("board").classList.contains("old")) {
      this.page.say("The file has the dimmed picture, which is of an earlier version of the script.");
    }
  }

  /// The picture that is shown, with a class of its own, so that its style affects no other picture in the same document.
  get picture() {
    const { picture } = this.page.pictured;
    const name = `mb-${fingerprint(picture).toString(36)}`;
    return picture.replace(/class="mb-page"|\.mb-page\b/g, (part) => part.replace("mb-page", name));
  }

  async savePNG() {
    const { width, height } = this.page.picture.axis.size;
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([this.picture], { type: "image/svg+xml" }));
    await image.decode();
    const canvas = make("canvas", { width: 2 * width, height: 2 * height });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(image.src);
    canvas.toBlob((blob) => {
      if (blob) this.savePicture("png", blob);
      else this.page.say("The picture is too large for a PNG file. Download it as SVG.");
    });
  }
}
