import { Readable } from 'node:stream';
import type { z } from 'zod';
import { toFileAnswer } from '#contract/appwrite/to-document.ts';
import { fileAttributes } from '#contract/file-attributes.ts';
import { resolveNewId } from '#contract/new-id.ts';
import { publicPermissions, requireRolesHeld, tidyPermissions } from '#contract/permissions.ts';
import { Problem } from '#contract/problems.ts';
import { parseQueries } from '#contract/queries/parse-queries.ts';
import { uploadFields } from '#contract/schemas/file-schemas.ts';
import { isIdentifier } from '#domain/identifier.ts';
import { chunkBytes } from '#domain/text/chunk.ts';
import type { CheckedRequest, ContractParts, Handlers } from '#server/http/api/handlers.ts';
import { cacheControl } from '#server/http/headers/cache-control.ts';
import { formOf } from '#server/http/requests/request-body.ts';
import type { ContractContext } from '#server/http/requests/request-context.ts';
import { checkFields, invalidArgument } from '#server/http/requests/request-parameters.ts';
import { cleanFolder } from '#server/library/files/clean-file-name.ts';
import { tooLarge } from '#server/library/files/incoming-bytes.ts';
import { readUpload, type FormField, type UploadForm } from './read-upload.ts';

/** The bytes of a `content-range`, both ends inclusive. The file service checks whether they fit a chunk. */
type SentRange = { first: number; last: number; total: number };

/**
 * Parses the `content-range` of an upload; null without the header. Release 12 of Appwrite's web SDK writes the total as
 * the last byte of the final chunk, which is read as the byte before. Throws Problem `storage_invalid_content_range` for
 * another unit, an unknown total, or anything else that is not three numbers.
 */
export function parseContentRange(header: string | undefined): SentRange | null {
  if (header === undefined) return null;
  const [, ...figures] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/i.exec(header.trim()) ?? [];
  const [first, last, total] = figures.map(Number);
  if (first === undefined || last === undefined || total === undefined) {
    throw new Problem('storage_invalid_content_range', 'The content-range header must read "bytes first-last/total".');
  }
  return { first, last: last === total ? total - 1 : last, total };
}

/** The size of a form without its file: boundaries, fields, permissions. */
const formOverheadBytes = 1024 * 1024;

type FileCall = 'listFiles' | 'createFile' | 'getFile' | 'updateFile' | 'deleteFile';

