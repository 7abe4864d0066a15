import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import { withoutNetwork } from '#server/machinery/processes/without-network.ts';
import { findLibreOffice, isInstalledFor } from './find-libreoffice.ts';
import { writeProfile } from './office-profile.ts';

/** Why no PDF was made of a document; `unavailable` is not caused by the document. */
export type NoPdf = { state: 'damaged' | 'too-large' | 'too-slow' | 'unavailable' | 'not-installed' };

export type OfficeLimits = {
  /** Processor time of one document in milliseconds. */
  cpuMs: number;
  /** Wall time of one document in milliseconds. */
  jobMs: number;
  /** Address space of each process of LibreOffice in bytes. */
  maxMemoryBytes: number;
  /** Size of the PDF. */
  maxPdfBytes: number;
  /** Size of all files of a conversion, besides the copy of the document. */
  maxScratchBytes: number;
};

/**
 * Real documents take 2 to 5 s of the processor, on an old machine several times that. A LibreOffice that waits for
 * something else must not delay other documents for long. Of its addresses, some 700 MB are code and data of the program.
 */
export const officeLimits: Omit<OfficeLimits, 'maxPdfBytes'> = {
  cpuMs: 180_000,
  jobMs: 15 * 60_000,
  maxMemoryBytes: 2 * 1024 * 1024 * 1024,
  // LibreOffice unpacks fonts and large pictures; 100 MB of zeros in a document have 100 KB.
  maxScratchBytes: 500 * 1024 * 1024,
};
/** Interval of measuring the files; a second of writing has some hundred megabytes at most. */
const measureMs = 500;

/** Makes PDFs of office documents with LibreOffice, one at a time. */
export type OfficeConverter = {
  /** True if the part of LibreOffice that opens documents of this media type is installed now. */
  isInstalledFor(mediaType: string): boolean;
  /**
   * Makes a PDF of the document at `input`, whose media type is one of domain/file-type.ts. Rejects with the reason of
   * `signal` if it is aborted.
   */
  convert(
    input: string,
    document: { mediaType: string; extension: string },
    signal: AbortSignal,
  ): Promise<{ bytes: Buffer } | NoPdf>;
};

/**
 * The shell limits address space, processor time and the size of files, which the program cannot undo. It replaces
 * itself by the program. Its input is a pipe to the server, which the operating system closes when the server ends,
 * even if that was killed: a second shell then removes the sockets and kills the whole group.
 */
const limitedStart = [
  'ulimit -v "$1" 2>/dev/null; ulimit -S -t "$2" 2>/dev/null; ulimit -f "$3" 2>/dev/null; ulimit -c 0 2>/dev/null',
  'exec 3<&0 </dev/null',
  '{ read -r _ <&3; rm -f "$4" "$5"; kill -KILL 0; } >/dev/null 2>&1 &',
  'shift 5',
  'exec "$@" 3<&-',
].join('\n');
/** Unit of `ulimit -f` in POSIX shells. */
const fileBlock = 512;
const keptErrorText = 500;

/**
 * Creates the converter. `scratch` is a folder for the files of a conversion; everything in it may be deleted while no
 * server runs.
 */
export function createOfficeConverter({
  scratch,
  log,
  limits,
  find = findLibreOffice,
  isolate = withoutNetwork,
}: {
  scratch: string;
  log: Logger;
  limits: OfficeLimits;
  /** Returns the folder with the program of LibreOffice; null if it is not installed. */
  find?: () => string | null;
  /** Returns the beginning of the command line that takes the network away. */
  isolate?: () => Promise<readonly string[]>;
}): OfficeConverter {
  const findFor = (mediaType: string) => {
    const program = find();
    return program !== null && isInstalledFor(program, mediaType) ? program : null;
  };
  return {
    isInstalledFor: (mediaType) => findFor(mediaType) !== null,

    async convert(input, { mediaType, extension }, signal) {
      signal.throwIfAborted();
      const program = findFor(mediaType);
      if (program === null) return { state: 'not-installed' };
      const folder = path.join(scratch, randomUUID());
      try {
        // Every document gets its own profile, so that none can leave settings or macros to the next.
        await writeProfile(path.join(folder, 'profile'));
        await mkdir(path.join(folder, 'out'));
        const document = path.join(folder, `document${extension}`);
        // A copy, because LibreOffice locks the documents that it opens.
        await copyFile(input, document);
        const ended = await run({ program, isolation: await isolate(), folder, document, limits, signal });
        const output = path.join(folder, 'out', 'document.pdf');
        const size = await stat(output).then(
          (found) => found.size,
          () => 0,
        );
        if (ended.state === 'ended' && size > 0) return { bytes: await readFile(output) };
        log.warn({ outcome: ended, mediaType }, 'no PDF was made of an office document');
        return { state: ended.state === 'ended' ? 'damaged' : ended.state };
      } finally {
        await rm(folder, { recursive: true, force: true });
        for (const socket of socketsOf(folder)) await rm(socket, { force: true });
      }
    },
  };
}

const profileOf = (folder: string) => pathToFileURL(path.join(folder, 'profile')).href;

