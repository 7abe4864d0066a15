import { LRUCache } from 'lru-cache';
import { mayManage, type Actor } from '#domain/account.ts';
import { declaredEncoding, encodingBytes, encodingOfHtml } from '#domain/text/html-text.ts';
import { disconnectSignal, type ContractContext } from '#server/http/requests/request-context.ts';
import { localBytes } from '#server/library/files/byte-source.ts';
import type { StoredFile } from '#server/library/files/file-service.ts';
import type { Services } from '#server/services/services.ts';
import type { SentFile } from './send-file.ts';

/** Enough for a declaration in the head. */
const headBytes = 8 * 1024;

/** Number of recently sent pages, some hundred bytes each. */
const maxKnown = 5000;

/**
 * Finds the encoding of stored HTML files, for their `Content-Type`: clients that read a paper as text rely on it. Cached
 * by the digest of the file.
 */
function createHtmlCharsets(): (file: SentFile) => Promise<string> {
  const known = new LRUCache<string, string>({ max: maxKnown });
  return async (file) => {
    const found = known.get(file.etag);
    if (found !== undefined) return found;
    const head = await readBeginning(file, headBytes);
    const encoding =
      declaredEncoding(head) ??
      encodingOfHtml(file.sizeBytes > head.length ? await readBeginning(file, encodingBytes) : head);
    // Missing bytes may be restored.
    if (head.length > 0) known.set(file.etag, encoding);
    return encoding;
  };
}

/** Reads the first bytes of a file; none if they are missing. */
export async function readBeginning({ source, sizeBytes }: SentFile, length: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  // Copied, because a piece is valid only until `take` returns.
  await source({ start: 0, end: Math.min(length, sizeBytes) - 1 }, async (piece) => {
    pieces.push(piece.slice());
  });
  return Buffer.concat(pieces);
}

type AnswerHeaders = Pick<SentFile, 'mediaType' | 'headers'>;

/** The sources of a stored file's bytes. */
export type FileSources = {
  /** Returns the file, byte for byte. */
  original(file: StoredFile, answer: AnswerHeaders): SentFile;
  /**
   * Returns the file as the requester may see it: the original, except that visitors get a copy of an image without the
   * location and camera of the photograph (docs/decisions/0020-pictures.md).
   */
  shownTo(request: { c: ContractContext; actor: Actor }, file: StoredFile, answer: AnswerHeaders): Promise<SentFile>;
  /** Returns the encoding of an HTML file, which is sent as it is stored. */
  charsetOf(page: StoredFile): Promise<string>;
};

/**
 * Creates the sources. `xAccel` is the setting X_ACCEL: the address inside nginx under which it can send stored files
 * itself, or null.
 */
export function createFileSources({
  files,
  pictures,
  xAccel,
}: {
  files: Pick<Services['files'], 'bytesOf' | 'pathForProxy' | 'addressOf'>;
  pictures: Pick<Services['pictures'], 'stripped'>;
  xAccel: string | null;
}): FileSources {
  function original(file: StoredFile, answer: AnswerHeaders): SentFile {
    const relativePath = xAccel === null ? null : files.pathForProxy(file.id);
    return {
      source: files.bytesOf(file),
      sizeBytes: file.sizeBytes,
      etag: file.sha256,
      modifiedAt: file.createdAt,
      redirectTo: relativePath === null ? null : `${xAccel?.replace(/\/$/, '')}/${relativePath}`,
      elsewhere: (headers) => files.addressOf(file, headers),
      ...answer,
    };
  }
  const charsetOf = createHtmlCharsets();
  return {
    original,
    charsetOf: (page) => charsetOf(original(page, { mediaType: page.mimeType })),
    async shownTo({ c, actor }, file, answer) {
      if (!file.mimeType.startsWith('image/') || mayManage(actor)) return original(file, answer);
      const { path, sizeBytes, etag } = await pictures.stripped(file, disconnectSignal(c));
      return { source: localBytes(path), sizeBytes, etag, modifiedAt: file.createdAt, ...answer };
    },
  };
}
