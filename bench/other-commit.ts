import { spawnSync } from 'node:child_process';
import { cp, symlink } from 'node:fs/promises';
import path from 'node:path';
import { untilCalm } from './cpu-time.ts';
import type { BenchLibrary } from './library.ts';
import { startProcess, stopProcess } from './product-process.ts';

const root = path.join(import.meta.dirname, '..');

export type OtherServer = { url: string; pid: number; [Symbol.asyncDispose](): Promise<void> };

/** Opens the product with other settings, on a copy of the library's data. `folder` is another checkout. */
export async function openCopy(
  library: BenchLibrary,
  name: string,
  { settings = {}, folder }: { settings?: Record<string, string>; folder?: string } = {},
): Promise<OtherServer> {
  const dataDir = path.join(library.folder, `data-${name}`);
  // Its journal is small, and the library is not changed meanwhile.
  await cp(path.join(library.folder, 'data'), dataDir, { recursive: true });
  const started = await startProcess(
    ['main.ts'],
    { ...library.settings, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', ...settings },
    folder,
  );
  await untilCalm(started.process.pid ?? 0);
  return {
    url: started.url,
    pid: started.process.pid ?? 0,
    [Symbol.asyncDispose]: () => stopProcess(started.process),
  };
}

/** Opens the built product of a commit, on a copy of the library's data. */
export async function openOtherCommit(library: BenchLibrary, commit: string): Promise<OtherServer> {
  const folder = path.join(library.folder, 'other-commit');
  run('git', ['worktree', 'add', '--detach', '--force', folder, commit], root);
  const removeWorktree = () => run('git', ['worktree', 'remove', '--force', folder], root);
  try {
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    run(process.execPath, ['scripts/build.mjs'], folder);
    const server = await openCopy(library, 'other-commit', { folder });
    return {
      ...server,
      async [Symbol.asyncDispose]() {
        await server[Symbol.asyncDispose]();
        removeWorktree();
      },
    };
  } catch (error) {
    removeWorktree();
    throw error;
  }
}

function run(command: string, words: string[], cwd: string): void {
  const { status, stderr } = spawnSync(command, words, { cwd, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
  if (status !== 0) throw new Error(`${command} ${words.join(' ')}: ${stderr}`);
}
