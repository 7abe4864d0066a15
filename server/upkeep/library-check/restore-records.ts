import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { judgedBytes } from '#domain/file-type.ts';
import { isIdentifier } from '#domain/identifier.ts';
import { tidyPermissions } from '#contract/permissions.ts';
import { Problem } from '#contract/problems.ts';
import type { Database, RemovedFile } from '#server/engines/database/database.ts';
import { readPermissions } from '#server/engines/database/sql/permission-text.ts';
import type { RecordView } from '#server/engines/database/record-view.ts';
import { cleanFileName } from '#server/library/files/clean-file-name.ts';
import { describeInspection, inspectUpload } from '#server/library/files/inspect-upload.ts';
import { judgeBytes } from '#server/library/files/upload-rules.ts';
import type { OneAtATime } from '#server/library/files/one-at-a-time.ts';
import type { PdfInspection } from '#server/library/pictures/inspector.ts';
import type { Storage } from '#server/engines/storage/storage.ts';
import type { BackedUpRecord, BackupSource } from './backup-source.ts';
import type { StoredFiles } from './stored-files.ts';

type Parts = {
  records: Pick<RecordView, 'listLost' | 'listFinished' | 'findUses'>;
  database: Pick<Database, 'files' | 'accounts'>;
  storage: Storage;
  stored: Pick<StoredFiles, 'findFault'>;
  backup: BackupSource | null;
  /** Counts the pages of a stored PDF. */
  inspect: (fileId: string) => Promise<PdfInspection>;
  oneAtATime: OneAtATime;
  log: Logger;
  signal: AbortSignal;
};

type Uses = Awaited<ReturnType<RecordView['findUses']>> extends Map<string, infer Each> ? Each : never;

/**
 * Restores lost data of files that are still needed: records that a material references, from the backup or from the
 * bytes; and, with a backup, bytes that are missing or changed. Nothing is deleted: other bytes in their place are
 * moved aside. Returns the numbers of restored records and files. A file that can't be restored is logged and not
 * changed.
 */
export async function restoreLost(parts: Parts): Promise<{ records: number; bytes: number }> {
  const { backup } = parts;
  const restored = { records: 0, bytes: 0 };
  const bring = createBringing(parts, restored);
  if (backup && (await hasLost(parts)))
    for await (const snapshot of backup.snapshots()) {
      await eachLost(parts, async (fileId, uses) => {
        const known = snapshot.find(fileId);
        if (known && (await bring(known)) && (await insert(parts, known, uses))) restored.records++;
      });
      if (!(await hasLost(parts))) break;
    }
  await eachLost(parts, async (fileId, uses) => {
    const known = await readRecord(parts, fileId, uses);
    if (known && (await insert(parts, known, uses))) restored.records++;
  });
  if (backup)
    for await (const batch of parts.records.listFinished())
      for (const file of batch) await attempt(parts, file.id, async () => void (await bring(file)));
  return restored;
}

async function hasLost({ records }: Parts): Promise<boolean> {
  for await (const batch of records.listLost()) if (batch.length > 0) return true;
  return false;
}

async function eachLost(parts: Parts, work: (fileId: string, uses: Uses) => Promise<void>): Promise<void> {
  for await (const batch of parts.records.listLost()) {
    const uses = await parts.records.findUses(batch);
    for (const fileId of batch) await attempt(parts, fileId, () => work(fileId, uses.get(fileId) ?? []));
  }
}

/** Holds the file, so that a server that starts meanwhile leaves it alone. */
async function attempt({ oneAtATime, log, signal }: Parts, fileId: string, work: () => Promise<void>): Promise<void> {
  if (signal.aborted || !isIdentifier(fileId)) return;
  try {
    await oneAtATime(fileId, work);
  } catch (error) {
    log.warn({ err: error, fileId }, 'a file could not be restored');
  }
}

/** Returns the function that stores exactly these bytes; it returns false if nobody has them. */
function createBringing(
  { storage, stored, backup, log }: Parts,
  restored: { bytes: number },
): (file: RemovedFile) => Promise<boolean> {
  return async (file) => {
    const { id, sizeBytes, sha256 } = file;
    const fault = await stored.findFault(file);
    if (fault === null) return true;
    if (fault === 'missing' && (await storage.bringBack({ id, sizeBytes, sha256 }))) return true;
    const bytes = await backup?.bytesOf(file);
    if (!bytes) return false;
    await storage.removeParts(id);
    try {
      // Verified before the bytes in the store are touched.
      await storage.putPart(id, 0, Readable.from(bytes));
      const place = await storage.setAside(id, 'bytes');
      if (place !== null) log.warn({ fileId: id, place }, 'bytes that are not those of the record were moved aside');
      const joined = await storage.joinParts(id, 1);
      if (joined?.sha256 !== sha256) throw new Error(`the store returned other bytes of ${id} than it was given`);
    } finally {
      await storage.removeParts(id);
    }
    restored.bytes++;
    return true;
  };
}

/** Reconstructs the record from the bytes in the store, or those moved aside, and from the materials. */
async function readRecord(parts: Parts, fileId: string, uses: Uses): Promise<BackedUpRecord | null> {
  const { database, storage, inspect, log } = parts;
  if (!(await storage.find(fileId))) {
    const noted = await database.files.findRemoved(fileId);
    if (!noted || !(await storage.bringBack(noted))) return null;
  }
  const facts = await digestOf(storage, fileId);
  if (!facts) return null;
  const title = cleanFileName(uses[0]?.title ?? '') || fileId;
  const judged = judge(title, facts.head);
  if (!judged) return null;
  const { name, mediaType: mimeType } = judged;
  const found =
    mimeType === 'application/pdf' ? await inspectUpload(fileId, inspect, log) : ({ state: 'unknown' } as const);
  return {
    id: fileId,
    name: cleanFileName(name),
    folder: '',
    mimeType,
    sizeBytes: facts.sizeBytes,
    sha256: facts.sha256,
    ...(found.state === 'too-large' ? { pageCount: null, warning: null } : describeInspection(found, mimeType)),
    ownerId: (await database.accounts.findAdministrator())?.id ?? '',
    createdAt: Date.now(),
  };
}

/** Returns null if no such file would be accepted: the bytes stay, and are reported. */
function judge(title: string, head: Uint8Array): ReturnType<typeof judgeBytes> | null {
  try {
    return judgeBytes(title, head);
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

async function digestOf(storage: Storage, fileId: string) {
  const bytes = await storage.read(fileId);
  if (!bytes) return null;
  const hash = createHash('sha256');
  const head: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const piece of bytes) {
    if (sizeBytes < judgedBytes) head.push(piece as Uint8Array);
    sizeBytes += (piece as Uint8Array).length;
    hash.update(piece as Uint8Array);
  }
  return { sizeBytes, sha256: hash.digest('hex'), head: Buffer.concat(head).subarray(0, judgedBytes) };
}

/** A file gets the read permissions of the materials that use it. */
async function insert({ database, log }: Parts, record: BackedUpRecord, uses: Uses): Promise<boolean> {
  const permissions = tidyPermissions(uses.flatMap((each) => [...readPermissions(each.permissions)]));
  const isNew = await database.files.restoreRecord({ ...record, permissions });
  if (isNew) log.warn({ fileId: record.id, name: record.name }, 'the lost record of a file was restored');
  return isNew;
}
