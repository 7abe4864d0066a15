/**
 * The maximum number of pixels: a phone photograph has 12 to 50 million, a scan at 600 dpi 35; a decompression bomb has
 * billions.
 */
export const maxInputPixels = 120_000_000;
