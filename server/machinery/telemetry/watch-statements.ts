import type { Logger } from 'pino';
import { createLineLimit } from './line-limit.ts';
import type { Metrics } from './metrics.ts';

/** A statement that takes longer is logged as slow. */
const slowMs = 250;

/** Logged length of a statement, in characters: its selection, and the end of its conditions. */
const logged = { start: 300, end: 100 };

/**
 * Counts every statement of the database and logs slow ones: the text of the statement and its duration. Never its
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

/** Returns a statement on one line, without its middle if it is long: those of lists have thousands of characters. */
function shorten(sql: string): string {
  const line = sql.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= logged.start + logged.end) return line;
  return `${line.slice(0, logged.start)} … ${line.slice(-logged.end)}`;
}
