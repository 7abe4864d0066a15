import { AsyncLocalStorage } from 'node:async_hooks';
import fs from 'node:fs';
import promises, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Lets any call to the file system below one folder fail. Stands between our code and `node:fs`, so it must be imported
 * before what it is to make fail.
 */

/** What a call does and to what: `write parts`, `rename temp`. Names of single files are left out, so that runs compare. */
export type FileCall = string;

/** What becomes of a call: null lets it pass; an error code fails it, before or after it was done; `short` writes half. */
export type Verdict = null | { code: string; isDone?: boolean } | 'short';

type Controller = { root: string; judge: (call: FileCall) => Verdict };

let controller: Controller | null = null;
/** Handles of files below the root, by number, with the kind of place they lie in. */
const handles = new Map<number, string>();
/** Calls that Node makes for one of ours are not counted again. */
const inside = new AsyncLocalStorage<true>();

/** Judges every call below `root` until the answered function is called. */
export function judgeFiles(root: string, judge: Controller['judge']): () => void {
  controller = { root, judge };
  return () => {
    controller = null;
  };
}

function kindOf(place: unknown): string | null {
  if (!controller || typeof place !== 'string' || !place.startsWith(controller.root)) return null;
  const [, first = 'root'] = place.slice(controller.root.length).split('/');
  return /^[0-9a-f]{2}$/.test(first) ? 'finished' : first;
}

function verdictOn(call: string, kind: string | null): Verdict {
  if (kind === null || !controller || inside.getStore()) return null;
  return controller.judge(`${call} ${kind}`);
}

function failure(call: string, code: string): Error {
  return Object.assign(new Error(`${code}: injected, ${call}`), { code, syscall: call });
}

type Work = (...parameters: never[]) => Promise<unknown>;

for (const name of ['open', 'mkdir', 'rename', 'link', 'unlink', 'rm', 'stat', 'readdir', 'copyFile'] as const) {
  const original = promises[name] as unknown as Work;
  const replaced = async (...parameters: never[]) => {
    const verdict = verdictOn(name, kindOf(parameters[0]));
    const kind = kindOf(parameters[0]);
    if (verdict === null || verdict === 'short') {
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
  for (const name of ['write', 'read', 'sync'] as const) {
    const original = handle[name].bind(handle) as unknown as Work;
    const replaced = async (...parameters: unknown[]) => {
      const verdict = verdictOn(name, kind);
      if (verdict === 'short' && name === 'write') {
        const [bytes, offset = 0] = parameters as [Buffer, number | undefined];
        return original(...([bytes, offset, Math.ceil((bytes.length - offset) / 2)] as never[]));
      }
      if (verdict === null || verdict === 'short') return original(...(parameters as never[]));
      if (verdict.isDone) await original(...(parameters as never[]));
      throw failure(name, verdict.code);
    };
    Object.defineProperty(handle, name, { value: replaced });
  }
}

type Callback = (error: Error | null, ...results: unknown[]) => void;
type Called = (...parameters: unknown[]) => void;

/** Streams and the pool of open files call these. */
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
    const isFailing = verdict !== null && verdict !== 'short';
    if (isFailing && !verdict.isDone) {
      setImmediate(() => done(failure(name, verdict.code)));
      return;
    }
    original(...before, (error: Error | null, ...results: unknown[]) => {
      if (name === 'open' && !error && kind !== null) handles.set(Number(results[0]), kind);
      if (!isFailing || error) return done(error, ...results);
      if (name === 'open') fs.closeSync(Number(results[0]));
      done(failure(name, verdict.code));
    });
  };
  Object.assign(fs, { [name]: replaced });
}

syncBuiltinESMExports();
