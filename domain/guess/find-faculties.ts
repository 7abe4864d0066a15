import type { FacultyName } from './faculty-names.ts';
import { isContent, type Piece, type Word } from './read-source.ts';

/** A programme that a piece names; `isField` and `isWorldwide` as in `FacultyName`. */
export type FoundFaculty = { faculty: number; chance: number; isField: boolean; isWorldwide: boolean; piece: Piece };

/** Maximum number of words of a full name, without "of" and similar words. */
const maxNameWords = 8;

/** Words for bodies: a name next to one is that of a department or college, and not of a programme. */
const bodies = new Set('department dept faculty school institute college campus division society'.split(' '));

/** Finds the programmes that the pieces name. Adds the words of unambiguous names to `used`. */
export function findFaculties(
  pieces: readonly Piece[],
  names: ReadonlyMap<string, readonly FacultyName[]>,
  used: Set<Word>,
): FoundFaculty[] {
  const found: FoundFaculty[] = [];
  for (const piece of pieces) {
    const words = piece.words.filter(isContent);
    const left = words.filter((word) => !used.has(word));
    let position = 0;
    while (position < words.length) {
      const match = nameAt(words, position, names, piece);
      for (const { faculty, chance, isPart, isField, isWorldwide } of match?.names ?? []) {
        if (isField && bodies.has(words[position - 1]?.text ?? '')) continue;
        // "Electrical" is a programme if it is a whole folder name, and part of a subject's name among other words.
        const isWhole = match !== null && match.length >= left.length;
        found.push({ faculty, chance: isPart && !isWhole ? chance - 0.3 : chance, isField, isWorldwide, piece });
        if (!isPart) for (const word of words.slice(position, position + (match?.length ?? 0))) used.add(word);
      }
      position += match?.length ?? 1;
    }
  }
  return found;
}

function nameAt(
  words: readonly Word[],
  position: number,
  names: ReadonlyMap<string, readonly FacultyName[]>,
  { source }: Piece,
): { names: readonly FacultyName[]; length: number } | null {
  let best: { names: readonly FacultyName[]; length: number } | null = null;
  let key = '';
  for (let length = 1; length <= maxNameWords && position + length <= words.length; length += 1) {
    key += words[position + length - 1]?.text ?? '';
    const found = names.get(key);
    // "BA", "B.A." in running text may be anything.
    if (found && !(source === 'text' && key.length < 3)) best = { names: found, length };
  }
  return best;
}
