import { makePageOfMhtml, MhtmlFault } from '#domain/saved-page/mhtml.ts';
import { makeOneFile, type OneFile } from '#domain/saved-page/one-file.ts';
import type { FindPart, PagePart } from '#domain/saved-page/page-parts.ts';
import { decodeHtml, encodingOfHtml, maxHtmlBytes } from '#domain/text/html-text.ts';
import { serverWords } from '#app/ui/server-words.ts';
import { RefusedFile, type ChosenEntry } from './intake-file.ts';

/** Makes one file of a page that a browser saved with a folder. `pieces` are the files of its folders. */
export async function joinSavedPage(
  page: ChosenEntry,
  pieces: readonly ChosenEntry[],
  fileBytes: number,
): Promise<OneFile | null> {
  const bytes = new Uint8Array(await (await page.open()).arrayBuffer());
  const source = { source: decodeHtml(bytes), base: page.path, encoding: encodingOfHtml(bytes) };
  return makeOneFile(source, findInFolders(pieces), Math.min(fileBytes, maxHtmlBytes));
}

/** Makes a page of an MHTML file. Rejects with `RefusedFile`. */
export async function joinMhtml(entry: ChosenEntry, fileBytes: number): Promise<OneFile> {
  const bytes = new Uint8Array(await (await entry.open()).arrayBuffer());
  try {
    return await makePageOfMhtml(bytes, Math.min(fileBytes, maxHtmlBytes));
  } catch (error) {
    if (error instanceof MhtmlFault) throw new RefusedFile(serverWords(error.message).text);
    throw error;
  }
}

/** Finds the files of folders by relative addresses. Other files are never found, wherever an address leads. */
function findInFolders(pieces: readonly ChosenEntry[]): FindPart {
  const parts = new Map<string, PagePart>();
  for (const { path, sizeBytes, open, refusal } of pieces)
    if (refusal === undefined && sizeBytes > 0) parts.set(toKey(path), { key: path, base: path, sizeBytes, open });
  return (address, base) => {
    const relative = address.replace(/[?#].*$/s, '').replaceAll('\\', '/');
    if (relative === '' || /^(?:[a-z][\w+.-]*:|\/)/i.test(relative)) return null;
    // A name may contain a percent sign that means itself.
    for (const path of [resolve(base, relative, decodeStep), resolve(base, relative, (step) => step)]) {
      const part = path !== null && parts.get(toKey(path));
      if (part) return part;
    }
    return null;
  };
}

/** Windows and macOS ignore the case of names, and macOS writes accents as separate characters. */
const toKey = (path: string) => path.normalize('NFC').toLowerCase();

/** Returns the path of a relative address; null if it leads out of all folders. */
function resolve(base: string, address: string, decode: (step: string) => string): string | null {
  const steps = base.split('/').slice(0, -1);
  for (const step of address.split('/').map(decode)) {
    if (/[/\\\0]/.test(step)) return null;
    if (step === '..' && steps.pop() === undefined) return null;
    if (step !== '..' && step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}

function decodeStep(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
