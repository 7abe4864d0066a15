import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { api, pages } from '#contract/addresses.ts';
import type { FileAnswer } from '#contract/schemas/document.ts';
import { chunkBytes } from '#domain/text/chunk.ts';
import { passwordFileName } from '#server/engines/data-folder/password-file.ts';
import { startChildServer } from '#test/support/child-server.ts';
import { makePdf } from '#test/support/documents.ts';
import { digest, ids, openLibrarian, rangeHeaders, uploadForm } from '#test/support/library.ts';
import { administrator } from '#test/support/server.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/** Starts the product like its operator; killed with the test. */
async function start(settings: Record<string, string>) {
  const started = await startChildServer(settings);
  onTestFinished(() => void started.process.kill('SIGKILL'));
  return started;
}

async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-restart-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test.skipIf(isOnlyInSweep('journeys'))(
  'after a server was killed in the middle of an upload, the upload resumes',
  async () => {
    const settings = {
      DATA_DIR: await makeDataDir(),
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
    };
    const bytes = makePdf([['Survived a restart']], { padBytes: 2 * chunkBytes + 1000 });
    const parts = [0, 1, 2].map((index) => bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes));
    const send = async (url: string, cookie: string, index: number): Promise<FileAnswer> => {
      const part = parts[index] ?? Buffer.alloc(0);
      const response = await fetch(`${url}${api.files(ids)}`, {
        method: 'POST',
        headers: {
          cookie,
          'x-appwrite-project': ids.projectId,
          ...rangeHeaders('long-upload', index * chunkBytes, part.length, bytes.length),
        },
        body: uploadForm('long-upload', 'long.pdf', part),
      });
      expect(response.status).toBe(201);
      return (await response.json()) as FileAnswer;
    };

    const first = await start(settings);
    const cookie = await signIn(first.url);
    await send(first.url, cookie, 0);
    await send(first.url, cookie, 2);
    first.process.kill('SIGKILL');
    await once(first.process, 'exit');

    const second = await start(settings);
    const librarian = await openLibrarian(second.url);
    const held = (await (await librarian.send('GET', api.file(ids, 'long-upload'))).json()) as FileAnswer;
    expect(held.chunksUploaded).toBe(1);
    const done = await send(second.url, cookie, 1);
    expect([done.chunksUploaded, done.chunksTotal, done.sizeOriginal]).toEqual([3, 3, bytes.length]);
    await librarian.publish('paper', {
      title: 'Survivor',
      subject: 'C Programming',
      facultyId: 'csit',
      semesterId: '1',
      year: 2024,
      fileId: 'long-upload',
    });
    second.process.kill('SIGKILL');
    await once(second.process, 'exit');

    const third = await start(settings);
    const back = await fetch(`${third.url}${api.fileDownload(ids, 'long-upload')}`);
    expect(digest(new Uint8Array(await back.arrayBuffer()))).toBe(digest(bytes));
    const list = await fetch(`${third.url}${api.documents(ids, 'papers')}?project=examshelf`);
    expect(await list.json()).toMatchObject({ total: 1, documents: [{ title: 'Survivor' }] });
  },
);

test.skipIf(isOnlyInSweep('journeys'))('a page is unchanged by a restart: a browser that has it gets 304', async () => {
  const settings = { DATA_DIR: await makeDataDir(), PUBLIC_URL: 'http://127.0.0.1' };
  const ask = ({ url }: { url: string }, held: string) =>
    fetch(`${url}${pages.papers('csit', '1', 'c-programming')}`, { headers: { 'if-none-match': held } });
  const first = await start(settings);
  const sent = await ask(first, '');
  const tag = sent.headers.get('etag') ?? 'none';
  first.process.kill('SIGTERM');
  await once(first.process, 'exit');
  const again = await ask(await start(settings), tag);
  expect([sent.status, again.status]).toEqual([200, 304]);
  // It gets another revision of the library, because that may differ from the one before the restart.
  expect(again.headers.get('server-timing')).not.toBe(sent.headers.get('server-timing'));
});

test.skipIf(isOnlyInSweep('journeys'))('a bad setting stops the start with one line that names it', async () => {
  await expect(start({ DATA_DIR: await makeDataDir(), PORT: 'many' })).rejects.toThrow(
    /^Examshelf did not start: setting PORT: must be a number from 0 to 65535\n$/,
  );
  await expect(start({ DATA_DIR: await makeDataDir(), CATALOGUE: 'nowhere' })).rejects.toThrow(
    /^Examshelf did not start: setting CATALOGUE: "nowhere" is not [^\n]*\n$/,
  );
});

test('the first start creates an administrator, whose password is in a file until it is used', async () => {
  const settings = { DATA_DIR: await makeDataDir() };
  const file = path.join(settings.DATA_DIR, passwordFileName);
  const first = await start(settings);
  const password = /Password: (\S+)/.exec(await readFile(file, 'utf8'))?.[1] ?? '';
  expect(first.output()).toContain(file);
  expect(first.output()).not.toContain(password);
  await openLibrarian(first.url, { email: 'admin@localhost', password });
  await expect.poll(() => existsSync(file)).toBe(false);
  first.process.kill('SIGTERM');
  const [code] = await once(first.process, 'exit');
  expect(code).toBe(0);
  const second = await start({ ...settings, OCR_LANGUAGES: 'nepali' });
  await expect.poll(() => second.output()).toContain('setting OCR_LANGUAGES: this machine has no data');
  expect(second.output()).not.toMatch(/password/i);
  await openLibrarian(second.url, { email: 'admin@localhost', password });
});

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}${api.accountSessions()}/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-appwrite-project': ids.projectId },
    body: JSON.stringify(administrator),
  });
  return response.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
}
