import { materialKinds, type MaterialKind } from '#domain/material.ts';
import { groupBy } from '#domain/text/group-by.ts';
import type { FoundKind } from './find-kinds.ts';
import type { FoundYear } from './find-years.ts';
import type { Content } from './read-content.ts';
import type { Piece } from './read-source.ts';
import { oddsOf } from './weigh-places.ts';

type ChosenKind = { kind: MaterialKind | null; share: number; pieces: Piece[] };

/** Chance of a paper if the name has a year and no word for a kind: notes have no year. */
const yearAlone = 0.72;
/** Weights of folders: nearly that of the file's name; a little less for the outermost one, which is of a collection. */
const perFolder = 0.985;
const outermost = 0.85;
/** The cover of a lab report is not a material. */
const cover = /(?<!\p{L})(?:front|cover|title)[\s_-]?page|[-_\s]front(?!\p{L})/iu;
const maxCover = 0.6;
/** Chance of a note as long as a book that only folders call a note. */
const maxLongNote = 0.85;

/**
 * Chooses the likeliest kind from all evidence. The file's own name counts more than its folders. A syllabus names full
 * marks but is not a paper; if its folder says so anyway, the kind is doubtful.
 */
export function chooseKind(
  found: readonly FoundKind[],
  pieces: readonly Piece[],
  years: readonly FoundYear[],
  content: Content,
): ChosenKind {
  const last = Math.max(...pieces.map(({ source, distance }) => (source === 'folder' ? distance : 0)));
  const nearness = ({ source, distance }: Piece) =>
    source !== 'folder' ? 1 : perFolder ** distance * (distance === last && distance > 1 ? outermost : 1);
  const firstLine = pieces.find(({ source }) => source === 'text');
  const weighed = materialKinds.map((kind) => {
    const own = found
      .filter((each) => each.kind === kind)
      .filter(({ piece }) => !(content.isSyllabus && kind === 'paper' && piece.source === 'text'))
      .map(({ chance, piece }) => ({ chance: chance * nearness(piece), piece }));
    if (kind === 'paper') {
      const year = years.find((each) => each.piece.source !== 'text' && each.piece.distance <= 1);
      if (year) own.push({ chance: yearAlone * nearness(year.piece), piece: year.piece });
    }
    if (kind === 'note' && firstLine && content.note > 0) own.push({ chance: content.note, piece: firstLine });
    return { kind, odds: oddsOf(own), pieces: own.map(({ piece }) => piece) };
  });
  const sum = weighed.reduce((all, { odds }) => all + odds, 1);
  const best = weighed.reduce((one, other) => (other.odds > one.odds ? other : one));
  if (best.odds === 0) return { kind: null, share: 0, pieces: [] };
  const isCover = pieces.some(({ source, text }) => source === 'file' && cover.test(text));
  const isLongNote = best.kind === 'note' && content.isLong && !best.pieces.some(({ source }) => source === 'file');
  const most = Math.min(isCover ? maxCover : 1, isLongNote ? maxLongNote : 1);
  return { kind: best.kind, share: Math.min(best.odds / sum, most), pieces: best.pieces };
}

type ChosenYear = { ad: number | null; bs: number | null; share: number; pieces: Piece[] };

/** Highest confidence of years of notes, which are at best the year of writing, and of files without a known kind. */
const maxWithoutExam = { note: 0.6, unknown: 0.7 };

/**
 * Chooses the likeliest exam year. A year AD and a year of Bikram Sambat that overlap support each other; other years
 * contradict each other. A year of Bikram Sambat is as sure as a year AD, although without a month it overlaps two of them:
 * the printed year is certain (docs/decisions/0074-evidence-not-likeness.md). Books have no exam year, since theirs is
 * that of the edition.
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

/** Returns the year AD of each year; for a year of Bikram Sambat without a date, the overlapping one that is also written. */
function meaningOf(found: readonly FoundYear[]): (year: FoundYear) => number {
  const dated = new Set(found.filter(({ isDated }) => isDated).map(({ ad }) => ad));
  return ({ ad, bs, isDated }) => {
    if (bs === null || isDated || dated.has(ad)) return ad;
    return dated.has(bs - 56) ? bs - 56 : ad;
  };
}
