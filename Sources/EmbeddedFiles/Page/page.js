// The page as a whole: its text, and what is shown of the answer to it.

class Page {
  /// Functions that add the parts of a page that runs scripts, which other pages do not contain.
  static parts = [];
  text = "";
  /// The text with which the page began, to which Reset returns.
  written = "";
  /// The answer to the text.
  answer = null;
  /// The answer whose picture is shown. It may be that to an earlier text.
  pictured = null;
  /// The name of the downloaded files.
  name = "script";
  shownMessages = "";

  constructor() {
    this.memory = new Memory();
    this.changes = new Changes(this);
    this.undo = new Undo();
    this.runs = new Latest((error) => { if (error) this.say(error.message); });
    this.picture = new Picture();
    this.moving = new Moving(this, this.picture);
    this.handles = new Handles(this, this.picture, this.moving);
    this.reasons = new Reasons(this, this.picture);
    this.script = new ScriptText(this);
    this.exercise = new Exercise(this);
    this.course = new Course(this);
    this.files = new Files(this);
    this.handles.prepareButtons();
    for (const add of Page.parts) add(this);
    this.listen();
  }

  listen() {
    const on = (id, action) => get(id).addEventListener("click", action);
    on("undo", () => this.step(true));
    on("redo", () => this.step(false));
    on("reset", () => this.reset());
    on("present", () => this.present(!document.body.classList.contains("presenting")));
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !this.moving.drag) {
        this.handles.select(null);
        this.present(false);
      }
      const key = event.key.toLowerCase();
      if (!(event.ctrlKey || event.metaKey) || !["z", "y"].includes(key) || !this.host.canEdit) return;
      if (event.target.matches?.("input:not(#answer)")) return;
      event.preventDefault();
      this.step(key === "z" && !event.shiftKey);
    });
    get("frame").addEventListener("scroll", () => this.picture.showNames());
    new ResizeObserver(([{ contentRect }]) => {
      if (this.answer && contentRect.width !== this.handles.width) this.showPlaces();
    }).observe(this.picture.root);
  }

  say(message) { set(get("status"), { textContent: message }); }

  // MARK: Text

  /// The text from which a move starts.
  get origin() { return this.host.canEdit ? this.text : this.written; }

  /// The offset in the text at which the user types.
  get cursor() {
    const answer = get("answer");
    return document.activeElement === answer ? this.exercise.start + answer.selectionStart : this.script.selection[0];
  }

  /// Replaces the script, as one step that can be undone.
  ///
  /// - Parameters:
  ///   - kind: The kind of typing, or nothing for another change.
  ///   - time: The time of typing, in milliseconds.
  change(next, { isStep = true, kind = "", time = 0 } = {}) {
    const isChanged = next !== this.text;
    if (isChanged && isStep) this.undo.record(this.text, kind, time);
    if (isChanged) this.exercise.clearVerdict();
    this.text = next;
    get("undo").disabled = this.undo.past.length === 0;
    get("redo").disabled = this.undo.future.length === 0;
    get("reset").hidden = this.text === this.written;
    this.showText();
    if (isChanged) this.changes.keep();
  }

  /// Takes the text that the user has typed.
  type(text, { inputType = "", timeStamp = 0 }) {
    // A line, a word from a list and pasted text are steps of their own.
    const kind = /^(insertText|deleteContent)/.exec(inputType)?.[0] ?? "";
    this.change(text, { kind, time: timeStamp });
    this.run(this.text, null, { isTyped: true });
  }

  step(isBack) {
    const before = this.text;
    const text = this.undo.step(isBack, before);
    if (text === undefined) return;
    this.change(text, { isStep: false });
    this.script.showChange(text, before);
    this.run(text);
  }

  /// Returns to the text with which the page began. This can be undone.
  reset() {
    this.handles.select(null);
    this.change(this.written);
    this.run(this.text);
  }

  showText() {
    this.script.show(this.text);
    this.exercise.showAnswer();
  }

  /// Begins with a text, or with what the user has made of it before, and returns whether there is that.
  begin(written, { isShared = false } = {}) {
    const kept = this.changes.find(written, isShared);
    this.written = kept?.written ?? written;
    this.change(kept?.text ?? written, { isStep: this.answer !== null });
    return kept !== null;
  }

  // MARK: Answers

  /// Runs a text, optionally with an edit, and shows the result.
  run(from, edit, { then, failed, isTyped = false } = {}) {
    return this.runs.run(async () => {
      try {
        const result = await this.host.run(from, edit);
        if (edit) result.note ??= this.moving.noteOn(edit);
        this.say(result.note ?? "");
        if (edit || !this.host.canEdit) this.change(result.text);
        this.show(result, isTyped);
        then?.(result);
      } catch (error) {
        failed?.();
        if (this.answer && this.answer.text !== this.text) this.showAge();
        throw error;
      }
    });
  }

  show(result, isTyped = false) {
    this.showResult(result, isTyped);
    this.showRest();
  }

  /// Shows the picture with its handles. During a drag, the rest follows when the picture has been painted.
  ///
  /// While the user types, the last picture without an error stays, because most scripts are incomplete then.
  showResult(result, isTyped = false) {
    const { cursor } = this;
    const isWrong = result.messages.some(({ kind, start, end }) =>
      kind === "error" || (kind === "warning" && start <= cursor && cursor <= end));
    const isOld = isTyped && isWrong && this.picture.lanes.length > 0;
    this.answer = result;
    this.reasons.hide();
    if (!this.moving.drag && this.handles.selected) this.handles.select(null);
    this.setOld(isOld);
    if (isOld) return;
    this.pictured = result;
    this.picture.show(result);
    this.handles.show(result, this.moving.drag?.handle);
  }

  /// Sets whether the picture is that of an earlier text.
  setOld(isOld) {
    for (const id of ["board", "plain"]) get(id).classList.toggle("old", isOld);
    get("handles").inert = get("events").inert = isOld;
  }

  /// Shows that there is no answer to the text. The messages are about an earlier one.
  showAge() {
    this.setOld(true);
    this.shownMessages = "";
    get("messages").replaceChildren();
  }

  showRest() {
    this.showText();
    this.script.showColors(this.text, this.answer);
    set(get("diagram"), { textContent: this.pictured.diagram });
    // A program of another library has no marbles to drag.
    get("hint").hidden = this.answer.timelines.length === 0;
    this.showMessages();
    this.lanes?.show(this.answer);
    if (get("handles").inert) return;
    this.picture.showNames();
    this.reasons.show();
    this.reasons.showTime();
  }

  showPlaces() {
    if (get("handles").inert) return;
    this.handles.show(this.answer, this.moving.drag?.handle);
    this.reasons.show();
    this.picture.showNames();
  }

  showMessages() {
    const messages = JSON.stringify(this.answer.messages);
    if (messages === this.shownMessages) return;
    this.shownMessages = messages;
    get("messages").replaceChildren(...this.answer.messages.map(({ kind, text }) =>
      make("pre", { className: kind, textContent: text, tabIndex: 0 })));
  }

  present(isOn) {
    document.body.classList.toggle("presenting", isOn);
    get("present").setAttribute("aria-pressed", isOn);
    if (this.answer) this.showPlaces();
  }

  // MARK: Start

  start() {
    const data = get("baked");
    const { engine } = document.documentElement.dataset;
    return data ? startBaked(this, JSON.parse(data.textContent), engine) : this.opening.start(engine);
  }

  setHost(host) {
    this.host = host;
    document.body.classList.toggle("baked", !host.canEdit);
    this.script.field.readOnly = !host.canEdit;
    get("hint").textContent = host.canEdit ? Page.hint
      : "Drag the marbles, or move them with the arrow keys. Each move starts from the written script.";
  }
  static hint = get("hint").textContent;
}
