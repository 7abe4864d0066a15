import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const candidates = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
];

/** Chromium without a window: a third less to compute for programs that drive pages. It keeps no page for going back. */
const shells = ['/usr/bin/chromium-headless-shell'];

/** The machine's Chromium: `CHROMIUM` when set, else where Linux distributions put it. Null when there is none. */
export function findChromium(): string | null {
  return find(candidates);
}

/** The headless shell, or the program that `CHROMIUM` names. Null when there is none. */
export function findHeadlessShell(): string | null {
  return find(shells);
}

/** The Chromium for journeys: `CHROMIUM` when set, else the headless shell, else the one people use. */
export function findChromiumForJourneys(): string | null {
  return findHeadlessShell() ?? findChromium();
}

function find(programs: readonly string[]): string | null {
  const named = process.env['CHROMIUM'];
  if (named) return existsSync(named) ? named : null;
  return programs.find((file) => existsSync(file)) ?? null;
}

/**
 * A headless browser that keeps to itself: no background traffic, no sandbox it could not have as root. `keepsPages`
 * leaves the pages one came from alive for going back, as browsers do outside of tests. `exposesGc` gives scripts a
 * `gc()`. `isLean` starts the Chromium for journeys, with fewer processes; by default it is the one people use.
 */
export async function openBrowser({
  keepsPages = false,
  exposesGc = false,
  isLean = false,
}: { keepsPages?: boolean; exposesGc?: boolean; isLean?: boolean } = {}): Promise<Browser> {
  const executablePath = isLean ? findChromiumForJourneys() : findChromium();
  if (!executablePath)
    throw new Error('no Chromium found; install it (Debian: apt-get install chromium) or set CHROMIUM to its path');
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
      ...(isLean ? ['--in-process-gpu', '--enable-features=NetworkServiceInProcess2'] : []),
      ...(exposesGc ? ['--js-flags=--expose-gc'] : []),
    ],
  });
}
