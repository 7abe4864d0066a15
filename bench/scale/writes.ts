import type { Database } from '#server/engines/database/database.ts';
import type { AskDatabase } from '#test/support/named-lists.ts';

const place = { facultyId: 'bca', semesterId: '1', subject: 'Written' };
const file = { fileId: 'file1', coverFileId: null };
const paper = { kind: 'paper' as const, isSample: false, title: 'Written', year: 2026, ...place, ...file };

/**
 * Writes of services, and the reads of one row that every request makes, one call after the other; each call uses
 * another row. A call that needs an existing row makes it itself, and its name says so.
 */
export function createWrites(): Record<string, AskDatabase> {
  let count = 0;
  const next = () => `written${(count += 1)}`;
  return { ...ofMaterials(next), ...ofFiles(next), ...ofAccounts(next), ...ofManyAndOthers(next) };
}

type Next = () => string;

async function insertMaterial({ materials }: Pick<Database, 'materials'>, id: string): Promise<string> {
  await materials.insert({ id, ...paper });
  return id;
}

function ofMaterials(next: Next): Record<string, AskDatabase> {
  return {
    'a material by its id': ({ materials }) => materials.find('a7'),
    'whether an id was purged': ({ materials }) => materials.wasPurged('a7'),
    'a new material': (database) => insertMaterial(database, next()),
    'a changed material': ({ materials }) => materials.update('a7', { title: `Written ${next()}` }),
    'a material that is hidden and shown': async ({ materials }) => {
      await materials.update('a7', { permissions: [] });
      await materials.update('a7', { permissions: ['read("any")'] });
    },
    'a material to the trash and back': async ({ materials }) => {
      await materials.withdraw('a7');
      await materials.restore('a7');
    },
    'a material, new and removed for good': async (database) =>
      database.materials.remove(await insertMaterial(database, next())),
    'a new material in a transaction that reads first': (database) =>
      database.transaction(async (records) => {
        await records.materials.find('a7');
        await insertMaterial(records, next());
      }),
  };
}

async function insertPending({ files }: Database, id: string, chunksTotal: number): Promise<string> {
  await files.insertPending({ id, name: 'a.pdf', folder: '', sizeBytes: 10, chunksTotal, ownerId: 'a' });
  await files.addChunk(id, 0);
  return id;
}

function ofFiles(next: Next): Record<string, AskDatabase> {
  return {
    'a file by its id': ({ files }) => files.find('file7'),
    'a chunk that has arrived': (database) => insertPending(database, next(), 2),
    'a file, from its first chunk to the end': async (database) => {
      const id = await insertPending(database, next(), 1);
      const facts = { mimeType: 'application/pdf', sizeBytes: 10, sha256: id, pageCount: 1, warning: null };
      await database.files.finish(id, facts);
    },
    'a file with another name': ({ files }) => files.update('file7', { name: `${next()}.pdf` }),
    'an upload that is dropped': async (database) => database.files.remove(await insertPending(database, next(), 2)),
  };
}

function ofAccounts(next: Next): Record<string, AskDatabase> {
  const insert = async ({ accounts }: Database) => {
    const id = next();
    const email = `${id}@library.test`;
    await accounts.insert({ id, email, name: 'Written', passwordHash: 'hash', isAdministrator: false });
    return id;
  };
  const signIn = async (database: Database, userId: string) => {
    const id = next();
    const expiresAt = Date.now() + 1_000_000;
    await database.accounts.insertSession({ id, userId, secretHash: id, expiresAt, ip: '127.0.0.1', userAgent: 'a' });
    return id;
  };
  return {
    'the session of a request': ({ accounts }) => accounts.findSessionBySecret('written1'),
    'an account by its email': ({ accounts }) => accounts.findByEmail('nobody@library.test'),
    'a new account': insert,
    'a new account that signs in': async (database) => signIn(database, await insert(database)),
    'a new account that signs in, stays longer and signs out': async (database) => {
      const session = await signIn(database, await insert(database));
      await database.accounts.extendSession(session, { expiresAt: Date.now() + 2_000_000, isLong: true });
      await database.accounts.removeSession(session);
    },
  };
}

function ofManyAndOthers(next: Next): Record<string, AskDatabase> {
  const many = Array.from({ length: 100 }, (_, index) => `a${index + 1}`);
  const entry = { action: 'edit', isDeed: true, userId: 'a', userName: 'A', title: 'Written', detail: '', network: '' };
  return {
    'a hundred materials moved at once': async (database) =>
      database.transaction(({ bulkChanges }) => bulkChanges.apply(many, { subject: next() })),
    'an entry of the trail': ({ trail }) => trail.insert({ ...entry, subjectId: next() }),
    'one more of what is counted by the hour': ({ trail }) =>
      trail.count({ ...entry, isDeed: false, subjectId: '' }, 1),
    'a setting': ({ settings }) => settings.set('bench', next()),
    'time that was lived': ({ livedTime }) => livedTime.add(1),
    'two files that shall both stay': ({ keptPairs }) => keptPairs.add(next(), next()),
  };
}
