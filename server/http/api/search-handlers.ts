import type { SearchRequest } from '#contract/search.ts';
import type { SearchFindingsAnswer, SearchSuggestionsAnswer } from '#contract/schemas/answer-types.ts';
import { toDocument } from '#contract/appwrite/to-document.ts';
import { toCurrentNames } from '#domain/former-names.ts';
import { everything } from '#server/http/cache/scopes.ts';
import type { ContractParts, Handlers } from './handlers.ts';

/** Creates the handlers of full-text search, and of suggestions while a query is typed. */
export function createSearchHandlers({ services, config, shared }: ContractParts): Handlers<'search' | 'suggest'> {
  const { search, catalogue } = services;

  return {
    search(request) {
      const { actor, query: sent } = request;
      const scope = { facultyIds: sent.facultyId, semesterIds: sent.semesterId };
      const query: SearchRequest = { ...sent, subject: toCurrentNames(catalogue, sent.subject, scope) };
      return shared.answer(
        request,
        // The service caches findings, because they also change when the index does.
        { key: ['search', query], scopes: [everything], isCacheable: false },
        async (): Promise<SearchFindingsAnswer> => {
          const { results, ...findings } = await search.search(actor, query);
          return {
            ...findings,
            results: results.map(({ material, ...pages }) => ({
              kind: material.kind,
              document: toDocument(material, config),
              ...pages,
            })),
          };
        },
      );
    },

    suggest(request) {
      const { actor, query } = request;
      return shared.answer(
        request,
        { key: ['suggest', query.q], scopes: [everything] },
        (): Promise<SearchSuggestionsAnswer> => search.suggest(actor, query.q),
      );
    },
  };
}
