import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** A program of its own, which would end early if nothing kept it alive. */
async function runProgram(folder: string): Promise<string> {
  const texts = path.join(import.meta.dirname, '..', 'text-store', 'sqlite-texts.ts');
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

test('closing waits for the end of the thread, also when it still had work', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-calls-'));
  try {
    expect(await runProgram(folder)).toBe('begun true\nclosed\n');
  } finally {
    await rm(folder, { recursive: true });
  }
});
