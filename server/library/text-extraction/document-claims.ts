import type { DocumentText, SharedTexts } from '#server/engines/text-store/texts.ts';
import { keepRenewing } from '#server/machinery/queues/with-lease.ts';

/**
 * Makes sure that no other process extracts text from the document that this process works on, if several use the same
 * texts.
 */
export interface DocumentClaims {
  /** Releases the current document and claims another one. Returns null if none is free. */
  take(...wanted: Parameters<SharedTexts['claim']>): Promise<DocumentText | null>;
  /** Releases the document. Never rejects: a claim that can't be ended now expires. */
  release(): Promise<void>;
}

export function createDocumentClaims(shared: SharedTexts): DocumentClaims {
  let held: string | null = null;
  let stopRenewing: () => Promise<unknown> = async () => undefined;

  /** Starts the renewals, which continue between the steps as well: choosing may take long. */
  function hold(sha256: string): void {
    held = sha256;
    void stopRenewing();
    stopRenewing = keepRenewing(shared.claimMs, async () => {
      if (!(await shared.renew(sha256)) && held === sha256) letGo();
    });
  }

  function letGo(): string | null {
    void stopRenewing();
    const before = held;
    held = null;
    return before;
  }

  async function release(): Promise<void> {
    const before = letGo();
    if (before !== null) await shared.release(before).catch(() => undefined);
  }

  return {
    release,
    async take(...wanted) {
      const document = await shared.claim(...wanted);
      if (document && document.sha256 !== held) {
        await release();
        hold(document.sha256);
      }
      return document;
    },
  };
}
