import type { Texts } from '#server/engines/text-store/texts.ts';

const pagesAtOnce = 100;
const documentsAtOnce = 1000;

/** Copies the texts of all documents into an empty store of texts. */
export async function copyTexts(from: Texts, to: Texts): Promise<void> {
  for (let after = ''; ;) {
    const listed = await from.listVersions(after, documentsAtOnce);
    for (const { sha256 } of listed) await copyDocument(from, to, sha256);
    after = listed.at(-1)?.sha256 ?? '';
    if (listed.length < documentsAtOnce) return;
  }
}

async function copyDocument(from: Texts, to: Texts, sha256: string): Promise<void> {
  const document = await from.find(sha256);
  if (!document) return;
  const { pageCount, recipe, skippedPages, judgement } = document;
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
}
