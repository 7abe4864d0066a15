import { pino } from 'pino';
import type { Shelf } from '#contract/shelf.ts';
import { createChanges } from '#server/library/changes.ts';
import { createPages } from '#server/http/pages/pages.ts';
import type { PageRenderer } from '#server/http/pages/render-page.ts';

/** Opens pages that `fetch` renders, with a shelf that is not used, and the changes that they subscribe to. */
export function openPages(fetch: PageRenderer['fetch'], more: Partial<Parameters<typeof createPages>[0]> = {}) {
  const changes = createChanges(() => undefined);
  const pages = createPages({
    renderer: { fetch },
    shelfIn: () => ({}) as Shelf,
    changes,
    publicUrl: 'http://library.test',
    languages: ['en', 'ne'],
    maxBytes: 1_000_000,
    log: pino({ level: 'silent' }),
    ...more,
  });
  return { pages, changes };
}

/** A response of a renderer. */
export const html = (text: string, status = 200) =>
  new Response(text, { status, headers: { 'content-type': 'text/html; charset=utf-8' } });
