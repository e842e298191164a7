'use strict';

const { spawn } = require('child_process');

/** How long a server may take to end after it was asked to, in milliseconds. */
const patience = 2000;

/** A connection to a language server on its standard input and output. */
class Connection {
  /**
   * @param {string} program The path of rxrepl.
   * @param {string[]} options Its arguments.
   * @param {{notification: Function, request: Function, ended: Function}} handlers Called for the server's messages,
   *   and when the server ends, with the reason.
   */
  constructor(program, options, handlers) {
    this.handlers = handlers;
    this.pending = new Map();
    this.lastID = 0;
    this.buffer = Buffer.alloc(0);
    this.process = spawn(program, options, { stdio: ['pipe', 'pipe', 'ignore'] });
    this.process.stdout.on('data', (data) => this.receive(data));
    this.process.stdin.on('error', () => {});
    this.ended = new Promise((resolve) => { this.markEnded = resolve; });
    this.process.on('error', (error) => this.end(error.message));
    this.process.on('exit', (status, signal) => this.end(signal ?? `exit status ${status}`));
  }

  notify(method, params) {
    this.send({ method, params });
  }

  /**
   * Sends a request, and returns its result. A request that is cancelled or outdated, or whose server has ended, has the
   * result `null`.
   */
  request(method, params, token) {
    if (this.hasEnded) return Promise.resolve(null);
    const id = ++this.lastID;
    this.send({ id, method, params });
    const cancellation = token?.onCancellationRequested(() => this.notify('$/cancelRequest', { id }));
    return new Promise((resolve, reject) => this.pending.set(id, { resolve, reject })).finally(() =>
      cancellation?.dispose());
  }

  /** Ends the server. One that does not answer is killed. */
  async stop() {
    this.handlers.ended = () => {};
    const timer = setTimeout(() => this.process.kill('SIGKILL'), patience);
    await this.request('shutdown', null).catch(() => {});
    this.notify('exit', null);
    await this.ended;
    clearTimeout(timer);
  }

  send(message) {
    if (this.hasEnded) return;
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  receive(data) {
    this.buffer = Buffer.concat([this.buffer, data]);
    for (;;) {
      const end = this.buffer.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/Content-Length: (\d+)/.exec(this.buffer.toString('latin1', 0, end))?.[1]);
      const start = end + 4;
      if (this.buffer.length < start + length) return;
      const message = JSON.parse(this.buffer.toString('utf8', start, start + length));
      this.buffer = this.buffer.subarray(start + length);
      this.handle(message);
    }
  }

  handle({ id, method, params, result, error }) {
    if (method && id !== undefined) {
      Promise.resolve(this.handlers.request(method, params)).then((result) => this.send({ id, result: result ?? null }));
    } else if (method) {
      this.handlers.notification(method, params);
    } else {
      const request = this.pending.get(id);
      this.pending.delete(id);
      if (!error) request?.resolve(result);
      else if (error.code === -32800 || error.code === -32801) request?.resolve(null);
      else request?.reject(new Error(error.message));
    }
  }

  end(reason) {
    if (this.hasEnded) return;
    this.hasEnded = true;
    for (const request of this.pending.values()) request.resolve(null);
    this.pending.clear();
    this.markEnded();
    this.handlers.ended(reason);
  }
}

module.exports = { Connection };
