import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { StagedFileAnswer } from '#contract/additions.ts';
import { Problem } from '#contract/problems.ts';
import { stagingLimits } from '#contract/staging.ts';
import type { Catalogue } from '#domain/catalogue.ts';
import { prepareGuessing, type Guessing } from '#domain/guess/prepare-guessing.ts';
import type { ToldFields } from '#domain/guess/resolve-fields.ts';
import { makeIdentifier } from '#domain/identifier.ts';
import { requireAdministrator } from '#server/accounts/require-administrator.ts';
import type { Trail } from '#server/accounts/trail.ts';
import type { Changes } from '#server/changes.ts';
import type { Database } from '#server/database/database.ts';
import type { StagedRecord } from '#server/database/staging-records.ts';
import type { FileService } from '#server/files/file-service.ts';
import type { SimilarService } from '#server/similar/similar-service.ts';
import type { TextService } from '#server/text/text-service.ts';
import type { Texts } from '#server/text-store/texts.ts';
import { createRowDerivation } from './derive-rows.ts';
import { createDiscarding } from './discard-staged.ts';
import { createPublishing } from './publish-staged.ts';
import { createFirstPages } from './read-first-pages.ts';
import type { AnnouncedFile, StagingService } from './staging-service.ts';
import { toStagedAnswer } from './to-staged-answer.ts';

type Parts = {
  database: Database;
  catalogue: Catalogue;
  texts: Texts;
  textReading: Pick<TextService, 'onRead' | 'recognition'>;
  similar: Pick<SimilarService, 'onCompared' | 'pairsOf' | 'allPairs'>;
  readsTexts: boolean;
  files: Pick<FileService, 'remove'>;
  trail: Pick<Trail, 'transaction'>;
  changes: Changes;
  maxUploadBytes: number;
  now: () => number;
  log: Logger;
  limits?: { maxFiles: number };
};

/** Rows that take over something are computed while the request waits, up to so many: one folder of a shared drive. */
const followersAwaited = 500;

const day = 24 * 60 * 60 * 1000;
/** So long it is known that a file was published from here, so that an interrupted import can be run again. */
const publishedMs = 30 * day;
/** Rows of which no bytes came. Nothing is lost with them. */
const waitingMs = 30 * day;
const sweepBatch = 1000;

