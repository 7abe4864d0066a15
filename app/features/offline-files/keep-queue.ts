import { LineLost, MaterialGone, NotPublic, OtherVersion, ServerBusy } from './fetch-kept.ts';
import { keepMaterial } from './keep-material.ts';
import type { KeptMaterial, KeptProblem } from './kept-database.ts';
import { changeKept, deleteKept, emptyKept, KeepingCancelled, listKept } from './kept-records.ts';

/**
 * True if something could not be stored because there is no space. Browsers abort the transaction, mostly with
 * `QuotaExceededError`, some without a reason.
 */
export function isOutOfRoom(error: unknown): boolean {
  return error instanceof DOMException && ['QuotaExceededError', 'AbortError', 'UnknownError'].includes(error.name);
}

/** One tab fetches, one material at a time. Other tabs wait for the lock and take over if that tab is closed. */
const lockName = 'examshelf-keep';

/** 2 s, doubling up to a minute. */
const waitMs = (attempt: number) => Math.min(2000 * 2 ** attempt, 60_000);

/** Number of versions after which a material is given up because its file differs each time it is fetched. */
const maxVersions = 3;

let running: Promise<void> | null = null;

/** Fetches all queued materials, unless this tab does already. Resolves when the queue is empty. */
export function fetchWaiting(): Promise<void> {
  running ??= navigator.locks
    .request(lockName, async () => {
      for (let next = await findNext(); next; next = await findNext()) await keepOne(next.id);
    })
    .finally(() => {
      running = null;
    });
  return running;
}

async function findNext(): Promise<KeptMaterial | undefined> {
  return (await listKept()).find(({ coming, problem }) => coming !== null && problem === null);
}

/**
 * Fetches one material, with any number of retries after a lost connection, until it is offline, was removed, or has a problem.
 */
async function keepOne(id: string): Promise<void> {
  let versions = 0;
  for (let attempt = 0; ;) {
    const before = await heldOf(id);
    if (before === null) return;
    try {
      return await keepMaterial(id, new AbortController().signal);
    } catch (error) {
      if (error instanceof KeepingCancelled) return;
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
function problemOf(error: unknown): KeptProblem | null {
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
 * Deletes the fetched parts of a material, unless an earlier version is completely offline. If there is not even space to record
 * the problem, the material is removed; its name stays in the list of names, so that the user can be notified.
 */
async function giveUp(id: string, problem: KeptProblem): Promise<void> {
  try {
    await emptyUnlessWhole(id, problem);
  } catch (error) {
    if (error instanceof KeepingCancelled) return;
    if (!isOutOfRoom(error)) throw error;
    await deleteKept(id);
  }
}

async function emptyUnlessWhole(id: string, problem: KeptProblem): Promise<void> {
  const material = (await listKept()).find((each) => each.id === id);
  if (material?.file && problem !== 'gone') {
    await changeKept(id, (record) => Object.assign(record, { coming: null, problem, isWaiting: false }));
    return;
  }
  await emptyKept(id, (record) => Object.assign(record, { problem, isWaiting: false }));
}

/** Returns the number of stored chunks; null if the material was removed. */
async function heldOf(id: string): Promise<number | null> {
  const material = (await listKept()).find((each) => each.id === id);
  return material?.coming?.held ?? null;
}

async function markWaiting(id: string, isWaiting: boolean): Promise<void> {
  await changeKept(id, (record) => Object.assign(record, { isWaiting })).catch((error: unknown) => {
    if (!(error instanceof KeepingCancelled || isOutOfRoom(error))) throw error;
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
