import { fileExtension } from '#domain/file-type.ts';
import { plainLine } from '#domain/text/plain-line.ts';

const maxLength = 255;

/**
 * Returns the name under which a file is stored: without folders, control characters and invisible characters, trimmed,
 * with unpaired surrogates replaced, and at most 255 UTF-16 code units long including the extension. May be empty.
 */
export function cleanFileName(sent: string): string {
  const bare = (sent.split(/[\\/]/).at(-1) ?? '')
    .toWellFormed()
    .replace(/\p{Cc}|[\u2028\u2029]|\p{Bidi_Control}/gu, '');
  const name = plainLine(bare).replace(/^\.+(?=\.|$)/, '');
  if (name.length <= maxLength) return name;
  const extension = fileExtension(name).slice(0, 16);
  // The limit may cut a surrogate pair.
  return name.slice(0, maxLength - extension.length).replace(/[\uD800-\uDBFF]$/, '') + extension;
}

/**
 * Returns a virtual folder such as `photos/2026`, without empty steps, `..` and control characters; empty is the
 * root.
 */
export function cleanFolder(sent: string): string {
  const steps = sent.split(/[\\/]/).map(cleanFileName);
  return steps.filter((step) => step !== '').join('/');
}
