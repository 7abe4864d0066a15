import { open } from 'node:fs/promises';
import { getDocument, PDFDataRangeTransport, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The number of bytes that the reader fetches from a file until two of its pages are readable. */
export type ReadingMeasure = {
  sizeBytes: number;
  /** Bytes fetched, plus one chunk for each time the reader had to wait for a response. */
  cost: number;
};

/** The same as in the reader (app/features/reader/pdf/loading/range-loader.ts). */
const chunkBytes = 65_536;
const maxMs = 20_000;

/**
 * Opens a PDF as the reader does, in ranges, and calculates how much must be fetched until the first page is readable
 * and then one in the middle. Leaves out pictures, which cost the same at any position. Null for a file that pdf.js
 * can't open. Settles within 20 seconds for each file, with the bytes fetched by then. Throws if the file can't be read
 * from the disk.
 */
export async function measureReading(path: string): Promise<ReadingMeasure | null> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const read = async (begin: number, end: number) => {
      const bytes = new Uint8Array(Math.min(end, size) - begin);
      await handle.read(bytes, 0, bytes.length, begin);
      return bytes;
    };
    const tally = { bytes: Math.min(size, chunkBytes), waits: 1 };
    const costNow = () => tally.bytes + tally.waits * chunkBytes;
    if (size <= 2 * chunkBytes) return { sizeBytes: size, cost: 2 * (size + chunkBytes) };

    const transport = new PDFDataRangeTransport(size, await read(0, chunkBytes));
    let requested: [number, number][] = [];
    const { promise: unreadable, reject: stopReading } = Promise.withResolvers<void>();
    let readError: unknown = null;
    transport.requestDataRange = (begin, end) => {
      tally.bytes += end - begin;
      requested.push([begin, end]);
      // Simultaneous requests are one wait.
      if (requested.length === 1) setImmediate(() => void answer().catch(fail));
    };
    function fail(error: unknown): void {
      readError ??= error;
      stopReading(error);
    }
    async function answer(): Promise<void> {
      const now = requested;
      requested = [];
      tally.waits += 1;
      for (const [begin, end] of now) transport.onDataRange(begin, await read(begin, end));
    }

    unreadable.catch(() => undefined);
    const task = getDocument({
      range: transport,
      rangeChunkSize: chunkBytes,
      disableAutoFetch: true,
      disableStream: true,
      verbosity: VerbosityLevel.ERRORS,
    });
    try {
      let cost = 0;
      const reading = async () => {
        const document = await task.promise;
        for (const number of [1, Math.ceil(document.numPages / 2)]) {
          await (await document.getPage(number)).getTextContent();
          cost += costNow();
        }
      };
      const isOpened = await within(maxMs, Promise.race([reading(), unreadable]));
      if (readError !== null) throw readError;
      return isOpened ? { sizeBytes: size, cost: cost || 2 * costNow() } : null;
    } finally {
      await task.destroy();
    }
  } finally {
    await handle.close();
  }
}

/** Waits for the work, up to a timeout. Returns false if it failed; true if it succeeded or timed out. */
async function within(milliseconds: number, work: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(true), milliseconds);
  });
  const done = work.then(
    () => true,
    () => false,
  );
  const result = await Promise.race([done, timeout]);
  clearTimeout(timer);
  return result;
}
