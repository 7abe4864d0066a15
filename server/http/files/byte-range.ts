import type { ByteRange } from '#server/files/byte-source.ts';

/**
 * What a `Range` header asks of a file of `size` bytes (RFC 9110 section 14): one range, clipped to the
 * file; `unsatisfiable` when it begins behind the end or asks for the last 0 bytes; `whole` when there is no header, the
 * unit is unknown, the set is malformed, or it holds several ranges, which a server may answer with the whole.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const set = /^bytes=(.*)$/is.exec(header?.trim() ?? '')?.[1];
  if (set === undefined) return 'whole';
  // Empty elements of a list are to be overlooked (RFC 9110 section 5.6.1).
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
  // Digits beyond what a number holds exactly are compared as what they are.
  if (last !== '' && BigInt(last) < BigInt(first)) return 'whole';
  const start = Number(first);
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

function lastBytes(count: number, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  if (count === 0) return 'unsatisfiable';
  // The last bytes of nothing exist but cannot be written as `Content-Range`.
  if (size === 0) return 'whole';
  return { start: Math.max(0, size - count), end: size - 1 };
}
