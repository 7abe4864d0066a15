import type { ContractIds } from '#contract/addresses.ts';
import { stagingLimits } from '#contract/staging.ts';
import { explainProblem, isNetworkFailure, problemOf, SignInDeclined } from '#app/features/session/library-problem.ts';
import type { SignedInCaller } from '#app/features/session/signed-in-caller.ts';
import { gatherFiles, type ChosenEntry } from './intake/gather-files.ts';
import { RefusedFile, type IntakeFile, type NotTaken } from './intake/intake-file.ts';
import { intakeLimits } from './intake/intake-limits.ts';
import { createStagedRows } from './rows/staged-rows.ts';
import type { Hasher } from './sending/hasher.ts';
import { createSendQueue, type JudgeSendError, type SendItem } from './sending/send-queue.ts';
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

/** What has come of the chosen files before anything of them is sent. */
export type IntakeState = {
  isReading: boolean;
  /** Whether the latest choice has been read to its end. */
  hasEnded: boolean;
  /** Files found, and of these compared with the library. */
  found: number;
  read: number;
  bytes: number;
  notTaken: readonly NotTaken[];
  /** How many were published from here before. */
  published: number;
  /** Why reading ended early. */
  error: string | null;
};

export type StagingSession = ReturnType<typeof createStagingSession>;

/** Announced together: early enough to see the first rows soon, few enough requests for a whole drive. */
const announceFiles = 40;
const emptyIntake: IntakeState = {
  isReading: false,
  hasEnded: false,
  found: 0,
  read: 0,
  bytes: 0,
  notTaken: [],
  published: 0,
  error: null,
};

type Hashed = { file: IntakeFile; digest: string };

/**
 * One visit to the import: takes in files, announces them, sends their bytes. Rows whose bytes are in the library are
 * not sent unless a person says so. Works until `close` is called.
 */
