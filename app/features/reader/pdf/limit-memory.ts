/** So many pages may be read before what is kept of them is let go: thirty kilobytes of each. */
const maxPages = 200;

/** And so much of the file, all of which pdf.js keeps. */
const maxBytes = 16 * 1024 * 1024;

/** How long to wait before it is tried, and tried again while a page is being drawn. */
const calmMs = 300;
const attempts = 5;

/** Whether there may ever be something to let go of a document. */
export function isLong(totalBytes: number, pages: number): boolean {
  return totalBytes >= maxBytes || pages >= maxPages;
}

type Tidying = {
  /** How much of the file was read so far, in bytes; what was read again is not counted again. */
  bytesRead: () => number;
  /** Goes on with a fresh opening of the document; false where that cannot be or would cost the line. */
  exchange: () => Promise<boolean>;
  /** Lets go of what pdf.js is willing to. Fails while a page is being drawn. */
  cleanUp: () => Promise<unknown>;
};

/**
 * Sees to it that memory does not grow with the length of what is read. pdf.js keeps, for as long as a document is open,
 * every byte it was handed and much of each page it has read. Every so many different pages, or so much of the file, the
 * document is exchanged for a fresh one, or where that cannot be cleaned up. What is in sight stays as it is: only
 * drawing it anew takes a little longer. To be told of every page that is read.
 */
export function limitMemory({ bytesRead, exchange, cleanUp }: Tidying): { note(page: number): void } {
  const seen = new Set<number>();
  let bytesBefore = 0;
  let isTidying = false;

  async function tidy() {
    isTidying = true;
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      await new Promise((resolve) => setTimeout(resolve, calmMs));
      if (attempt === 0 && (await exchange())) break;
      const isDone = await cleanUp().then(
        () => true,
        () => false,
      );
      if (isDone) break;
    }
    // After tries in vain the next so many are as good an occasion.
    seen.clear();
    bytesBefore = bytesRead();
    isTidying = false;
  }

  return {
    note(page) {
      seen.add(page);
      const isMuch = seen.size >= maxPages || bytesRead() - bytesBefore >= maxBytes;
      if (isMuch && !isTidying) void tidy();
    },
  };
}
