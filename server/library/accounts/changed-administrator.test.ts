import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { openSqlite } from '#server/engines/database/sqlite/sqlite.ts';
import { startServer } from '#server/start/start-server.ts';
import { hashPassword } from './passwords.ts';

/** Starts and stops a server, and returns the warnings of its log. */
async function startWith(dataDir: string, settings: Record<string, string>): Promise<string[]> {
  const warnings: string[] = [];
  const log = pino(
    { level: 'warn' },
    { write: (line: string) => void warnings.push((JSON.parse(line) as { msg: string }).msg) },
  );
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, SAMPLES: 'off', ...settings });
  const server = await startServer({ config, log, openRenderer: async () => ({ fetch: () => new Response('page') }) });
  await server.close();
  // On a busy machine any statement can be slow.
  return warnings.filter((warning) => warning !== 'slow statement');
}

test('reports at a start with another ADMIN_EMAIL who else is still an administrator, and how to change that', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'examshelf-administrator-'));
  const password = { ADMIN_PASSWORD: 'correct horse battery' };
  try {
    expect(await startWith(dataDir, { ADMIN_EMAIL: 'first@library.test', ...password })).toEqual([]);
    expect(await startWith(dataDir, {})).toEqual([]);
    const fact = 'first@library.test was set up before ADMIN_EMAIL changed and is still an administrator';
    const change = { ADMIN_EMAIL: 'second@library.test', ...password };
    const warning = `${fact}; to remove it: npm run admin -- remove first@library.test`;
    expect(await startWith(dataDir, change)).toEqual([warning]);
    expect(await startWith(dataDir, change)).toEqual([warning]);
  } finally {
    await rm(dataDir, { recursive: true });
  }
});

test('stops a first start with a common password in the settings, but not a start with one that was accepted earlier', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'examshelf-administrator-'));
  const email = { ADMIN_EMAIL: 'first@library.test' };
  try {
    const refusal = 'setting ADMIN_PASSWORD: This password is among the first that strangers try.';
    for (const password of ['Password123', 'first@library.test'])
      await expect(startWith(dataDir, { ...email, ADMIN_PASSWORD: password })).rejects.toThrow(refusal);
    expect(await startWith(dataDir, { ...email, ADMIN_PASSWORD: 'correct horse battery' })).toEqual([]);
    await expect(startWith(dataDir, { ...email, ADMIN_PASSWORD: 'Password123' })).rejects.toThrow(refusal);
    await storePassword(dataDir, 'Password123');
    expect(await startWith(dataDir, { ...email, ADMIN_PASSWORD: 'Password123' })).toEqual([]);
  } finally {
    await rm(dataDir, { recursive: true });
  }
});

/** Stores the administrator's password as an older release did, which accepted any password. */
async function storePassword(dataDir: string, password: string): Promise<void> {
  const config = readConfig({ DATA_DIR: dataDir });
  const database = await openSqlite({ dataDir, publicUrl: config.publicUrl, ids: config.ids });
  const administrator = await database.accounts.findAdministrator();
  await database.transaction(async (records) => {
    await records.accounts.update(administrator?.id ?? '', { passwordHash: await hashPassword(password) });
  });
  await database.close();
}
