import type { RecognisedWord } from '#server/engines/text-store/texts.ts';

/** The transformation from the page as shown to a straightened picture. */
export type PageTurn = {
  /** Clockwise rotation of the text on the page as shown, in degrees; the skew is added to this quarter turn. */
  turn: RecognisedWord['turn'];
  skew: number;
  /** Sizes in pixels of the page as shown, after scaling, and of the straightened picture. */
  page: Size;
  straight: Size;
};

export type Size = { width: number; height: number };
export type PixelBox = { left: number; top: number; width: number; height: number };

/**
 * Converts a box of the straightened picture to the page as shown, in fractions. Skewed words keep their width and
 * height around their centre, because the upright box around them would extend into the lines above and below.
 */
export function toPageBox(box: PixelBox, { turn, skew, page, straight }: PageTurn): RecognisedWord['box'] {
  const angle = ((turn + skew) * Math.PI) / 180;
  const x = box.left + box.width / 2 - straight.width / 2;
  const y = box.top + box.height / 2 - straight.height / 2;
  const centreX = page.width / 2 + x * Math.cos(angle) - y * Math.sin(angle);
  const centreY = page.height / 2 + x * Math.sin(angle) + y * Math.cos(angle);
  const isSideways = turn === 90 || turn === 270;
  const width = (isSideways ? box.height : box.width) / page.width;
  const height = (isSideways ? box.width : box.height) / page.height;
  const left = centreX / page.width - width / 2;
  const top = centreY / page.height - height / 2;
  const inside = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 100_000) / 100_000;
  return [
    inside(left),
    inside(top),
    inside(Math.min(width, 1 - inside(left))),
    inside(Math.min(height, 1 - inside(top))),
  ];
}
