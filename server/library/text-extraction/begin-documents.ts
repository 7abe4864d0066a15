import type { Database, FileRecord } from '#server/engines/database/database.ts';
import { finishedFiles, recordsAtOnce } from '#server/engines/database/records/files/file-batches.ts';
import type { Texts } from '#server/engines/text-store/texts.ts';
import { hasText, isHtml, recipeOf } from './file-reader.ts';
import { textJudgement } from './text-limits.ts';

/** Queues the pages of files for reading. */
export interface DocumentBeginnings {
  /**
   * Begins the document of a file, so that its text is extracted. Does nothing if it was already begun, or if files of
   * this type have no text.
   */
  begin(file: Readable): Promise<void>;
  /** Begins all files that were not begun yet. The signal stops it early. */
  beginMissing(signal: AbortSignal): Promise<void>;
}

type Readable = Pick<FileRecord, 'sha256' | 'mimeType' | 'pageCount'>;

/** Creates the part that begins documents. Pages of a file beyond the first `maxPages` are not read. */
export function createDocumentBeginnings({
  texts,
  files,
  maxPages,
}: {
  texts: Pick<Texts, 'find' | 'findSome' | 'begin'>;
  files: Pick<Database['files'], 'listFinished'>;
  maxPages: number;
}): DocumentBeginnings {
  async function begin(file: Readable): Promise<void> {
    if (!hasText(file)) return;
    const { sha256 } = file;
    // Queried just before: beginning it again could discard pages read meanwhile, if its pages were recounted.
    if (((await texts.find(sha256))?.recipe ?? 0) >= recipeOf(file)) return;
    // Pages that could not be counted at upload are counted when the file is read.
    const all = isHtml(file) ? 1 : Math.max(1, file.pageCount ?? 1);
    const pageCount = Math.min(all, maxPages);
    await texts.begin({
      sha256,
      pageCount,
      recipe: recipeOf(file),
      judgement: textJudgement,
      skippedPages: all - pageCount,
    });
  }

  return {
    begin,

    /** Begins missing files by the records and texts, a thousand files at a time; the store is not listed. */
    async beginMissing(signal) {
      for await (const batch of finishedFiles(files)) {
        const readable = batch.filter(hasText);
        const digests = [...new Set(readable.map(({ sha256 }) => sha256))];
        const known = digests.length > 0 ? await texts.findSome(digests) : [];
        const begun = new Map(known.map(({ sha256, recipe }) => [sha256, recipe]));
        for (const file of readable) {
          if (signal.aborted) return;
          const recipe = recipeOf(file);
          if ((begun.get(file.sha256) ?? 0) >= recipe) continue;
          await begin(file);
          begun.set(file.sha256, recipe);
        }
      }
    },
  };
}

/** Lists the SHA-256 of every document, page by page. */
export async function* listDocuments(texts: Pick<Texts, 'listVersions'>): AsyncGenerator<string> {
  for (let after = ''; ;) {
    const listed = await texts.listVersions(after, recordsAtOnce);
    for (const { sha256 } of listed) yield sha256;
    if (listed.length < recordsAtOnce) return;
    after = listed.at(-1)?.sha256 ?? '';
  }
}
