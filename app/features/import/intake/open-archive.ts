import { archiveHeadBytes, readArchiveFacts } from './archive-type.ts';
import { fileExtension } from '#domain/file-type.ts';
import * as words from '#messages/import/archives.ts';
import { reasons } from '#messages/import/intake.ts';
import { RefusedFile, whatOf, type ChosenEntry, type Found, type IntakeLimits } from './intake-file.ts';
import { judgeTree } from './judge-tree.ts';
import { openPacked } from './open-packed.ts';
import { openZip } from './open-zip.ts';
import type { ArchiveRoom } from './opened-archive.ts';
import type { Unpacker } from './unpacker.ts';

/** Parts of opening an archive that all archives in it share. */
type Opening = { limits: IntakeLimits; unpacker: Unpacker; room: ArchiveRoom };

/**
 * Yields the accepted files of an archive. Refused files are reported with a sentence. If the whole archive is refused,
 * none of its files is yielded. Its first bytes decide its format. Archives in it are opened too, to the depth of the
 * limits.
 */
export async function openArchive(entry: ChosenEntry, limits: IntakeLimits, unpacker: Unpacker): Promise<Found[]> {
  const room = { entries: limits.entries, bytes: limits.archiveBytes };
  return readArchive(entry, { limits, unpacker, room }, 1);
}

async function readArchive(entry: ChosenEntry, opening: Opening, depth: number): Promise<Found[]> {
  const { limits, room } = opening;
  try {
    const { entries, refused } = await listFiles(entry, opening);
    const found: Found[] = refused.map((notTaken) => ({ notTaken }));
    // Their bytes are counted where they are found.
    const inOthers = new Set<Found>();
    const openInner = async (inner: ChosenEntry) => {
      const its = await readInner(inner, opening, depth + 1);
      for (const each of its) inOthers.add(each);
      return its;
    };
    for await (const each of judgeTree(entries, limits, openInner)) {
      found.push(each);
      const what = whatOf(each);
      if ('sizeBytes' in what && !inOthers.has(each)) room.bytes -= what.sizeBytes;
      if (room.bytes < 0) throw new RefusedFile(words.tooLarge(limits.archiveBytes));
    }
    return found;
  } catch (error) {
    const isRefused = error instanceof RefusedFile;
    const reason = isRefused ? error.message : words.damaged;
    return [{ notTaken: { path: entry.path, reason, ...(isRefused && error.kind && { kind: error.kind }) } }];
  }
}

async function listFiles(entry: ChosenEntry, { limits, unpacker, room }: Opening) {
  const archive = await entry.open();
  const head = new Uint8Array(await archive.slice(0, archiveHeadBytes).arrayBuffer());
  const facts = readArchiveFacts(entry.path, head);
  if (facts?.isPart) throw new RefusedFile(words.part);
  if (facts?.isLocked) throw new RefusedFile(words.locked);
  // A zip archive may have other bytes before it, such as a program that unpacks it.
  if (facts?.format === 'zip' || (!facts && /^\.zipx?$/.test(fileExtension(entry.path))))
    return openZip(entry.path, archive, limits, room);
  if (!facts) throw new RefusedFile(reasons.archive, 'archive');
  return openPacked(entry, archive, { limits, unpacker, room });
}

async function readInner(entry: ChosenEntry, opening: Opening, depth: number): Promise<Found[]> {
  const { limits, room } = opening;
  const refuse = (reason: string): Found[] => [{ notTaken: { path: entry.path, reason } }];
  if (depth > limits.archiveDepth) return refuse(words.tooDeep(limits.archiveDepth));
  if (entry.sizeBytes > limits.innerArchiveBytes) return refuse(words.innerTooLarge(limits.innerArchiveBytes));
  room.bytes -= entry.sizeBytes;
  return readArchive(entry, opening, depth);
}
