import * as words from '#messages/import/archives.ts';
import { RefusedFile, harmlessBytes, type ChosenEntry, type IntakeLimits, type NotTaken } from './intake-file.ts';
import type { ArchiveRoom, OpenedArchive } from './opened-archive.ts';
import { entryPath, readEntryNames } from './repair-name.ts';
import type { UnpackedArchive, Unpacker } from './unpacker.ts';

/**
 * Unpacks the files of a RAR, 7z or tar archive that may be accepted. If the end cannot be read, returns the files
 * before it. Throws `RefusedFile` if the whole archive is refused.
 */
export async function openPacked(
  { path, open }: ChosenEntry,
  archive: Blob,
  { limits, unpacker, room }: { limits: IntakeLimits; unpacker: Unpacker; room: ArchiveRoom },
): Promise<OpenedArchive> {
  if (archive.size > limits.packedBytes) throw new RefusedFile(words.packedTooLarge(limits.packedBytes));
  // Only the whole archive has a packed size.
  const mostByRatio = Math.max(archive.size * limits.ratio, harmlessBytes);
  const { unpackedBytes, fileBytes, innerArchiveBytes } = limits;
  const request = {
    entries: room.entries,
    archiveBytes: Math.min(room.bytes, mostByRatio),
    unpackedBytes,
    fileBytes,
    innerArchiveBytes,
  };
  const key = {};
  const unpack = async (get: () => Promise<Blob>) =>
    unpacker.unpack(key, async () => ({ archive: await get(), limits: request }));
  const unpacked = await unpack(async () => archive);
  room.entries -= unpacked.entries.length;
  const refused = refuse(path, unpacked, mostByRatio < room.bytes, limits);
  const names = readEntryNames(unpacked.entries.map(({ name }) => ({ raw: name, unicode: null, isUnix: true })));
  const entries = unpacked.entries.flatMap((entry, index): ChosenEntry[] => {
    const shown = names[index] ?? '';
    const inner = entryPath(shown);
    if (inner === null) {
      refused.push({ path: `${path}/${shown}`, reason: words.outside });
      return [];
    }
    if (entry.isLink) {
      refused.push({ path: `${path}/${inner}`, reason: words.link });
      return [];
    }
    const refusal = entry.fault && lockedOrDamaged[entry.fault];
    return [
      {
        path: `${path}/${inner}`,
        sizeBytes: entry.sizeBytes,
        async open() {
          const { blob } = (await unpack(open)).entries[index] ?? {};
          if (!blob) throw new RefusedFile(words.damaged);
          return new File([blob], inner.split('/').at(-1) ?? inner);
        },
        ...(refusal !== null && { refusal }),
      },
    ];
  });
  return { entries, refused };
}

const lockedOrDamaged = { locked: words.locked, damaged: words.damaged };

/** Returns the refusal of the end of the archive; none if it was read completely. */
function refuse(path: string, { entries, end }: UnpackedArchive, isOfRatio: boolean, limits: IntakeLimits): NotTaken[] {
  switch (end) {
    case 'complete':
      if (entries.length === 0) throw new RefusedFile(words.empty);
      return [];
    case 'entries':
      throw new RefusedFile(words.tooManyEntries(limits.entries));
    case 'bytes':
      throw new RefusedFile(isOfRatio ? words.bomb : words.tooLarge(limits.archiveBytes));
    case 'held':
      throw new RefusedFile(words.tooManyPapers(limits.unpackedBytes));
    case 'slow':
      throw new RefusedFile(words.slow);
    case 'locked':
    case 'damaged':
      if (entries.length === 0) throw new RefusedFile(lockedOrDamaged[end]);
      return [{ path, reason: words.rest }];
  }
}
