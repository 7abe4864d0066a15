/**
 * Maximum side of a picture. For a page as long as a scroll, 16,000 pixels took AVIF longer than a picture may take;
 * WebP's limit is slightly higher than that.
 */
export const maxPictureSide = 8000;

/**
 * The maximum number of pixels: a phone photograph has 12 to 50 million, a scan at 600 dpi 35; a decompression bomb has
 * billions.
 */
export const maxInputPixels = 120_000_000;
