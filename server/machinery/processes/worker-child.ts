import { randomUUID } from 'node:crypto';
import { fork, type ChildProcess } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { withoutNetwork } from './without-network.ts';
import { workerRights } from './worker-rights.ts';

/**
 * A running process, and the folder that it may use: `in` has the file of its job, `out` its output. With `inputs`, the
 * file is there instead, if possible.
 */
export type WorkerChild = {
  child: ChildProcess;
  folder: string;
  inputs: string | null;
  /**
   * Retains the folders until the returned function is called, even if the process ends before: the output belongs to
   * the job, and using it may take far longer than an idle process lives.
   */
  holdFolders(): () => void;
  /** Returns the last part of its standard error output. */
  lastErrors(): string;
};

/**
 * Starts processes, each with its own folders, which are deleted when the process has ended and no caller holds them.
 */
export type WorkerStarter = {
  /** Starts a process. Calls `onExit` when it has ended. */
  start(onExit: (child: ChildProcess) => void): Promise<WorkerChild>;
  /** Waits until the folders of the processes that have ended are deleted. */
  cleaned(): Promise<void>;
};

const keptErrorText = 2000;

/**
 * Creates the starter. The folders are created in `scratch` and `inputScratch`; the process may read and write nowhere
 * else.
 */
export function createWorkerStarter(parts: {
  program: URL;
  scratch: string;
  inputScratch: string | null;
  maxResidentBytes: number;
  /** Maximum processor time for one job; null for no limit. */
  cpuMs: number | null;
  log: Logger;
}): WorkerStarter {
  const cleaning = new Set<Promise<unknown>>();

  async function remove(folder: string): Promise<void> {
    await rm(folder, { recursive: true, force: true }).catch((error: unknown) =>
      parts.log.warn({ err: error }, 'the folder of a file worker process could not be deleted'),
    );
  }

  return {
    async start(onExit) {
      const name = randomUUID();
      const folder = path.join(path.resolve(parts.scratch), name);
      const inputs = parts.inputScratch === null ? null : path.join(path.resolve(parts.inputScratch), name);
      const folders = inputs === null ? [folder] : [folder, inputs];
      await makeFolders(folder);
      const rights = workerRights({ folders, output: path.join(folder, 'out') });
      const [execPath = process.execPath, ...execArgv] = [...(await withoutNetwork()), process.execPath, ...rights];
      const child = fork(
        fileURLToPath(parts.program),
        [String(parts.maxResidentBytes), String(parts.cpuMs ?? Infinity)],
        {
          // A process that reads hostile files gets neither settings nor secrets of the server.
          env: { NODE_NO_WARNINGS: '1', MALLOC_ARENA_MAX: '2' },
          execPath,
          execArgv,
          stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
        },
      );
      let errors = '';
      child.on('error', () => undefined);
      child.stderr?.on('data', (bytes: Buffer) => {
        errors = (errors + bytes.toString()).slice(-keptErrorText);
      });
      const lifetime = createLifetime(() => Promise.all(folders.map(remove)));
      child.once('exit', () => {
        onExit(child);
        const done = lifetime.end().finally(() => cleaning.delete(done));
        cleaning.add(done);
      });
      return { child, folder, inputs, holdFolders: lifetime.hold, lastErrors: () => errors };
    },

    async cleaned() {
      await Promise.all(cleaning);
    },
  };
}

/** Creates the holds on a process's folders. Calls `remove` when the process has ended and no caller holds them. */
function createLifetime(remove: () => Promise<unknown>): { hold(): () => void; end(): Promise<unknown> } {
  const unheld = Promise.withResolvers<void>();
  let holders = 0;
  let hasEnded = false;
  const settle = () => {
    if (hasEnded && holders === 0) unheld.resolve();
  };
  return {
    hold() {
      holders += 1;
      return () => {
        holders -= 1;
        settle();
      };
    },
    end() {
      hasEnded = true;
      settle();
      return unheld.promise.then(remove);
    },
  };
}

/** Creates the folders of a process within its own folder. */
export async function makeFolders(folder: string): Promise<void> {
  await Promise.all(['in', 'out'].map((name) => mkdir(path.join(folder, name), { recursive: true })));
}
