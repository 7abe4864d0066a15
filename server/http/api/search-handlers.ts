import type { SearchRequest } from '#contract/search.ts';
import type { SearchFindingsAnswer, SearchSuggestionsAnswer } from '#contract/schemas/answer-types.ts';
import { findingsWithNames, suggestionsWithNames } from '#contract/place-names.ts';
import { toDocument } from '#contract/appwrite/to-document.ts';
import { toCurrentNames } from '#domain/former-names.ts';
import { everything } from '#server/http/cache/scopes.ts';
import type { ContractParts, Handlers } from './handlers.ts';

/** Creates the handlers of full-text search, and of suggestions while a query is typed. */
export function createSearchHandlers({ services, config, shared }: ContractParts): Handlers<'search' | 'suggest'> {
  const { search, catalogue, catalogueIn } = services;

  return {
    search(request) {
      const { actor } = request;
      const { language, ...sent } = request.query;
      const scope = { facultyIds: sent.facultyId, semesterIds: sent.semesterId };
      const query: SearchRequest = { ...sent, subject: toCurrentNames(catalogue, sent.subject, scope) };
      return shared.answer(
        request,
        // The service caches findings, because they also change when the index does.
        { key: ['search', query, language], scopes: [everything], isCacheable: false },
        async (): Promise<SearchFindingsAnswer> => {
          const found = await search.search(actor, query);
          const { results, ...findings } = findingsWithNames(catalogueIn(language), found);
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
        { key: ['suggest', query], scopes: [everything] },
        async (): Promise<SearchSuggestionsAnswer> =>
          suggestionsWithNames(catalogueIn(query.language), await search.suggest(actor, query.q)),
      );
    },
  };
}
