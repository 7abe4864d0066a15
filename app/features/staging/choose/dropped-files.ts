import type { ChosenEntry } from '#app/features/staging/intake/intake-file.ts';

/** What was dropped, kept while the event lasts: the browser empties it afterwards. */
export type Dropped = readonly (FileSystemEntry | File)[];

/** Takes files and folders out of a drop or paste. Call it within the event. */
export function takeEntries(transfer: DataTransfer): Dropped {
  return [...transfer.items]
    .filter((item) => item.kind === 'file')
    .flatMap((item) => item.webkitGetAsEntry() ?? item.getAsFile() ?? []);
}

/** Whether it is more than the form for one file can take: several files, a folder, or an archive. */
export function isForImport(entries: Dropped): boolean {
  const [first] = entries;
  if (entries.length > 1) return true;
  return first !== undefined && (isFolder(first) || /\.zip$/i.test(first.name));
}

/** Whether it is nothing but pictures: photographs of one paper are for the form. */
export function arePictures(transfer: DataTransfer): boolean {
  const files = [...transfer.items].filter((item) => item.kind === 'file');
  return files.every(({ type }) => type.startsWith('image/'));
}

function isFolder(entry: FileSystemEntry | File): entry is FileSystemDirectoryEntry {
  return 'isDirectory' in entry && entry.isDirectory;
}

/**
 * Every file of what was dropped, folders opened, by name within a folder. A folder or file that cannot be read is passed
 * to `onUnreadable` and skipped. Links that lead in circles end at the depth where paths become longer than the
 * library accepts.
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

/** A folder gives its entries in parts (Chromium: of 100) until a part is empty. */
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

/** The files of a file field, in the order of their paths; with folders if a folder was chosen. */
export function chosenFiles(files: Iterable<File>): ChosenEntry[] {
  return [...files]
    .map((file) => fileEntry(file, file.webkitRelativePath || file.name))
    .sort((one, other) => byName.compare(one.path, other.path));
}

function fileEntry(file: File, path: string): ChosenEntry {
  return { path, sizeBytes: file.size, modifiedAt: file.lastModified, open: async () => file };
}

const byName = new Intl.Collator(undefined, { numeric: true });
