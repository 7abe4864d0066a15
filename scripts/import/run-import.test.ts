import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examLines } from '#bench/documents/exam-lines.ts';
import { chunkBytes } from '#domain/chunk.ts';
import { api } from '#contract/addresses.ts';
import type { StagedListAnswer } from '#contract/additions.ts';
import { startChildServer } from '#test/support/child-server.ts';
import { makePdf } from '#test/support/documents.ts';
import { digest, ids, openLibrarian } from '#test/support/library.ts';
import { makeZip } from '#test/support/make-zip.ts';
import { administrator, openTestServer, type TestServer } from '#test/support/server.ts';
import { openUnreliableLine } from '#test/support/unreliable-line.ts';
import { runImport } from './run-import.ts';

const account = { ADMIN_EMAIL: administrator.email, ADMIN_PASSWORD: administrator.password };

/** A paper that says on its first page where it belongs. */
function paper(seed: number, subject: string, code: string, padBytes = 0): Buffer {
  const head = [
    'Tribhuvan University',
    'Bachelor Level / Second Year / Fourth Semester',
    `Computer Science and Information Technology (${code})`,
    subject,
    `${2070 + (seed % 10)} Magh`,
    'Full Marks: 60',
  ];
  return makePdf([[...head, ...examLines(seed).map((line) => line.slice(0, 70))]], {
    padBytes,
    title: `Paper ${seed}`,
  });
}

let parent: string;
beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'examshelf-import-'));
});
afterAll(() => rm(parent, { recursive: true, force: true }));

async function write(folder: string, files: Record<string, Uint8Array | string>): Promise<string> {
  const root = path.join(parent, folder);
  for (const [name, bytes] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), bytes);
  }
  return root;
}

async function run(
  args: string[],
  more: { env?: Record<string, string>; signal?: AbortSignal; wait?: () => Promise<unknown> } = {},
) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runImport(args, {
    stdin: Readable.from([]),
    stdout: { write: (text: string) => out.push(text) },
    stderr: { write: (text: string) => err.push(text) },
    env: more.env ?? account,
    signal: more.signal ?? new AbortController().signal,
    wait: more.wait ?? settle,
    maxQuietPolls: Infinity,
  });
  return { code, out: out.join(''), err: err.join('') };
}

/** Until the server has done what it can. */
async function settle(): Promise<void> {
  const { textReading, similar, staging } = server.services;
  await textReading.idle();
  await similar.idle();
  await staging.idle();
}

async function listPapers(url: string) {
  const librarian = await openLibrarian(url);
  const answer = await librarian.send('GET', `${api.documents(ids, 'papers')}?${encodeQuery()}`);
  const { documents } = (await answer.json()) as { documents: { $id: string; title: string; fileSize: number }[] };
  return documents.map(({ title }) => title).toSorted();
}
const encodeQuery = () => `queries[0]=${encodeURIComponent(JSON.stringify({ method: 'limit', values: [100] }))}`;

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ readsTexts: true, settings: { OCR_LANGUAGES: 'off' } });
});
afterAll(() => server[Symbol.asyncDispose]());

