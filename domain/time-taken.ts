/**
 * Number of first bytes that contain the EXIF, which is at the start of a photograph; its preview picture may make it
 * 64 KB long.
 */
export const exifHeadBytes = 128 * 1024;

const exifMark = [0x45, 0x78, 0x69, 0x66, 0, 0];
/** TIFF begins with `II*` or `MM*`. */
const byteOrders = [
  [0x49, 0x49, 42, 0],
  [0x4d, 0x4d, 0, 42],
];
/**
 * Tags of EXIF 2.32: the offset of its directory, the time at which the picture was taken, and the fractions of its
 * second.
 */
const exifDirectory = 0x87_69;
const dateTimeOriginal = 0x90_03;
const subSecTimeOriginal = 0x92_91;

/**
 * Returns the time at which a photograph was taken, by its EXIF, as `2026:11:23 08:05:09.120`: in an unknown time zone,
 * only for comparison with others of the same camera. `head` has the first `exifHeadBytes` bytes of the file. Null if
 * they do not contain a time.
 */
export function readTimeTaken(head: Uint8Array): string | null {
  const mark = findMark(head);
  if (mark === -1) return null;
  const tiff = new DataView(head.buffer, head.byteOffset + mark, head.byteLength - mark);
  try {
    const isLittle = tiff.getUint16(0) === 0x49_49;
    const own = findEntry(tiff, tiff.getUint32(4, isLittle), exifDirectory, isLittle);
    if (own === null) return null;
    const directory = tiff.getUint32(own + 8, isLittle);
    const taken = readText(tiff, findEntry(tiff, directory, dateTimeOriginal, isLittle), isLittle);
    if (!taken || !/^\d{4}:\d\d:\d\d \d\d:\d\d:\d\d$/.test(taken) || taken.startsWith('0000')) return null;
    const fraction = readText(tiff, findEntry(tiff, directory, subSecTimeOriginal, isLittle), isLittle) ?? '';
    return `${taken}.${/^\d+$/.test(fraction) ? fraction.slice(0, 3).padEnd(3, '0') : '000'}`;
  } catch (error) {
    // An offset outside: the EXIF is wrong, or continues after the head.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * Returns the start of the TIFF block: after the mark, where its byte order is. HEIC also has the mark in its list of
 * items.
 */
function findMark(head: Uint8Array): number {
  for (let at = head.indexOf(0x45); at !== -1; at = head.indexOf(0x45, at + 1)) {
    if (!exifMark.every((byte, index) => head[at + index] === byte)) continue;
    const tiff = at + exifMark.length;
    if (byteOrders.some((order) => order.every((byte, index) => head[tiff + index] === byte))) return tiff;
  }
  return -1;
}

/** Returns the offset of a tag's entry in a directory; null if the directory has none. */
function findEntry(tiff: DataView, directory: number, tag: number, isLittle: boolean): number | null {
  const count = tiff.getUint16(directory, isLittle);
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * 12;
    if (tiff.getUint16(entry, isLittle) === tag) return entry;
  }
  return null;
}

/** Returns the text of an entry. A text of up to four bytes is in the entry itself. */
function readText(tiff: DataView, entry: number | null, isLittle: boolean): string | null {
  if (entry === null || tiff.getUint16(entry + 2, isLittle) !== 2) return null;
  const length = Math.min(20, tiff.getUint32(entry + 4, isLittle));
  const at = length <= 4 ? entry + 8 : tiff.getUint32(entry + 8, isLittle);
  let text = '';
  for (let index = 0; index < length; index += 1) {
    const letter = tiff.getUint8(at + index);
    if (letter === 0) break;
    text += String.fromCharCode(letter);
  }
  return text.trim();
}
