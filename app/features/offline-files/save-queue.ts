import { LineLost, MaterialGone, NotPublic, OtherVersion, ServerBusy } from './fetch-as-guest.ts';
import { saveMaterial } from './save-material.ts';
import type { SavedMaterial, SavedProblem } from './saved-database.ts';
import { changeSaved, deleteSaved, emptySaved, SavingCancelled, listSaved } from './saved-records.ts';

/**
 * True if something could not be stored because there is no space. Browsers abort the transaction, mostly with
 * `QuotaExceededError`, some without a reason.
 */
export function isOutOfRoom(error: unknown): boolean {
  return error instanceof DOMException && ['QuotaExceededError', 'AbortError', 'UnknownError'].includes(error.name);
}

/**
 * Name of the lock of the one tab that fetches, one material at a time. Other tabs wait for the lock and continue if
 * that tab is closed.
 */
// Tabs of different builds share the name.
const lockName = 'examshelf-keep';

/** 2 s, doubling up to a minute. */
const waitMs = (attempt: number) => Math.min(2000 * 2 ** attempt, 60_000);

/** Number of versions after which a download is given up, because the file differs each time it is fetched. */
const maxVersions = 3;

let running: Promise<void> | null = null;

/** Fetches all queued materials, unless this tab does already. Resolves when the queue is empty. */
export function fetchWaiting(): Promise<void> {
  running ??= navigator.locks
    .request(lockName, async () => {
      for (let next = await findNext(); next; next = await findNext()) await saveOne(next.id);
    })
    .finally(() => {
      running = null;
    });
  return running;
}

async function findNext(): Promise<SavedMaterial | undefined> {
  return (await listSaved()).find(({ coming, problem }) => coming !== null && problem === null);
}

/**
 * Fetches one material until it is offline, was removed, or has a problem. Retries without limit after a lost
 * connection.
 */
async function saveOne(id: string): Promise<void> {
  let versions = 0;
  for (let attempt = 0; ;) {
    const before = await heldOf(id);
    if (before === null) return;
    try {
      return await saveMaterial(id, new AbortController().signal);
    } catch (error) {
      if (error instanceof SavingCancelled) return;
      if (error instanceof OtherVersion) {
        versions += 1;
        if (versions < maxVersions) continue;
      }
      const problem = problemOf(error);
      if (problem !== null) return await giveUp(id, problem);
      // After progress the delays start again.
      if ((await heldOf(id)) !== before) attempt = 0;
      await markWaiting(id, true);
      await waitForLine(waitMs(attempt));
      attempt += 1;
      await markWaiting(id, false);
    }
  }
}

/** Returns the permanent problem of an error; null if a retry may succeed. */
function problemOf(error: unknown): SavedProblem | null {
  if (error instanceof LineLost || error instanceof ServerBusy) return null;
  if (error instanceof MaterialGone) return 'gone';
  if (error instanceof NotPublic) return 'refused';
  if (error instanceof OtherVersion) return 'damaged';
  if (isOutOfRoom(error)) return 'full';
  // A service worker that could not store code, or a request that failed on the way.
  if (error instanceof TypeError) return null;
  throw error;
}

/**
 * Deletes the fetched parts of a material, unless an earlier version is completely offline. If there is no space even
 * to record the problem, removes the material, but leaves its name in the list of names, so that the page can notify
 * the user.
 */
async function giveUp(id: string, problem: SavedProblem): Promise<void> {
  try {
    await emptyUnlessWhole(id, problem);
  } catch (error) {
    if (error instanceof SavingCancelled) return;
    if (!isOutOfRoom(error)) throw error;
    await deleteSaved(id);
  }
}

async function emptyUnlessWhole(id: string, problem: SavedProblem): Promise<void> {
  const material = (await listSaved()).find((each) => each.id === id);
  if (material?.file && problem !== 'gone') {
    await changeSaved(id, (record) => Object.assign(record, { coming: null, problem, isWaiting: false }));
    return;
  }
  await emptySaved(id, (record) => Object.assign(record, { problem, isWaiting: false }));
}

/** Returns the number of stored chunks; null if the material was removed. */
async function heldOf(id: string): Promise<number | null> {
  const material = (await listSaved()).find((each) => each.id === id);
  return material?.coming?.held ?? null;
}

async function markWaiting(id: string, isWaiting: boolean): Promise<void> {
  await changeSaved(id, (record) => Object.assign(record, { isWaiting })).catch((error: unknown) => {
    if (!(error instanceof SavingCancelled || isOutOfRoom(error))) throw error;
  });
}

/** Waits, but no longer than until the browser is online again. */
function waitForLine(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const resume = () => {
      clearTimeout(timer);
      removeEventListener('online', resume);
      resolve();
    };
    const timer = setTimeout(resume, ms);
    addEventListener('online', resume);
  });
}
