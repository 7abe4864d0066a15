import { createHash } from 'node:crypto';
import { api } from '#contract/addresses.ts';
import type { StagedBatchAnswer, StagedDuplicateAnswer, StagedFileAnswer } from '#contract/additions.ts';
import { RefusedFile, type Found, type IntakeFile, type NotTaken } from '#app/features/staging/intake/intake-file.ts';
import { problemOf } from '#app/features/session/library-problem.ts';
import { ImportError, Stopped } from './import-error.ts';
import type { LibraryClient } from './library-client.ts';

export type Staged = {
  /** Rows whose bytes the library has, by id. */
  rows: Map<string, StagedFileAnswer>;
  /** Published from here before. */
  publishedBefore: string[];
  /** Not sent, because the same bytes are there already. */
  duplicates: { path: string; of: StagedDuplicateAnswer }[];
  refused: NotTaken[];
  sentFiles: number;
  /** Why it ended early. */
  failure: Error | null;
};

/** Rows that are asked for at once: the first file is sent before the last one was hashed. */
const batchFiles = 50;
/** Small papers are mostly waiting for the network and for the server's disk. */
const parallelUploads = 4;

type Announced = { file: IntakeFile; digest: string };

/** Announces all files, and sends those that the library does not have. Never rejects. */
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
    publishedBefore: [],
    duplicates: [],
    refused: [],
    sentFiles: 0,
    failure: null,
  };
  let seen = 0;
  const tell = () => say(`${staged.sentFiles} sent, ${seen} found`);
  const uploads = createUploads({ client, staged, tell });
  try {
    let batch: Announced[] = [];
    for await (const each of found) {
      if (signal.aborted) throw new Stopped();
      if (staged.failure) break;
      if ('notTaken' in each) {
        staged.refused.push(each.notTaken);
        continue;
      }
      const digest = await hash(each.file).catch((error: unknown) => {
        staged.refused.push({ path: each.file.path, reason: refusalOf(error) ?? 'It cannot be read.' });
        return null;
      });
      if (digest === null) continue;
      seen += 1;
      tell();
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
  const answer = await client.call<StagedBatchAnswer>('POST', api.staging(), { files });
  const unwanted: string[] = [];
  for (const [index, row] of answer.files.entries()) {
    const same = row.duplicates.find(({ how }) => how === 'bytes');
    const file = batch[index]?.file;
    if (row.state === 'published') staged.publishedBefore.push(row.path);
    else if (row.state !== 'waiting') staged.rows.set(row.$id, row);
    else if (same) {
      staged.duplicates.push({ path: row.path, of: same });
      unwanted.push(row.$id);
    } else if (file && !staged.failure) await uploads.start(row, file);
  }
  // The report tells them; in the panel there would be nothing to decide.
  if (unwanted.length > 0) await client.call('POST', api.discardStaged(), { ids: unwanted });
}

type Uploads = {
  /** Resolves when there is room for the next one. */
  start(row: StagedFileAnswer, file: IntakeFile): Promise<void>;
  end(): Promise<void>;
};

function createUploads({ client, staged, tell }: { client: LibraryClient; staged: Staged; tell: () => void }): Uploads {
  const running = new Set<Promise<unknown>>();
  /** The row under which bytes were sent in this run, by their digest; null if they were refused. */
  const sentAs = new Map<string, Promise<StagedFileAnswer | null>>();

  async function send(row: StagedFileAnswer, file: IntakeFile): Promise<StagedFileAnswer | null> {
    try {
      const bytes = new File([await file.open()], file.name);
      await client.upload(row.fileId, bytes, row.hasUpload);
      staged.rows.set(row.$id, row);
      staged.sentFiles += 1;
      tell();
      return row;
    } catch (error) {
      const reason = refusalOf(error);
      if (reason === null) throw error;
      staged.refused.push({ path: row.path, reason });
      await client.call('POST', api.discardStaged(), { ids: [row.$id] });
      return null;
    }
  }

  /** A copy is tried only if the same bytes were not accepted under the name of another. */
  async function sendOnce(
    row: StagedFileAnswer,
    file: IntakeFile,
    before: Promise<StagedFileAnswer | null> | undefined,
  ): Promise<StagedFileAnswer | null> {
    const original = (await before) ?? null;
    if (original === null) return send(row, file);
    const { $id: stagedId, path: title } = original;
    const where = { materialId: null, stagedId, title, subject: null, isInTrash: false, isHidden: false, since: null };
    const of = { how: 'bytes', share: 1, ...where } as const;
    staged.duplicates.push({ path: row.path, of });
    await client.call('POST', api.discardStaged(), { ids: [row.$id] });
    return original;
  }

  return {
    async start(row, file) {
      while (running.size >= parallelUploads) await Promise.race(running);
      const upload = sendOnce(row, file, sentAs.get(row.digest))
        .catch((error: unknown) => {
          staged.failure ??= error as Error;
          return null;
        })
        .finally(() => running.delete(upload));
      running.add(upload);
      sentAs.set(row.digest, upload);
    },

    async end() {
      await Promise.all(running);
    },
  };
}

async function hash(file: IntakeFile): Promise<string> {
  const digest = createHash('sha256');
  for await (const piece of (await file.open()).stream()) digest.update(piece);
  return digest.digest('hex');
}

/** Why this file is not taken; null if the reason is not the file. */
function refusalOf(error: unknown): string | null {
  if (error instanceof RefusedFile) return error.message;
  if (error instanceof ImportError || error instanceof Stopped) return null;
  if (error instanceof DOMException && error.name === 'NotReadableError') return 'It was changed while it was read.';
  const problem = problemOf(error);
  return problem && problem.code < 500 && problem.type.startsWith('storage_') ? problem.message : null;
}
