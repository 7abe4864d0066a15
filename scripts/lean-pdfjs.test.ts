import { execFile } from 'node:child_process';
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Script } from 'node:vm';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { leanApi, leanWorker } from './lean-pdfjs.ts';

const pdfjs = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const builds = ['build', 'legacy/build'] as const;
const read = (build: string, name: string) => readFile(path.join(pdfjs, build, name), 'utf8');

test.each(builds)('%s without the removed modules is smaller and refers to none of them', async (build) => {
  for (const [name, lean] of [
    ['pdf.mjs', leanApi],
    ['pdf.worker.mjs', (code: string) => leanWorker(code).code],
  ] as const) {
    const whole = await read(build, name);
    const left = lean(whole);
    expect(left.length).toBeLessThan(whole.length * 0.85);
    const known = await findUndefined(whole);
    const unknown = (await findUndefined(left)).filter((each) => !known.includes(each));
    // The address of a file, which the build fills in.
    expect(unknown).toEqual(name === 'pdf.mjs' ? [] : ['__brotli_dictionary__']);
  }
});

test('Brotli is still decoded, with the dictionary fetched on demand', async () => {
  const { code, dictionary } = leanWorker(await read('build', 'pdf.worker.mjs'));
  const decoder = /^;\/\/ \.\/external\/brotli\/decode\.js$[^]*?(?=^;\/\/ \.\/)/m.exec(code)?.[0];
  let fetched = 0;
  class XMLHttpRequest {
    status = 0;
    responseText = '';
    open() {}
    send() {
      fetched += 1;
      this.status = 200;
      this.responseText = dictionary;
    }
  }
  const decode = new Script(`${decoder}; BrotliDecode`).runInNewContext({
    XMLHttpRequest,
    __brotli_dictionary__: '/dictionary',
  }) as (bytes: Int8Array) => Int8Array;
  // Words of Brotli's dictionary, plain and changed.
  const text = 'The following information about the government of the United States. '.repeat(3) + 'पाठ्यक्रम ';
  const bytes = brotliCompressSync(text);
  expect(fetched).toBe(0);
  expect(Buffer.from(decode(new Int8Array(bytes))).toString()).toBe(text);
  expect(Buffer.from(decode(new Int8Array(bytes))).toString()).toBe(text);
  expect(fetched).toBe(1);
});

test('a missing module of pdf.js fails the build and is named', () => {
  expect(() => leanApi('')).toThrow('editor');
  expect(() => leanWorker('')).toThrow('xfa');
});

/** Returns the names that the code uses but does not define, including those of the browser. */
async function findUndefined(code: string): Promise<string[]> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'examshelf-lean-'));
  await writeFile(path.join(folder.path, 'code.mjs'), code);
  const words = ['--allow', 'all', '--deny', 'no-undef', '--format', 'unix', 'code.mjs'];
  const oxlint = path.resolve('node_modules/.bin/oxlint');
  const options = { cwd: folder.path, maxBuffer: 100_000_000 };
  // oxlint ends with 1 when it finds something.
  const { stdout } = await promisify(execFile)(oxlint, words, options).catch((error: { stdout: string }) => error);
  const names = new Set([...stdout.matchAll(/'([^']+)' is not defined/g)].map(([, name]) => name ?? ''));
  if (names.size === 0) throw new Error(`nothing was found: ${stdout.slice(0, 500)}`);
  return [...names].sort();
}
