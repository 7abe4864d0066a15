import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { findRunning, isStopped } from '#test/support/running-programs.ts';
import { drawScan } from '#test/support/scanned-pages.ts';
import { createSystemEngine } from './system-engine.ts';
import { systemLanguages, ocrLimits } from './system-tesseract.ts';

const installed = await systemLanguages('tesseract');

test.skipIf(!installed.includes('eng'))(
  'a Tesseract that is stopped until the process that straightened the page has ended reads the page',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-stopped-'));
    const [program, scratch, picture] = ['tesseract', 'scratch', 'page.png'].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ];
    // It stops itself before it opens the picture; it replaces the shell, so its process id stays the same.
    await writeFile(program, `#!/bin/sh\necho $$ >> ${folder}/ids\nkill -STOP $$\nexec tesseract "$@"\n`, {
      mode: 0o755,
    });
    await writeFile(picture, await drawScan({ columns: [['Define deadlock and starvation.']] }));
    const log = pino({ level: 'silent' });
    const limits = { ...ocrLimits, idleMs: 0 };
    const engine = createSystemEngine({ program, languages: ['eng'], scratch, log, limits });
    try {
      const reading = engine.recognise(picture, new AbortController().signal);
      // First some lines of the page, then all of it.
      for (const run of [0, 1]) await resumeAfterWorker(run, path.join(folder, 'ids'), scratch);
      const { lines } = await reading;
      expect(lines.flatMap(({ words }) => words.map(({ text }) => text))).toContain('deadlock');
    } finally {
      await engine.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
);

/** Resumes the Tesseract that was started as this one, once the process that made its picture has ended. */
async function resumeAfterWorker(run: number, idsFile: string, scratch: string): Promise<void> {
  const patience = { timeout: 60_000 };
  const id = await vi.waitUntil(
    async () => Number((await readFile(idsFile, 'utf8').catch(() => '')).split('\n')[run]),
    patience,
  );
  await vi.waitUntil(() => isStopped(id), patience);
  await vi.waitUntil(async () => (await findRunning(scratch, 'worker.ts')).length === 0, patience);
  process.kill(id, 'SIGCONT');
}
