import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { toGrey, type ColourPixels } from './pixels.ts';

/** A page for a PDF: a JPEG in sRGB, or a PNG with 16 shades of grey whose pixels are in one chunk. */
export type PageFile = { kind: 'png' | 'jpeg'; bytes: Buffer };

/** Minimum difference between two channels of coloured ink, after the light was evened. */
const minChroma = 60;
/**
 * Minimum fraction of coloured pixels on a page with colour; less comes from colour fringes of the lens around black
 * letters.
 */
const minColoured = 0.0008;
/** Four bits per pixel: letters stay smooth, and it compresses well. */
const shades = 16;
/** JPEG quality for paper: only the lines of diagrams are coloured, and they look good enough at this quality. */
const paperQuality = 50;
const photographQuality = 62;

/**
 * Encodes paper without coloured ink losslessly in 16 shades of grey; paper with coloured ink, and other pictures, as JPEG.
 * docs/decisions/0038-photographs-become-one-pdf.md has the figures.
 */
export async function encodePage(page: ColourPixels, { isPaper }: { isPaper: boolean }): Promise<PageFile> {
  if (isPaper && !hasColour(page)) return { kind: 'png', bytes: encodeShades(page) };
  const { data, width, height } = page;
  const quality = isPaper ? paperQuality : photographQuality;
  const jpeg = sharp(data, { raw: { width, height, channels: 3 } });
  return { kind: 'jpeg', bytes: await jpeg.jpeg({ quality, mozjpeg: true, chromaSubsampling: '4:2:0' }).toBuffer() };
}

function hasColour({ data, width, height }: ColourPixels): boolean {
  let coloured = 0;
  for (let at = 0; at < width * height * 3; at += 3) {
    const red = data[at] ?? 0;
    const green = data[at + 1] ?? 0;
    const blue = data[at + 2] ?? 0;
    if (Math.max(red, green, blue) - Math.min(red, green, blue) >= minChroma) coloured += 1;
  }
  return coloured / (width * height) >= minColoured;
}

/**
 * Encodes a grey PNG with four bits per pixel (W3C, PNG specification), each row with filter 0, because sharp only
 * writes coloured palettes.
 */
function encodeShades(page: ColourPixels): Buffer {
  const { width, height } = page;
  const grey = toGrey(page);
  const stride = 1 + Math.ceil(width / 2);
  const rows = new Uint8Array(stride * height);
  const step = 255 / (shades - 1);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const shade = Math.round((grey[y * width + x] ?? 0) / step);
      const at = y * stride + 1 + (x >> 1);
      rows[at] = (rows[at] ?? 0) | (x % 2 === 0 ? shade << 4 : shade);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 4;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
