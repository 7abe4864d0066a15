import type { Faculty } from '#domain/catalogue.ts';
import { isContent, splitName, type Piece } from './read-source.ts';

/**
 * A name of a programme, as its words without spaces. `chance`: that it means the programme; lower if it is part of a name.
 * `isField`: it names the field of study, such as civil engineering, and not the degree; departments have that name as well.
 * `isWorldwide`: universities worldwide have this degree.
 */
export type FacultyName = { faculty: number; chance: number; isPart: boolean; isField: boolean; isWorldwide: boolean };

/** Names of degrees and fields that do not follow from the catalogue, by the end of the programme's full name. */
const others: readonly { field: string; degrees: readonly string[]; fields?: readonly string[] }[] = [
  {
    field: 'computer science and information technology',
    degrees: ['csit', 'bsc csit', 'bsccsit', 'bscit', 'सिएसआइटी'],
  },
  { field: 'computer applications', degrees: ['bca', 'बिसिए', 'बीसीए'] },
  { field: 'information management', degrees: ['bim', 'बिम'] },
  { field: 'business administration', degrees: ['bba', 'बिबिए', 'बीबीए'] },
  { field: 'medicine and bachelor of surgery', degrees: ['mbbs', 'एमबिबिएस', 'एमबीबीएस'] },
  {
    field: 'civil engineering',
    degrees: ['bce', 'be civil', 'b e civil'],
    fields: ['civil engg', 'civil eng', 'सिभिल'],
  },
  { field: 'electrical engineering', degrees: ['bel', 'bee', 'be electrical'], fields: ['electrical engg'] },
  { field: 'laws', degrees: ['llb'], fields: ['law'] },
  { field: 'education', degrees: ['bed'] },
  { field: 'pharmacy', degrees: ['bpharm', 'bpharma'], fields: ['pharmacy'] },
  { field: 'artificial intelligence', degrees: ['btech ai', 'btech in ai'], fields: ['cs ai'] },
];

/** Letters of degrees that many universities worldwide have. */
const worldwide = new Set(
  'bca bba mbbs llb bed bpharm ba bsc bcom be bce bee btechai bsw bhm bph bds mca mba'.split(' '),
);

const degree = /^bachelors? (?:of|in) (?:(?:science|technology|arts) in )?/;
/** Longest word in the letters of a degree: `BSc CSIT`, `B.Pharm`. */
const maxLetters = 5;

/** Returns the names of all programmes by their words without spaces, for lookup in file names. */
export function facultyNames(faculties: readonly Faculty[]): Map<string, FacultyName[]> {
  const names = new Map<string, FacultyName[]>();
  for (const [faculty, entry] of faculties.entries()) {
    const full = entry.fullName
      .toLowerCase()
      .replace(/\(.*?\)/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    const field = full.replace(degree, '');
    const known = others.find((each) => each.field === field);
    const isWorldwide = [entry.name, ...(known?.degrees ?? [])].some((name) => worldwide.has(joined(name)));
    const add = (name: string, chance: number, kind: 'degree' | 'field', isPart = false) => {
      const key = joined(name);
      if (key.length < 2) return;
      const list = names.get(key) ?? [];
      if (list.some((each) => each.faculty === faculty)) return;
      names.set(key, [...list, { faculty, chance, isPart, isField: kind === 'field', isWorldwide }]);
    };
    const isLetters = splitName(entry.name).every(({ text }) => text.length <= maxLetters);
    add(entry.name, 0.97, isLetters ? 'degree' : 'field');
    add(entry.fullName, 0.98, 'degree');
    add(full, 0.98, 'degree');
    add(entry.id, 0.95, isLetters ? 'degree' : 'field');
    for (const name of known?.degrees ?? []) add(name, 0.95, 'degree');
    for (const name of known?.fields ?? []) add(name, 0.95, 'field');
    if (field !== full) add(field, 0.85, 'field', field.split(' ').length < 3);
    // Civil engineering is named by its first word, unless that is how another programme begins.
    const [first = ''] = entry.name.toLowerCase().split(' ');
    const isOnly = faculties.filter((each) => each.name.toLowerCase().startsWith(first)).length === 1;
    if (isOnly && first.length >= 4 && entry.name.includes(' ')) add(first, 0.8, 'field', true);
  }
  return names;
}

function joined(name: string): string {
  return splitName(name)
    .filter(isContent)
    .map((word) => word.text)
    .join('');
}

/** Schools and programmes that a catalogue may not have. Their files have no place, even if a subject has the same name. */
const otherNames = [
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
    [...otherNames, ...schoolYears].map((name) => name.replaceAll(' ', '')).filter((name) => !known.has(name)),
  );
}

const maxWords = 3;

/** Lines at the head of a paper that may name the programme. */
const headLines = 8;

/**
 * True if the piece names a school or programme that is not in the catalogue. On first pages, which name many other things,
 * only an abbreviation in capitals counts.
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
