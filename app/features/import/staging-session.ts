import { api, type ContractIds } from '#contract/addresses.ts';
import { LibraryError } from '#app/features/session/library-error.ts';
import { portfolioPdf } from '#domain/file-warnings.ts';
import { stagingLimits } from '#contract/staging.ts';
import { explainProblem, isWorthSendingAgain } from '#app/features/session/library-problem.ts';
import type { SignedInCaller } from '#app/features/session/signed-in-caller.ts';
import { gatherFiles, hasOnlyThesePaths } from '#app/features/import/intake/gather-files.ts';
import {
  RefusedFile,
  intakeLimits,
  type ChosenEntry,
  type IntakeFile,
  type NotTaken,
} from '#app/features/import/intake/intake-file.ts';
import { StagedRows } from '#app/features/import/rows/staged-rows.ts';
import type { Hasher } from '#app/features/import/sending/hasher.ts';
import { StagedPdfs } from '#app/features/import/sending/staged-pdfs.ts';
import { SendQueue, type SendItem } from '#app/features/import/sending/send-queue.ts';
import { convertLater } from '#app/features/import/office/convert-later.ts';
import { addDocuments } from '#app/features/import/office/add-documents.ts';
import { PictureSession } from '#app/features/import/pictures/picture-session.ts';
import { startUnpackWorker } from '#app/features/import/intake/start-unpack-worker.ts';
import { ProjectFolders } from '#app/features/import/intake/project-folders.ts';
import type { SendFile } from '#app/features/import/sending/send-staged-file.ts';
import { untilReached, callAfter, judgeSendError } from '#app/features/import/sending/until-reached.ts';
import type { StagedRow, StagingCalls } from '#app/features/import/calls/staging-calls.ts';
import { createStore } from '#app/features/import/calls/store.ts';
import * as words from '#messages/import/intake.ts';

/** Extracts the PDFs inside a PDF: those with the names in `only`, or all of them. */
export type ExtractPapers = (file: Blob, only: readonly string[] | null, signal: AbortSignal) => Promise<File[]>;

