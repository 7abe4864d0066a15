import { mayManage } from '#domain/account.ts';
import type { MaterialKind } from '#domain/material.ts';
import { attributesOfKind, builtInAttributes, kindOfCollection } from '#contract/collections.ts';
import type { MaterialDocument } from '#contract/document.ts';
import { parseQueries } from '#contract/parse-queries.ts';
import { readPermissionRoles, requireRolesHeld } from '#contract/permissions.ts';
import { Problem, type ProblemType } from '#contract/problems.ts';
import type { ListQuery } from '#contract/query.ts';
import { selectAttributes, toDocument, toRow } from '#contract/to-document.ts';
import { ownOrigins } from './cross-origin.ts';
import { isRecord } from './json-body.ts';
import { invalidArgument, readId, readNewId, readQueryTexts, readWantsTotal, refuseTransaction } from './parameters.ts';
import type { Asked, ContractContext, ContractParts, Handler } from './request-context.ts';

/** The words in which the two mounts of the one store differ (contract 3.2). */
export type Dialect = {
  collectionParam: string;
  documentParam: string;
  idField: string;
  listKey: string;
  write: (document: Partial<MaterialDocument>) => object;
  errorType: (type: ProblemType) => ProblemType;
};

export const databasesDialect: Dialect = {
  collectionParam: 'collectionId',
  documentParam: 'documentId',
  idField: 'documentId',
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
  idField: 'rowId',
  listKey: 'rows',
  write: toRow,
  errorType: (type) => rowTypes[type] ?? type,
};

type DocumentCall = 'list' | 'create' | 'get' | 'update' | 'remove' | 'refuse';

/** The document routes of contract section 3, in the words of one dialect. */
export function createDocumentHandlers(
  { services, config }: ContractParts,
  dialect: Dialect,
): Record<DocumentCall, Handler> {
  const { materials } = services;

  /** Parent exists: 404 before anything is said of permissions or content (contract 2.6). */
  function findKind(c: ContractContext): MaterialKind {
    if (c.req.param('databaseId') !== config.ids.databaseId) {
      throw new Problem('database_not_found', 'Database with the requested ID could not be found.');
    }
    const kind = kindOfCollection(c.req.param(dialect.collectionParam) ?? '');
    if (!kind) throw new Problem('collection_not_found', 'Collection with the requested ID could not be found.');
    return kind;
  }

  function readQuery(c: ContractContext, kind: MaterialKind): ListQuery {
    return parseQueries(readQueryTexts(c), [...attributesOfKind[kind], ...builtInAttributes], readWantsTotal(c));
  }

  async function list({ c, actor }: Asked): Promise<Response> {
    refuseTransaction(c.req.query('transactionId'));
    const kind = findKind(c);
    const query = readQuery(c, kind);
    const found = await materials.list(actor, kind, query);
    const documents = found.materials.map((material) =>
      dialect.write(selectAttributes(toDocument(material, config), query.select)),
    );
    c.header('Cache-Control', 'no-cache');
    return c.json({ total: query.wantsTotal ? found.total : 0, [dialect.listKey]: documents });
  }

  async function get({ c, actor }: Asked): Promise<Response> {
    const id = readId(c, dialect.documentParam);
    refuseTransaction(c.req.query('transactionId'));
    const kind = findKind(c);
    const { select } = readQuery(c, kind);
    const material = await materials.get(actor, kind, id);
    c.header('Cache-Control', 'no-cache');
    return c.json(dialect.write(selectAttributes(toDocument(material, config), select)));
  }

  async function create({ c, actor, body }: Asked): Promise<Response> {
    const id = readNewId(body[dialect.idField], dialect.idField);
    const data = readData(body['data']);
    const roles = readPermissionRoles(body['permissions']);
    refuseTransaction(body['transactionId']);
    const kind = findKind(c);
    requireRolesHeld(actor, roles);
    const material = await materials.create(actor, kind, { id, data }, ownOrigins(c, config.publicUrl));
    return c.json(dialect.write(toDocument(material, config)), 201);
  }

  async function update({ c, actor, body }: Asked): Promise<Response> {
    const id = readId(c, dialect.documentParam);
    const data = readData(body['data']);
    const roles = readPermissionRoles(body['permissions']);
    refuseTransaction(body['transactionId']);
    const kind = findKind(c);
    requireRolesHeld(actor, roles);
    // Permissions are fixed here, so sending them alone changes nothing; who may not write is refused all the same.
    const hasOnlyPermissions = isRecord(data) ? Object.keys(data).length === 0 && roles.length > 0 : roles.length > 0;
    const material =
      hasOnlyPermissions && mayManage(actor)
        ? await materials.get(actor, kind, id)
        : await materials.update(actor, kind, id, data, ownOrigins(c, config.publicUrl));
    return c.json(dialect.write(toDocument(material, config)));
  }

  async function remove({ c, actor }: Asked): Promise<Response> {
    const id = readId(c, dialect.documentParam);
    const kind = findKind(c);
    await materials.withdraw(actor, kind, id);
    return c.body(null, 204);
  }

  function refuse(): Response {
    throw new Problem('general_not_implemented', 'This method is not implemented by this library.');
  }

  /** Failures are told in the dialect's words, wherever below they were found. */
  function inDialect(handler: Handler): Handler {
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
    refuse,
  };
}

/** `data` as an object, or undefined when none was sent. A JSON string of an object will do (contract 3.1). */
function readData(sent: unknown): Record<string, unknown> | undefined {
  if (sent === undefined || sent === null || sent === '') return undefined;
  const data = typeof sent === 'string' ? parseJson(sent) : sent;
  // PHP and its kin write an empty object as an empty array.
  if (Array.isArray(data) && data.length === 0) return {};
  if (!isRecord(data)) throw invalidArgument('data', 'must be a JSON object.');
  return data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
