import type { StagedPublishedAnswer } from '#contract/additions.ts';
import { Problem } from '#contract/problems.ts';
import { isHidden } from '#contract/permissions.ts';
import type { Catalogue } from '#domain/catalogue.ts';
import { driveOf } from '#domain/guess/drive-evidence.ts';
import type { ToldFields } from '#domain/guess/resolve-fields.ts';
import { makeIdentifier } from '#domain/identifier.ts';
import { inPublishingOrder } from '#domain/publishing-order.ts';
import { requireAdministrator } from '#server/accounts/require-administrator.ts';
import type { Database } from '#server/database/database.ts';
import type { StagedRecord } from '#server/database/staging-records.ts';
import { createDiscarding, createPhotographDiscarding } from './discard-staged.ts';
import { beginPublication } from './publications/begin-publication.ts';
import { createPublishing, publicationClosed } from './publish-staged.ts';
import { requirePasswords } from './require-passwords.ts';
import type { StagingParts } from './staging-parts.ts';
import type { AnnouncedFile, StagingService } from './staging-service.ts';
import { resolveRecord } from './to-staged-answer.ts';

/** Rows that take over something are computed while the request waits, up to so many: what a screen shows. */
const followersAwaited = 100;

const keptReason = 'A material uses its file.';

/** Everything that changes rows. */
export function createStagingEdits(
  parts: StagingParts,
): Pick<StagingService, 'stage' | 'tell' | 'discard' | 'publish'> {
  const { database, storage, catalogue, derive, reviewDrives, stale, answers, pace, maxFiles, maxUploadBytes } = parts;
  const { staging } = database;
  const publish = createPublishing(parts);
  const discard = createDiscarding(parts);
  const photographed = createPhotographDiscarding(parts);

  /** So that lists, which show the newest first, have them in natural order. */
  async function orderForPublishing(ids: readonly string[]): Promise<string[]> {
    const rows = (await staging.find(ids)).map((row) => ({ ...row, ...resolveRecord(row, catalogue) }));
    // Those that are not staged any more are refused one by one.
    return [...new Set([...inPublishingOrder(rows).map(({ id }) => id), ...ids])];
  }

  return {
    async stage(actor, files) {
      requireAdministrator(actor);
      for (const file of files) requireSize(file, maxUploadBytes);
      await forgetWithdrawn(database, files);
      const added = await staging.add(files.map(toNewRow), maxFiles);
      if (!added) throw stagingFull(maxFiles);
      await derive([...new Map(added.records.map((row) => [row.id, row])).values()]);
      // Files in the folder of a new path may inherit from its row.
      stale.wake();
      const now = new Map((await staging.find(added.records.map(({ id }) => id))).map((row) => [row.id, row]));
      // One answer for each file, in their order, also if somebody has discarded a row meanwhile.
      const records = added.records.map((row) => now.get(row.id) ?? row);
      return { revision: await answers.revision(), created: added.created, files: await answers.of(records) };
    },

    async tell(actor, { ids, told, forget }) {
      requireAdministrator(actor);
      if (told.facultyId !== undefined) requireFaculty(catalogue, told.facultyId);
      const unique = [...new Set(ids)];
      if (told.filePassword !== undefined)
        await requirePasswords(parts.tryPassword, await staging.find(unique), told.filePassword);
      const open = await database.transaction(async (records) => {
        const rows = (await records.staging.find(unique)).filter(({ state }) => state !== 'published');
        await records.staging.tell(rows.map((row) => ({ id: row.id, told: merge(row.told, told, forget) })));
        return new Set(rows.map(({ id }) => id));
      });
      await derive(await staging.find([...open]));
      await stale.settle(followersAwaited);
      return {
        revision: await answers.revision(),
        changed: open.size,
        skipped: unique.filter((id) => !open.has(id)),
        files: await answers.of(await answers.find(unique)),
      };
    },

    async discard(actor, ids) {
      requireAdministrator(actor);
      const asked = await answers.find([...new Set(ids)]);
      const photographs = await photographed.stop(actor, asked);
      const rows = photographs.length > 0 ? await answers.find(asked.map(({ id }) => id)) : asked;
      const kept = rows.filter(({ state }) => state === 'published').map(({ id }) => ({ id, reason: keptReason }));
      const hasFile = ({ state, file }: StagedRecord) => state !== 'published' && file !== null;
      for (const row of rows.filter(hasFile))
        if ((await discard(actor, row)).isFileKept) kept.push({ id: row.id, reason: keptReason });
      const others = rows.filter((row) => !hasFile(row)).map(({ id }) => id);
      if (others.length > 0) await staging.remove(others);
      await reviewDrives([...new Set(rows.flatMap(({ paths }) => paths.flatMap((path) => driveOf(path) ?? [])))]);
      await photographed.remove(actor, photographs);
      return { revision: await answers.revision(), discarded: rows.length, kept };
    },

    async publish(actor, { ids, accept, publicationId: given }) {
      requireAdministrator(actor);
      const began = performance.now();
      const unique = [...new Set(ids)];
      const publicationId = given ?? (await beginPublication(database, actor, unique));
      await requireOpen(database, publicationId);
      const rows = await staging.find(unique);
      await derive(rows);
      const lost = await findLost(storage, rows);
      const found = new Map<string, StagedPublishedAnswer['results'][number]>();
      for (const id of await orderForPublishing(unique))
        found.set(id, lost.has(id) ? lostResult(id) : await publish(id, { accept, publicationId }));
      const results = unique.flatMap((id) => found.get(id) ?? []);
      const others = results.filter(({ outcome }) => outcome !== 'published').map(({ id }) => id);
      if (others.length > 0)
        await database.transaction(async ({ publications }) => {
          await publications.drop(publicationId, others);
          if (given === undefined) await publications.removeEmpty(publicationId);
        });
      pace.note(unique.length, performance.now() - began);
      const isStored = (await database.publications.find(publicationId)) !== null;
      return { revision: await answers.revision(), publicationId: isStored ? publicationId : null, results };
    },
  };
}

