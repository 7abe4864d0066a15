import { judgedBytes } from '#domain/file-type.ts';
import { isMhtml, mhtmlExtension } from '#domain/saved-page/is-mhtml.ts';
import { maxHtmlBytes } from '#domain/text/html-text.ts';
import { fetchCode } from '#app/features/layout/fetch-code.ts';
import { serverWords } from '#app/ui/server-words.ts';
import * as words from '#messages/upload/transfer.ts';

/**
 * Maximum size of an MHTML file, all of which is read into memory: several times the page that is made of it, because its
 * pictures are written with a third more bytes, and some may be left out.
 */
export const maxMhtmlBytes = 64 * 1024 * 1024;

/** A chosen file, and a sentence about what is not in it. */
export type ChosenPage = { file: File; notice: string | null };

/**
 * Returns the web page of a chosen MHTML file as one HTML file, and any other file as it is. An MHTML file of which no
 * page can be made stays as it is too, with the reason.
 */
export async function pageOfMhtml(chosen: File): Promise<ChosenPage> {
  try {
    const head = new Uint8Array(await chosen.slice(0, judgedBytes).arrayBuffer());
    if (!isMhtml(head)) return { file: chosen, notice: null };
  } catch {
    // The check of the file reports that it can't be read.
    return { file: chosen, notice: null };
  }
  if (chosen.size > maxMhtmlBytes) return { file: chosen, notice: words.mhtmlTooLarge(maxMhtmlBytes / 1024 / 1024) };
  const code = await fetchCode(() => import('#domain/saved-page/mhtml.ts')).catch(() => null);
  if (!code) return { file: chosen, notice: words.mhtmlNotOpened };
  const { makePageOfMhtml, MhtmlFault } = code;
  try {
    const { blob, leftOut } = await makePageOfMhtml(new Uint8Array(await chosen.arrayBuffer()), maxHtmlBytes);
    const name = `${chosen.name.replace(mhtmlExtension, '').replace(/\.html?$/i, '')}.html`;
    return {
      file: new File([blob], name, { type: 'text/html' }),
      notice: leftOut.size === 0 ? null : words.mhtmlLeftOut(leftOut.size, maxHtmlBytes / 1024 / 1024),
    };
  } catch (error) {
    return { file: chosen, notice: error instanceof MhtmlFault ? serverWords(error.message).text : null };
  }
}
