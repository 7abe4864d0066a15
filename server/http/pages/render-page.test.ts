import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Shelf } from '#contract/shelf.ts';
import { DatabaseFailing } from '#server/machinery/faults/read-fault.ts';
import { createPageRendering } from './render-page.ts';

test('a page fails with the fault of an unreachable database, and is rendered again once the database is back', async () => {
  let isAway = true;
  const findMaterial = async () => {
    if (isAway) throw new DatabaseFailing('library', new Error('terminating connection'));
    return { state: 'missing' } as const;
  };
  const render = createPageRendering({
    // Like the app: it responds that something failed, without the cause.
    renderer: {
      fetch: (_, { context }) =>
        context.shelf.findMaterial('a').then(
          () => new Response('<p>found</p>'),
          () => new Response('<p>Server Error</p>', { status: 500 }),
        ),
    },
    shelf: { findMaterial } as unknown as Shelf,
    publicUrl: 'http://library.test',
    readRevision: () => 'first.0',
    onMissing: () => undefined,
    log: pino({ level: 'silent' }),
  });
  await expect(render('/books', () => undefined)).rejects.toBeInstanceOf(DatabaseFailing);
  isAway = false;
  expect((await render('/books', () => undefined)).answer.status).toBe(200);
});
