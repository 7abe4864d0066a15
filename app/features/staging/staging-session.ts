import { api, type ContractIds } from '#contract/addresses.ts';
import { LibraryError } from '#app/features/session/library-error.ts';
import { stagingLimits } from '#contract/staging.ts';
import { explainProblem } from '#app/features/session/library-problem.ts';
import type { SignedInCaller } from '#app/features/session/signed-in-caller.ts';
import { gatherFiles, type ChosenEntry } from './intake/gather-files.ts';
import { RefusedFile, type IntakeFile, type NotTaken } from './intake/intake-file.ts';
import { intakeLimits } from './intake/intake-limits.ts';
import { StagedRows } from './rows/staged-rows.ts';
import { callAfter } from './sending/call-after.ts';
import type { Hasher } from './sending/hasher.ts';
import { judgeSendError } from './sending/judge-send-error.ts';
import { SendQueue, type SendItem } from './sending/send-queue.ts';
import type { StagedRow, StagingCalls } from './staging-calls.ts';
import { createStore } from './store.ts';

/** Sends the bytes of a file; as `uploadFile` of the form for one file does. */
export type SendFile = (options: {
  ids: ContractIds;
  fileId: string;
  file: File;
  isResumed: boolean;
  signal: AbortSignal;
  onProgress: (progress: { sentBytes: number }) => void;
  callSignedIn: SignedInCaller;
}) => Promise<unknown>;

/** The PDFs inside a PDF: those of these names, or all. */
export type ExtractPapers = (file: Blob, only: readonly string[] | null, signal: AbortSignal) => Promise<File[]>;

/** What has come of the chosen files before anything of them is sent. */
export type IntakeState = {
  isReading: boolean;
  /** Whether the latest choice has been read to its end. */
  hasEnded: boolean;
  /** Files found, and of these compared with the library. */
  found: number;
  read: number;
  notTaken: readonly NotTaken[];
  /** How many were published from here before. */
  published: number;
  /** Why reading ended early. */
  error: string | null;
};

type Parts = {
  calls: StagingCalls;
  ids: ContractIds;
  maxUploadBytes: number;
  callSignedIn: SignedInCaller;
  sendFile: SendFile;
  extractPapers: ExtractPapers;
  hasher: Hasher;
};

type Hashed = { file: IntakeFile; digest: string };

type Choose = (onUnreadable: (path: string) => void) => AsyncIterable<ChosenEntry> | Iterable<ChosenEntry>;

/** Announced together: early enough to see the first rows soon, few enough requests for a whole drive. */
const announceFiles = 40;
/** Between tries to announce while the library is away. */
const maxAnnouncePauseMs = 30_000;

const emptyIntake: IntakeState = {
  isReading: false,
  hasEnded: false,
  found: 0,
  read: 0,
  notTaken: [],
  published: 0,
  error: null,
};

/**
 * One visit to the import: takes in files, announces them, sends their bytes. Rows whose bytes are in the library are not
 * sent unless a person says so; a file that was refused before is tried once more when it is chosen again. Works until
 * `close` is called.
 */
