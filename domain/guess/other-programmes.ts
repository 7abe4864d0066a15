import type { FacultyName } from './faculty-names.ts';
import type { Piece } from './read-source.ts';

/**
 * Schools and programmes that may not be in a catalogue. Their files belong to no place, even if a subject has the same
 * name.
 */
const others = [
  'msc, mba, mca, mbs, mbm, mphil, master, masters, masters degree, phd, diploma, pre diploma, ctevt, neb, hseb, slc',
  'plus two, bbs, bbm, bit, btech, bsc nursing, nursing, bds, bams, bvsc, loksewa, lok sewa, entrance, ioe entrance',
  'be computer, computer engineering, bct, be electronics, electronics engineering, bex, bei, bame, bme, bie',
  'mechanical engineering, be mechanical, architecture engineering, barch, agricultural engineering',
]
  .join(', ')
  .split(', ');
const levels = ['8', '9', '10', '11', '12', 'viii', 'ix', 'x', 'xi', 'xii'];
const schoolYears = levels.flatMap((level) => [`class ${level}`, `grade ${level}`, `class${level}`, `grade${level}`]);

/** Returns the names of schools and programmes that are not in the catalogue, as words without spaces. */
export function otherProgrammes(known: ReadonlyMap<string, readonly FacultyName[]>): Set<string> {
  return new Set(
    [...others, ...schoolYears].map((name) => name.replaceAll(' ', '')).filter((name) => !known.has(name)),
  );
}

const maxWords = 3;

/** Number of lines at the head of a paper that may name the programme. */
const headLines = 8;

/**
 * True if the piece names a school or programme that is not in the catalogue. On first pages, which mention many other
 * things, only an abbreviation in capitals counts.
 */
export function namesOtherProgramme({ source, words, distance }: Piece, names: ReadonlySet<string>): boolean {
  if (source === 'text') {
    return distance < headLines && words.some((word) => word.isCapitals && names.has(word.text));
  }
  return words.some((_, start) => {
    let key = '';
    for (const word of words.slice(start, start + maxWords)) {
      key += word.text;
      if (names.has(key)) return true;
    }
    return false;
  });
}
