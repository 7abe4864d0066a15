import { addTurns, turnPageBox, type QuarterTurn } from '#domain/page-turns.ts';
import type { RecognisedLine } from '#server/engines/text-store/texts.ts';

/**
 * Minimum number of words of three letters or more, read with enough certainty, that show which side of a page is up;
 * handwriting read upside down has some. A wrong rotation is worse than none.
 */
const minWords = 12;
const minConfidence = 65;
const minCertainShare = 0.5;
const turns = [0, 90, 180, 270] as const;

/** Returns the clockwise rotation in degrees after which the recognised text of a page is upright; 0 in doubt. */
export function findPageTurn(lines: readonly RecognisedLine[]): QuarterTurn {
  const long = lines.flatMap((line) => line.words).filter(({ text }) => /[\p{L}\p{M}]{3}/u.test(text));
  const words = long.filter(({ confidence }) => confidence >= minConfidence);
  const counts = turns.map((turn) => words.filter((word) => word.turn === turn).length);
  const most = turns[counts.indexOf(Math.max(...counts))] ?? 0;
  const isClear =
    words.length >= Math.max(minWords, long.length * minCertainShare) && Math.max(...counts) >= words.length * 0.8;
  return isClear ? (((360 - most) % 360) as QuarterTurn) : 0;
}

/** Returns the recognised lines of a page after rotating it. */
export function turnLines(lines: readonly RecognisedLine[], degrees: QuarterTurn): readonly RecognisedLine[] {
  if (degrees === 0) return lines;
  return lines.map(({ words }) => ({
    words: words.map((word) => ({ ...word, box: turnPageBox(word.box, degrees), turn: addTurns(word.turn, degrees) })),
  }));
}
