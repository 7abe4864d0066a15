import type { MaterialDocument } from '#contract/schemas/document.ts';
import { Problem, type ProblemType } from '#contract/problems.ts';
import { toRow } from '#contract/appwrite/to-document.ts';
import type { Handler } from '#server/http/api/handlers.ts';

/** The differences between the two APIs for the same materials: `/databases` with documents, `/tablesdb` with rows. */
export type Dialect = {
  collectionParam: string;
  documentParam: string;
  listKey: string;
  write: (document: Partial<MaterialDocument>) => object;
  errorType: (type: ProblemType) => ProblemType;
};

export const databasesDialect: Dialect = {
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

export const tablesDialect: Dialect = {
  collectionParam: 'tableId',
  documentParam: 'rowId',
  listKey: 'rows',
  write: toRow,
  errorType: (type) => rowTypes[type] ?? type,
};

/** Wraps a handler, so that its problems get the types of the dialect, wherever they are thrown. */
export function inDialect<Query, Body>(dialect: Dialect, handler: Handler<Query, Body>): Handler<Query, Body> {
  return async (request) => {
    try {
      return await handler(request);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      throw new Problem(dialect.errorType(error.type), error.message, { headers: error.headers, cause: error.cause });
    }
  };
}