export function createStagingSession(parts: {
  calls: StagingCalls;
  ids: ContractIds;
  maxUploadBytes: number;
  callSignedIn: SignedInCaller;
  sendFile: SendFile;
  hasher: Hasher;
}) {
  const { calls, hasher } = parts;
  const rows = createStagedRows(calls);
  const intake = createStore<IntakeState>(emptyIntake);
  const queue = createSendQueue({ judge, after: callAfter });
  /** The files of this visit by the id of their row. */
  const files = new Map<string, IntakeFile>();
  let reading: Promise<void> = Promise.resolve();
  let stop = new AbortController();

  async function takeIn(
    chosen: AsyncIterable<ChosenEntry> | Iterable<ChosenEntry>,
    signal: AbortSignal,
  ): Promise<void> {
    const limits = { ...intakeLimits, fileBytes: parts.maxUploadBytes };
    let batch: Hashed[] = [];
    for await (const found of gatherFiles(chosen, limits)) {
      signal.throwIfAborted();
      if ('notTaken' in found) {
        refuse(found.notTaken);
        continue;
      }
      intake.update({ found: intake.get().found + 1 });
      const hashed = await hash(found.file);
      signal.throwIfAborted();
      intake.update({ read: intake.get().read + 1 });
      if (hashed) batch.push(hashed);
      if (batch.length < announceFiles) continue;
      await announce(batch, signal);
      batch = [];
    }
    if (batch.length > 0) await announce(batch, signal);
  }

  async function hash(file: IntakeFile): Promise<Hashed | null> {
    try {
      const digest = await hasher.hash(await file.open(), (bytes) => {
        intake.update({ bytes: intake.get().bytes + bytes });
      });
      return { file, digest };
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') throw error;
      const reason = error instanceof RefusedFile ? error.message : 'It can no longer be read. Choose it again.';
      refuse({ path: file.path, reason });
      return null;
    }
  }

  function refuse(notTaken: NotTaken): void {
    intake.update({ notTaken: [...intake.get().notTaken, notTaken] });
  }

  async function announce(batch: readonly Hashed[], signal: AbortSignal): Promise<void> {
    const short = batch.filter(({ file }) => file.path.length <= stagingLimits.maxPath);
    const answer = await announceOnce(
      short.map(({ file, digest }) => ({ path: file.path, size: file.sizeBytes, digest })),
      signal,
    );
    const items: SendItem[] = [];
    let published = 0;
    for (const [index, row] of answer.files.entries()) {
      const file = short[index]?.file;
      if (!file) continue;
      if (row.state === 'published') published += 1;
      if (row.state !== 'waiting') continue;
      files.set(row.$id, file);
      if (!hasSameBytes(row)) items.push(toItem(row, file));
    }
    rows.put(answer.files);
    if (published > 0) intake.update({ published: intake.get().published + published });
    queue.add(items);
    rows.wake();
  }

  /** Tries again after the line was lost, as long as nobody cancels. */
  async function announceOnce(announced: Parameters<StagingCalls['announce']>[0], signal: AbortSignal) {
    for (let tries = 0; ; tries += 1) {
      signal.throwIfAborted();
      try {
        return await calls.announce(announced);
      } catch (error) {
        if (judge(error).means !== 'away') throw error;
        await new Promise<void>((resolve) => {
          const cancel = callAfter(Math.min(1000 * 2 ** tries, 30_000), resolve);
          signal.addEventListener('abort', () => (cancel(), resolve()), { once: true });
        });
      }
    }
  }

  function toItem(row: StagedRow, file: IntakeFile): SendItem {
    return {
      id: row.$id,
      sizeBytes: file.sizeBytes,
      async send({ signal, isResumed, onSent }) {
        const blob = await file.open();
        await parts.sendFile({
          ids: parts.ids,
          fileId: row.fileId,
          file: blob instanceof File && blob.name === file.name ? blob : new File([blob], file.name),
          isResumed: isResumed || row.hasUpload,
          signal,
          onProgress: ({ sentBytes }) => onSent(sentBytes),
          callSignedIn: parts.callSignedIn,
        });
        rows.wake();
      },
    };
  }

  return {
    rows,
    queue,
    intake,
    /** Reads, announces and sends what was chosen; one choice after the other. `onUnreadable` is for `walkDropped`. */
    add(choose: (onUnreadable: (path: string) => void) => AsyncIterable<ChosenEntry> | Iterable<ChosenEntry>): void {
      const { signal } = stop;
      const isFirst = !intake.get().isReading;
      if (isFirst) intake.set({ ...emptyIntake, isReading: true });
      const mine = reading.then(async () => {
        try {
          signal.throwIfAborted();
          await takeIn(
            choose((path) => refuse({ path, reason: 'It could not be read.' })),
            signal,
          );
        } catch (error) {
          if (!signal.aborted) intake.update({ error: explainProblem(error) });
        } finally {
          if (reading === mine) intake.update({ isReading: false, hasEnded: !signal.aborted });
        }
      });
      reading = mine;
    },
    /** Whether the bytes of a row can be sent from this visit. */
    canSend: (id: string) => files.has(id),
    /** Sends these rows although their bytes are in the library already. */
    sendAnyway(list: readonly StagedRow[]): void {
      const items = list.flatMap((row) => {
        const file = files.get(row.$id);
        return file && row.state === 'waiting' ? [toItem(row, file)] : [];
      });
      queue.add(items);
    },
    forget(ids: readonly string[]): void {
      queue.drop(ids);
      for (const id of ids) files.delete(id);
      rows.remove(ids);
    },
    closeIntake: () => intake.set(emptyIntake),
    /** Stops reading and sending. What was staged stays. */
    cancel(): void {
      stop.abort();
      stop = new AbortController();
      queue.cancel();
    },
    close(): void {
      stop.abort();
      queue.cancel();
      hasher.close();
    },
  };
}

/** Whether the library, its trash or another staged file has exactly these bytes. */
export function hasSameBytes(row: StagedRow): boolean {
  return row.duplicates.some(({ how }) => how === 'bytes');
}

const judge: JudgeSendError = (error) => {
  const problem = problemOf(error);
  const reason = error instanceof RefusedFile ? error.message : explainProblem(error);
  if (error instanceof SignInDeclined) return { means: 'paused', reason };
  if (isNetworkFailure(error)) return { means: 'away', reason: 'The library cannot be reached. It is tried again.' };
  if (problem?.type === 'storage_full' || problem?.code === 401 || problem?.code === 403)
    return { means: 'paused', reason };
  if (problem && (problem.code >= 500 || problem.code === 429)) return { means: 'away', reason };
  return { means: 'file', reason };
};

function callAfter(milliseconds: number, run: () => void): () => void {
  const timer = setTimeout(done, milliseconds);
  // The browser says when the line is back.
  addEventListener('online', done);
  function stop(): void {
    clearTimeout(timer);
    removeEventListener('online', done);
  }
  function done(): void {
    stop();
    run();
  }
  return stop;
}
