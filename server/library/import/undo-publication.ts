import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { maxToldRows, type RefusedRow } from '#contract/bulk-change.ts';
import { isHidden, isPublic } from '#contract/permissions.ts';
import { Problem } from '#contract/problems.ts';
import type { PublicationUndoOutcome } from '#contract/publication.ts';
import { undoDays } from '#contract/undo.ts';
import type { Actor } from '#domain/account.ts';
import type { Catalogue } from '#domain/catalogue.ts';
import type { Material } from '#domain/material.ts';
import type { BulkRow } from '#server/engines/database/bulk-change-records.ts';
import type { Database, Records } from '#server/engines/database/database.ts';
import type { Publication, PublishedFile } from '#server/engines/database/publication-records.ts';
import type { StagedRecord } from '#server/engines/database/staging-records.ts';
import type { Trail } from '#server/library/accounts/trail.ts';
import type { Changes } from '#server/library/changes.ts';
import { createSerial } from '#server/machinery/queues/lock.ts';
import { draftOf } from './publish-rule.ts';

/** A material to take back. `isChanged`: it was changed since it was published. */
type TakenBack = { file: PublishedFile; material: Material; row: StagedRecord; isChanged: boolean };

/** A material that stays published. `isTakeable`: it can be taken back with its later changes. */
type Left = RefusedRow & { isTakeable: boolean };

/** Decides which published files can be taken back into the import. */
async function judgeUndo(
  records: Pick<Records, 'bulkChanges' | 'staging'>,
  files: readonly PublishedFile[],
  takesChanged: boolean,
): Promise<{ back: TakenBack[]; left: Left[] }> {
  const found = await records.bulkChanges.read(files.map(({ materialId }) => materialId));
  const materials = new Map(found.map((row) => [row.material.id, row]));
  const staged = await records.staging.find(files.map(({ stagedId }) => stagedId));
  const rows = new Map(staged.map((row) => [row.id, row]));
  const back: TakenBack[] = [];
  const left: Left[] = [];
  for (const file of files) {
    const current = materials.get(file.materialId);
    const row = rows.get(file.stagedId);
    const hurdle = findHurdle(file, current, row);
    if (current && row && (!hurdle || (takesChanged && hurdle.isTakeable)))
      back.push({ file, material: current.material, row, isChanged: hurdle !== null });
    else if (hurdle) left.push({ id: file.materialId, title: current?.material.title ?? row?.path ?? '', ...hurdle });
  }
  return { back, left };
}

/** Returns why a material is not simply taken back; null if it has not changed since it was published. */
function findHurdle(
  { updatedAt }: PublishedFile,
  current: BulkRow | undefined,
  row: StagedRecord | undefined,
): { reason: string; isTakeable: boolean } | null {
  const no = (reason: string) => ({ reason, isTakeable: false });
  if (!current) return no('It was deleted permanently.');
  // Discarded through the API, or the same file was staged again while this material was in the trash.
  if (row?.state !== 'published') return no('Its file is no longer in the import.');
  if (current.updatedAt === updatedAt) return null;
  const { material, state } = current;
  if (material.fileId !== row.fileId || material.coverFileId !== null)
    return no('Its file or its cover was changed since.');
  if (!isPublic(state.permissions) && !isHidden(state.permissions)) return no('Its permissions were changed since.');
  const reason = state.trash ? 'moved to the trash' : state.hiding ? 'hidden' : 'edited';
  return { reason: `It was ${reason} since.`, isTakeable: true };
}

const undoableMs = undoDays * 24 * 60 * 60 * 1000;

/** Materials per transaction: other writers wait a tenth of a second, and nodes list the materials one by one. */
const undoneAtOnce = 250;

export type PublicationUndoParts = {
  database: Pick<Database, 'transaction' | 'publications' | 'bulkChanges' | 'staging' | 'livedTime'>;
  trail: Pick<Trail, 'transaction'>;
  changes: Pick<Changes, 'tell'>;
  catalogue: Catalogue;
  /** Called after files are staged again, with the SHA-256 of those that were still being read. */
  onStagedAgain: (reading: readonly string[]) => void;
  /** True if the server is stopping. */
  isClosed: () => boolean;
  batchSize?: number;
};

