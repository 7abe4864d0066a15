import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { createThreadCalls } from './thread-calls.ts';

/** Runs a separate program, which would end early if nothing prevented it. */
async function runProgram(folder: string): Promise<string> {
  const texts = path.join(import.meta.dirname, '..', '..', 'engines', 'text-store', 'sqlite-texts.ts');
  const script = `import { openSqliteTexts } from ${JSON.stringify(texts)};
    const texts = openSqliteTexts({ directory: process.argv[1], log: console });
    const begun = texts.begin({ sha256: 'a'.repeat(64), pageCount: 1, recipe: 1 });
    const closed = texts.close();
    console.log('begun', await begun);
    await closed;
    console.log('closed');`;
  const options = { env: { ...process.env, NODE_NO_WARNINGS: '1' } };
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, folder], options);
  return run.then(
    ({ stdout }) => stdout,
    ({ code, stdout }: { code: number; stdout: string }) => `${stdout}exit code ${code}`,
  );
}

test('waits for the end of the thread when closed, even while it still has work', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-calls-'));
  try {
    expect(await runProgram(folder)).toBe('begun true\nclosed\n');
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('ends an idle thread, and runs later calls in order in the next one, even while the first ends', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-calls-'));
  const threads: Worker[] = [];
  const note = (worker: Worker) => threads.push(worker);
  process.on('worker', note);
  try {
    const calls = createThreadCalls({
      program: new URL('../../engines/text-store/texts-worker.ts', import.meta.url),
      subject: 'texts',
      options: { workerData: { directory: folder } },
      idleMs: 0,
    });
    const begin = (name: string) =>
      calls.send('begin', [{ sha256: name.repeat(64), pageCount: 1, recipe: 1 }]) as Promise<boolean>;
    const list = () => calls.send('listVersions', ['', 100]) as Promise<{ sha256: string }[]>;
    expect(await begin('a')).toBe(true);
    await once(threads[0] as Worker, 'exit');
    for (const name of 'bcd') {
      const [first, second, versions] = await Promise.all([begin(name), begin(name), list()]);
      expect([first, second, versions.at(-1)?.sha256]).toEqual([true, false, name.repeat(64)]);
      await new Promise((resolve) => setTimeout(resolve));
    }
    expect(threads.length).toBeGreaterThan(1);
    const last = begin('l');
    await calls.close();
    expect(await last).toBe(true);
    await expect(begin('m')).rejects.toThrow('texts: closed');
  } finally {
    process.off('worker', note);
    await rm(folder, { recursive: true });
  }
});
