import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Tries, TryRecords } from '#server/engines/database/account-records.ts';
import type { signInLimits } from './sign-in-limits.ts';
import { createSharedPace, paceSlot } from './shared-pace.ts';
import { createTryLimit, sharedKey, type TryVerdict, type TryWindow } from './try-limit.ts';
import { stepsOf, takeAll, type CountedKey, type CountedKind, type LimitOfKind, type TryOutcome } from './try-steps.ts';

/** Limits on attempts that all nodes that share a database count together. */
export interface SharedTries {
  take(keys: readonly CountedKey[]): Promise<{ verdict: TryVerdict; settle(outcome: TryOutcome): void }>;
  /** Resolves once all outcomes are written. */
  close(): Promise<void>;
}

/** Time for which a refusal is cached in this process: a flood of attempts then costs the database little. */
const refusedMs = 5000;
const maxRefused = 10_000;

/**
 * Creates limits on attempts. Each attempt loads the counts under its keys, applies the limits of one process, and
 * stores the result.
 */
export function createSharedTries(parts: {
  records: TryRecords;
  limits: typeof signInLimits;
  settings: Record<Exclude<CountedKind, 'pace'>, { limit: number; windowMs: number; maxStep: number }>;
  now: () => number;
  hash: (key: string) => number;
  log: Pick<Logger, 'warn'>;
}): SharedTries {
  const { records, limits, settings, now, hash, log } = parts;
  const refusals = new LRUCache<string, { verdict: TryVerdict; until: number }>({ max: maxRefused });
  const settling = new Set<Promise<void>>();

  const rowKey = ({ kind, key }: CountedKey) => (kind === 'pace' ? `pace:${paceSlot(hash, key)}` : `${kind}:${key}`);

  /** Runs `work` on limits that contain only the counts of these keys. */
  function change<Result>(keys: readonly CountedKey[], work: (limitOf: LimitOfKind) => Result) {
    const shared = keys.flatMap(({ kind, key }) => (kind === 'pace' ? [] : [`${kind}:${sharedKey(hash, key)}`]));
    return records.change([...keys.map(rowKey), ...shared], limits.maxKeys * 4, ({ tries, moment, isFull }) => {
      const windows = new Map(keys.map(({ kind }) => [kind, new Map<string, TryWindow>()] as const));
      const used = new Map<number, number>();
      for (const [name, row] of tries) putRow(name, row, windows, used);
      const pace = { burst: limits.burstPerAccount, everyMs: limits.paceMs, now: () => moment, hash, used };
      const result = work({
        pace: () => createSharedPace(pace),
        limit: (kind) =>
          createTryLimit({
            ...settings[kind],
            maxKeys: isFull ? 0 : Infinity,
            now: () => moment,
            hash,
            windows: windows.get(kind) ?? new Map(),
          }),
      });
      tries.clear();
      for (const [kind, found] of windows)
        for (const [key, { count, step, resetAt }] of found)
          tries.set(`${kind}:${key}`, { count, step, endsAt: resetAt });
      for (const [slot, endsAt] of used) tries.set(`pace:${slot}`, { count: 0, step: 0, endsAt });
      return { result, ahead: moment - now() };
    });
  }

  function findRefusal(keys: readonly CountedKey[]): TryVerdict | null {
    const moment = now();
    for (const key of keys) {
      const found = refusals.get(rowKey(key));
      if (found && moment < found.until && found.until - moment <= refusedMs) return found.verdict;
    }
    return null;
  }

  return {
    async take(keys) {
      const refused = findRefusal(keys);
      if (refused) return { verdict: refused, settle: () => undefined };
      const { result, ahead } = await change(keys, (limitOf) => {
        const { verdict, refusedBy } = takeAll(stepsOf(keys, limitOf));
        return { verdict, refusedBy };
      });
      const verdict = { ...result.verdict, resetAt: result.verdict.resetAt - ahead };
      const by = result.refusedBy === null ? undefined : keys[result.refusedBy];
      if (by) refusals.set(rowKey(by), { verdict, until: Math.min(verdict.resetAt, now() + refusedMs) });
      if (verdict.isExceeded) return { verdict, settle: () => undefined };
      return {
        verdict,
        settle(outcome) {
          // If it can't be written, the attempt stays counted.
          const done: Promise<void> = change(keys, (limitOf) => {
            for (const step of stepsOf(keys, limitOf)) step.settle(outcome);
          })
            .then(() => undefined)
            .catch((error: unknown) => log.warn({ err: error }, 'the outcome of a sign-in attempt could not be stored'))
            .finally(() => settling.delete(done));
          settling.add(done);
        },
      };
    },

    close: async () => void (await Promise.all(settling)),
  };
}

/** Adds a stored count to the limit that its key names. */
function putRow(
  name: string,
  { count, step, endsAt }: Tries,
  windows: ReadonlyMap<CountedKind, Map<string, TryWindow>>,
  used: Map<number, number>,
): void {
  const end = name.indexOf(':');
  const [kind, key] = [name.slice(0, end) as CountedKind, name.slice(end + 1)];
  if (kind === 'pace') used.set(Number(key), endsAt);
  else windows.get(kind)?.set(key, { count, step, resetAt: endsAt, isSaved: true });
}
