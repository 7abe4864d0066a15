import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { openTexts } from '#server/text-store/open-texts.ts';
import type { Texts } from '#server/text-store/texts.ts';
import { lineOf } from '#test/support/recognised-scan.ts';
import { copyTexts } from './copy-texts.ts';

const log = pino({ level: 'silent' });
const { signal } = new AbortController();

test('texts go along with their boxes, and what waits or failed still does; what is there is left alone', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-texts-'));
  const [from, to] = [
    await openTexts({ dataDir: path.join(folder, 'a'), database: null, log }),
    await openTexts({ dataDir: path.join(folder, 'b'), database: null, log }),
  ];
  try {
    const [scan, note] = ['1'.repeat(64), '2'.repeat(64)];
    await from.begin({ sha256: scan, pageCount: 4, recipe: 3, skippedPages: 2 });
    const own = { source: 'text' as const, confidence: null, lines: null };
    await from.store(scan, [
      { page: 1, text: 'Own words', ...own },
      { page: 2, source: 'ocr', text: 'Recognised', confidence: 91, lines: [lineOf('Recognised', { top: 0.5 })] },
    ]);
    await from.awaitRecognition(scan, [3]);
    await from.fail(scan, 4, { reason: 'The page is damaged.', tries: 2 });
    await from.begin({ sha256: note, pageCount: 250, recipe: 3 });
    await from.store(
      note,
      Array.from({ length: 250 }, (_, index) => ({ page: index + 1, text: `Page ${index + 1}`, ...own })),
    );
    expect(await copyTexts(from, to, signal)).toEqual({ documents: 2, copied: 2 });
    expect(await read(to, [scan, note])).toEqual(await read(from, [scan, note]));
    expect(await copyTexts(from, to, signal)).toEqual({ documents: 2, copied: 0 });
  } finally {
    await Promise.all([from.close(), to.close()]);
    await rm(folder, { recursive: true });
  }
});

async function read(texts: Texts, digests: string[]): Promise<unknown> {
  return Promise.all(
    digests.map(async (sha256) => {
      const { version: _, ...document } = (await texts.find(sha256)) ?? { version: 0 };
      const pages = await texts.readPages(sha256, 1, 1000);
      const waiting = await texts.listWaitingPages(sha256, 1000);
      return [document, pages, await texts.readPage(sha256, 2), waiting, await texts.listFailedPages(sha256, 1000)];
    }),
  );
}
