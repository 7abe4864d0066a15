import { pino } from 'pino';
import { expect, test } from 'vitest';
import { withoutSharp } from '#test/support/hide-sharp.ts';
import { warnWithoutSharp } from './warn-without-sharp.ts';

test('logs one line with a remedy on a machine without a working sharp, and no line otherwise', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
  await warnWithoutSharp(log);
  expect(lines).toEqual([]);
  await warnWithoutSharp(log, withoutSharp);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    why: 'Error: Could not load the "sharp" module',
    msg: expect.stringMatching(/run "npm ci --include=optional" on this machine and start again.*scans wait/),
  });
});