test('a folder is staged, what is sure published, and everything else told; a second run changes nothing', async () => {
  const root = await write('Drive', {
    'BSc CSIT/Sem 4/OS 2071.pdf': paper(1, 'Operating Systems', 'CSC 264'),
    'BSc CSIT/Sem 4/zz copy of OS.pdf': paper(1, 'Operating Systems', 'CSC 264'),
    'BSc CSIT/Sem 4/DBMS 2072.pdf': paper(2, 'Database Management System', 'CSC 265'),
    'inner.zip': makeZip([
      { name: 'TOC 2073.pdf', bytes: paper(3, 'Theory of Computation', 'CSC 262'), isPacked: true },
    ]),
    'unknown.pdf': makePdf([['Something else']]),
    'not really.pdf': 'no pdf at all',
    'photo.jpg': 'x',
    '.hidden.pdf': 'x',
  });
  await symlink(path.join(root, 'unknown.pdf'), path.join(root, 'link.pdf'));
  const staged = await run([root, '--stage', '--to', server.url]);
  expect(staged.code).toBe(1);
  expect(staged.out).toContain('Staged and ready: 3; --publish-above 0.9 would publish them');
  expect(staged.out).toContain('Staged and doubtful: 1\n  Drive/unknown.pdf: faculty is missing');
  expect(staged.out).toContain(
    'Drive/BSc CSIT/Sem 4/zz copy of OS.pdf: the same file, staged: “Drive/BSc CSIT/Sem 4/OS 2071.pdf”',
  );
  expect(staged.out).toContain('Drive/not really.pdf: The file is named .pdf but is not a PDF.');
  expect(staged.out).toContain('Drive/photo.jpg: It is a picture. Make one PDF of the pages first.');
  expect(staged.out).toContain('Drive/link.pdf: It is a link; links are not followed.');
  expect(staged.out).not.toContain('hidden');
  expect(await listPapers(server.url)).toEqual([]);

  const published = await run([root, '--publish-above', '0.9', '--to', `${server.url}/`]);
  expect(published.out).toMatch(/^5 files in \d+ seconds, [\d.]+ a second; 0 were sent\.\nPublished: 3\n/);
  const titles = ['DBMS 2072', 'OS 2071', 'TOC 2073'];
  expect(await listPapers(server.url)).toEqual(titles);

  const again = await run([root, '--publish-above', '0.9', '--to', server.url]);
  expect(again.out).toContain('Published: 0\nPublished before: 3\n');
  expect(await listPapers(server.url)).toEqual(titles);
});

test('a copy of a refused file is refused as well, and no duplicate of it; one of a file from an unfinished run is sent', async () => {
  const bytes = makePdf([['Announced in another run, never sent']]);
  const librarian = await openLibrarian(server.url);
  const announced = { path: 'Other drive/lost.pdf', size: bytes.length, digest: digest(bytes) };
  expect((await librarian.send('POST', api.staging(), { files: [announced] })).status).toBe(200);
  const root = await write('Copies', {
    'a.pdf': 'no pdf at all',
    'b/a.pdf': 'no pdf at all',
    'c.pdf': bytes,
    'd.pdf': bytes,
  });
  const { out } = await run([root, '--stage', '--to', server.url]);
  expect(out).toContain('2 files in ');
  expect(out).toContain('; 1 were sent.');
  expect(out).toContain('Not taken: 2\n  Copies/a.pdf: The file is named .pdf but is not a PDF.');
  expect(out).toContain('  Copies/b/a.pdf: The file is named .pdf but is not a PDF.');
  expect(out).toContain('Duplicates, not sent: 1\n  Copies/d.pdf: the same file, staged: “Copies/c.pdf”\n');
  const list = await librarian.send('GET', api.stagedFiles({ filter: 'open', limit: 100, cursor: null }));
  const { files } = (await list.json()) as StagedListAnswer;
  const here = files.filter(({ path: name }) => name.startsWith('Copies/') || name.startsWith('Other drive/'));
  expect(here.map(({ path: name, state }) => [name, state])).toEqual([
    ['Other drive/lost.pdf', 'waiting'],
    ['Copies/c.pdf', 'checked'],
  ]);
});

test('a file that is in the trash or hidden is named with its subject, the day and what to do', async () => {
  const librarian = await openLibrarian(server.url);
  const place = { subject: 'Physics', facultyId: 'csit', semesterId: '1' };
  const bytes = { 'Waves.pdf': makePdf([['Waves in the trash']]), 'Optics.pdf': makePdf([['Optics, hidden']]) };
  const made: string[] = [];
  for (const [name, content] of Object.entries(bytes)) {
    const { $id: fileId } = await librarian.upload(name, content);
    made.push((await librarian.publish('note', { ...place, title: path.parse(name).name, fileId })).$id);
  }
  await librarian.send('DELETE', api.document(ids, 'notes', made[0] ?? ''), {});
  await librarian.send('POST', api.hideMaterial(made[1] ?? ''), { reason: 'asked for' });
  const root = await write('Again', bytes);
  const { out } = await run([root, '--stage', '--to', server.url]);
  expect(out).toMatch(
    /Again\/Waves\.pdf: the same file, in the trash since \w+ \d{1,2}, \d{4}: “Waves” \(Physics\)\. To restore it, open Manage Content in the panel and choose Trash/,
  );
  expect(out).toMatch(
    /Again\/Optics\.pdf: the same file, hidden since \w+ \d{1,2}, \d{4}: “Optics” \(Physics\)\. To show it, open Manage Content in the panel and choose Hidden/,
  );
});

