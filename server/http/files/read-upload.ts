import type { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { Problem } from '#contract/problems.ts';

/** A form with a file in it, read as it arrives. */
export type UploadForm = {
  /** The fields before the file; later ones are added to it. */
  fields: readonly FormField[];
  fileName: string;
  bytes: Readable;
  /**
   * All fields. Official clients send some after the file, so this resolves only once its bytes have been read or
   * discarded; it rejects when the form breaks off.
   */
  allFields: Promise<readonly FormField[]>;
};

export type FormField = readonly [name: string, value: string];

/**
 * Reads a multipart form with one field `file` as a stream: nothing of the file is kept in memory. `take` gets the file
 * as soon as it begins, and its result is the result of the whole; it may leave bytes unread. When the connection or
 * the form breaks off, the bytes end with an error, and this rejects only after `take` has settled, so that nothing is
 * left open. The source is then left unread, never destroyed: the refusal must still reach the sender. Throws Problem
 * `storage_file_empty` for a form without a file.
 */
export async function readUpload<Result>(
  source: Readable,
  contentType: string,
  take: (form: UploadForm) => Promise<Result>,
): Promise<Result> {
  const parser = createParser(contentType);
  const form = Promise.withResolvers<void>();
  const fields: FormField[] = [];
  const allFields = form.promise.then(() => fields);
  // `take` may ignore them, and an unhandled rejection would end the process.
  allFields.catch(() => undefined);
  const taken: { part?: BusboyFileStream; result?: Promise<Result> } = {};

  parser.on('field', (name, value) => void fields.push([name, value]));
  parser.on('file', (name, part, fileName) => {
    // There may be no reader when the form breaks off, and an error without a listener would end the process.
    part.on('error', () => undefined);
    if (taken.part || name !== 'file') {
      part.resume();
      return;
    }
    taken.part = part;
    taken.result = take({ fields, fileName: readableName(fileName), bytes: part, allFields });
    // What it left unread is discarded, so that the rest of the form is read.
    taken.result.then(() => part.resume(), form.reject);
  });
  parser.on('finish', () => form.resolve());
  parser.on('error', (cause) =>
    form.reject(new Problem('general_argument_invalid', 'The form is broken or was cut off.', { cause })),
  );
  const handleClose = () => {
    if (!source.readableEnded)
      form.reject(source.errored ?? new Problem('general_bad_request', 'The upload was cut off.'));
  };
  source.once('error', form.reject).once('close', handleClose);
  if (source.destroyed) handleClose();
  source.pipe(parser);

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
    source.off('error', form.reject).off('close', handleClose);
    // The server itself handles a connection that breaks from now on.
    source.on('error', () => undefined);
  }
}

function createParser(contentType: string): BusboyInstance {
  if (!/^multipart\/form-data\b/i.test(contentType)) throw noFile();
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { fieldSize: 4096, fields: 200, files: 8, parts: 250, headerPairs: 20, headerSize: 16 * 1024 },
      // A part with a file name is a file, whatever its media type; `filename*` is not for forms (RFC 7578).
      isPartAFile: (_name, _type, fileName) => fileName !== undefined,
    });
  } catch (cause) {
    throw new Problem('general_argument_invalid', 'The form has no boundary.', { cause });
  }
}

/** Browsers percent-encode quotes and line ends in a file's name, and nothing else. */
function readableName(name: string | undefined): string {
  return (name ?? '').replace(/%22/g, '"').replace(/%0[AD]/gi, ' ');
}

function noFile(): Problem {
  return new Problem('storage_file_empty', 'Empty file passed to the endpoint.');
}
