import { crc32 } from 'node:zlib';

/** A file of an archive for tests. */
export type ArchiveFile = { name: string; bytes: Uint8Array; isEncrypted?: boolean };

/** Makes a RAR 5 archive of stored files (rarlab.com/technote.htm). `archiveFlags` are those of its main header. */
export function makeRar5(files: readonly ArchiveFile[], { archiveFlags = 0 } = {}): Buffer<ArrayBuffer> {
  const blocks = files.flatMap(({ name, bytes }) => {
    const facts = [0x04, ...sevenBits(bytes.length), ...sevenBits(0o100644)];
    const rest = [0, 1, ...sevenBits(Buffer.byteLength(name))];
    const head = Buffer.concat([
      Buffer.from([2, 2, ...sevenBits(bytes.length), ...facts]),
      little(crc32(bytes), 4),
      Buffer.from(rest),
      Buffer.from(name),
    ]);
    return [rar5Block(head), bytes];
  });
  return Buffer.concat([
    Buffer.from('Rar!\x1a\x07\x01\x00', 'latin1'),
    rar5Block(Buffer.from([1, 0, archiveFlags])),
    ...blocks,
    rar5Block(Buffer.from([5, 0, 0])),
  ]) as Buffer<ArrayBuffer>;
}

/** Makes a RAR 5 archive of which even the names are encrypted: its first header says so. */
export function makeLockedRar5(): Buffer<ArrayBuffer> {
  const encryption = rar5Block(Buffer.from([4, 0, 0, 0, 15, ...new Uint8Array(16)]));
  return Buffer.concat([
    Buffer.from('Rar!\x1a\x07\x01\x00', 'latin1'),
    encryption,
    Buffer.alloc(64, 7),
  ]) as Buffer<ArrayBuffer>;
}

function rar5Block(head: Buffer): Buffer {
  const sized = Buffer.concat([Buffer.from(sevenBits(head.length)), head]);
  return Buffer.concat([little(crc32(sized), 4), sized]);
}

/** Returns a number with seven bits in each byte, the lowest first. */
function sevenBits(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...sevenBits(value >>> 7)];
}

/** Makes a RAR 4 archive of stored files (RarLab's technote.txt). `archiveFlags` are those of its main header. */
export function makeRar4(files: readonly ArchiveFile[], { archiveFlags = 0 } = {}): Buffer<ArrayBuffer> {
  const blocks = files.flatMap(({ name, bytes, isEncrypted = false }) => {
    const length = Buffer.byteLength(name);
    const facts = Buffer.concat([
      little(bytes.length, 4),
      little(bytes.length, 4),
      Buffer.from([3]),
      little(crc32(bytes), 4),
      little(0x5a8f0000, 4),
      Buffer.from([20, 0x30]),
      little(length, 2),
      little(0o100644, 4),
      Buffer.from(name),
    ]);
    return [rar4Block(0x74, 0x8000 | (isEncrypted ? 4 : 0), facts), bytes];
  });
  return Buffer.concat([
    Buffer.from('Rar!\x1a\x07\x00', 'latin1'),
    rar4Block(0x73, archiveFlags, Buffer.alloc(6)),
    ...blocks,
    rar4Block(0x7b, 0x4000, Buffer.alloc(0)),
  ]) as Buffer<ArrayBuffer>;
}

function rar4Block(type: number, flags: number, facts: Buffer): Buffer {
  const head = Buffer.concat([Buffer.from([type]), little(flags, 2), little(facts.length + 7, 2), facts]);
  return Buffer.concat([little(crc32(head) & 0xffff, 2), head]);
}

/** Makes a 7z archive of stored files (7-Zip's 7zFormat.txt). */
export function makeSevenZip(files: readonly ArchiveFile[]): Buffer<ArrayBuffer> {
  const packed = Buffer.concat(files.map(({ bytes }) => bytes));
  const numbers = (...values: number[]) => Buffer.concat(values.map(sevenZipNumber));
  const names = Buffer.from(files.map(({ name }) => `${name}\0`).join(''), 'utf16le');
  const header = Buffer.concat([
    Buffer.from([1, 4, 6]),
    numbers(0, 1),
    Buffer.from([9]),
    numbers(packed.length),
    // One folder with one coder, which copies.
    Buffer.from([0, 7, 11, 1, 0, 1, 1, 0, 12]),
    numbers(packed.length),
    Buffer.from([0, 8, 13]),
    numbers(files.length),
    Buffer.from([9]),
    numbers(...files.slice(0, -1).map(({ bytes }) => bytes.length)),
    Buffer.from([10, 1]),
    ...files.map(({ bytes }) => little(crc32(bytes), 4)),
    Buffer.from([0, 0, 5]),
    numbers(files.length),
    Buffer.from([17]),
    numbers(names.length + 1),
    Buffer.from([0]),
    names,
    Buffer.from([0, 0]),
  ]);
  const start = Buffer.concat([little(packed.length, 8), little(header.length, 8), little(crc32(header), 4)]);
  const mark = Buffer.from('7z\xbc\xaf\x27\x1c\x00\x04', 'latin1');
  return Buffer.concat([mark, little(crc32(start), 4), start, packed, header]) as Buffer<ArrayBuffer>;
}

function sevenZipNumber(value: number): Buffer {
  return value < 0x80 ? Buffer.from([value]) : Buffer.concat([Buffer.from([0xff]), little(value, 8)]);
}

/** Makes a tar archive (POSIX, ustar). A file with `linkTo` is a symbolic link. */
export function makeTar(files: readonly (ArchiveFile & { linkTo?: string })[]): Buffer<ArrayBuffer> {
  const blocks = files.flatMap(({ name, bytes, linkTo = '' }) => {
    const head = Buffer.alloc(512);
    head.write(name);
    head.write('0000644\0'.padEnd(24, '0'), 100);
    head.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124);
    head.write('00000000000\0        ', 136);
    head.write(linkTo === '' ? '0' : '2', 156);
    head.write(linkTo, 157);
    head.write('ustar\x0000', 257);
    const sum = head.reduce((total, byte) => total + byte, 0);
    head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [head, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]) as Buffer<ArrayBuffer>;
}

function little(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64LE(BigInt(value));
  return buffer.subarray(0, bytes);
}
