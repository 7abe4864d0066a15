import type { PDFDocumentProxy } from 'pdfjs-dist';
import { plainLine } from '#domain/plain-line.ts';
import { safeUrl } from './safe-url.ts';

/** An entry of a document's outline. */
export type OutlineEntry = {
  /** Its place in the outline: '0', '0.2' … */
  id: string;
  title: string;
  /** Where it leads inside the document (`PdfDocument.findTarget`); null when nowhere or out of it. */
  target: unknown;
  /** Where it leads out of the document; null when it does not. */
  url: string | null;
  children: readonly OutlineEntry[];
};

/** The most entries that are taken from an outline, and the most levels: beyond, it is no help but a weight. */
export const outlineLimits = { entries: 10_000, depth: 16 } as const;

type RawEntry = { title?: unknown; dest?: unknown; url?: unknown; items?: readonly RawEntry[] };

/** The outline of a document; empty when it has none or it cannot be read. */
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
  // Old programs leave control signs in titles, and ends of lines; others would deceive.
  const words = typeof title === 'string' ? plainLine(title.replace(/[\p{Cc}\s]+/gu, ' ')) : '';
  return words === '' ? 'Untitled' : words;
}
