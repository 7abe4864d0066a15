/** Number of pages after which memory is freed; pdf.js holds about thirty kilobytes for each. */
const maxPages = 200;

/** Number of bytes of the file after which memory is freed as well, because pdf.js holds all of them. */
const maxBytes = 16 * 1024 * 1024;

/** The delay before the first attempt, and before each retry while a page is being drawn. */
const attemptDelayMs = 300;
const attempts = 5;

/** True if a document is long enough to reach one of the limits. */
export function isLong(totalBytes: number, pages: number): boolean {
  return totalBytes >= maxBytes || pages >= maxPages;
}

type MemoryLimitOptions = {
  /** Returns how much of the file was read so far, in bytes, not counting bytes that were read again. */
  bytesRead: () => number;
  /** Continues with a newly opened document; false if that is not possible or would load data again. */
  exchange: () => Promise<boolean>;
  /** Frees what pdf.js can free. Rejects while a page is being drawn. */
  cleanUp: () => Promise<unknown>;
};

/**
 * Prevents memory from growing with the length of the document read. As long as a document is open, pdf.js holds every byte it
 * was given and much of each page it has read. After a number of pages, or of bytes, the document is exchanged for a newly opened
 * one, or cleaned up if that is not possible. The pages on screen stay; only drawing them again takes a little longer. `note` has
 * to be called for every page that is read.
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
    // If all attempts failed, the exchange is retried after the next batch of pages.
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
