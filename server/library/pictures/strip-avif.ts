/** A box of ISO/IEC 14496-12: the offsets of its content. */
type Box = { type: string; start: number; end: number };

/**
 * Returns an AVIF file in which the bytes of the EXIF and XMP items are zero: nothing moves, so all offsets remain
 * valid. The orientation is a property of the picture itself and stays. Null if the items can't be distinguished.
 * Throws a RangeError if lengths are wrong.
 */
export function stripAvif(bytes: Buffer): Buffer | null {
  const stripped = Buffer.from(bytes);
  const boxes = [...boxesIn(bytes, 0, bytes.length)];
  // Free boxes, user data and anything else outside may contain any metadata.
  for (const box of boxes) if (!neededBoxes.has(box.type)) stripped.fill(0, box.start, box.end);
  const meta = boxes.find(({ type }) => type === 'meta');
  // An image sequence has none; its metadata is in its tracks.
  if (!meta) return null;
  if (boxes.some(({ type }) => type === 'moov')) return null;
  const inside = [...boxesIn(bytes, meta.start + 4, meta.end)];
  const info = inside.find(({ type }) => type === 'iinf');
  const places = inside.find(({ type }) => type === 'iloc');
  if (!info || !places) return null;
  const metadataItems = findMetadataItems(bytes, info);
  const data = inside.find(({ type }) => type === 'idat');
  for (const { item, method, offset, length } of extents(bytes, places)) {
    if (!metadataItems.has(item)) continue;
    const base = method === 1 ? data?.start : 0;
    if (base === undefined || method > 1) return null;
    const from = base + offset;
    if (from + length > stripped.length) return null;
    stripped.fill(0, from, length === 0 ? stripped.length : from + length);
  }
  return stripped;
}

const neededBoxes = new Set(['ftyp', 'meta', 'mdat']);

function* boxesIn(bytes: Buffer, from: number, to: number): Generator<Box> {
  for (let at = from; at + 8 <= to;) {
    const size = bytes.readUInt32BE(at);
    const isLong = size === 1;
    const length = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : size === 0 ? to - at : size;
    const end = at + length;
    if (length < (isLong ? 16 : 8) || end > to) throw new RangeError('a box is longer than its file');
    yield { type: bytes.toString('latin1', at + 4, at + 8), start: at + (isLong ? 16 : 8), end };
    at = end;
  }
}

/** Returns the ids of the items that are not pictures: `Exif`, and `mime` and `uri `, which contain XMP. */
function findMetadataItems(bytes: Buffer, info: Box): Set<number> {
  const isWide = bytes.readUInt8(info.start) > 0;
  const metadataItems = new Set<number>();
  for (const entry of boxesIn(bytes, info.start + (isWide ? 8 : 6), info.end)) {
    if (entry.type !== 'infe') continue;
    const version = bytes.readUInt8(entry.start);
    if (version < 2) throw new RangeError('items of no type');
    const isLong = version > 2;
    const item = isLong ? bytes.readUInt32BE(entry.start + 4) : bytes.readUInt16BE(entry.start + 4);
    const at = entry.start + (isLong ? 10 : 8);
    if (['Exif', 'mime', 'uri '].includes(bytes.toString('latin1', at, at + 4))) metadataItems.add(item);
  }
  return metadataItems;
}

/** Lists the locations of the items (box `iloc`). */
function* extents(bytes: Buffer, box: Box) {
  const version = bytes.readUInt8(box.start);
  let at = box.start + 4;
  const take = (size: number): number => {
    const value = size === 0 ? 0 : size === 8 ? Number(bytes.readBigUInt64BE(at)) : bytes.readUIntBE(at, size);
    at += size;
    return value;
  };
  const sizes = take(2);
  const [offsetSize, lengthSize, baseSize, indexSize] = [12, 8, 4, 0].map((shift) => (sizes >> shift) & 15);
  const items = take(version < 2 ? 2 : 4);
  for (let count = 0; count < items; count += 1) {
    const item = take(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : take(2) & 15;
    take(2);
    const base = take(baseSize ?? 0);
    const parts = take(2);
    for (let part = 0; part < parts; part += 1) {
      if (version > 0) take(indexSize ?? 0);
      const offset = base + take(offsetSize ?? 0);
      yield { item, method, offset, length: take(lengthSize ?? 0) };
    }
  }
}
