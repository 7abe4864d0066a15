import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { api } from '#contract/addresses.ts';
import { collectionOfKind } from '#contract/collections.ts';
import type { MaterialDocument } from '#contract/schemas/document.ts';
import { digest, ids, openLibrarian, type Librarian } from '#test/support/library.ts';
import { digestsOf, listTree } from '#test/support/small-library.ts';
import { restoreBackup } from './restore-backup.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const pdf = (text: string) => Buffer.from(`%PDF-1.4\n% ${text} ${randomBytes(20_000).toString('base64')}\n%%EOF\n`);
const notes = api.documents(ids, collectionOfKind.note);
const facts = { title: 'A note', subject: 'C Programming', facultyId: 'csit', semesterId: '1' };

async function openFolders() {
  const root = await mkdtemp(path.join(tmpdir(), 'examshelf-load-'));
  return {
    place: (name: string) => path.join(root, name),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

/** Runs the script of `npm run backup` or `restore`; returns its exit code and output. */
function run(script: 'backup' | 'restore', dataDir: string, words: string[], settings: Record<string, string> = {}) {
  const file = path.join(import.meta.dirname, '..', '..', '..', 'scripts', `${script}.ts`);
  const child = spawn(process.execPath, [file, ...words], { env: { ...process.env, DATA_DIR: dataDir, ...settings } });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => said.push(bytes.toString()));
  return new Promise<{ code: number | null; said: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, said: said.join('') }));
  });
}

/**
 * Maximum number of rounds: longer than such a small backup takes, but so short that a slow machine is not busy for
 * long.
 */
const maxRounds = 25;

/** Uploads, publishes, edits, withdraws and purges until `isOver` returns true. Returns the number of operations. */
async function work(librarian: Librarian, isOver: () => boolean): Promise<number> {
  let done = 0;
  for (; !isOver() && done < maxRounds; done++) {
    const file = await librarian.upload(`note-${done}.pdf`, pdf(`work ${done}`));
    const note = await librarian.publish('note', { ...facts, title: `Work ${done}`, fileId: file.$id });
    await librarian.send('PATCH', `${notes}/${note.$id}`, { data: { title: `Edited ${done}` } });
    if (done % 3 === 0) await librarian.send('DELETE', `${notes}/${note.$id}`);
    // The bytes of a file that nothing uses are removed immediately.
    const stray = await librarian.upload(`stray-${done}.pdf`, pdf(`stray ${done}`));
    await librarian.send('DELETE', api.file(ids, stray.$id));
  }
  return done;
}

const listNotes = async ({ url }: TestServer): Promise<MaterialDocument[]> => {
  const query = (method: string, values: unknown[]) =>
    `queries[]=${encodeURIComponent(JSON.stringify({ method, values }))}`;
  const answer = await fetch(`${url}${notes}?${query('limit', [5000])}`, {
    headers: { 'x-appwrite-project': ids.projectId },
  });
  const { documents } = (await answer.json()) as { documents: MaterialDocument[] };
  return documents.map((each) => JSON.parse(JSON.stringify(each).replaceAll(url, '')) as MaterialDocument);
};

test.skipIf(isOnlyInSweep('kills'))(
  'restores the backup of a busy server elsewhere with the same records and the same bytes',
  async () => {
    await using folders = await openFolders();
    const { place } = folders;
    await using server = await openTestServer({ dataDir: place('data') });
    const librarian = await openLibrarian(server.url);
    const sent = new Map<string, string>();
    for (let number = 0; number < 12; number++) {
      const bytes = pdf(`before ${number}`);
      const file = await librarian.upload(`before-${number}.pdf`, bytes);
      await librarian.publish('note', { ...facts, title: `Before ${number}`, fileId: file.$id });
      sent.set(file.$id, digest(bytes));
    }
    const before = await listNotes(server);
    let isOver = false;
    const workers = [1, 2, 3].map(() => work(librarian, () => isOver));
    const folder = place('backups');
    const archive = place('library.tar');
    await writeFile(place('words'), 'four words and more\n');
    const locked = ['--passphrase-file', place('words')];
    expect(await run('backup', server.dataDir, [folder])).toMatchObject({ code: 0 });
    expect(await run('backup', server.dataDir, [archive, ...locked])).toMatchObject({ code: 0 });
    isOver = true;
    expect((await Promise.all(workers)).reduce((sum, done) => sum + done, 0)).toBeGreaterThan(3);

    // The backup of the busy server is complete, and has everything from before it was started.
    expect(await run('restore', place('one'), [archive, ...locked])).toMatchObject({ code: 0 });
    await restoreBackup({ source: folder, dataDir: place('two'), passphrase: null });
    for (const name of ['one', 'two']) {
      expect(await digestsOf(place(name))).toMatchObject(Object.fromEntries(sent));
      await using restored = await openTestServer({ dataDir: place(name) });
      expect(await listNotes(restored)).toEqual(expect.arrayContaining(before));
    }

    // At rest: exactly the same.
    const last = await run('backup', server.dataDir, [folder]);
    expect(last).toEqual({ code: 0, said: expect.stringMatching(/^backup: \d+ materials and \d+ files .* are in /) });
    await restoreBackup({ source: folder, dataDir: place('three'), passphrase: null });
    await using restored = await openTestServer({ dataDir: place('three') });
    expect(await listNotes(restored)).toEqual(await listNotes(server));
    expect(await digestsOf(place('three'))).toEqual(await digestsOf(server.dataDir));
    for (const [id, sha256] of sent) {
      const address = api.filePreview(ids, id);
      const [there, here] = await Promise.all([fetch(`${restored.url}${address}`), fetch(`${server.url}${address}`)]);
      expect(await there.bytes().then(digest)).toBe(await here.bytes().then(digest));
      const whole = await fetch(`${restored.url}${api.fileView(ids, id)}`);
      expect(digest(await whole.bytes())).toBe(sha256);
    }
    expect(await server.services.backups.state()).toMatchObject({ lastSuccess: { target: folder, missing: 0 } });
  },
  120_000,
);

test('reports in one line why a command refuses, and changes nothing', async () => {
  await using folders = await openFolders();
  await using server = await openTestServer({ dataDir: folders.place('data') });
  const folder = folders.place('missing');
  const restoring = await run('restore', server.dataDir, [import.meta.dirname]);
  expect(restoring).toEqual({ code: 1, said: expect.stringMatching(/^restore: .* is not empty; .*\n$/) });
  expect(await run('backup', folder, [folders.place('target')])).toEqual({
    code: 1,
    said: expect.stringMatching(/^backup: there is no library in .*\n$/),
  });
  expect(await run('backup', server.dataDir, [])).toEqual({
    code: 1,
    said: expect.stringMatching(/^backup: name one file or folder: .*\n$/),
  });
  const weak = await run('backup', server.dataDir, [folders.place('target')], { BACKUP_PASSPHRASE: 'short' });
  expect(weak).toEqual({ code: 1, said: 'backup: the passphrase must have at least 10 characters\n' });
  expect([await listTree(folder), await listTree(folders.place('target'))]).toEqual([[], []]);
});
