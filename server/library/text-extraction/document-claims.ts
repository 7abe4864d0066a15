import type { DocumentText, SharedTexts } from '#server/engines/text-store/texts.ts';

/** Prevents other processes from reading the document that this process reads, if several use the same texts. */
export interface DocumentClaims {
  /** Claims a document instead of the held one. Null if none is free. */
  take(...wanted: Parameters<SharedTexts['claim']>): Promise<DocumentText | null>;
  /** Releases the document. Never rejects: a claim that cannot be ended now expires. */
  release(): Promise<void>;
}

/** Number of renewals within the duration of a claim, so that a request may fail or take long. */
const renewals = 4;

export function createDocumentClaims(shared: SharedTexts): DocumentClaims {
  let held: string | null = null;
  let timer: NodeJS.Timeout | undefined;

  /** Starts the renewals, which continue between the steps as well: choosing may take long. */
  function hold(sha256: string): void {
    held = sha256;
    clearInterval(timer);
    timer = setInterval(() => void renew(sha256), shared.claimMs / renewals).unref();
  }

  async function renew(sha256: string): Promise<void> {
    // A failed renewal is retried.
    const isHeld = await shared.renew(sha256).catch(() => true);
    if (!isHeld && held === sha256) letGo();
  }

  function letGo(): string | null {
    clearInterval(timer);
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
