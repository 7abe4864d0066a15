import { mayManage, type Actor } from '#domain/account.ts';
import { shownTurns, turnOfPage, type PageTurns, type QuarterTurn } from '#domain/page-turns.ts';
import type { Material } from '#domain/material.ts';
import { guessLanguages } from '#domain/text/text-language.ts';
import { beginMaterialText, maxMaterialTextPages, maxPageTexts, type MaterialText } from '#contract/material-text.ts';
import type { UnreadState } from '#contract/schemas/text-schemas.ts';
import { Problem } from '#contract/problems.ts';
import { requireAdministrator } from '#server/library/accounts/require-administrator.ts';
import type { Database, FileRecord } from '#server/engines/database/database.ts';
import type { FileService } from '#server/library/files/file-service.ts';
import type { MaterialService } from '#server/library/materials/material-service.ts';
import type { DocumentText, PageCounts, PageText, Texts } from '#server/engines/text-store/texts.ts';
import { turnLines } from './page-turn.ts';
import type { TextService } from './text-service.ts';

/** Progress of a file's reading, and the reasons of failed pages. */
export type ReadingState = PageCounts & {
  reading: number;
  skipped: number;
  failures: { page: number; reason: string }[];
  /** Waiting pages that could not be read so far. */
  postponed: { page: number; reason: string; tries: number }[];
};

/**
 * The text of files, for those who may read the material; and the state of text extraction, for administrators. Methods
 * throw `Problem`.
 */
export interface TextReads {
  /** Returns the state of a material's text. Throws `document_not_found` for a material that the actor may not read. */
  summary(
    actor: Actor,
    materialId: string,
  ): Promise<{
    pagesTotal: number;
    pagesRead: number;
    recognised: [from: number, to: number][];
    turned: { first: number; last: number; degrees: QuarterTurn }[];
  }>;
  /** Returns the text of a page. Throws `page_text_not_found` for a page that does not exist or was not read. */
  page(actor: Actor, materialId: string, page: number): Promise<PageText>;
  /**
   * Returns some of the pages that were read, in order, from page `from`, and the number of the next page; null at the
   * end.
   */
  pages(actor: Actor, materialId: string, from: number): Promise<{ pages: PageText[]; next: number | null }>;
  /** Returns the text of the first pages; null if it is not extracted yet, or if the actor may not read it. */
  beginning(actor: Actor, materialId: string): Promise<MaterialText | null>;
  /**
   * Calls `listener` whenever pages of a file were read or failed, with the ids of the materials that have the file, or
   * with null if these can't be found. Returns a function that removes the listener.
   */
  onRead(listener: (materialIds: readonly string[] | null) => void): () => void;
  state(actor: Actor): Promise<PageCounts & { reading: number }>;
  reading(actor: Actor, materialId: string): Promise<ReadingState>;
  /** Queues the failed and the postponed pages of a material again. Returns their number. */
  retry(actor: Actor, materialId: string): Promise<number>;
  /** Queues the failed and the postponed pages of all files again. Returns their number. */
  retryAll(actor: Actor): Promise<number>;
  /**
   * Returns materials with pages that wait, failed or were postponed, in the order of their files, and files without a
   * material; `total` counts files.
   */
  listUnread(
    actor: Actor,
    page: { state: UnreadState; limit: number; offset: number },
  ): Promise<{
    total: number;
    materials: (ReadingState & Pick<Material, 'id' | 'kind' | 'title'>)[];
    files: (ReadingState & { fileId: string; name: string })[];
  }>;
}

/** Limit of `listByDigest`; at this number, some may be missing. */
const maxByDigest = 100;
/** Maximum number of failures in a response: enough to see the faults of a file. */
const maxFailures = 20;

