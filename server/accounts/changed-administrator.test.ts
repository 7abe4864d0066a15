import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { startServer } from '#server/start/start-server.ts';

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

test('a start with another ADMIN_EMAIL says who else is still an administrator, and how to change that', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'examshelf-administrator-'));
  const password = { ADMIN_PASSWORD: 'correct horse battery' };
  try {
    expect(await startWith(dataDir, { ADMIN_EMAIL: 'first@library.test', ...password })).toEqual([]);
    expect(await startWith(dataDir, {})).toEqual([]);
    const told = 'first@library.test was set up before ADMIN_EMAIL changed and is still an administrator';
    const change = { ADMIN_EMAIL: 'second@library.test', ...password };
    const warning = `${told}; to remove it: npm run admin -- remove first@library.test`;
    expect(await startWith(dataDir, change)).toEqual([warning]);
    expect(await startWith(dataDir, change)).toEqual([warning]);
  } finally {
    await rm(dataDir, { recursive: true });
  }
});
