import type { Asked } from './ask.ts';

/** Percentages that are aimed at. */
export type Aims = { first: number | null; amongFive: number };

/** The shares, broken down, the times, and what was missed. */
export function reportOn(asked: readonly Asked[], aims: Aims): string[] {
  const lines = [
    `${asked.length} queries`,
    `right page first      ${percent(share(asked, 1))}${aims.first === null ? '' : `  aim ${percent(aims.first)}`}`,
    `among the first five  ${percent(share(asked, 5))}  aim ${percent(aims.amongFive)}`,
    `time                  p50 ${quantile(asked, 0.5)} ms, p95 ${quantile(asked, 0.95)} ms`,
    '',
    `${''.padEnd(28)}queries   first  among five`,
  ];
  const breakdowns: [string, (each: Asked) => string][] = [
    ['look', ({ group }) => group.look],
    ['language', ({ group }) => group.language],
    ['slip', ({ typed, meant }) => (typed === meant ? 'none' : 'one')],
    ['words', ({ typed }) => String(typed.split(' ').length)],
  ];
  for (const [name, groupOf] of breakdowns) {
    const groups = [...Map.groupBy(asked, groupOf)].sort(([one], [other]) => one.localeCompare(other));
    if (groups.length < 2) continue;
    for (const [group, own] of groups) lines.push(row(`${name}: ${group}`, own));
  }
  const missed = asked.filter(({ rank }) => rank !== 1);
  lines.push('', `not first: ${missed.length}`, ...missed.map(describe));
  return lines;
}

function row(name: string, own: readonly Asked[]): string {
  const shares = `${percent(share(own, 1)).padStart(8)}${percent(share(own, 5)).padStart(12)}`;
  return `${name.padEnd(28)}${String(own.length).padStart(7)}${shares}`;
}

function describe({ typed, meant, materialId, page, rank, first, matched, didYouMean }: Asked): string {
  const parts = [
    rank === null ? 'not shown' : `place ${rank}`,
    `“${typed}”${typed === meant ? '' : ` (meant: ${meant})`}`,
    `right: ${materialId} p. ${page}`,
    first === null ? 'nothing found' : `first: ${first.material}${first.page === null ? '' : ` p. ${first.page}`}`,
  ];
  if (matched === 'some') parts.push('some words only');
  if (didYouMean !== null) parts.push(`did you mean “${didYouMean}”`);
  return `  ${parts.join(' · ')}`;
}

/** From 0 to 100: of which queries the right page is among the first so many. */
export function share(asked: readonly Asked[], places: number): number {
  return (100 * asked.filter(({ rank }) => rank !== null && rank <= places).length) / Math.max(1, asked.length);
}

function percent(value: number): string {
  return `${value.toFixed(1)} %`;
}

function quantile(asked: readonly Asked[], part: number): string {
  const times = asked.map(({ ms }) => ms).sort((one, other) => one - other);
  return (times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0).toFixed(1);
}
