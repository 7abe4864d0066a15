import type { Faculty } from '#domain/catalogue.ts';
import { isContent, splitName } from './read-source.ts';

/** A name of a programme as its words without spaces. `chance` that it means the programme; less if it is part of a name. */
export type FacultyName = { faculty: number; chance: number; isPart: boolean };

/** Names of programmes that do not follow from the catalogue, by what their full name ends in. */
const others: readonly { field: string; names: readonly string[] }[] = [
  { field: 'computer science and information technology', names: ['csit', 'bsc csit', 'bsccsit', 'bscit', 'सिएसआइटी'] },
  { field: 'computer applications', names: ['bca', 'बिसिए', 'बीसीए'] },
  { field: 'information management', names: ['bim', 'बिम'] },
  { field: 'business administration', names: ['bba', 'बिबिए', 'बीबीए'] },
  { field: 'medicine and bachelor of surgery', names: ['mbbs', 'एमबिबिएस', 'एमबीबीएस'] },
  { field: 'civil engineering', names: ['bce', 'be civil', 'b e civil', 'civil engg', 'civil eng', 'सिभिल'] },
  { field: 'electrical engineering', names: ['bel', 'bee', 'be electrical', 'electrical engg'] },
  { field: 'laws', names: ['llb', 'law'] },
  { field: 'education', names: ['bed'] },
  { field: 'pharmacy', names: ['bpharm', 'bpharma', 'pharmacy'] },
  { field: 'artificial intelligence', names: ['btech ai', 'btech in ai', 'cs ai'] },
];

const degree = /^bachelors? (?:of|in) (?:(?:science|technology|arts) in )?/;

/** The names of all programmes by their words without spaces, as they are looked up in names of files. */
export function facultyNames(faculties: readonly Faculty[]): Map<string, FacultyName[]> {
  const names = new Map<string, FacultyName[]>();
  for (const [faculty, entry] of faculties.entries()) {
    const add = (name: string, chance: number, isPart = false) => {
      const key = joined(name);
      if (key.length < 2) return;
      const known = names.get(key) ?? [];
      if (!known.some((each) => each.faculty === faculty)) names.set(key, [...known, { faculty, chance, isPart }]);
    };
    const full = entry.fullName
      .toLowerCase()
      .replace(/\(.*?\)/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    const field = full.replace(degree, '');
    add(entry.name, 0.97);
    add(entry.fullName, 0.98);
    add(full, 0.98);
    add(entry.id, 0.95);
    for (const other of others) if (field === other.field) for (const name of other.names) add(name, 0.95);
    if (field !== full) add(field, 0.85, field.split(' ').length < 3);
    // Civil engineering is named by its first word, unless that is how another programme begins.
    const [first = ''] = entry.name.toLowerCase().split(' ');
    const isOnly = faculties.filter((each) => each.name.toLowerCase().startsWith(first)).length === 1;
    if (isOnly && first.length >= 4 && entry.name.includes(' ')) add(first, 0.8, true);
  }
  return names;
}

function joined(name: string): string {
  return splitName(name)
    .filter(isContent)
    .map((word) => word.text)
    .join('');
}