/** The state of the chosen files before they are sent. */
export type IntakeState = {
  isReading: boolean;
  /** True if the latest choice has been read completely. */
  hasEnded: boolean;
  /** Number of files found, and number of files compared with the library. */
  found: number;
  read: number;
  notTaken: readonly NotTaken[];
  /** The paths of accepted files. */
  taken: readonly string[];
  /** Number of files that an earlier import already published. */
  published: number;
  /** Rows with several paths, by id. */
  copies: ReadonlyMap<string, Pick<StagedRow, 'path' | 'otherPaths' | 'pathCount'>>;
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

/** Files per announcement: few enough to see the first rows soon, many enough to limit the requests for a drive. */
const announceFiles = 40;

const emptyIntake: IntakeState = {
  isReading: false,
  hasEnded: false,
  found: 0,
  read: 0,
  notTaken: [],
  taken: [],
  published: 0,
  copies: new Map(),
  error: null,
};

/**
 * One visit to the import: reads files, announces them, and sends their bytes. Files whose bytes are already in the
 * library are sent only if a person requests it. A refused file is retried when it is chosen again. Works until `close`
 * is called.
 */
export class StagingSession {
  readonly calls: StagingCalls;
  readonly rows: StagedRows;
  readonly queue = new SendQueue({ judge: judgeSendError, after: callAfter });
  readonly intake = createStore<IntakeState>(emptyIntake);
  #parts: Parts;
  /** The files of this visit by the id of their row. */
  #files = new Map<string, IntakeFile>();
  #reading: Promise<void> = Promise.resolve();
  #stop = new AbortController();
  /** Files that were not accepted; shown in batches, since a drive has thousands of them. */
  #notTaken: NotTaken[] = [];
  #taken: string[] = [];
  #ends: readonly (() => void)[];
  readonly pictures: PictureSession;
  #pdfs: StagedPdfs;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.calls = parts.calls;
    this.rows = new StagedRows(parts.calls);
    const { queue, rows } = this;
    this.#pdfs = new StagedPdfs({ ...parts, queue, rows });
    this.pictures = new PictureSession({ ...parts, rows, pdfs: this.#pdfs, forget: this.forget });
    const stopConverting = convertLater({ queue, begin: (id) => this.#pdfs.begin(id), retry: this.#makeAgain });
    const stopContinuing = rows.subscribe(() => {
      if (rows.get().loading === 'done') this.#pdfs.continueStored(rows.get().rows.values());
    });
    this.#ends = [stopConverting, stopContinuing];
  }

  /** Reads, announces and sends chosen files, one choice at a time. Passes `onUnreadable` to `walkDropped`. */
  add(choose: Choose): void {
    if (!this.intake.get().isReading) this.closeIntake({ isReading: true });
    this.#read(choose);
  }

  #read(choose: Choose): void {
    const { signal } = this.#stop;
    const mine = this.#after(this.#reading, choose, signal).finally(() => {
      const lists = { notTaken: [...this.#notTaken], taken: [...this.#taken] };
      if (this.#reading === mine) this.intake.update({ ...lists, isReading: false, hasEnded: !signal.aborted });
    });
    this.#reading = mine;
  }

  /** Returns true if this visit can send the bytes of a row. */
  canSend = (id: string): boolean => this.#files.has(id) || this.#pdfs.itemFor(id) !== null;

  /** Sends these rows although the library already has their bytes. */
  sendAnyway(list: readonly StagedRow[]): void {
    this.queue.add(
      list.flatMap((row) => {
        if (row.state !== 'waiting') return [];
        const file = this.#files.get(row.$id);
        return (file ? this.#toItem(row, file, [file.path]) : this.#pdfs.itemFor(row.$id)) ?? [];
      }),
    );
  }

  /**
   * Adds the papers inside a portfolio, each as a file in a folder named after it. Returns their number. Rejects if the
   * portfolio cannot be read.
   */
  async takeInside(row: StagedRow): Promise<number> {
    const { ids, callSignedIn } = this.#parts;
    const { signal } = this.#stop;
    const own = this.#files.get(row.$id);
    const portfolio = own ? await own.open() : await callSignedIn(() => fetchFile(ids, row.fileId, signal));
    const papers = await this.#papersIn(row, portfolio);
    this.add(() => papers);
    return papers.length;
  }

  async #papersIn(row: StagedRow, portfolio: Blob): Promise<ChosenEntry[]> {
    const papers = await this.#parts.extractPapers(portfolio, null, this.#stop.signal);
    return papers.map((file) => ({ path: `${row.path}/${file.name}`, sizeBytes: file.size, open: async () => file }));
  }

  /**
   * Replaces a portfolio by the papers inside it, as for an archive, and reports it. If it contains no papers or can't
   * be read, the portfolio stays, with its warning.
   */
  async #unpack(row: StagedRow, portfolio: Blob): Promise<void> {
    const papers = await this.#papersIn(row, portfolio);
    if (papers.length === 0) return;
    await this.calls.discard([row.$id]);
    this.forget([row.$id]);
    if (!this.intake.get().isReading) this.intake.update({ isReading: true, hasEnded: false });
    this.#read(() => {
      this.#taken = this.#taken.filter((path) => path !== row.path);
      this.#refuse({ path: row.path, reason: words.portfolioUnpacked(papers.length) });
      return papers;
    });
  }

  #makeAgain = (ids: readonly string[]): void => {
    this.queue.add(ids.flatMap((id) => this.#pdfs.itemFor(id) ?? []));
  };

  /** Removes discarded rows. */
  forget = (ids: readonly string[]): void => {
    this.queue.drop(ids);
    for (const id of ids) this.#files.delete(id);
    this.#pdfs.forget(ids);
    this.rows.remove(ids);
  };

  closeIntake = (more: Partial<IntakeState> = {}): void => {
    this.#notTaken = [];
    this.#taken = [];
    this.intake.set({ ...emptyIntake, ...more });
  };

  /** Stops reading and sending. Staged files stay. */
  cancel = (): void => {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.queue.cancel();
  };

  close(): void {
    for (const end of this.#ends) end();
    this.cancel();
    this.#parts.hasher.close();
  }

  async #after(before: Promise<void>, choose: Choose, signal: AbortSignal): Promise<void> {
    await before;
    try {
      signal.throwIfAborted();
      const chosen = choose((path) => this.#refuse({ path, reason: words.unreadable }));
      await this.#takeIn(chosen, signal);
    } catch (error) {
      if (!signal.aborted) this.intake.update({ error: explainEnd(error) });
    }
  }

  async #takeIn(chosen: ReturnType<Choose>, signal: AbortSignal): Promise<void> {
    const limits = { ...intakeLimits, fileBytes: this.#parts.maxUploadBytes };
    let batch: Hashed[] = [];
    const folders = new ProjectFolders();
    const pictures: IntakeFile[] = [];
    const documents: IntakeFile[] = [];
    for await (const found of gatherFiles(abortable(chosen, signal), limits, startUnpackWorker)) {
      signal.throwIfAborted();
      if ('notTaken' in found) {
        folders.note(found.notTaken.path);
        this.#refuse(found.notTaken);
        continue;
      }
      if ('picture' in found || 'office' in found) {
        const file = 'picture' in found ? found.picture : found.office;
        this.#taken.push(file.path);
        ('picture' in found ? pictures : documents).push(file);
        this.intake.update({ found: this.intake.get().found + 1 });
        continue;
      }
      folders.note(found.file.path);
      this.#taken.push(found.file.path);
      this.intake.update({ found: this.intake.get().found + 1, ...this.#listed() });
      const hashed = await this.#hash(found.file, signal);
      this.intake.update({ read: this.intake.get().read + 1 });
      if (hashed) batch.push(hashed);
      if (batch.length < announceFiles) continue;
      await this.#announce(batch, signal);
      batch = [];
    }
    if (batch.length > 0) await this.#announce(batch, signal);
    const reading = {
      signal,
      onRead: () => this.intake.update({ read: this.intake.get().read + 1 }),
      onPublished: (count: number) => this.intake.update({ published: this.intake.get().published + count }),
      refuse: (notTaken: NotTaken) => this.#refuse(notTaken),
    };
    if (documents.length > 0)
      await addDocuments(documents, { ...this.#parts, rows: this.rows, pdfs: this.#pdfs }, reading);
    if (pictures.length > 0) await this.pictures.add(pictures, { folders, ...reading });
  }

  async #hash(file: IntakeFile, signal: AbortSignal): Promise<Hashed | null> {
    if (file.path.length > stagingLimits.maxPath) {
      this.#refuse({ path: file.path, reason: words.pathTooLong });
      return null;
    }
    try {
      return { file, digest: await this.#parts.hasher.hash(await file.open()) };
    } catch (error) {
      signal.throwIfAborted();
      const isRefused = error instanceof RefusedFile;
      const reason = isRefused ? error.message : words.noLongerReadable;
      this.#taken = this.#taken.filter((path) => path !== file.path);
      this.#refuse({ path: file.path, reason, ...(isRefused && error.kind && { kind: error.kind }) });
      return null;
    }
  }

  #refuse(notTaken: NotTaken): void {
    this.#notTaken.push(notTaken);
  }

  /** Returns the current lists; the same objects if no file was refused meanwhile. */
  #listed(): Pick<IntakeState, 'notTaken' | 'taken'> {
    const { notTaken, taken } = this.intake.get();
    if (notTaken.length === this.#notTaken.length) return { notTaken, taken };
    return { notTaken: [...this.#notTaken], taken: [...this.#taken] };
  }

  async #announce(batch: readonly Hashed[], signal: AbortSignal): Promise<void> {
    const files = batch.map(({ file, digest }) => ({ path: file.path, size: file.sizeBytes, digest }));
    const answer = await untilReached(() => this.#parts.calls.announce(files), signal);
    const items = new Map<string, SendItem>();
    const paths = new Set(files.map(({ path }) => path));
    for (const [index, row] of answer.files.entries()) {
      const file = batch[index]?.file;
      if (!file || row.state !== 'waiting') continue;
      this.#files.set(row.$id, file);
      // Copies share a row, which is sent once.
      if (!hasSameBytes(row)) items.set(row.$id, this.#toItem(row, file, paths));
    }
    this.#noteCopies(answer.files);
    const published = answer.files.filter(({ state }) => state === 'published').length;
    if (published > 0) this.intake.update({ published: this.intake.get().published + published });
    this.queue.add([...items.values()]);
    this.rows.put(answer.files);
    this.rows.wake();
  }

  #noteCopies(rows: readonly StagedRow[]): void {
    const several = rows.filter(({ pathCount }) => pathCount > 1);
    if (several.length === 0) return;
    const copies = new Map(this.intake.get().copies);
    for (const { $id, path, otherPaths, pathCount } of several) copies.set($id, { path, otherPaths, pathCount });
    this.intake.update({ copies });
  }

  /** Makes a queue item. `paths` are the paths under which this visit has staged the file. */
  #toItem(row: StagedRow, file: IntakeFile, paths: Iterable<string>): SendItem {
    const { ids, sendFile, callSignedIn } = this.#parts;
    return {
      id: row.$id,
      sizeBytes: file.sizeBytes,
      send: async ({ signal, isResumed, onSent }) => {
        const blob = await file.open();
        try {
          const { warning } = await sendFile({
            ids,
            fileId: row.fileId,
            file: blob instanceof File && blob.name === file.name ? blob : new File([blob], file.name),
            // Another client that staged it under another path may be sending it as well.
            isResumed: isResumed || row.hasUpload || !hasOnlyThesePaths(row, paths),
            signal,
            onProgress: ({ sentBytes }) => onSent(sentBytes),
            callSignedIn,
          });
          // The row has a button for it if this fails.
          if (warning === portfolioPdf) await this.#unpack(row, blob).catch(() => {});
        } finally {
          // Refused rows are shown as well.
          this.rows.wake();
        }
      },
    };
  }
}

async function fetchFile(ids: ContractIds, fileId: string, signal: AbortSignal): Promise<Blob> {
  const answer = await fetch(api.fileView(ids, fileId), { signal, credentials: 'same-origin' });
  if (!answer.ok) throw new LibraryError(answer.status, { message: words.pdfNotFetched });
  return answer.blob();
}

/** True if the library, its trash or another staged file has exactly these bytes. */
export function hasSameBytes(row: StagedRow): boolean {
  return row.duplicates.some(({ how }) => how === 'bytes');
}

/** Yields the same entries until aborted; after that, opening an entry that was yielded rejects. */
async function* abortable(
  chosen: AsyncIterable<ChosenEntry> | Iterable<ChosenEntry>,
  signal: AbortSignal,
): AsyncGenerator<ChosenEntry, void> {
  for await (const entry of chosen) {
    signal.throwIfAborted();
    yield entry;
  }
}

function explainEnd(error: unknown): string {
  const reason = explainProblem(error);
  if (!isWorthSendingAgain(error)) return reason;
  return `${reason} ${words.chooseAgain}`;
}
