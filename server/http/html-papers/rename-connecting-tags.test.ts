import { expect, test } from 'vitest';
import type { ByteSource } from '#server/library/files/byte-source.ts';
import { renameConnectingTags } from './rename-connecting-tags.ts';

const html =
  '<LINK\nrel=preconnect><p>é<link/><iframe srcdoc="<link >"></iframe><links>&lt;link ><link\t><iframe\r><link rel=stylesheet href="data:text/css,é"><link rel=preconnect href=//a><link';
const harmless =
  '<meta\nrel=preconnect><p>é<meta/><keygen srcdoc="<meta >"></iframe><links>&lt;link ><meta\t><keygen\r><link rel=stylesheet href="data:text/css,é"><meta rel=preconnect href=//a><link';

/** Returns a source whose pieces are overwritten after use, as those of files are. */
function inPieces(bytes: Buffer, pieceBytes: number): ByteSource {
  return async ({ start, end }, take) => {
    for (let at = start; at <= end; at += pieceBytes) {
      const piece = Buffer.from(bytes.subarray(at, Math.min(at + pieceBytes, end + 1)));
      await take(piece);
      piece.fill('x');
    }
    return true;
  };
}

async function read(source: ByteSource, start: number, end: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  expect(await source({ start, end }, async (piece) => void pieces.push(Buffer.from(piece)))).toBe(true);
  return Buffer.concat(pieces);
}

const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();

test.each([
  ['utf-8', (text: string) => Buffer.from(text)],
  ['windows-1252', (text: string) => Buffer.from(text, 'latin1')],
  ['utf-16le', (text: string) => Buffer.from(text, 'utf16le')],
  ['utf-16be', bigEndian],
] as const)('tags that connect are renamed in %s, in pieces of any size', async (encoding, encode) => {
  const bytes = encode(html);
  for (const pieceBytes of [1, 2, 7, 16, 17, 1000]) {
    const source = renameConnectingTags({ source: inPieces(bytes, pieceBytes), sizeBytes: bytes.length }, encoding);
    expect((await read(source, 0, bytes.length - 1)).equals(encode(harmless)), String(pieceBytes)).toBe(true);
  }
});

test('each range has the same bytes as that part of the whole file', async () => {
  const bytes = Buffer.from(html);
  const source = renameConnectingTags({ source: inPieces(bytes, 30), sizeBytes: bytes.length }, 'utf-8');
  const whole = Buffer.from(harmless);
  const wrong: [start: number, end: number][] = [];
  for (let start = 0; start < bytes.length; start += 1)
    for (let end = start; end < bytes.length; end += 9)
      if (!(await read(source, start, end)).equals(whole.subarray(start, end + 1))) wrong.push([start, end]);
  expect(wrong).toEqual([]);
});

test('a style sheet within the page is recognised across pieces and at the end of a range', async () => {
  const sheet = `<link ${'title="x" '.repeat(4)}media="${'y'.repeat(80)}" href="data:text/css,`;
  const bytes = Buffer.from(`${'z'.repeat(2000)}${sheet}p{}"><link ${'title="x" '.repeat(4)}href="//a">`);
  const whole = Buffer.from(bytes.toString().replace(/<link(?=[^<]*\/\/a)/, '<meta'));
  for (const pieceBytes of [1, 100, 4000]) {
    const source = renameConnectingTags({ source: inPieces(bytes, pieceBytes), sizeBytes: bytes.length }, 'utf-8');
    expect((await read(source, 0, bytes.length - 1)).equals(whole)).toBe(true);
    expect((await read(source, 1000, 2010)).equals(whole.subarray(1000, 2011))).toBe(true);
  }
});

test('missing bytes remain missing', async () => {
  const source = renameConnectingTags({ source: async () => false, sizeBytes: 100 }, 'utf-8');
  expect(await source({ start: 0, end: 99 }, async () => expect.unreachable())).toBe(false);
});
