import { createCipheriv, createHash } from 'node:crypto';
import { writePdf } from './documents.ts';

/**
 * Encryption of a PDF: `aes-256` as in PDF 2 (revision 6 of ISO 32000-2 7.6), `rc4` as in older programs (revision 3 of
 * ISO 32000-1 7.6), whose passwords are bytes.
 */
export type Lock = { cipher: 'aes-256' | 'rc4'; password: Buffer };

type Encryption = { dictionary: string; encrypt: (bytes: Buffer, object: number) => Buffer };

/** Makes an encrypted PDF of one page with the text `words`, followed by `padBytes` spaces. */
export function makeLockedPdf(words: string, lock: Lock, { padBytes = 0 } = {}): Buffer {
  const fileId = Buffer.from('a locked document', 'latin1').subarray(0, 16);
  const { dictionary, encrypt } =
    lock.cipher === 'rc4' ? lockWithRc4(lock.password, fileId) : lockWithAes(lock.password);
  const text = encrypt(Buffer.from(`BT /F1 14 Tf 60 780 Td (${words}) Tj ET${' '.repeat(padBytes)}`), 4).toString(
    'latin1',
  );
  return writePdf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
      `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      `<< /Filter /Standard /P -1 ${dictionary} >>`,
    ],
    null,
    ` /Encrypt 6 0 R /ID [<${fileId.toString('hex')}> <${fileId.toString('hex')}>]`,
  );
}

/** The padding of a short password to 32 bytes (ISO 32000-1, algorithm 2). */
const filling = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

function lockWithRc4(password: Buffer, fileId: Buffer): Encryption {
  const padded = Buffer.concat([password, filling]).subarray(0, 32);
  const ownerKey = md5Often(padded);
  const owner = rc4Often(ownerKey, padded);
  const permissions = Buffer.from([0xff, 0xff, 0xff, 0xff]);
  const key = md5Often(Buffer.concat([padded, owner, permissions, fileId]));
  const user = Buffer.concat([rc4Often(key, md5(Buffer.concat([filling, fileId]))), Buffer.alloc(16)]);
  return {
    dictionary: `/V 2 /R 3 /Length 128 /O <${owner.toString('hex')}> /U <${user.toString('hex')}>`,
    encrypt(bytes, object) {
      const number = Buffer.from([object & 0xff, object >> 8, object >> 16, 0, 0]);
      return rc4(md5(Buffer.concat([key, number])), bytes);
    },
  };
}

function lockWithAes(password: Buffer): Encryption {
  const key = Buffer.alloc(32, 7);
  const [userCheck, userSalt, ownerCheck, ownerSalt] = ['user chk', 'user key', 'ownr chk', 'ownr key'].map((salt) =>
    Buffer.from(salt),
  ) as [Buffer, Buffer, Buffer, Buffer];
  const none = Buffer.alloc(0);
  const user = Buffer.concat([hash(password, userCheck, none), userCheck, userSalt]);
  const owner = Buffer.concat([hash(password, ownerCheck, user), ownerCheck, ownerSalt]);
  const permissions = Buffer.from('ffffffffffffffff54616462'.padEnd(32, '0'), 'hex');
  const entries = {
    U: user,
    UE: aes('aes-256-cbc', hash(password, userSalt, none), Buffer.alloc(16), key),
    O: owner,
    OE: aes('aes-256-cbc', hash(password, ownerSalt, user), Buffer.alloc(16), key),
    Perms: aes('aes-256-ecb', key, null, permissions),
  };
  const written = Object.entries(entries).map(([name, bytes]) => `/${name} <${bytes.toString('hex')}>`);
  return {
    dictionary: `/V 5 /R 6 /Length 256 /CF << /StdCF << /CFM /AESV3 /AuthEvent /DocOpen /Length 32 >> >> /StmF /StdCF /StrF /StdCF ${written.join(' ')}`,
    encrypt(bytes) {
      const start = Buffer.alloc(16, 1);
      const cipher = createCipheriv('aes-256-cbc', key, start);
      return Buffer.concat([start, cipher.update(bytes), cipher.final()]);
    },
  };
}

/** ISO 32000-2, algorithm 2.B: three sizes of SHA-2 with AES in between, at least 64 rounds. */
function hash(password: Buffer, salt: Buffer, user: Buffer): Buffer {
  let key = createHash('sha256')
    .update(Buffer.concat([password, salt, user]))
    .digest();
  for (let round = 0; ; round += 1) {
    const once = Buffer.concat([password, key, user]);
    const mixed = aes('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32), repeat(once, 64));
    const remainder = mixed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = createHash(['sha256', 'sha384', 'sha512'][remainder] ?? 'sha256')
      .update(mixed)
      .digest();
    if (round >= 63 && (mixed.at(-1) ?? 0) <= round - 31) return key.subarray(0, 32);
  }
}

function aes(name: string, key: Buffer, start: Buffer | null, bytes: Buffer): Buffer {
  const cipher = createCipheriv(name, key, start).setAutoPadding(false);
  return Buffer.concat([cipher.update(bytes), cipher.final()]);
}

function repeat(bytes: Buffer, times: number): Buffer {
  return Buffer.concat(Array.from({ length: times }, () => bytes));
}

function md5(bytes: Buffer): Buffer {
  return createHash('md5').update(bytes).digest();
}

function md5Often(bytes: Buffer): Buffer {
  let digest = md5(bytes);
  for (let round = 0; round < 50; round += 1) digest = md5(digest);
  return digest;
}

/** Applies RC4 in twenty rounds, each with the key changed by the round's number (ISO 32000-1, algorithms 3 and 5). */
function rc4Often(key: Buffer, bytes: Buffer): Buffer {
  let result = bytes;
  for (let round = 0; round < 20; round += 1) result = rc4(Buffer.from(key.map((byte) => byte ^ round)), result);
  return result;
}

/** RC4, which Node's crypto module no longer has. */
function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, index) => index);
  const at = (index: number) => state[index & 255] ?? 0;
  const swap = (one: number, other: number) => ([state[one], state[other]] = [at(other), at(one)]);
  for (let index = 0, other = 0; index < 256; index += 1) {
    other = (other + at(index) + (key[index % key.length] ?? 0)) & 255;
    swap(index, other);
  }
  let one = 0;
  let other = 0;
  return Buffer.from(
    bytes.map((byte) => {
      one = (one + 1) & 255;
      other = (other + at(one)) & 255;
      swap(one, other);
      return byte ^ at(at(one) + at(other));
    }),
  );
}
