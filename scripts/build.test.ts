import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { transformWithOxc } from 'vite';
import { expect, test } from 'vitest';
import { fallbacks } from '#app/ui/fallbacks.ts';
import { assetsFolder, readBuiltNames } from '#test/support/built-files.ts';
import { isImpliedBy, listNewerParts, type NewerPart } from '#test/support/supported-browsers.ts';

const root = path.join(import.meta.dirname, '..');

const { newer, olderNames } = listNewerParts();

/**
 * Functions that are called only if the browser has them. `files`: beginnings of the names of the files that call them.
 */
const guarded: Record<string, { files: string; by: string }> = {
  'AbortSignal.timeout': {
    files: 'read-pdf-file reader-dialog later-parts',
    by: 'nobody: Chrome 124 only renamed its error',
  },
  '.canShare': { files: 'shelf', by: 'an optional call' },
  '.databases': { files: 'reading sw.js', by: 'us' },
  '.estimate': { files: 'save-progress', by: 'an optional call' },
  '.fromBase64': { files: 'html-text unpack-worker', by: 'parse5' },
  '.share': { files: 'shelf paper-dialog reader-dialog', by: 'us' },
  '.showPopover': { files: 'tooltip-layer', by: 'an optional call' },
  '.startViewTransition': { files: 'index shelf', by: 'React and the router' },
  '.toBase64': { files: 'html-text share-dialog unpack-worker', by: 'parse5 and qr' },
  '.toHex': { files: 'hash-worker', by: 'noble-hashes' },
  'JSON.isRawJSON': { files: 'legacy-', by: 'core-js' },
  'JSON.rawJSON': { files: 'legacy-', by: 'core-js' },
  'Symbol.asyncDispose': { files: 'open-archive', by: 'zip.js' },
  'new ClipboardItem': { files: 'reader-dialog', by: 'us' },
  'new Float16Array': { files: 'legacy-', by: 'pdf.js' },
  'new ImageDecoder': { files: 'legacy-worker', by: 'pdf.js' },
  requestIdleCallback: { files: 'reader-dialog shelf', by: 'us' },
};

/** Methods that have a newer browser function's name but belong to another object, with their owner. */
const notOfBrowsers: Record<string, string> = {
  '.check': 'zod and pdf.js',
  '.drop': 'ours',
  '.getName': 'pdf.js',
  '.grow': 'the memory of WebAssembly',
  '.isVisible': 'pdf.js',
  '.readText': 'ours',
  '.sync': 'ours',
  '.take': 'ours and pdf.js',
  '.toArray': 'React and pdf.js',
  '.when': 'zod',
  open: 'ours',
};

/** A call in minified code, in which browser functions still have their names. */
type Call = { file: string; call: string; near: string };

test('no script calls a function that a supported browser lacks, unless a fallback provides it or the call is guarded', async () => {
  const calls = (await readScripts(/^(?!current-)/)).flatMap((script) => findCalls(script, newer));
  const isAllowed = ({ file, call }: Call) =>
    call in notOfBrowsers || guarded[call]?.files.split(' ').some((name) => file.startsWith(name));
  expect(calls.filter((each) => !isAllowed(each))).toEqual([]);
  // Everything in the list is still needed.
  const seen = new Set(calls.filter(isAllowed).map(({ call }) => call));
  expect([...Object.keys(guarded), ...Object.keys(notOfBrowsers)].filter((call) => !seen.has(call))).toEqual([]);
});

test('the current build of pdf.js runs only where the browser has all its functions', async () => {
  const file = path.join(root, 'app/features/reader/pdf/current-browser.ts');
  const conditions = [...(await readFile(file, 'utf8')).matchAll(/(?:'(\w+)'|(Symbol\.\w+)) in ([\w.]+)/g)].map(
    ([, name = '', symbol = '', owner = '']) => (owner === 'globalThis' ? name : `${owner}.${name || symbol}`),
  );
  const required = newer.filter((part) => conditions.includes(part.path));
  expect(required.length).toBeGreaterThan(5);
  const missing = newer.filter(({ versions }) => !isImpliedBy(versions, required));
  const calls = (await readScripts(/^current-/)).flatMap((script) => findCalls(script, missing));
  const known = ['new ImageDecoder', 'new Float16Array', ...Object.keys(notOfBrowsers)];
  expect(calls.filter(({ call }) => !known.includes(call))).toEqual([]);
});

