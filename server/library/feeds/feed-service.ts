import { hash } from 'node:crypto';
import type { FeedPosition } from '#contract/feed-position.ts';
import type { Material, MaterialKind } from '#domain/material.ts';
import { guessLanguages } from '#domain/text/text-language.ts';
import type { Database } from '#server/engines/database/database.ts';
import { memoizeSuccess } from '#server/machinery/queues/memoize-success.ts';
import type { Texts } from '#server/engines/text-store/texts.ts';

/** The materials of a feed: those of a subject, of a faculty, or all; of all kinds unless one is given. */
export type FeedSelection = {
  kind?: MaterialKind | undefined;
  facultyId?: string | undefined;
  place?: { facultyId: string; semesterId: string; subject: string } | undefined;
};

export type FeedPage = { materials: Material[]; next: FeedPosition | null };

/** Lists of materials for other programs. They contain only public materials, regardless of the client's account. */
export interface FeedService {
  /** Returns one page of the list, last created first, starting after `before`. */
  newest(selection: FeedSelection, before: FeedPosition | undefined): Promise<FeedPage>;
  /** Returns the time when something in the library last changed, in milliseconds since 1970. */
  lastChange(): Promise<number>;
  /** Returns the languages of materials, by their ids, if the text of their first pages shows them. */
  languagesOf(materials: readonly Material[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /**
   * Returns a function that makes the permanent name of a thing, as a `urn:uuid:`. The name depends only on the library
   * and the thing, so neither another address of the library nor a restored backup changes it.
   */
  identify(): Promise<(thing: string, ...names: string[]) => string>;
}

/** Page size: a feed reader requests only the first page, an e-reader one page at a time. */
export const feedPageSize = 50;

/** Pages whose text determines the language: two, because the first one may be a cover or a table. */
const languagePages = [1, 2];
/** Further text does not change the guess. In UTF-16 code units of a page. */
const maxLanguageText = 3000;

export function createFeedService({
  database: { materials, harvest },
  texts,
}: {
  database: Pick<Database, 'materials' | 'harvest'>;
  texts: Pick<Texts, 'readSome'>;
}): FeedService {
  const identify = memoizeSuccess(async () => {
    const { madeAt } = await harvest.state();
    return (thing: string, ...names: string[]) => nameUuid(JSON.stringify([madeAt, thing, ...names]));
  });

  return {
    identify,

    async newest({ kind, facultyId, place }, before) {
      const found = await materials.listNewest(
        { kind: kind ?? null, facultyId: facultyId ?? null, place: place ?? null, before: before ?? null },
        feedPageSize + 1,
      );
      const page = found.slice(0, feedPageSize);
      const last = page.at(-1);
      const hasMore = found.length > feedPageSize && last;
      return {
        materials: page,
        next: hasMore ? { createdAt: Date.parse(last.createdAt), sequence: last.sequence } : null,
      };
    },

    async languagesOf(listed) {
      if (listed.length === 0) return new Map();
      const found = await materials.findSome(listed.map(({ id }) => id));
      const digests = [...new Set(found.map(({ sha256 }) => sha256))];
      const read = await texts.readSome(digests.flatMap((sha256) => languagePages.map((page) => ({ sha256, page }))));
      const byDigest = new Map(
        digests.map((sha256) => {
          const pages = read.splice(0, languagePages.length).map((page) => page?.text.slice(0, maxLanguageText) ?? '');
          return [sha256, guessLanguages(pages.join(' '))];
        }),
      );
      return new Map(found.map(({ material, sha256 }) => [material.id, byDigest.get(sha256) ?? []]));
    },

    lastChange: async () => (await harvest.state()).lastChange * 1000,
  };
}

/** Returns a UUID of version 8 (RFC 9562, section 5.8) from a digest. */
function nameUuid(text: string): string {
  const digits = hash('sha256', text, 'hex').slice(0, 32);
  const variant = ((Number.parseInt(digits[16] ?? '0', 16) & 3) | 8).toString(16);
  const fields = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20),
  ];
  return `urn:uuid:${fields.join('-')}`;
}
