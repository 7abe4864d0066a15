import { spawnSync } from 'node:child_process';
import { chmod, chown, copyFile, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { openTestServer } from '#test/support/server.ts';
import { checkDataFolder } from '#server/engines/data-folder/check-data-folder.ts';
import { parseCatalogue } from '#domain/parse-catalogue.ts';
import { readCatalogue } from '#server/library/site-content/catalogue-file.ts';
import { warnAtStart } from './warn-at-start.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const databaseFile = 'examshelf.sqlite';
/** User id of `nobody`: root may write everywhere, so as root these tests run the check as this user. */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
const user = isRoot ? nobody : process.getuid?.();

test('reports a data folder that is a file, or is below one, with setting, path and remedy', async () => {
  await using folder = await makeFolder();
  const file = path.join(folder.path, 'file');
  await writeFile(file, '');
  // No advice to move the file: it may belong to anybody.
  const cure = `setting DATA_DIR: ${file} is not a folder. Name a folder`;
  await expect(openTestServer({ dataDir: file })).rejects.toThrow(new Error(cure));
  await expect(openTestServer({ dataDir: path.join(file, 'below') })).rejects.toThrow('is not a folder');
});

test.each(['files', 'files/parts', 'files/temp', 'pictures', 'reading'])(
  'reports a file in place of its folder %s',
  async (name) => {
    await using folder = await makeFolder();
    const place = path.join(folder.path, name);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, '');
    await expect(checkDataFolder(folder.path)).rejects.toThrow(
      `setting DATA_DIR: ${place} is not a folder. Move away the file`,
    );
  },
);

test.each(['.', 'files', 'files/parts', 'pictures', 'reading'])(
  'reports a folder that belongs to another user with the command that changes it: %s',
  async (name) => {
    await using folder = await makeFolder();
    await checkDataFolder(folder.path);
    await giveAway(folder.path, name);
    const place = path.join(folder.path, name);
    const said = checkAsNobody(folder.path);
    expect(said).toMatch(/^setting DATA_DIR: [^\n]+$/);
    expect(said).toContain(`can't write to ${place},`);
    expect(said).toMatch(isRoot ? `chown -R ${nobody} ${place}` : `chmod -R u+rwX ${place}`);
    expect(said).not.toContain('Name a folder');
  },
);

test('advises to create a missing data folder for the user, without a command that changes the parent folder', async () => {
  await using folder = await makeFolder();
  await writeFile(path.join(folder.path, 'of-another-program'), '');
  await giveAway(folder.path, '.');
  const place = path.join(folder.path, "nobody's", 'examshelf');
  const said = checkAsNobody(place);
  expect(said).toMatch(/^setting DATA_DIR: [^\n]+$/);
  expect(said).toContain(
    `Create the folder for that user: install -d -o ${user} '${folder.path}/nobody'\\''s/examshelf'`,
  );
  expect(said).not.toMatch(/chown|chmod| -R/);
});

test('does not advise to change the owner of a whole data folder that other programs use', async () => {
  await using folder = await makeFolder();
  await mkdir(path.join(folder.path, 'dpkg'));
  await giveAway(folder.path, '.');
  const said = checkAsNobody(folder.path);
  expect(said).toContain(
    `Name a folder that contains nothing else, for example ${path.join(folder.path, 'examshelf')},`,
  );
  expect(said).toContain(`if everything in ${folder.path} belongs to the library`);
});

test.skipIf(!isRoot)("advises another location for a data folder below one that can't be entered", async () => {
  await using folder = await makeFolder();
  await chmod(folder.path, 0o700);
  const said = checkAsNobody(path.join(folder.path, 'examshelf'));
  expect(said).toContain(`can't write to ${folder.path}, which belongs to user 0 and can't be entered`);
  expect(said).not.toMatch(/chown|chmod|install/);
});

test('reports a database file without write permission', async () => {
  await using folder = await makeFolder();
  await (await openTestServer({ dataDir: folder.path }))[Symbol.asyncDispose]();
  await giveAway(folder.path, databaseFile);
  expect(checkAsNobody(folder.path)).toMatch(new RegExp(`can't write to \\S+${databaseFile}, `));
});

