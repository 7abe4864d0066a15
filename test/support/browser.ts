import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const candidates = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
];

/** Chromium without a window: a third less CPU time in automated tests. It has no back/forward cache. */
const shells = ['/usr/bin/chromium-headless-shell'];

/** Options that save two processes, and the thread that redraws pictures after decoding. */
const shellArguments = [
  '--in-process-gpu',
  '--enable-features=NetworkServiceInProcess2',
  '--num-raster-threads=1',
  '--disable-checker-imaging',
];

/**
 * A page in a test lives for seconds, so garbage collection and wasm optimization in more threads cost more than they
 * save.
 */
const shellScriptFlags = [
  '--single-threaded-gc',
  '--min-semi-space-size=16',
  '--max-semi-space-size=32',
  '--no-wasm-dynamic-tiering',
];

/**
 * Returns the machine's Chromium: `CHROMIUM` if set, else at the paths of Linux distributions. Null if there is none.
 */
export function findChromium(): string | null {
  return find(candidates);
}

/** Returns the headless shell, or the program that `CHROMIUM` names. Null if there is none. */
export function findHeadlessShell(): string | null {
  return find(shells);
}

/** Returns the Chromium for journeys: `CHROMIUM` if set, else the headless shell, else the ordinary one. */
export function findChromiumForJourneys(): string | null {
  return find([...shells, ...candidates]);
}

function find(programs: readonly string[]): string | null {
  const named = process.env['CHROMIUM'];
  if (named) return existsSync(named) ? named : null;
  return programs.find((file) => existsSync(file)) ?? null;
}

/**
 * Opens a headless browser without background traffic, and without the sandbox, which does not work as root.
 * `keepsPages` enables the back/forward cache, which automated browsers disable. `exposesGc` gives scripts a `gc()`.
 * `isLean` starts the Chromium for journeys: the headless shell, with fewer processes. By default, starts the ordinary
 * one.
 */
export async function openBrowser({
  keepsPages = false,
  exposesGc = false,
  isLean = false,
}: { keepsPages?: boolean; exposesGc?: boolean; isLean?: boolean } = {}): Promise<Browser> {
  const executablePath = isLean ? findChromiumForJourneys() : findChromium();
  if (!executablePath)
    throw new Error('no Chromium found; install it (Debian: apt-get install chromium) or set CHROMIUM to its path');
  const isShell = isLean && executablePath === findHeadlessShell();
  const scriptFlags = [...(isShell ? shellScriptFlags : []), ...(exposesGc ? ['--expose-gc'] : [])];
  return chromium.launch({
    executablePath,
    ...(keepsPages ? { ignoreDefaultArgs: ['--disable-back-forward-cache'] } : {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...(isShell ? shellArguments : []),
      ...(scriptFlags.length > 0 ? [`--js-flags=${scriptFlags.join(' ')}`] : []),
    ],
  });
}
