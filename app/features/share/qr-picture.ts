import { encodeQR } from 'qr';

/** The quiet zone that scanners need around a code, in modules (ISO/IEC 18004, 9.1). */
const quietZone = 4;

/** A QR code as a path of one SVG: `size` is the width and height of the whole picture in modules, quiet zone included. */
export type QrPicture = { size: number; path: string };

/** Returns the QR code of an address. Throws a RangeError or Error for more text than a code holds (2,953 bytes). */
export function drawQr(text: string): QrPicture {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: quietZone });
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { size: rows.length, path };
}
