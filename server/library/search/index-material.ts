import { findFaculty, findTerm, type Catalogue } from '#domain/catalogue.ts';
import { kindNames, type Material } from '#domain/material.ts';
import type { Database } from '#server/engines/database/database.ts';
import type { IndexedMaterial, IndexWriter } from '#server/engines/search-index/search-index.ts';
import type { Texts } from '#server/engines/text-store/texts.ts';
import {
  findRepeatedLines,
  samplePages,
  withoutRepeatedLines,
  type NumberedText,
} from '#server/library/text-extraction/repeated-lines.ts';
import { stateOf } from './material-states.ts';

/** Number of pages per transaction, so that it is short, and so that a document of any length needs little memory. */
const pagesAtOnce = 64;

/** Maximum length of a page's text, in UTF-16 code units: pages of several megabytes would be hostile. */
const maxPageLength = 1_000_000;

export type IndexMaterial = ReturnType<typeof createIndexMaterial>;

/**
 * Updates the index entry of a material from its record, and from the text of its file that was extracted so far.
 * Removes a material that is not published.
 */
export function createIndexMaterial(parts: {
  database: Pick<Database, 'materials' | 'files'>;
  texts: Pick<Texts, 'find' | 'readPages'>;
  catalogue: Catalogue;
}) {
  const { database, texts, catalogue } = parts;

  async function putPages(
    writer: IndexWriter,
    sequence: number,
    sha256: string,
    pageCount: number,
    signal: AbortSignal,
  ) {
    const repeated = await findRepeated(sha256, pageCount);
    for (let from = 1; from <= pageCount; from += pagesAtOnce) {
      signal.throwIfAborted();
      const to = Math.min(pageCount, from + pagesAtOnce - 1);
      const read = (await texts.readPages(sha256, from, pagesAtOnce)).filter(({ page }) => page <= to);
      const found = new Map(read.map(({ page, text }) => [page, text]));
      const pages = [];
      for (let page = from; page <= to; page += 1) {
        const text = (found.get(page) ?? '').slice(0, maxPageLength);
        // On the first page the repeated lines remain, so that they find the document.
        pages.push({ page, text: page === 1 ? text : withoutRepeatedLines(text, repeated) });
      }
      await writer.putPages(sequence, pages);
    }
  }

  async function findRepeated(sha256: string, pageCount: number): Promise<Set<string>> {
    const sample: NumberedText[] = [];
    for (const page of samplePages(pageCount)) {
      const [read] = await texts.readPages(sha256, page, 1);
      if (read?.page === page) sample.push({ page, text: read.text.slice(0, maxPageLength) });
    }
    return findRepeatedLines(sample);
  }

  return async function indexMaterial(
    writer: IndexWriter,
    { id, sequence }: Pick<Material, 'id' | 'sequence'>,
    signal: AbortSignal,
  ): Promise<void> {
    const material = await database.materials.find(id);
    // Another material may have the id of a purged one.
    if (sequence !== 0 && material?.sequence !== sequence) await writer.remove(sequence);
    if (!material) return;
    if (material.deletedAt !== null) {
      await writer.remove(material.sequence);
      return;
    }
    const { sha256, textVersion, updatedAt, pageCount } = await stateOf(material, database, texts);
    await writer.begin(toIndexed(material, sha256, catalogue));
    await putPages(writer, material.sequence, sha256, pageCount, signal);
    await writer.finish(material.sequence, { textVersion, updatedAt, lastPage: pageCount });
  };
}

/**
 * Returns the indexed texts of a material. The title counts most; the words of its place are on hundreds of other
 * materials.
 */
function toIndexed(material: Material, sha256: string, catalogue: Catalogue): IndexedMaterial {
  const { sequence, id, kind, title, subject, facultyId, semesterId, year, yearBs } = material;
  const faculty = findFaculty(catalogue, facultyId);
  const term = faculty && findTerm(faculty, semesterId);
  const code = term?.subjects.find(({ name }) => name === subject)?.code;
  const place = [faculty?.name, faculty?.fullName, term?.name, year, yearBs, kindNames[kind]];
  return {
    sequence,
    id,
    sha256,
    texts: [
      { text: title, weight: 3 },
      { text: subject, weight: 2 },
      // With and without the hyphen, as people type it.
      ...(code ? [{ text: `${code} ${code.replace(/[\s.-]+/g, '')}`, weight: 2 }] : []),
      { text: place.filter((each) => each !== undefined && each !== null).join('\n'), weight: 1 },
    ],
  };
}
