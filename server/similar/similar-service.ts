import type { Logger } from 'pino';
import type { Actor } from '#domain/account.ts';
import type { Material } from '#domain/material.ts';
import { Problem } from '#contract/problems.ts';
import { requireAdministrator } from '#server/accounts/require-administrator.ts';
import type { Database } from '#server/database/database.ts';
import type { Texts } from '#server/text-store/texts.ts';
import { openSimilarThread } from './similar-thread.ts';

/** Two published materials whose files say nearly the same. `same`: the share (0 to 1) of words they have in common. */
export type SimilarMaterials = { first: Material; second: Material; same: number };

/** Finds materials that are on the shelf twice: with the same bytes, and with nearly the same text. */
export interface SimilarService {
  /** Compares a file with the others once all of its pages were read. Returns at once. */
  prepare(sha256: string): void;
  /** Compares all files that have not been compared as they are now. Called at start. */
  catchUp(): Promise<void>;
  /** Pairs about which nobody decided, at most 50, those that have most in common first. */
  list(actor: Actor): Promise<SimilarMaterials[]>;
  /** Remembers that both shall stay. Throws `document_not_found` unless both are published. */
  keep(actor: Actor, firstId: string, secondId: string): Promise<void>;
  /** Published materials, other than the file's own, whose file has the same bytes. Throws `storage_file_not_found`. */
  sameAs(actor: Actor, fileId: string): Promise<Material[]>;
  forget(sha256: string): Promise<void>;
  /** The SHA-256 of every file that was compared. */
  digests(): Promise<string[]>;
  /** Resolves once nothing is left to compare. For tests. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

type Parts = {
  texts: Pick<Texts, 'find' | 'digests' | 'readPages'>;
  database: Pick<Database, 'materials' | 'files' | 'keptPairs'>;
  /** Where its file is; all of it follows from the texts. */
  directory: string;
  log: Logger;
};

const maxListed = 50;
/** Some pairs were decided on, or one of them is in the trash. */
const maxLooked = 2000;
/** Pages at once from the store. */
const batchPages = 50;
/** As many pages as words are compared (words-of-pages.ts), if there are few on each. */
const maxPages = 400;

export function createSimilarService(parts: Parts): SimilarService {
  const { texts, database, log } = parts;
  const thread = openSimilarThread(parts.directory);
  const waiting = new Set<string>();
  let working: Promise<void> | null = null;
  let isClosed = false;

  function prepare(sha256: string): void {
    if (isClosed) return;
    waiting.add(sha256);
    working ??= work().finally(() => {
      working = null;
    });
  }

  async function work(): Promise<void> {
    for (const sha256 of waiting) {
      if (isClosed) return;
      waiting.delete(sha256);
      try {
        await compare(sha256);
      } catch (error) {
        // It is tried again when the text changes and at the next start.
        if (!isClosed) log.warn({ err: error, sha256 }, 'a text could not be compared with the others');
      }
    }
  }

  async function compare(sha256: string): Promise<void> {
    const document = await texts.find(sha256);
    if (!document || document.waiting > 0 || document.read === 0) return;
    const own = await readTexts(sha256);
    const candidates = await thread.note(sha256, own);
    for (const candidate of candidates) {
      if (isClosed) return;
      await thread.compare({ sha256, texts: own }, { sha256: candidate, texts: await readTexts(candidate) });
    }
    await thread.finish(sha256, document.version);
  }

  async function readTexts(sha256: string): Promise<string[]> {
    const found: string[] = [];
    for (let from = 1; found.length < maxPages;) {
      const pages = await texts.readPages(sha256, from, batchPages);
      found.push(...pages.map((page) => page.text));
      const last = pages.at(-1)?.page;
      if (last === undefined || pages.length < batchPages) break;
      from = last + 1;
    }
    return found;
  }

  async function findPublished(id: string): Promise<string> {
    const material = await database.materials.find(id);
    const file = material && material.deletedAt === null ? await database.files.find(material.fileId) : null;
    if (!file) throw new Problem('document_not_found', `There is no published material ${id}.`);
    return file.sha256;
  }

  return {
    prepare,

    async catchUp() {
      const compared = new Map(await thread.versions());
      for (const sha256 of await texts.digests()) {
        const document = await texts.find(sha256);
        if (document && compared.get(sha256) !== document.version) prepare(sha256);
      }
    },

    async list(actor) {
      requireAdministrator(actor);
      const kept = new Set((await database.keptPairs.list()).map((pair) => pair.join(' ')));
      const found: SimilarMaterials[] = [];
      for (const { first, second, same } of await thread.pairs(maxLooked)) {
        if (kept.has(`${first} ${second}`)) continue;
        const [one] = await database.materials.listByDigest(first);
        const [other] = await database.materials.listByDigest(second);
        if (one && other) found.push({ first: one, second: other, same });
        if (found.length === maxListed) break;
      }
      return found;
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
      const found = await database.materials.listByDigest(file.sha256);
      return found.filter((material) => material.fileId !== fileId);
    },

    forget: (sha256) => thread.forget(sha256),
    digests: async () => (await thread.versions()).map(([sha256]) => sha256),

    async idle() {
      while (working) await working;
    },

    async close() {
      isClosed = true;
      waiting.clear();
      await thread.close();
      await working;
    },
  };
}
