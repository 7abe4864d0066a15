import type { Texts } from '#server/text-store/texts.ts';

const pagesAtOnce = 100;
const documentsAtOnce = 1000;

/**
 * Copies what files say, which takes hours to recognise again. Documents that are there with the same pages are left
 * alone. Returns how many documents there are and how many were copied.
 */
export async function copyTexts(
  from: Texts,
  to: Texts,
  signal: AbortSignal,
): Promise<{ documents: number; copied: number }> {
  let documents = 0;
  let copied = 0;
  for (let after = ''; ;) {
    const listed = await from.listVersions(after, documentsAtOnce);
    for (const { sha256 } of listed) {
      signal.throwIfAborted();
      if (await copyDocument(from, to, sha256)) copied += 1;
    }
    documents += listed.length;
    after = listed.at(-1)?.sha256 ?? '';
    if (listed.length < documentsAtOnce) return { documents, copied };
  }
}

async function copyDocument(from: Texts, to: Texts, sha256: string): Promise<boolean> {
  const document = await from.find(sha256);
  if (!document) return false;
  const { pageCount, recipe, skippedPages, judgement } = document;
  const there = await to.find(sha256);
  const isThere =
    there?.recipe === recipe &&
    there.pageCount === pageCount &&
    there.read === document.read &&
    there.failed === document.failed &&
    there.waiting === document.waiting;
  if (isThere) return false;
  await to.begin({ sha256, pageCount, recipe, skippedPages, judgement });
  for (let next = 1; ;) {
    const pages = await from.readPages(sha256, next, pagesAtOnce);
    const whole = pages.map(async (page) =>
      page.source === 'ocr'
        ? ((await from.readPage(sha256, page.page)) ?? { ...page, lines: null })
        : { ...page, lines: null },
    );
    await to.store(sha256, await Promise.all(whole));
    const last = pages.at(-1);
    if (!last || pages.length < pagesAtOnce) break;
    next = last.page + 1;
  }
  const waiting = await from.listWaitingPages(sha256, pageCount, 'ocr');
  if (waiting.length > 0)
    await to.awaitRecognition(
      sha256,
      waiting.map(({ page }) => page),
    );
  for (const { page, reason, tries } of await from.listFailedPages(sha256, pageCount))
    await to.fail(sha256, page, { reason, tries });
  return true;
}
