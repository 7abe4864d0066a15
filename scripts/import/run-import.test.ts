import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examLines } from '#bench/documents/exam-lines.ts';
import { chunkBytes } from '#domain/text/chunk.ts';
import { api } from '#contract/addresses.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import type { StagedListAnswer, UndoableListAnswer } from '#contract/schemas/answer-types.ts';
import { startChildServer } from '#test/support/child-server.ts';
import { makePdf } from '#test/support/documents.ts';
import { digest as digestOf, ids, openLibrarian } from '#test/support/library.ts';
import { makeZip } from '#test/support/make-zip.ts';
import { administrator, openTestServer, type TestServer } from '#test/support/server.ts';
import { openUnreliableLine } from '#test/support/unreliable-line.ts';
import { runImport } from './run-import.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const account = { ADMIN_EMAIL: administrator.email, ADMIN_PASSWORD: administrator.password };

/** Makes a paper whose first page names its subject. */
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

/** Waits until the server has done all its work. */
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

/** Returns the list of undoable actions in the panel. */
async function listUndoable(url: string) {
  const librarian = await openLibrarian(url);
  const answer = await librarian.send('GET', panelApi.undoable({ limit: 100, offset: 0 }));
  return ((await answer.json()) as UndoableListAnswer).entries;
}

const encodeQuery = () => `queries[0]=${encodeURIComponent(JSON.stringify({ method: 'limit', values: [100] }))}`;

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ readsTexts: true, settings: { OCR_LANGUAGES: 'off' } });
});
afterAll(() => server[Symbol.asyncDispose]());

test('a folder is staged, sure files are published, and all others reported; a second run changes nothing', async () => {
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
    'drawing.gif': 'GIF89a',
    '.hidden.pdf': 'x',
    'TOC 2073': paper(13, 'Theory of Computation', 'CSC 262'),
    'notes/unit 1.pdf': makePdf([['Unit 1 of something']]),
    'notes/unit 1.docx': 'x',
    'notes/~$unit 1.docx': 'x',
    'notes/README.md': 'x',
    'lab/a.c': 'int a;',
    'lab/deep/b.c': 'int b;',
  });
  await symlink(path.join(root, 'unknown.pdf'), path.join(root, 'link.pdf'));
  const reportFile = path.join(parent, 'report.csv');
  const staged = await run([root, '--stage', '--to', server.url, '--report', reportFile]);
  expect(staged.code).toBe(1);
  expect(staged.out).toContain('Staged and ready: 4; --publish-above 0.9 would publish them');
  expect(staged.out).toContain('Staged and doubtful: 2\n  Drive/notes/unit 1.pdf: faculty is missing');
  expect(staged.out).toContain(
    'Copies of a file, staged once: 1\n  Drive/BSc CSIT/Sem 4/zz copy of OS.pdf: the same file as Drive/BSc CSIT/Sem 4/OS 2071.pdf\n',
  );
  expect(staged.out).toContain(
    [
      'Not taken: 7; --report FILE lists all of them',
      'Could become materials:',
      '  1 picture of another kind. Save each as a JPEG or PNG.',
      '    drawing.gif',
      '  1 Word document. Its PDF is here too.',
      'Cannot be taken:',
      '  The file is named .pdf but is not a PDF.',
      '    not really.pdf',
      '  It is a link; links are not followed.',
      '    link.pdf',
      '  Its name ends like that of a picture, but it isn’t a JPEG, PNG, WebP or HEIC picture.',
      '    photo.jpg',
      'Left out on purpose:',
      '  lab: 2 program files',
      '',
    ].join('\n'),
  );
  expect(staged.out).not.toMatch(/hidden|~\$|README/);
  const report = await readFile(reportFile, 'utf8');
  expect(report).toContain('Drive/TOC 2073.pdf,ready,\r\n');
  expect(report).toContain('Drive/unknown.pdf,doubtful,"faculty is missing');
  expect(report).toContain(
    'Drive/BSc CSIT/Sem 4/zz copy of OS.pdf,copy,the same file as Drive/BSc CSIT/Sem 4/OS 2071.pdf\r\n',
  );
  expect(report).toContain('Drive/notes/unit 1.docx,not taken,Its PDF is here too.\r\n');
  expect(report).toContain('Drive/notes/README.md,not taken,It was left by a system or a program.\r\n');
  expect(await listPapers(server.url)).toEqual([]);

  const published = await run([root, '--publish-above', '0.9', '--to', `${server.url}/`]);
  expect(published.out).toMatch(/^7 files in \d+ seconds?, [\d.]+ a second; 0 were sent\.\nPublished: 4\n/);
  const titles = ['DBMS 2072', 'OS 2071', 'TOC 2073', 'TOC 2073'];
  expect(await listPapers(server.url)).toEqual(titles);
  expect(published.out).toContain('To undo it within 7 days: in the panel, Manage Content, Recent changes.\n');
  const undoable = await listUndoable(server.url);
  expect(undoable).toMatchObject([{ type: 'publication', sources: ['Drive'], materials: 4, pending: 0 }]);

  const again = await run([root, '--publish-above', '0.9', '--to', server.url]);
  expect(again.out).toContain('Published: 0\nPublished before: 4\n');
  expect(await listPapers(server.url)).toEqual(titles);
  expect(await listUndoable(server.url)).toEqual(undoable);
});

