/** Number of pages after which memory is freed; pdf.js stores about thirty kilobytes for each. */
const maxPages = 200;

/** Number of bytes of the file after which memory is freed as well, because pdf.js stores all of them. */
const maxBytes = 16 * 1024 * 1024;

/** The delay before the first attempt, and before each retry while a page is being drawn. */
const attemptDelayMs = 300;
const attempts = 5;

/** True if a document is long enough to reach one of the limits. */
export function isLong(totalBytes: number, pages: number): boolean {
  return totalBytes >= maxBytes || pages >= maxPages;
}

type MemoryLimitOptions = {
  /** Returns the number of bytes of the file read so far, without repeated reads. */
  bytesRead: () => number;
  /** Continues with a newly opened document. Resolves to false if that is not possible or would load data again. */
  exchange: () => Promise<boolean>;
  /** Frees the memory that pdf.js can free. Rejects while a page is being drawn. */
  cleanUp: () => Promise<unknown>;
};

/**
 * Prevents memory from growing with the length of the document read. As long as a document is open, pdf.js stores every
 * byte it was given and much of each page it has read. After a number of pages or bytes, this exchanges the document
 * for a newly opened one, or cleans it up if that is not possible. The pages on screen stay; only drawing them again
 * takes a little longer. Call `note` for every page that is read.
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
