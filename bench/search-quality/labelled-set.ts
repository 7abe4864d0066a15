import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { MaterialKind } from '#domain/material.ts';
import { slip } from './slip-keys.ts';

/** Look of a document's pages: born digital, or a picture of paper. */
export const looks = [
  'text PDF',
  'html',
  'scan-clean',
  'skewed',
  'noisy',
  '150dpi',
  'two-columns',
  'sideways',
] as const;
export type Look = (typeof looks)[number];

/** A page of the set; the pages of a document are in their order, and its other attributes are the same on each. */
export type LabelledPage = {
  id: string;
  document: string;
  title: string;
  kind: MaterialKind;
  facultyId: string;
  semesterId: string;
  subject: string;
  year: number | null;
  look: Look;
  /** A line is a question or a heading; it may be wider than the page. */
  lines: string[];
  /** Queries of students who remember some words of a question of this page; their order is different. */
  queries: string[];
};

/** A document of the set, which becomes a material. */
export type LabelledDocument = Omit<LabelledPage, 'id' | 'document' | 'lines' | 'queries'> & {
  id: string;
  pages: LabelledPage[];
};

/** A query and the right page. `typed` is sent; `meant` differs from it when there is a typing error. */
export type LabelledQuery = {
  typed: string;
  meant: string;
  materialId: string;
  page: number;
  group: { look: string; language: 'English' | 'Nepali' };
};

const folder = path.join(import.meta.dirname);

/** The pages in English and Nepali that were written for this measurement. */
export async function readLabelledPages(): Promise<LabelledPage[]> {
  return [...(await readJson<LabelledPage>('labelled-en.json')), ...(await readJson<LabelledPage>('labelled-ne.json'))];
}

/** Queries on the materials of `samples/`. */
export function readSampleQueries(): Promise<{ material: string; page: number; query: string }[]> {
  return readJson('labelled-samples.json');
}

async function readJson<Entry>(name: string): Promise<Entry[]> {
  return JSON.parse(await readFile(path.join(folder, name), 'utf8')) as Entry[];
}

/** The pages by document, in the order of the set. */
export function groupIntoDocuments(pages: readonly LabelledPage[]): LabelledDocument[] {
  return [...Map.groupBy(pages, ({ document }) => document)].map(([id, own]) => {
    const { title, kind, facultyId, semesterId, subject, year, look } = own[0] as LabelledPage;
    return { id, title, kind, facultyId, semesterId, subject, year, look, pages: own };
  });
}

/** Returns all queries of the set, every third with one typing error. */
export async function readLabelledQueries(): Promise<LabelledQuery[]> {
  const onPages = groupIntoDocuments(await readLabelledPages()).flatMap((document) =>
    document.pages.flatMap((page, index) =>
      page.queries.map((query) => ({ query, material: document.id, page: index + 1, look: document.look as string })),
    ),
  );
  const onSamples = (await readSampleQueries()).map((entry) => ({ ...entry, look: 'shipped sample' }));
  return [...onPages, ...onSamples].map(({ query, material, page, look }, index) => ({
    typed: index % 3 === 0 ? slip(query) : query,
    meant: query,
    materialId: material,
    page,
    group: { look, language: /\p{Script=Devanagari}/u.test(query) ? 'Nepali' : 'English' },
  }));
}
