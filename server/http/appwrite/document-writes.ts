import type { z } from 'zod';
import { requireRolesHeld } from '#contract/permissions.ts';
import type {
  changedDocument,
  decremented,
  incremented,
  newDocument,
  newRow,
  removedDocument,
} from '#contract/schemas/document-schemas.ts';
import { toDocument } from '#contract/appwrite/to-document.ts';
import { resolveNewId } from '#contract/new-id.ts';
import type { MaterialKind } from '#domain/material.ts';
import { readMoment } from '#contract/queries/parse-comparison.ts';
import { unchangedSinceHeader } from '#contract/appwrite/unchanged-since.ts';
import type { SentMaterial } from '#server/library/materials/material-service.ts';
import { refuseTransaction, invalidArgument } from '#server/http/requests/request-parameters.ts';
import type { CheckedRequest, ContractParts, Handler } from '#server/http/api/handlers.ts';
import type { ContractContext } from '#server/http/requests/request-context.ts';
import { ownOrigins } from '#server/http/requests/cross-origin.ts';
import type { Dialect } from './dialect.ts';
import { createDocumentPath } from './read-documents.ts';
import { readChange, readDraft } from './read-material.ts';

export type DocumentWrites = {
  create: Handler<unknown, z.output<typeof newDocument | typeof newRow>>;
  update: Handler<unknown, z.output<typeof changedDocument>>;
  remove: Handler<unknown, z.output<typeof removedDocument>>;
  upsert: Handler<unknown, z.output<typeof changedDocument>>;
  increment: Handler<unknown, z.output<typeof incremented>>;
  decrement: Handler<unknown, z.output<typeof decremented>>;
};

/** Creates the handlers that change materials. */
export function createDocumentWrites({ services, config }: ContractParts, dialect: Dialect): DocumentWrites {
  const { materials } = services;
  const { kindOf, idOf } = createDocumentPath(config, dialect);

  async function shift(
    { c, actor, path }: CheckedRequest,
    by: number,
    bound: number | null | undefined,
  ): Promise<Response> {
    const attribute = path['attribute'] ?? '';
    const material = await materials.shift(actor, kindOf(path), idOf(path), { attribute, by, bound: bound ?? null });
    return c.json(dialect.write(toDocument(material, config)));
  }

  return {
    async create({ c, actor, path, body }) {
      const id = 'rowId' in body ? body.rowId : body.documentId;
      refuseTransaction(body);
      const kind = kindOf(path);
      requireRolesHeld(actor, body.permissions ?? []);
      const material = await materials.create(actor, kind, resolveNewId(id), readMaterial(c, kind, body, config));
      return c.json(dialect.write(toDocument(material, config)), 201);
    },

    async update({ c, actor, path, body }) {
      const unchangedSince = readUnchangedSince(c);
      refuseTransaction(body);
      const kind = kindOf(path);
      requireRolesHeld(actor, body.permissions ?? []);
      const sent = { ...readMaterial(c, kind, body, config), unchangedSince };
      const material = await materials.update(actor, kind, idOf(path), sent);
      return c.json(dialect.write(toDocument(material, config)));
    },

    async remove({ c, actor, path, body }) {
      const unchangedSince = readUnchangedSince(c);
      refuseTransaction(body);
      await materials.withdraw(actor, kindOf(path), idOf(path), unchangedSince);
      return c.body(null, 204);
    },

    async upsert({ c, actor, path, body }) {
      const unchangedSince = readUnchangedSince(c);
      refuseTransaction(body);
      const kind = kindOf(path);
      requireRolesHeld(actor, body.permissions ?? []);
      const sent = { ...readMaterial(c, kind, body, config), unchangedSince };
      const material = await materials.upsert(actor, kind, idOf(path), sent);
      return c.json(dialect.write(toDocument(material, config)), 201);
    },

    async increment(request) {
      refuseTransaction(request.body);
      return shift(request, request.body.value ?? 1, request.body.max);
    },

    async decrement(request) {
      refuseTransaction(request.body);
      return shift(request, -(request.body.value ?? 1), request.body.min);
    },
  };
}

type SentBody = Pick<z.output<typeof changedDocument>, 'data' | 'permissions'>;

/**
 * Reads a new material, or a change of one, as it was sent; the service checks it when it knows which of the two it is.
 */
function readMaterial(
  c: ContractContext,
  kind: MaterialKind,
  { data, permissions }: SentBody,
  { publicUrl, ids }: Pick<ContractParts['config'], 'publicUrl' | 'ids'>,
): SentMaterial {
  const own = { origins: ownOrigins(c, publicUrl), ids };
  const isPermissionsAlone = (permissions ?? undefined) !== undefined && Object.keys(data ?? {}).length === 0;
  return {
    draft: () => readDraft(kind, data, own),
    change: () => (isPermissionsAlone ? {} : readChange(kind, data, own)),
    permissions: permissions ?? undefined,
  };
}

/**
 * Returns the moment after which a document must not have changed for the request to be carried out, in milliseconds
 * since 1970; undefined if the request names none. Throws Problem `general_argument_invalid` for anything but a datetime.
 */
function readUnchangedSince(c: ContractContext): number | undefined {
  const sent = c.req.header(unchangedSinceHeader);
  if (!sent) return undefined;
  const moment = readMoment(sent.trim());
  if (moment === null)
    throw invalidArgument(unchangedSinceHeader, 'Value must be a datetime such as 2026-03-04T05:06:07.089+00:00');
  return Date.parse(moment);
}
