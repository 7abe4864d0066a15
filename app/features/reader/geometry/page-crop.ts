import { hullOf, wholePage, type PageBox } from './page-box.ts';
import { turnBox, type Rotation } from './rotation.ts';

/** Space around the text of a trimmed page, in fractions of the page's width. */
const air = 0.01;

/** Maximum difference of the proportions of pages that are trimmed alike: the pages of a scan are never quite the same. */
const sameShape = 0.05;

/** Minimum width of the shown part, in fractions of the page: the letters of a page with a few words do not become huge. */
const narrowest = 0.6;

/** Text and figures that fill this part of the page's width reach its edges, for example on a cover. */
const fullWidth = 0.98;

type Group = { ratio: number; box: PageBox };

/**
 * Returns the part of each page to show when margins are trimmed, by index from 0. Pages of about the same proportions
 * show the same part, around the text of all of them, so that lines do not move from page to page. A page without known
 * text, or with something at its edges, is shown as a whole or like the other pages, and never less than its text.
 *
 * `ratios` has the height divided by the width of the upright pages, `boxes` the boxes of their texts, by page number.
 */
export function trimPages(
  pageCount: number,
  ratios: ReadonlyMap<number, number>,
  boxes: ReadonlyMap<number, PageBox>,
  rotation: Rotation,
): PageBox[] {
  const groups: Group[] = [];
  for (const [page, box] of boxes) {
    const ratio = ratios.get(page);
    if (ratio === undefined || isFull(box)) continue;
    const group = groupOf(groups, ratio);
    if (group) group.box = hullOf(group.box, box);
    else groups.push({ ratio, box });
  }
  const parts = new Map(groups.map((group) => [group, turnPart(withAir(group), rotation)]));
  return Array.from({ length: pageCount }, (_, index) => {
    const box = boxes.get(index + 1);
    if (box && isFull(box)) return wholePage;
    const ratio = ratios.get(index + 1) ?? ratios.get(1);
    const group = ratio === undefined ? groups[0] : groupOf(groups, ratio);
    return (group && parts.get(group)) ?? wholePage;
  });
}

function isFull({ left, right }: PageBox): boolean {
  return right - left >= fullWidth;
}

function groupOf(groups: readonly Group[], ratio: number): Group | undefined {
  return groups.find((group) => Math.abs(group.ratio / ratio - 1) < sameShape);
}

function withAir({ ratio, box }: Group): PageBox {
  const missing = Math.max(air, (narrowest - (box.right - box.left)) / 2);
  // At the edge of the page the part grows to the other side only, so that it stays within the page.
  const left = Math.min(Math.max(0, box.left - missing), Math.max(0, 1 - narrowest));
  return {
    left: Math.min(left, box.left),
    top: Math.max(0, box.top - air / ratio),
    right: Math.min(1, Math.max(box.right + missing, left + narrowest)),
    bottom: Math.min(1, box.bottom + air / ratio),
  };
}

/** Returns the position of a part of the upright page after the page is rotated. */
export function turnPart({ left, top, right, bottom }: PageBox, rotation: Rotation): PageBox {
  const percent = { left: left * 100, top: top * 100, width: (right - left) * 100, height: (bottom - top) * 100 };
  const turned = turnBox(percent, rotation);
  return {
    left: turned.left / 100,
    top: turned.top / 100,
    right: (turned.left + turned.width) / 100,
    bottom: (turned.top + turned.height) / 100,
  };
}
