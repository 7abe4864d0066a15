import type { RouteName } from '#contract/routes/routes.ts';
import type { ContractParts, Handlers } from '#server/http/api/handlers.ts';
import { databasesDialect, inDialect, tablesDialect, type Dialect } from './dialect.ts';
import { createDocumentReads, type DocumentReads } from './read-documents.ts';
import { createDocumentWrites, type DocumentWrites } from './document-writes.ts';

/** Creates the routes below `/databases`. */
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

/** Creates the routes below `/tablesdb`. */
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

function createHandlers(parts: ContractParts, dialect: Dialect): DocumentReads & DocumentWrites {
  const { list, get } = createDocumentReads(parts, dialect);
  const { create, update, remove, upsert, increment, decrement } = createDocumentWrites(parts, dialect);
  return {
    list: inDialect(dialect, list),
    create: inDialect(dialect, create),
    get: inDialect(dialect, get),
    update: inDialect(dialect, update),
    remove: inDialect(dialect, remove),
    upsert: inDialect(dialect, upsert),
    increment: inDialect(dialect, increment),
    decrement: inDialect(dialect, decrement),
  };
}
