import type { DocumentText, Texts, SharedTexts } from '#server/engines/text-store/texts.ts';
import { keepRenewing } from '#server/machinery/queues/with-lease.ts';
import { newestRecipe, textJudgement } from './text-limits.ts';

/**
 * Makes sure that no other process extracts text from the document that this process works on, if several use the same
 * texts.
 */
interface DocumentClaims {
  /** Releases the current document and claims another one. Returns null if none is free. */
  take(...wanted: Parameters<SharedTexts['claim']>): Promise<DocumentText | null>;
  /** Releases the document. Never rejects: a claim that can't be ended now expires. */
  release(): Promise<void>;
}

function createDocumentClaims(shared: SharedTexts): DocumentClaims {
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

/** The next step of a document: reading its own text, recognising pages, or judging it by the rule of this release. */
export type Need = 'text' | 'ocr' | 'judgement';

/** Chooses the next document, new ones before existing ones. */
export interface WaitingDocuments {
  /** Moves the document ahead of all others, and retries it if it was postponed. */
  hurry(sha256: string): void;
  /** Does not choose the document for a while. */
  postpone(sha256: string): void;
  /** Resets the pauses of a document that could be read: another postponement then counts as the first. */
  settle(sha256: string): void;
  /** Ends all postponements. */
  settleAll(): void;
  hasPostponed(): boolean;
  /** Chooses a document. If several processes use the same texts, claims it, and releases the previous one. */
  choose(need: Need): Promise<DocumentText | null>;
  /** Releases the chosen document, because nothing is being read any more. */
  release(): Promise<void>;
}

/**
 * Maximum number of hurried documents, far more than arrive while one file is read; further ones are read in their
 * order.
 */
const maxHurried = 1000;

/** Maximum postponement, in pauses, of a document that fails repeatedly, e.g. because its bytes are missing. */
const maxPauses = 64;

/**
 * Creates the choice. `pause` is the first postponement of a document, in milliseconds; each further postponement is
 * twice as long.
 */
export function createWaitingDocuments({ texts, pause }: { texts: Texts; pause: number }): WaitingDocuments {
  const claims = texts.shared && createDocumentClaims(texts.shared);
  /** Newest last. */
  const hurried = new Set<string>();
  /** Hurried documents whose first page no longer waits for recognition. */
  const hasBegun = new Set<string>();
  /** End of each document's postponement, and its number of pauses. */
  const postponed = new Map<string, { until: number; pauses: number }>();
  const isPostponed = (sha256: string) => (postponed.get(sha256)?.until ?? 0) > performance.now();
  const listPostponed = () => [...postponed.keys()].filter(isPostponed);
  const countPostponed = () => listPostponed().length;
  const chooseOutdated = createOutdatedDocuments({ texts, claims, listPostponed });

  function forgetHurried(sha256: string): void {
    hurried.delete(sha256);
    hasBegun.delete(sha256);
  }

  /**
   * Chooses the next hurried document. Recognition takes seconds for a page, so first pages come before all others:
   * they show where a file belongs that is imported together with many.
   */
  async function chooseHurried(need: 'text' | 'ocr'): Promise<DocumentText | null> {
    let chosen: DocumentText | null = null;
    for (const sha256 of [...hurried].reverse()) {
      if (chosen && hasBegun.has(sha256)) continue;
      const document = await texts.find(sha256);
      if (!document || document.waiting === 0 || isPostponed(sha256)) {
        forgetHurried(sha256);
        continue;
      }
      const [next] = await texts.listWaitingPages(sha256, 1, need);
      if (!next) continue;
      if (need === 'text' || next.page === 1) return document;
      hasBegun.add(sha256);
      chosen ??= document;
    }
    return chosen;
  }

  /** Chooses and claims the next hurried document. */
  async function claimHurried(need: 'text' | 'ocr'): Promise<DocumentText | null> {
    for (;;) {
      const document = await chooseHurried(need);
      if (!document || !claims) return document;
      const claimed = await claims.take(need, { sha256: document.sha256 }, newestRecipe);
      if (claimed) return claimed;
      // Another process reads it.
      forgetHurried(document.sha256);
    }
  }

  return {
    hurry(sha256) {
      postponed.delete(sha256);
      hasBegun.delete(sha256);
      hurried.delete(sha256);
      hurried.add(sha256);
      const [oldest] = hurried;
      if (hurried.size > maxHurried && oldest !== undefined) forgetHurried(oldest);
    },

    postpone(sha256) {
      const pauses = Math.min((postponed.get(sha256)?.pauses ?? 0.5) * 2, maxPauses);
      postponed.set(sha256, { until: performance.now() + pause * pauses, pauses });
    },

    settle: (sha256) => void postponed.delete(sha256),
    settleAll: () => postponed.clear(),

    hasPostponed: () => countPostponed() > 0,

    async choose(need) {
      if (need === 'judgement') return chooseOutdated();
      const first = await claimHurried(need);
      if (first) return first;
      if (claims) return claims.take(need, { except: listPostponed() }, newestRecipe);
      // Requests one document more than are postponed, so that at least one is not.
      const waiting = await texts.listWaiting(countPostponed() + 1, need);
      return waiting.find(({ sha256 }) => !isPostponed(sha256)) ?? null;
    },

    release: async () => claims?.release(),
  };
}

/**
 * Returns a function that chooses a document that was judged by an earlier version of the rule and is not postponed.
 */
function createOutdatedDocuments({
  texts,
  claims,
  listPostponed,
}: {
  texts: Texts;
  claims: DocumentClaims | null;
  listPostponed: () => string[];
}): () => Promise<DocumentText | null> {
  /** False once there was no such document: from then on, documents are only begun with the current version. */
  let mayBeAny = true;
  return async () => {
    if (!mayBeAny) return null;
    const except = listPostponed();
    const found = claims
      ? await claims.take({ judgement: textJudgement }, { except }, newestRecipe)
      : (await texts.listOutdated(textJudgement, except.length + 1)).find(({ sha256 }) => !except.includes(sha256));
    mayBeAny = Boolean(found) || except.length > 0;
    return found ?? null;
  };
}
