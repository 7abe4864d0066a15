import type { Logger } from 'pino';
import type { SharedTexts } from '#server/text-store/texts.ts';

/** Documents that are told at once; the rest follows at once. */
const atOnce = 200;

/**
 * Tells of documents that other processes read: what is derived from texts on this machine, such as the index of words,
 * follows them. Looks every `everyMs` milliseconds, beginning now; what was changed before is not told. A change that cannot
 * be looked for now is told later.
 */
export function followTexts(
  shared: Pick<SharedTexts, 'changedSince'>,
  { tell, everyMs, log }: { tell: (sha256: string) => void; everyMs: number; log: Logger },
): { close(): Promise<void> } {
  let after: number | null = null;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let looking = look();

  async function look(): Promise<void> {
    try {
      await tellAll();
    } catch (error) {
      if (!isClosed) log.debug({ err: error }, 'it is not known which texts others changed; it is asked again');
    }
    if (isClosed) return;
    timer = setTimeout(() => {
      looking = look();
    }, everyMs).unref();
  }

  async function tellAll(): Promise<void> {
    const before = after;
    const { upTo, sha256s } = await shared.changedSince(before, atOnce);
    after = upTo;
    for (const sha256 of sha256s) tell(sha256);
    // There may be more than fits into one answer.
    if (!isClosed && before !== null && upTo > before) await tellAll();
  }

  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
