import { createHash } from 'node:crypto';
import { z } from 'zod';

const colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #0f6b57');

/** The backgrounds on which text in the accent colour has the least contrast, for each theme. */
const lightGround = '#f3f0e7';
const darkGround = '#1a2029';
/** WCAG 2.2, 1.4.3: contrast of text. */
const leastContrast = 4.5;

/** The operator's own accent, one colour for each theme, with at least 4.5:1 as text on every background. */
export const accentColours = z
  .strictObject({ light: colour, dark: colour })
  .refine(({ light }) => contrast(light, lightGround) >= leastContrast, {
    path: ['light'],
    message: `is too pale: links must have a contrast of ${leastContrast}:1 on ${lightGround}`,
  })
  .refine(({ dark }) => contrast(dark, darkGround) >= leastContrast, {
    path: ['dark'],
    message: `is too dark: links must have a contrast of ${leastContrast}:1 on ${darkGround}`,
  });

export type AccentColours = z.infer<typeof accentColours>;

/**
 * Returns a style sheet that replaces the shipped colours on screens. Its selectors are repeated, so that they have a
 * higher specificity than the shipped ones wherever the browser puts the sheet.
 */
export function accentStyles({ light, dark }: AccentColours): string {
  const night = tokens(dark, { strong: mix(dark, 78, '#ffffff'), mixedWith: '#12161d', share: 20 });
  return `@media screen {
:root:root {${tokens(light, { strong: mix(light, 80, '#000000'), mixedWith: '#ffffff', share: 11 })}}
:root:root.dark {${night}}
.reader.reader {${readerTokens(light, '#ffffff', 11)}}
.reader.reader[data-tone='dark'] {${readerTokens(dark, '#12161d', 20)}}
}
@media screen and (prefers-color-scheme: dark) {
:root:root:not([data-scripts]) {${night}}
}
`;
}

/** Returns the address of `accentStyles`. It may be cached forever, because other colours have another address. */
export function accentStylesAddress(accent: AccentColours): string {
  const digest = createHash('sha256').update(accentStyles(accent)).digest('base64url').slice(0, 10);
  return `/content/accent.css?v=${digest}`;
}

function tokens(accent: string, look: { strong: string; mixedWith: string; share: number }): string {
  return `--accent:${accent};--accent-strong:${look.strong};--on-accent:${textOn(accent)};--accent-tint:${mix(accent, look.share, look.mixedWith)};`;
}

function readerTokens(accent: string, mixedWith: string, share: number): string {
  return `--accent:${accent};--on-accent:${textOn(accent)};--pressed:${mix(accent, share, mixedWith)};`;
}

/** Computes `color-mix(in srgb, one share%, other)`, which Chrome supports from 111 on. */
function mix(one: string, share: number, other: string): string {
  const channels = [1, 3, 5].map((at) => {
    const [first, second] = [one, other].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16));
    return Math.round(((first ?? 0) * share + (second ?? 0) * (100 - share)) / 100);
  });
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Returns white or nearly black, whichever is easier to read on a background of that colour. */
function textOn(ground: string): string {
  const [white, ink] = ['#ffffff', '#0a1117'] as const;
  return contrast(white, ground) >= contrast(ink, ground) ? white : ink;
}

/** Returns the contrast of two colours, 1 to 21, as WCAG 2.2 defines it. */
function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
