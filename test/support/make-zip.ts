import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of an archive for tests; its values are written even if they are false. */
export type ZipEntry = {
  name: string | Buffer;
  bytes: Uint8Array;
  /** Marks the name as UTF-8. */
  isMarked?: boolean;
  isPacked?: boolean;
  isEncrypted?: boolean;
  /** Unix mode, e.g. 0o120777 for a symbolic link. */
  mode?: number;
  saidBytes?: number;
  /** Deflated bytes to write in place of `bytes`, with the checksum of what they unpack to. */
  deflated?: { bytes: Uint8Array; checksum: number };
  /** Name in the field for Unicode paths, and the name from which its checksum is computed, if that differs. */
  unicodePath?: string;
  unicodePathOf?: string;
};

/** Makes a zip archive by APPNOTE.TXT, without zip64. */
export function makeZip(entries: readonly ZipEntry[]): Buffer<ArrayBuffer> {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = typeof entry.name === 'string' ? Buffer.from(entry.name) : entry.name;
    const { deflated } = entry;
    const packed = Buffer.from(deflated?.bytes ?? (entry.isPacked ? deflateRawSync(entry.bytes) : entry.bytes));
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE((entry.isMarked ? 0x800 : 0) | (entry.isEncrypted ? 1 : 0), 2);
    facts.writeUInt16LE(entry.isPacked || deflated ? 8 : 0, 4);
    facts.writeUInt32LE(0x5a8f0000, 6);
    facts.writeUInt32LE(deflated?.checksum ?? crc32(entry.bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(entry.saidBytes ?? entry.bytes.length, 18);
    facts.writeUInt16LE(name.length, 22);
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), facts, name, packed);
    const head = Buffer.alloc(46);
    head.write('PK\x01\x02', 0, 'latin1');
    // Made by Unix, so that the attributes have the mode.
    head.writeUInt16LE((3 << 8) | 20, 4);
    facts.copy(head, 6);
    const extra = unicodeField(entry, name);
    head.writeUInt16LE(extra.length, 30);
    head.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 38);
    head.writeUInt32LE(offset, 42);
    directory.push(head, name, extra);
    offset += 30 + name.length + packed.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]) as Buffer<ArrayBuffer>;
}

/** The Info-ZIP Unicode Path Extra Field (APPNOTE.TXT, 4.6.9); empty without such a name. */
function unicodeField({ unicodePath, unicodePathOf }: ZipEntry, name: Buffer): Buffer {
  if (unicodePath === undefined) return Buffer.alloc(0);
  const path = Buffer.from(unicodePath);
  const field = Buffer.alloc(9);
  field.writeUInt16LE(0x7075, 0);
  field.writeUInt16LE(5 + path.length, 2);
  field.writeUInt8(1, 4);
  field.writeUInt32LE(crc32(unicodePathOf ?? name), 5);
  return Buffer.concat([field, path]);
}
