import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { warnOfLanguages } from './warn-of-languages.ts';

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
