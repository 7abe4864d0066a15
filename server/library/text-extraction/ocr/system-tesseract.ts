import { execFile, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { promisify } from 'node:util';
import { withoutNetwork } from '#server/machinery/processes/without-network.ts';
import { limitTime, type WorkerLimits } from '#server/machinery/processes/worker-process.ts';
import { OcrFailed, type ReadingWay } from './ocr-engine.ts';

/**
 * Processor time. A page of a scan takes 2 to 4 s, a full newspaper page of noise 30 s; on an old machine several times
 * that.
 */
const maxCpuSeconds = 120;

/** tesseract.js with two languages takes 300 MB for a page. */
const maxResidentBytes = 900 * 1024 * 1024;

/** The process remains for a while, since loading the languages takes a second. */
export const ocrLimits: WorkerLimits = {
  ...limitTime(maxCpuSeconds * 1000),
  maxResidentBytes,
  idleMs: 30_000,
};

/** A full page of text has about 50 KB of TSV. */
const maxTsvBytes = 8 * 1024 * 1024;

/** It takes a tenth of a second. On a slow machine, its result decides which engine is used until the next start. */
const listMs = 60_000;
const keptErrorText = 500;
/** Tesseract's page segmentation modes: automatic, one block, and sparse text. */
const segmentation = { columns: '3', block: '6', lines: '11' };
/**
 * The shell limits the address space and the time of the processor, which a program cannot undo; if that is not possible,
 * time still ends it.
 */
const limitedStart =
  'ulimit -v "$1" 2>/dev/null; ulimit -S -t "$2" 2>/dev/null; ulimit -c 0 2>/dev/null; shift 2; exec "$@"';

/** Returns the languages of Tesseract; empty if there is no such program. */
export async function systemLanguages(program: string): Promise<string[]> {
  try {
    const { stdout } = await promisify(execFile)(program, ['--list-langs'], { timeout: listMs, env: environment() });
    return stdout
      .split('\n')
      .slice(1)
      .map((line) => line.trim())
      .filter((line) => line !== '');
  } catch {
    return [];
  }
}

/**
 * Returns the TSV of one picture. Tesseract is killed when time is over, when it writes too much and when `signal` is
 * aborted. Rejects with `OcrFailed` or the reason of `signal`.
 */
export async function runTesseract(parts: {
  program: string;
  picture: string;
  languages: readonly string[];
  layout: ReadingWay['layout'];
  limits: WorkerLimits;
  signal: AbortSignal;
}): Promise<string> {
  const { program, picture, languages, layout, limits, signal } = parts;
  const cpuSeconds = limits.cpuMs === undefined ? maxCpuSeconds : Math.ceil(limits.cpuMs / 1000);
  const command = [
    ...(await withoutNetwork()),
    program,
    picture,
    'stdout',
    '-l',
    languages.join('+'),
    '--psm',
    segmentation[layout],
    '--dpi',
    '300',
  ];
  const kilobytes = String(Math.round(limits.maxResidentBytes / 1024));
  return new Promise((resolve, reject) => {
    const child = spawn(
      '/bin/sh',
      ['-c', limitedStart, 'sh', kilobytes, String(cpuSeconds), ...command, '-c', 'tessedit_create_tsv=1'],
      {
        env: environment(),
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    if (child.pid !== undefined) lowerPriority(child.pid);
    const chunks: Buffer[] = [];
    let size = 0;
    let errors = '';
    let ended: Error | null = null;
    const end = (reason: Error) => {
      ended ??= reason;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => end(new OcrFailed('time', `not read within ${limits.jobMs} ms`)), limits.jobMs);
    const abort = () => end(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    child.stdout.on('data', (bytes: Buffer) => {
      size += bytes.length;
      if (size > maxTsvBytes) end(new OcrFailed('memory', 'more text than a page can have'));
      else chunks.push(bytes);
    });
    child.stderr.on('data', (bytes: Buffer) => {
      errors = (errors + bytes.toString()).slice(-keptErrorText);
    });
    child.on('error', (error) => {
      ended ??= new OcrFailed('unavailable', error.message);
    });
    child.on('close', (code, killed) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      if (ended) reject(ended);
      else if (code === 0) resolve(Buffer.concat(chunks).toString());
      else if (killed === 'SIGXCPU') reject(new OcrFailed('time', `not read within ${cpuSeconds} s of the processor`));
      else reject(toFailure(code, killed, errors.trim()));
    });
  });
}

function toFailure(code: number | null, killed: string | null, errors: string): OcrFailed {
  const reason = `tesseract ended with ${killed ?? `code ${code}`}: ${errors}`;
  // The shell did not find it, or may not run it.
  if (code === 126 || code === 127) return new OcrFailed('unavailable', reason);
  return new OcrFailed(/bad_alloc|memory/iu.test(errors) || killed === 'SIGKILL' ? 'memory' : 'crash', reason);
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already.
  }
}

/**
 * Returns the environment of Tesseract. Several threads are slower than one for a single page, and pages of the library
 * have precedence.
 */
function environment(): NodeJS.ProcessEnv {
  const { PATH, TESSDATA_PREFIX } = process.env;
  return {
    PATH: PATH ?? '/usr/local/bin:/usr/bin:/bin',
    ...(TESSDATA_PREFIX === undefined ? {} : { TESSDATA_PREFIX }),
    OMP_THREAD_LIMIT: '1',
    LC_ALL: 'C.UTF-8',
  };
}
