import { tokenize, TokenType, type CSSToken } from '@csstools/css-tokenizer';
import { mapText, type PartReader, type Piece } from './page-parts.ts';

/** Functions of CSS with addresses in quotes. */
const addressFunctions = new Set(['url', 'src', 'image-set', '-webkit-image-set']);

/** Style sheets within each other; more are a mistake. */
const maxDepth = 8;

/**
 * Returns a style sheet, or the value of a `style` attribute, with references in place of the addresses of its parts.
 * Imported style sheets become `data:` URLs. `chain` are the keys of the style sheets that import this one: a style
 * sheet that imports itself is imported empty, as in browsers.
 */
export async function inlineStyles(
  css: string,
  base: string,
  reader: PartReader,
  chain: readonly string[] = [],
): Promise<Piece[]> {
  const pieces: Piece[] = [];
  const open: string[] = [];
  let done = 0;
  let isImport = false;
  for (const token of tokenize({ css })) {
    const address = addressIn(token);
    const isOfFunction = token[0] === TokenType.URL || addressFunctions.has(open.at(-1) ?? '');
    if (address !== null && (isImport || isOfFunction)) {
      const [, before, start, end] = token;
      const around = token[0] === TokenType.URL ? (['url("', '")'] as const) : (['"', '"'] as const);
      const found = isImport ? await importStyles(address, base, reader, chain) : await reader.refer(address, base);
      if (found) {
        pieces.push(css.slice(done, start));
        if (Array.isArray(found)) pieces.push(around[0], ...found, around[1]);
        else pieces.push({ ...found, around, before });
        done = end + 1;
      }
    }
    if (token[0] === TokenType.AtKeyword) isImport = token[4].value.toLowerCase() === 'import';
    else if (address !== null || endsImport(token)) isImport = false;
    noteParentheses(token, open);
  }
  return [...pieces, css.slice(done)];
}

/** Returns the text of a style element with these pieces: nothing in it ends the element. */
export function toStyleText(pieces: readonly Piece[]): Piece[] {
  return mapText(pieces, (text) => text.replace(/<\/(?=style)/gi, '<\\/'));
}

async function importStyles(
  address: string,
  base: string,
  reader: PartReader,
  chain: readonly string[],
): Promise<Piece[] | null> {
  const part = reader.find(address, base);
  if (!part) return null;
  if (chain.includes(part.key) || chain.length >= maxDepth) return ['data:text/css,'];
  const css = await reader.readStyles(part);
  if (css === null) return null;
  const pieces = await inlineStyles(css, part.base, reader, [...chain, part.key]);
  return ['data:text/css;charset=utf-8,', ...mapText(pieces, encodeInUrl)];
}

/** Encodes the characters that have a meaning in URLs, quotes or style elements. */
function encodeInUrl(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\w\-.~!*:;,/@$&=+?]+/g, (signs) =>
      encodeURIComponent(signs).replace(/['()]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`),
    );
}

function addressIn(token: CSSToken): string | null {
  return token[0] === TokenType.URL || token[0] === TokenType.String ? token[4].value.trim() : null;
}

const endsImport = ([type]: CSSToken) =>
  type === TokenType.Semicolon || type === TokenType.OpenCurly || type === TokenType.CloseCurly;

/** Notes the functions and parentheses that are open after a token. */
function noteParentheses(token: CSSToken, open: string[]): void {
  if (token[0] === TokenType.Function) open.push(token[4].value.toLowerCase());
  else if (token[0] === TokenType.OpenParen) open.push('');
  else if (token[0] === TokenType.CloseParen) open.pop();
}