export function createTextReads(parts: {
  texts: Texts;
  service: Pick<TextService, 'count' | 'retry' | 'retryAll' | 'onRead'>;
  materials: Pick<MaterialService, 'find'>;
  files: Pick<FileService, 'getReadable'>;
  database: Pick<Database, 'materials' | 'files'>;
}): TextReads {
  const { texts, service, materials, files } = parts;

  /** Returns the file of a published material, if the actor may read both the material and the file. */
  async function findFile(actor: Actor, materialId: string): Promise<FileRecord> {
    const found = await materials.find(actor, materialId);
    if (found.state !== 'published') throw noDocument(materialId);
    try {
      return await files.getReadable(actor, found.material.fileId);
    } catch (error) {
      if (error instanceof Problem && error.type === 'storage_file_not_found') throw noDocument(materialId);
      throw error;
    }
  }

  return {
    async summary(actor, materialId) {
      const { sha256, pageCount, pageTurns } = await findFile(actor, materialId);
      const document = await texts.find(sha256);
      return {
        pagesTotal: document ? document.pageCount + document.skippedPages : (pageCount ?? 0),
        pagesRead: document?.read ?? 0,
        recognised: await texts.listRecognised(sha256),
        turned: shownTurns(pageTurns),
      };
    },

    async page(actor, materialId, page) {
      const { sha256, pageTurns } = await findFile(actor, materialId);
      const found = await texts.readPage(sha256, page);
      if (found) return asShown(found, pageTurns);
      const document = await texts.find(sha256);
      if (document && page > document.pageCount + document.skippedPages)
        throw noText(`There is no page ${page}: the last one is ${document.pageCount + document.skippedPages}.`);
      throw noText(
        mayManage(actor)
          ? `The text of page ${page} is not known: it was not read yet, or could not be read.`
          : `The text of page ${page} is not known. Please try again later.`,
      );
    },

    async pages(actor, materialId, from) {
      const { sha256, pageTurns } = await findFile(actor, materialId);
      const { pages, next } = await readSomePages(texts, sha256, from);
      return { pages: pages.map((page) => asShown(page, pageTurns)), next };
    },

    async beginning(actor, materialId) {
      try {
        const { sha256 } = await findFile(actor, materialId);
        return await beginText(texts, sha256);
      } catch (error) {
        if (error instanceof Problem && error.type === 'document_not_found') return null;
        throw error;
      }
    },

    onRead: createReadListening(parts),

    async state(actor) {
      requireAdministrator(actor);
      return service.count();
    },

    async reading(actor, materialId) {
      requireAdministrator(actor);
      const { sha256 } = await findFile(actor, materialId);
      return describe(texts, await texts.find(sha256));
    },

    async retry(actor, materialId) {
      requireAdministrator(actor);
      const { sha256 } = await findFile(actor, materialId);
      return service.retry(sha256);
    },

    async retryAll(actor) {
      requireAdministrator(actor);
      return service.retryAll();
    },

    listUnread: createUnreadList(parts),
  };
}

/** Lists unread documents, with the materials or the file of each. */
function createUnreadList({
  texts,
  database,
}: {
  texts: Texts;
  database: Pick<Database, 'materials' | 'files'>;
}): TextReads['listUnread'] {
  return async (actor, { state, limit, offset }) => {
    requireAdministrator(actor);
    const list = { waiting: texts.listUnread, failed: texts.listFailed, postponed: texts.listPostponed }[state];
    const { total, documents } = await list({ limit, offset });
    const listed: Awaited<ReturnType<TextReads['listUnread']>> = { total, materials: [], files: [] };
    for (const document of documents) {
      const { sha256 } = document;
      const reading = await describe(texts, document);
      const shown = await database.materials.listByDigest(sha256);
      listed.materials.push(...shown.map(({ id, kind, title }) => ({ id, kind, title, ...reading })));
      const [file] = shown.length > 0 ? [] : await database.files.listByDigest(sha256);
      if (file) listed.files.push({ fileId: file.id, name: file.name, ...reading });
    }
    return listed;
  };
}

/** Finds the materials whose file was read. */
function createReadListening({
  service,
  database,
}: {
  service: Pick<TextService, 'onRead'>;
  database: Pick<Database, 'materials'>;
}): TextReads['onRead'] {
  return (listener) =>
    service.onRead((sha256) => {
      database.materials.listByDigest(sha256).then(
        (materials) => listener(materials.length < maxByDigest ? materials.map(({ id }) => id) : null),
        () => listener(null),
      );
    });
}

/** Returns the text of the first pages. */
async function beginText(texts: Texts, sha256: string): Promise<MaterialText | null> {
  const pages = await texts.readPages(sha256, 1, maxMaterialTextPages);
  const document = pages.length > 0 ? await texts.find(sha256) : null;
  const begun = beginMaterialText(pages, document ? document.pageCount + document.skippedPages : pages.length);
  return begun && { ...begun, languages: guessLanguages(begun.pages.map(({ text }) => text).join(' ')) };
}

/** Returns a page with its boxes at the positions on the page as shown. */
function asShown(page: PageText, turns: PageTurns): PageText {
  return { ...page, lines: page.lines && turnLines(page.lines, turnOfPage(turns, page.page)) };
}

/** Returns the pages of one response, with the boxes of recognised pages. */
async function readSomePages(texts: Texts, sha256: string, from: number) {
  const read = await texts.readPages(sha256, from, maxPageTexts + 1);
  const pages: PageText[] = [];
  for (const page of read.slice(0, maxPageTexts)) {
    // Boxes are read page by page: few documents have them.
    const whole = page.source === 'ocr' ? await texts.readPage(sha256, page.page) : null;
    pages.push(whole ?? { ...page, lines: null });
  }
  return { pages, next: read[maxPageTexts]?.page ?? null };
}

async function describe(texts: Texts, document: DocumentText | null): Promise<ReadingState> {
  if (!document) return { waiting: 0, reading: 0, read: 0, failed: 0, skipped: 0, failures: [], postponed: [] };
  const { sha256, waiting, read, failed, skippedPages } = document;
  const failures = failed > 0 ? await texts.listFailedPages(sha256, maxFailures) : [];
  return {
    waiting,
    reading: 0,
    read,
    failed,
    skipped: skippedPages,
    failures: failures.map(({ page, reason }) => ({ page, reason })),
    postponed: waiting > 0 ? await texts.listPostponedPages(sha256, maxFailures) : [],
  };
}

function noDocument(id: string): Problem {
  return new Problem('document_not_found', `Document with the requested ID '${id}' could not be found.`);
}

function noText(message: string): Problem {
  return new Problem('page_text_not_found', message);
}
