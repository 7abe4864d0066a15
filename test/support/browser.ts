import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const candidates = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
];

/** The machine's Chromium: `CHROMIUM` if set, else at the paths of Linux distributions. Null if there is none. */
export function findChromium(): string | null {
  const named = process.env['CHROMIUM'];
  if (named) return existsSync(named) ? named : null;
  return candidates.find((file) => existsSync(file)) ?? null;
}

/**
 * A headless browser without background traffic, and without the sandbox, which does not work as root. `keepsPages`
 * enables the back/forward cache, which automated browsers disable. `exposesGc` gives scripts a `gc()`.
 */
export async function openBrowser({
  keepsPages = false,
  exposesGc = false,
}: { keepsPages?: boolean; exposesGc?: boolean } = {}): Promise<Browser> {
  const executablePath = findChromium();
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
      ...(exposesGc ? ['--js-flags=--expose-gc'] : []),
    ],
  });
}
