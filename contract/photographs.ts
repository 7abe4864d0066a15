export const photographLimits = {
  /** Most pages of one PDF: a long paper with its answer sheets has about 40. */
  maxPages: 100,
  /** Most PDFs per call that are staged: with a hundred photographs each, a body of 200 KB. */
  maxBatch: 20,
  /** Most digests per call that are looked up. */
  maxDigests: 500,
} as const;

/** The types from which pages are made. */
export const photographTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/heic'];

/**
 * Returns the id under which a photograph for a staged PDF is uploaded. It is derived from the bytes, so that an interrupted
 * upload resumes, and a photograph of two PDFs is sent once.
 */
export const photographFileId = (digest: string): string => `p${digest.slice(0, 35)}`;

/** Only administrators, from the first byte on: a photograph shows where it was taken, and whose table it is. */
export const photographPermissions = ['read("label:admin")'];
