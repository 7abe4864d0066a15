import type { Outcome } from './send.ts';

/** The results of the requests of one class. */
export type Tally = {
  add(outcome: Outcome): void;
  /** Number of responses other than 5xx. */
  readonly accepted: number;
  /** Number of accepted requests with 4xx: expected for bots; for visitors, it means that nothing was measured. */
  readonly rejected: number;
  /** Refused under load: 503. */
  readonly refused: number;
  /** Number of responses with any other 5xx. */
  readonly failed: number;
  /** Number of requests without a response in half a minute, and of connections that broke. */
  readonly hung: number;
  readonly cut: number;
  /** Returns the time of accepted requests in milliseconds at a percentile; `share` is 0.5 for the median. */
  percentile(share: number): number;
};

export function createTally(): Tally {
  const times: number[] = [];
  const counts = { rejected: 0, refused: 0, failed: 0, hung: 0, cut: 0 };
  return {
    add({ status, ms }) {
      if (status === 'hung' || status === 'cut') counts[status] += 1;
      else if (status === 503) counts.refused += 1;
      else if (status >= 500) counts.failed += 1;
      else {
        if (status >= 400) counts.rejected += 1;
        times.push(ms);
      }
    },
    get accepted() {
      return times.length;
    },
    get rejected() {
      return counts.rejected;
    },
    get refused() {
      return counts.refused;
    },
    get failed() {
      return counts.failed;
    },
    get hung() {
      return counts.hung;
    },
    get cut() {
      return counts.cut;
    },
    percentile(share) {
      const sorted = Float64Array.from(times).sort();
      return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    },
  };
}
