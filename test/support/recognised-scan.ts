import type { RecognisedLine, RecognisedWord } from '#server/engines/text-store/texts.ts';
import { textRecipe } from '#server/library/text-extraction/text-limits.ts';
import { writePdf } from './documents.ts';
import type { TestServer } from './server.ts';

/** Size of a page, in units of a PDF. */
const page = { width: 595, height: 842 };

/**
 * Returns a line of recognised words, one after the other from `left`, with `top` for all, as fractions of the page.
 * Each letter is `letter` wide.
 */
export function lineOf(text: string, { left = 0.1, top = 0.1, letter = 0.014, height = 0.018 } = {}): RecognisedLine {
  let at = left;
  return {
    words: text.split(' ').map((word) => {
      const width = word.length * letter;
      const box = [at, top, width, height] as const;
      at += width + letter;
      return { text: word, box, confidence: 91, turn: 0 as RecognisedWord['turn'] };
    }),
  };
}

/** A PDF like a scan: a grey box for every word, and no text. */
export function makeWordScan(pages: readonly (readonly RecognisedLine[])[]): Buffer {
  const kids = pages.map((_, index) => `${3 + index * 2} 0 R`);
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${kids.join(' ')}] >>`,
    ...pages.flatMap((lines, index) => {
      const boxes = lines.flatMap(({ words }) => words.map(({ box }) => box));
      const drawn = boxes.map(
        ([left, top, width, height]) =>
          `${left * page.width} ${(1 - top - height) * page.height} ${width * page.width} ${height * page.height} re f`,
      );
      const content = ['0.6 g', ...drawn].join('\n');
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Contents ${4 + index * 2} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ]);
}

/** Stores the text of these pages as if they had been recognised; null for a page without text. */
export async function storeRecognised(
  { resources }: Pick<TestServer, 'resources'>,
  fileId: string,
  pages: readonly (readonly RecognisedLine[] | null)[],
): Promise<void> {
  const file = await resources.database.files.find(fileId);
  if (!file?.sha256) throw new Error(`there is no file ${fileId}`);
  await resources.texts.begin({ sha256: file.sha256, pageCount: pages.length, recipe: textRecipe });
  await resources.texts.store(
    file.sha256,
    pages.flatMap((lines, index) =>
      lines
        ? [
            {
              page: index + 1,
              source: 'ocr' as const,
              text: lines.map(({ words }) => words.map(({ text }) => text).join(' ')).join('\n'),
              confidence: 91,
              lines,
            },
          ]
        : [],
    ),
  );
}