test('for a file whose material is in the trash or hidden, the report names its subject, the day and what to do', async () => {
  const librarian = await openLibrarian(server.url);
  const place = { subject: 'Physics', facultyId: 'csit', semesterId: '1' };
  const bytes = { 'Waves.pdf': makePdf([['Waves in the trash']]), 'Optics.pdf': makePdf([['Optics, hidden']]) };
  const made: string[] = [];
  for (const [name, content] of Object.entries(bytes)) {
    const { $id: fileId } = await librarian.upload(name, content);
    made.push((await librarian.publish('note', { ...place, title: path.parse(name).name, fileId })).$id);
  }
  await librarian.send('DELETE', api.document(ids, 'notes', made[0] ?? ''), {});
  await librarian.send('POST', panelApi.hideMaterial(made[1] ?? ''), { reason: 'asked for' });
  const root = await write('Again', bytes);
  const { out } = await run([root, '--stage', '--to', server.url]);
  expect(out).toMatch(
    /Again\/Waves\.pdf: the same file, in the trash since \w+ \d{1,2}, \d{4}: “Waves” \(Physics\)\. To restore it, open Manage Content in the panel and choose Trash/,
  );
  expect(out).toMatch(
    /Again\/Optics\.pdf: the same file, hidden since \w+ \d{1,2}, \d{4}: “Optics” \(Physics\)\. To show it, open Manage Content in the panel and choose Hidden/,
  );
});

test('files left out on purpose do not make the exit code 1; possible materials do', async () => {
  const root = await write('On purpose', {
    'OS/unit 1.pdf': makePdf([['Unit 1 of something else']]),
    'OS/unit 1.docx': 'x',
    'OS/lab/a.c': 'int a;',
    'OS/lab/table.html': '<table border="1"><tr><td>1<td>2</table>',
    'OS/page.html': `<img src="page_files/a.png"><p>1. Explain the banker’s algorithm with an example.`,
    'OS/page_files/b.html': '<p>An advertisement for something with many words in it.',
    '~$unit 1.docx': 'x',
  });
  const { code, out } = await run([root, '--to', server.url]);
  expect([code, out]).toEqual([0, expect.stringContaining('Not taken: 4;')]);
  expect(out).not.toContain('b.html');
  await writeFile(path.join(root, 'OS/paper.gif'), 'GIF89a');
  expect((await run([root, '--to', server.url])).code).toBe(1);
});

test('folders and files with names in Latin-1 are imported under their intended names', async () => {
  const root = Buffer.from(await write('Names', { 'plain.pdf': makePdf([['A plain name']]) }));
  const inLatin1 = (name: string) => Buffer.concat([root, Buffer.from(`/${name}`, 'latin1')]);
  await mkdir(inLatin1('R\xe9seaux'));
  await writeFile(inLatin1('R\xe9seaux/Fran\xe7ais \xe9conomie 2079.pdf'), makePdf([['Un nom']]));
  const { out } = await run([String(root), '--to', server.url]);
  expect(out).toContain('  Names/Réseaux/Français économie 2079.pdf: ');
  // As Node decodes an argument.
  const within = await run([inLatin1('R\xe9seaux').toString(), '--to', server.url]);
  expect(within.out).toContain('Réseaux/Français économie 2079.pdf');
});

