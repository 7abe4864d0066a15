import type { Logger } from 'pino';
import { createLineLimit } from './line-limit.ts';
import type { Metrics } from './metrics.ts';

/** Time after which a statement is logged as slow. */
const slowMs = 250;

/**
 * Number of characters of a long statement that are logged: its start, which has the selection, and its end, which has
 * the last conditions.
 */
const logged = { start: 300, end: 100 };

/**
 * Counts every statement of the database and logs slow ones with their text and duration, but never with their
 * parameters, which may be personal data.
 */
export function watchStatements({ log, metrics }: { log: Logger; metrics: Metrics }) {
  const mayWarn = createLineLimit({ max: 10, spanMs: 60_000 });
  return ({ sql, durationMs }: { sql: string; durationMs: number }): void => {
    metrics.countStatement({ kind: /^\s*(?:select|with)\b/i.test(sql) ? 'read' : 'write', seconds: durationMs / 1000 });
    if (durationMs < slowMs) return;
    const heldBack = mayWarn();
    if (heldBack === null) return;
    log.warn(
      { sql: shorten(sql), ms: Math.round(durationMs), ...(heldBack > 0 ? { heldBack } : {}) },
      'slow statement',
    );
  };
}

/**
 * Returns a statement on one line, without its middle if it is long: statements of lists have thousands of characters.
 */
function shorten(sql: string): string {
  const line = sql.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= logged.start + logged.end) return line;
  return `${line.slice(0, logged.start)} … ${line.slice(-logged.end)}`;
}
