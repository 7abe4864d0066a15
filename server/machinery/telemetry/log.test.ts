import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createErrorLog } from './error-log.ts';
import { createLog, droppingDestination } from './log.ts';

test('loses only lines of a log whose disk is full, and continues once there is space', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-log-'));
  const file = path.join(folder, 'log');
  writeFileSync(file, '');
  // Linux has a device on which every write finds the disk full.
  let handle = openSync(process.platform === 'linux' ? '/dev/full' : file, 'a');
  const destination = { write: (line: string) => droppingDestination(handle).write(line) };
  const log = createLog({ level: 'info', isTerminal: false, errors: createErrorLog(), destination });
  for (let count = 0; count < 100; count += 1) log.info('into the void');
  closeSync(handle);
  log.info('to a handle that is closed');
  handle = openSync(file, 'a');
  log.info('there is room');
  closeSync(handle);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toContain('there is room');
  await rm(folder, { recursive: true });
});
