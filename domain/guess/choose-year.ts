import { groupBy } from '#domain/text/group-by.ts';
import type { ChosenKind } from './choose-kind.ts';
import type { FoundYear } from './find-years.ts';
import type { Piece } from './read-source.ts';
import { oddsOf } from './weigh-places.ts';

export type ChosenYear = { ad: number | null; bs: number | null; share: number; pieces: Piece[] };

/**
 * Maximum confidence of the year of a note, which at best is the year of writing, and of a file without a known kind.
 */
const maxWithoutExam = { note: 0.6, unknown: 0.7 };

/**
 * Chooses the likeliest exam year. A year AD and a year of Bikram Sambat that overlap support each other; other years
 * contradict each other. A year of Bikram Sambat is as sure as a year AD, although without a month it overlaps two
 * years AD, because the printed year is certain (docs/decisions/0074-evidence-not-likeness.md). Books have no exam
 * year, because their year is that of the edition.
 */
export function chooseYear(found: readonly FoundYear[], { kind, share: kindShare }: ChosenKind): ChosenYear {
  const none = { ad: null, bs: null, share: 0, pieces: [] };
  if (kind === 'book' && kindShare > 0.5) return none;
  const weighed = [...groupBy(found, meaningOf(found))].map(([ad, group]) => ({ ad, group, odds: oddsOf(group) }));
  const first = weighed[0];
  if (!first) return none;
  const sum = weighed.reduce((all, { odds }) => all + odds, 1);
  const best = weighed.reduce((one, other) => (other.odds > one.odds ? other : one), first);
  const most = kind === 'note' ? maxWithoutExam.note : kind === null ? maxWithoutExam.unknown : 1;
  const share = Math.min(most, best.odds / sum);
  return {
    ad: best.ad,
    bs: best.group.find((each) => each.bs !== null)?.bs ?? null,
    share,
    pieces: best.group.map(({ piece }) => piece),
  };
}

/**
 * Returns a function that gives the year AD of a year. For a year of Bikram Sambat without a date, that is the
 * overlapping year AD that is also written.
 */
function meaningOf(found: readonly FoundYear[]): (year: FoundYear) => number {
  const dated = new Set(found.filter(({ isDated }) => isDated).map(({ ad }) => ad));
  return ({ ad, bs, isDated }) => {
    if (bs === null || isDated || dated.has(ad)) return ad;
    return dated.has(bs - 56) ? bs - 56 : ad;
  };
}
