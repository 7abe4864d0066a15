import type { Logger } from 'pino';
import type { Actor } from '#domain/account.ts';
import type { Material } from '#domain/material.ts';
import { Problem } from '#contract/problems.ts';
import { requireAdministrator } from '#server/library/accounts/require-administrator.ts';
import type { Database } from '#server/engines/database/database.ts';
import type { StagedRecord } from '#server/engines/database/staging-records.ts';
import type { DerivedPlace } from '#server/library/pictures/derived-files.ts';
import type { Texts } from '#server/engines/text-store/texts.ts';
import { createCompareQueue } from './compare-queue.ts';
import type { SimilarPair } from './similar-engine.ts';
import { openSimilarThread } from './similar-thread.ts';
import { compareStored, listCompared } from './stored-documents.ts';

/**
 * Two published materials whose files have nearly the same text. `same` is the fraction (0 to 1) of words that both
 * have.
 */
export type SimilarMaterials = { first: Material; second: Material; same: number };

/**
 * Materials and staged files with the same bytes as a file. `hiddenSince` is null for materials that are not hidden.
 */
export type SameBytes = {
  materials: { material: Material; hiddenSince: string | null }[];
  staged: StagedRecord[];
};

/** Finds duplicates and near duplicates: materials with the same bytes, and with nearly the same text. */
export interface SimilarService {
  /** Queues a file to be compared with the others once all of its pages are read. Returns immediately. */
  prepare(sha256: string): void;
  /** Compares all files whose current text has not been compared. Called at start. */
  catchUp(): Promise<void>;
  /** Returns pairs that were not dismissed, at most 50, those with the most words in common first. */
  list(actor: Actor): Promise<SimilarMaterials[]>;
  /** Dismisses a pair, so that both materials stay. Throws `document_not_found` unless both are published. */
  keep(actor: Actor, firstId: string, secondId: string): Promise<void>;
  /**
   * Returns other materials whose file has the same bytes, including those in the trash, and staged files with these
   * bytes. Throws `storage_file_not_found`.
   */
  sameAs(actor: Actor, fileId: string): Promise<SameBytes>;
  /** Calls `listener` whenever a file was compared with all candidates, or could not be. */
  onCompared(listener: (sha256: string) => void): void;
  /** True if the file's current text was compared. */
  isCompared(sha256: string): Promise<boolean>;
  /** Returns the pairs of a file, published or not. */
  pairsOf(sha256: string): Promise<SimilarPair[]>;
  /** Returns the pairs of all files, at most 2,000. */
  allPairs(): Promise<SimilarPair[]>;
  forget(sha256: string): Promise<void>;
  /** Lists the SHA-256 of every file that was compared; each node compares for itself. */
  digests(place: DerivedPlace): AsyncIterable<string>;
  /** Resolves when nothing is left to compare. For tests. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

type Parts = {
  texts: Pick<Texts, 'find' | 'listVersions' | 'readPages'>;
  database: Pick<Database, 'materials' | 'files' | 'keptPairs' | 'staging'>;
  /** Folder of the file of signatures, all of which can be derived from the texts. */
  directory: string;
  log: Logger;
};

const maxListed = 50;
const maxStaged = 100;
/** Number of pairs read: some were decided on, or have a material in the trash. */
const maxLooked = 2000;

export function createSimilarService(parts: Parts): SimilarService {
  const { texts, database } = parts;
  const thread = openSimilarThread(parts.directory);
  const listeners: ((sha256: string) => void)[] = [];
  const onCompared = (sha256: string) => listeners.forEach((listener) => listener(sha256));
  const queue = createCompareQueue({ texts, thread, onCompared, log: parts.log });

  async function findPublished(id: string): Promise<string> {
    const material = await database.materials.find(id);
    const file = material && material.deletedAt === null ? await database.files.find(material.fileId) : null;
    if (!file) throw new Problem('document_not_found', `There is no published material ${id}.`);
    return file.sha256;
  }

  return {
    prepare: queue.add,

    catchUp: () =>
      compareStored({ texts, thread, queue }).catch((error: unknown) => {
        if (!queue.isStopped()) throw error;
      }),

    async list(actor) {
      requireAdministrator(actor);
      const dismissed = new Set((await database.keptPairs.list()).map((pair) => pair.join(' ')));
      const pairs = (await thread.pairs(maxLooked)).filter(({ first, second }) => !dismissed.has(`${first} ${second}`));
      const found: SimilarMaterials[] = [];
      for (let at = 0; at < pairs.length && found.length < maxListed; at += maxListed) {
        const part = pairs.slice(at, at + maxListed);
        const shown = await database.materials.findShownByDigest(part.flatMap(({ first, second }) => [first, second]));
        for (const { first, second, same } of part) {
          const [one, other] = [shown.get(first), shown.get(second)];
          if (one && other) found.push({ first: one, second: other, same });
        }
      }
      return found.slice(0, maxListed);
    },

    async keep(actor, firstId, secondId) {
      requireAdministrator(actor);
      const [first, second] = await Promise.all([findPublished(firstId), findPublished(secondId)]);
      await database.keptPairs.add(first, second);
    },

    async sameAs(actor, fileId) {
      requireAdministrator(actor);
      const file = await database.files.find(fileId);
      if (!file?.isFinished) throw new Problem('storage_file_not_found', 'The requested file could not be found.');
      const found = await database.materials.listByDigest(file.sha256, 'anywhere');
      const others = found.filter((each) => each.fileId !== fileId);
      const hidings = await database.materials.findHidings(others.map(({ id }) => id));
      const materials = others.map((material) => ({ material, hiddenSince: hidings.get(material.id)?.since ?? null }));
      const staged = (await database.staging.findByDigest(file.sha256)).filter(
        (row) => row.fileId !== fileId && (row.state === 'reading' || row.state === 'checked'),
      );
      return { materials, staged: staged.slice(0, maxStaged) };
    },

    onCompared: (listener) => void listeners.push(listener),
    async isCompared(sha256) {
      const document = await texts.find(sha256);
      return document !== null && (await thread.versionOf(sha256)) === document.version;
    },

    pairsOf: (sha256) => thread.pairsOf(sha256),
    allPairs: () => thread.pairs(maxLooked),
    forget: (sha256) => thread.forget(sha256),
    async *digests(place) {
      if (place === 'here') yield* listCompared(thread);
    },

    idle: queue.idle,

    async close() {
      queue.stop();
      await thread.close();
      await queue.idle();
    },
  };
}
