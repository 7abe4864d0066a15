import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startChildServer } from '#test/support/child-server.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

test.skipIf(isOnlyInSweep('starts'))(
  'stores compiled code when a server has started, before anybody ends it',
  async () => {
    const folder = await openFolder();
    const compiled = path.join(folder, 'compiled');
    await start(folder, compiled);
    await expect.poll(async () => (await readdir(compiled, { recursive: true })).length).toBeGreaterThan(100);
  },
);

test.skipIf(isOnlyInSweep('starts'))("starts a server where compiled code can't be stored", async () => {
  const folder = await openFolder();
  const taken = path.join(folder, 'taken');
  await writeFile(taken, 'a file, where a folder was to be made');
  const { url } = await start(folder, taken);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

test.skipIf(isOnlyInSweep('starts'))('treats an empty NODE_COMPILE_CACHE as not set', async () => {
  await start(await openFolder(), '');
  const names = await readdir(path.join(import.meta.dirname, '..', '..'));
  expect(names.filter((name) => name.startsWith(process.version))).toEqual([]);
});

async function openFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-compiled-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function start(folder: string, compiled: string) {
  const settings = { DATA_DIR: path.join(folder, 'data'), NODE_COMPILE_CACHE: compiled, OCR_LANGUAGES: 'off' };
  const server = await startChildServer({
    ...settings,
    ADMIN_EMAIL: 'a@example.org',
    ADMIN_PASSWORD: 'a long password',
  });
  onTestFinished(async () => {
    server.process.kill('SIGTERM');
    if (server.process.exitCode === null) await once(server.process, 'exit');
  });
  return server;
}