/**
 * Returns the paths where LibreOffice creates a socket for its profile, so that a second start finds the first. A
 * program that is killed leaves it there. The paths are fixed in LibreOffice (`sal/osl/unx/pipe.cxx`); the name has the
 * MD5 of the profile's address in UTF-16, its bytes written without leading zeros
 * (`desktop/source/app/officeipcthread.cxx`).
 */
function socketsOf(folder: string): [string, string] {
  const digest = createHash('md5')
    .update(Buffer.from(profileOf(folder), 'utf16le'))
    .digest();
  const hex = [...digest].map((byte) => byte.toString(16)).join('');
  const name = `OSL_PIPE_${process.getuid?.() ?? 0}_SingleOfficeIPC_${hex}`;
  return [`/tmp/${name}`, `/var/tmp/${name}`];
}

type Ended = { state: 'ended' | NoPdf['state']; reason: string };

/** Runs LibreOffice on a document. Kills all its processes after the timeout, and if `signal` is aborted. */
function run({
  program,
  isolation,
  folder,
  document,
  limits,
  signal,
}: {
  program: string;
  isolation: readonly string[];
  folder: string;
  document: string;
  limits: OfficeLimits;
  signal: AbortSignal;
}): Promise<Ended> {
  const command = [
    ...isolation,
    path.join(program, 'soffice'),
    `-env:UserInstallation=${profileOf(folder)}`,
    '--headless',
    '--norestore',
    '--nolockcheck',
    '--nodefault',
    '--nologo',
    '--convert-to',
    'pdf',
    '--outdir',
    path.join(folder, 'out'),
    document,
  ];
  const bounds = [
    Math.round(limits.maxMemoryBytes / 1024),
    Math.ceil(limits.cpuMs / 1000),
    Math.ceil(limits.maxPdfBytes / fileBlock),
    ...socketsOf(folder),
  ].map(String);
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', limitedStart, 'sh', ...bounds, ...command], {
      cwd: folder,
      env: environment(folder),
      stdio: ['pipe', 'ignore', 'pipe'],
      // LibreOffice starts further processes; together they are one group, which is killed as a whole.
      detached: true,
    });
    lowerPriority(child.pid);
    let errors = '';
    let early: Ended | null = null;
    const kill = () => {
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // The group has ended already.
      }
    };
    const end = (ended: Ended) => {
      early ??= ended;
      kill();
    };
    const timer = setTimeout(
      () => end({ state: 'too-slow', reason: `not made within ${limits.jobMs} ms` }),
      limits.jobMs,
    );
    const stopMeasuring = watchSize(folder, limits.maxScratchBytes, () =>
      end({ state: 'too-large', reason: `more than ${limits.maxScratchBytes} bytes of files` }),
    );
    signal.addEventListener('abort', kill, { once: true });
    if (signal.aborted) kill();
    child.stderr.on('data', (bytes: Buffer) => {
      errors = (errors + bytes.toString()).slice(0, keptErrorText);
    });
    child.on('error', (error) => {
      early ??= { state: 'unavailable', reason: error.message };
    });
    // A process of the group may be left if the first one crashed. It would keep the pipe open.
    child.on('exit', kill);
    child.on('close', (code, killedBy) => {
      clearTimeout(timer);
      stopMeasuring();
      signal.removeEventListener('abort', kill);
      if (signal.aborted) reject(signal.reason as Error);
      else resolve(early ?? explainEnd(code, killedBy, errors.trim()));
    });
  });
}

/** Signals at the limits of processor time and of the size of files. LibreOffice reports them itself and ends with an error. */
const { SIGXCPU, SIGXFSZ } = constants.signals;

function explainEnd(code: number | null, killedBy: NodeJS.Signals | null, errors: string): Ended {
  const reason = `LibreOffice ended with ${killedBy ?? `code ${code}`}: ${errors}`;
  const reported = Number(/Fatal exception: Signal (\d+)/u.exec(errors)?.[1] ?? 0);
  const signal = killedBy === null ? reported : constants.signals[killedBy];
  // 126 and 127: the shell could not start the program.
  if (code === 126 || code === 127) return { state: 'unavailable', reason };
  if (signal === SIGXCPU) return { state: 'too-slow', reason };
  // The kernel kills processes when memory runs out.
  if (signal === SIGXFSZ || killedBy === 'SIGKILL' || /bad_alloc/u.test(errors)) return { state: 'too-large', reason };
  return { state: 'ended', reason };
}

/** Calls back when the files in a folder become larger than `maxBytes` more than at first. Returns how to stop watching. */
function watchSize(folder: string, maxBytes: number, onExcess: () => void): () => void {
  let isMeasuring = false;
  const first = sizeOf(folder);
  const timer = setInterval(() => void measure(), measureMs);
  async function measure(): Promise<void> {
    if (isMeasuring) return;
    isMeasuring = true;
    const [size, before] = await Promise.all([sizeOf(folder), first]);
    isMeasuring = false;
    if (size - before > maxBytes) onExcess();
  }
  return () => clearInterval(timer);
}

/** Returns the size of all files in a folder that may change meanwhile. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      stat(path.join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has ended already.
  }
}

/** Returns the environment of LibreOffice, which writes only to the folder of its conversion. */
function environment(folder: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
    HOME: folder,
    TMPDIR: folder,
    LC_ALL: 'C.UTF-8',
    // Without a display.
    SAL_USE_VCLPLUGIN: 'svp',
  };
}
