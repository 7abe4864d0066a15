import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { version } from '#server/machinery/version.ts';
import type { RequestClass } from './request-class.ts';

/** A number that is read when the metrics are requested, such as the amount of queued work or the free disk space. */
export type Measure = {
  /** The name in Prometheus, with the unit at its end: `examshelf_disk_free_bytes`. */
  name: string;
  help: string;
  read(): number | Promise<number>;
};

export type RequestFacts = { kind: RequestClass; status: number; isCached: boolean; seconds: number };

export type Metrics = {
  begin(): void;
  end(): void;
  /** Returns the number of requests in progress. */
  inFlight(): number;
  countRequest(facts: RequestFacts): void;
  countStatement(facts: { kind: 'read' | 'write'; seconds: number }): void;
  countSignIn(isGood: boolean): void;
  /** Adds a measure. Throws an Error if the name is in use. */
  measure(measure: Measure): void;
  /** Returns all metrics in the text format of Prometheus. Leaves out a measure that can't be read. */
  render(): Promise<{ contentType: string; text: string }>;
  requests: RequestHistory;
  close(): void;
};

/** Requests of the last hour, minute by minute, oldest first; for the charts of the panel. */
export type RequestHistory = {
  minutes(): { requests: number; refused: number; failed: number; slowestMs: number }[];
};

/** Bounds of the durations in seconds, from a cached page to a whole book over a slow connection. */
const requestBuckets = [0.001, 0.005, 0.02, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];
const statementBuckets = [0.0001, 0.001, 0.005, 0.025, 0.1, 0.25, 1, 5];

/** Creates the metrics of one server: two servers in one process do not share them. */
export function createMetrics(now: () => number = Date.now): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  // Sums of `nodejs_active_resources` and the like. Prometheus reserves their suffix for counters.
  for (const sum of ['resources', 'handles', 'requests']) registry.removeSingleMetric(`nodejs_active_${sum}_total`);
  let current = 0;
  const requests = new Histogram({
    name: 'examshelf_request_duration_seconds',
    help: 'Time from the head of a request to the end of its response',
    labelNames: ['kind', 'status', 'cached'] as const,
    buckets: requestBuckets,
    registers,
  });
  const statements = new Histogram({
    name: 'examshelf_statement_duration_seconds',
    help: 'Time a statement of the database took',
    labelNames: ['kind'] as const,
    buckets: statementBuckets,
    registers,
  });
  const signIns = new Counter({
    name: 'examshelf_sign_ins_total',
    help: 'Sign-in attempts',
    labelNames: ['outcome'] as const,
    registers,
  });
  new Gauge({
    name: 'examshelf_build_info',
    help: 'Always 1; the label has the version that runs',
    labelNames: ['version'] as const,
    registers,
  }).set({ version }, 1);
  const history = createHistory(now);

  const metrics: Metrics = {
    begin: () => void (current += 1),
    end: () => void (current -= 1),
    inFlight: () => current,
    countRequest(facts) {
      const labels = {
        kind: facts.kind,
        status: `${Math.floor(facts.status / 100)}xx`,
        cached: String(facts.isCached),
      };
      if (facts.status === 503) labels.status = '503';
      requests.observe(labels, facts.seconds);
      history.add(facts);
    },
    countStatement: ({ kind, seconds }) => statements.observe({ kind }, seconds),
    countSignIn: (isGood) => signIns.inc({ outcome: isGood ? 'good' : 'refused' }),
    measure({ name, help, read }) {
      const gauge = new Gauge({
        name,
        help,
        registers: [],
        async collect() {
          try {
            this.set(await read());
          } catch {
            this.remove();
          }
        },
      });
      registry.registerMetric(gauge);
    },
    render: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
    requests: history,
    close: () => registry.clear(),
  };
  metrics.measure({ name: 'examshelf_requests_in_flight', help: 'Requests being answered', read: () => current });
  return metrics;
}

const minuteMs = 60_000;
const historyMinutes = 60;

function createHistory(now: () => number): RequestHistory & { add(facts: RequestFacts): void } {
  const empty = () => ({ requests: 0, refused: 0, failed: 0, slowestMs: 0 });
  const kept = new Map<number, ReturnType<typeof empty>>();
  return {
    add({ status, seconds, kind }) {
      const minute = Math.floor(now() / minuteMs);
      let counts = kept.get(minute);
      if (!counts) {
        counts = empty();
        kept.set(minute, counts);
        for (const old of kept.keys()) if (old <= minute - historyMinutes || old > minute) kept.delete(old);
      }
      counts.requests += 1;
      if (status === 503 || status === 429) counts.refused += 1;
      else if (status >= 500) counts.failed += 1;
      // The duration of a file depends on the client's connection.
      if (kind === 'page' || kind === 'read') counts.slowestMs = Math.max(counts.slowestMs, Math.round(seconds * 1000));
    },
    minutes() {
      const last = Math.floor(now() / minuteMs);
      return Array.from(
        { length: historyMinutes },
        (_, index) => kept.get(last - historyMinutes + 1 + index) ?? empty(),
      );
    },
  };
}
