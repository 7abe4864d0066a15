import type { Asked } from './ask.ts';

/** Target percentages. */
export type Aims = { first: number | null; amongFive: number };

/** Reports the shares, broken down, the times, and the misses. */
export function reportOn(asked: readonly Asked[], aims: Aims): string[] {
  const lines = [
    `${asked.length} queries`,
    `right page first      ${percent(share(asked, 1))}${aims.first === null ? '' : `  aim ${percent(aims.first)}`}`,
    `among the first five  ${percent(share(asked, 5))}  aim ${percent(aims.amongFive)}`,
    `time                  p50 ${quantile(asked, 0.5)} ms, p95 ${quantile(asked, 0.95)} ms`,
    '',
    `${''.padEnd(28)}queries   first  among five`,
  ];
  for (const [name, own] of groupsOf(asked)) lines.push(row(name, own));
  const missed = asked.filter(({ rank }) => rank !== 1);
  lines.push('', `not first: ${missed.length}`, ...missed.map(describe));
  return lines;
}

const breakdowns: [string, (each: Asked) => string][] = [
  ['look', ({ group }) => group.look],
  ['language', ({ group }) => group.language],
  ['slip', ({ typed, meant }) => (typed === meant ? 'none' : 'one')],
  ['words', ({ typed }) => String(typed.split(' ').length)],
];

function groupsOf(asked: readonly Asked[]): [name: string, own: Asked[]][] {
  return breakdowns.flatMap(([name, groupOf]) => {
    const groups = [...Map.groupBy(asked, groupOf)].sort(([one], [other]) => one.localeCompare(other));
    return groups.length < 2 ? [] : groups.map(([group, own]): [string, Asked[]] => [`${name}: ${group}`, own]);
  });
}

/**
 * Reports the shares of the same queries on two engines, whose names are in the header, and the queries with another
 * first result.
 */
export function compareReports(
  [oneName, one]: readonly [string, readonly Asked[]],
  [otherName, other]: readonly [string, readonly Asked[]],
): string[] {
  const groups = new Map(groupsOf(other));
  const rows: [string, readonly Asked[], readonly Asked[]][] = [
    ['all', one, other],
    ...groupsOf(one).map(([name, own]): [string, Asked[], Asked[]] => [name, own, groups.get(name) ?? []]),
  ];
  const pair = (own: readonly Asked[], others: readonly Asked[], places: number) =>
    `${percent(share(own, places)).padStart(10)}${percent(share(others, places)).padStart(10)}${(share(others, places) - share(own, places)).toFixed(1).padStart(7)}`;
  const different = one.filter((each, index) => each.rank !== other[index]?.rank);
  return [
    `${''.padEnd(28)}queries   first: ${oneName}, ${otherName}, points   among five: ${oneName}, ${otherName}, points`,
    ...rows.map(
      ([name, own, others]) =>
        `${name.padEnd(28)}${String(own.length).padStart(7)}${pair(own, others, 1)}   ${pair(own, others, 5)}`,
    ),
    `the right page is at another place: ${different.length}`,
    ...different.map(describe),
  ];
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

/** Returns the percentage of queries with the right page among the first `places`. */
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
