import { AsyncLocalStorage } from 'node:async_hooks';
import fs from 'node:fs';
import promises, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Makes any call to the file system within one folder fail. Replaces functions of `node:fs`, so import it before the
 * code that is to fail.
 */

/**
 * A call and the kind of its file: `write parts`, `rename temp`. Does not contain the names of files, so that runs can
 * be compared.
 */
export type FileCall = string;

/**
 * Result of a call: null lets it pass; an error code makes it fail, before or after it is done; `short` writes half of
 * the data; `until` delays the call.
 */
export type Verdict = null | { code: string; isDone?: boolean } | 'short' | { until: Promise<void> };

type Controller = { root: string; judge: (call: FileCall) => Verdict; describe: (relative: string) => string };

let controller: Controller | null = null;
/** Handles of files below the root, by number, with the kind of file. */
const handles = new Map<number, string>();
/** Marks calls that Node makes within one of ours, so that they are not counted again. */
const inside = new AsyncLocalStorage<true>();

/**
 * Lets the verdict decide about every call within `root` until the returned function is called. `describe` names the
 * file at a path, which is relative to the root and has no slash at its start.
 */
export function judgeFiles(
  root: string,
  judge: Controller['judge'],
  describe: Controller['describe'] = describeStored,
): () => void {
  controller = { root, judge, describe };
  return () => {
    controller = null;
  };
}

/** Returns the kind of a file in the storage folder. */
function describeStored(relative: string): string {
  const [first] = relative.split('/');
  if (!first) return 'root';
  return /^[0-9a-f]{2}$/.test(first) ? 'finished' : first;
}

function kindOf(file: unknown): string | null {
  if (!controller || typeof file !== 'string') return null;
  const { root, describe } = controller;
  if (file !== root && !file.startsWith(`${root}/`)) return null;
  return describe(file.slice(root.length + 1));
}

function verdictOn(call: string, kind: string | null): Verdict {
  if (kind === null || !controller || inside.getStore()) return null;
  return controller.judge(`${call} ${kind}`);
}

function failure(call: string, code: string): Error {
  return Object.assign(new Error(`${code}: injected, ${call}`), { code, syscall: call, errno: -5 });
}

type Work = (...parameters: never[]) => Promise<unknown>;

const judgedCalls = [
  'open',
  'mkdir',
  'mkdtemp',
  'rename',
  'link',
  'unlink',
  'rm',
  'rmdir',
  'stat',
  'lstat',
  'statfs',
  'readdir',
  'readFile',
  'copyFile',
] as const;

for (const name of judgedCalls) {
  const original = promises[name] as unknown as Work;
  const replaced = async (...parameters: never[]) => {
    const kind = kindOf(parameters[0]);
    const verdict = verdictOn(name, kind);
    if (verdict === null || verdict === 'short' || 'until' in verdict) {
      if (verdict !== null && verdict !== 'short') await verdict.until;
      const result = await inside.run(true, () => original(...parameters));
      if (name === 'open' && kind !== null) watchHandle(result as FileHandle, kind);
      return result;
    }
    if (verdict.isDone) {
      const result = await inside.run(true, () => original(...parameters));
      if (name === 'open') await (result as FileHandle).close();
    }
    throw failure(name, verdict.code);
  };
  Object.assign(promises, { [name]: replaced });
}

function watchHandle(handle: FileHandle, kind: string): void {
  for (const name of ['write', 'writeFile', 'read', 'sync', 'truncate', 'stat'] as const) {
    const original = handle[name].bind(handle) as unknown as Work;
    const replaced = async (...parameters: unknown[]) => {
      const verdict = verdictOn(name, kind);
      if (verdict === 'short' && name === 'write') {
        const [bytes, offset = 0, length = bytes.length - offset, position] = parameters as [
          Buffer,
          number?,
          number?,
          number?,
        ];
        return original(...([bytes, offset, Math.ceil(length / 2), position] as never[]));
      }
      if (verdict !== null && verdict !== 'short' && 'until' in verdict) await verdict.until;
      else if (verdict !== null && verdict !== 'short') {
        if (verdict.isDone) await original(...(parameters as never[]));
        throw failure(name, verdict.code);
      }
      return inside.run(true, () => original(...(parameters as never[])));
    };
    Object.defineProperty(handle, name, { value: replaced });
  }
}

type Callback = (error: Error | null, ...results: unknown[]) => void;
type Called = (...parameters: unknown[]) => void;

/** Replaces the functions that streams and the pool of open files call. */
for (const name of ['open', 'write', 'writev', 'fsync', 'read'] as const) {
  const original = fs[name] as unknown as Called;
  const replaced = (...parameters: unknown[]) => {
    const done = parameters.at(-1) as Callback;
    const [first] = parameters;
    const kind = name === 'open' ? kindOf(first) : (handles.get(Number(first)) ?? null);
    const verdict = verdictOn(name, kind);
    const before = parameters.slice(0, -1);
    if (verdict === 'short' && name === 'write') {
      const [handle, bytes, offset = 0, length = 0, ...rest] = before as [number, Buffer, number, number];
      original(handle, bytes, offset, Math.ceil(length / 2), ...rest, done);
      return;
    }
    const failing = verdict !== null && verdict !== 'short' && 'code' in verdict ? verdict : null;
    if (failing && !failing.isDone) {
      setImmediate(() => done(failure(name, failing.code)));
      return;
    }
    const call = () =>
      original(...before, (error: Error | null, ...results: unknown[]) => {
        // Numbers of file handles are reused, also for files outside.
        if (name === 'open' && !error && kind === null) handles.delete(Number(results[0]));
        if (name === 'open' && !error && kind !== null) handles.set(Number(results[0]), kind);
        if (!failing || error) return done(error, ...results);
        if (name === 'open') fs.closeSync(Number(results[0]));
        done(failure(name, failing.code));
      });
    if (verdict !== null && verdict !== 'short' && 'until' in verdict) void verdict.until.then(call);
    else call();
  };
  Object.assign(fs, { [name]: replaced });
}

syncBuiltinESMExports();
