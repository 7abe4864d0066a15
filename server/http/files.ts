import { Readable } from 'node:stream';
import { fileAttributes } from '#contract/file-attributes.ts';
import { isIdentifier } from '#domain/identifier.ts';
import { parseQueries } from '#contract/parse-queries.ts';
import { readPermissionRoles, requireRolesHeld } from '#contract/permissions.ts';
import { Problem } from '#contract/problems.ts';
import { toFileAnswer } from '#contract/to-document.ts';
import { tooLarge } from '#server/files/incoming-bytes.ts';
import { partBytes } from '#server/storage/storage.ts';
import { parseContentRange, type SentRange } from './content-range.ts';
import { invalidArgument, readId, readNewId, readQueryTexts, readWantsTotal } from './parameters.ts';
import { readUpload, type UploadForm } from './read-upload.ts';
import type { Asked, ContractContext, ContractParts, Handler } from './request-context.ts';

/** What a form may weigh beside its file: boundaries, fields, permissions. */
const formOverheadBytes = 1024 * 1024;

type FileCall = 'list' | 'create' | 'get' | 'rename' | 'remove';

/** The file routes of contract section 5 but for the bytes themselves (file-bytes.ts). */
export function createFileHandlers({ services, config }: ContractParts): Record<FileCall, Handler> {
  const { files } = services;

  async function list({ c, actor }: Asked): Promise<Response> {
    const search = c.req.query('search') ?? '';
    if (search.length > 256) throw invalidArgument('search', 'must have at most 256 characters.');
    requireBucket(c, config.ids);
    const query = parseQueries(readQueryTexts(c), fileAttributes, readWantsTotal(c));
    const found = await files.list(actor, query, search === '' ? null : search);
    c.header('Cache-Control', 'no-cache');
    return c.json({
      total: query.wantsTotal ? found.total : 0,
      files: found.files.map((file) => toFileAnswer(file, config.ids)),
    });
  }

  async function get({ c, actor }: Asked): Promise<Response> {
    const id = readId(c, 'fileId');
    requireBucket(c, config.ids);
    const file = await files.get(actor, id);
    c.header('Cache-Control', 'no-cache');
    return c.json(toFileAnswer(file, config.ids, { asPrefix: true }));
  }

  async function rename({ c, actor, body }: Asked): Promise<Response> {
    const id = readId(c, 'fileId');
    const name = readName(body['name']);
    const roles = readPermissionRoles(body['permissions']);
    requireBucket(c, config.ids);
    requireRolesHeld(actor, roles);
    const file = await files.rename(actor, id, name === undefined ? {} : { name });
    return c.json(toFileAnswer(file, config.ids));
  }

  async function remove({ c, actor }: Asked): Promise<Response> {
    const id = readId(c, 'fileId');
    requireBucket(c, config.ids);
    await files.remove(actor, id);
    return c.body(null, 204);
  }

  /** Everything that can be refused is refused before the first byte of the body is read. */
  async function create({ c, actor }: Asked): Promise<Response> {
    const continuedId = readContinuedId(c);
    requireBucket(c, config.ids);
    files.requireUploader(actor);
    const range = parseContentRange(c.req.header('content-range'));
    refuseTooLarge(c, range);

    const take = (form: UploadForm) => {
      const fileId = continuedId ?? readFormId(form.fields.get('fileId'));
      return files.receive(actor, {
        fileId,
        isContinuation: continuedId !== null,
        name: form.fileName,
        folder: form.fields.get('folder') ?? '',
        range,
        bytes: form.bytes,
      });
    };
    // An async function, so that a refused field becomes a rejection like every other refusal.
    const { file, isNew } = await readUpload(bodyOf(c), c.req.header('content-type') ?? '', async (form) => take(form));
    return c.json(toFileAnswer(file, config.ids), isNew ? 201 : 200);
  }

  function refuseTooLarge(c: ContractContext, range: SentRange | null): void {
    if ((range?.total ?? 0) > config.maxUploadBytes) throw tooLarge(config.maxUploadBytes);
    const announced = Number(c.req.header('content-length') ?? 0);
    if (range && announced > partBytes + formOverheadBytes) {
      throw new Problem('storage_invalid_content_range', 'A request of an upload in chunks carries at most 5 MiB.');
    }
    if (announced > config.maxUploadBytes + formOverheadBytes) throw tooLarge(config.maxUploadBytes);
  }

  return { list, create, get, rename, remove };
}

/** Throws Problem `storage_bucket_not_found` unless the path names our one bucket. */
export function requireBucket(c: ContractContext, ids: { bucketId: string }): void {
  if (c.req.param('bucketId') === ids.bucketId) return;
  throw new Problem('storage_bucket_not_found', 'Storage bucket with the requested ID could not be found.');
}

/** `x-appwrite-id` of a chunk that goes on with a file (contract 5.2), or null. */
function readContinuedId(c: ContractContext): string | null {
  const id = c.req.header('x-appwrite-id');
  if (id === undefined) return null;
  if (isIdentifier(id)) return id;
  throw new Problem(
    'storage_invalid_appwrite_id',
    'The value for x-appwrite-id header is invalid. Send the id of a file whose upload has begun.',
  );
}

function readFormId(sent: string | undefined): string {
  if (sent !== undefined) return readNewId(sent, 'fileId');
  throw invalidArgument('fileId', 'must be sent, and before the file, whose bytes are not held back until it comes.');
}

function readName(sent: unknown): string | undefined {
  if (sent === undefined || sent === null) return undefined;
  if (typeof sent === 'string' && sent.length >= 1 && sent.length <= 255) return sent;
  throw invalidArgument('name', 'must be text of 1 to 255 characters.');
}

/** The raw connection where there is one: the fastest way for the bytes, and it feels back pressure. */
function bodyOf(c: ContractContext): Readable {
  if (c.env?.incoming) return c.env.incoming;
  return c.req.raw.body
    ? Readable.fromWeb(c.req.raw.body as Parameters<typeof Readable.fromWeb>[0])
    : Readable.from([]);
}