test.skipIf(!isRoot)('reports a file system that is mounted read-only', async () => {
  await using folder = await makeFolder();
  await using mounted = await mount(folder.path, 'ro,size=1m');
  await expect(openTestServer({ dataDir: mounted.path })).rejects.toThrow(
    `setting DATA_DIR: ${mounted.path} is on a file system that is mounted read-only. Mount it for writing`,
  );
});

test.each<[string, (file: string) => Promise<void>, RegExp]>([
  ['no database', (file) => writeFile(file, 'x'.repeat(8192)), /is not a SQLite database/],
  ['cut off', (file) => truncate(file, 40_960), /is cut off: it has 40960 of \d+ bytes/],
  ['a part of a header', (file) => truncate(file, 60), /is not a SQLite database/],
  ['rubbish in the middle', overwriteMiddle, /is damaged \([^\n]+\)/],
])(
  'stops the start with one line and leaves the file unchanged for a damaged database: %s',
  async (_name, damage, said) => {
    await using folder = await makeFolder();
    await (await openTestServer({ dataDir: folder.path }))[Symbol.asyncDispose]();
    const file = path.join(folder.path, databaseFile);
    await damage(file);
    const before = await readFile(file);
    const start = openTestServer({ dataDir: folder.path });
    await expect(start).rejects.toThrow(/^setting DATA_DIR: the database [^\n]+ put back the latest backup [^\n]+$/);
    await expect(start).rejects.toThrow(said);
    expect((await readFile(file)).equals(before)).toBe(true);
  },
);

test('accepts a truncated log of the database, with its complete transactions', async () => {
  await using folder = await makeFolder();
  await using other = await makeFolder();
  const server = await openTestServer({ dataDir: folder.path });
  await server.resources.database.settings.set('before', 'yes');
  // As after a power cut: the log exists, but not its last page.
  for (const name of [databaseFile, `${databaseFile}-wal`])
    await copyFile(path.join(folder.path, name), path.join(other.path, name));
  await server[Symbol.asyncDispose]();
  const log = path.join(other.path, `${databaseFile}-wal`);
  const { length } = await readFile(log);
  await truncate(log, length - 100);
  await using again = await openTestServer({ dataDir: other.path });
  expect((await fetch(`${again.url}/readyz`)).status).toBe(200);
});

test.skipIf(isOnlyInSweep('faults'))(
  'reports a database that another program has locked, with the way to find it',
  async () => {
    await using folder = await makeFolder();
    await (await openTestServer({ dataDir: folder.path }))[Symbol.asyncDispose]();
    const file = path.join(folder.path, databaseFile);
    using other = new DatabaseSync(file);
    other.exec('pragma locking_mode = exclusive; begin exclusive');
    await expect(openTestServer({ dataDir: folder.path })).rejects.toThrow(
      `setting DATA_DIR: the database ${file} is locked by another program. Stop it (fuser ${file} shows which)`,
    );
  },
);

test('reports an unreadable catalogue or content folder with setting, path and reason', async () => {
  await using folder = await makeFolder();
  const missing = path.join(folder.path, 'catalogue.json');
  await expect(openTestServer({ settings: { CATALOGUE: missing } })).rejects.toThrow(
    `setting CATALOGUE: "${missing}" is not tribhuvan, three-faculties or a file that can be read (it is missing)`,
  );
  // A folder where the file should be.
  await mkdir(path.join(folder.path, 'site.json'));
  await expect(openTestServer({ settings: { CONTENT_DIR: folder.path } })).rejects.toThrow(
    `setting CONTENT_DIR: ${path.join(folder.path, 'site.json')}: cannot be read (it is a folder)`,
  );
});

test('reports an address in HOST that this machine does not have', async () => {
  await expect(openTestServer({ settings: { HOST: '192.0.2.1' } })).rejects.toThrow(
    'setting HOST: 192.0.2.1 is not an address of this machine',
  );
});

