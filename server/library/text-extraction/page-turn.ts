import { addTurns, turnPageBox, type QuarterTurn } from '#domain/page-turns.ts';
import type { RecognisedLine } from '#server/engines/text-store/texts.ts';

/**
 * Fewer words of three letters and more, or less certain ones, do not show which way up a page is: handwriting that is
 * read upside down has some. A page that is turned wrongly is worse than one that is left unchanged.
 */
const minWords = 12;
const minConfidence = 65;
const minCertainShare = 0.5;
const turns = [0, 90, 180, 270] as const;

/** Returns by how many degrees clockwise a page must be turned so that its recognised text is upright; 0 in doubt. */
export function findPageTurn(lines: readonly RecognisedLine[]): QuarterTurn {
  const long = lines.flatMap((line) => line.words).filter(({ text }) => /[\p{L}\p{M}]{3}/u.test(text));
  const words = long.filter(({ confidence }) => confidence >= minConfidence);
  const counts = turns.map((turn) => words.filter((word) => word.turn === turn).length);
  const most = turns[counts.indexOf(Math.max(...counts))] ?? 0;
  const isClear =
    words.length >= Math.max(minWords, long.length * minCertainShare) && Math.max(...counts) >= words.length * 0.8;
  return isClear ? (((360 - most) % 360) as QuarterTurn) : 0;
}

/** Returns the recognised lines of a page that is shown turned. */
export function turnLines(lines: readonly RecognisedLine[], degrees: QuarterTurn): readonly RecognisedLine[] {
  if (degrees === 0) return lines;
  return lines.map(({ words }) => ({
    words: words.map((word) => ({ ...word, box: turnPageBox(word.box, degrees), turn: addTurns(word.turn, degrees) })),
  }));
}
