import { queryOptions } from '@tanstack/react-query';
import { createIsomorphicFn } from '@tanstack/react-start';
import type { Shelf } from '#contract/shelf.ts';
import { findExampleQuestion, type ExampleQuestion } from '#domain/search/example-question.ts';

/** A question of a material, with the page that it is on. */
export type Example = ExampleQuestion & { id: string; title: string; page: number };

/** Number of papers, newest first, in which a question is searched. */
const maxPapers = 6;

/**
 * Returns the query for the example on Home: a question of one of the newest papers; null if none of them has a short one.
 * Only the server runs it: for a visitor who comes from another page, it isn't worth a request.
 */
export function exampleQuery(shelf: Shelf) {
  return queryOptions({
    queryKey: ['example-question'],
    queryFn: () => findExample(shelf),
    enabled: import.meta.env.SSR,
  });
}

/** The browser's code does not contain it. */
const findExample = createIsomorphicFn()
  .server(async (shelf: Shelf): Promise<Example | null> => {
    const { materials } = await shelf.listMaterials('paper', {
      orders: [{ attribute: '$createdAt', direction: 'desc' }],
      limit: maxPapers,
      wantsTotal: false,
    });
    for (const { id, title } of materials) {
      const text = await shelf.readMaterialText(id);
      for (const page of text?.pages ?? []) {
        const question = findExampleQuestion(page.text);
        if (question) return { ...question, id, title, page: page.page };
      }
    }
    return null;
  })
  .client((): Promise<Example | null> => Promise.resolve(null));