test('reports few file handles and a clock that was set back at the start, and nothing if all is well', async () => {
  await using folder = await makeFolder();
  await chmod(folder.path, 0o700);
  const limitsFile = path.join(folder.path, 'limits');
  await writeFile(
    limitsFile,
    'Limit   Soft Limit  Hard Limit  Units\nMax open files            1024     4096     files\n',
  );
  const lines: { msg: string }[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line) as { msg: string }) });
  const now = Date.UTC(2026, 0, 1);
  const database = { lastMoment: async () => now + 3_600_000, pingWriting: async () => undefined };
  const catalogue = await readCatalogue('tribhuvan');
  await warnAtStart({ database, catalogue, dataDir: folder.path, log, now, limitsFile });
  expect(lines.map(({ msg }) => msg)).toEqual([
    expect.stringContaining('only 1024 files and connections can be open at once: raise the limit to at least 4096'),
    expect.stringContaining('the clock of this machine is behind'),
  ]);
  lines.length = 0;
  await writeFile(limitsFile, 'Max open files            65536     65536     files\n');
  await warnAtStart({ database, catalogue, dataDir: folder.path, log, now: now + 3_600_000, limitsFile });
  await warnAtStart({ database, catalogue, dataDir: folder.path, log, now: now + 7_200_000, limitsFile: '/missing' });
  expect(lines).toEqual([]);
});

test('reports a term whose id and name have different numbers at the start', async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push((JSON.parse(line) as { msg: string }).msg) });
  const structure = ['1', '3'].map((id) => ({
    id,
    name: `Semester ${id === '3' ? 'IV' : id}`,
    subjects: [{ name: 'X' }],
  }));
  const catalogue = parseCatalogue({
    faculties: [{ id: 'csit', name: 'CSIT', type: 'semester', duration: 4, structure }],
  });
  const database = { lastMoment: async () => null, pingWriting: async () => undefined };
  await using folder = await makeFolder();
  await chmod(folder.path, 0o700);
  await warnAtStart({ database, catalogue, dataDir: folder.path, log, limitsFile: '/missing' });
  expect(lines).toEqual([
    expect.stringContaining('faculty "csit", term "3" is named "Semester IV": the numbers differ'),
  ]);
});

async function overwriteMiddle(file: string): Promise<void> {
  const bytes = await readFile(file);
  bytes.fill(0x5a, 8192, 65_536);
  await writeFile(file, bytes);
}

/** Gives the whole folder, except the named path, to the user who will run the check. */
async function giveAway(root: string, name: string): Promise<void> {
  if (isRoot) spawnSync('chown', ['-R', String(nobody), root]);
  const place = path.join(root, name);
  if (isRoot) await chown(place, 0, 0);
  await chmod(place, name.includes('.sqlite') ? 0o444 : 0o555);
}

/** Returns the output of the check in a process of another user. */
function checkAsNobody(dataDir: string): string {
  const script = `import { checkDataFolder } from ${JSON.stringify(path.join(import.meta.dirname, '..', 'engines', 'data-folder', 'check-data-folder.ts'))};
    await checkDataFolder(process.argv[1]).catch((error) => process.stdout.write(error.message));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    encoding: 'utf8',
    env: { NODE_NO_WARNINGS: '1' },
    ...(isRoot && { uid: nobody, gid: nobody }),
  });
  return stdout || stderr;
}

async function makeFolder(): Promise<AsyncDisposable & { path: string }> {
  const made = await mkdtemp(path.join(tmpdir(), 'examshelf-start-'));
  await chmod(made, 0o755);
  return {
    path: made,
    async [Symbol.asyncDispose]() {
      spawnSync('chmod', ['-R', 'u+w', made]);
      await rm(made, { recursive: true, force: true });
    },
  };
}

async function mount(place: string, options: string): Promise<AsyncDisposable & { path: string }> {
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', place], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return { path: place, [Symbol.asyncDispose]: async () => void spawnSync('umount', [place]) };
}
