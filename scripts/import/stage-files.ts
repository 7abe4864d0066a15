import { panelApi } from '#contract/panel-addresses.ts';
import type { StagedBatchAnswer, StagedDuplicateAnswer, StagedFileAnswer } from '#contract/schemas/answer-types.ts';
import { RefusedFile, type Found, type IntakeFile, type NotTaken } from '#app/features/import/intake/intake-file.ts';
import { hasOnlyThesePaths } from '#app/features/import/intake/gather-files.ts';
import { problemOf } from '#app/features/session/library-problem.ts';
import { ProjectFolders } from '#app/features/import/intake/project-folders.ts';
import { hash } from './hash.ts';
import { ImportError, Stopped } from './import-error.ts';
import type { LibraryClient } from './library-client.ts';

export type Staged = {
  /** Rows whose bytes the library has, by id. */
  rows: Map<string, StagedFileAnswer>;
  /** The paths of this run by the id of their row: files with the same bytes are one row. */
  paths: Map<string, string[]>;
  /** Rows that an earlier run of this import published, by id. */
  publishedBefore: Map<string, StagedFileAnswer>;
  /** Rows that were not sent because the library has the same bytes, by id. */
  duplicates: Map<string, { row: StagedFileAnswer; of: StagedDuplicateAnswer }>;
  refused: NotTaken[];
  /** Pictures that may be pages of papers, and other files that show what their folders are for. */
  pictures: IntakeFile[];
  /** Office documents, of which the library makes PDFs. */
  documents: IntakeFile[];
  folders: ProjectFolders;
  /** The paths of all files to import, whatever their result is. */
  found: string[];
  sentFiles: number;
  /** Reason why the import ended early. */
  failure: Error | null;
};

/** Number of rows requested at once, so that the first file is sent before the last one was hashed. */
const batchFiles = 50;
/** Number of parallel uploads: small papers mostly wait for the network and for the server's disk. */
const parallelUploads = 4;

type Announced = { file: IntakeFile; digest: string };

/** Announces all files, and sends those that the library does not have yet. Never rejects. */
export async function stageFiles({
  client,
  found,
  signal,
  say,
}: {
  client: LibraryClient;
  found: AsyncIterable<Found>;
  signal: AbortSignal;
  say: (text: string) => void;
}): Promise<Staged> {
  const staged: Staged = {
    rows: new Map(),
    paths: new Map(),
    publishedBefore: new Map(),
    duplicates: new Map(),
    refused: [],
    pictures: [],
    documents: [],
    folders: new ProjectFolders(),
    found: [],
    sentFiles: 0,
    failure: null,
  };
  let seen = 0;
  const sayProgress = () => say(`${staged.sentFiles} sent, ${seen} found`);
  const uploads = createUploads({ client, staged, sayProgress });
  try {
    let batch: Announced[] = [];
    for await (const each of found) {
      if (signal.aborted) throw new Stopped();
      if (staged.failure) break;
      if ('picture' in each || 'office' in each) {
        const [file, list] =
          'picture' in each ? [each.picture, staged.pictures] : ([each.office, staged.documents] as const);
        list.push(file);
        staged.found.push(file.path);
        continue;
      }
      staged.folders.note('notTaken' in each ? each.notTaken.path : each.file.path);
      if ('notTaken' in each) {
        staged.refused.push(each.notTaken);
        continue;
      }
      const digest = await hashFile(each.file).catch((error: unknown) => {
        staged.refused.push({ path: each.file.path, reason: 'It can’t be read.', ...refusalOf(error) });
        return null;
      });
      if (digest === null) continue;
      seen += 1;
      staged.found.push(each.file.path);
      sayProgress();
      batch.push({ file: each.file, digest });
      if (batch.length < batchFiles) continue;
      await announce(client, batch, staged, uploads);
      batch = [];
    }
    if (!staged.failure) await announce(client, batch, staged, uploads);
  } catch (error) {
    staged.failure ??= error as Error;
  }
  await uploads.end();
  return staged;
}

