import fs, { constants } from 'node:fs';
import path from 'node:path';
import { readFault } from '#server/machinery/faults/read-fault.ts';

/**
 * Options that pack all objects except streams together, in the order in which the document refers to them, so that the
 * page tree and the dictionaries of the pages are in a few neighbouring streams. Never `--linearize`, which separates
 * them again.
 */
const options = ['--object-streams=generate', '--deterministic-id', '--warning-exit-0', '--no-warn'];

/** The parts of an Emscripten module that are used here; its own types omit those for Node. */
type QpdfModule = {
  callMain(words: string[]): number;
  FS: { mkdir(path: string): void; mount(kind: unknown, options: { root: string }, at: string): void };
  NODEFS: unknown;
};
type LoadQpdf = (options: Record<string, unknown>) => Promise<QpdfModule>;

/**
 * Rewrites a PDF with qpdf as wasm, never with a program of the machine, which could do more than read this file. qpdf
 * reads and writes the disk itself, so that only the objects of a file are in memory and never the whole file. Returns
 * false for a file that qpdf can't read. Throws the error of a disk that is full or can't be read.
 */
export async function rewritePdf(input: string, output: string): Promise<boolean> {
  const { default: load } = (await import('@neslinesli93/qpdf-wasm')) as unknown as { default: LoadQpdf };
  // Emscripten only reads these constants from it; the process may not use the real one.
  Object.defineProperty(process, 'binding', { value: () => ({ fs: constants }), configurable: true });
  const silent = () => undefined;
  const module = await load({ noInitialRun: true, print: silent, printErr: silent });
  module.FS.mkdir('/from');
  module.FS.mkdir('/to');
  module.FS.mount(module.NODEFS, { root: path.dirname(input) }, '/from');
  module.FS.mount(module.NODEFS, { root: path.dirname(output) }, '/to');
  const words = [...options, `/from/${path.basename(input)}`, `/to/${path.basename(output)}`];
  const code = withDiskErrors(() => module.callMain(words));
  if (code !== 0 && code !== 2) throw new Error(`qpdf ended with code ${code}`);
  return code === 0;
}

/**
 * Runs the work and throws the first error of the disk. qpdf reports a failing disk as a damaged file, so this catches
 * errors in the synchronous functions of `fs`, with which qpdf reads and writes.
 */
function withDiskErrors<Result>(work: () => Result): Result {
  const originals = Object.entries(fs).filter(([name, each]) => name.endsWith('Sync') && typeof each === 'function');
  let fault: unknown = null;
  const watched = originals.map(([name, original]) => {
    const call = original as (...parameters: unknown[]) => unknown;
    const replaced = (...parameters: unknown[]) => {
      try {
        return call(...parameters);
      } catch (error) {
        if (readFault(error) !== null) fault ??= error;
        throw error;
      }
    };
    return [name, Object.assign(replaced, original)] as const;
  });
  Object.assign(fs, Object.fromEntries(watched));
  try {
    const result = work();
    if (fault !== null) throw fault;
    return result;
  } finally {
    Object.assign(fs, Object.fromEntries(originals));
  }
}
