import type { DocumentText, SharedTexts } from '#server/text-store/texts.ts';

/** Keeps the document that this process reads from being read by others, where several use the same texts. */
export interface DocumentClaims {
  /** Claims a document instead of the one that is held. Null when there is none that is free. */
  take(...wanted: Parameters<SharedTexts['claim']>): Promise<DocumentText | null>;
  /** Lets others have the document. Never rejects: a claim that cannot be ended now ends by itself. */
  release(): Promise<void>;
}

/** A claim is renewed so often in its time, so that a request may fail or take long. */
const renewals = 4;

export function createDocumentClaims(shared: SharedTexts): DocumentClaims {
  let held: string | null = null;
  let timer: NodeJS.Timeout | undefined;

  /** The clock runs between the steps as well: choosing may take long. */
  function hold(sha256: string): void {
    held = sha256;
    clearInterval(timer);
    timer = setInterval(() => void renew(sha256), shared.claimMs / renewals).unref();
  }

  async function renew(sha256: string): Promise<void> {
    // What fails now is tried again.
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
