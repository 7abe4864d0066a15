import { createHash, createHmac } from 'node:crypto';
import { ReadableStream as NodeStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { BackupProblem } from './backup-problem.ts';

export type Bytes = AsyncIterable<Uint8Array>;

/** How bytes are kept in a backup: as they are, or encrypted. */
export interface Codec {
  readonly isEncrypted: boolean;
  /** The name under which bytes of this SHA-256 are kept. */
  contentName(sha256: string): string;
  /** How many bytes are written for so many, and these bytes. */
  seal(bytes: Bytes, sizeBytes: number): Promise<{ sizeBytes: number; bytes: Bytes }>;
  /** The size in a backup of so many bytes. */
  sealedSize(sizeBytes: number): number;
  /** Throws while reading when the bytes were changed or cut short. */
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
 * Scrypt's cost as a power of two: about a second and 256 MB for each try of a passphrase, the usual cost of the age
 * format.
 */
const usualWorkFactor = 18;

/** Makes a new key, and the text that holds it locked with the passphrase. */
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

/** Throws BackupProblem when the passphrase is wrong or the key was changed. */
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
 * are keyed, so that they do not tell which well-known files a library holds.
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
    // The header has the same length each time.
    sealedSize: (sizeBytes) => sample.size(sizeBytes),
    async *open(bytes) {
      const decrypter = new Decrypter();
      decrypter.addIdentity(identity);
      const source = bytes[Symbol.asyncIterator]();
      try {
        const opened = await decrypter.decrypt(toWeb({ [Symbol.asyncIterator]: () => source }));
        yield* opened as unknown as Bytes;
      } finally {
        // What is refused by its first bytes is not read on by anyone, and has a file open.
        await source.return?.();
      }
    },
  };
}

const toWeb = (bytes: Bytes) => NodeStream.from(bytes) as unknown as ReadableStream<Uint8Array>;

async function* nothing(): AsyncGenerator<Uint8Array> {}
