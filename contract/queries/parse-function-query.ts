/** A query as sent, before any check. */
export type RawQuery = { method: unknown; attribute?: unknown; values?: unknown };

/** Methods whose text has no attribute: everything between the brackets is a value. */
const withoutAttribute = new Set(['limit', 'offset', 'cursorAfter', 'cursorBefore', 'select', 'orderRandom']);

/**
 * Parses the query text of the releases 12 and 13, such as `equal("subject", ["DS"])` or `limit(10)`. Their strings are in double
 * quotes without any escaping, so a string ends at the next quote. Returns null for any text outside this grammar; the caller
 * checks the method and its values.
 */
export function parseFunctionQuery(text: string): RawQuery | null {
  const call = /^\s*([A-Za-z]+)\s*\(([\s\S]*)\)\s*$/.exec(text);
  if (!call) return null;
  const [, method = '', inner = ''] = call;
  const found = readList(inner, 0, '');
  if (!found || found.end !== inner.length) return null;
  if (withoutAttribute.has(method)) return { method, values: found.items.flat() };
  const [attribute, ...values] = found.items;
  if (typeof attribute !== 'string') return null;
  return { method, attribute, values: values.flat() };
}

type Item = string | number | boolean | null | Item[];

/**
 * Reads items separated by commas until `close` (or until the end, if that is ''). `end` in the result is the index
 * after it.
 */
function readList(text: string, from: number, close: '' | ']'): { items: Item[]; end: number } | null {
  const items: Item[] = [];
  let at = skipSpace(text, from);
  const isClosed = () => (close === '' ? at === text.length : text[at] === close);
  if (isClosed()) return { items, end: at + close.length };
  for (;;) {
    const item = readItem(text, at, close === '');
    if (!item) return null;
    items.push(item.value);
    at = skipSpace(text, item.end);
    if (isClosed()) return { items, end: at + close.length };
    if (text[at] !== ',') return null;
    at = skipSpace(text, at + 1);
  }
}

/** Reads one string, number, word or list. Lists can't be nested. */
function readItem(text: string, at: number, mayBeList: boolean): { value: Item; end: number } | null {
  if (text[at] === '"') {
    const quote = text.indexOf('"', at + 1);
    return quote < 0 ? null : { value: text.slice(at + 1, quote), end: quote + 1 };
  }
  if (text[at] === '[') {
    const list = mayBeList ? readList(text, at + 1, ']') : null;
    return list && { value: list.items, end: list.end };
  }
  const plain = /^(?:-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/.exec(text.slice(at));
  return plain && { value: JSON.parse(withoutLeadingZeros(plain[0])) as Item, end: at + plain[0].length };
}

/** Removes leading zeros: JSON has no `007`, by which a user means 7. */
function withoutLeadingZeros(plain: string): string {
  return plain.replace(/^(-?)0+(?=\d)/, '$1');
}

function skipSpace(text: string, at: number): number {
  let end = at;
  while (/\s/.test(text.charAt(end))) end += 1;
  return end;
}
