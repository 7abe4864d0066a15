import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { withoutSharp } from '#test/support/hide-sharp.ts';
import { warnOfLanguages, warnWithoutSharp } from './warn-at-start.ts';

test("names the languages of OCR_LANGUAGES that the machine can't recognise at the start, and how to install them", async () => {
  vi.stubEnv('PATH', '/nonexistent');
  onTestFinished(() => void vi.unstubAllEnvs());
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
  await warnOfLanguages(null, log);
  await warnOfLanguages(['eng', 'nep'], log);
  expect(lines).toEqual([]);
  await warnOfLanguages(['eng', 'nepali', 'chi_sim'], log);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      level: 40,
      missing: ['nepali', 'chi_sim'],
      recognised: ['eng'],
      msg: expect.stringMatching(/^setting OCR_LANGUAGES: .* nepali, chi_sim, .*tesseract-ocr-chi-sim/),
    },
  ]);
});

test('logs one line with a remedy on a machine without a working sharp, and none otherwise', async () => {
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