export function createStagingService(parts: Parts): StagingService {
  const { database, catalogue, texts, textReading, similar, readsTexts, changes, log } = parts;
  const { staging } = database;
  const start = randomBytes(6).toString('base64url');
  const derivation = createRowDerivation({ database, texts, catalogue, guessing: createGuessing(parts), log });
  const firstPages = createFirstPages({
    database,
    texts,
    recognition: textReading.recognition,
    readsTexts,
    onChecked: derivation.wake,
    log,
  });
  const publish = createPublishing(parts);
  const discard = createDiscarding(parts);
  changes.listen((change) => {
    if (change.subject === 'file' && change.action === 'create') firstPages.note(change.file.sha256);
  });
  textReading.onRead((sha256) => firstPages.note(sha256));
  const noteSimilar = createSimilarNotes({ database, similar, log });
  similar.onCompared(noteSimilar.note);

  const writeRevision = (revision: number) => `${start}.${revision}`;
  const readRevision = (sent: string): number | null => {
    const [began, revision = ''] = sent.split('.');
    return began === start && /^\d{1,15}$/.test(revision) ? Number(revision) : null;
  };

  async function answer(records: readonly StagedRecord[]): Promise<StagedFileAnswer[]> {
    const duplicates = Map.groupBy(
      records.length === 0 ? [] : await staging.duplicatesOf(records.map(({ id }) => id)),
      ({ stagedId }) => stagedId,
    );
    return records.map((record) => toStagedAnswer(record, duplicates.get(record.id) ?? [], catalogue));
  }

  /** The rows in the order of the ids. */
  async function findInOrder(ids: readonly string[]): Promise<StagedRecord[]> {
    const found = new Map((await staging.find(ids)).map((record) => [record.id, record]));
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  return {
    async stage(actor, files) {
      requireAdministrator(actor);
      const announced = files.map((file) => checkAnnounced(file, parts.maxUploadBytes));
      await forgetWithdrawn(database, announced);
      const added = await staging.add(
        announced.map(({ path, size, digest }) => ({
          id: makeIdentifier(),
          path,
          sizeBytes: size,
          sha256: digest,
          fileId: makeIdentifier(),
          materialId: makeIdentifier(),
        })),
        parts.limits?.maxFiles ?? stagingLimits.maxFiles,
      );
      if (!added) throw stagingFull(parts.limits?.maxFiles ?? stagingLimits.maxFiles);
      await derivation.derive(added.records);
      return {
        revision: writeRevision(await staging.revision()),
        created: added.created,
        files: await answer(await findInOrder(added.records.map(({ id }) => id))),
      };
    },

    async list(actor, { filter, cursor = 0, limit }) {
      requireAdministrator(actor);
      const revision = writeRevision(await staging.revision());
      const [counts, records] = await Promise.all([
        staging.counts(),
        staging.list({ filter, after: cursor, limit: limit + 1 }),
      ]);
      const page = records.slice(0, limit);
      return {
        total: counts[filter],
        revision,
        counts,
        files: await answer(page),
        next: records.length > limit ? (page.at(-1)?.sequence ?? null) : null,
      };
    },

    async changes(actor, { since, limit }) {
      requireAdministrator(actor);
      const from = readRevision(since);
      const found = from === null ? null : await staging.changesSince(from, limit);
      const counts = await staging.counts();
      if (!found) {
        const revision = writeRevision(await staging.revision());
        return { revision, isReset: true, hasMore: false, counts, files: [], removed: [] };
      }
      const endOf = (list: readonly { revision: number }[]) =>
        list.length < limit ? Infinity : (list.at(-1)?.revision ?? Infinity);
      const end = Math.min(endOf(found.records), endOf(found.removed));
      return {
        revision: writeRevision(end === Infinity ? found.revision : end),
        isReset: false,
        hasMore: end !== Infinity,
        counts,
        files: await answer(found.records.filter(({ revision }) => revision <= end)),
        removed: found.removed.filter(({ revision }) => revision <= end).map(({ id }) => id),
      };
    },

    async tell(actor, { ids, told, forget }) {
      requireAdministrator(actor);
      if (told.facultyId !== undefined) requireFaculty(catalogue, told.facultyId);
      const unique = [...new Set(ids)];
      const open = await database.transaction(async (records) => {
        const rows = (await records.staging.find(unique)).filter(({ state }) => state !== 'published');
        await records.staging.tell(rows.map((row) => ({ id: row.id, told: merge(row.told, told, forget) })));
        return new Set(rows.map(({ id }) => id));
      });
      await derivation.derive(await staging.find([...open]));
      await derivation.settle(followersAwaited);
      return {
        revision: writeRevision(await staging.revision()),
        changed: open.size,
        skipped: unique.filter((id) => !open.has(id)),
        files: await answer(await findInOrder(unique)),
      };
    },

    async discard(actor, ids) {
      requireAdministrator(actor);
      const rows = await findInOrder([...new Set(ids)]);
      for (const row of rows) await discard(actor, row);
      return { revision: writeRevision(await staging.revision()), discarded: rows.length, kept: [] };
    },

    async publish(actor, { ids, accept }) {
      requireAdministrator(actor);
      const unique = [...new Set(ids)];
      await derivation.derive(await staging.find(unique));
      const results = [];
      for (const id of unique) results.push(await publish(id, accept));
      return { revision: writeRevision(await staging.revision()), results };
    },

    async catchUp() {
      await noteSimilar.catchUp();
      await firstPages.catchUp();
      derivation.wake();
    },

    sweep: (lived) =>
      staging.forgetUntouched({ published: lived - publishedMs, waiting: lived - waitingMs, limit: sweepBatch }),

    async idle() {
      await firstPages.idle();
      await derivation.idle();
      await noteSimilar.idle();
    },

    async close() {
      await Promise.all([firstPages.close(), derivation.close(), noteSimilar.idle()]);
    },
  };
}

/** Prepared when it is first needed; it takes a tenth of a second. No exam is later than the current year. */
function createGuessing({ catalogue, now }: Pick<Parts, 'catalogue' | 'now'>): () => Guessing {
  let prepared: Guessing | null = null;
  return () => {
    const year = new Date(now()).getUTCFullYear();
    if (prepared?.currentYear !== year) prepared = prepareGuessing(catalogue, year);
    return prepared;
  };
}

function checkAnnounced(file: AnnouncedFile, maxUploadBytes: number): AnnouncedFile {
  if (file.size <= maxUploadBytes) return file;
  const limit = `${Math.floor(maxUploadBytes / 1024 / 1024)} MB`;
  throw new Problem('storage_invalid_file_size', `“${file.path}” is larger than ${limit}, the largest file accepted.`);
}

/** Rows of materials that are not on the shelf any more: the file may be staged again. */
async function forgetWithdrawn({ staging, materials }: Database, announced: readonly AnnouncedFile[]): Promise<void> {
  const gone: string[] = [];
  for (const row of await staging.findPublished(announced.map(({ digest }) => digest))) {
    const material = await materials.find(row.materialId);
    if (!material || material.deletedAt !== null) gone.push(row.id);
  }
  if (gone.length > 0) await staging.remove(gone);
}

function stagingFull(maxFiles: number): Problem {
  return new Problem(
    'staging_full',
    `${maxFiles.toLocaleString('en')} files can be staged at once. Publish or discard some of them first.`,
  );
}

function requireFaculty({ faculties }: Catalogue, facultyId: string): void {
  if (faculties.some(({ id }) => id === facultyId)) return;
  const offered = faculties.map(({ id }) => id).join(', ');
  throw new Problem('general_argument_invalid', `Invalid \`told\` param: facultyId must be one of ${offered}.`);
}

/** A year in the other calendar is that of an earlier answer unless it is told as well. */
function merge(before: ToldFields, told: ToldFields, forget: readonly (keyof ToldFields)[]): ToldFields {
  const after: ToldFields = { ...before };
  if (told.year !== undefined || forget.includes('year')) delete after.bsYear;
  for (const field of forget) delete after[field];
  for (const [field, value] of Object.entries(told)) if (value !== undefined) Object.assign(after, { [field]: value });
  return after;
}

/** Stores which staged files have nearly the same text as another file, one comparison after the other. */
function createSimilarNotes({ database, similar, log }: Pick<Parts, 'database' | 'similar' | 'log'>) {
  let working: Promise<void> = Promise.resolve();
  const store = async (pairs: Awaited<ReturnType<SimilarService['pairsOf']>>) => {
    for (const { first, second, same } of pairs) await database.staging.addSimilar(first, second, same);
  };
  const after = (work: () => Promise<void>) => {
    working = working
      .then(work)
      .catch((error: unknown) => log.warn({ err: error }, 'files like a staged one could not be noted'));
    return working;
  };
  return {
    note: (sha256: string) => void after(async () => store(await similar.pairsOf(sha256))),
    /** What was compared when the server was stopped before it was stored. */
    catchUp: () =>
      after(async () => {
        if ((await database.staging.list({ filter: 'open', after: 0, limit: 1 })).length > 0)
          await store(await similar.allPairs());
      }),
    idle: () => working,
  };
}
