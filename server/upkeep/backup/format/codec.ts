import { createHash, createHmac } from 'node:crypto';
import { ReadableStream as NodeStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { BackupProblem } from './backup-problem.ts';

export type Bytes = AsyncIterable<Uint8Array>;

/** Yields bytes from memory as one piece. */
export async function* bytesOf(whole: Uint8Array): AsyncGenerator<Uint8Array> {
  yield whole;
}

/** The encoding of bytes in a backup: plain or encrypted. */
export interface Codec {
  readonly isEncrypted: boolean;
  /** Returns the name of the entry for bytes with this SHA-256. */
  contentName(sha256: string): string;
  /** Returns the bytes to write and their number. */
  seal(bytes: Bytes, sizeBytes: number): Promise<{ sizeBytes: number; bytes: Bytes }>;
  /** Returns the size of this many bytes in a backup. */
  sealedSize(sizeBytes: number): number;
  /** Throws while reading if the bytes were changed or cut off. */
  open(bytes: Bytes): Bytes;
}

export const plainCodec: Codec = {
  isEncrypted: false,
  contentName: (sha256) => sha256,
  seal: async (bytes, sizeBytes) => ({ bytes, sizeBytes }),
  sealedSize: (sizeBytes) => sizeBytes,
  open: (bytes) => bytes,
};

/**
 * Scrypt's cost as a power of two: each passphrase that is tried takes about a second and 256 MB, the usual cost of the
 * age format.
 */
const usualWorkFactor = 18;

/** Makes a new key, and the same key encrypted with the passphrase. */
export async function makeLockedKey(
  passphrase: string,
  workFactor = usualWorkFactor,
): Promise<{ locked: Uint8Array; codec: Codec }> {
  const identity = await generateX25519Identity();
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(workFactor);
  return { locked: await encrypter.encrypt(`${identity}\n`), codec: await ageCodec(identity) };
}

/** Throws BackupProblem if the passphrase is wrong or the key was changed. */
export async function unlockKey(locked: Uint8Array, passphrase: string): Promise<Codec> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  let identity: string;
  try {
    identity = (await decrypter.decrypt(locked, 'text')).trim();
  } catch (error) {
    throw new BackupProblem('the passphrase does not open this backup (or its key, identity.age, is damaged)', {
      cause: error,
    });
  }
  return ageCodec(identity);
}

/**
 * The age format (age-encryption.org/v1): ChaCha20-Poly1305 in chunks whose order and number are authenticated. Names
 * are keyed, so that they do not reveal which well-known files a library has.
 */
async function ageCodec(identity: string): Promise<Codec> {
  const recipient = await identityToRecipient(identity);
  const nameKey = createHash('sha256').update(`examshelf names ${identity}`).digest();
  const encrypt = async (bytes: Bytes) => {
    const encrypter = new Encrypter();
    encrypter.addRecipient(recipient);
    return encrypter.encrypt(toWeb(bytes));
  };
  const sample = await encrypt(nothing());
  await sample.cancel();
  return {
    isEncrypted: true,
    contentName: (sha256) => createHmac('sha256', nameKey).update(sha256).digest('hex'),
    async seal(bytes, sizeBytes) {
      const sealed = await encrypt(bytes);
      return { sizeBytes: sealed.size(sizeBytes), bytes: sealed as unknown as Bytes };
    },
    // The header always has the same length.
    sealedSize: (sizeBytes) => sample.size(sizeBytes),
    async *open(bytes) {
      const decrypter = new Decrypter();
      decrypter.addIdentity(identity);
      const source = bytes[Symbol.asyncIterator]();
      try {
        const opened = await decrypter.decrypt(toWeb({ [Symbol.asyncIterator]: () => source }));
        yield* opened as unknown as Bytes;
      } finally {
        // If the first bytes are rejected, nothing reads the rest, and the file behind it would stay open.
        await source.return?.();
      }
    },
  };
}

const toWeb = (bytes: Bytes) => NodeStream.from(bytes) as unknown as ReadableStream<Uint8Array>;

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** Thrown if the bytes are not the expected ones. */
export class WrongBytes extends Error {}

/** Passes the bytes on, and throws at the end if they are not the expected ones, so that reading never completes. */
export async function* verified(
  bytes: Bytes,
  expected: { sha256: string; sizeBytes: number },
  see: (bytes: number) => void = () => {},
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const piece of bytes) {
    sizeBytes += piece.length;
    if (sizeBytes > expected.sizeBytes) throw new WrongBytes('more bytes than expected');
    hash.update(piece);
    see(piece.length);
    yield piece;
  }
  if (sizeBytes !== expected.sizeBytes || hash.digest('hex') !== expected.sha256) throw new WrongBytes('other bytes');
}
