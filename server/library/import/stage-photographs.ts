import { createHash } from 'node:crypto';
import type { PhotographedPdfsAnswer } from '#contract/schemas/answer-types.ts';
import { isHidden } from '#contract/permissions.ts';
import { makeIdentifier } from '#domain/identifier.ts';
import { requireAdministrator } from '#server/library/accounts/require-administrator.ts';
import type { PhotographedPdf, StagedRecord } from '#server/engines/database/staging-records.ts';
import { stagingFull } from './staging-edits.ts';
import type { StagingParts } from './staging-parts.ts';
import type { AnnouncedPdf, StagingService } from './staging-service.ts';

type Parts = Pick<StagingParts, 'database' | 'derive' | 'answers' | 'maxFiles'>;

/** Stages PDFs that are made from photographs, and finds those that were or will be made. */
export function createPhotographStaging({
  database,
  derive,
  answers,
  maxFiles,
}: Parts): Pick<StagingService, 'stagePhotographs' | 'findPhotographs'> {
  const { staging, materials } = database;

  /**
   * Finds rows with the same path and photographs, by `keyOf`, and removes rows whose material readers no longer see.
   */
  async function findRows(pdfs: readonly AnnouncedPdf[]): Promise<Map<string, StagedRecord>> {
    const first = pdfs.flatMap(({ photographs: [photograph] }) => photograph?.digest ?? []);
    const found = (await staging.findPhotographed([...new Set(first)])).filter((pdf) => pdf.of === 'row');
    const records = new Map((await answers.find(found.map(({ id }) => id))).map((record) => [record.id, record]));
    const rows = new Map<string, StagedRecord>();
    const wanted = new Set(pdfs.map(({ path, photographs }) => keyOf(path, digestsOf(photographs))));
    for (const { id, path, photographs } of found) {
      const record = records.get(id);
      if (record && wanted.has(keyOf(path, photographs))) rows.set(keyOf(path, photographs), record);
    }
    for (const [key, { id, state, materialId }] of rows) {
      const material = state === 'published' ? await materials.find(materialId) : null;
      const isSeen = material?.deletedAt === null && !isHidden(material.permissions);
      if (state !== 'published' || isSeen) continue;
      await staging.remove([id]);
      rows.delete(key);
    }
    return rows;
  }

  return {
    async stagePhotographs(actor, pdfs) {
      requireAdministrator(actor);
      const keys = pdfs.map(({ path, photographs }) => keyOf(path, digestsOf(photographs)));
      const rows = await findRows(pdfs);
      const fresh = new Map(pdfs.map((pdf, index) => [keys[index] ?? '', pdf] as const));
      for (const key of rows.keys()) fresh.delete(key);
      const added = await staging.add([...fresh.values()].map(toNewRow), maxFiles);
      if (!added) throw stagingFull(maxFiles);
      await derive(added.records);
      for (const [index, key] of [...fresh.keys()].entries()) {
        const record = added.records[index];
        if (record) rows.set(key, record);
      }
      const records = await answers.find(keys.flatMap((key) => rows.get(key)?.id ?? []));
      return { revision: await answers.revision(), created: added.created, files: await answers.of(records) };
    },

    async findPhotographs(actor, digests) {
      requireAdministrator(actor);
      return { pdfs: toAnswers(await staging.findPhotographed([...new Set(digests)])) };
    },
  };
}

/** Returns one entry per file: a published row and its material are the same PDF. */
function toAnswers(found: readonly PhotographedPdf[]): PhotographedPdfsAnswer['pdfs'] {
  const answers = new Map<string, PhotographedPdfsAnswer['pdfs'][number]>();
  for (const pdf of found) {
    const { fileId, photographs } = pdf;
    if (pdf.of === 'row' && pdf.state !== 'published') {
      const state = pdf.state === 'waiting' ? 'waiting' : 'staged';
      answers.set(fileId, {
        fileId,
        stagedId: pdf.id,
        materialId: null,
        path: pdf.path,
        title: pdf.path,
        state,
        photographs,
      });
    }
    if (pdf.of === 'material') {
      const row = found.find((other) => other.of === 'row' && other.fileId === fileId);
      const state = pdf.isInTrash ? 'trash' : pdf.isHidden ? 'hidden' : 'published';
      const ofRow = row?.of === 'row' ? { stagedId: row.id, path: row.path } : { stagedId: null, path: null };
      answers.set(fileId, { fileId, ...ofRow, materialId: pdf.id, title: pdf.title, state, photographs });
    }
  }
  return [...answers.values()];
}

/** Returns a new row, which has the digest of its photographs until the PDF is made. */
function toNewRow({ path, photographs }: AnnouncedPdf) {
  return {
    id: makeIdentifier(),
    path,
    sizeBytes: photographs.reduce((sum, { size }) => sum + size, 0),
    sha256: createHash('sha256').update(digestsOf(photographs).join('\n')).digest('hex'),
    fileId: makeIdentifier(),
    materialId: makeIdentifier(),
    photographs: digestsOf(photographs),
  };
}

const digestsOf = (photographs: AnnouncedPdf['photographs']) => photographs.map(({ digest }) => digest);
const keyOf = (path: string, digests: readonly string[]) => JSON.stringify([path, ...digests]);
