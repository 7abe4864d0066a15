/** The headers of a part by their names in lower case, unfolded. */
type Headers = ReadonlyMap<string, string>;

/** A part of a MIME message that has no parts itself. */
export type MimePart = {
  /** The media type in lower case; `text/plain` if none is given. */
  mediaType: string;
  charset: string | null;
  /** The Content-Location; '' if there is none. */
  location: string;
  /** The Content-ID without its brackets; '' if there is none. */
  id: string;
  /** Returns the decoded bytes. */
  decode(): Uint8Array<ArrayBuffer>;
};

export type MimeMessage = {
  /** The parts in order, also those within parts. */
  parts: MimePart[];
  /** The Content-ID of the first part to show, by the `start` of the message; '' if there is none. */
  start: string;
  /** True if there are more parts, or more within each other, than the limits allow; these are missing. */
  isCut: boolean;
};

/** Maximum number of parts, and of parts within each other: saved pages have hundreds, in one level. */
export const mimeLimits = { parts: 10_000, depth: 5, headerBytes: 64 * 1024 };

const [tab, lineFeed, carriageReturn, space, hyphen, equals] = [9, 10, 13, 32, 45, 61] as const;

/** Reads the headers at the beginning of bytes, or as many as there are. */
export function readHeaders(bytes: Uint8Array): { headers: Headers; end: number } {
  const lines: string[] = [];
  let at = 0;
  while (at < Math.min(bytes.length, mimeLimits.headerBytes)) {
    const end = endOfLine(bytes, at);
    const line = decodeText(trimEnd(bytes.subarray(at, end)));
    at = end;
    if (line === '') break;
    const isFolded = /^[ \t]/.test(line) && lines.length > 0;
    if (isFolded) lines.push(`${lines.pop()}${line}`);
    else lines.push(line);
  }
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name = '', value = ''] = /^([!-9;-~]+)[ \t]*:(.*)$/s.exec(line) ?? [];
    if (name !== '' && !headers.has(name.toLowerCase())) headers.set(name.toLowerCase(), value.trim());
  }
  return { headers, end: at };
}

/** Returns the media type of a Content-Type and its parameters, with names in lower case (RFC 2045, 5.1). */
export function readContentType(value: string): { mediaType: string; parameters: ReadonlyMap<string, string> } {
  const mediaType = (/^[^;]*/.exec(value)?.[0] ?? '').trim().toLowerCase();
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, plain = ''] of value.matchAll(
    /;\s*([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g,
  ))
    parameters.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? plain);
  return { mediaType, parameters };
}

/**
 * Reads the parts of a MIME message (RFC 2045, 2046). Lines may end with a line feed only, and the end boundary may be
 * missing, as in files that were cut off.
 */
export function readMimeMessage(file: Uint8Array): MimeMessage {
  const message: MimeMessage = { parts: [], start: '', isCut: false };
  const bytes = skipSpace(file);
  const { headers } = readHeaders(bytes);
  message.start = withoutBrackets(readContentType(headers.get('content-type') ?? '').parameters.get('start') ?? '');
  readPart(bytes, message, 0);
  return message;
}

/** Returns the bytes without a byte order mark and the empty lines before the first header. */
export function skipSpace(bytes: Uint8Array): Uint8Array {
  let start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (isSpace(bytes[start])) start += 1;
  return bytes.subarray(start);
}

function readPart(bytes: Uint8Array, message: MimeMessage, depth: number): void {
  const { headers, end } = readHeaders(bytes);
  const { mediaType, parameters } = readContentType(headers.get('content-type') ?? 'text/plain');
  const body = bytes.subarray(end);
  const boundary = parameters.get('boundary') ?? '';
  if (mediaType.startsWith('multipart/') && boundary !== '') {
    if (depth >= mimeLimits.depth) message.isCut = true;
    else for (const part of splitParts(body, boundary)) readPart(part, message, depth + 1);
    return;
  }
  if (message.parts.length >= mimeLimits.parts) {
    message.isCut = true;
    return;
  }
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase() ?? '';
  message.parts.push({
    mediaType,
    charset: parameters.get('charset') ?? null,
    location: decodeWords(headers.get('content-location') ?? '').replace(/\s+/g, ''),
    id: withoutBrackets(headers.get('content-id') ?? ''),
    decode: () => decodeBody(body, encoding),
  });
}

const withoutBrackets = (id: string) => id.trim().replace(/^<|>$/g, '');

