import type { NewTrailEntry } from '#server/engines/database/account-records.ts';

/** An entry and its count since the last batch. */
export type CountedEntry = { entry: NewTrailEntry; times: number };

/** Counts entries in memory and writes them in batches. */
export interface TrailCounter {
  add(action: string, doer: { userId: string; network: string }): void;
  /** Writes the counted entries; resolves once they are written. */
  flush(): Promise<void>;
}

const hourMs = 60 * 60 * 1000;

/**
 * Counts at most `countedApart` combinations of action, account and network separately in an hour, because strangers
 * can invent them; all others are counted together. A batch is written `countedEveryMs` after its first entry.
 * `writeBatch` never rejects.
 */
export function createTrailCounter(parts: {
  limits: { countedApart: number; countedEveryMs: number };
  now: () => number;
  writeBatch: (batch: CountedEntry[]) => Promise<void>;
}): TrailCounter {
  const { limits, now, writeBatch } = parts;
  const counted = new Map<string, CountedEntry>();
  /** The keys that are counted separately in this hour. */
  let apart = { hour: 0, keys: new Set<string>() };
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  function isApart(key: string): boolean {
    const hour = Math.floor(now() / hourMs);
    if (hour !== apart.hour) apart = { hour, keys: new Set() };
    if (apart.keys.size < limits.countedApart) apart.keys.add(key);
    return apart.keys.has(key);
  }

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const batch = [...counted.values()];
    counted.clear();
    if (batch.length > 0) writing = writing.then(() => writeBatch(batch));
    return writing;
  }

  return {
    add(action, { userId, network }) {
      const isNamed = isApart(`${action} ${userId} ${network}`);
      const doer = isNamed ? { userId, network } : { userId: '', network: '' };
      const key = `${action} ${doer.userId} ${doer.network}`;
      const entry = { action, isDeed: false, userName: '', subjectId: '', title: '', detail: '', ...doer };
      counted.set(key, { entry, times: (counted.get(key)?.times ?? 0) + 1 });
      timer ??= setTimeout(() => void flush(), limits.countedEveryMs).unref();
    },
    flush,
  };
}