async function announce(
  client: LibraryClient,
  batch: readonly Announced[],
  staged: Staged,
  uploads: Uploads,
): Promise<void> {
  if (batch.length === 0) return;
  const files = batch.map(({ file, digest }) => ({ path: file.path, size: file.sizeBytes, digest }));
  const answer = await client.call<StagedBatchAnswer>('POST', panelApi.staging(), { files });
  const known = new Set(staged.paths.keys());
  for (const [index, row] of answer.files.entries())
    notePath(row, batch[index]?.file.path ?? row.path, staged, uploads);
  for (const [index, row] of answer.files.entries()) {
    const file = batch[index]?.file;
    // A further path of a file that is being sent needs nothing.
    if (file) await take(row, known.has(row.$id) ? null : file, staged, uploads);
    known.add(row.$id);
  }
  // The report names them; the panel would have nothing to decide.
  const unwanted = answer.files.filter((row) => staged.duplicates.has(row.$id) && isOnlyOurs(row, staged));
  const ids = [...new Set(unwanted.map(({ $id }) => $id))];
  if (ids.length > 0) await client.call('POST', panelApi.discardStaged(), { ids });
}

/** Records a path of this run for its row, or the reason why the file was not imported under another path. */
function notePath({ $id }: StagedFileAnswer, path: string, staged: Staged, { refusals }: Uploads): void {
  const refusal = refusals.get($id);
  if (refusal !== undefined) staged.refused.push({ path, ...refusal });
  else staged.paths.set($id, [...(staged.paths.get($id) ?? []), path]);
}

/** Records a row, and sends `file` if its bytes were not sent yet. */
async function take(row: StagedFileAnswer, file: IntakeFile | null, staged: Staged, uploads: Uploads): Promise<void> {
  const { $id: id, state } = row;
  if (!staged.paths.has(id)) return;
  const same = row.duplicates.find(({ how }) => how === 'bytes');
  if (state === 'published') staged.publishedBefore.set(id, row);
  else if (state !== 'waiting') staged.rows.set(id, row);
  else if (same) staged.duplicates.set(id, { row, of: same });
  else if (file && !staged.failure) await uploads.start(row, file);
}

/** True if only this run needs the row: all of its paths belong to this run, and nothing was set by hand. */
function isOnlyOurs(row: StagedFileAnswer, { paths }: Staged): boolean {
  const isManual = row.isTitleManual || Object.values(row.fields).some(({ source }) => source === 'manual');
  return !isManual && hasOnlyThesePaths(row, paths.get(row.$id) ?? []);
}

type Refusal = Omit<NotTaken, 'path'>;

type Uploads = {
  /** Starts sending a file. Resolves when the next one can start. */
  start(row: StagedFileAnswer, file: IntakeFile): Promise<void>;
  end(): Promise<void>;
  /** Reasons why the library refused a file, by the id of its row. */
  refusals: ReadonlyMap<string, Refusal>;
};

function createUploads({
  client,
  staged,
  sayProgress,
}: {
  client: LibraryClient;
  staged: Staged;
  sayProgress: () => void;
}): Uploads {
  const running = new Set<Promise<void>>();
  const refusals = new Map<string, Refusal>();

  async function send(row: StagedFileAnswer, file: IntakeFile): Promise<void> {
    try {
      const bytes = new File([await file.open()], file.name);
      // Another person who staged it under another path may be sending it, too.
      const isBegun = row.hasUpload || !hasOnlyThesePaths(row, staged.paths.get(row.$id) ?? []);
      await client.upload(row.fileId, bytes, isBegun);
      staged.rows.set(row.$id, row);
      staged.sentFiles += 1;
      sayProgress();
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === null) throw error;
      const isUnwanted = isOnlyOurs(row, staged);
      refusals.set(row.$id, refusal);
      for (const path of staged.paths.get(row.$id) ?? []) staged.refused.push({ path, ...refusal });
      staged.paths.delete(row.$id);
      if (isUnwanted) await client.call('POST', panelApi.discardStaged(), { ids: [row.$id] });
    }
  }

  return {
    refusals,

    async start(row, file) {
      while (running.size >= parallelUploads) await Promise.race(running);
      const upload = send(row, file)
        .catch((error: unknown) => {
          staged.failure ??= error as Error;
        })
        .finally(() => running.delete(upload));
      running.add(upload);
    },

    async end() {
      await Promise.all(running);
    },
  };
}

const hashFile = async (file: IntakeFile) => hash(await file.open());

/** Returns the reason why this file is refused; null if the reason is not the file. */
function refusalOf(error: unknown): Refusal | null {
  if (error instanceof RefusedFile) return { reason: error.message, ...(error.kind && { kind: error.kind }) };
  if (error instanceof ImportError || error instanceof Stopped) return null;
  if (error instanceof DOMException && error.name === 'NotReadableError')
    return { reason: 'It changed while it was being read.' };
  const problem = problemOf(error);
  return problem && problem.code < 500 && problem.type.startsWith('storage_') ? { reason: problem.message } : null;
}
