import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { FileSource } from '#domain/guess/read-source.ts';
import type { Guessing } from '#domain/guess/prepare-guessing.ts';
import { decodeHtml } from '#domain/html-text.ts';
import { slugify } from '#domain/slug.ts';
import { readHtmlText } from '#server/text/html-text.ts';
import type { PlaceTruth } from './labelled-paths.ts';

/** Real papers that are not part of the project, beside it where it is developed. */
const index = path.join(import.meta.dirname, '..', '..', '..', 'shared', 'samples', 'index.json');

export function hasSharedPapers(): boolean {
  return existsSync(index);
}

/** Subjects of the index that the catalogue has under another name, by hand. */
const sameSubjects: Readonly<Record<string, readonly string[]>> = {
  'applied-numerical-analysis': ['Numerical Method', 'Numerical Methods'],
  'compiler-design': ['Compiler Design and Construction'],
  'data-communication-and-networks': ['Computer Networks', 'Computer Networking'],
  'java-programming': ['OOP in Java', 'Advanced Java Programming'],
};

/** More than guessing reads. */
const maxCharacters = 5000;

type Entry = { path: string; kind: string; subject: string; year: string | null };

export type SharedPaper = {
  path: string;
  /** As the samples are sorted: folders have the subject and mostly the year. */
  sorted: FileSource;
  /** As from a phone: the name alone, and the first page where it has text of its own. */
  bare: FileSource;
  truth: PlaceTruth;
};

/**
 * The papers of the shared samples with the truth of their index. A year of Bikram Sambat there counts as the year AD in
 * which most of it is.
 */
export async function readSharedPapers({ places }: Guessing): Promise<SharedPaper[]> {
  const pdfium = await PDFiumLibrary.init();
  const entries = JSON.parse(await readFile(index, 'utf8')) as Entry[];
  const papers = entries
    .filter(({ kind }) => kind.startsWith('paper'))
    .map(async (entry): Promise<SharedPaper> => {
      const same = sameSubjects[entry.subject] ?? [];
      const names = places.map(({ name }) => name).filter((name) => isSame(entry.subject, name) || same.includes(name));
      const year = /^\d{4}$/.test(entry.year ?? '') ? Number(entry.year) : null;
      return {
        path: entry.path,
        sorted: { path: entry.path, firstPage: null },
        bare: { path: path.basename(entry.path), firstPage: await readFirstPage(entry.path, pdfium) },
        truth: {
          facultyId: null,
          semesterId: null,
          subject: names.length > 0 ? [...new Set(names)] : null,
          kind: 'paper',
          year: year !== null && year > 2040 ? year - 57 : year,
        },
      };
    });
  try {
    return await Promise.all(papers);
  } finally {
    pdfium.destroy();
  }
}

/** Scans without a layer of text have none; recognising them is measured elsewhere. */
async function readFirstPage(name: string, pdfium: PDFiumLibrary): Promise<string | null> {
  const bytes = await readFile(path.join(path.dirname(index), name));
  if (/\.html?$/i.test(name)) return readHtmlText(decodeHtml(bytes), maxCharacters);
  if (!/\.pdf$/i.test(name)) return null;
  const document = await pdfium.loadDocument(bytes);
  try {
    return document.getPage(0).getText();
  } finally {
    document.destroy();
  }
}

/** The index has subjects as slugs, some in the plural. */
function isSame(slug: string, name: string): boolean {
  const plain = (text: string) =>
    slugify(text)
      .replace(/s\b/g, '')
      .replace(/-(?:and-)?/g, ' ');
  return plain(slug) === plain(name);
}