test('wrong arguments, accounts and addresses are told with exit code 2, and no password is ever an argument', async () => {
  const root = await write('Empty', { 'a.txt': 'x' });
  const refused: [string[], Record<string, string>, string][] = [
    [[], account, 'Name one folder.'],
    [[root, root], account, 'Name one folder.'],
    [[path.join(root, 'nowhere')], account, 'There is no folder'],
    [[root, '--publish-above', '0.9', '--stage'], account, 'not both'],
    [[root, '--publish-above', 'x'], account, 'a number from 0.5 to 1'],
    [[root, '--to', 'ftp://x'], account, '--to takes an address'],
    [[root, '--password', 'x'], account, 'Unknown option'],
    [[root, '--to', server.url], {}, 'Set ADMIN_EMAIL and ADMIN_PASSWORD'],
    [[root, '--to', server.url], { ...account, ADMIN_PASSWORD: 'wrong' }, 'The sign-in was refused.'],
  ];
  for (const [args, env, sentence] of refused) {
    const { code, err } = await run(args, { env });
    expect([args, code, err]).toEqual([args, 2, expect.stringContaining(sentence)]);
  }
  const { code, out } = await run(['--help']);
  expect([code, out]).toEqual([0, expect.stringContaining('ADMIN_PASSWORD')]);
  const gone = await run([root, '--to', 'http://127.0.0.1:1']);
  expect([gone.code, gone.err]).toEqual([2, expect.stringContaining('does not answer')]);
});

test('with a line that is cut, a command that is stopped and a server that is killed, nothing is lost and nothing published twice', async () => {
  const root = await write('Night', {
    'a 2071.pdf': paper(11, 'Operating Systems', 'CSC 264'),
    'b 2072.pdf': paper(12, 'Database Management System', 'CSC 265'),
    'c 2073.pdf': paper(13, 'Theory of Computation', 'CSC 262', 2 * chunkBytes + 1000),
    'd 2074.pdf': paper(14, 'Operating Systems', 'CSC 264'),
  });
  const settings = { ...account, DATA_DIR: path.join(parent, 'killed'), OCR_LANGUAGES: 'off' };
  let child = await startChildServer(settings);
  await using line = await openUnreliableLine(child.url);
  const restart = async () => {
    child.process.kill('SIGKILL');
    await once(child.process, 'exit');
    child = await startChildServer(settings);
    line.target = child.url;
  };
  const events: string[] = [];
  const stopping = new AbortController();
  let restarting: Promise<void> | null = null;
  /** Not until the server is there again; between two questions, it needs the machine for itself. */
  const wait = async () => {
    await restarting;
    await sleep(20);
  };
  const happen = (event: string) => !events.includes(event) && events.push(event) > 0;
  try {
    line.watch = (sent) => {
      // The last chunk arrives; then the person gives up.
      if (sent.includes(`-${2 * chunkBytes - 1}/`) && happen('stop')) stopping.abort();
      return false;
    };
    const stopped = await run([root, '--publish-above', '0.9', '--to', line.url], { signal: stopping.signal, wait });
    expect([stopped.code, stopped.err]).toEqual([1, expect.stringContaining('Run the same command again to go on.')]);

    line.watch = (sent) => {
      if (sent.includes('content-range: bytes') && happen('cut in a chunk')) return true;
      if (sent.startsWith('GET /v1/staging/changes') && happen('killed while it is read')) restarting = restart();
      if (sent.startsWith('POST /v1/staging/publish') && happen('killed while it is published')) restarting = restart();
      return false;
    };
    const done = await run([root, '--publish-above', '0.9', '--to', line.url], { wait });
    await restarting;
    expect(events).toEqual(['stop', 'cut in a chunk', 'killed while it is read', 'killed while it is published']);
    expect([done.code, done.out]).toEqual([0, expect.stringContaining('Published: 4\n')]);
    expect(await listPapers(child.url)).toEqual(['a 2071', 'b 2072', 'c 2073', 'd 2074']);
    const librarian = await openLibrarian(child.url);
    const list = await librarian.send('GET', api.stagedFiles({ filter: 'all', limit: 100, cursor: null }));
    expect(((await list.json()) as StagedListAnswer).counts).toMatchObject({ all: 4, published: 4 });
  } finally {
    child.process.kill('SIGKILL');
  }
});
