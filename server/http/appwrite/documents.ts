import type { z } from 'zod';
import type { MaterialKind } from '#domain/material.ts';
import { attributesOfKind, builtInAttributes, kindOfCollection } from '#contract/collections.ts';
import type { MaterialDocument } from '#contract/document.ts';
import { parseQueries } from '#contract/parse-queries.ts';
import { requireRolesHeld } from '#contract/permissions.ts';
import { Problem, type ProblemType } from '#contract/problems.ts';
import type { RouteName } from '#contract/routes.ts';
import type {
  changedDocument,
  decremented,
  getDocumentQuery,
  incremented,
  listDocumentsQuery,
  newDocument,
  newRow,
  removedDocument,
} from '#contract/schemas/documents.ts';
import { selectAttributes, toDocument, toRow } from '#contract/to-document.ts';
import { ownOrigins } from './cross-origin.ts';
import { refuseTransaction } from '#server/http/api/parameters.ts';
import type { CheckedRequest, ContractParts, Handler, Handlers } from '#server/http/api/request-context.ts';
import { readUnchangedSince } from './unchanged-since.ts';

/** The words in which the two mounts of the one store differ (contract 3.2). */
type Dialect = {
  collectionParam: string;
  documentParam: string;
  listKey: string;
  write: (document: Partial<MaterialDocument>) => object;
  errorType: (type: ProblemType) => ProblemType;
};

const databasesDialect: Dialect = {
  collectionParam: 'collectionId',
  documentParam: 'documentId',
  listKey: 'documents',
  write: (document) => document,
  errorType: (type) => type,
};

const rowTypes: Partial<Record<ProblemType, ProblemType>> = {
  collection_not_found: 'table_not_found',
  document_not_found: 'row_not_found',
  document_invalid_structure: 'row_invalid_structure',
  document_missing_data: 'row_missing_data',
  document_missing_payload: 'row_missing_payload',
  document_already_exists: 'row_already_exists',
};

const tablesDialect: Dialect = {
  collectionParam: 'tableId',
  documentParam: 'rowId',
  listKey: 'rows',
  write: toRow,
  errorType: (type) => rowTypes[type] ?? type,
};

type DocumentHandlers = {
  list: Handler<z.output<typeof listDocumentsQuery>>;
  create: Handler<unknown, z.output<typeof newDocument | typeof newRow>>;
  get: Handler<z.output<typeof getDocumentQuery>>;
  update: Handler<unknown, z.output<typeof changedDocument>>;
  remove: Handler<unknown, z.output<typeof removedDocument>>;
  upsert: Handler<unknown, z.output<typeof changedDocument>>;
  increment: Handler<unknown, z.output<typeof incremented>>;
  decrement: Handler<unknown, z.output<typeof decremented>>;
};

/** The routes below `/databases` (contract 3.1). */
export function createDocumentHandlers(
  parts: ContractParts,
): Handlers<Extract<RouteName, `${string}Document${string}`>> {
  const { list, create, get, update, remove, upsert, increment, decrement } = createHandlers(parts, databasesDialect);
  return {
    listDocuments: list,
    createDocument: create,
    getDocument: get,
    updateDocument: update,
    deleteDocument: remove,
    upsertDocument: upsert,
    incrementDocumentAttribute: increment,
    decrementDocumentAttribute: decrement,
  };
}

/** The routes below `/tablesdb` (contract 3.2). */
export function createRowHandlers(parts: ContractParts): Handlers<Extract<RouteName, `${string}Row${string}`>> {
  const { list, create, get, update, remove, upsert, increment, decrement } = createHandlers(parts, tablesDialect);
  return {
    listRows: list,
    createRow: create,
    getRow: get,
    updateRow: update,
    deleteRow: remove,
    upsertRow: upsert,
    incrementRowColumn: increment,
    decrementRowColumn: decrement,
  };
}

