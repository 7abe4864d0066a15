import type { MaterialKind } from '#domain/material.ts';

/** The shapes of the pictures for shared links, as SVG; texts are drawn over them (draw-text.ts). */

/** Size that link previews expect, in pixels. */
export const shareSize = { width: 1200, height: 630 } as const;

/** The light colours of the pages (app/styles/tokens.css). */
export const colours = {
  paper: '#fbfaf6',
  ink: '#1c2330',
  muted: '#586070',
  hairline: '#e7e2d6',
  card: '#ffffff',
} as const;

export const kindColours: Record<MaterialKind, { strong: string; tint: string }> = {
  paper: { strong: '#2c5a94', tint: '#e6edf6' },
  note: { strong: '#75397e', tint: '#f3e9f5' },
  revision: { strong: '#95470f', tint: '#faebdd' },
  book: { strong: '#4a6112', tint: '#eef2dd' },
};

/** The icons of the kinds, as on the pages (app/features/materials/kind-looks.ts), in a square of 24 units. */
const kindIcons: Record<MaterialKind, string> = {
  paper:
    'M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2zM9 9.5a3 2.5 0 0 1 6 0c0 2-2 2-3 3.5M12 17h.01',
  note: 'M13.4 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-7.4M2 6h4M2 10h4M2 14h4M2 18h4M21.378 5.626a1 1 0 1 0-3.004-3.004l-5.01 5.012a2 2 0 0 0-.506.854l-.837 2.87a.5.5 0 0 0 .62.62l2.87-.837a2 2 0 0 0 .854-.506z',
  revision:
    'M15.914 4a1.5 1.5 0 0 0-2.474-1.561l-9 9A1.5 1.5 0 0 0 5.5 14h4.002a.5.5 0 0 1 .471.666L8.086 20a1.5 1.5 0 0 0 2.475 1.56l9-9A1.5 1.5 0 0 0 18.5 10h-3.997a.5.5 0 0 1-.472-.667z',
  book: 'M12 5v16M20.001 19A2 2 0 0 0 22 17V5a2 2 0 0 0-1.999-2L16 3.002A5 5 0 0 0 12 5a5 5 0 0 0-4-2H4a2 2 0 0 0-2 2v12a2 2 0 0 0 1.999 2H8a5 5 0 0 1 4 2 5 5 0 0 1 4-2z',
};

type Box = { x: number; y: number; width: number; height: number };

const radius = 10;
/** The stripe in the accent colour at the bottom. */
export const stripeHeight = 16;

export const ground = `<rect width="100%" height="100%" fill="${colours.paper}"/>`;

/** Returns the stripe that covers everything that would continue below the picture. */
export const stripe = (accent: string) =>
  `<rect y="${shareSize.height - stripeHeight}" width="100%" height="${stripeHeight}" fill="${accent}"/>`;

export function icon(kind: MaterialKind, { x, y, size }: { x: number; y: number; size: number }): string {
  return `<path transform="translate(${x} ${y}) scale(${size / 24})" d="${kindIcons[kind]}" fill="none" stroke="${kindColours[kind].strong}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>`;
}

export function pill(kind: MaterialKind, { x, y, width, height }: Box): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${height / 2}" fill="${kindColours[kind].tint}"/>`;
}

/** Returns a card that seems to float: white, with a hairline and a soft shadow. */
export function card({ x, y, width, height }: Box): string {
  return `<filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="14"/></filter>
<rect x="${x + 2}" y="${y + 10}" width="${width - 4}" height="${height}" rx="${radius}" fill="${colours.ink}" opacity="0.18" filter="url(#soft)"/>
<rect x="${x - 1}" y="${y - 1}" width="${width + 2}" height="${height + 2}" rx="${radius + 1}" fill="${colours.card}" stroke="${colours.hairline}" stroke-width="2"/>`;
}

/**
 * Returns the mask for the visible part of a picture on a card, which cuts its corners off; only the upper ones if the
 * picture itself is cut off below.
 */
export function cardMask({ width, height }: { width: number; height: number }, isCut: boolean): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${isCut ? height + radius : height}" rx="${radius}" fill="#fff"/></svg>`,
  );
}

/** Width of each line of a drawn sheet, as a fraction of the column. */
const lineShares = [0.92, 1, 0.86, 0.97, 0.6, 0, 0.94, 1, 0.78, 0.9, 0.45, 0, 1, 0.88];

/** Returns lines instead of text, below a heading. */
export function ruledLines({ x, y, width, height }: Box, strong: string, tint: string): string {
  const pad = Math.round(width * 0.1);
  const column = width - 2 * pad;
  const heading = `<rect x="${x + pad}" y="${y + pad}" width="${column * 0.55}" height="16" rx="8" fill="${strong}" opacity="0.75"/>`;
  const lines = lineShares.flatMap((share, index) => {
    const top = y + pad + 52 + index * 34;
    if (share === 0 || top + 12 > y + height - pad / 2) return [];
    return [`<rect x="${x + pad}" y="${top}" width="${column * share}" height="10" rx="5" fill="${tint}"/>`];
  });
  return heading + lines.join('');
}

/** Returns three sheets on top of each other, the last one upright. */
export function stack({ x, y, width, height }: Box, strong: string, tint: string): string {
  const sheet = (turn: number, content: string) =>
    `<g transform="rotate(${turn} ${x + width / 2} ${y + height})">${card({ x, y, width, height })}${content}</g>`;
  return `${sheet(-9, '')}${sheet(5, '')}${sheet(-1.5, ruledLines({ x, y, width, height }, strong, tint))}`;
}

/** Returns the shipped logo (public/favicon.svg), with its background in the accent colour. */
export function logo({ x, y, size }: { x: number; y: number; size: number }, accent: string): string {
  return `<g transform="translate(${x} ${y}) scale(${size / 32})"><rect width="32" height="32" rx="7" fill="${accent}"/><path d="M7 8h5v16H7zM13.5 11H18v13h-4.5z" fill="#fff"/><path d="m19.6 10.8 4.2-1.3 3.7 13.1-4.2 1.3z" fill="#e3a008"/><path d="M6 25.5h21" stroke="#fff" stroke-width="1.8" stroke-linecap="round"/></g>`;
}

export function svg(content: string): Buffer {
  const { width, height } = shareSize;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`,
  );
}
