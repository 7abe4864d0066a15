import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startChildServer } from '#test/support/child-server.ts';
import { callAs } from '#test/support/contract-caller.ts';
import { openTestPlace } from '#test/support/test-place.ts';
import { createHandOver, createPasswordFile, writePasswordFile } from './password-file.ts';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-password-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('stores the password of a first start in a private file and in no log, until its owner signs in', async () => {
  const dataDir = await makeFolder();
  let child: ChildProcess | undefined;
  onTestFinished(async () => {
    if (!child || child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  const server = await startChildServer({ DATA_DIR: dataDir, DISK_RESERVE_MB: '4', LOG_LEVEL: 'info' }, (spawned) => {
    child = spawned;
  });
  const file = path.join(dataDir, 'new-password');
  await expect.poll(server.output).toContain(`The password is in ${file}`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const [, email, password = ''] = /^Email: (\S+)\nPassword: (\S+)\n$/.exec(await readFile(file, 'utf8')) ?? [];
  const signIn = (typed: string) =>
    callAs(server.url).call('POST', '/account/sessions/email', { json: { email, password: typed } });
  expect((await signIn('wrong password')).status).toBe(401);
  expect(existsSync(file)).toBe(true);
  expect((await signIn(password)).status).toBe(201);
  expect(existsSync(file)).toBe(false);
  expect(server.output()).not.toContain(password);
});

test('removes the file once its owner has signed in at another server, but not while the password is new', async () => {
  await using place = await openTestPlace();
  const database = await place.openRecords({});
  const dataDir = await makeFolder();
  const email = 'ada@library.test';
  const { sweep } = createPasswordFile({ dataDir, accounts: database.accounts, log: pino({ level: 'silent' }) });
  const file = await writePasswordFile(dataDir, { email, password: 'a password' });
  const isThereAfterSweep = async () => {
    await sweep();
    return existsSync(file);
  };
  expect(await isThereAfterSweep()).toBe(true);
  await utimes(file, 0, 0);
  await database.accounts.insert({ id: 'u1', email, name: 'Ada', passwordHash: 'hash', isAdministrator: true });
  expect(await isThereAfterSweep()).toBe(true);
  await database.accounts.keepBrowser('u1', 'hash of its secret', 20);
  expect(await isThereAfterSweep()).toBe(false);
  await sweep();
  await database.close();
});

test("reports a folder that can't be written, with what to do", async () => {
  const missing = path.join(await makeFolder(), 'missing');
  await expect(writePasswordFile(missing, { email: 'ada@library.test', password: 'a password' })).rejects.toThrow(
    /^The generated password can't be written to .*missing.*new-password \(ENOENT.*in a terminal/,
  );
});

test('shows the password in a terminal, and stores it in no file', () => {
  const made = { email: 'ada@library.test', password: 'a password' };
  const { handOver, describe } = createHandOver('/data', true);
  expect([handOver, describe(made)]).toEqual([
    undefined,
    [
      'Administrator: ada@library.test',
      'Password: a password',
      'The password is shown only once. Change it in the panel.',
    ],
  ]);
});
