import type { SearchFindingsAnswer, SearchSuggestionsAnswer } from '#contract/additions.ts';
import { toDocument } from '#contract/to-document.ts';
import type { ContractParts, Handlers } from './request-context.ts';

/** Full-text search, and suggestions while a query is typed. */
export function createSearchHandlers({ services, config }: ContractParts): Handlers<'search' | 'suggest'> {
  const { search } = services;

  return {
    async search({ c, actor, query }) {
      const { results, ...findings } = await search.search(actor, query);
      c.header('Cache-Control', 'no-cache');
      return c.json({
        ...findings,
        results: results.map(({ material, ...pages }) => ({
          kind: material.kind,
          document: toDocument(material, config),
          ...pages,
        })),
      } satisfies SearchFindingsAnswer);
    },

    async suggest({ c, actor, query }) {
      c.header('Cache-Control', 'no-cache');
      return c.json((await search.suggest(actor, query.q)) satisfies SearchSuggestionsAnswer);
    },
  };
}
