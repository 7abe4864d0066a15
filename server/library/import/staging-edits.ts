import { isHidden } from '#contract/permissions.ts';
import { photographFileId } from '#contract/photographs.ts';
import { Problem } from '#contract/problems.ts';
import type { Actor } from '#domain/account.ts';
import type { Catalogue } from '#domain/catalogue.ts';
import { driveOf } from '#domain/guess/drive-evidence.ts';
import type { ManualFields } from '#domain/guess/resolve-fields.ts';
import { makeIdentifier } from '#domain/identifier.ts';
import type { Database } from '#server/engines/database/database.ts';
import type { StagedRecord } from '#server/engines/database/staging-records.ts';
import { requireAdministrator } from '#server/library/accounts/require-administrator.ts';
import type { FileService } from '#server/library/files/file-service.ts';
import { cannotTry, type TryPassword } from '#server/library/materials/require-password.ts';
import type { PhotographService } from '#server/library/photographs/photograph-service.ts';
import type { StagingParts } from './staging-parts.ts';
import type { AnnouncedFile, StagingService } from './staging-service.ts';

type Parts = { database: Pick<Database, 'staging'>; files: Pick<FileService, 'remove'> };

/**
 * Creates the function that removes an unpublished row and its file, and reports whether the file was retained because a
 * material uses it. The file is deleted first: if the server stops in between, the row waits for bytes and can be discarded
 * again.
 */
function createDiscarding({
  database,
  files,
}: Parts): (actor: Actor, row: StagedRecord) => Promise<{ isFileRetained: boolean }> {
  return async (actor, row) => {
    const isFileRetained = (await removeUnlessUsed(files, actor, row.fileId)) === 'used';
    await database.staging.remove([row.id]);
    return { isFileRetained };
  };
}

/** Creates the functions for rows whose PDF is made of photographs. */
function createPhotographDiscarding({
  database,
  files,
  photographs,
}: Parts & { photographs: Pick<PhotographService, 'cancel'> }) {
  return {
    /**
     * Cancels making the PDFs of these rows: they would become files without a row. Returns the digests of the photographs
     * that no other row needs.
     */
    async stop(actor: Actor, rows: readonly StagedRecord[]): Promise<string[]> {
      const open = rows.filter(({ state }) => state !== 'published');
      if (open.length === 0) return [];
      const digests = await database.staging.ownPhotographs(open.map(({ id }) => id));
      if (digests.length > 0)
        for (const { state, fileId } of open) if (state === 'waiting') await photographs.cancel(actor, fileId);
      return digests;
    },

    /** Removes photographs that were uploaded for rows, unless something else uses them. */
    async remove(actor: Actor, digests: readonly string[]): Promise<void> {
      for (const digest of digests) await removeUnlessUsed(files, actor, photographFileId(digest));
    },
  };
}

async function removeUnlessUsed(
  files: Parts['files'],
  actor: Actor,
  fileId: string,
): Promise<'removed' | 'missing' | 'used'> {
  try {
    await files.remove(actor, fileId);
    return 'removed';
  } catch (error) {
    const type = error instanceof Problem ? error.type : null;
    if (type === 'storage_file_not_found') return 'missing';
    if (type === 'general_resource_locked') return 'used';
    throw error;
  }
}

/** At most this many rows that inherit values are computed before the response: the rows that fit on a screen. */
const followersAwaited = 100;

const usedReason = 'A material uses its file.';

/** Creates the methods that change rows, except publishing. */
export function createStagingEdits(parts: StagingParts): Pick<StagingService, 'stage' | 'setManual' | 'discard'> {
  const { database, catalogue, derive, reviewDrives, stale, answers, maxFiles, maxUploadBytes } = parts;
  const { staging } = database;
  const discard = createDiscarding(parts);
  const photographed = createPhotographDiscarding(parts);

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
      // One row for each file, in their order, even if somebody has discarded a row meanwhile.
      const records = added.records.map((row) => now.get(row.id) ?? row);
      return { revision: await answers.revision(), created: added.created, files: await answers.of(records) };
    },

    async setManual(actor, { ids, manual, forget }) {
      requireAdministrator(actor);
      if (manual.facultyId !== undefined) requireFaculty(catalogue, manual.facultyId);
      const unique = [...new Set(ids)];
      if (manual.filePassword !== undefined)
        await requirePasswords(parts.tryPassword, await staging.find(unique), manual.filePassword);
      const open = await database.transaction(async (records) => {
        const rows = (await records.staging.find(unique)).filter(({ state }) => state !== 'published');
        await records.staging.setManual(rows.map((row) => ({ id: row.id, manual: merge(row.manual, manual, forget) })));
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
      const kept = rows.filter(({ state }) => state === 'published').map(({ id }) => ({ id, reason: usedReason }));
      const hasFile = ({ state, file }: StagedRecord) => state !== 'published' && file !== null;
      for (const row of rows.filter(hasFile))
        if ((await discard(actor, row)).isFileRetained) kept.push({ id: row.id, reason: usedReason });
      const others = rows.filter((row) => !hasFile(row)).map(({ id }) => id);
      if (others.length > 0) await staging.remove(others);
      await reviewDrives([...new Set(rows.flatMap(({ paths }) => paths.flatMap((path) => driveOf(path) ?? [])))]);
      await photographed.remove(actor, photographs);
      return { revision: await answers.revision(), discarded: rows.length, kept };
    },
  };
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

/** Removes rows whose material readers no longer see, so that the file can be staged again and the material is named. */
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
  throw new Problem('general_argument_invalid', `Invalid \`manual\` param: facultyId must be one of ${offered}.`);
}

/** A year in the other calendar is removed with the year it was set with. */
function merge(before: ManualFields, manual: ManualFields, forget: readonly (keyof ManualFields)[]): ManualFields {
  const after: ManualFields = { ...before };
  if (manual.year !== undefined || forget.includes('year')) delete after.bsYear;
  for (const field of forget) delete after[field];
  return { ...after, ...manual };
}

/** Trying a password takes a tenth of a second per file: at most five seconds for a request. */
const maxFiles = 50;

const faults = { wrong: 'does not open', 'not-locked': 'is not needed for' };

/** Throws Problem `general_argument_invalid` unless the password opens the files of all these rows. */
async function requirePasswords(
  tryPassword: TryPassword,
  rows: readonly StagedRecord[],
  password: string,
): Promise<void> {
  const refuse = (reason: string) => new Problem('general_argument_invalid', reason);
  if (rows.length > maxFiles) throw refuse(`A password can be set for at most ${maxFiles} files at once.`);
  for (const { path, fileId, file } of rows) {
    if (!file?.isFinished) throw refuse(`“${path}” has not arrived yet, so its password cannot be tried.`);
    const trial = file.mimeType === 'application/pdf' ? await tryPassword(fileId, password) : 'not-locked';
    if (trial === 'unknown') throw cannotTry();
    if (trial !== 'opens') throw refuse(`The password ${faults[trial]} “${path}”.`);
  }
}
