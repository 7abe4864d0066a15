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
 * Creates the method that gives a material a file with other pages, and makes materials of the remaining ones. It is
 * stored like a bulk edit (docs/decisions/0093-pages-of-a-pdf.md).
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

  return {
    async replacePages(actor, id, replacement) {
      requireAdministrator(actor);
      const { changeId, fileId, unchangedSince, papers } = replacement;
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
        const step = { kind, what: 'pages', from: pageWords(pageCount), to: pageWords(after.pageCount), count: 1 };
        const doer = await findDoer(records, actor);
        const kept = { id: changeId, action: 'pages', reason: null, steps: JSON.stringify([step]), ...doer };
        // Undoing it moves the new materials to the trash.
        const former = created.map(({ material, state }) => ({
          id: material.id,
          state: { ...state, trash: { at: null, lived: null } },
        }));
        await records.bulkChanges.keep(kept, [{ id, state: before.state }, ...former]);
        await records.bulkChanges.prune(keptBulkChanges);
        await note({ ...done('edited', after), detail: `pages: ${step.from} → ${step.to}` });
        for (const { material } of created) await note(done('published', material));
        const announced: MaterialChange[] = [
          { subject: 'material', action: 'update', material: after, before: before.material },
          ...created.map(({ material }) => ({ subject: 'material', action: 'create', material }) as const),
        ];
        return { materials: announced.length, announced };
      });
      if (announced.length > 0) changes.tell({ subject: 'materials', changes: announced });
      return { id: changeId, materials };
    },
  };
}

const pageWords = (count: number | null) => (count === null ? 'unknown pages' : countOf(count, 'page'));

/** Returns the number of materials of the same request that was made before. */
function requirePages({ action, materials }: { action: string; materials: number }): number {
  if (action === 'pages') return materials;
  throw new Problem('document_already_exists', 'Another change has this id. Send a new one.');
}
