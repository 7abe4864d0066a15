import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { cpuSignal, failed, memorySignal, type Failed, type WorkerMessage } from './serve-jobs.ts';
import { withoutNetwork } from './without-network.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** The folders with the workers' own code, besides packages. */
const ownCode = ['server', 'domain', 'contract'];

/**
 * Returns the command line of a Node process that decodes untrusted files: by Node's permission model it may read its own
 * program and the given folders, write to one folder, and start no other program. Node 24 cannot forbid the network; if
 * the machine can, it does (without-network.ts). Native code is not restricted by any of this; that is why sharp gets
 * bytes and never a path (make-picture.ts).
 */
function workerRights({ folders, output }: { folders: readonly string[]; output: string }): string[] {
  return [
    '--permission',
    // sharp is native.
    '--allow-addons',
    // The thread that watches the memory (worker-guard.mjs).
    '--allow-worker',
    ...ownCode.map((name) => `--allow-fs-read=${root}${name}/*`),
    `--allow-fs-read=${root}package.json`,
    ...packageFolders().map((packages) => `--allow-fs-read=${packages}/*`),
    ...folders.map((folder) => `--allow-fs-read=${folder}/*`),
    `--allow-fs-write=${output}/*`,
    '--disallow-code-generation-from-strings',
    '--max-old-space-size=256',
  ];
}

/** Returns the folders of packages, usually next to our code, but possibly installed further up. */
function packageFolders(): string[] {
  const found = [
    'sharp',
    '@hyzyla/pdfium',
    'pdfjs-dist/package.json',
    '@neslinesli93/qpdf-wasm',
    'libheif-js/package.json',
  ].map((name) => {
    const file = fileURLToPath(import.meta.resolve(name));
    return file.slice(0, file.lastIndexOf('/node_modules/') + '/node_modules'.length);
  });
  return [...new Set(found)];
}

/**
 * Waits for one message of a process. Resolves with a failure if the process ends first or `ms` have passed; then the
 * process is killed. `maxResidentBytes` and `cpuMs` are the limits it was started with.
 */
export function waitForMessage<Outcome>(
  from: ChildProcess,
  { ms, cpuMs, maxResidentBytes }: { ms: number; cpuMs: number | null; maxResidentBytes: number },
  isWanted: (message: WorkerMessage<Outcome>) => boolean,
): Promise<WorkerMessage<Outcome> | Failed> {
  return new Promise((resolve) => {
    const settle = (result: WorkerMessage<Outcome> | Failed) => {
      clearTimeout(timer);
      from.off('message', handleMessage);
      from.off('exit', handleExit);
      from.off('error', handleError);
      resolve(result);
    };
    const handleMessage = (message: WorkerMessage<Outcome>) => isWanted(message) && settle(message);
    const handleExit = (code: number | null, signal: string | null) => {
      if (signal === memorySignal) settle(failed('memory', `more than ${maxResidentBytes} bytes of memory`));
      else if (signal === cpuSignal) settle(failed('time', `more than ${cpuMs} ms of the processor`));
      else settle(failed('crash', `the process ended with ${signal ?? `code ${code}`}`));
    };
    const handleError = (error: Error) => settle(failed('unavailable', error.message));
    const timer = setTimeout(() => {
      settle(failed('time', `no message within ${ms} ms`));
      from.kill('SIGKILL');
    }, ms);
    from.on('message', handleMessage);
    from.once('exit', handleExit);
    from.once('error', handleError);
  });
}

/**
 * A running process, and the folder it may use: `in` has the file of its job, `out` its output. With `inputs`, its file
 * is there instead if that is possible.
 */
export type WorkerChild = {
  child: ChildProcess;
  folder: string;
  inputs: string | null;
  /**
   * Retains the folders until the returned function is called, also if the process ends before: the output of a job
   * belongs to the job, and using it may take far longer than an idle process lives.
   */
  holdFolders(): () => void;
  /** Returns the end of its standard error output. */
  lastErrors(): string;
};

/** Starts processes, each with its own folders, which are deleted when it has ended and no caller holds them. */
export type WorkerStarter = {
  /** Starts a process. `onExit` is called when it has ended. */
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
  /** Processor time for one job; null for no limit. */
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

/** Calls `remove` once it has ended and no caller holds it. */
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

/** Creates the folders of a process below its own. */
export async function makeFolders(folder: string): Promise<void> {
  await Promise.all(['in', 'out'].map((name) => mkdir(path.join(folder, name), { recursive: true })));
}
