declare module 'subset-font' {
  /** Cuts a font down to the characters of `text`; an axis of one number is pinned there. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: 'woff2' | 'truetype';
      variationAxes?: Record<string, number | { min: number; max: number; default: number }>;
    },
  ): Promise<Uint8Array>;
}
