import { isIP } from 'node:net';
import type { Logger } from 'pino';
import { mayRead } from '#contract/permissions.ts';
import { pages, robotAddresses } from '#contract/addresses.ts';
import { visitor } from '#domain/account.ts';
import type { Changes, MaterialChange } from '#server/library/changes.ts';

/** Notifies search engines of changed pages (indexnow.org), so that they do not have to poll. */
export interface IndexNow {
  /** Returns the number of pages that wait to be submitted. */
  waiting(): number;
  /** Aborts the submission in progress and drops pending pages, which are in the site map. */
  close(): Promise<void>;
}

/** Address that forwards submissions to all participating search engines. */
const sharedEndpoint = 'https://api.indexnow.org/indexnow';

/**
 * Maximum number of pages in one submission (indexnow.org/documentation). Further pages are dropped, because they are
 * in the site map.
 */
const maxUrls = 10_000;

/**
 * Delays before a submission, so that an import causes only one, and before each attempt after a failed one; after the
 * last, the submission is given up.
 */
const waitsMs = [60_000, 5 * 60_000, 60 * 60_000];

/** Timeout of a search engine's response. */
const answerMs = 15_000;

/**
 * Submits the pages of materials that everybody may read, or could until now, after they were added, changed or
 * withdrawn. Callers don't wait for it, and it never throws. Null without a key, and for a library that search engines
 * can't reach.
 */
export function createIndexNow(parts: {
  key: string | null;
  publicUrl: string;
  changes: Pick<Changes, 'listen'>;
  log: Logger;
  endpoint?: string;
  waitsMs?: readonly number[];
  maxUrls?: number;
}): IndexNow | null {
  const { publicUrl, log } = parts;
  if (parts.key === null) return null;
  const key: string = parts.key;
  if (isUnreachable(publicUrl)) {
    log.warn('INDEXNOW_KEY has no effect: PUBLIC_URL names this machine, which search engines cannot reach');
    return null;
  }
  const waits = parts.waitsMs ?? waitsMs;
  const limit = parts.maxUrls ?? maxUrls;
  const paths = new Set<string>();
  const closing = new AbortController();
  let dropped = 0;
  let failures = 0;
  let timer: NodeJS.Timeout | null = null;
  let submitting: Promise<void> | null = null;

  function note(path: string): void {
    if (paths.size >= limit && !paths.has(path)) dropped += 1;
    else paths.add(path);
    plan();
  }

  /** Plans a submission, one at a time. */
  function plan(): void {
    if (timer || submitting || paths.size === 0 || closing.signal.aborted) return;
    timer = setTimeout(() => {
      timer = null;
      submitting = submit().finally(() => {
        submitting = null;
        plan();
      });
    }, waits[failures]).unref();
  }

  async function submit(): Promise<void> {
    const sent = [...paths];
    paths.clear();
    const outcome = await send(parts.endpoint ?? sharedEndpoint, closing.signal, {
      host: new URL(publicUrl).host,
      key,
      keyLocation: publicUrl + robotAddresses.indexNowKey(key),
      urlList: sent.map((path) => publicUrl + path),
    });
    if (closing.signal.aborted) return;
    if (outcome.state === 'later' && failures + 1 < waits.length) {
      failures += 1;
      // Pages noted meanwhile come first; the rest up to the limit.
      for (const path of sent) if (paths.size < limit) paths.add(path);
      return;
    }
    failures = 0;
    const facts = { pages: sent.length, dropped, ...(outcome.state !== 'done' && { reason: outcome.reason }) };
    dropped = 0;
    if (outcome.state === 'done') log.info(facts, 'search engines were notified of changed pages');
    else log.warn(facts, 'search engines could not be notified of changed pages; they will find them in the site map');
  }

  const stopListening = parts.changes.listen((change, origin) => {
    // Other nodes submit their own changes. Purged materials were withdrawn before.
    if (origin === 'elsewhere' || (change.subject !== 'material' && change.subject !== 'materials')) return;
    for (const each of change.subject === 'materials' ? change.changes : [change])
      if (isPublic(each)) note(pages.material(each.material.id));
  });

  return {
    waiting: () => paths.size,
    async close() {
      stopListening();
      closing.abort();
      if (timer) clearTimeout(timer);
      await submitting;
    },
  };
}

type Submission = { host: string; key: string; keyLocation: string; urlList: string[] };

type Outcome = { state: 'done' } | { state: 'refused' | 'later'; reason: string };

/** Sends one submission; never throws. Returns `later` if it may be accepted another time. */
async function send(endpoint: string, signal: AbortSignal, submission: Submission): Promise<Outcome> {
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(submission),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
    });
    await response.body?.cancel();
    if (response.ok) return { state: 'done' };
    const reason = `status ${response.status}`;
    return { state: response.status === 429 || response.status >= 500 ? 'later' : 'refused', reason };
  } catch (error) {
    return { state: 'later', reason: error instanceof Error ? error.message : String(error) };
  }
}

/** True if visitors may or could read a material; otherwise its id must not be published. */
function isPublic(change: MaterialChange): boolean {
  const before = change.action === 'update' ? change.before : undefined;
  return (
    mayRead(visitor, change.material.permissions) || (before !== undefined && mayRead(visitor, before.permissions))
  );
}

function isUnreachable(publicUrl: string): boolean {
  const { hostname } = new URL(publicUrl);
  return /^(?:.*\.)?localhost$/.test(hostname) || isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0;
}