export interface PublicationUndo {
  preview(id: string, takesChanged: boolean): Promise<PublicationUndoOutcome>;
  undo(actor: Actor, id: string, takesChanged: boolean): Promise<PublicationUndoOutcome>;
  /** Completes interrupted undos, e.g. after a server was killed. */
  resume(): Promise<void>;
  /** Resolves once nothing is being undone. */
  idle(): Promise<void>;
}

/**
 * Creates the functions that undo a publication. It is undone in batches, each in one transaction, so that other writers do
 * not wait for 20,000 materials. The start of the undo is stored first: after an interruption, this publication publishes
 * nothing more, and the next start or the next request completes the undo.
 */
export function createPublicationUndo(parts: PublicationUndoParts): PublicationUndo {
  const { database, isClosed, batchSize = undoneAtOnce } = parts;
  const run = createUndoRun({ ...parts, batchSize });
  /** Runs one undo at a time, so that a request sees the result of the previous one. */
  const serial = createSerial();

  async function find(id: string): Promise<Publication> {
    const publication = await database.publications.find(id);
    if (publication) return publication;
    throw new Problem('document_not_found', `There is no publication '${id}' that could be undone. It may be too old.`);
  }

  /** Throws Problem if it is too late to begin an undo. An undo that has begun can be completed at any time. */
  async function requireRecent({ lived, undo }: Publication): Promise<void> {
    const isBegun = undo !== null && undo.outcome === null;
    if (isBegun || (await database.livedTime.find()) - lived <= undoableMs) return;
    throw new Problem('document_not_found', 'This publication was made more than a week ago and stays.');
  }

  return {
    async preview(id, takesChanged) {
      const publication = await find(id);
      if (!publication.undo) await requireRecent(publication);
      const left: Left[] = [];
      let restored = (await database.publications.countFiles(id)).undone;
      for (let after = ''; ;) {
        const files = await database.publications.listPublished(id, after, batchSize);
        const last = files.at(-1)?.stagedId;
        if (last === undefined) break;
        const judged = await judgeUndo(database, files, takesChanged);
        restored += judged.back.length;
        left.push(...judged.left);
        after = last;
        await yieldToOthers();
      }
      return toOutcome(id, restored, left);
    },

    undo: (actor, id, takesChanged) =>
      serial(async () => {
        const publication = await find(id);
        const done = findDone(publication, takesChanged);
        if (done) return done;
        await requireRecent(publication);
        const userId = actor.role === 'visitor' ? '' : actor.userId;
        await database.transaction(async ({ publications }) => {
          const current = await publications.find(id);
          // Another node may have completed it meanwhile.
          if (!current || findDone(current, takesChanged)) return;
          const begun = { userId, takesChanged: takesChanged || (current.undo?.takesChanged ?? false) };
          await publications.beginUndo(id, begun);
        });
        return run(id);
      }),

    async resume() {
      for (const id of await database.publications.listUnsettled())
        await serial(() => run(id)).catch((error: unknown) => {
          // The next start completes it.
          if (!isClosed()) throw error;
        });
    },

    idle: () => serial(async () => undefined),
  };
}

/** Creates the function that completes an undo that has begun. */
function createUndoRun(
  parts: PublicationUndoParts & { batchSize: number },
): (id: string) => Promise<PublicationUndoOutcome> {
  const { database, trail, changes, catalogue, onStagedAgain, isClosed, batchSize } = parts;

  /** Takes back the next batch after that staged file. Null at the end, or if the undo is complete. */
  async function takeBatch(id: string, after: string): Promise<{ last: string; left: Left[] } | null> {
    const taken = await database.transaction(async (records) => {
      const { undo } = (await records.publications.find(id)) ?? {};
      if (!undo || undo.outcome !== null) return null;
      const files = await records.publications.listPublished(id, after, batchSize);
      const last = files.at(-1)?.stagedId;
      if (last === undefined) return null;
      const { back, left } = await judgeUndo(records, files, undo.takesChanged);
      await putBack(records, id, back, catalogue);
      return { last, left, back };
    });
    if (!taken) return null;
    announce(changes, taken.back);
    onStagedAgain(taken.back.flatMap(({ file, row }) => (file.formerState === 'reading' ? [row.sha256] : [])));
    return taken;
  }

  async function run(id: string): Promise<PublicationUndoOutcome> {
    const left: Left[] = [];
    for (let after = ''; ;) {
      if (isClosed()) throw new Problem('general_service_unavailable', 'The server is stopping. Undo it again.');
      const batch = await takeBatch(id, after);
      if (!batch) break;
      left.push(...batch.left);
      after = batch.last;
      await yieldToOthers();
    }
    return settle(id, left);
  }

  /** Stores the outcome once. Concurrent undos of the same publication return the same outcome. */
  async function settle(id: string, left: readonly Left[]): Promise<PublicationUndoOutcome> {
    return trail.transaction(async (records, note) => {
      const { undone } = await records.publications.countFiles(id);
      const outcome = toOutcome(id, undone, left);
      if (await records.publications.settle(id, JSON.stringify(outcome))) {
        const { sources = [], undo } = (await records.publications.find(id)) ?? {};
        const done = { title: undone === 1 ? '1 material' : `${undone} materials`, detail: sources.join(', ') };
        await note({ action: 'publication undone', subjectId: id, ...done, ownerId: undo?.userId ?? '' });
        return outcome;
      }
      return readOutcome(await records.publications.find(id)) ?? outcome;
    });
  }

  return run;
}

