import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/addresses.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import type { StagedListAnswer } from '#contract/schemas/answer-types.ts';
import type { FileAnswer } from '#contract/schemas/document.ts';
import { ids, openLibrarian } from '#test/support/library.ts';
import { makeZip } from '#test/support/make-zip.ts';
import { administrator, openTestServer, type TestServer } from '#test/support/server.ts';
import { openUnreliableLine } from '#test/support/unreliable-line.ts';
import { runImport } from './run-import.ts';

let parent: string;
let server: TestServer;
beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'examshelf-pictures-'));
  // Which way up a page is, is not tested here: that takes most of the time.
  server = await openTestServer({ readsTexts: true, settings: { OCR_LANGUAGES: 'off' } });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(parent, { recursive: true });
});

/** Makes a small picture; each shade gives different bytes. */
const picture = (shade: number, { width = 450, height = 600, format = 'jpeg' as 'jpeg' | 'png' } = {}) =>
  sharp({ create: { width, height, channels: 3, background: { r: shade, g: 220, b: 220 } } })
    .toFormat(format)
    .toBuffer();

async function write(folder: string, files: Record<string, Uint8Array>): Promise<string> {
  const root = path.join(parent, folder);
  for (const [name, bytes] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), bytes);
  }
  return root;
}

async function run(args: string[], signal = new AbortController().signal) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runImport(args, {
    stdin: Readable.from([]),
    stdout: { write: (text: string) => out.push(text) },
    stderr: { write: (text: string) => err.push(text) },
    env: { ADMIN_EMAIL: administrator.email, ADMIN_PASSWORD: administrator.password },
    signal,
    async wait() {
      const { photographs, textReading, similar, staging } = server.services;
      for (const { idle } of [photographs, textReading, similar, staging]) await idle();
    },
    maxQuietPolls: Infinity,
  });
  return { code, out: out.join(''), err: err.join('') };
}

async function read<Answer>(address: string): Promise<Answer> {
  const librarian = await openLibrarian(server.url);
  return (await (await librarian.send('GET', address)).json()) as Answer;
}

const staged = async () =>
  (await read<StagedListAnswer>(panelApi.stagedFiles({ filter: 'all', limit: 100, cursor: null }))).files;
const stored = async () =>
  (await read<{ files: FileAnswer[] }>(api.files(ids))).files.map(({ mimeType }) => mimeType).toSorted();

test('pictures become one PDF for each paper; doubtful ones are left to the panel, other pictures are left out, and a second run makes nothing', async () => {
  const [one, two, three, four, five, drawn] = await Promise.all([
    ...[10, 40, 70, 100, 130].map((shade) => picture(shade)),
    picture(160, { width: 1200, height: 700, format: 'png' }),
  ]);
  if (!one || !two || !three || !four || !five || !drawn) throw new Error('no pictures');
  const root = await write('Drive', {
    'CSIT/Sem 4/OS/Board 2079 p2.jpg': two,
    'CSIT/Sem 4/OS/Board 2079 p1.jpg': one,
    'CSIT/Sem 4/OS/Board 2080.JPG': three,
    'copy/Board 2079 p1.jpg': one,
    'copy/Board 2079 p2.jpg': two,
    'old/7.jpg': four,
    'old/8.jpg': five,
    'lab 3/3.png': drawn,
    'more.zip': makeZip([{ name: 'mid.jpg', bytes: await picture(190), isPacked: true }]),
  });
  const plan = [
    'PDFs of pictures: 3',
    '  Drive/CSIT/Sem 4/OS/Board 2079.pdf: 2 pages, Board 2079 p1.jpg to Board 2079 p2.jpg',
    '  Drive/CSIT/Sem 4/OS/Board 2080.pdf: Board 2080.JPG',
    '  Drive/more.zip/mid.pdf: mid.jpg',
    'Pictures to put together in the panel: 2',
    '  Drive/old/old.pdf: 2 pages, 7.jpg to 8.jpg. May be several papers: the numbers in their names may be numbers of papers.',
    'Pictures left out: 3',
    '  Drive/lab 3/3.png: A screenshot in a folder of a lab.',
    '  Drive/copy: 2 pictures: The same picture as Drive/CSIT/Sem 4/OS/Board 2079 p1.jpg.',
  ].join('\n');
  const shown = await run([root, '--pictures', 'show', '--to', server.url]);
  expect([shown.code, shown.out]).toEqual([
    1,
    expect.stringContaining(plan.replace('PDFs of pictures:', 'PDFs of pictures, not made:')),
  ]);
  expect([await staged(), await stored()]).toEqual([[], []]);
  const skipped = await run([root, '--pictures', 'skip', '--to', server.url]);
  expect([skipped.code, skipped.out]).toEqual([0, expect.stringMatching(/^0 files in/)]);

  const made = await run([root, '--to', server.url]);
  expect([made.code, made.err]).toEqual([1, expect.not.stringContaining('ended')]);
  expect(made.out).toContain(`${plan}\n`);
  const rows = await staged();
  expect(rows.map(({ path: where, state, pageCount }) => [where, state, pageCount])).toEqual([
    ['Drive/CSIT/Sem 4/OS/Board 2079.pdf', 'checked', 2],
    ['Drive/CSIT/Sem 4/OS/Board 2080.pdf', 'checked', 1],
    ['Drive/more.zip/mid.pdf', 'checked', 1],
  ]);
  const files = await stored();
  expect(files).toEqual([
    ...Array.from({ length: 3 }, () => 'application/pdf'),
    ...Array.from({ length: 4 }, () => 'image/jpeg'),
  ]);

  const again = await run([root, '--to', server.url]);
  expect(again.out).toMatch(/^3 files in .*; 0 were sent\.$/m);
  expect(again.out).not.toContain('PDFs of pictures');
  expect([(await staged()).map(({ $id }) => $id), await stored()]).toEqual([rows.map(({ $id }) => $id), files]);
});

test('a command stopped while it sends pictures, or while their PDF is made, continues; a truncated picture is named', async () => {
  const whole = await picture(15);
  const root = await write('Night', {
    'OS final 1.jpg': await picture(200),
    'OS final 2.jpg': await picture(210),
    'cut.jpg': whole.subarray(0, whole.length - 400),
  });
  await using line = await openUnreliableLine(server.url);
  const before = await stored();
  const stops: string[] = [];
  for (const part of ['name="fileId"', 'POST /v1/photographs HTTP']) {
    const stopping = new AbortController();
    line.watch = (sent) => {
      if (!sent.includes(part)) return false;
      stops.push(part);
      stopping.abort();
      return true;
    };
    const stopped = await run([root, '--to', line.url], stopping.signal);
    expect([stopped.code, stopped.err]).toEqual([1, expect.stringContaining('Run the same command again to resume.')]);
  }
  expect(stops.length).toBeGreaterThanOrEqual(2);
  line.watch = () => false;
  const done = await run([root, '--to', line.url]);
  expect(done.out).toContain('  "cut.jpg" is damaged or was cut off on its way.');
  expect((await staged()).filter(({ path: where }) => where.startsWith('Night'))).toMatchObject([
    { path: 'Night/OS final.pdf', state: 'checked', pageCount: 2 },
  ]);
  expect(await stored()).toEqual([...before, 'application/pdf', 'image/jpeg', 'image/jpeg'].toSorted());
});
