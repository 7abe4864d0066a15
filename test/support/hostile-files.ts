import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { writePdf } from './documents.ts';

/** Files that are made to crash or stall the program that opens them, or that contain private data. */

const catalogue = '<< /Type /Catalog /Pages 2 0 R >>';
const pageTree = '<< /Type /Pages /Count 1 /Kids [3 0 R] >>';

/** Makes a PDF of one page that takes hours to draw: nested forms, each drawing ten others, nine levels deep. */
export function makeEndlessPdf(): Buffer {
  const depth = 9;
  const formAt = (level: number) => 4 + level;
  const forms = Array.from({ length: depth }, (_, level) => {
    const isLast = level === depth - 1;
    const drawing = isLast ? '0 0 595 842 re f' : '/F Do '.repeat(10);
    const resources = isLast ? '' : ` /Resources << /XObject << /F ${formAt(level + 1)} 0 R >> >>`;
    return `<< /Type /XObject /Subtype /Form /BBox [0 0 595 842]${resources} /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`;
  });
  return writePdf([
    catalogue,
    pageTree,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${formAt(depth)} 0 R /Resources << /XObject << /F 4 0 R >> >> >>`,
    ...forms,
    `<< /Length 5 >>\nstream\n/F Do\nendstream`,
  ]);
}

/** Makes a small PDF whose object stream unpacks to this many megabytes. */
export function makeBombPdf(megabytes: number): Buffer {
  const megabyte = 1024 * 1024;
  // One megabyte of zeros, compressed once and repeated (RFC 1950 and 1951); the checksum of zeros is known.
  const block = deflateRawSync(Buffer.alloc(megabyte), { finishFlush: constants.Z_FULL_FLUSH });
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE((((megabytes * megabyte) % 65_521) * 65_536 + 1) >>> 0);
  const packed = Buffer.concat([
    Buffer.from([0x78, 0xda]),
    ...Array.from({ length: megabytes }, () => block),
    Buffer.from([0x03, 0x00]),
    sum,
  ]);
  const head = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n';
  const table = `3 0 obj\n<< /Type /XRef /Size ${(megabytes * megabyte) / 4} /W [1 2 1] /Root 1 0 R /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`;
  return Buffer.concat([
    Buffer.from(head + table, 'latin1'),
    packed,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${head.length}\n%%EOF\n`, 'latin1'),
  ]);
}

/** Makes a complete, valid PNG with one bit per pixel, all black. */
export function makeHugePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  const rows = Buffer.alloc((1 + Math.ceil(width / 8)) * height);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

/** Text in the metadata of `makePhotograph`. */
const camera = 'CANON SECRET CAMERA';
const place = 'KATHMANDU SECRET PLACE';

/** A picture, stored rotated, with the camera and the location in EXIF and XMP, and with a colour profile. */
export async function makePhotograph(format: 'jpeg' | 'png' | 'webp' | 'avif' = 'jpeg'): Promise<Buffer> {
  const halves = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'navy' } })
    .composite([{ input: { create: { width: 30, height: 40, channels: 3, background: 'orange' } }, left: 0, top: 0 }])
    .png()
    .toBuffer();
  return sharp(halves)
    .toFormat(format, { quality: 90 })
    .withExif({
      IFD0: { Make: camera, ImageDescription: place },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '27/1 42/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '85/1 19/1 0/1' },
    })
    .withXmp(
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description about="${place}"/></rdf:RDF></x:xmpmeta>`,
    )
    .withIccProfile('p3')
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

/** True if the metadata of `makePhotograph` is still in the file. */
export function tellsOfItself(bytes: Buffer): boolean {
  return [camera, place, 'xmpmeta'].some((word) => bytes.includes(word));
}
