export const photographLimits = {
  /** Maximum number of pages of one PDF: a long paper with its answer sheets has about 40. */
  maxPages: 100,
  /** Maximum number of PDFs staged in one call: with a hundred photographs each, the body has 200 KB. */
  maxBatch: 20,
  /** Maximum number of digests that are looked up in one call. */
  maxDigests: 500,
} as const;

/** The types from which pages are made. */
export const photographTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/heic'];

/**
 * Returns the id under which a photograph for a staged PDF is uploaded. It is derived from the bytes, so that an interrupted
 * upload resumes, and a photograph of two PDFs is sent once.
 */
export const photographFileId = (digest: string): string => `p${digest.slice(0, 35)}`;

/**
 * Permissions of a photograph. Only administrators may read it, from the first byte on: it shows where it was taken,
 * and whose table it is.
 */
export const photographPermissions = ['read("label:admin")'];
