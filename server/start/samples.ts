import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { z } from 'zod';
import { materialKinds } from '#domain/material.ts';
import type { Config } from '#server/config.ts';
import type { PdfInspection } from '#server/library/pictures/inspector.ts';
import type { Resources } from '#server/engines/resources.ts';

const folder = path.join(import.meta.dirname, '..', '..', 'samples');
const settingName = 'samples';

const storedFile = z.object({ path: z.string(), name: z.string() });
const manifest = z.object({
  materials: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(materialKinds),
      title: z.string(),
      subject: z.string(),
      facultyId: z.string(),
      semesterId: z.string(),
      year: z.number().nullable(),
      file: storedFile,
      cover: storedFile.nullable(),
      daysAgo: z.number(),
    }),
  ),
});

/**
 * Publishes the shipped samples at the first start of a data folder (setting SAMPLES). The decision is stored, so that
 * deleted samples are not published again. The samples belong to the default catalogue; with another catalogue, most of
 * their subjects would not exist, so none are published.
 */
export async function seedSamples(parts: {
  config: Config;
  resources: Resources;
  /** Counts the pages of a stored PDF. */
  inspect: (fileId: string) => Promise<PdfInspection>;
  log: Logger;
}): Promise<void> {
  const { config, resources, inspect, log } = parts;
  const { database, storage } = resources;
  const decided = await database.settings.find(settingName);
  if (decided !== null && decided !== 'seeding') return;
  if (!config.withSamples || config.catalogue !== 'tribhuvan') {
    await database.settings.set(settingName, 'off');
    return;
  }
  await database.settings.set(settingName, 'seeding');
  const { materials } = manifest.parse(JSON.parse(await readFile(path.join(folder, 'samples.json'), 'utf8')));
  const owner = await database.accounts.findAdministrator();
  if (!owner) throw new Error('samples need an administrator to belong to');

  const store = async (id: string, file: { path: string; name: string }) => {
    const begun = await database.files.find(id);
    if (begun?.isFinished) return;
    const source = path.join(folder, file.path);
    const { size } = await stat(source);
    if (!begun) {
      await database.files.insertPending({
        id,
        name: file.name,
        folder: '',
        sizeBytes: size,
        chunksTotal: 1,
        ownerId: owner.id,
      });
    }
    await storage.putPart(id, 0, createReadStream(source));
    const joined = await storage.joinParts(id, 1);
    if (!joined) throw new Error(`sample ${file.path}: its bytes went missing while they were stored`);
    const mimeType = mediaTypes[path.extname(file.path)];
    if (!mimeType) throw new Error(`sample ${file.path}: unknown kind of file`);
    const found = mimeType === 'application/pdf' ? await inspect(id) : null;
    const pageCount = found?.state === 'fine' ? found.pageCount : null;
    await database.files.finish(id, { mimeType, ...joined, pageCount, warning: null });
    await storage.removeParts(id);
  };

  for (const sample of [...materials].sort((a, b) => b.daysAgo - a.daysAgo)) {
    if (await database.materials.find(sample.id)) continue;
    const coverFileId = sample.cover ? coverIdOf(sample.id) : null;
    await store(sample.id, sample.file);
    if (sample.cover && coverFileId) await store(coverFileId, sample.cover);
    await database.materials.insert({
      ...sample,
      fileId: sample.id,
      coverFileId,
      isSample: true,
      createdAt: Date.now() - sample.daysAgo * 24 * 60 * 60 * 1000,
    });
  }
  await database.settings.set(settingName, 'on');
  log.info({ materials: materials.length }, 'sample materials were added');
}

/** Returns the same id in every attempt, so that an interrupted seeding is resumed; ids have at most 36 characters. */
function coverIdOf(materialId: string): string {
  return `cover-${createHash('sha256').update(materialId).digest('hex').slice(0, 20)}`;
}

const mediaTypes: Record<string, string> = {
  '.pdf': 'application/pdf',
  '.html': 'text/html',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
};
