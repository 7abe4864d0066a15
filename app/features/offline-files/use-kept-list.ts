import { useSyncExternalStore } from 'react';
import type { KeptMaterial } from './kept-database.ts';
import { watchKeptChanges } from './kept-changes.ts';
import { listKept } from './kept-records.ts';

/** The offline materials: null until they are loaded; `failed` if this browser doesn't allow storage. */
export type KeptList = readonly KeptMaterial[] | 'failed' | null;

/** Minimum interval between updates. Every chunk causes a change, and users don't notice more frequent updates. */
const pauseMs = 150;

let list: KeptList = null;
const watchers = new Set<() => void>();
let stopHearing: (() => void) | null = null;
let isPending = false;

async function read(): Promise<void> {
  isPending = false;
  list = await listKept().catch(() => 'failed' as const);
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
    stopHearing = watchKeptChanges(readSoon);
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
export function useKeptList(): KeptList {
  return useSyncExternalStore(
    watch,
    () => list,
    () => null,
  );
}
