/** A box of ISO/IEC 14496-12: the offsets of its content. */
type Box = { type: string; start: number; end: number };

/**
 * Returns an AVIF file with the bytes of its EXIF and XMP items set to zero: nothing moves, so all offsets remain valid.
 * The orientation is among the properties of the picture itself. Null if the items cannot be distinguished. Throws a
 * RangeError if lengths are wrong.
 */
function stripAvif(bytes: Buffer): Buffer | null {
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

/**
 * Returns the same picture, pixel for pixel, without the metadata in its file: EXIF (location, camera, time), XMP, IPTC,
 * comments, thumbnails, appended data. Colour profile, animation and orientation stay. Null for anything that is not
 * structured like a JPEG, PNG, WebP, GIF or AVIF file.
 */
export function stripMetadata(bytes: Buffer): Buffer | null {
  try {
    if (begins(bytes, 0, '\xff\xd8')) return stripJpeg(bytes);
    if (begins(bytes, 0, '\x89PNG\r\n\x1a\n')) return stripPng(bytes);
    if (begins(bytes, 0, 'RIFF') && begins(bytes, 8, 'WEBP')) return stripWebp(bytes);
    if (begins(bytes, 0, 'GIF8')) return stripGif(bytes);
    if (begins(bytes, 4, 'ftyp')) return stripAvif(bytes);
    return null;
  } catch (error) {
    // Read past the end: the file is truncated, or lengths are wrong.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The segments of ITU-T T.81 that are used here. */
const jpeg = {
  start: 0xd8,
  end: 0xd9,
  scan: 0xda,
  comment: 0xfe,
  app0: 0xe0,
  app1: 0xe1,
  app2: 0xe2,
  app14: 0xee,
  app15: 0xef,
};

function stripJpeg(bytes: Buffer): Buffer {
  const parts: Buffer[] = [bytes.subarray(0, 2)];
  let orientation = 1;
  let at = 2;
  const orientationAt = parts.push(Buffer.alloc(0)) - 1;
  for (;;) {
    if (bytes.readUInt8(at) !== 0xff) throw new RangeError('not a segment');
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      // Fill bytes may precede a marker.
      at += 1;
      continue;
    }
    if (marker === jpeg.end) {
      parts.push(bytes.subarray(at, at + 2));
      break;
    }
    const next = at + 2 + bytes.readUInt16BE(at + 2);
    const body = bytes.subarray(at + 4, next);
    const end = marker === jpeg.scan ? endOfScan(bytes, next) : next;
    if (marker === jpeg.app1 && begins(body, 0, 'Exif\0'))
      orientation = readOrientation(body.subarray(6)) ?? orientation;
    if (isNeededSegment(marker, body)) parts.push(bytes.subarray(at, end));
    at = end;
    // A file that is truncated within a scan is shown up to that point.
    if (at >= bytes.length && marker === jpeg.scan) break;
  }
  if (orientation !== 1) {
    const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), makeOrientation(orientation)]);
    const head = Buffer.from([0xff, jpeg.app1, 0, 0]);
    head.writeUInt16BE(exif.length + 2, 2);
    parts[orientationAt] = Buffer.concat([head, exif]);
  }
  return Buffer.concat(parts);
}

/**
 * True for the application segments that a decoder needs: JFIF without a thumbnail in the next segment, colour profile,
 * Adobe's transform.
 */
function isNeededSegment(marker: number, body: Buffer): boolean {
  if (marker === jpeg.comment) return false;
  if (marker < jpeg.app0 || marker > jpeg.app15) return true;
  if (marker === jpeg.app0) return begins(body, 0, 'JFIF\0') && body.length === 14;
  if (marker === jpeg.app2) return begins(body, 0, 'ICC_PROFILE\0');
  return marker === jpeg.app14 && begins(body, 0, 'Adobe');
}

/** Returns the end of coded data: the next marker that is neither a stuffed 0xFF nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) break;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

/** The chunks that affect the pixels; text, EXIF, the time and unknown chunks are not among them. */
const pngChunks = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(' '),
);

function stripPng(bytes: Buffer): Buffer {
  const parts: Buffer[] = [bytes.subarray(0, 8)];
  for (let at = 8; at < bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (pngChunks.has(type)) parts.push(bytes.subarray(at, end));
    if (type === 'IEND') break;
    at = end;
  }
  return Buffer.concat(parts);
}

const webpChunks = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
/** Flags of VP8X for the chunks `EXIF` and `XMP `. */
const webpFlags = { exif: 0x08, xmp: 0x04 };

/** Strips a WebP file. Browsers ignore the orientation in its EXIF, so all of it is removed. */
function stripWebp(bytes: Buffer): Buffer {
  const parts: Buffer[] = [Buffer.from(bytes.subarray(0, 12))];
  for (let at = 12; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    const type = bytes.toString('latin1', at, at + 4);
    if (webpChunks.has(type)) {
      const chunk = Buffer.from(bytes.subarray(at, end));
      if (type === 'VP8X') chunk.writeUInt8(chunk.readUInt8(8) & ~(webpFlags.exif | webpFlags.xmp), 8);
      parts.push(chunk);
    }
    at = end;
  }
  const stripped = Buffer.concat(parts);
  stripped.writeUInt32LE(stripped.length - 8, 4);
  return stripped;
}

const gif = { extension: 0x21, image: 0x2c, end: 0x3b, graphicControl: 0xf9, application: 0xff };

/** Strips a GIF file. Of the extensions, only those that show a picture or set its repetitions remain. */
function stripGif(bytes: Buffer): Buffer {
  const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + tableBytes(bytes.readUInt8(10));
  const parts: Buffer[] = [bytes.subarray(0, at)];
  while (at < bytes.length) {
    const kind = bytes.readUInt8(at);
    if (kind === gif.end) {
      parts.push(bytes.subarray(at, at + 1));
      break;
    }
    if (kind !== gif.extension && kind !== gif.image) throw new RangeError('not a block');
    const label = bytes.readUInt8(at + 1);
    const head = kind === gif.image ? 11 + tableBytes(bytes.readUInt8(at + 9)) : 2;
    const end = endOfBlocks(bytes, at + head);
    const isRepeat = label === gif.application && begins(bytes, at + 3, 'NETSCAPE2.0');
    if (kind === gif.image || label === gif.graphicControl || isRepeat) parts.push(bytes.subarray(at, end));
    at = end;
  }
  return Buffer.concat(parts);
}

function endOfBlocks(bytes: Buffer, from: number): number {
  let at = from;
  for (let size = bytes.readUInt8(at); size > 0; size = bytes.readUInt8(at)) at += size + 1;
  return at + 1;
}

function begins(bytes: Buffer, at: number, mark: string): boolean {
  return bytes.toString('latin1', at, at + mark.length) === mark;
}

const orientationTag = 0x0112;
const shortType = 3;

/** Returns the orientation of the picture (1 to 8), from the TIFF block of its EXIF; null if it has none. */
function readOrientation(tiff: Buffer): number | null {
  try {
    const isLittle = tiff.toString('latin1', 0, 2) === 'II';
    const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
    const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
    for (let index = 0; index < short(directory); index += 1) {
      const entry = directory + 2 + index * 12;
      if (short(entry) !== orientationTag) continue;
      const value = short(entry + 8);
      return value >= 1 && value <= 8 ? value : null;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return null;
}

/** Returns a TIFF block with the orientation of the picture and nothing else. */
function makeOrientation(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM', 0, 'latin1');
  tiff.writeUInt16BE(42, 2);
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(orientationTag, 10);
  tiff.writeUInt16BE(shortType, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}
