import type { SharedPace } from './shared-pace.ts';
import type { TryLimit, TryVerdict } from './try-limit.ts';

export type TryOutcome = 'right' | 'wrong' | 'no try';

/** One of the limits that an attempt counts against. */
export type TryStep = { take(): TryVerdict; giveBack(): void; settle(outcome: TryOutcome): void };

/** The kind of key under which an attempt is counted. */
export type CountedKind = 'pair' | 'network' | 'wider' | 'sign-up' | 'browser' | 'pace';

/** A key of one limit. With `isForgiving`, a correct password resets it. */
export type CountedKey = { kind: CountedKind; key: string; isForgiving?: boolean };

/** The limits by kind of key. */
export type LimitOfKind = { limit(kind: Exclude<CountedKind, 'pace'>): TryLimit; pace(): SharedPace };

export function stepsOf(keys: readonly CountedKey[], limitOf: LimitOfKind): TryStep[] {
  return keys.map(({ kind, key, isForgiving = false }) =>
    kind === 'pace' ? stepOfPace(limitOf.pace(), key) : stepOfLimit(limitOf.limit(kind), key, isForgiving),
  );
}

/** Counts an attempt against the limit of a key. With `isForgiving`, a correct password resets the key. */
function stepOfLimit(limit: TryLimit, key: string, isForgiving: boolean): TryStep {
  return {
    take: () => limit.take(key),
    giveBack: () => limit.giveBack(key),
    settle(outcome) {
      if (outcome === 'wrong') limit.fail(key);
      else if (outcome === 'right' && isForgiving) limit.reset(key);
      else limit.giveBack(key);
    },
  };
}

/** Counts an attempt against the pace of an account; only a wrong password stays counted. */
function stepOfPace(pace: SharedPace, account: string): TryStep {
  return {
    take: () => pace.take(account),
    giveBack: () => pace.giveBack(account),
    settle: (outcome) => {
      if (outcome !== 'wrong') pace.giveBack(account);
    },
  };
}

/**
 * Counts an attempt in all limits, or in none: an attempt that one limit refuses does not count in the others. Returns
 * the last result, and the step that refused.
 */
export function takeAll(steps: readonly TryStep[]): {
  verdict: TryVerdict;
  refusedBy: number | null;
  settle(outcome: TryOutcome): void;
} {
  const taken: TryStep[] = [];
  let verdict: TryVerdict = { isExceeded: false, limit: 0, remaining: 0, resetAt: 0 };
  for (const step of steps) {
    verdict = step.take();
    if (verdict.isExceeded) {
      for (const each of taken) each.giveBack();
      return { verdict, refusedBy: taken.length, settle: () => undefined };
    }
    taken.push(step);
  }
  return {
    verdict,
    refusedBy: null,
    settle: (outcome) => {
      for (const step of taken) step.settle(outcome);
    },
  };
}
