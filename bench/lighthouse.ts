import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { findChromium } from '#test/support/browser.ts';
import { openTestServer } from '#test/support/server.ts';
import { screens } from './screens.ts';
import { lineMs } from './slow-phone.ts';

/** Fetched when this part runs: 176 MB in 114 packages, which every `npm ci` would download otherwise. */
const lighthouse = 'lighthouse@13.5.0';

const runs = Number(process.env['LIGHTHOUSE_RUNS'] ?? 5);
/** Names of screens, separated by commas, to measure only those. */
const only = process.env['LIGHTHOUSE_SCREENS']?.split(',');

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const aims = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };

type Category = (typeof categories)[number];

/** The part of a report that is read. */
type Report = {
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; numericValue?: number; title: string; scoreDisplayMode: string }>;
};

/**
 * Runs Lighthouse with its preset for phones on a screen of each sort: the median of five runs, each figure with the
 * time that the network of that preset (1.6 Mbit/s, 150 ms) needs for the same bytes, and each imperfect audit.
 */
export async function measureLighthouse(): Promise<string[]> {
  await using server = await openTestServer({ settings: { SAMPLES: 'on' }, withPages: true, derivesAhead: true });
  await server.services.reading.catchUp();
  await server.services.indexKeeper.idle();
  const address = server.url.replace('127.0.0.1', 'localhost');
  const lines = [`${lighthouse}, preset for phones, median of ${runs}`];
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-lighthouse-'));
  try {
    for (const [name, screen] of Object.entries(screens)) {
      if (only && !only.includes(name)) continue;
      await (await fetch(server.url + screen)).text();
      const reports: Report[] = [];
      for (let run = 0; run < runs; run += 1) reports.push(await audit(address + screen, folder));
      // Search results are excluded from search engines: the page says `noindex`.
      lines.push(...linesOf(name, reports, name === 'a search' ? categories.slice(0, 3) : categories));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return lines;
}

/** Lighthouse sometimes misses the start of a page in its trace, and asks for another run. */
async function audit(address: string, folder: string): Promise<Report> {
  return runLighthouse(address, folder).catch(() => runLighthouse(address, folder));
}

async function runLighthouse(address: string, folder: string): Promise<Report> {
  const output = path.join(folder, 'report.json');
  await promisify(execFile)(
    'npm',
    [
      'exec',
      '--yes',
      '--package',
      lighthouse,
      '--',
      'lighthouse',
      address,
      '--quiet',
      '--output=json',
      `--output-path=${output}`,
      `--only-categories=${categories.join(',')}`,
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
    ],
    { cwd: folder, env: { ...process.env, CHROME_PATH: findChromium() ?? '' }, maxBuffer: 16 * 1024 * 1024 },
  );
  return JSON.parse(await readFile(output, 'utf8')) as Report;
}

function linesOf(name: string, reports: Report[], scored: readonly Category[]): string[] {
  const median = (of: (report: Report) => number) =>
    reports.map(of).sort((one, other) => one - other)[Math.floor(reports.length / 2)] ?? Number.NaN;
  const figure = (audit: string) => median(({ audits }) => audits[audit]?.numericValue ?? Number.NaN);
  const scores = scored.map((category) => {
    const score = Math.round(median((report) => report.categories[category].score ?? 0) * 100);
    return `${category} ${score}${score < aims[category] ? ` (aim ${aims[category]}, MISSED)` : ''}`;
  });
  const bytes = figure('total-byte-weight');
  return [
    `${name.padEnd(12)} ${scores.join(', ')}`,
    `             largest content ${figure('largest-contentful-paint').toFixed(0)} ms, blocked ${figure('total-blocking-time').toFixed(0)} ms, ` +
      `layout shift ${figure('cumulative-layout-shift').toFixed(3)}, ${bytes} bytes; the network alone ${lineMs(bytes).toFixed(0)} ms`,
    ...faultsOf(reports, scored).map((fault) => `             ${fault}`),
  ];
}

/** Returns the scored audits that are imperfect in some run. */
function faultsOf(reports: Report[], scored: readonly Category[]): string[] {
  const faults = reports.flatMap((report) =>
    scored.flatMap((category) =>
      report.categories[category].auditRefs
        .filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 0.9)
        .map(({ id }) => `${category}: ${report.audits[id]?.title ?? id}`),
    ),
  );
  return [...new Set(faults)];
}
