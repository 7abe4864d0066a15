import type { Logger } from 'pino';
import type { SharedTexts } from '#server/engines/text-store/texts.ts';

/** Batch size; the next batch follows at once. */
const atOnce = 200;

/**
 * Announces documents whose text other processes extracted, so that data derived from texts on this machine, such as
 * the search index, is updated. Polls every `everyMs` milliseconds, starting now; does not announce earlier changes. A
 * change whose poll fails is announced later.
 */
export function followTexts(
  shared: Pick<SharedTexts, 'changedSince'>,
  { announce, everyMs, log }: { announce: (sha256: string) => void; everyMs: number; log: Logger },
): { close(): Promise<void> } {
  let after: number | null = null;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let looking = look();

  async function look(): Promise<void> {
    try {
      await announceAll();
    } catch (error) {
      if (!isClosed) log.debug({ err: error }, 'texts changed by other nodes could not be queried; retrying');
    }
    if (isClosed) return;
    timer = setTimeout(() => {
      looking = look();
    }, everyMs).unref();
  }

  async function announceAll(): Promise<void> {
    const before = after;
    const { upTo, sha256s } = await shared.changedSince(before, atOnce);
    after = upTo;
    for (const sha256 of sha256s) announce(sha256);
    // There may be more than fits into one batch.
    if (!isClosed && before !== null && upTo > before) await announceAll();
  }

  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
