import type { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { Problem } from '#contract/problems.ts';

/** A form with a file in it, read as it comes in. */
export type UploadForm = {
  /** What the form said before its file began; more is added behind it. */
  fields: readonly FormField[];
  fileName: string;
  bytes: Readable;
  /**
   * All fields. Official clients write some behind the file, so this resolves only once the bytes have been read or let
   * run dry; it rejects when the form breaks off.
   */
  allFields: Promise<readonly FormField[]>;
};

export type FormField = readonly [name: string, value: string];

/**
 * Reads a multipart form with one field `file`, streaming: nothing of the file is held in memory. `take` gets the file
 * as soon as it begins and answers for the whole; it may leave bytes unread. When the connection or the form breaks
 * off, the bytes end in an error, and this rejects only after `take` has settled, so that nothing is left open. The
 * source is left unread from there on, never destroyed: the refusal must still reach the sender. Throws Problem
 * `storage_file_empty` for what holds no file.
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
  // Whoever takes a form need not ask for them, and a rejection nobody looks at would end the process.
  allFields.catch(() => undefined);
  const taken: { part?: BusboyFileStream; result?: Promise<Result> } = {};

  parser.on('field', (name, value) => void fields.push([name, value]));
  parser.on('file', (name, part, fileName) => {
    // Nobody may be reading when the form breaks off, and an error without a listener would end the process.
    part.on('error', () => undefined);
    if (taken.part || name !== 'file') {
      part.resume();
      return;
    }
    taken.part = part;
    taken.result = take({ fields, fileName: readableName(fileName), bytes: part, allFields });
    // Whatever it left unread is dropped, so that the form comes to its end.
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
    // A connection that breaks from here on is the server's to notice.
    source.on('error', () => undefined);
  }
}

function createParser(contentType: string): BusboyInstance {
  if (!/^multipart\/form-data\b/i.test(contentType)) throw noFile();
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { fieldSize: 4096, fields: 200, files: 8, parts: 250, headerPairs: 20, headerSize: 16 * 1024 },
      // What has a file name is a file, whatever it calls itself; `filename*` is not for forms (RFC 7578).
      isPartAFile: (_name, _type, fileName) => fileName !== undefined,
    });
  } catch (cause) {
    throw new Problem('general_argument_invalid', 'The form has no boundary.', { cause });
  }
}

/** Browsers write quotes and line ends in a file's name percent-encoded, and nothing else. */
function readableName(name: string | undefined): string {
  return (name ?? '').replace(/%22/g, '"').replace(/%0[AD]/gi, ' ');
}

function noFile(): Problem {
  return new Problem('storage_file_empty', 'Empty file passed to the endpoint.');
}
