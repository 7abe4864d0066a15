import type { PDFDocumentProxy } from 'pdfjs-dist';
import { plainLine } from '#domain/text/plain-line.ts';
import * as words from '#messages/reader/pdf.ts';
import { safeUrl } from './safe-url.ts';

/** An entry of a document's outline. */
export type OutlineEntry = {
  /** Position of the entry in the outline: '0', '0.2' … */
  id: string;
  title: string;
  /** Target of the entry inside the document (`PdfDocument.findTarget`); null if it has none. */
  target: unknown;
  /** Address of the entry outside the document; null if it has none. */
  url: string | null;
  children: readonly OutlineEntry[];
};

/** The maximum number of entries and levels of an outline; a larger one is slow and not useful. */
export const outlineLimits = { entries: 10_000, depth: 16 } as const;

type RawEntry = { title?: unknown; dest?: unknown; url?: unknown; items?: readonly RawEntry[] };

/** Returns the outline of a document; empty if the document has none or it can't be read. */
export async function readOutline(document: Pick<PDFDocumentProxy, 'getOutline'>): Promise<OutlineEntry[]> {
  const raw: readonly RawEntry[] | null = await document.getOutline().catch(() => null);
  let left: number = outlineLimits.entries;

  function take(entries: readonly RawEntry[], within: string, depth: number): OutlineEntry[] {
    const taken: OutlineEntry[] = [];
    for (const [index, entry] of entries.entries()) {
      if (left === 0) break;
      left -= 1;
      const id = `${within}${index}`;
      const children = depth < outlineLimits.depth ? take(entry.items ?? [], `${id}.`, depth + 1) : [];
      taken.push({ id, title: titleOf(entry.title), target: entry.dest ?? null, url: safeUrl(entry.url), children });
    }
    return taken;
  }

  return take(raw ?? [], '', 1);
}

function titleOf(title: unknown): string {
  // Old programs leave control characters and line breaks in titles; other characters could mislead.
  const line = typeof title === 'string' ? plainLine(title.replace(/[\p{Cc}\s]+/gu, ' ')) : '';
  return line === '' ? words.untitled : line;
}
