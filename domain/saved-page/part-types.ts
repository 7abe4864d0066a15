import { typeByBytes } from '#domain/file-type.ts';

/** Number of first bytes that a judgement needs; drawings may begin with a long comment. */
export const partHeadBytes = 4096;

const pictures: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];

/** First bytes of fonts and recordings that browsers support (mimesniff.spec.whatwg.org, sections 6.2 and 6.4). */
const marks: readonly (readonly [mediaType: string, ...marks: (string | RegExp)[]])[] = [
  ['font/woff2', 'wOF2'],
  ['font/woff', 'wOFF'],
  ['font/otf', 'OTTO'],
  ['font/ttf', '\0\x01\0\0', 'true', 'ttcf'],
  ['video/mp4', /^.{4}ftyp(?:isom|iso\d|mp4\d|avc1|M4V |mmp4|dash|M4A )/s],
  ['video/webm', '\x1aE\xdf\xa3'],
  ['audio/ogg', 'OggS\0'],
  ['audio/wav', /^RIFF.{4}WAVE/s],
  ['audio/mpeg', 'ID3', '\xff\xfb', '\xff\xfa', '\xff\xf3', '\xff\xf2'],
];

/** A comment must end at its first end: otherwise many comments could be divided in too many ways. */
const drawing = /^\ufeff?(?:\s|<!--(?:(?!-->)[^])*-->|<\?[^>]*>|<!doctype\s+svg[^>[]*(?:\[[^\]]*\]\s*)?>)*<svg[\s>]/i;

/**
 * Returns the media type of a picture, drawing, font or recording that a page may show, by its first bytes; null for
 * any other file. Names don't matter.
 */
export function typeOfPart(head: Uint8Array): string | null {
  const type = typeByBytes('', head)?.mediaType ?? '';
  if (pictures.includes(type)) return type;
  const start = String.fromCharCode(...head.subarray(0, 64));
  const marked = marks.find(([, ...own]) =>
    own.some((mark) => (typeof mark === 'string' ? start.startsWith(mark) : mark.test(start))),
  );
  if (marked) return marked[0];
  return drawing.test(new TextDecoder().decode(head)) ? 'image/svg+xml' : null;
}