test('copies in folders, archives and other runs are one file: sent once, at its best path, under its plainest name', async () => {
  const notes = makePdf([['Deadlocks', ...examLines(31).map((line) => line.slice(0, 70))]], { title: 'Notes' });
  const heap = await write('Heap', {
    '0 All notes/notes.zip': makeZip([{ name: 'Unit 6 (1).pdf', bytes: notes, isPacked: true }]),
    'zz/Copy of Unit 6.pdf': notes,
    'a/not really.pdf': 'the same text, and no pdf',
    'b/not really (1).pdf': 'the same text, and no pdf',
  });
  const first = await run([heap, '--to', server.url]);
  expect(first.out).toMatch(/^2 files in \d+ seconds?.*; 1 was sent\.\n/);
  expect(first.out).toContain('Copies of a file, staged once: 1\n');
  expect(first.out).toContain('Not taken: 2;');
  expect(first.out).toContain(
    '  The file is named .pdf but is not a PDF.\n    a/not really.pdf\n    b/not really (1).pdf\n',
  );

  const sorted = await write('Sorted', { 'CSIT/4th Semester/Operating Systems/Notes/Unit 6 - Copy.pdf': notes });
  const second = await run([sorted, '--to', server.url]);
  const best = 'Sorted/CSIT/4th Semester/Operating Systems/Notes/Unit 6 - Copy.pdf';
  expect(second.out).toMatch(/^1 file in .*; 0 were sent\.\nStaged and ready: 1;/);
  for (const other of ['Heap/0 All notes/notes.zip/Unit 6 (1).pdf', 'Heap/zz/Copy of Unit 6.pdf'])
    expect(second.out).toContain(`  ${other}: the same file as ${best}\n`);
  const rows = async () => {
    const answer = await librarian.send('GET', panelApi.stagedFiles({ filter: 'all', limit: 100, cursor: null }));
    const { files } = (await answer.json()) as StagedListAnswer;
    return files.filter(({ path: shown }) => shown === best);
  };
  const librarian = await openLibrarian(server.url);
  const [row] = await rows();
  expect(row).toMatchObject({ pathCount: 3, isReady: true, title: 'Unit 6' });
  for (const folder of [heap, sorted]) await run([folder, '--to', server.url]);
  // After refused files are discarded, the rest of their folder is guessed again.
  expect(await rows()).toEqual([{ ...row, revision: expect.any(Number) }]);

  const published = await run([heap, '--publish-above', '0.9', '--to', server.url]);
  expect(published.out).toContain('Published: 1\n');
  const again = await run([sorted, '--publish-above', '0.9', '--to', server.url]);
  expect(again.out).toContain('Published: 0\nPublished before: 1\n');
  expect(again.out).toContain('Copies of a file, staged once: 2\n');
});

test('copies of published files are not sent, and no row is discarded that somebody else staged or changed', async () => {
  const librarian = await openLibrarian(server.url);
  const bytes = paper(41, 'Operating Systems', 'CSC 264');
  const { $id: fileId } = await librarian.upload('shelf.pdf', bytes);
  const place = { facultyId: 'csit', semesterId: '4', subject: 'Operating Systems' };
  await librarian.publish('paper', { ...place, year: 2014, title: 'On the shelf', fileId });
  const root = await write('Shelf', { 'a.pdf': bytes, 'b/a (1).pdf': bytes });
  const count = async () => {
    const answer = await librarian.send('GET', panelApi.stagedFiles({ filter: 'all', limit: 100, cursor: null }));
    return ((await answer.json()) as StagedListAnswer).files.filter(({ digest }) => digest === digestOf(bytes)).length;
  };
  const { out } = await run([root, '--to', server.url]);
  expect(out).toContain(
    'Duplicates, not sent: 1\n  Shelf/a.pdf: the same file, in the library: “On the shelf” (Operating Systems)\n',
  );
  expect(out).toContain('Shelf/b/a (1).pdf: the same file as Shelf/a.pdf\n');
  expect(await count()).toBe(0);

  const files = [{ path: 'theirs/a.pdf', size: bytes.length, digest: digestOf(bytes) }];
  await librarian.send('POST', panelApi.staging(), { files });
  await run([root, '--to', server.url]);
  expect(await count()).toBe(1);
});