/** Creates the file routes except those that send bytes (file-bytes.ts). */
export function createFileHandlers({ services, config }: ContractParts): Handlers<FileCall> {
  const { files } = services;

  /** Creates a file. Every possible refusal is sent before the first byte of the body is read. */
  async function create({ c, actor, path }: CheckedRequest): Promise<Response> {
    const continuedId = readContinuedId(c);
    requireBucket(path, config.ids);
    files.requireUploader(actor);
    const range = parseContentRange(c.req.header('content-range'));
    refuseTooLarge(c, range);

    const take = async (form: UploadForm) => {
      const early = continuedId ?? readFields(form.fields).fileId;
      // The id comes after the file: up to one chunk of bytes is buffered in memory until then.
      const held = early === undefined ? await holdBack(form.bytes) : null;
      const sentId = early ?? requireFileId(readFields(await form.allFields).fileId);
      return files.receive(actor, {
        fileId: continuedId ?? resolveNewId(sentId),
        isContinuation: continuedId !== null,
        name: form.fileName,
        range,
        bytes: held ?? form.bytes,
        announcedBytes: Number(c.req.header('content-length')) || null,
        async attributes() {
          const { folder, permissions } = readFields(await form.allFields);
          requireRolesHeld(actor, permissions ?? []);
          return { folder: cleanFolder(folder), permissions: tidyPermissions(permissions ?? publicPermissions) };
        },
      });
    };
    const { file, isNew } = await readUpload(formOf(c), c.req.header('content-type') ?? '', take);
    return c.json(toFileAnswer(file, config.ids), isNew ? 201 : 200);
  }

  function refuseTooLarge(c: ContractContext, range: SentRange | null): void {
    if ((range?.total ?? 0) > config.maxUploadBytes) throw tooLarge(config.maxUploadBytes);
    const announced = Number(c.req.header('content-length') ?? 0);
    if (range && announced > chunkBytes + formOverheadBytes) {
      throw new Problem('storage_invalid_content_range', 'A request of a chunked upload may have at most 5 MiB.');
    }
    if (announced > config.maxUploadBytes + formOverheadBytes) throw tooLarge(config.maxUploadBytes);
  }

  return {
    createFile: create,

    async listFiles({ c, actor, path, query: sent }) {
      const query = parseQueries(sent.queries, fileAttributes, sent.total);
      requireBucket(path, config.ids);
      const found = await files.list(actor, query, sent.search ?? null);
      c.header('Cache-Control', cacheControl.revalidate);
      return c.json({
        total: query.wantsTotal ? found.total : 0,
        files: found.files.map((file) => toFileAnswer(file, config.ids)),
      });
    },

    async getFile({ c, actor, path }) {
      requireBucket(path, config.ids);
      const file = await files.get(actor, path['fileId'] ?? '');
      c.header('Cache-Control', cacheControl.revalidate);
      return c.json(toFileAnswer(file, config.ids, { asPrefix: true }));
    },

    async updateFile({ c, actor, path, body: { name, permissions } }) {
      requireBucket(path, config.ids);
      requireRolesHeld(actor, permissions ?? []);
      const file = await files.update(actor, path['fileId'] ?? '', {
        ...(typeof name === 'string' && { name }),
        ...(permissions && { permissions: tidyPermissions(permissions) }),
      });
      return c.json(toFileAnswer(file, config.ids));
    },

    async deleteFile({ c, actor, path }) {
      requireBucket(path, config.ids);
      await files.remove(actor, path['fileId'] ?? '');
      return c.body(null, 204);
    },
  };
}

/** Throws Problem `storage_bucket_not_found` unless the path names our only bucket. */
export function requireBucket(path: CheckedRequest['path'], ids: { bucketId: string }): void {
  if (path['bucketId'] === ids.bucketId) return;
  throw new Problem('storage_bucket_not_found', 'Storage bucket with the requested ID could not be found.');
}

/** Returns the checked fields of a form; a list is written as `permissions[]` once for each entry, or with numbers. */
function readFields(fields: readonly FormField[]): z.output<typeof uploadFields> {
  const sent: Record<string, unknown> = Object.create(null);
  const permissions: string[] = [];
  for (const [name, value] of fields) {
    if (/^permissions(?:\[\d*\])?$/.test(name)) permissions.push(value);
    else sent[name] = value;
  }
  return checkFields(uploadFields, permissions.length > 0 ? { ...sent, permissions } : sent);
}

/** Returns `x-appwrite-id` of a chunk that continues an upload, or null. */
function readContinuedId(c: ContractContext): string | null {
  const id = c.req.header('x-appwrite-id');
  if (id === undefined) return null;
  if (isIdentifier(id)) return id;
  throw new Problem(
    'storage_invalid_appwrite_id',
    'The value for x-appwrite-id header is invalid. Send the id of a file whose upload has begun.',
  );
}

/** Buffers the bytes of a file that is sent before its id, up to one chunk. */
async function holdBack(bytes: Readable): Promise<Readable> {
  const held: Buffer[] = [];
  let size = 0;
  for await (const piece of bytes.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > chunkBytes)
      throw invalidArgument('fileId', 'must be sent before the file if the file is larger than 5 MiB.');
    held.push(piece);
  }
  return Readable.from(held, { objectMode: false });
}

function requireFileId(sent: string | undefined): string {
  if (sent !== undefined) return sent;
  throw invalidArgument('fileId', 'must be sent with the file. Send unique() to have one generated.');
}
