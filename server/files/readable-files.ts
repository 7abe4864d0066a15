import type { Changes } from '#server/changes.ts';
import type { Database, FileRecord } from '#server/database/database.ts';

/** Which files may be read now. */
export interface ReadableFiles {
  /** The finished file, or null when it is missing, still arriving, or used by nothing but trash. */
  find(fileId: string): Promise<FileRecord | null>;
}

/** A reader asks one file for dozens of ranges within seconds; each would be two queries. */
const rememberedFiles = 500;
/** What another process changes is seen after this long at most; what this one changes, at once. */
const rememberedMs = 2000;

export function createReadableFiles({ database, changes }: { database: Database; changes: Changes }): ReadableFiles {
  let remembered = new Map<string, { file: FileRecord; until: number }>();
  changes.listen(() => {
    remembered = new Map();
  });

  return {
    async find(fileId) {
      const known = remembered.get(fileId);
      if (known && known.until > performance.now()) return known.file;
      const memory = remembered;
      const file = await database.files.find(fileId);
      if (!file?.isFinished || (await database.materials.usesOfFile(fileId)) === 'trash') return null;
      if (memory.size >= rememberedFiles) memory.clear();
      // Into the memory of the time of asking: if something changed meanwhile, that one is no longer looked at.
      memory.set(fileId, { file, until: performance.now() + rememberedMs });
      return file;
    },
  };
}
