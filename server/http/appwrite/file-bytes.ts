import { api, sharingPicture } from '#contract/addresses.ts';
import type { CheckedRequest, ContractParts, HandlerOf, Handlers } from '#server/http/api/handlers.ts';
import { contentDisposition, downloadName } from '#server/http/files/content-disposition.ts';
import { createFileSources } from '#server/http/files/file-sources.ts';
import { sendOnConnection, type SentFile } from '#server/http/files/send-file.ts';
import { cacheControl } from '#server/http/headers/cache-control.ts';
import { asPage, isOpenedInTab, pageVary } from '#server/http/html-papers/paper-page.ts';
import { createTextPages, isOpenedUnsaid } from '#server/http/html-papers/paper-text-page.ts';
import { disconnectSignal, type ContractContext } from '#server/http/requests/request-context.ts';
import { localBytes } from '#server/library/files/byte-source.ts';
import type { StoredFile } from '#server/library/files/file-service.ts';
import type { PictureFormat } from '#server/library/pictures/picture-job.ts';
import type { PictureOptions } from '#server/library/pictures/picture-request.ts';
import { requireBucket } from './file-handlers.ts';

/** Without `width`, a picture of a page has the width of a page on a desktop. */
const defaultPictureWidth = 1280;

type PreviewQuery = Parameters<HandlerOf<'previewFile'>>[0]['query'];

const formats: Record<Exclude<PreviewQuery['output'], 'auto' | undefined>, PictureFormat> = {
  jpg: 'jpeg',
  jpeg: 'jpeg',
  png: 'png',
  webp: 'webp',
  avif: 'avif',
  // Never made: PNG and JPEG show the same picture better, and `Content-Type` names the format.
  gif: 'png',
  heic: 'jpeg',
};

/**
 * Returns the picture that a preview's query requests; null if it requests the file itself. `accept` is the request's
 * header.
 */
function readPictureOptions(
  { width = 0, height = 0, page, output }: PreviewQuery,
  accept: string,
): PictureOptions | null {
  if (width === 0 && height === 0 && page === undefined && !output) return null;
  return {
    width: width || height || defaultPictureWidth,
    ...(isSharingShape(width, height) && { shape: 'sharing' }),
    page: page ?? 1,
    format: output === 'auto' ? chooseFormat(accept) : output ? formats[output] : 'jpeg',
  };
}

/**
 * Chooses the format by `Accept`. A page of text in AVIF has 60 to 75 % of the bytes of WebP and takes three times as
 * long to make, once. Both only for clients that name them: text browsers and e-readers accept anything, and many of them
 * show neither.
 */
function chooseFormat(accept: string): PictureFormat {
  const isNamed = (type: string) =>
    new RegExp(`(?:^|[\\s,])image/${type}(?![^,]*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`, 'i').test(accept);
  return isNamed('avif') ? 'avif' : isNamed('webp') ? 'webp' : 'jpeg';
}

/**
 * True for the shape of link previews. Any other is ignored: each would be another picture of the same page to make and
 * to cache.
 */
function isSharingShape(width: number, height: number): boolean {
  return height > 0 && height === Math.round((width * sharingPicture.height) / sharingPicture.width);
}

/** Shown with their own type; every other type is sent as text, so that no uploaded file can act as a page. */
const shownTypes = new Set(['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif']);

/**
 * A stored file never runs anything and belongs to no origin, whatever its content. Browsers still show a PDF with their
 * own viewer (seen in Chromium 156; with `allow-scripts` and `allow-same-origin` it stays blank).
 */
const sandbox = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

type InlineQuery = { copy?: 'reading' | undefined; as?: 'bytes' | undefined };