export class StagingSession {
  readonly rows: StagedRows;
  readonly queue = new SendQueue({ judge: judgeSendError, after: callAfter });
  readonly intake = createStore<IntakeState>(emptyIntake);
  #parts: Parts;
  /** The files of this visit by the id of their row. */
  #files = new Map<string, IntakeFile>();
  #reading: Promise<void> = Promise.resolve();
  #stop = new AbortController();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.rows = new StagedRows(parts.calls);
  }

  /** Reads, announces and sends what was chosen; one choice after the other. `onUnreadable` is for `walkDropped`. */
  add(choose: Choose): void {
    const { signal } = this.#stop;
    if (!this.intake.get().isReading) this.intake.set({ ...emptyIntake, isReading: true });
    const mine = this.#after(this.#reading, choose, signal).finally(() => {
      if (this.#reading === mine) this.intake.update({ isReading: false, hasEnded: !signal.aborted });
    });
    this.#reading = mine;
  }

  /** Whether the bytes of a row can be sent from this visit. */
  canSend = (id: string): boolean => this.#files.has(id);

  /** Sends these rows although their bytes are in the library already. */
  sendAnyway(list: readonly StagedRow[]): void {
    this.queue.add(
      list.flatMap((row) => {
        const file = this.#files.get(row.$id);
        if (!file || row.state !== 'waiting') return [];
        return [this.#toItem(row, file, hasSameBytes(row) ? null : row.digest)];
      }),
    );
  }

  /**
   * Takes the papers inside a portfolio, each as a file in a folder of its name. Returns how many. Rejects if it cannot be
   * read.
   */
  async takeInside(row: StagedRow): Promise<number> {
    const { ids, extractPapers, callSignedIn } = this.#parts;
    const { signal } = this.#stop;
    const own = this.#files.get(row.$id);
    const portfolio = own ? await own.open() : await callSignedIn(() => fetchFile(ids, row.fileId, signal));
    const papers = await extractPapers(portfolio, null, signal);
    this.add(() =>
      papers.map((file) => ({ path: `${row.path}/${file.name}`, sizeBytes: file.size, open: async () => file })),
    );
    return papers.length;
  }

  /** Drops rows that were discarded. */
  forget = (ids: readonly string[]): void => {
    this.queue.drop(ids);
    for (const id of ids) this.#files.delete(id);
    this.rows.remove(ids);
  };

  closeIntake = (): void => this.intake.set(emptyIntake);

  /** Stops reading and sending. What was staged stays. */
  cancel = (): void => {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.queue.cancel();
  };

  close(): void {
    this.cancel();
    this.#parts.hasher.close();
  }

  async #after(before: Promise<void>, choose: Choose, signal: AbortSignal): Promise<void> {
    await before;
    try {
      signal.throwIfAborted();
      const chosen = choose((path) => this.#refuse({ path, reason: 'It could not be read.' }));
      await this.#takeIn(chosen, signal);
    } catch (error) {
      if (!signal.aborted) this.intake.update({ error: explainProblem(error) });
    }
  }

  async #takeIn(chosen: ReturnType<Choose>, signal: AbortSignal): Promise<void> {
    const limits = { ...intakeLimits, fileBytes: this.#parts.maxUploadBytes };
    let batch: Hashed[] = [];
    for await (const found of gatherFiles(chosen, limits)) {
      signal.throwIfAborted();
      if ('notTaken' in found) {
        this.#refuse(found.notTaken);
        continue;
      }
      this.intake.update({ found: this.intake.get().found + 1 });
      const hashed = await this.#hash(found.file, signal);
      this.intake.update({ read: this.intake.get().read + 1 });
      if (hashed) batch.push(hashed);
      if (batch.length < announceFiles) continue;
      await this.#announce(batch, signal);
      batch = [];
    }
    if (batch.length > 0) await this.#announce(batch, signal);
  }

  async #hash(file: IntakeFile, signal: AbortSignal): Promise<Hashed | null> {
    if (file.path.length > stagingLimits.maxPath) {
      this.#refuse({ path: file.path, reason: 'Its path is too long.' });
      return null;
    }
    try {
      return { file, digest: await this.#parts.hasher.hash(await file.open()) };
    } catch (error) {
      signal.throwIfAborted();
      const reason = error instanceof RefusedFile ? error.message : 'It can no longer be read. Choose it again.';
      this.#refuse({ path: file.path, reason });
      return null;
    }
  }

  #refuse(notTaken: NotTaken): void {
    this.intake.update({ notTaken: [...this.intake.get().notTaken, notTaken] });
  }

  async #announce(batch: readonly Hashed[], signal: AbortSignal): Promise<void> {
    const files = batch.map(({ file, digest }) => ({ path: file.path, size: file.sizeBytes, digest }));
    const answer = await this.#untilReached(() => this.#parts.calls.announce(files), signal);
    const items: SendItem[] = [];
    for (const [index, row] of answer.files.entries()) {
      const file = batch[index]?.file;
      if (!file || row.state !== 'waiting') continue;
      this.#files.set(row.$id, file);
      if (!hasSameBytes(row)) items.push(this.#toItem(row, file, row.digest));
    }
    const published = answer.files.filter(({ state }) => state === 'published').length;
    if (published > 0) this.intake.update({ published: this.intake.get().published + published });
    this.queue.add(items);
    this.rows.put(answer.files);
    this.rows.wake();
  }

  /** Tries again while the library cannot be reached, as long as nobody cancels. */
  async #untilReached<Answer>(call: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
    for (let tries = 0; ; tries += 1) {
      signal.throwIfAborted();
      try {
        return await call();
      } catch (error) {
        if (judgeSendError(error).means !== 'away') throw error;
        const { promise, resolve } = Promise.withResolvers<void>();
        const cancel = callAfter(Math.min(1000 * 2 ** tries, maxAnnouncePauseMs), resolve);
        signal.addEventListener('abort', () => resolve(), { once: true });
        await promise;
        cancel();
      }
    }
  }

  #toItem(row: StagedRow, file: IntakeFile, digest: string | null): SendItem {
    const { ids, sendFile, callSignedIn } = this.#parts;
    return {
      id: row.$id,
      sizeBytes: file.sizeBytes,
      digest,
      send: async ({ signal, isResumed, onSent }) => {
        const blob = await file.open();
        try {
          await sendFile({
            ids,
            fileId: row.fileId,
            file: blob instanceof File && blob.name === file.name ? blob : new File([blob], file.name),
            isResumed: isResumed || row.hasUpload,
            signal,
            onProgress: ({ sentBytes }) => onSent(sentBytes),
            callSignedIn,
          });
        } finally {
          // What was refused is shown as well.
          this.rows.wake();
        }
      },
    };
  }
}

async function fetchFile(ids: ContractIds, fileId: string, signal: AbortSignal): Promise<Blob> {
  const answer = await fetch(api.fileView(ids, fileId), { signal, credentials: 'same-origin' });
  if (!answer.ok) throw new LibraryError(answer.status, { message: 'The PDF could not be fetched.' });
  return answer.blob();
}

/** Whether the library, its trash or another staged file has exactly these bytes. */
export function hasSameBytes(row: StagedRow): boolean {
  return row.duplicates.some(({ how }) => how === 'bytes');
}
