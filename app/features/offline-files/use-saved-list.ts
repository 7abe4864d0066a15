import { useSyncExternalStore } from 'react';
import type { SavedMaterial } from './saved-database.ts';
import { watchSavedChanges } from './saved-changes.ts';
import { listSaved } from './saved-records.ts';

/** The offline materials: null until they are loaded; `failed` if this browser doesn't allow storage. */
export type SavedList = readonly SavedMaterial[] | 'failed' | null;

/** Minimum interval between updates. Every chunk causes a change, and users don't notice more frequent updates. */
const pauseMs = 150;

let list: SavedList = null;
const watchers = new Set<() => void>();
let stopHearing: (() => void) | null = null;
let isPending = false;

async function read(): Promise<void> {
  isPending = false;
  list = await listSaved().catch(() => 'failed' as const);
  for (const watcher of watchers) watcher();
}

function readSoon(): void {
  if (isPending) return;
  isPending = true;
  setTimeout(() => void read(), pauseMs);
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  if (!stopHearing) {
    stopHearing = watchSavedChanges(readSoon);
    void read();
  }
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    stopHearing?.();
    stopHearing = null;
  };
}

/** Returns the offline materials of this device, updated after changes in any tab. */
export function useSavedList(): SavedList {
  return useSyncExternalStore(
    watch,
    () => list,
    () => null,
  );
}
