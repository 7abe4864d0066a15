import { mkdtemp, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { withoutNetwork } from '#server/machinery/processes/without-network.ts';
import { runTesseract } from './system-tesseract.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const maxResidentBytes = 900 * 1024 * 1024;

/** Runs a shell script in place of Tesseract, with one second of processor time. */
async function runScript(script: string, jobMs = 60_000): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-tesseract-'));
  const program = path.join(folder, 'tesseract');
  await writeFile(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  try {
    return await runTesseract({
      program,
      picture: 'page.png',
      languages: ['eng'],
      layout: 'columns',
      limits: { jobMs, cpuMs: 1000, maxResidentBytes, idleMs: 0 },
      signal: new AbortController().signal,
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

test.skipIf(isOnlyInSweep('recognition'))(
  'a Tesseract that never finishes is ended by its processor time, and one that waits by the clock',
  async () => {
    await expect(runScript('while :; do :; done')).rejects.toMatchObject({
      name: 'OcrFailed',
      cause: 'time',
      message: expect.stringContaining('1 s of the processor'),
    });
    // The program replaces the shell, so no process remains that has the output open.
    await expect(runScript('exec sleep 60', 50)).rejects.toMatchObject({
      cause: 'time',
      message: expect.stringContaining('not read within 50 ms'),
    });
  },
);

test('a Tesseract that writes more than a page can have is ended', async () => {
  await expect(runScript('exec yes "a line of text that goes on"')).rejects.toMatchObject({
    cause: 'memory',
    message: expect.stringContaining('more text than a page can have'),
  });
});

test('Tesseract starts with limits of memory and processor time, and writes no core dump', async () => {
  const [memory, seconds, core] = (await runScript('ulimit -v; ulimit -S -t; ulimit -c')).split('\n');
  expect([memory, seconds, core]).toEqual([String(maxResidentBytes / 1024), '1', '0']);
});

test('Tesseract has no network if the machine allows that', async () => {
  const its = (await runScript('exec readlink /proc/self/ns/net')).trim();
  const isApart = its !== (await readlink('/proc/self/ns/net'));
  expect(isApart).toBe((await withoutNetwork()).length > 0);
});
