import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { describe, expect, test, vi } from 'vitest';
import { chooseOcr, createOcr } from './create-ocr.ts';
import { describeOcrEngine } from './ocr-engine.suite.ts';
import { createPackagedEngine } from './packaged-engine.ts';
import { createSystemEngine } from './system-engine.ts';
import { systemLanguages } from './system-tesseract.ts';

const installed = await systemLanguages('tesseract');

describe('tesseract.js', () => {
  describeOcrEngine(createPackagedEngine);
});

describe.skipIf(!installed.includes('eng') || !installed.includes('nep'))(
  'the machine’s Tesseract (skipped where it is not installed with English and Nepali)',
  () => {
    describeOcrEngine((parts) => createSystemEngine({ program: 'tesseract', ...parts }));
  },
);

test('without an installed Tesseract the packaged one is used, and languages that it lacks are left out', async () => {
  const scratch = await mkdtemp(path.join(tmpdir(), 'examshelf-ocr-'));
  const log = pino({ level: 'silent' });
  vi.stubEnv('PATH', scratch);
  try {
    const languages = ['eng', 'nep', 'ara', '../../etc/passwd', ''];
    expect((await chooseOcr(languages)).missing).toEqual(['ara', '../../etc/passwd', '']);
    const engine = await createOcr({ languages, scratch, log });
    await engine.close();
    expect(engine.name).toBe('tesseract.js (eng, nep)');
    const other = await createOcr({ languages: ['xyz'], scratch, log });
    await other.close();
    expect(other.name).toBe('tesseract.js (eng)');
  } finally {
    vi.unstubAllEnvs();
    await rm(scratch, { recursive: true, force: true });
  }
});
