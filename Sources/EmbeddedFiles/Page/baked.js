// The answers in a file that needs no server.

/// The answers in the page to the moves of single marbles.
class BakedHost {
  canEdit = false;
  constructor(data) {
    this.data = data;
    // The answers, each without its picture, and then the pictures.
    this.records = this.unfolded(data.size, data.answers).split("\u001E");
  }
  answer(number) {
    return { ...JSON.parse(this.records[number]), picture: this.records[number + this.records.length / 2] };
  }
  async run(text, edit) {
    if (!edit) return this.answer(0);
    const moves = this.data.moves[edit.timeline]?.[edit.marble];
    if (edit.edit !== "move" || !moves) throw new Error("this page has only the moves of marbles");
    const [first, ...steps] = moves;
    let sum = 0;
    const answers = steps.map((step) => (sum += step));
    const tick = clamp(edit.tick, first, first + answers.length - 1);
    const answer = this.answer(answers[tick - first]);
    // The places of the marbles among the written ones.
    const order = this.data.moves[edit.timeline].map((_, index) => index).filter((index) => index !== edit.marble);
    order.splice(answer.focus?.[1] ?? edit.marble, 0, edit.marble);
    answer.moved = { timeline: edit.timeline, marble: edit.marble, order };
    if (tick !== edit.tick) answer.note = `This file has only the moves of this marble from tick ${first} to ${first + answers.length - 1}.`;
    return answer;
  }
  async why() { return { sentence: "", causes: [] }; }

  /// Returns the text of parts: strings, and pairs of a distance and a count of bytes, which repeat an earlier part.
  unfolded(size, parts) {
    const bytes = new Uint8Array(size);
    const encoder = new TextEncoder();
    let end = 0;
    for (let index = 0; index < parts.length; index += 1) {
      if (typeof parts[index] === "string") {
        end += encoder.encodeInto(parts[index], bytes.subarray(end)).written;
      } else {
        const start = end - parts[index];
        index += 1;
        bytes.copyWithin(end, start, start + parts[index]);
        end += parts[index];
      }
    }
    return new TextDecoder().decode(bytes);
  }
}

/// Shows a page without a server, and then runs the engine if the page has one.
async function startBaked(page, data, engine) {
  const host = new BakedHost(data);
  page.setHost(host);
  page.name = data.name;
  page.exercise.show(data.exercise);
  get("answer").value = page.memory.get(page.changes.key)?.answer ?? "";
  if (data.course) page.course.show(data.course);
  page.begin(host.answer(0).text);
  await page.run(page.text);
  if (!engine) return;
  try {
    // A page that is opened as a file may not start a worker.
    const worker = new WorkerHost(engine, page.exercise.unhidden(data.source));
    await worker.engine.opened.then((response) => { if (!response.ok) throw new Error(); });
    const parts = await worker.json("exercise");
    const script = await (await worker.ask("script")).text();
    const [answer, isChecked] = [get("answer").value, get("verdict").hasChildNodes()];
    page.exercise.show(parts);
    await page.opening.begin(worker, script, new URLSearchParams(location.hash.slice(1)).get("s"));
    await page.exercise.enter(answer, isChecked);
  } catch { /* The answers in the page remain. */ }
}
