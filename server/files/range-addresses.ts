import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Database, FileRecord } from '#server/database/database.ts';
import type { DirectObject, DirectReads } from '#server/storage/direct-reads.ts';
import { within } from '#server/within.ts';
import { watchDirectReads, type DirectReadsWatch } from './watch-direct-reads.ts';

/** Where a reader may fetch further ranges of the bytes that it is being sent. */
export type RangeAddress = {
  address: string;
  /** The store sends these bytes with this tag, without quotes, and other bytes with another one. */
  etag: string;
  /**
   * In seconds since 1970. It may be used for as long as lies between the `Date` of the answer that names it and this moment,
   * counted from when that answer was got, from us or from the browser's cache.
   */
  until: number;
};

/** What tells a reading copy apart. */
type Copy = { sizeBytes: number; name: string };

/**
 * Addresses at which the store itself sends the ranges of PDFs (setting STORAGE_REDIRECT,
 * docs/decisions/0058-downloads-from-the-store.md), for whoever was just allowed to read these bytes.
 */
export interface RangeAddresses extends DirectReadsWatch {
  /** The origin of all of them, for the policy of our pages. */
  origin: string;
  /** Of a stored file; null if readers get its ranges from us. Never rejects, and waits a fifth of a second at most. */
  ofFile(file: FileRecord): Promise<RangeAddress | null>;
  /** Of the reading copy of the file with that SHA-256, likewise. */
  ofCopy(sha256: string, copy: Copy): Promise<RangeAddress | null>;
}

/** A smaller file arrives in a few requests. */
const minBytes = 256 * 1024;

/** How long a reader uses an address, at least. */
const usableSeconds = 300;
/** An answer with an address may be in the browser's cache for so long (http/files/send-file.ts). */
const cachedSeconds = 300;
/** A signed address is given out again for so long. */
const reusedSeconds = 20;
/** For clocks that differ, and requests that take long. */
const spareSeconds = 60;
const signedSeconds = reusedSeconds + cachedSeconds + usableSeconds + spareSeconds;

/** Whoever gets bytes that were changed since notices it by the tag. */
const knownMs = 10 * 60_000;
/** A reading copy may be on its way to the store. */
const missingMs = 60_000;
const maxKnown = 5000;
/** Proxies refuse answers whose headers have more than some kilobytes; tokens of temporary keys are long. */
const maxAddressLength = 2500;
/** The answer does not wait longer: without an address it is as good. */
const patienceMs = 200;

/** An object that has the right bytes. */
type Known = { etag: string; signed: { address: Promise<string>; until: number; at: number } | null };

/**
 * `pageOrigin` is that of our pages. `onMissingCopy` is told of reading copies that are not in the store. Null for a store
 * that gives no addresses. Must be closed.
 */
export function createRangeAddresses(parts: {
  direct: DirectReads | null;
  files: Pick<Database['files'], 'find'>;
  pageOrigin: string;
  onMissingCopy: (sha256: string) => void;
  log: Logger;
}): RangeAddresses | null {
  const { direct, files, onMissingCopy, log } = parts;
  if (!direct) return null;
  const watch = watchDirectReads({ ...parts, direct });
  const known = new LRUCache<string, Promise<Known | null>>({ max: maxKnown, ttl: knownMs });

  /** `findTag` says with which tag the store sends exactly these bytes; null if it cannot be sure. */
  function find(key: string, findTag: () => Promise<string | null>): Promise<Known | null> {
    const before = known.get(key);
    if (before) return before;
    const found = findTag().then((etag) => (etag === null ? null : { etag, signed: null }));
    known.set(key, found, { ttl: missingMs });
    found.then(
      (value) => value && known.set(key, found),
      () => known.delete(key),
    );
    return found;
  }

  async function give(found: Promise<Known | null>, object: DirectObject): Promise<RangeAddress | null> {
    const held = await found;
    if (!held) return null;
    const now = performance.now();
    if (!held.signed || now - held.signed.at > reusedSeconds * 1000) {
      const until = Math.floor(Date.now() / 1000) + reusedSeconds + usableSeconds;
      held.signed = { address: direct!.sign(object, signedSeconds), until, at: now };
    }
    const { until } = held.signed;
    const address = await held.signed.address;
    return address.length > maxAddressLength ? null : { address, etag: held.etag, until };
  }

  async function offer(
    bytes: { key: string; sizeBytes: number; object: DirectObject },
    findTag: () => Promise<string | null>,
  ): Promise<RangeAddress | null> {
    if (!watch.isReadable || bytes.sizeBytes < minBytes) return null;
    const given = give(find(bytes.key, findTag), bytes.object).catch((error: unknown) => {
      log.debug({ err: error }, 'no address in the store is given for this file');
      return null;
    });
    return within(patienceMs, given, null);
  }

  return {
    origin: direct.origin,
    get isReadable() {
      return watch.isReadable;
    },
    look: watch.look,
    close: watch.close,

    ofFile({ id, sequence, sha256, sizeBytes }) {
      const object = { fileId: id };
      return offer({ key: `${id} ${sequence} ${sha256}`, sizeBytes, object }, async () => {
        const found = await direct.find(object);
        if (found?.sizeBytes !== sizeBytes) return null;
        // If the file was deleted meanwhile, the id may have been given to another one, whose bytes those are.
        const now = await files.find(id);
        return now?.sequence === sequence && now.sha256 === sha256 ? found.etag : null;
      });
    },

    ofCopy(sha256, { name, sizeBytes }) {
      const object = { kind: 'reading', sha256, name } as const;
      return offer({ key: `${sha256} ${name}`, sizeBytes, object }, async () => {
        // The name has the digest of the bytes, so no other bytes are ever stored there.
        const found = await direct.find(object);
        if (!found) onMissingCopy(sha256);
        return found?.sizeBytes === sizeBytes ? found.etag : null;
      });
    },
  };
}
