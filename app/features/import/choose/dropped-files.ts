import type { ChosenEntry } from '#app/features/import/intake/intake-file.ts';

/** The dropped items, copied during the event: the browser clears them afterwards. */
export type Dropped = readonly (FileSystemEntry | File)[];

/** Reads files and folders from a drop or paste. Must be called within the event. */
export function takeEntries(transfer: DataTransfer): Dropped {
  return [...transfer.items]
    .filter((item) => item.kind === 'file')
    .flatMap((item) => item.webkitGetAsEntry() ?? item.getAsFile() ?? []);
}

/** True if the form for one file can't accept the drop: several files, a folder, or an archive. */
export function isForImport(entries: Dropped): boolean {
  const [first] = entries;
  if (entries.length > 1) return true;
  return first !== undefined && (isFolder(first) || /\.zip$/i.test(first.name));
}

/** True if there are only pictures: photographs of one paper are for the form. */
export function arePictures(transfer: DataTransfer): boolean {
  const files = [...transfer.items].filter((item) => item.kind === 'file');
  return files.every(({ type }) => type.startsWith('image/'));
}

function isFolder(entry: FileSystemEntry | File): entry is FileSystemDirectoryEntry {
  return 'isDirectory' in entry && entry.isDirectory;
}

/**
 * Yields every dropped file, with folders opened, sorted by name within a folder. A folder or file that cannot be read is
 * passed to `onUnreadable` and skipped. Circular links end at the depth where paths become longer than the library
 * accepts.
 */
export async function* walkDropped(
  dropped: Dropped,
  onUnreadable: (path: string) => void,
  maxPath: number,
): AsyncGenerator<ChosenEntry, void> {
  for (const entry of dropped) {
    if (entry instanceof File) yield fileEntry(entry, entry.name);
    else yield* walk(entry, onUnreadable, maxPath);
  }
}

async function* walk(
  entry: FileSystemEntry,
  onUnreadable: (path: string) => void,
  maxPath: number,
): AsyncGenerator<ChosenEntry, void> {
  const path = entry.fullPath.replace(/^\//, '');
  if (path.length > maxPath) return onUnreadable(path);
  try {
    if (!isFolder(entry)) {
      const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
      yield fileEntry(file, path);
      return;
    }
  } catch {
    return onUnreadable(path);
  }
  let children: FileSystemEntry[];
  try {
    children = await readFolder(entry);
  } catch {
    return onUnreadable(path);
  }
  for (const child of children) yield* walk(child, onUnreadable, maxPath);
}

/** Reads the entries of a folder, which come in parts (Chromium: of 100) until a part is empty. */
async function readFolder(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) break;
    entries.push(...part);
  }
  return entries.sort((one, other) => byName.compare(one.name, other.name));
}

/** Returns the files of a file input, sorted by path; with folders if a folder was chosen. */
export function chosenFiles(files: Iterable<File>): ChosenEntry[] {
  return [...files]
    .map((file) => fileEntry(file, file.webkitRelativePath || file.name))
    .sort((one, other) => byName.compare(one.path, other.path));
}

function fileEntry(file: File, path: string): ChosenEntry {
  return { path, sizeBytes: file.size, modifiedAt: file.lastModified, open: async () => file };
}

const byName = new Intl.Collator(undefined, { numeric: true });