/** Throws Problem unless files can still be published by this publication. */
async function requireOpen({ publications }: Database, id: string): Promise<void> {
  const publication = await publications.find(id);
  if (!publication)
    throw new Problem('document_not_found', `There is no publication '${id}'. Begin one, then publish the files.`);
  if (publication.undo) throw publicationClosed();
}

/**
 * Those whose record has arrived and whose bytes are not in the store, as when a disk was restored in part. Nothing is
 * removed for that: the disk may only not be mounted.
 */
async function findLost(storage: StagingParts['storage'], rows: readonly StagedRecord[]): Promise<Set<string>> {
  const lost = new Set<string>();
  for (const { id, state, fileId, file } of rows) {
    if (state === 'published' || !file?.isFinished) continue;
    if ((await storage.find(fileId)) === null) lost.add(id);
  }
  return lost;
}

function lostResult(id: string) {
  const reason = 'Its bytes are missing on the server’s disk. Discard it, then choose the file again.';
  return { id, outcome: 'refused' as const, materialId: null, reason };
}

function toNewRow({ path, size, digest }: AnnouncedFile) {
  return {
    id: makeIdentifier(),
    path,
    sizeBytes: size,
    sha256: digest,
    fileId: makeIdentifier(),
    materialId: makeIdentifier(),
  };
}

function requireSize({ path, size }: AnnouncedFile, maxUploadBytes: number): void {
  if (size <= maxUploadBytes) return;
  const limit = `${Math.floor(maxUploadBytes / 1024 / 1024)} MB`;
  throw new Problem('storage_invalid_file_size', `“${path}” is larger than ${limit}, the largest file accepted.`);
}

/** Forgets rows whose material readers no longer see, so that their file can be staged again and the material is named. */
async function forgetWithdrawn({ staging, materials }: Database, announced: readonly AnnouncedFile[]): Promise<void> {
  const gone: string[] = [];
  for (const row of await staging.findPublished(announced.map(({ digest }) => digest))) {
    const material = await materials.find(row.materialId);
    if (!material || material.deletedAt !== null || isHidden(material.permissions)) gone.push(row.id);
  }
  if (gone.length > 0) await staging.remove(gone);
}

export function stagingFull(maxFiles: number): Problem {
  return new Problem(
    'staging_full',
    `At most ${maxFiles.toLocaleString('en')} files can be staged. Publish or discard some of them first.`,
  );
}

function requireFaculty({ faculties }: Catalogue, facultyId: string): void {
  if (faculties.some(({ id }) => id === facultyId)) return;
  const offered = faculties.map(({ id }) => id).join(', ');
  throw new Problem('general_argument_invalid', `Invalid \`told\` param: facultyId must be one of ${offered}.`);
}

/** A year in the other calendar belongs to the year that was told with it. */
function merge(before: ToldFields, told: ToldFields, forget: readonly (keyof ToldFields)[]): ToldFields {
  const after: ToldFields = { ...before };
  if (told.year !== undefined || forget.includes('year')) delete after.bsYear;
  for (const field of forget) delete after[field];
  return { ...after, ...told };
}
