import type { Logger } from 'pino';
import { Problem } from '#contract/problems.ts';
import type { Actor } from '#domain/account.ts';
import type { Material } from '#domain/material.ts';
import type { Database } from '#server/engines/database/database.ts';
import type { StagedRecord } from '#server/engines/database/staging-records.ts';
import type { Texts } from '#server/engines/text-store/texts.ts';
import { requireAdministrator } from '#server/library/accounts/require-administrator.ts';
import type { DerivedPlace } from '#server/library/pictures/derived-files.ts';
import { createCompareQueue, type CompareQueue } from './compare-queue.ts';
import type { SimilarPair } from './similar-engine.ts';
import { openSimilarThread, type SimilarThread } from './similar-thread.ts';

/** Number of documents that are checked together. */
const listedAtOnce = 1000;

/**
 * Queues all documents that were not compared, or not in their current state. Never more than those checked together are
 * in memory.
 */
async function compareStored({
  texts,
  thread,
  queue,
}: {
  texts: Pick<Texts, 'listVersions'>;
  thread: Pick<SimilarThread, 'versionsOf'>;
  queue: Pick<CompareQueue, 'add' | 'idle' | 'isStopped'>;
}): Promise<void> {
  for (let after = ''; !queue.isStopped();) {
    const listed = await texts.listVersions(after, listedAtOnce);
    const known = listed.length > 0 ? await thread.versionsOf(listed.map(({ sha256 }) => sha256)) : [];
    const compared = new Map(known);
    for (const { sha256, version } of listed) if (compared.get(sha256) !== version) queue.add(sha256);
    const last = listed.at(-1);
    if (!last || listed.length < listedAtOnce) return;
    after = last.sha256;
    await queue.idle();
  }
}

/** Lists the SHA-256 of every document that was compared. */
async function* listCompared(thread: Pick<SimilarThread, 'listDigests'>): AsyncGenerator<string> {
  for (let after = ''; ;) {
    const listed = await thread.listDigests(after, listedAtOnce);
    yield* listed;
    const last = listed.at(-1);
    if (last === undefined || listed.length < listedAtOnce) return;
    after = last;
  }
}

/**
 * Two published materials whose files have nearly the same text. `same`: the share (0 to 1) of words they have in common.
 */
export type SimilarMaterials = { first: Material; second: Material; same: number };

/** Materials and staged files with the same bytes as a file. `hiddenSince` is null for those that are not hidden. */
export type SameBytes = {
  materials: { material: Material; hiddenSince: string | null }[];
  staged: StagedRecord[];
};

/** Finds duplicates and near duplicates: materials with the same bytes, and with nearly the same text. */
export interface SimilarService {
  /** Compares a file with the others once all of its pages were read. Returns at once. */
  prepare(sha256: string): void;
  /** Compares all files that have not been compared in their current state. Called at start. */
  catchUp(): Promise<void>;
  /** Returns undecided pairs, at most 50, those with the most in common first. */
  list(actor: Actor): Promise<SimilarMaterials[]>;
  /** Dismisses a pair: both stay. Throws `document_not_found` unless both are published. */
  keep(actor: Actor, firstId: string, secondId: string): Promise<void>;
  /**
   * Returns materials, other than the file's own, whose file has the same bytes, also in the trash, and staged files with
   * these bytes. Throws `storage_file_not_found`.
   */
  sameAs(actor: Actor, fileId: string): Promise<SameBytes>;
  /** Calls `listener` whenever a file was compared with all candidates, or could not be. */
  onCompared(listener: (sha256: string) => void): void;
  /** True if the file was compared with its current text. */
  isCompared(sha256: string): Promise<boolean>;
  /** Returns the pairs of a file, published or not. */
  pairsOf(sha256: string): Promise<SimilarPair[]>;
  /** Returns the pairs of all files, at most 2,000. */
  allPairs(): Promise<SimilarPair[]>;
  forget(sha256: string): Promise<void>;
  /** Lists the SHA-256 of every file that was compared, which each node does for itself. */
  digests(place: DerivedPlace): AsyncIterable<string>;
  /** Resolves once nothing is left to compare. For tests. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

type Parts = {
  texts: Pick<Texts, 'find' | 'listVersions' | 'readPages'>;
  database: Pick<Database, 'materials' | 'files' | 'keptPairs' | 'staging'>;
  /** Folder of its file; all of it follows from the texts. */
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
