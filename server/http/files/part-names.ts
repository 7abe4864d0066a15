import { decodeLegacy, decodeUtf8, findLikelyEncoding, likelyEncodings } from '#domain/text/likely-encoding.ts';

/** The names in the header of a form's part; `fileName` is null if there is none, and then the part is not a file. */
export type PartNames = { name: string; fileName: string | null };

/** A parameter as sent: one character for each byte. */
type Parameter = { key: string; value: string };

/**
 * Parses the `Content-Disposition` of a part, given with one character for each byte. RFC 7578 has one way to write the
 * name of a file, but programs also use those of mail: `filename*` (RFC 8187), parts (RFC 2231), encoded words (RFC
 * 2047), and bytes in the encoding of their machine. Returns null if the part does not belong to a form.
 */
export function readPartNames(disposition: string): PartNames | null {
  if (!/^form-data\b/i.test(disposition)) return null;
  const parameters = readParameters(disposition);
  const name = parameters.find(({ key }) => key === 'name')?.value;
  return name === undefined ? null : { name: decodeBytes(name), fileName: readFileName(parameters) };
}

function readFileName(parameters: readonly Parameter[]): string | null {
  const extended = parameters.find(({ key }) => key === 'filename*');
  const plain = parameters.find(({ key }) => key === 'filename');
  return (
    (extended && decodeExtended(extended.value)) ??
    joinParts(parameters) ??
    (plain ? unescape(decodeWords(plain.value) ?? decodeBytes(plain.value)) : null) ??
    (extended ? decodeBytes(extended.value) : null)
  );
}

function readParameters(disposition: string): Parameter[] {
  const found = disposition.matchAll(/;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\[\s\S])*)"|([^;]*))/g);
  return Array.from(found, ([, key = '', quoted, token = '']) => ({
    key: key.toLowerCase(),
    // A backslash before another character is part of a Windows path: `C:\exams\ds.pdf`.
    value: quoted?.replace(/\\(["\\])/g, '$1') ?? token.trim(),
  }));
}

/** Decodes `UTF-8'en'G%C3%A9nie.pdf`; null if it has another form. */
function decodeExtended(value: string): string | null {
  const [, charset, text] = /^([\w.:+-]*)'[^']*'(.*)$/s.exec(value) ?? [];
  return text === undefined ? null : decode(unquotePercent(text), charset || 'utf-8');
}

/** Joins `filename*0*=UTF-8''G%C3%A9; filename*1="nie.pdf"`; null without a first part. */
function joinParts(parameters: readonly Parameter[]): string | null {
  let charset = 'utf-8';
  let bytes = '';
  for (let number = 0; ; number += 1) {
    const part = parameters.find(({ key }) => key === `filename*${number}` || key === `filename*${number}*`);
    if (!part) return number === 0 ? null : decode(bytes, charset);
    let { value } = part;
    if (part.key.endsWith('*')) {
      const [, label, rest] = (number === 0 && /^([\w.:+-]*)'[^']*'(.*)$/s.exec(value)) || [];
      charset = label || charset;
      value = unquotePercent(rest ?? value);
    }
    bytes += value;
  }
}

/** Decodes one or more encoded words, such as `=?utf-8?B?R8OpbmllLnBkZg==?=`; null if there are none. */
function decodeWords(value: string): string | null {
  const word = /=\?([\w.:+-]+)(?:\*[\w-]*)?\?([bq])\?([^?]*)\?=/gi;
  if (value.search(word) === -1) return null;
  // Spaces between two of them are only separators, even within a character.
  const joined = value.replace(/\?=\s+(?==\?)/g, '?=');
  const pieces: { charset: string; bytes: string }[] = [];
  let at = 0;
  const add = (charset: string, bytes: string) => {
    const last = pieces.at(-1);
    if (last?.charset === charset) last.bytes += bytes;
    else if (bytes !== '') pieces.push({ charset, bytes });
  };
  for (const match of joined.matchAll(word)) {
    const [whole, charset = '', how = '', text = ''] = match;
    add('utf-8', joined.slice(at, match.index));
    const isBase64 = how.toLowerCase() === 'b';
    const quoted = text.replaceAll('_', ' ').replace(/=([\da-f]{2})/gi, (_, hex: string) => fromHex(hex));
    add(charset.toLowerCase(), isBase64 ? Buffer.from(text, 'base64').toString('latin1') : quoted);
    at = match.index + whole.length;
  }
  add('utf-8', joined.slice(at));
  return pieces.map(({ charset, bytes }) => decode(bytes, charset)).join('');
}

/** Decodes the quotes and line ends in a file's name, the only characters that browsers percent-encode. */
function unescape(name: string): string {
  return name.replace(/%22/g, '"').replace(/%0[AD]/gi, ' ');
}

function unquotePercent(text: string): string {
  return text.replace(/%([\da-f]{2})/gi, (_, hex: string) => fromHex(hex));
}

const fromHex = (hex: string) => String.fromCharCode(Number.parseInt(hex, 16));

/**
 * Decodes bytes in the encoding that the sender names; if they are not valid in it, detects the encoding from the
 * bytes.
 */
function decode(bytes: string, charset: string): string {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return decodeBytes(bytes);
  }
}

function decodeBytes(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  return decodeUtf8(bytes) ?? decodeLegacy(bytes, findLikelyEncoding(bytes, likelyEncodings.disk));
}