test('two simultaneous commands with copies of the same files send each file once, and both report it', async () => {
  const bytes = [51, 52, 53].map((seed) =>
    paper(seed, 'Operating Systems', 'CSC 264', seed === 51 ? chunkBytes + 100 : 0),
  );
  const folders = await Promise.all(
    ['One', 'Two'].map((name) =>
      write(name, Object.fromEntries(bytes.map((each, index) => [`${name} ${2071 + index}.pdf`, each]))),
    ),
  );
  const done = await Promise.all(folders.map((folder) => run([folder, '--to', server.url])));
  for (const { code, out } of done) expect([code, out]).toEqual([0, expect.stringContaining('Staged and ready: 3;')]);
  const librarian = await openLibrarian(server.url);
  const answer = await librarian.send('GET', panelApi.stagedFiles({ filter: 'open', limit: 100, cursor: null }));
  const rows = ((await answer.json()) as StagedListAnswer).files;
  for (const each of bytes)
    expect(rows.filter(({ digest }) => digest === digestOf(each))).toMatchObject([{ pathCount: 2, state: 'checked' }]);
});

test('wrong arguments, accounts and addresses are reported with exit code 2, and no password is ever an argument', async () => {
  const root = await write('Empty', { 'a.txt': 'x' });
  const refused: [string[], Record<string, string>, string][] = [
    [[], account, 'Name one folder.'],
    [[root, root], account, 'Name one folder.'],
    [[path.join(root, 'nowhere')], account, 'There is no folder'],
    [[await makeLoop(root)], account, `The folder ${path.join(root, 'loop')} cannot be opened (ELOOP).`],
    [[root, '--publish-above', '0.9', '--stage'], account, 'not both'],
    [[root, '--publish-above', 'x'], account, 'a number from 0.5 to 1'],
    [[root, '--to', 'ftp://x'], account, '--to must be an address'],
    [[root, '--pictures', 'x'], account, '--pictures must be make, show or skip.'],
    [[root, '--password', 'x'], account, 'Unknown option'],
    [[root, '--report', path.join(root, 'nowhere', 'a.csv')], account, 'The report cannot be written to'],
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

test.skipIf(isOnlyInSweep('kills'))(
  'despite a cut connection, a stopped command and a killed server, nothing is lost and nothing published twice',
  async () => {
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
    /** Waits until the server is running again. Between two polls, it leaves the processor to the server. */
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
      expect([stopped.code, stopped.err]).toEqual([
        1,
        expect.stringContaining('Run the same command again to resume.'),
      ]);

      line.watch = (sent) => {
        if (sent.includes('content-range: bytes') && happen('cut in a chunk')) return true;
        if (sent.startsWith('GET /v1/staging/changes') && happen('killed while it is read')) restarting = restart();
        if (sent.startsWith('POST /v1/staging/publish') && happen('killed while it is published'))
          restarting = restart();
        return false;
      };
      const done = await run([root, '--publish-above', '0.9', '--to', line.url], { wait });
      await restarting;
      expect(events).toEqual(['stop', 'cut in a chunk', 'killed while it is read', 'killed while it is published']);
      expect([done.code, done.out]).toEqual([0, expect.stringContaining('Published: 4\n')]);
      expect(await listPapers(child.url)).toEqual(['a 2071', 'b 2072', 'c 2073', 'd 2074']);
      expect(await listUndoable(child.url)).toMatchObject([{ sources: ['Night'], materials: 4, pending: 0 }]);
      const librarian = await openLibrarian(child.url);
      const list = await librarian.send('GET', panelApi.stagedFiles({ filter: 'all', limit: 100, cursor: null }));
      expect(((await list.json()) as StagedListAnswer).counts).toMatchObject({ all: 4, published: 4 });
    } finally {
      child.process.kill('SIGKILL');
    }
  },
);

/** Makes a symbolic link to itself: it exists, and can't be opened as a folder. Returns its path. */
async function makeLoop(root: string): Promise<string> {
  const loop = path.join(root, 'loop');
  await symlink(loop, loop);
  return loop;
}
