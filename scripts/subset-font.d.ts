declare module 'subset-font' {
  /** Reduces a font to the characters of `text`. An axis with a single number is fixed at that value. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: 'woff2' | 'truetype';
      variationAxes?: Record<string, number | { min: number; max: number; default: number }>;
    },
  ): Promise<Uint8Array>;
}
