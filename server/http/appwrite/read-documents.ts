import type { z } from 'zod';
import { selectAttributes, toDocument } from '#contract/appwrite/to-document.ts';
import { attributesOfKind, builtInAttributes, kindOfCollection } from '#contract/collections.ts';
import { Problem } from '#contract/problems.ts';
import { parseQueries } from '#contract/queries/parse-queries.ts';
import { randomOrder, type Filter } from '#contract/query.ts';
import type { getDocumentQuery, listDocumentsQuery } from '#contract/schemas/document-schemas.ts';
import type { Catalogue } from '#domain/catalogue.ts';
import { toCurrentNames } from '#domain/former-names.ts';
import type { MaterialKind } from '#domain/material.ts';
import type { Config } from '#server/config.ts';
import type { ContractParts, Handler, CheckedRequest } from '#server/http/api/handlers.ts';
import { materialScope, scopesOfList } from '#server/http/cache/scopes.ts';
import { refuseTransaction } from '#server/http/requests/request-parameters.ts';
import type { Dialect } from './dialect.ts';

/** Parses the material or kind of material that a path names. */
type DocumentPath = {
  /**
   * Returns the kind whose collection the path names. Throws Problem `database_not_found` or `collection_not_found`;
   * called first, so that a missing parent is reported before permissions or content are checked.
   */
  kindOf(path: CheckedRequest['path']): MaterialKind;
  idOf(path: CheckedRequest['path']): string;
};

/** Creates the parser of paths of one dialect. */
export function createDocumentPath(
  { ids }: Pick<Config, 'ids'>,
  { collectionParam, documentParam }: Pick<Dialect, 'collectionParam' | 'documentParam'>,
): DocumentPath {
  return {
    kindOf(path) {
      if (path['databaseId'] !== ids.databaseId) {
        throw new Problem('database_not_found', 'Database with the requested ID could not be found.');
      }
      const kind = kindOfCollection(path[collectionParam] ?? '');
      if (!kind) throw new Problem('collection_not_found', 'Collection with the requested ID could not be found.');
      return kind;
    },
    idOf: (path) => path[documentParam] ?? '',
  };
}

export type DocumentReads = {
  list: Handler<z.output<typeof listDocumentsQuery>>;
  get: Handler<z.output<typeof getDocumentQuery>>;
};

/** Creates the handlers that return materials. */
export function createDocumentReads({ services, config, shared }: ContractParts, dialect: Dialect): DocumentReads {
  const { materials, catalogue } = services;
  const { kindOf, idOf } = createDocumentPath(config, dialect);
  const attributesOf = (kind: MaterialKind) => [...attributesOfKind[kind], ...builtInAttributes];

  return {
    async list(request) {
      const { actor, path, query: sent } = request;
      refuseTransaction(sent);
      const kind = kindOf(path);
      const parsed = parseQueries(sent.queries, attributesOf(kind), sent.total);
      const query = { ...parsed, filters: withCurrentSubjects(catalogue, parsed.filters) };
      const make = async () => {
        const found = await materials.list(actor, kind, query);
        const documents = found.materials.map((material) =>
          dialect.write(selectAttributes(toDocument(material, config), query.select)),
        );
        return { total: query.wantsTotal ? found.total : 0, [dialect.listKey]: documents };
      };
      // A list in random order differs each time.
      const isRandom = query.orders.some(({ attribute }) => attribute === randomOrder);
      const key = [dialect.listKey, kind, query];
      return shared.answer(request, isRandom ? null : { key, scopes: scopesOfList(kind, query) }, make);
    },

    async get(request) {
      const { actor, path, query } = request;
      refuseTransaction(query);
      const kind = kindOf(path);
      const { select } = parseQueries(query.queries, attributesOf(kind));
      const id = idOf(path);
      const key = ['one of', dialect.listKey, kind, id, select];
      return shared.answer(request, { key, scopes: [materialScope(id)] }, async () => {
        const material = await materials.get(actor, kind, id);
        return dialect.write(selectAttributes(toDocument(material, config), select));
      });
    },
  };
}

/**
 * Returns the filters of a list with the current names of subjects in place of former ones, so that a query that was
 * written before a renaming finds the same materials. Only filters that all must hold count.
 */
function withCurrentSubjects(catalogue: Catalogue, filters: readonly Filter[]): Filter[] {
  const scope = { facultyIds: valuesOf(filters, 'facultyId'), semesterIds: valuesOf(filters, 'semesterId') };
  return filters.map((filter) =>
    isEqual(filter, 'subject') && filter.values.every((value) => typeof value === 'string')
      ? { ...filter, values: toCurrentNames(catalogue, filter.values, scope) }
      : filter,
  );
}

function valuesOf(filters: readonly Filter[], attribute: string): string[] {
  return filters.flatMap((filter) => (isEqual(filter, attribute) ? filter.values.map(String) : []));
}

function isEqual(filter: Filter, attribute: string): filter is Extract<Filter, { attribute: string }> {
  return 'attribute' in filter && filter.method === 'equal' && filter.attribute === attribute;
}
