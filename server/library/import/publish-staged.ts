import { Problem } from '#contract/problems.ts';
import type { StagedPublishedAnswer } from '#contract/schemas/answer-types.ts';
import type { Accepted } from '#contract/publication.ts';
import type { Catalogue } from '#domain/catalogue.ts';
import type { Material } from '#domain/material.ts';
import type { Trail } from '#server/library/accounts/trail.ts';
import type { Changes } from '#server/library/changes.ts';
import { insertMaterial } from '#server/library/materials/write-materials.ts';
import { draftOf, judgeRow } from './publish-rule.ts';

type Result = StagedPublishedAnswer['results'][number];

/**
 * Creates the function that publishes a row as part of a publication. The material has the id that was reserved with
 * the row. The material, the row and the entry in the publication are written in one transaction: after an
 * interruption, the material is published once or not at all, and can be undone with the others.
 */
export function createPublishing(parts: {
  catalogue: Catalogue;
  trail: Pick<Trail, 'transaction'>;
  changes: Pick<Changes, 'tell'>;
}): (id: string, publishing: { accept: readonly Accepted[]; publicationId: string }) => Promise<Result> {
  const { catalogue, trail, changes } = parts;

  return async (id, { accept, publicationId }) => {
    const refuse = (reason: string): Result => ({ id, outcome: 'refused', materialId: null, reason });
    let made: Material | null = null;
    try {
      const result = await trail.transaction(async (records, note): Promise<Result> => {
        const [row] = await records.staging.find([id]);
        if (!row) return refuse('It is not staged any more.');
        const published = { id, materialId: row.materialId, reason: null };
        if (row.state === 'published') return { ...published, outcome: 'already-published' };
        if (await records.materials.find(row.materialId)) {
          await records.staging.setPublished(id);
          return { ...published, outcome: 'already-published' };
        }
        const duplicates = accept.includes('duplicates') ? [] : await records.staging.duplicatesOf([id]);
        const { isIncluded, reason } = judgeRow(row, duplicates, accept, catalogue);
        if (!isIncluded) return refuse(reason ?? '');
        made = await insertMaterial(records, catalogue, { ...draftOf(row, catalogue), id: row.materialId });
        await records.staging.setPublished(id);
        const formerState = row.state === 'checked' ? 'checked' : 'reading';
        const file = { stagedId: id, materialId: made.id, formerState } as const;
        // Throws to roll back the transaction.
        if (!(await records.publications.setPublished(publicationId, file))) throw publicationClosed();
        await note({ action: 'published', subjectId: made.id, title: made.title });
        return { ...published, outcome: 'published' };
      });
      if (made) changes.tell({ subject: 'material', action: 'create', material: made });
      return result;
    } catch (error) {
      if (error instanceof Problem && error.status < 500) return refuse(error.message);
      throw error;
    }
  };
}

/** Returns the problem for a publication that was undone while its files were being published. */
export function publicationClosed(): Problem {
  return new Problem('document_update_conflict', 'This publication was undone meanwhile. Publish the files again.');
}
