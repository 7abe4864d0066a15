import fs from 'node:fs';
import promises, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/** Loaded by failing-workers.ts into a process that handles files, before its program. */

type Work = (...parameters: unknown[]) => unknown;

const plan = JSON.parse(process.env['EXAMSHELF_FAILING_CALL'] ?? 'null') as { index: number; code: string } | null;
const handles = new Map<number, string>();
let count = -1;

/** Returns `input` or `output` for the files of the job; null for all others, such as the program itself. */
function kindOf(file: unknown): string | null {
  if (typeof file === 'number') return handles.get(file) ?? null;
  return /\/(in|out)\/[0-9a-f-]{36}$/.exec(String(file))?.[1] ?? null;
}

function judge(name: string, kind: string | null): void {
  if (kind === null) return;
  count += 1;
  process.send?.({ judgedCall: `${name} ${kind}` });
  if (count === plan?.index)
    throw Object.assign(new Error(`${plan.code}: injected, ${name}`), { code: plan.code, errno: -5, syscall: name });
}

for (const name of ['openSync', 'readSync', 'writeSync', 'fstatSync', 'readFileSync', 'writeFileSync'] as const) {
  const original = fs[name] as unknown as Work;
  const replaced: Work = (...parameters) => {
    const kind = kindOf(parameters[0]);
    judge(name, kind);
    const result = original(...parameters);
    if (name === 'openSync' && kind === null) handles.delete(Number(result));
    if (name === 'openSync' && kind !== null) handles.set(Number(result), kind);
    return result;
  };
  Object.assign(fs, { [name]: replaced });
}

const originalOpen = promises.open as unknown as (...parameters: unknown[]) => Promise<FileHandle>;
Object.assign(promises, {
  async open(...parameters: unknown[]) {
    const kind = kindOf(parameters[0]);
    judge('open', kind);
    const handle = await originalOpen(...parameters);
    for (const name of ['read', 'stat', 'sync'] as const) {
      const original = handle[name].bind(handle) as unknown as Work;
      const replaced = async (...each: unknown[]) => {
        judge(name, kind);
        return original(...each);
      };
      Object.defineProperty(handle, name, { value: replaced });
    }
    return handle;
  },
});

syncBuiltinESMExports();
