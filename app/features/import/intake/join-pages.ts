import type { OneFile } from '#domain/saved-page/one-file.ts';
import { maxHtmlBytes } from '#domain/text/html-text.ts';
import * as words from '#messages/import/intake.ts';
import {
  RefusedFile,
  type ChosenEntry,
  type Found,
  type IntakeFile,
  type IntakeLimits,
  type NotTaken,
} from './intake-file.ts';
import { tooLarge } from './judge-name.ts';

/** Facts of a page with its parts in one file; its bytes are made again when they are needed. */
type Facts = Omit<OneFile, 'blob'> & { sizeBytes: number };

export type Joiner = {
  /** Returns a found page with the pieces of its folders; anything else as it is. */
  join(found: Found, entry: ChosenEntry): Promise<Found>;
  /** Returns what becomes of a file in the folder of a saved page. */
  judgePiece(path: string, page: string): Promise<NotTaken>;
  /** Returns the page of an MHTML file under that path, and the pictures that were left out. */
  openMhtml(entry: ChosenEntry, path: string): Promise<Found[]>;
};

/**
 * Joins saved pages with their pictures and styles to one file each, when they are reached. `pages` are the accepted
 * pages, `piecesOf` the files in the folders of each by the path of the page.
 */
export function joinPages(
  pages: readonly ChosenEntry[],
  piecesOf: ReadonlyMap<string, readonly ChosenEntry[]>,
  limits: IntakeLimits,
): Joiner {
  const accepted = new Map(pages.map((entry) => [entry.path, entry]));
  const known = new Map<string, Facts | null>();
  // The next step after finding a page is to hash it. Only one is cached: a drive has thousands of pages.
  let latest: { key: string; blob: Blob } | null = null;

  async function make(key: string, build: () => Promise<OneFile | null>): Promise<Facts | null> {
    const made = await build();
    if (!made) return null;
    latest = { key, blob: made.blob };
    return { used: made.used, leftOut: made.leftOut, sizeBytes: made.blob.size };
  }

  const opener = (key: string, build: () => Promise<OneFile | null>) => async () => {
    if (latest?.key !== key) await make(key, build);
    if (latest?.key !== key) throw new RefusedFile(words.changedWhileRead);
    return latest.blob;
  };

  const builderOf = (page: ChosenEntry) => async () => {
    const { joinSavedPage } = await import('./saved-page-file.ts');
    return joinSavedPage(page, piecesOf.get(page.path) ?? [], limits.fileBytes);
  };

  async function factsOf(path: string): Promise<Facts | null> {
    const page = accepted.get(path);
    if (!page || !piecesOf.has(path)) return null;
    const before = known.get(path);
    if (before !== undefined) return before;
    // A page that cannot be read is reported when it is opened.
    const facts = await make(path, builderOf(page)).catch(() => null);
    const fitting = facts && !tooLarge(facts.sizeBytes, limits) ? facts : null;
    known.set(path, fitting);
    return fitting;
  }

  return {
    async join(found, entry) {
      const facts = 'file' in found ? await factsOf(entry.path) : null;
      if (!('file' in found) || !facts) return found;
      const { sizeBytes } = facts;
      return { file: { ...found.file, sizeBytes, open: opener(entry.path, builderOf(entry)) } };
    },

    async judgePiece(path, page) {
      const facts = await factsOf(page);
      const name = nameOf(page);
      if (facts?.used.has(path)) return { path, kind: 'joined', reason: words.insidePage(name) };
      if (facts?.leftOut.has(path)) return { path, reason: whyLeftOut(name, facts.leftOut.size, limits) };
      return { path, kind: 'piece', reason: words.pieceOfPage(name) };
    },

    async openMhtml(entry, path) {
      const build = async () => {
        const { joinMhtml } = await import('./saved-page-file.ts');
        return joinMhtml(entry, limits.fileBytes);
      };
      let facts: Facts | null;
      try {
        facts = await make(entry.path, build);
      } catch (error) {
        const reason = error instanceof RefusedFile ? error.message : words.notReadable;
        return [{ notTaken: { path: entry.path, reason } }];
      }
      const large = facts && tooLarge(facts.sizeBytes, limits);
      if (!facts || large) return [{ notTaken: { path: entry.path, ...(large ?? { reason: words.reasons.other }) } }];
      const { modifiedAt } = entry;
      const { sizeBytes, leftOut } = facts;
      const file: IntakeFile = {
        path,
        name: nameOf(path),
        sizeBytes,
        ...(modifiedAt !== undefined && { modifiedAt }),
        open: opener(entry.path, build),
      };
      const reason = whyLeftOut(nameOf(path), leftOut.size, limits);
      return [{ file }, ...Array.from(leftOut, (key) => ({ notTaken: { path: `${entry.path}/${key}`, reason } }))];
    },
  };
}

const nameOf = (path: string) => path.split('/').at(-1) ?? path;

function whyLeftOut(page: string, count: number, { fileBytes }: IntakeLimits): string {
  const megabytes = Math.floor(Math.min(fileBytes, maxHtmlBytes) / 1024 / 1024);
  return words.leftOutOfPage(page, count, megabytes);
}
