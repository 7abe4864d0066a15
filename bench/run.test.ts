import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const root = path.join(import.meta.dirname, '..');
/** Time limit of one part, in milliseconds; most take a minute with these sizes. */
const timeout = 15 * 60_000;
const tiny = {
  // As many as one bulk edit needs (manage.ts).
  BENCH_MATERIALS: '2000',
  BENCH_PAGES: '2000',
  BENCH_PEER_PAGES: '500',
  BENCH_SECONDS: '0.2',
  BENCH_STAGED: '100',
  LIGHTHOUSE_RUNS: '1',
  LIGHTHOUSE_SCREENS: 'Home',
};
/** In the order in which they run. */
const parts =
  'table scripts realtime first-page reader reader-memory memory first-visit walk legibility lighthouse ocr photographs directions duplicates search search-quality import manage sizes import-run import-panel import-screen archive scale move'.split(
    ' ',
  );

const run = (words: readonly string[], settings: Record<string, string>) =>
  promisify(execFile)(process.execPath, ['bench/run.ts', ...words], {
    cwd: root,
    env: { ...process.env, ...settings },
    timeout,
  });

test('the benchmarks load, an unknown part is refused with the names of all, and docs/performance.md lists them', async () => {
  const refused = await run(['nothing'], {}).catch((error: { code: number; stdout: string }) => error);
  expect(refused).toMatchObject({
    code: 1,
    stdout: `Unknown part: nothing. The parts are: ${parts.join(', ')}\n`,
  });
  const page = await readFile(path.join(root, 'docs', 'performance.md'), 'utf8');
  const named = page.split('\n').flatMap((line) => /^\| ((?:`[\w-]+` ?)+)\|/.exec(line)?.[1]?.match(/[\w-]+/g) ?? []);
  expect(named.sort()).toEqual(parts.toSorted());
});

test.skipIf(isOnlyInSweep('benchmarks')).each(parts)(
  'the benchmark %s measures a tiny library to its end',
  async (part) => {
    const { stdout } = await run([part], tiny);
    const [title, ...lines] = stdout.trim().split('\n');
    expect(title).toBe(`── ${part}`);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => /FAILED|NaN|undefined|Infinity/.test(line))).toEqual([]);
  },
  timeout,
);
