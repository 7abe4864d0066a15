import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const root = path.join(import.meta.dirname, '..', '..');

/** Folders that are not copied: those that a first start doesn't have, and the packages, which are linked. */
const left = new Set(['dist', 'data', 'node_modules', '.git']);

/** A copy of the code without the built pages. */
async function copyUnbuilt(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-unbuilt-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const copy = path.join(folder, 'code');
  await cp(root, copy, { recursive: true, filter: (source) => !left.has(path.relative(root, source)) });
  await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  return copy;
}

test.skipIf(isOnlyInSweep('starts'))(
  'uses at most 450 MB in the server for a first start, which builds the pages',
  async () => {
    const code = await copyUnbuilt();
    const child = spawn(process.execPath, ['scripts/start.mjs'], {
      cwd: code,
      env: {
        PATH: process.env['PATH'],
        PORT: '0',
        DATA_DIR: path.join(code, 'data'),
        SAMPLES: 'off',
        OCR_LANGUAGES: 'off',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    });
    let output = '';
    for await (const bytes of child.stdout) {
      output += String(bytes);
      if (output.includes('running at')) break;
    }
    expect(output).toContain('Building the pages');
    // The maximum memory of the process so far, in kB.
    const [, peak] = /^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`/proc/${child.pid}/status`, 'utf8')) ?? [];
    expect(Number(peak)).toBeLessThan(450 * 1024);
  },
);
