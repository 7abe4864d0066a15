import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FileSource } from '#domain/guess/read-source.ts';
import type { Guessing } from '#domain/guess/prepare-guessing.ts';
import { slugify } from '#domain/slug.ts';
import type { PlaceTruth } from './labelled-paths.ts';

/** Real papers that are not part of the project, beside it where it is developed. */
const index = path.join(import.meta.dirname, '..', '..', '..', 'shared', 'samples', 'index.json');

export function hasSharedPapers(): boolean {
  return existsSync(index);
}

type Entry = { path: string; kind: string; subject: string; year: string | null };

/**
 * The papers of the shared samples with the truth of their index. Each stands for itself: paths have the subject and mostly
 * the year. A year of Bikram Sambat there is that in which most of it is AD.
 */
export async function readSharedPapers({
  places,
}: Guessing): Promise<{ path: string; source: FileSource; truth: PlaceTruth }[]> {
  const entries = JSON.parse(await readFile(index, 'utf8')) as Entry[];
  return entries
    .filter(({ kind }) => kind.startsWith('paper'))
    .map((entry) => {
      const names = places.map(({ name }) => name).filter((name) => isSame(entry.subject, name));
      const year = /^\d{4}$/.test(entry.year ?? '') ? Number(entry.year) : null;
      return {
        path: entry.path,
        source: { path: entry.path, firstPage: null },
        truth: {
          facultyId: null,
          semesterId: null,
          subject: names.length > 0 ? [...new Set(names)] : null,
          kind: 'paper',
          year: year !== null && year > 2040 ? year - 57 : year,
        },
      };
    });
}

/** The index has subjects as slugs, some in the plural. */
function isSame(slug: string, name: string): boolean {
  const plain = (text: string) =>
    slugify(text)
      .replace(/s\b/g, '')
      .replace(/-(?:and-)?/g, ' ');
  return plain(slug) === plain(name);
}
