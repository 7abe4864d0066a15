import { cacheNames } from '#contract/browser-storage.ts';
import { savedAtOf } from './save-answers.ts';
import { findSavedAnswer } from './saved-answers.ts';
import { createSavedAnswers } from './network-first.ts';
import { answerInTime } from './network-patience.ts';

/** Lists, catalogue and records are a few kilobytes each: some megabytes, 50 MB at the very most. */
const savedAnswers = createSavedAnswers({ cacheName: cacheNames.answers, maxEntries: 200, maxBytes: 256 * 1024 });

/** Covers and first pages in the sizes of lists, 20 KB each on average; 30 MB at the very most. */
const savedPictures = createSavedAnswers({ cacheName: cacheNames.pictures, maxEntries: 120, maxBytes: 256 * 1024 });

declare const self: ServiceWorkerGlobalScope;

type Handling = { event: ExtendableEvent; request: Request };

/** Maximum number of pages that may still request the age of their responses; more than ever load at the same time. */
const maxPages = 50;

/** Time at which the oldest stored response of a page was stored, by the id of the page. */
const savedAtByPage = new Map<string, number>();

/** Sends the age of a page's earlier responses, once the page listens. */
export function resendSavedAt(page: Client): void {
  const savedAt = savedAtByPage.get(page.id);
  if (savedAt !== undefined) page.postMessage({ type: 'saved-answer', savedAt }, []);
}

/**
 * Responds from the server, else with the stored response, and then sends its age to the page; else from the offline
 * materials.
 */
export async function answerRead({ event, request }: Handling): Promise<Response> {
  const response = await answerInTime(
    () => savedAnswers.handle({ event, request }),
    () => findSavedAnswer(new URL(request.url)),
  );
  const savedAt = savedAtOf(response);
  if (savedAt !== null && event instanceof FetchEvent) {
    savedAtByPage.set(event.clientId, Math.min(savedAt, savedAtByPage.get(event.clientId) ?? savedAt));
    for (const oldest of [...savedAtByPage.keys()].slice(0, -maxPages)) savedAtByPage.delete(oldest);
    const client = await self.clients.get(event.clientId);
    client?.postMessage({ type: 'saved-answer', savedAt }, []);
  }
  return response;
}

export function answerPicture(handling: Handling): Promise<Response> {
  return answerInTime(
    () => savedPictures.handle(handling),
    () => findSavedAnswer(new URL(handling.request.url)),
  );
}
