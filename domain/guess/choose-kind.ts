import { materialKinds, type MaterialKind } from '#domain/material.ts';
import type { FoundKind } from './find-kinds.ts';
import type { FoundYear } from './find-years.ts';
import type { Piece } from './read-source.ts';
import { oddsOf } from './weigh-places.ts';

export type ChosenKind = { kind: MaterialKind | null; share: number; pieces: Piece[] };

/** A file whose name has a year and no word for its kind is mostly a paper: notes have no year. */
const yearAlone = 0.72;
/** What a folder further up says is less about this file. */
const perFolder = 0.9;

/** The likeliest kind by everything that speaks for each. The file's own name counts more than its folders. */
export function chooseKind(
  found: readonly FoundKind[],
  pieces: readonly Piece[],
  years: readonly FoundYear[],
): ChosenKind {
  const nearness = (piece: Piece) => (piece.source === 'folder' ? perFolder ** piece.distance : 1);
  const weighed = materialKinds.map((kind) => {
    const own = found
      .filter((each) => each.kind === kind)
      .map(({ chance, piece }) => ({ chance: chance * nearness(piece), piece }));
    if (kind === 'paper') {
      const year = years.find((each) => each.piece.source !== 'text' && each.piece.distance <= 1);
      if (year && pieces.length > 0) own.push({ chance: yearAlone * nearness(year.piece), piece: year.piece });
    }
    return { kind, odds: oddsOf(own), pieces: own.map(({ piece }) => piece) };
  });
  const sum = weighed.reduce((all, { odds }) => all + odds, 1);
  const best = weighed.reduce((one, other) => (other.odds > one.odds ? other : one));
  if (best.odds === 0) return { kind: null, share: 0, pieces: [] };
  return { kind: best.kind, share: best.odds / sum, pieces: best.pieces };
}
