import type { z } from 'zod';
import { attributesOfKind, builtInAttributes } from '#contract/collections.ts';
import { parseQueries } from '#contract/parse-queries.ts';
import type { getDocumentQuery, listDocumentsQuery } from '#contract/schemas/documents.ts';
import { selectAttributes, toDocument } from '#contract/to-document.ts';
import type { MaterialKind } from '#domain/material.ts';
import { refuseTransaction } from '#server/http/api/parameters.ts';
import type { ContractParts, Handler } from '#server/http/api/request-context.ts';
import type { Dialect } from './dialect.ts';
import { createDocumentPath } from './document-path.ts';

export type DocumentReads = {
  list: Handler<z.output<typeof listDocumentsQuery>>;
  get: Handler<z.output<typeof getDocumentQuery>>;
};

/** The handlers that answer with materials. */
export function createDocumentReads({ services, config }: ContractParts, dialect: Dialect): DocumentReads {
  const { materials } = services;
  const { kindOf, idOf } = createDocumentPath(config, dialect);
  const attributesOf = (kind: MaterialKind) => [...attributesOfKind[kind], ...builtInAttributes];

  return {
    async list({ c, actor, path, query: sent }) {
      refuseTransaction(sent);
      const kind = kindOf(path);
      const query = parseQueries(sent.queries, attributesOf(kind), sent.total);
      const found = await materials.list(actor, kind, query);
      const documents = found.materials.map((material) =>
        dialect.write(selectAttributes(toDocument(material, config), query.select)),
      );
      c.header('Cache-Control', 'no-cache');
      return c.json({ total: query.wantsTotal ? found.total : 0, [dialect.listKey]: documents });
    },

    async get({ c, actor, path, query }) {
      refuseTransaction(query);
      const kind = kindOf(path);
      const { select } = parseQueries(query.queries, attributesOf(kind));
      const material = await materials.get(actor, kind, idOf(path));
      c.header('Cache-Control', 'no-cache');
      return c.json(dialect.write(selectAttributes(toDocument(material, config), select)));
    },
  };
}
