import type { DatabaseSync } from 'node:sqlite';
import { compareTexts, wordsOfPages } from './compare-texts.ts';
import { bandsOf, signatureOf } from './signature.ts';

/** Two files whose texts are nearly the same, by digest, and the share (0 to 1) of the words they have in common. */
export type SimilarPair = { first: string; second: string; same: number };

/** The functions of the thread: signatures, candidates, comparisons and the pairs found. */
export interface SimilarEngine {
  /** Returns the known documents in the order of their SHA-256, after this one. */
  listDigests(after: string, limit: number): string[];
  /** Returns the version of the text with which each of these was compared, if it is known. */
  versionsOf(sha256s: readonly string[]): [sha256: string, version: number][];
  /** Stores the signature of a document, forgets its pairs and returns the candidates for it. */
  note(sha256: string, texts: readonly string[]): string[];
  /** Records that a document was compared with all candidates. Until then it has the version -1. */
  finish(sha256: string, version: number): void;
  /** Compares two known documents and stores the pair if they are duplicates. Returns true if they are. */
  compare(one: ComparedDocument, other: ComparedDocument): boolean;
  /** Returns the pairs, those with the most in common first. */
  pairs(limit: number): SimilarPair[];
  /** Returns the version of the text with which the document was compared; null if it was not. */
  versionOf(sha256: string): number | null;
  /** Returns the pairs of a document. */
  pairsOf(sha256: string): SimilarPair[];
  forget(sha256: string): void;
}

export type ComparedDocument = { sha256: string; texts: readonly string[] };

/** Documents that share the most bands. If there are more copies, those find the others. */
const maxCandidates = 20;

/** Implements the engine on an open file. */
export function createSimilarEngine(database: DatabaseSync): SimilarEngine {
  const remove = database.prepare('delete from documents where sha256 = ?');
  const insert = database.prepare('insert into documents (sha256, version) values (?, -1) returning id');
  const setVersion = database.prepare('update documents set version = ? where sha256 = ?');
  const insertBand = database.prepare('insert into bands (band, hash, document) values (?, ?, ?)');
  const candidates = database.prepare(`
    select other.sha256 from bands own
    join bands near on near.hash = own.hash and near.band = own.band and near.document <> own.document
    join documents other on other.id = near.document
    where own.document = ?
    group by other.id order by count(*) desc, other.id limit ${maxCandidates}
  `);
  const insertPair = database.prepare('insert or replace into pairs (first, second, same) values (?, ?, ?)');
  const listPairs = database.prepare('select first, second, same from pairs order by same desc, first, second limit ?');
  const listPairsOf = database.prepare('select first, second, same from pairs where first = ? or second = ?');
  const listDigests = database.prepare('select sha256 from documents where sha256 > ? order by sha256 limit ?');
  const listVersions = database.prepare(
    'select sha256, version from documents where sha256 in (select value from json_each(?))',
  );
  const findVersion = database.prepare('select version from documents where sha256 = ?');
  const has = database.prepare('select 1 from documents where sha256 = ?');

  return {
    listDigests: (after, limit) => listDigests.all(after, limit).map((row) => String(row['sha256'])),

    versionsOf: (sha256s) =>
      listVersions.all(JSON.stringify(sha256s)).map((row) => [String(row['sha256']), Number(row['version'])]),

    note(sha256, texts) {
      const signature = signatureOf(wordsOfPages(texts).words);
      database.exec('begin immediate');
      try {
        remove.run(sha256);
        const id = Number(insert.get(sha256)?.['id']);
        if (signature) for (const [band, hash] of bandsOf(signature).entries()) insertBand.run(band, hash, id);
        database.exec('commit');
        return candidates.all(id).map((row) => String(row['sha256']));
      } catch (error) {
        if (database.isTransaction) database.exec('rollback');
        throw error;
      }
    },

    finish(sha256, version) {
      setVersion.run(version, sha256);
    },

    compare(one, other) {
      const { same, isDuplicate } = compareTexts(wordsOfPages(one.texts), wordsOfPages(other.texts));
      if (!isDuplicate || !has.get(one.sha256) || !has.get(other.sha256)) return false;
      const [first, second] = one.sha256 < other.sha256 ? [one.sha256, other.sha256] : [other.sha256, one.sha256];
      insertPair.run(first, second, same);
      return true;
    },

    pairs: (limit) => listPairs.all(limit).map(toPair),
    versionOf: (sha256) => {
      const row = findVersion.get(sha256);
      return row ? Number(row['version']) : null;
    },

    pairsOf: (sha256) => listPairsOf.all(sha256, sha256).map(toPair),

    forget(sha256) {
      remove.run(sha256);
    },
  };
}

const toPair = (row: Record<string, unknown>): SimilarPair => ({
  first: String(row['first']),
  second: String(row['second']),
  same: Number(row['same']),
});