test('the function that decides whether the fallbacks are loaded is newer than all of them', async () => {
  const lookedFor = newer.filter((part) => part.path === 'Response.prototype.bytes');
  expect(lookedFor).toHaveLength(1);
  const brought = newer.filter((part) => fallbackPaths.includes(part.path));
  // Only pdf.js needs these, and its legacy build imports the fallbacks itself.
  const late = ['ReadableStream.prototype.@@asyncIterator', 'Blob.prototype.bytes'];
  expect(brought.filter((part) => !late.includes(part.path) && !isImpliedBy(part.versions, lookedFor))).toEqual([]);
});

test('the scripts use only syntax that the supported browsers have', async () => {
  const target = ['chrome109', 'edge109', 'firefox115', 'safari16.4', 'ios16.4'];
  expect(await isLowered('export const parts = (text) => text.match(/[\\p{L}--[a-z]]/v);', target)).toBe(true);
  const lowered: string[] = [];
  for (const { file, text } of await readScripts(/^(?!current-)/)) {
    if (await isLowered(text, target)) lowered.push(file);
    // Output of the build for a regular expression that they could not parse.
    if (/RegExp\([^()]*,\s*(?:`\w*v\w*`|"\w*v\w*")\)|\(\?[ims]*-?[ims]+:/.test(text)) lowered.push(`${file}: RegExp`);
  }
  expect(lowered).toEqual([]);
});

test("the router's own error page is in no script", async () => {
  const scripts = await readScripts(/./);
  expect(scripts.length).toBeGreaterThan(50);
  expect(scripts.filter(({ text }) => /Show Error|Hide Error/.test(text)).map(({ file }) => file)).toEqual([]);
});

const fallbackPaths = Object.entries(fallbacks).flatMap(([owner, functions]) =>
  Reflect.ownKeys(functions).map(
    (name) => `${owner}.${name === Symbol.asyncIterator ? '@@asyncIterator' : String(name)}`,
  ),
);

type Script = { file: string; text: string };

/** Returns the scripts of which the name, or of a worker the file, matches. */
async function readScripts(names: RegExp): Promise<Script[]> {
  const built = readBuiltNames();
  const files = (await readdir(assetsFolder)).filter((file) => file.endsWith('.js'));
  const scripts = [...files, '../sw.js'].map((file) => ({ file: built[file] ?? path.basename(file), at: file }));
  const chosen = scripts.filter(({ file }) => names.test(file));
  return Promise.all(
    chosen.map(async ({ file, at }) => ({ file, text: await readFile(path.join(assetsFolder, at), 'utf8') })),
  );
}

/** Returns calls of newer functions, except functions that the script itself or the fallbacks provide. */
function findCalls({ file, text }: Script, parts: readonly NewerPart[]): Call[] {
  const methods = parts.filter(({ path: of, name }) => of.includes('.prototype.') && !olderNames.has(name));
  const methodNames = new Set(methods.map(({ name }) => name));
  const others = new Set(parts.map((part) => part.path).filter((each) => !each.includes('.prototype.')));
  const brought = new Set([
    ...(/worker|^sw\.js$/.test(file) && !file.startsWith('legacy-') ? [] : fallbackPaths.map(nameOf)),
    // As in core-js, in the legacy build of pdf.js: `({target:`Promise`,…},{try:function`.
    ...[...text.matchAll(/\{target:`\w+`,(?:stat|proto):[^]{0,600}?\},\{(\w+):/g)].map(([, name = '']) => name),
  ]);
  const found = new Map<string, Call>();
  const note = (call: string, index: number) => {
    if (!brought.has(nameOf(call)))
      found.set(call, { file, call, near: text.slice(Math.max(0, index - 40), index + 40) });
  };
  for (const { 0: call, index } of text.matchAll(/\b[A-Z]\w*\.\w+/g)) if (others.has(call)) note(call, index);
  for (const { 1: name = '', index } of text.matchAll(/(?<!\.)\.(\w+)(?=\(|\?\.\()/g))
    if (methodNames.has(name)) note(`.${name}`, index);
  for (const { 0: call, 1: name = '', index } of text.matchAll(/(?:\bnew )?(?<![\w$.])(\w+)(?=\()/g))
    if (others.has(name)) note(call, index);
  return [...found.values()];
}

/** Returns `with` of `Array.prototype.with`. */
const nameOf = (of: string) => of.slice(of.lastIndexOf('.') + 1);

/** True if code is compiled differently for these browsers than for the newest ones. */
async function isLowered(text: string, target: string[]): Promise<boolean> {
  const [older, newest] = await Promise.all(
    [target, 'esnext'].map((each) => transformWithOxc(text, 'a.js', { target: each, sourcemap: false })),
  );
  return older?.code !== newest?.code;
}
