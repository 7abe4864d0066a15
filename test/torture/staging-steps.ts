import { api } from '#contract/addresses.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import type { StagedBatchAnswer, StagedListAnswer, StagedPublishedAnswer } from '#contract/schemas/answer-types.ts';
import type { FileAnswer, MaterialDocument } from '#contract/schemas/document.ts';
import { stagingLimits } from '#contract/staging.ts';
import { makePdf } from '#test/support/documents.ts';
import { digest, ids, uploadForm } from '#test/support/library.ts';
import { broken, type SendRequest } from './connection.ts';

/** Beginning of the titles of imported files. */
export const stagedTitle = 'Imported';

/** An imported file with everything acknowledged so far. */
type Imported = {
  path: string;
  title: string;
  bytes: Buffer;
  /** Its acknowledged paths. */
  paths: Set<string>;
  row: { id: string; fileId: string } | null;
  isSent: boolean;
  materialId: string | null;
};

/** Files that one worker imports, one after the other. */
export type ImportedFiles = { files: Imported[] };

const manual = { facultyId: 'csit', semesterId: '1', subject: 'C Programming', kind: 'paper', year: 2024 };

/**
 * Makes the function that takes the next step of an import: the last file is announced, sent, published; then another
 * one begins. Throws when the library contradicts an acknowledgement.
 */
export function createImportStep(name: string, { files }: ImportedFiles, send: SendRequest): () => Promise<void> {
  const read = async <Answer>(answer: Promise<Response>) => (await (await answer).json().catch(broken)) as Answer;

  function begin(): Imported {
    const title = `${stagedTitle} ${name} ${files.length}`;
    const path = `${name}/${files.length}/${title}.pdf`;
    const bytes = makePdf([[title]]);
    const file = { path, title, bytes, paths: new Set<string>(), row: null, isSent: false, materialId: null };
    files.push(file);
    return file;
  }

  /** Announces the file under these paths at once. */
  async function announce(file: Imported, ...paths: string[]): Promise<{ id: string; fileId: string }> {
    const { bytes } = file;
    const announced = { files: paths.map((path) => ({ path, size: bytes.length, digest: digest(bytes) })) };
    const { files: rows } = await read<StagedBatchAnswer>(send('POST', panelApi.staging(), announced));
    const [row] = rows;
    if (!row || rows.length !== paths.length) throw new Error(`${file.path} had no response`);
    if (rows.some(({ $id }) => $id !== row.$id)) throw new Error(`${file.path} and its copies have several rows`);
    for (const path of paths) file.paths.add(path);
    return { id: row.$id, fileId: row.fileId };
  }

  return async () => {
    const last = files.at(-1);
    const file = last && last.materialId === null ? last : begin();
    if (file.row === null) {
      file.row = await announce(file, file.path, copyOf(file.path, 1));
    } else if (!file.isSent) {
      // Announced again, or under another path, it is the same row: so a stopped import resumes.
      const again = await announce(file, file.path, copyOf(file.path, 2));
      if (again.id !== file.row.id || again.fileId !== file.row.fileId) throw new Error(`${file.path} has two rows`);
      const form = uploadForm(again.fileId, `${file.title}.pdf`, file.bytes);
      // 409: it had arrived, only the response was lost.
      await send('POST', api.files(ids), form, { expected: [409] });
      file.isSent = true;
    } else {
      await send('PATCH', panelApi.staging(), { ids: [file.row.id], manual, forget: [] });
      const publishing = { ids: [file.row.id], accept: ['doubtful'] };
      const { results } = await read<StagedPublishedAnswer>(send('POST', panelApi.publishStaged(), publishing));
      const [result] = results;
      if (!result?.materialId) throw new Error(`${file.path} was not published: ${result?.reason}`);
      file.materialId = result.materialId;
    }
  };
}

const copyOf = (path: string, number: number) => `copies/${path.replace(/\.pdf$/, ` (${number}).pdf`)}`;

/** Compares the imported files with the library. Returns a sentence for every fault. */
export function checkImported(
  { files }: ImportedFiles,
  library: {
    rows: StagedListAnswer['files'];
    stored: ReadonlyMap<string, FileAnswer>;
    documents: readonly MaterialDocument[];
  },
): string[] {
  const wrong: string[] = [];
  for (const { path, title, bytes, paths, row, isSent, materialId } of files) {
    const rows = library.rows.filter((each) => each.digest === digest(bytes));
    const made = library.documents.filter((each) => each.title === title);
    const [found] = rows;
    if (rows.length > 1) wrong.push(`${path} is staged ${rows.length} times`);
    const known = new Set(found && [found.path, ...found.otherPaths]);
    for (const each of paths) if (!known.has(each)) wrong.push(`${each} was staged and is missing`);
    if (made.length > 1) wrong.push(`${path} was published ${made.length} times`);
    if (row && (found?.$id !== row.id || found.fileId !== row.fileId)) wrong.push(`${path} is not staged any more`);
    if (isSent && row && library.stored.get(row.fileId)?.signature !== digest(bytes))
      wrong.push(`${path} lost its bytes`);
    if (isSent && found?.state === 'waiting') wrong.push(`${path} waits for bytes that are there`);
    if (materialId && made[0]?.$id !== materialId) wrong.push(`${path} was published and is not in the library`);
    if ((found?.state === 'published') !== (made.length === 1)) wrong.push(`${path}: its row is ${found?.state}`);
  }
  return wrong;
}

/** All rows, published ones as well. */
export async function listStaged(
  get: (address: string) => Promise<StagedListAnswer>,
): Promise<StagedListAnswer['files']> {
  const rows: StagedListAnswer['files'] = [];
  for (let cursor: number | null = null; ;) {
    const page = await get(panelApi.stagedFiles({ filter: 'all', limit: stagingLimits.maxPage, cursor }));
    rows.push(...page.files);
    if (page.next === null) return rows;
    cursor = page.next;
  }
}
