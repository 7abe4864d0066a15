import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Packs all objects but streams together, in the order in which the document leads to them: the page tree and the
 * dictionaries of its pages come to lie in a few neighbouring streams. Never `--linearize`, which takes them apart again.
 */
const options = ['--object-streams=generate', '--deterministic-id', '--warning-exit-0', '--no-warn'];

/** What a qpdf of the machine may take; the process it is started from watches itself only. */
const mostKilobytes = 1024 * 1024;
const mostSeconds = 60;
const mostWallMs = 100_000;

/** The machine's own qpdf, by the folders of `PATH`; null when there is none. */
export async function findQpdf(folders: string | undefined): Promise<string | null> {
  for (const folder of (folders ?? '').split(path.delimiter).filter(path.isAbsolute)) {
    const file = path.join(folder, 'qpdf');
    const isProgram = await access(file, constants.X_OK).then(
      async () => (await stat(file)).isFile(),
      () => false,
    );
    if (isProgram) return file;
  }
  return null;
}

/** Writes a PDF anew, by the machine's qpdf or the one that comes along as wasm. False for what it cannot read. */
export async function rewritePdf(input: string, output: string, qpdf: string | null): Promise<boolean> {
  return qpdf ? rewriteByProgram(qpdf, input, output) : rewriteByWasm(input, output);
}

/** Within limits of memory and processor time that hold even when nobody is left to end it. */
function rewriteByProgram(qpdf: string, input: string, output: string): Promise<boolean> {
  const limited = 'ulimit -v "$1"; ulimit -t "$2"; shift 2; exec "$@"';
  const words = ['-c', limited, 'qpdf', String(mostKilobytes), String(mostSeconds), qpdf, ...options, input, output];
  return new Promise((resolve, reject) => {
    execFile('/bin/sh', words, { timeout: mostWallMs, killSignal: 'SIGKILL' }, (error) => {
      if (!error) resolve(true);
      // 2 is qpdf's own word for a file it cannot read.
      else if (error.code === 2) resolve(false);
      else reject(new Error(`qpdf ended with ${error.signal ?? `code ${error.code}`}`, { cause: error }));
    });
  });
}

/** The parts of an Emscripten module we use; its own types leave out what is for Node. */
type QpdfModule = {
  callMain(words: string[]): number;
  FS: { mkdir(path: string): void; mount(kind: unknown, options: { root: string }, at: string): void };
  NODEFS: unknown;
};
type LoadQpdf = (options: Record<string, unknown>) => Promise<QpdfModule>;

/** Reads and writes the disk itself, so that memory holds the objects of a file and never the file. */
async function rewriteByWasm(input: string, output: string): Promise<boolean> {
  const { default: load } = (await import('@neslinesli93/qpdf-wasm')) as unknown as { default: LoadQpdf };
  const silent = () => undefined;
  const module = await load({ noInitialRun: true, print: silent, printErr: silent });
  module.FS.mkdir('/from');
  module.FS.mkdir('/to');
  module.FS.mount(module.NODEFS, { root: path.dirname(input) }, '/from');
  module.FS.mount(module.NODEFS, { root: path.dirname(output) }, '/to');
  const code = module.callMain([...options, `/from/${path.basename(input)}`, `/to/${path.basename(output)}`]);
  if (code !== 0 && code !== 2) throw new Error(`qpdf ended with code ${code}`);
  return code === 0;
}
