import type { PdfPage } from './open-pdf.ts';
import { pointInView } from './point-in-view.ts';
import { safeUrl } from './safe-url.ts';

/** A link on a page: its position, in percent of the page, and its address (`url`) or target inside the document. */
export type PageLink = {
  left: number;
  top: number;
  width: number;
  height: number;
  url: string | null;
  /** Passed to `PdfDocument.findTarget`. */
  target: unknown;
};

type LinkAnnotation = { subtype?: string; url?: string; dest?: unknown; rect?: number[] };

/** Returns the links of a page that have a target. Addresses other than http, https and mailto are left out. */
export async function readLinks(page: PdfPage): Promise<PageLink[]> {
  const annotations: readonly LinkAnnotation[] = await page.getAnnotations({ intent: 'display' });
  const viewport = page.getViewport({ scale: 1 });
  return annotations.flatMap(({ subtype, url, dest, rect }): PageLink[] => {
    if (subtype !== 'Link' || rect?.length !== 4) return [];
    const safe = safeUrl(url);
    if (safe === null && !dest) return [];
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = rect;
    const one = pointInView(viewport, x1, y1);
    const other = pointInView(viewport, x2, y2);
    return [
      {
        left: Math.min(one.x, other.x) * 100,
        top: Math.min(one.y, other.y) * 100,
        width: Math.abs(other.x - one.x) * 100,
        height: Math.abs(other.y - one.y) * 100,
        url: safe,
        target: dest ?? null,
      },
    ];
  });
}
