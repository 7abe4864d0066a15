import { materialKinds, type MaterialKind } from '#domain/material.ts';
import type { FoundKind } from './find-kinds.ts';
import type { FoundYear } from './find-years.ts';
import type { Content } from './read-content.ts';
import type { Piece } from './read-source.ts';
import { oddsOf } from './weigh-places.ts';

export type ChosenKind = { kind: MaterialKind | null; share: number; pieces: Piece[] };

/** A file whose name has a year and no word for its kind is mostly a paper: notes have no year. */
const yearAlone = 0.72;
/** What a folder further up says is less about this file. */
const perFolder = 0.97;

/**
 * The likeliest kind by everything that speaks for each. The file's own name counts more than its folders. A syllabus
 * names full marks and is no paper; where its folder says so all the same, the kind is doubtful.
 */
export function chooseKind(
  found: readonly FoundKind[],
  pieces: readonly Piece[],
  years: readonly FoundYear[],
  content: Content,
): ChosenKind {
  const nearness = (piece: Piece) => (piece.source === 'folder' ? perFolder ** piece.distance : 1);
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
  return { kind: best.kind, share: best.odds / sum, pieces: best.pieces };
}
