// Draws the `marble` fences of Markdown in two hosts:
//
//   markdown-it, VitePress:      md.use(require('./marble.cjs').markdownIt)
//   remark, Docusaurus, Astro:   remarkPlugins: [require('./marble.cjs').remark]
//
// The picture is an image whose address contains it, because MDX and Vue accept neither HTML nor styles in a page.
'use strict';

const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const settings = ['theme', 'width', 'scale', 'inner-limit'];
// The words that only this plugin reads, or that have no effect here.
const own = ['ignore', 'hidden', 'fails', 'new', 'svg', 'file'];
// The beginning of an error, a warning or a failure.
const place = /^(✗ )?script\.marble:(\d+)(?::\d+)?/;

/**
 * Returns the picture of a script after the fences of earlier ones, and the messages of the program. With words of a
 * fence, the script runs as such.
 */
function run(script, earlier, options, info) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rxrepl-'));
  try {
    fs.writeFileSync(path.join(folder, 'earlier.md'), earlier.join('\n'));
    const name = info ? 'script.md' : 'script.marble';
    fs.writeFileSync(path.join(folder, name), info ? fence(script, info) : `${script}\n`);
    const result = spawnSync(
      'rxrepl', ['--safe', '--color=never', '--format=svg', ...options, 'earlier.md', name],
      { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
    if (result.error?.code === 'ENOENT') throw new Error('rxrepl is not in the PATH: install it, or add its folder');
    if (result.error) throw result.error;
    return [result.stdout, result.stderr.replace(/script\.md:(\d+)/g, (_, line) => `script.marble:${line - 1}`)];
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

/**
 * Returns the words after `marble` in the first line of a fence, with their values, or nothing if it is not a script.
 * The line is `marble drawing` or, for other tools, `{.marble .drawing}`.
 */
function wordsOf(line) {
  // VitePress has other words directly after the language: `marble{1,3}` and `marble:line-numbers`.
  const [, language, info] = /^\.?([^\s:{]*)\S*\s*(.*)$/s.exec(line.trim().replace(/^\{(.*)\}$/s, '$1').trim());
  if (language.toLowerCase() !== 'marble') return undefined;
  const words = {};
  const pattern = /\.?([^\s=]+)(?:=(?:"((?:\\["\\]|[^"])*)"|'([^']*)'|(\S*)))?/g;
  for (const [, name, quoted, single, plain] of info.matchAll(pattern)) {
    words[name] = quoted?.replace(/\\(["\\])/g, '$1') ?? single ?? plain ?? '';
  }
  return words;
}

function fence(script, words) {
  // Words with a backtick can only be after tildes.
  const mark = words.includes('`') ? '~' : '`';
  const runs = script.match(new RegExp(`${mark}+`, 'g')) ?? [];
  const marks = mark.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return `${marks}marble ${words}\n${script}\n${marks}\n`;
}

/**
 * Returns the messages with their lines in the file, whose first line of the script is this one, and the text that the
 * script prints, which a blank line separates from them.
 */
function messagesOf(output, file, line) {
  const messages = [];
  const answers = [];
  let inside = answers;
  for (const text of output.replace(/\n$/, '').split('\n')) {
    const match = place.exec(text);
    if (match) {
      inside = messages;
      const number = line + Number(match[2]) - 1;
      messages.push({ line: number, text: `${match[1] ?? ''}${file}:${number}${text.slice(match[0].length)}` });
    } else if (text.startsWith('✓') || text.startsWith('rxrepl: ')) {
      inside = undefined;
    } else if (text === '' && inside !== answers) {
      inside = answers;
    } else if (inside === messages) {
      messages.at(-1).text += `\n${text}`;
    } else if (inside) {
      answers.push(text);
    }
  }
  return [messages, answers.join('\n').trimEnd()];
}

/** Returns the hidden scripts in a comment, each with its words and the number of its first line, counted from 0. */
function hiddenIn(comment) {
  if (!/^\s*(<!--|\/\*)/.test(comment)) return [];
  return [...comment.matchAll(/^[ \t]*(`{3,}|~{3,})[ \t]*(.*)\n([^]*?)^[ \t]*\1[`~]*[ \t]*$/gm)]
    .map(({ 2: info, 3: script, index }) => [script.replace(/\n$/, ''), wordsOf(info), comment.slice(0, index).split('\n').length])
    .filter(([, words]) => words && 'hidden' in words);
}

/** Runs a fence of a page, and returns what appears in its place. */
function draw(script, words, earlier, file, line) {
  if ('ignore' in words) return { script: true, messages: [], expected: [] };
  if ('new' in words) earlier.length = 0;
  const options = settings.filter((name) => name in words).map((name) => `--${name}=${words[name]}`);
  const prompt = 'prompt' in words ? 'prompt ' : '';
  // The program reports the words that it does not know.
  const info = Object.entries(words).filter(([name]) => !own.includes(name))
    .map(([name, value]) => (value === '' ? name : `${name}="${value.replace(/["\\]/g, '\\$&')}"`)).join(' ');
  let [svg, output] = run(script, earlier, options, info);
  // Without its settings, of which one is not valid, the script is not shown as a picture.
  if (output.startsWith('Error: ')) [svg, output] = ['', run(script, earlier, [], info)[1]];
  let [messages, text] = messagesOf(output, file, line);
  // Those about the words are at the line above the script.
  const wrong = messages.filter((message) => message.line < line);
  messages = messages.filter((message) => message.line >= line);
  let expected = [];
  // A script that was stopped must not run again before later ones.
  if (!output.includes('error: stopped: ')) earlier.push(fence(script, prompt + (messages.length ? 'hidden fails' : 'hidden')));
  if ('fails' in words) {
    [expected, messages] = messages.length
      ? [messages, []] : [[], [{ line, text: `${file}:${line}: error: nothing fails in this script` }]];
  }
  messages.unshift(...wrong);
  const hidden = 'hidden' in words;
  const marks = { lt: '<', gt: '>', quot: '"', amp: '&' };
  const title = /<title>(.*?)<\/title>/s.exec(svg)?.[1].replace(/&(lt|gt|quot|amp);/g, (_, name) => marks[name]);
  return {
    script: !hidden && !('drawing' in words),
    picture: svg && !hidden
      ? { url: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`, alt: words.alt ?? words.name ?? title }
      : undefined,
    expected: hidden ? [] : [...expected, ...(text ? [{ text }] : [])],
    caption: hidden ? undefined : words.caption,
    messages,
  };
}

/** A plugin of markdown-it. `env.path` or `env.relativePath`, if there is one, is the file in messages. */
function markdownIt(md) {
  const shown = md.renderer.rules.fence;
  const escape = md.utils.escapeHtml;
  const pages = new WeakMap();
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const token = tokens[index];
    const words = wordsOf(token.info);
    if (!words) return shown(tokens, index, options, env, self);
    if (!pages.has(tokens)) pages.set(tokens, []);
    const file = env?.relativePath ?? env?.path ?? 'script';
    const drawing = draw(token.content.replace(/\n$/, ''), words, pages.get(tokens), file, token.map[0] + 2);
    for (const { text } of drawing.messages) console.warn(text);
    const { picture, caption } = drawing;
    return [
      drawing.script ? shown(tokens, index, options, env, self) : '',
      picture ? `<p><img class="marble" src="${picture.url}" alt="${escape(picture.alt)}"></p>\n` : '',
      picture && caption ? `<p class="marble-caption">${escape(caption)}</p>\n` : '',
      ...drawing.expected.map(({ text }) => `<pre class="marble-text">${escape(text)}</pre>\n`),
      ...drawing.messages.map(({ text }) => `<pre class="marble-error">${escape(text)}</pre>\n`),
    ].join('');
  };
  const html = md.renderer.rules.html_block;
  md.renderer.rules.html_block = (tokens, index, options, env, self) => {
    if (!pages.has(tokens)) pages.set(tokens, []);
    const messages = hiddenIn(tokens[index].content).flatMap(([script, words, line]) =>
      draw(script, words, pages.get(tokens), env?.relativePath ?? env?.path ?? 'script', tokens[index].map[0] + 1 + line).messages);
    for (const { text } of messages) console.warn(text);
    const shown = messages.map(({ text }) => `<pre class="marble-error">${escape(text)}</pre>\n`);
    return [html(tokens, index, options, env, self), ...shown].join('');
  };
}

/** Returns the words of a fence as they are written, because the tree has no backslashes before quotes. */
function infoOf(code, file) {
  const known = `${code.lang ?? ''} ${code.meta ?? ''}`;
  const [line] = String(file).slice(code.position?.start.offset ?? Infinity).split(/[\r\n]/, 1);
  const info = line.replace(/^(`+|~+)/, '').trim();
  return code.lang && info !== line && info.startsWith(code.lang) ? info : known;
}

/** A plugin of remark. An error is a message of the file, which `--frail` takes as a failure. */
function remark() {
  return (tree, file) => {
    const earlier = [];
    const code = ({ text }) => ({ type: 'code', lang: 'text', meta: null, value: text });
    const visit = (node) => {
      node.children &&= node.children.flatMap((child) => {
        visit(child);
        const name = file.path ?? 'script';
        if (child.type === 'html' || child.type === 'mdxFlowExpression') {
          const first = child.position?.start.line ?? 1;
          return [child, ...hiddenIn(child.value).flatMap(([script, words, line]) => {
            const { messages } = draw(script, words, earlier, name, first + line);
            for (const message of messages) file.message(message.text, { line: message.line, column: 1 });
            return messages.map(code);
          })];
        }
        const words = child.type === 'code' ? wordsOf(infoOf(child, file)) : undefined;
        if (!words) return [child];
        const drawing = draw(child.value, words, earlier, name, (child.position?.start.line ?? 0) + 1);
        for (const { text, line } of drawing.messages) file.message(text, { line, column: 1 });
        const { picture, caption } = drawing;
        return [
          ...(drawing.script ? [child] : []),
          ...(picture ? [{ type: 'paragraph', children: [{ type: 'image', title: null, ...picture }] }] : []),
          ...(picture && caption ? [{ type: 'paragraph', children: [{ type: 'text', value: caption }] }] : []),
          ...[...drawing.expected, ...drawing.messages].map(code),
        ];
      });
    };
    visit(tree);
  };
}

exports.markdownIt = markdownIt;
exports.remark = remark;
