import type { Readable } from 'node:stream';
import { Dicer } from '@fastify/busboy';
import { Problem } from '#contract/problems.ts';
import { leastUploadRate, requireRate } from '#server/http/requests/request-body.ts';
import { readPartNames } from '#server/http/files/part-names.ts';

/** A form with a file, read as it arrives. */
export type UploadForm = {
  /** The fields before the file. */
  fields: readonly FormField[];
  fileName: string;
  bytes: Readable;
  /**
   * Resolves to all fields. Official clients send some after the file, so this resolves only once the file's bytes have
   * been read or discarded. Rejects if the form breaks off.
   */
  allFields: Promise<readonly FormField[]>;
};

export type FormField = readonly [name: string, value: string];

const maxFields = 200;
const maxFieldBytes = 4096;
/** Maximum number of parts that are read. */
const maxParts = 250;

/**
 * Reads a multipart form with one field `file` as a stream: nothing of the file is buffered in memory. Calls `take`
 * with the file as soon as it begins, and returns its result; `take` may leave bytes unread. If the connection or the
 * form breaks off, the file's bytes end with an error, and this rejects only after `take` has settled, so that nothing
 * stays open. The source is then left unread but not destroyed, because the error response must still reach the sender.
 * Throws Problem `storage_file_empty` for a form without a file, `general_bad_request` for one that arrives more slowly
 * than `rate`.
 */
export async function readUpload<Result>(
  source: Readable,
  contentType: string,
  take: (form: UploadForm) => Promise<Result>,
  rate = leastUploadRate,
): Promise<Result> {
  const parser = createParser(contentType);
  const form = Promise.withResolvers<void>();
  const fields: FormField[] = [];
  const allFields = form.promise.then(() => fields);
  // `take` may ignore them, and an unhandled rejection would end the process.
  allFields.catch(() => undefined);
  const taken: { part?: Readable; result?: Promise<Result> } = {};
  const openFields = new Set<Promise<void>>();
  let parts = 0;

  parser.on('part', (stream) => {
    const part = stream as Readable;
    // There may be no reader when the form breaks off, and an error without a listener would end the process.
    part.on('error', () => undefined);
    parts += 1;
    stream.on('header', (header) => {
      const [disposition = ''] = (header as Record<string, string[]>)['content-disposition'] ?? [];
      const names = parts > maxParts ? null : readPartNames(disposition);
      if (names?.fileName === null && fields.length + openFields.size < maxFields) {
        const field = readField(part, (value) => {
          fields.push([names.name, value]);
          openFields.delete(field);
        });
        openFields.add(field);
      } else if (names?.name === 'file' && names.fileName !== null && !taken.part) {
        const { fileName } = names;
        const before = fields.length + openFields.size;
        taken.part = part;
        // The fields before it have arrived, but a stream ends a moment later.
        const begin = () => take({ fields: fields.slice(0, before), fileName, bytes: part, allFields });
        taken.result = Promise.all(openFields).then(begin);
        // Unread bytes are discarded, so that the rest of the form is read.
        taken.result.then(() => part.resume(), form.reject);
      } else part.resume();
    });
  });
  parser.on('finish', () => void Promise.all(openFields).then(() => form.resolve()));
  parser.on('error', (cause) =>
    form.reject(new Problem('general_argument_invalid', 'The form is invalid or incomplete.', { cause })),
  );
  const handleClose = () => {
    if (!source.readableEnded)
      form.reject(
        source.errored ?? new Problem('general_bad_request', 'The connection broke before the upload was complete.'),
      );
  };
  source.once('error', form.reject).once('close', handleClose);
  if (source.destroyed) handleClose();
  source.pipe(parser);
  const stopMeasuring = requireRate(source, form.reject, rate);

  try {
    await form.promise;
    if (!taken.result) throw noFile();
    return await taken.result;
  } catch (error) {
    source.unpipe(parser);
    parser.destroy();
    taken.part?.destroy(error instanceof Error ? error : new Error(String(error)));
    await taken.result?.catch(() => undefined);
    throw error;
  } finally {
    stopMeasuring();
    source.off('error', form.reject).off('close', handleClose);
    // The server itself handles a connection that breaks from now on.
    source.on('error', () => undefined);
  }
}

function createParser(contentType: string): Dicer {
  if (!/^multipart\/form-data\b/i.test(contentType)) throw noFile();
  const [, quoted, token] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? token;
  if (boundary === undefined) throw new Problem('general_argument_invalid', 'The form has no boundary.');
  return new Dicer({ boundary, maxHeaderPairs: 20 });
}

/** Reads the value of a field up to the maximum length. Never resolves if the form breaks off within it. */
function readField(part: Readable, take: (value: string) => void): Promise<void> {
  const pieces: Buffer[] = [];
  let size = 0;
  part.on('data', (piece: Buffer) => {
    pieces.push(piece.subarray(0, maxFieldBytes - size));
    size = Math.min(maxFieldBytes, size + piece.length);
  });
  return new Promise((resolve) => {
    part.on('end', () => {
      take(Buffer.concat(pieces).toString());
      resolve();
    });
  });
}

function noFile(): Problem {
  return new Problem('storage_file_empty', 'Empty file passed to the endpoint.');
}