function createHandlers({ services, config }: ContractParts, dialect: Dialect): DocumentHandlers {
  const { materials } = services;

  /** Parent exists: 404 before anything is said of permissions or content (contract 2.6). */
  function findKind(path: CheckedRequest['path']): MaterialKind {
    if (path['databaseId'] !== config.ids.databaseId) {
      throw new Problem('database_not_found', 'Database with the requested ID could not be found.');
    }
    const kind = kindOfCollection(path[dialect.collectionParam] ?? '');
    if (!kind) throw new Problem('collection_not_found', 'Collection with the requested ID could not be found.');
    return kind;
  }

  const idOf = (path: CheckedRequest['path']) => path[dialect.documentParam] ?? '';
  const attributesOf = (kind: MaterialKind) => [...attributesOfKind[kind], ...builtInAttributes];

  const list: DocumentHandlers['list'] = async ({ c, actor, path, query: sent }) => {
    refuseTransaction(sent);
    const kind = findKind(path);
    const query = parseQueries(sent.queries, attributesOf(kind), sent.total);
    const found = await materials.list(actor, kind, query);
    const documents = found.materials.map((material) =>
      dialect.write(selectAttributes(toDocument(material, config), query.select)),
    );
    c.header('Cache-Control', 'no-cache');
    return c.json({ total: query.wantsTotal ? found.total : 0, [dialect.listKey]: documents });
  };

  const get: DocumentHandlers['get'] = async ({ c, actor, path, query }) => {
    refuseTransaction(query);
    const kind = findKind(path);
    const { select } = parseQueries(query.queries, attributesOf(kind));
    const material = await materials.get(actor, kind, idOf(path));
    c.header('Cache-Control', 'no-cache');
    return c.json(dialect.write(selectAttributes(toDocument(material, config), select)));
  };

  const create: DocumentHandlers['create'] = async ({ c, actor, path, body }) => {
    const id = 'rowId' in body ? body.rowId : body.documentId;
    const { data, permissions } = body;
    refuseTransaction(body);
    const kind = findKind(path);
    requireRolesHeld(actor, permissions ?? []);
    const sent = { id, data, permissions: permissions ?? undefined };
    const material = await materials.create(actor, kind, sent, ownOrigins(c, config.publicUrl));
    return c.json(dialect.write(toDocument(material, config)), 201);
  };

  const update: DocumentHandlers['update'] = async ({ c, actor, path, body }) => {
    const unchangedSince = readUnchangedSince(c);
    const { data, permissions } = body;
    refuseTransaction(body);
    const kind = findKind(path);
    requireRolesHeld(actor, permissions ?? []);
    const origins = ownOrigins(c, config.publicUrl);
    const material = await materials.update(
      actor,
      kind,
      idOf(path),
      data,
      origins,
      permissions ?? undefined,
      unchangedSince,
    );
    return c.json(dialect.write(toDocument(material, config)));
  };

  const remove: DocumentHandlers['remove'] = async ({ c, actor, path, body }) => {
    const unchangedSince = readUnchangedSince(c);
    refuseTransaction(body);
    await materials.withdraw(actor, findKind(path), idOf(path), unchangedSince);
    return c.body(null, 204);
  };

  const upsert: DocumentHandlers['upsert'] = async ({ c, actor, path, body }) => {
    const unchangedSince = readUnchangedSince(c);
    const { data, permissions } = body;
    refuseTransaction(body);
    const kind = findKind(path);
    requireRolesHeld(actor, permissions ?? []);
    const sent = { id: idOf(path), data, permissions: permissions ?? undefined, unchangedSince };
    const material = await materials.upsert(actor, kind, sent, ownOrigins(c, config.publicUrl));
    return c.json(dialect.write(toDocument(material, config)), 201);
  };

  async function shift(
    { c, actor, path }: CheckedRequest,
    by: number,
    bound: number | null | undefined,
  ): Promise<Response> {
    const attribute = path['attribute'] ?? '';
    const material = await materials.shift(actor, findKind(path), idOf(path), { attribute, by, bound: bound ?? null });
    return c.json(dialect.write(toDocument(material, config)));
  }

  const increment: DocumentHandlers['increment'] = (asked) => {
    refuseTransaction(asked.body);
    return shift(asked, asked.body.value ?? 1, asked.body.max);
  };

  const decrement: DocumentHandlers['decrement'] = (asked) => {
    refuseTransaction(asked.body);
    return shift(asked, -(asked.body.value ?? 1), asked.body.min);
  };

  /** Failures are told in the dialect's words, wherever below they were found. */
  function inDialect<Query, Body>(handler: Handler<Query, Body>): Handler<Query, Body> {
    return async (asked) => {
      try {
        return await handler(asked);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        throw new Problem(dialect.errorType(error.type), error.message, { headers: error.headers, cause: error.cause });
      }
    };
  }

  return {
    list: inDialect(list),
    create: inDialect(create),
    get: inDialect(get),
    update: inDialect(update),
    remove: inDialect(remove),
    upsert: inDialect(upsert),
    increment: inDialect(increment),
    decrement: inDialect(decrement),
  };
}
