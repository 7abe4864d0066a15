/** So many pages may be read before what is kept of them is let go; three megabytes or so. */
const pagesKept = 100;

/** How long to wait before it is tried, and tried again while a page is being drawn. */
const calmMs = 300;
const attempts = 5;

/**
 * Lets go, every so many different pages, of what pdf.js keeps of each it has read (thirty kilobytes a page, for as long
 * as the document is open), so that memory does not grow with the length of what is read. `cleanUp` fails while a page
 * is being drawn; then it is tried again in a calmer moment. What is in sight stays as it is: only drawing it anew takes
 * pdf.js a little longer.
 */
export function tidyAsRead<Page, Reading extends { page(number: number): Promise<Page> }>(
  reading: Reading,
  cleanUp: () => Promise<unknown>,
): Reading {
  const seen = new Set<number>();
  let isTidying = false;

  async function tidy() {
    isTidying = true;
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      await new Promise((resolve) => setTimeout(resolve, calmMs));
      const isDone = await cleanUp().then(
        () => true,
        () => false,
      );
      if (isDone) break;
    }
    // After tries in vain the next hundred pages are as good an occasion.
    seen.clear();
    isTidying = false;
  }

  return {
    ...reading,
    page(number: number) {
      seen.add(number);
      if (seen.size >= pagesKept && !isTidying) void tidy();
      return reading.page(number);
    },
  };
}
