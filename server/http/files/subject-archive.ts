import { createHash } from 'node:crypto';
import { makeZip, predictLength } from 'client-zip';
import { equal, type ListQuery } from '#contract/query.ts';
import { Problem } from '#contract/problems.ts';
import type { Actor } from '#domain/account.ts';
import type { Material, MaterialKind } from '#domain/material.ts';
import type { ByteRange, ByteSource } from '#server/library/files/byte-source.ts';
import type { StoredFile } from '#server/library/files/file-service.ts';
import type { Services } from '#server/services/services.ts';
import { downloadName } from './content-disposition.ts';
import { createPieceLender, type PieceLender } from './piece-lender.ts';
import { kindNames } from '#messages/kinds.ts';

/** Maximum number of files, more than a subject gets in its lifetime; each costs a lookup before the first byte. */
export const maxArchivedFiles = 2000;

/**
 * Maximum length of names within an archive, in bytes: file systems allow 255, and the archive's folders come on top of
 * that.
 */
const maxNameBytes = 200;

/** The content of an archive: the materials of a kind of a subject. */
export type ArchivedSubject = { kind: MaterialKind; facultyId: string; semesterId: string; subject: string };

/**
 * Reads the bytes of an archive. Stops without an error when the client has disconnected (`left`), even before the
 * first byte of the range.
 */
export type ArchiveSource = (range: ByteRange, take: Parameters<ByteSource>[1], left?: AbortSignal) => Promise<boolean>;

/** A ZIP archive that is made while it is being sent. */
export type SubjectArchive = {
  /** The file name of the archive. */
  name: string;
  sizeBytes: number;
  /** Unchanged as long as the archive has the same bytes. */
  etag: string;
  source: ArchiveSource;
};

type Parts = {
  services: {
    materials: Pick<Services['materials'], 'list'>;
    files: Pick<Services['files'], 'getReadable' | 'bytesOf'>;
  };
};

/** One file within an archive. */
type Entry = { name: string; file: StoredFile };

/**
 * Returns the archive of a subject's files that the actor may read. Files are not compressed in the archive: PDFs are
 * already compressed, and the size must be known before anything is read. Throws `document_not_found` if there are no
 * files.
 */
export async function archiveSubject(
  { services }: Parts,
  actor: Actor,
  { kind, facultyId, semesterId, subject }: ArchivedSubject,
): Promise<SubjectArchive> {
  const query: ListQuery = {
    filters: [equal('facultyId', facultyId), equal('semesterId', semesterId), equal('subject', subject)],
    orders: [
      { attribute: 'year', direction: 'desc' },
      { attribute: 'title', direction: 'asc' },
    ],
    limit: maxArchivedFiles,
    offset: 0,
    cursor: null,
    select: null,
    wantsTotal: false,
  };
  const { materials } = await services.materials.list(actor, kind, query);
  const { entries, missing } = await collect(services, actor, materials);
  if (entries.length === 0) throw new Problem('document_not_found', 'This subject has no files to download.');
  const modifiedAt =
    entries
      .map(({ file }) => file.createdAt)
      .toSorted()
      .at(-1) ?? '';
  const note = missing.length > 0 ? noteOf(missing) : null;
  const files = (lender: PieceLender) => listFiles({ services, lender, entries, note, modifiedAt });
  return {
    name: downloadName(`${subject} – ${kindNames[kind]}s`, 'application/zip'),
    sizeBytes: Number(predictLength(files(createPieceLender()))),
    etag: createHash('sha256')
      .update(JSON.stringify(['zip-1', note, entries.map(({ name, file }) => [name, file.sha256, file.createdAt])]))
      .digest('hex'),
    source: zipSource(files),
  };
}

/** Returns the files to archive, and the titles of materials whose bytes are missing. */
async function collect({ files }: Parts['services'], actor: Actor, materials: readonly Material[]) {
  const taken = new Set<string>();
  const entries: Entry[] = [];
  const missing: string[] = [];
  for (const material of materials) {
    const file = await files.getReadable(actor, material.fileId).catch(ignoreProblem);
    if (file && (await hasBytes(files, file))) entries.push({ name: nameOf(material, file, taken), file });
    else missing.push(material.title);
  }
  return { entries, missing };
}

function ignoreProblem(error: unknown): null {
  if (error instanceof Problem) return null;
  throw error;
}

async function hasBytes(files: Pick<Services['files'], 'bytesOf'>, file: StoredFile): Promise<boolean> {
  if (file.sizeBytes === 0) return true;
  return files.bytesOf(file)({ start: 0, end: 0 }, async () => undefined);
}

/**
 * Returns a name such as `2023 Title.pdf`, without the year if the title contains it. Names are unique regardless of
 * case and Unicode normalisation.
 */
function nameOf(material: Material, file: StoredFile, taken: Set<string>): string {
  const { title, year } = material;
  const whole = year === null || title.includes(String(year)) ? title : `${year} ${title}`;
  for (let copy = 1; ; copy += 1) {
    const ending = copy === 1 ? '' : ` (${copy})`;
    const name = downloadName(cutBytes(whole, maxNameBytes - 20) + ending, file.mimeType);
    const key = name.normalize('NFC').toLowerCase();
    if (taken.has(key)) continue;
    taken.add(key);
    return name;
  }
}

/** Returns the longest beginning of a text that has at most `max` bytes of UTF-8 and splits no character. */
function cutBytes(text: string, max: number): string {
  let bytes = 0;
  let beginning = '';
  for (const { segment } of new Intl.Segmenter('und').segment(text)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > max) return beginning.trimEnd();
    beginning += segment;
  }
  return beginning;
}

function noteOf(missing: readonly string[]): string {
  return `These files could not be included. Please inform the library's administrator.\r\n\r\n${missing.join('\r\n')}\r\n`;
}

function* listFiles(parts: {
  services: Parts['services'];
  lender: PieceLender;
  entries: readonly Entry[];
  note: string | null;
  modifiedAt: string;
}) {
  const { services, lender, entries, note, modifiedAt } = parts;
  for (const { name, file } of entries) {
    const lastModified = new Date(file.createdAt);
    yield {
      name,
      size: file.sizeBytes,
      lastModified,
      input: lender.pull(services.files.bytesOf(file), file.sizeBytes),
    };
  }
  if (note === null) return;
  const input = Buffer.from(note);
  yield { name: 'Not included.txt', size: input.length, lastModified: new Date(modifiedAt), input };
}

/**
 * Returns a source of ranges. A range is cut out of the whole archive, because its directory needs the checksums of
 * every file. So the files before the range are read as well, unless the client has disconnected meanwhile; nothing
 * after the range is read.
 */
function zipSource(files: (lender: PieceLender) => ReturnType<typeof listFiles>): ArchiveSource {
  return async ({ start, end }, take, left) => {
    const lender = createPieceLender();
    const pieces = makeZip(files(lender), { buffersAreUTF8: true }).getReader();
    try {
      for (let at = 0; at <= end;) {
        if (left?.aborted) break;
        const { value: piece } = await pieces.read();
        if (!piece) break;
        const from = Math.max(0, start - at);
        const to = Math.min(piece.length, end + 1 - at);
        at += piece.length;
        if (from < to) await take(piece.subarray(from, to));
        lender.giveBack(piece);
      }
      return true;
    } finally {
      // First, because the archive's generator may be waiting for the next piece of a file.
      await lender.stop();
      await pieces.cancel().catch(() => undefined);
    }
  };
}
