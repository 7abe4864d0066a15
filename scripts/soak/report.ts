import type { Tally } from './tally.ts';

export type Sample = { second: number; bytes: number; handles: number };

/** Maximum time of accepted requests, at the 99th percentile. */
const promisedMs = 1000;
/** The largest difference of memory between two quarters of a run without a leak. */
const levelFactor = 1.15;
const levelBytes = 48e6;
/** The classes of valid requests for existing pages, lists and files. */
const welcome = ['pages', 'lists', 'files', 'covers', 'health', 'administrator', 'uploads'];
/** Maximum number of additional open files and connections shortly after the load. */
const levelHandles = 30;

/** Formats one line of the table. */
export function formatClass(name: string, tally: Tally): string {
  const parts = [
    `${name.padEnd(14)} ${String(tally.accepted).padStart(8)} accepted`,
    `${String(tally.rejected).padStart(6)} of them 4xx`,
    `${String(tally.refused).padStart(8)} × 503`,
    `${String(tally.failed).padStart(4)} other 5xx`,
    `${String(tally.cut).padStart(4)} cut off`,
    `${String(tally.hung).padStart(4)} hung`,
    `p50 ${tally.percentile(0.5).toFixed(0).padStart(5)} ms`,
    `p99 ${tally.percentile(0.99).toFixed(0).padStart(6)} ms`,
  ];
  return parts.join('  ');
}

/** Returns the broken promises of a run, in words; none if all were kept. */
export function judge(run: {
  classes: ReadonlyMap<string, Tally>;
  samples: readonly Sample[];
  handlesAtStart: number;
}): string[] {
  const { classes, samples } = run;
  const broken: string[] = [];
  for (const [name, { failed, hung }] of classes) {
    if (failed > 0) broken.push(`- ${name}: ${failed} responses of 5xx other than 503`);
    if (hung > 0) broken.push(`- ${name}: ${hung} requests had no response within 30 s`);
  }
  for (const name of ['pages', 'administrator']) {
    const tally = classes.get(name);
    const p99 = tally?.percentile(0.99) ?? 0;
    if (p99 > promisedMs) broken.push(`- ${name}: p99 of accepted requests is ${Math.round(p99)} ms`);
    if (!tally?.accepted) broken.push(`- ${name}: nothing was accepted`);
  }
  for (const name of welcome) {
    const rejected = classes.get(name)?.rejected ?? 0;
    if (rejected > 0) broken.push(`- ${name}: ${rejected} responses of 4xx, where none is expected`);
  }
  const refused = classes.get('administrator')?.refused ?? 0;
  if (refused > 0) broken.push(`- administrator: ${refused} steps were refused`);
  const mean = (from: number, to: number) => {
    const part = samples.slice(Math.floor(samples.length * from), Math.floor(samples.length * to));
    return part.reduce((sum, { bytes }) => sum + bytes, 0) / part.length;
  };
  const [before, after] = [mean(0.25, 0.5), mean(0.75, 1)];
  if (after > before * levelFactor + levelBytes)
    broken.push(`- memory rose from ${Math.round(before / 1e6)} to ${Math.round(after / 1e6)} MB`);
  const last = samples.at(-1);
  if (last && last.handles > run.handlesAtStart + levelHandles)
    broken.push(`- ${last.handles} open handles at the end, ${run.handlesAtStart} at the start`);
  return broken;
}
