import { promisify } from 'node:util';
import { constants, zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib';
import type { RecognisedLine, RecognisedWord } from './texts.ts';

/** Boxes are stored in units of this fraction of the page: less than half a pixel of the recognised picture. */
const partsOfPage = 10_000;
/**
 * Maximum size of an unpacked page. No stored page is larger: its text is limited
 * (server/library/text-extraction/text-limits.ts), and so are its words.
 */
const maxUnpackedBytes = 64 * 1024 * 1024;

/**
 * Level 3 of zstd compresses pages of books and notes to half their size. Brotli's quality 5 compresses them to 44 %
 * and takes four times as long; higher levels of either gain little on texts this short.
 */
const options = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

export function packText(text: string): Uint8Array {
  return zstdCompressSync(text, options);
}

export function unpackText(packed: Uint8Array): string {
  return zstdDecompressSync(packed, { maxOutputLength: maxUnpackedBytes }).toString();
}

/** A word in a line: its text, box, confidence and, unless it is upright, its rotation in quarter turns. */
type PackedWord = [string, number, number, number, number, number, number?];

export function packLines(lines: readonly RecognisedLine[]): Uint8Array {
  return packText(writeLines(lines));
}

export function unpackLines(packed: Uint8Array): RecognisedLine[] {
  return readLines(unpackText(packed));
}

/** The same functions for the thread that processes requests, which they don't block. */
export const packApart = {
  packText: (text: string): Promise<Uint8Array> => compress(text, options),
  unpackText: async (packed: Uint8Array) =>
    (await decompress(packed, { maxOutputLength: maxUnpackedBytes })).toString(),
  packLines: (lines: readonly RecognisedLine[]): Promise<Uint8Array> => compress(writeLines(lines), options),
  unpackLines: async (packed: Uint8Array) => readLines(await packApart.unpackText(packed)),
};

function writeLines(lines: readonly RecognisedLine[]): string {
  const packed = lines.map(({ words }) =>
    words.map(({ text, box, confidence, turn }): PackedWord => {
      const [left, top, width, height] = box.map((part) => Math.round(part * partsOfPage));
      const word: PackedWord = [text, left ?? 0, top ?? 0, width ?? 0, height ?? 0, Math.round(confidence)];
      if (turn !== 0) word.push(turn / 90);
      return word;
    }),
  );
  return JSON.stringify(packed);
}

function readLines(written: string): RecognisedLine[] {
  // Written by writeLines.
  const lines = JSON.parse(written) as PackedWord[][];
  return lines.map((words) => ({
    words: words.map(([text, left, top, width, height, confidence, quarters = 0]) => ({
      text,
      box: [left / partsOfPage, top / partsOfPage, width / partsOfPage, height / partsOfPage],
      confidence,
      turn: (quarters * 90) as RecognisedWord['turn'],
    })),
  }));
}
