import type { SharedPace } from './shared-pace.ts';
import type { TryLimit, TryVerdict } from './try-limit.ts';

export type TryOutcome = 'right' | 'wrong' | 'no try';

/** One limit that a try is counted against. */
export type TryStep = { take(): TryVerdict; giveBack(): void; settle(outcome: TryOutcome): void };

/** Counts against a limit by key; with `isForgiving`, a right password resets that key. */
export function stepOfLimit(limit: TryLimit, key: string, isForgiving: boolean): TryStep {
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

/** Counts against the pace of an account; only a wrong password stays counted. */
export function stepOfPace(pace: SharedPace, account: string): TryStep {
  return {
    take: () => pace.take(account),
    giveBack: () => pace.giveBack(account),
    settle: (outcome) => {
      if (outcome !== 'wrong') pace.giveBack(account);
    },
  };
}

/** Takes from all, or from none: a try that one limit refuses costs nothing in the others. Returns the last verdict. */
export function takeAll(steps: readonly TryStep[]): { verdict: TryVerdict; settle(outcome: TryOutcome): void } {
  const taken: TryStep[] = [];
  let verdict: TryVerdict = { isExceeded: false, limit: 0, remaining: 0, resetAt: 0 };
  for (const step of steps) {
    verdict = step.take();
    if (verdict.isExceeded) {
      for (const each of taken) each.giveBack();
      return { verdict, settle: () => undefined };
    }
    taken.push(step);
  }
  return {
    verdict,
    settle: (outcome) => {
      for (const step of taken) step.settle(outcome);
    },
  };
}
