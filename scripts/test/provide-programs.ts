import { spawnSync } from 'node:child_process';
import { findChromium, findHeadlessShell } from '#test/support/browser.ts';
import { whyNoFirefox, whyNoWebKit } from '#test/support/find-other-browsers.ts';
import { officePackages, whyNoOffice } from '#test/support/office-documents.ts';
import { missingS3Programs, s3Packages } from '#test/support/find-s3-programs.ts';

/**
 * Installs programs that tests need and npm does not provide: a Chromium for the journeys, which take a third less time
 * with its headless shell, Ceph's gateway for the tests of S3 and of several nodes, and LibreOffice. Installs missing
 * programs only as root on Debian; without a network, gives up within two minutes. Throws an Error with one line of
 * advice if there is no Chromium afterwards. Without the others, their tests are skipped with a message. PostgreSQL
 * comes from npm.
 */
export function providePrograms(): void {
  provide(listMissing());
  if (findChromium()) return;
  throw new Error(
    `The browser journeys need Chromium: ${advice(['chromium', 'chromium-headless-shell'])}, or set CHROMIUM to its path.`,
  );
}

/**
 * Installs Firefox and WebKit for `npm run test:browsers`, as root on Debian. Browsers that are still missing
 * afterwards are skipped.
 */
export function provideOtherBrowsers(): void {
  provide([
    ...(whyNoFirefox() ? [{ what: 'Journeys in Firefox are skipped', packages: ['firefox-esr'] }] : []),
    ...(whyNoWebKit()
      ? [{ what: 'Journeys in WebKit are skipped', packages: ['webkit2gtk-driver', 'libgtk-3-bin'] }]
      : []),
  ]);
}

function provide(missing: readonly Missing[]): void {
  if (missing.length > 0 && process.getuid?.() === 0 && spawnSync('which', ['apt-get']).status === 0) install(missing);
  else for (const { packages, what } of missing) process.stdout.write(`${what}: ${advice(packages)}\n`);
}

type Missing = {
  what: string;
  /** Installed together: words for `apt-get install`. */
  packages: string[];
};

function listMissing(): Missing[] {
  const isChosen = process.env['CHROMIUM'] !== undefined;
  return [
    { what: 'Chromium is not installed', packages: ['chromium'], isMissing: !isChosen && !findChromium() },
    // One by one: not every system has both.
    {
      what: 'Journeys are quicker with the headless shell of Chromium',
      packages: ['chromium-headless-shell'],
      isMissing: !isChosen && !findHeadlessShell(),
    },
    {
      what: 'Tests of S3 and of several nodes are skipped',
      // The recommended packages include daemons.
      packages: ['--no-install-recommends', ...s3Packages],
      isMissing: missingS3Programs().length > 0,
    },
    {
      what: 'Tests of office documents are skipped',
      packages: ['--no-install-recommends', ...officePackages],
      isMissing: whyNoOffice() !== null,
    },
  ].filter(({ isMissing }) => isMissing);
}

const advice = (packages: readonly string[]) => `install it (Debian: apt-get install ${packages.join(' ')})`;

/** Timeout of apt-get in seconds, for a server that does not respond. */
const patienceSeconds = 20;
const options = ['-qq', '-o', 'Acquire::Retries=1', '-o', `Acquire::http::Timeout=${patienceSeconds}`];
const updateMs = 90_000;
/** Timeout for more than 200 MB on a slow connection. */
const downloadMs = 600_000;

function install(missing: readonly Missing[]): void {
  const names = missing.flatMap(({ packages }) => packages).filter((word) => !word.startsWith('-'));
  process.stdout.write(`Installing for the tests: ${names.join(', ')} …\n`);
  const began = performance.now();
  const isUpdated = apt(['update', '-o', 'APT::Update::Error-Mode=any'], updateMs);
  // No server responds, so each package would wait too. Any other failure may be of a source that is not needed.
  if (!isUpdated && performance.now() - began > patienceSeconds * 1000) return;
  for (const { packages } of missing)
    // A download is ended when it takes too long; unpacking must never be.
    if (apt(['install', '--download-only', ...packages], downloadMs)) apt(['install', '--no-download', ...packages]);
}

/** Runs apt-get. Returns true if it succeeded; shows its messages about failures. */
function apt(words: readonly string[], timeout?: number): boolean {
  const { status } = spawnSync('apt-get', [...options, '-y', ...words], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    ...(timeout !== undefined && { timeout }),
  });
  return status === 0;
}
