import type { PdfPage } from './open-pdf.ts';
import { safeUrl } from './safe-url.ts';

/** A link on a page: where it lies, in percent of the page, and where it leads: out (`url`) or inside (`target`). */
export type PageLink = {
  left: number;
  top: number;
  width: number;
  height: number;
  url: string | null;
  /** Handed to `PdfDocument.findTarget`. */
  target: unknown;
};

type LinkAnnotation = { subtype?: string; url?: string; dest?: unknown; rect?: number[] };

/** The links of a page that lead somewhere. Addresses other than http, https and mailto are left out. */
export async function readLinks(page: PdfPage): Promise<PageLink[]> {
  const annotations = (await page.getAnnotations({ intent: 'display' })) as LinkAnnotation[];
  const viewport = page.getViewport({ scale: 1 });
  return annotations.flatMap(({ subtype, url, dest, rect }): PageLink[] => {
    if (subtype !== 'Link' || rect?.length !== 4) return [];
    const safe = safeUrl(url);
    if (safe === null && !dest) return [];
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = rect;
    const [left = 0, top = 0] = viewport.convertToViewportPoint(x1, y1) as number[];
    const [right = 0, bottom = 0] = viewport.convertToViewportPoint(x2, y2) as number[];
    return [
      {
        left: (Math.min(left, right) / viewport.width) * 100,
        top: (Math.min(top, bottom) / viewport.height) * 100,
        width: (Math.abs(right - left) / viewport.width) * 100,
        height: (Math.abs(bottom - top) / viewport.height) * 100,
        url: safe,
        target: dest ?? null,
      },
    ];
  });
}
