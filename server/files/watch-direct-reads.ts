import type { Logger } from 'pino';
import type { DirectReads } from '#server/storage/direct-reads.ts';

/** Knows whether the store lets our pages read. */
export interface DirectReadsWatch {
  /** As it was seen last; false before the first look. */
  readonly isReadable: boolean;
  /** Looks now, and again from time to time. Never rejects. */
  look(): Promise<void>;
  close(): void;
}

/** How soon it is looked again after a refusal; the time doubles. */
const firstWaitMs = 30_000;
const mostWaitMs = 10 * 60_000;

/** Logs one line when that changes, or the reason for it. Must be closed. */
export function watchDirectReads(parts: {
  direct: Pick<DirectReads, 'origin' | 'whyUnreadableBy'>;
  pageOrigin: string;
  log: Logger;
}): DirectReadsWatch {
  const { direct, pageOrigin, log } = parts;
  const advice = `readers get all bytes through this server, because pages of ${pageOrigin} may not read from ${direct.origin}: see "Downloads from the store itself" in docs/operating-several-servers.md`;
  /** Why not, as it was seen last; null if they may. */
  let seen: string | null | undefined;
  let waitMs = firstWaitMs;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function look(): Promise<void> {
    clearTimeout(timer);
    const reason = await direct.whyUnreadableBy(pageOrigin);
    if (isClosed) return;
    if (reason !== seen && reason !== null) log.warn({ reason }, advice);
    else if (reason !== seen) log.info(`readers get ranges of PDFs from ${direct.origin}`);
    waitMs = reason === null ? mostWaitMs : reason === seen ? Math.min(waitMs * 2, mostWaitMs) : firstWaitMs;
    seen = reason;
    clearTimeout(timer);
    timer = setTimeout(() => void look(), waitMs).unref();
  }

  return {
    get isReadable() {
      return seen === null;
    },
    look,

    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