function toOutcome(id: string, restored: number, left: readonly Left[]): PublicationUndoOutcome {
  const named = left
    .slice(0, maxToldRows)
    .map(({ id: materialId, title, reason }) => ({ id: materialId, title, reason }));
  const takeable = left.filter(({ isTakeable }) => isTakeable).length;
  return { id, restored, left: named, leftTotal: left.length, takeable };
}

/** Returns the outcome if nothing is left to do; null otherwise. */
function findDone(publication: Publication, takesChanged: boolean): PublicationUndoOutcome | null {
  const outcome = readOutcome(publication);
  if (!outcome || !takesChanged || publication.undo?.takesChanged || outcome.takeable === 0) return outcome;
  return null;
}

function readOutcome(publication: Publication | null): PublicationUndoOutcome | null {
  const outcome = publication?.undo?.outcome ?? null;
  return outcome === null ? null : (JSON.parse(outcome) as PublicationUndoOutcome);
}

/** Removes the materials and gives their rows the state they had before. */
async function putBack(
  records: Records,
  publicationId: string,
  back: readonly TakenBack[],
  catalogue: Catalogue,
): Promise<void> {
  if (back.length === 0) return;
  const stagedIds = back.map(({ file }) => file.stagedId);
  await records.materials.removeAll(back.map(({ material }) => material.id));
  await records.staging.takeBack(back.map(({ file }) => ({ id: file.stagedId, state: file.formerState })));
  await records.publications.setUndone(publicationId, stagedIds);
  const edited = back.flatMap(({ row, material, isChanged }) => {
    const edits = isChanged ? editsOf(row, material, catalogue) : {};
    return Object.keys(edits).length === 0 ? [] : [{ id: row.id, manual: { ...row.manual, ...edits } }];
  });
  if (edited.length > 0) await records.staging.setManual(edited);
}

/** Returns the edits made since the publication as manual values, so that none is lost. */
function editsOf(row: StagedRecord, material: Material, catalogue: Catalogue): StagedRecord['manual'] {
  const draft = findDraft(row, catalogue);
  const { year, yearBs } = material;
  const names = ['facultyId', 'semesterId', 'subject', 'kind', 'title'] as const;
  const edits = Object.fromEntries(
    names.flatMap((name) => (material[name] === draft?.[name] ? [] : [[name, material[name]]])),
  ) as StagedRecord['manual'];
  const hasSameYear = year === draft?.year && yearBs === draft.yearBs;
  return hasSameYear ? edits : { ...edits, year, bsYear: yearBs };
}

/** Returns the draft of the row; null if a value is missing, e.g. after a change of the catalogue. */
function findDraft(row: StagedRecord, catalogue: Catalogue): ReturnType<typeof draftOf> | null {
  try {
    return draftOf(row, catalogue);
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

/** Announces the removed materials as one change. Those in the trash were announced when they were moved there. */
function announce(changes: Pick<Changes, 'tell'>, back: readonly TakenBack[]): void {
  const materials = back.map(({ material }) => material);
  const shown = materials.filter(({ deletedAt }) => deletedAt === null);
  const inTrash = materials.filter(({ deletedAt }) => deletedAt !== null);
  const gone = shown.map((material) => ({ subject: 'material', action: 'delete', material }) as const);
  if (gone.length > 0) changes.tell({ subject: 'materials', changes: gone });
  if (inTrash.length > 0) changes.tell({ subject: 'purged', materials: inTrash });
}