/** Yields the bytes of each part; what is before the first boundary and after the last one is no part. */
function* splitParts(body: Uint8Array, boundary: string): Generator<Uint8Array> {
  const mark = new TextEncoder().encode(`--${boundary}`);
  let start = -1;
  for (let at = 0; at < body.length;) {
    const end = endOfLine(body, at);
    const line = trimEnd(body.subarray(at, end));
    const isMark = body[at] === hyphen && beginsWith(line, mark);
    const isLast = isMark && line.length === mark.length + 2 && line.at(-1) === hyphen && line.at(-2) === hyphen;
    if (isMark && (isLast || line.length === mark.length)) {
      if (start >= 0) yield body.subarray(start, beforeLineEnd(body, start, at));
      start = isLast ? -1 : end;
      if (isLast) return;
    }
    at = end;
  }
  if (start >= 0) yield body.subarray(start);
}

/** Returns the position of the line end before `at`, which belongs to the boundary. */
function beforeLineEnd(bytes: Uint8Array, start: number, at: number): number {
  const feed = at > start && bytes[at - 1] === lineFeed ? at - 1 : at;
  return feed > start && feed < at && bytes[feed - 1] === carriageReturn ? feed - 1 : feed;
}

function beginsWith(bytes: Uint8Array, mark: Uint8Array): boolean {
  return bytes.length >= mark.length && mark.every((byte, index) => bytes[index] === byte);
}

function endOfLine(bytes: Uint8Array, at: number): number {
  const feed = bytes.indexOf(lineFeed, at);
  return feed < 0 ? bytes.length : feed + 1;
}

/** Returns a line without the white space at its end. */
function trimEnd(line: Uint8Array): Uint8Array {
  let end = line.length;
  while (end > 0 && isSpace(line[end - 1])) end -= 1;
  return line.subarray(0, end);
}

const isSpace = (byte: number | undefined) =>
  byte === space || byte === tab || byte === lineFeed || byte === carriageReturn;

/** Headers are ASCII, but some programs write the text as it is. */
const decodeText = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

function decodeBody(body: Uint8Array, encoding: string): Uint8Array<ArrayBuffer> {
  if (encoding === 'base64') return decodeBase64(body);
  return encoding === 'quoted-printable' ? decodeQuotedPrintable(body) : body.slice();
}

/** Decodes base64; other characters are skipped, and so is an incomplete end (RFC 2045, 6.8). */
function decodeBase64(body: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.floor((body.length * 3) / 4));
  let length = 0;
  let bits = 0;
  let count = 0;
  for (const sign of body) {
    const value = base64Values[sign] ?? -1;
    if (value < 0) continue;
    bits = ((bits << 6) | value) & 0xffffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes[length] = (bits >> count) & 0xff;
    length += 1;
  }
  return bytes.slice(0, length);
}

const base64Values = new Int8Array(256).fill(-1);
for (const [index, sign] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries())
  base64Values[sign.charCodeAt(0)] = index;

/** Decodes quoted-printable (RFC 2045, 6.7). An equals sign without two digits stays. */
function decodeQuotedPrintable(body: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(body.length);
  let length = 0;
  for (let at = 0; at < body.length;) {
    const end = endOfLine(body, at);
    const line = body.subarray(at, end);
    const text = trimEnd(line);
    const isSoft = text.at(-1) === equals;
    for (let index = 0; index < text.length - (isSoft ? 1 : 0); index += 1) {
      const value = text[index] === equals ? hexAt(text, index + 1) : null;
      bytes[length] = value ?? text[index] ?? 0;
      length += 1;
      if (value !== null) index += 2;
    }
    if (!isSoft) {
      const lineEnd = line.subarray(line.at(-2) === carriageReturn ? -2 : -1);
      if (line.at(-1) === lineFeed) {
        bytes.set(lineEnd, length);
        length += lineEnd.length;
      }
    }
    at = end;
  }
  return bytes.slice(0, length);
}

function hexAt(bytes: Uint8Array, at: number): number | null {
  const digits = String.fromCharCode(bytes[at] ?? 0, bytes[at + 1] ?? 0);
  return /^[\da-f]{2}$/i.test(digits) ? Number.parseInt(digits, 16) : null;
}

/** Decodes the encoded words of a header (RFC 2047). */
function decodeWords(value: string): string {
  return value.replace(
    /=\?([\w-]+)(?:\*[\w-]*)?\?([bq])\?([^?]*)\?=(?:\s+(?==\?))?/gi,
    (word, charset: string, encoding: string, text: string) => {
      const bytes = new TextEncoder().encode(encoding.toLowerCase() === 'q' ? text.replaceAll('_', ' ') : text);
      try {
        return new TextDecoder(charset).decode(
          encoding.toLowerCase() === 'q' ? decodeQuotedPrintable(bytes) : decodeBase64(bytes),
        );
      } catch {
        return word;
      }
    },
  );
}
