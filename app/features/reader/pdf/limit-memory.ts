/** After so many pages memory is freed; pdf.js holds about thirty kilobytes for each. */
const maxPages = 200;

/** Also after so many bytes of the file, all of which pdf.js keeps. */
const maxBytes = 16 * 1024 * 1024;

/** The delay before the first attempt, and before each retry while a page is being drawn. */
const attemptDelayMs = 300;
const attempts = 5;

/** Whether a document is long enough to reach one of the limits. */
export function isLong(totalBytes: number, pages: number): boolean {
  return totalBytes >= maxBytes || pages >= maxPages;
}

type MemoryLimitOptions = {
  /** How much of the file was read so far, in bytes, not counting bytes that were read again. */
  bytesRead: () => number;
  /** Continues with a newly opened document; false if that is not possible or would load data again. */
  exchange: () => Promise<boolean>;
  /** Frees what pdf.js can free. Rejects while a page is being drawn. */
  cleanUp: () => Promise<unknown>;
};

/**
 * Keeps memory from growing with the length of what is read. As long as a document is open, pdf.js keeps every byte it
 * was given and much of each page it has read. After a number of pages, or of bytes, the document is exchanged for a
 * newly opened one, or cleaned up if that is not possible. What is on screen stays; only drawing it again takes a
 * little longer. `note` has to be called for every page that is read.
 */
export function limitMemory({ bytesRead, exchange, cleanUp }: MemoryLimitOptions): { note(page: number): void } {
  const seen = new Set<number>();
  let bytesBefore = 0;
  let isFreeing = false;

  async function freeMemory() {
    isFreeing = true;
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      await new Promise((resolve) => setTimeout(resolve, attemptDelayMs));
      if (attempt === 0 && (await exchange())) break;
      const isDone = await cleanUp().then(
        () => true,
        () => false,
      );
      if (isDone) break;
    }
    // If all attempts failed, it is tried again after the next so many pages.
    seen.clear();
    bytesBefore = bytesRead();
    isFreeing = false;
  }

  return {
    note(page) {
      seen.add(page);
      const isOverLimit = seen.size >= maxPages || bytesRead() - bytesBefore >= maxBytes;
      if (isOverLimit && !isFreeing) void freeMemory();
    },
  };
}