/** Creates the three routes that send a file's bytes, or a picture of it. */
export function createFileByteHandlers({
  services,
  config,
  quickFiles,
}: ContractParts): Handlers<'downloadFile' | 'viewFile' | 'previewFile'> {
  const { files, pictures, reading } = services;
  const formOf = createPaperForms();
  const { original, shownTo, charsetOf } = createFileSources({ files, pictures, xAccel: config.xAccel });

  async function getFile({ c, actor, path }: CheckedRequest): Promise<StoredFile> {
    // Pages of the allowed origins may show covers and files; the header cannot name them.
    if (config.allowedOrigins.length > 0) c.header('Cross-Origin-Resource-Policy', 'cross-origin');
    requireBucket(path, config.ids);
    return files.getReadable(actor, path['fileId'] ?? '');
  }

  const downloadFile: HandlerOf<'downloadFile'> = async (request) => {
    const remember = quickFiles?.begin();
    const file = await getFile(request);
    const { name: title } = request.query;
    const name = title ? downloadName(title, file.mimeType) : file.name;
    const mediaType = isPage(file) ? `text/html; charset=${await charsetOf(file)}` : file.mimeType;
    return sendOnConnection(
      request.c,
      await shownTo(request, file, {
        mediaType,
        headers: { 'Content-Disposition': contentDisposition('attachment', name), 'Content-Security-Policy': sandbox },
      }),
      isRememberable(file) ? remember : undefined,
    );
  };

  const viewFile: HandlerOf<'viewFile'> = async (request) => sendInline(request, request.query);

  async function sendInline(request: CheckedRequest, { copy: wanted, as }: InlineQuery): Promise<Response> {
    const { c } = request;
    const remember = quickFiles?.begin();
    const file = await getFile(request);
    const isAsBytes = as === 'bytes' && file.mimeType === 'application/pdf';
    const headers = {
      'Content-Disposition': isAsBytes ? 'inline' : contentDisposition('inline', file.name),
      'Content-Security-Policy': sandbox,
    };
    if (isPage(file)) {
      const charset = await charsetOf(file);
      const mediaType = `text/plain; charset=${charset}`;
      const text = original(file, { mediaType, headers: { ...headers, Vary: pageVary } });
      const download = api.fileDownload(config.ids, file.id, file.name);
      return sendOnConnection(c, await formOf(c.req.header(), { text, charset, download }));
    }
    const shownType = shownTypes.has(file.mimeType) ? file.mimeType : 'text/plain; charset=utf-8';
    const mediaType = isAsBytes ? 'application/octet-stream' : shownType;
    const copy = wanted === 'reading' ? await reading.find(file) : 'original';
    const rememberIt = isRememberable(file) ? remember : undefined;
    if (copy === 'original')
      return sendOnConnection(c, await shownTo(request, file, { mediaType, headers }), rememberIt);
    if (copy === 'pending') {
      // The next response at this address may have other bytes. A reader that began with these fetches the rest at the
      // address of the original.
      const pending = { 'Cache-Control': cacheControl.changingBytes, 'Content-Location': addressWithoutCopy(c) };
      return sendOnConnection(c, original(file, { mediaType, headers: { ...headers, ...pending } }));
    }
    const { pour, sizeBytes, sha256, madeAt } = copy;
    const sent = { source: pour, sizeBytes, etag: sha256, modifiedAt: madeAt, mediaType, headers };
    return sendOnConnection(c, sent, rememberIt);
  }

  const previewFile: HandlerOf<'previewFile'> = async (request) => {
    const options = readPictureOptions(request.query, request.c.req.header('accept') ?? '');
    if (!options) return sendInline(request, request.query);
    const file = await getFile(request);
    const picture = await pictures.picture(file, options, disconnectSignal(request.c));
    return sendOnConnection(request.c, {
      source: localBytes(picture.path),
      sizeBytes: picture.sizeBytes,
      etag: picture.etag,
      modifiedAt: file.createdAt,
      mediaType: picture.mediaType,
      headers: {
        'Content-Disposition': 'inline',
        'Content-Security-Policy': sandbox,
        ...(request.query.output === 'auto' && { Vary: 'Accept' }),
      },
    });
  };

  return { downloadFile, viewFile, previewFile };
}

/** Finds the form in which an HTML file is sent: as a page, as a page of its text, or as plain text. */
function createPaperForms() {
  const asTextPage = createTextPages();
  return async (
    headers: Readonly<Record<string, string>>,
    { text, charset, download }: { text: SentFile; charset: string; download: string },
  ): Promise<SentFile> => {
    if (isOpenedInTab(headers)) return asPage(text, charset);
    return isOpenedUnsaid(headers) ? asTextPage(text, charset, download) : text;
  };
}

/** True if the response is the same for everybody who may read the file, and is read in ranges. */
const isRememberable = ({ mimeType }: StoredFile) => mimeType === 'application/pdf';

const isPage = ({ mimeType }: StoredFile) => mimeType === 'text/html';

/** Returns the path and query of the request, without `copy`. */
function addressWithoutCopy(c: ContractContext): string {
  const { pathname, searchParams } = new URL(c.req.url);
  searchParams.delete('copy');
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
}
