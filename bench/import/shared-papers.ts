import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { FileSource } from '#domain/guess/read-source.ts';
import type { Guessing } from '#domain/guess/prepare-guessing.ts';
import { decodeHtml } from '#domain/text/html-text.ts';
import { slugify } from '#domain/text/slug.ts';
import { readHtmlText } from '#server/library/text-extraction/read-html-text.ts';
import type { PlaceTruth } from './labelled-paths.ts';

/** Index of real papers, which are not part of the project and may be missing. */
const index = path.join(import.meta.dirname, '..', '..', '..', 'shared', 'samples', 'index.json');

export function hasSharedPapers(): boolean {
  return existsSync(index);
}

/** Subjects of the index that have another name in the catalogue, matched by hand. */
const sameSubjects: Readonly<Record<string, readonly string[]>> = {
  'applied-numerical-analysis': ['Numerical Method', 'Numerical Methods'],
  'compiler-design': ['Compiler Design and Construction'],
  'data-communication-and-networks': ['Computer Networks', 'Computer Networking'],
  'java-programming': ['OOP in Java', 'Advanced Java Programming'],
};

/** Longer than the text that guessing reads. */
const maxCharacters = 5000;

type Entry = { path: string; kind: string; subject: string; year: string | null };

export type SharedPaper = {
  path: string;
  /** In the folders of the samples, which have the subject and mostly the year. */
  sorted: FileSource;
  /** As from a phone: only the name, and the first page if it has a text layer. */
  bare: FileSource;
  truth: PlaceTruth;
};

/**
 * Reads the papers of the shared samples with the truth of their index. A year of Bikram Sambat counts as the year AD that
 * covers most of it.
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

/** Returns the text of the first page; none for scans without a text layer, since OCR is measured elsewhere. */
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

/** Compares subjects as slugs: the index has slugs, some in the plural. */
function isSame(slug: string, name: string): boolean {
  const plain = (text: string) =>
    slugify(text)
      .replace(/s\b/g, '')
      .replace(/-(?:and-)?/g, ' ');
  return plain(slug) === plain(name);
}
