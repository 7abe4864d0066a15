import type { DocumentText, Texts } from '#server/text-store/texts.ts';

/** What a document needs: its own text read, or pages recognised. */
export type Need = 'text' | 'ocr';

/** Chooses which document comes next: new ones before those that were there. */
export interface WaitingDocuments {
  /** The document comes before the others, and one that was postponed is tried again. */
  hurry(sha256: string): void;
  /** The document is not chosen for a while. */
  postpone(sha256: string): void;
  hasPostponed(): boolean;
  choose(need: Need): Promise<DocumentText | null>;
}

/** Far more uploads than arrive while one file is read; the others are read in their order. */
const maxHurried = 1000;

/** `pause` is how long a document is postponed, in milliseconds. */
export function createWaitingDocuments({ texts, pause }: { texts: Texts; pause: number }): WaitingDocuments {
  /** Newest last. */
  const hurried = new Set<string>();
  /** Until when. */
  const postponed = new Map<string, number>();

  async function chooseHurried(need: Need): Promise<DocumentText | null> {
    for (const sha256 of [...hurried].reverse()) {
      const document = await texts.find(sha256);
      if (!document || document.waiting === 0 || postponed.has(sha256)) hurried.delete(sha256);
      else if ((await texts.listWaitingPages(sha256, 1, need)).length > 0) return document;
    }
    return null;
  }

  return {
    hurry(sha256) {
      postponed.delete(sha256);
      hurried.delete(sha256);
      hurried.add(sha256);
      const [oldest] = hurried;
      if (hurried.size > maxHurried && oldest !== undefined) hurried.delete(oldest);
    },

    postpone(sha256) {
      postponed.set(sha256, performance.now() + pause);
    },

    hasPostponed: () => postponed.size > 0,

    async choose(need) {
      for (const [sha256, until] of postponed) if (until <= performance.now()) postponed.delete(sha256);
      const first = await chooseHurried(need);
      if (first) return first;
      // One more than are postponed, so that one is among them that is not.
      const waiting = await texts.listWaiting(postponed.size + 1, need);
      return waiting.find(({ sha256 }) => !postponed.has(sha256)) ?? null;
    },
  };
}
