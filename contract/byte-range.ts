/** Bytes from `start` to `end`, both inclusive. */
export type ByteRange = { start: number; end: number };

/**
 * Returns the part of a file with `size` bytes that a `Range` header requests (RFC 9110 section 14): one range, clipped
 * to the file. `unsatisfiable` if the range begins after the end, or is the last 0 bytes. `whole` if there is no
 * header, the unit is unknown, the header is malformed, or it has several ranges, for which a server may respond with
 * the whole file.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const set = /^bytes=(.*)$/is.exec(header?.trim() ?? '')?.[1];
  if (set === undefined) return 'whole';
  // Empty elements of a list are ignored (RFC 9110 section 5.6.1).
  const specs = set
    .split(',')
    .map((spec) => spec.replace(/^[ \t]+|[ \t]+$/g, ''))
    .filter((spec) => spec !== '');
  const spec = specs[0];
  if (spec === undefined || specs.length > 1) return 'whole';
  const parsed = /^(\d*)-(\d*)$/.exec(spec);
  const [first = '', last = ''] = parsed?.slice(1) ?? [];
  if (first === '' && last === '') return 'whole';
  if (first === '') return lastBytes(Number(last), size);
  // Numbers too large to be exact are compared as strings of digits.
  if (last !== '' && BigInt(last) < BigInt(first)) return 'whole';
  const start = Number(first);
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

function lastBytes(count: number, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  if (count === 0) return 'unsatisfiable';
  // The last bytes of an empty file exist, but cannot be written as a `Content-Range`.
  if (size === 0) return 'whole';
  return { start: Math.max(0, size - count), end: size - 1 };
}
