import { pages } from './addresses.ts';
import { defaultLanguage, languages } from './languages.ts';

/**
 * The paths of the pages, with `*` for each parameter. Paths without parameters come before those that would also match
 * them.
 */
const shapes: readonly string[][] = Object.values(pages).map((page: (...parts: string[]) => string) =>
  page('*', '*', '*').split('/').slice(1),
);

/**
 * Returns the only spelling of an address's path, so that no page has two: one slash between parts and none at the end,
 * no dot segments, escapes only where needed and in capitals (RFC 3986, 6.2.2), and a page's fixed words in lower case,
 * its language included, which is left out if it is the one without a prefix.
 * The page itself checks if a part names an existing faculty or subject. Null for a path with control characters, or
 * with invalid percent-encoding, which no page could read.
 *
 * The result always begins with exactly one slash, so that following it never leaves the site. Idempotent.
 */
export function canonicalPath(path: string): string | null {
  if (!isReadable(path)) return null;
  const parts: string[] = [];
  // A browser reads a backslash as a slash.
  for (const written of path.split(/[/\\]/)) {
    const part = written.replace(/%[0-9a-f]{2}/gi, plainEscape);
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  while (parts[0]?.toLowerCase() === defaultLanguage) parts.shift();
  const tag = parts[0]?.toLowerCase();
  const language = languages.filter((each) => each === tag);
  return `/${[...language, ...withPageWords(parts.slice(language.length))].join('/')}`;
}

function isReadable(path: string): boolean {
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/**
 * Removes the escapes of letters, digits and `-._~`, which need none; all others stay, so that none becomes a slash.
 */
function plainEscape(escape: string): string {
  const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
  return /[A-Za-z0-9\-._~]/.test(character) ? character : escape.toUpperCase();
}

/** Returns the parts of a path, with the fixed words of a page's address in their usual spelling. */
function withPageWords(parts: readonly string[]): readonly string[] {
  const shape = shapes.find(
    (each) =>
      each.length === parts.length && each.every((word, index) => word === '*' || word === parts[index]?.toLowerCase()),
  );
  return shape ? parts.map((part, index) => (shape[index] === '*' ? part : (shape[index] ?? part))) : parts;
}
