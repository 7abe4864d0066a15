import { Problem } from '#contract/problems.ts';
import { countOf } from '#domain/text/count-of.ts';
import type { Material } from '#domain/material.ts';
import { keptBulkChanges, type BulkRow } from '#server/engines/database/bulk-change-records.ts';
import type { Records } from '#server/engines/database/database.ts';
import { findDoer, requireAdministrator } from '#server/library/accounts/require-administrator.ts';
import type { MaterialChange } from '#server/library/changes.ts';
import {
  done,
  explainUnwritten,
  notFound,
  type MaterialParts,
  type MaterialService,
  type PagesReplacement,
} from './material-service.ts';
import { requireBytes, requireFiles } from './require-file.ts';
import { insertMaterial } from './write-materials.ts';

/**
 * Creates the method that gives a material a file with other pages, makes materials of the remaining ones, and moves
 * those whose pages it got to the trash. It is stored like a bulk edit (docs/decisions/0093-pages-of-a-pdf.md).
 */
export function createPagesReplacement({
  database,
  storage,
  catalogue,
  changes,
  trail,
}: MaterialParts): Pick<MaterialService, 'replacePages'> {
  async function insertPapers(records: Records, { material, state }: BulkRow, { papers }: PagesReplacement) {
    const { kind, subject, facultyId, semesterId, permissions } = material;
    const created: Material[] = [];
    for (const paper of papers) {
      const place = { kind, subject, facultyId, semesterId };
      const draft = { ...place, ...paper, coverFileId: null, filePassword: null, filePasswordNote: null };
      created.push(await insertMaterial(records, catalogue, draft, permissions));
    }
    const ids = created.map(({ id }) => id);
    // With the reason and the former readers, without which it could not be shown again.
    if (state.hiding) await records.bulkChanges.apply(ids, { hiding: state.hiding });
    return records.bulkChanges.read(ids);
  }

  /** Moves the joined materials to the trash. Returns them as they were. */
  async function removeJoined(records: Records, target: BulkRow, { joined }: PagesReplacement): Promise<BulkRow[]> {
    const rows = await records.bulkChanges.read(joined.map(({ id }) => id));
    for (const { id, unchangedSince } of joined) {
      const row = rows.find(({ material }) => material.id === id);
      if (!row || row.state.trash) throw notFound(id);
      requireSameReaders(target, row);
      if (!(await records.materials.withdraw(id, unchangedSince)))
        throw await explainUnwritten(records, row.material.kind, id);
    }
    return rows;
  }

  return {
    async replacePages(actor, id, replacement) {
      requireAdministrator(actor);
      const { changeId, fileId, unchangedSince, papers, joined } = replacement;
      requireDistinct([id, ...joined.map((each) => each.id)]);
      for (const each of [replacement, ...papers])
        await requireBytes(database, storage, () => ({ fileId: each.fileId }));
      const { materials, announced } = await trail.transaction(async (records, note) => {
        const known = await records.bulkChanges.find(changeId);
        if (known) return { materials: requirePages(known), announced: [] };
        const [before] = await records.bulkChanges.read([id]);
        if (!before || before.state.trash) throw notFound(id);
        const { kind, pageCount } = before.material;
        await requireFiles(records, kind, { fileId });
        const change = { fileId, filePassword: null, filePasswordNote: null };
        const after = await records.materials.update(id, change, unchangedSince);
        if (!after) throw await explainUnwritten(records, kind, id);
        const created = await insertPapers(records, before, replacement);
        const removed = await removeJoined(records, before, replacement);
        const step = { kind, what: 'pages', from: pageWords(pageCount), to: pageWords(after.pageCount), count: 1 };
        const doer = await findDoer(records, actor);
        const kept = { id: changeId, action: 'pages', reason: null, steps: JSON.stringify([step]), ...doer };
        // Undoing it moves the new materials to the trash, and the joined ones out of it.
        const former = created.map(({ material, state }) => ({
          id: material.id,
          state: { ...state, trash: { at: null, lived: null } },
        }));
        const rows = [before, ...removed].map(({ material, state }) => ({ id: material.id, state }));
        await records.bulkChanges.keep(kept, [...rows, ...former]);
        await records.bulkChanges.prune(keptBulkChanges);
        await note({ ...done('edited', after), detail: `pages: ${step.from} → ${step.to}` });
        for (const { material } of created) await note(done('published', material));
        for (const { material } of removed)
          await note({ ...done('deleted', material), detail: `joined with ${after.title}` });
        const announced: MaterialChange[] = [
          { subject: 'material', action: 'update', material: after, before: before.material },
          ...created.map(({ material }) => ({ subject: 'material', action: 'create', material }) as const),
          ...removed.map(({ material }) => ({ subject: 'material', action: 'delete', material }) as const),
        ];
        return { materials: announced.length, announced };
      });
      if (announced.length > 0) changes.tell({ subject: 'materials', changes: announced });
      return { id: changeId, materials };
    },
  };
}

function requireDistinct(ids: readonly string[]): void {
  if (new Set(ids).size === ids.length) return;
  throw new Problem('general_argument_invalid', 'Invalid `joined` param: must be other documents, each of them once.');
}

/** Throws a Problem if somebody could then read pages that were hidden from them, or no longer read others. */
function requireSameReaders(target: BulkRow, joined: BulkRow): void {
  const readers = ({ state: { permissions, hiding } }: BulkRow) =>
    JSON.stringify([[...permissions].toSorted(), hiding !== null]);
  if (readers(target) === readers(joined)) return;
  throw new Problem(
    'document_invalid_structure',
    `“${joined.material.title}” and “${target.material.title}” have different readers. Show or hide both, then join them.`,
  );
}

const pageWords = (count: number | null) => (count === null ? 'unknown pages' : countOf(count, 'page'));

/** Returns the number of materials of the same request that was made before. */
function requirePages({ action, materials }: { action: string; materials: number }): number {
  if (action === 'pages') return materials;
  throw new Problem('document_already_exists', 'Another change has this id. Send a new one.');
}
