import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createAccountService } from '#server/library/accounts/create-account-service.ts';
import { createTrail } from '#server/library/accounts/trail.ts';
import { addFile, newMaterial } from '#server/engines/database/database.suite.ts';
import { openSqlite, sqliteFileName } from '#server/engines/database/sqlite/sqlite.ts';
import { callAs } from '#test/support/contract-caller.ts';
import { administrator, openTestServer } from '#test/support/server.ts';
import { runAdmin } from './run-admin.ts';

const ids = { projectId: 'examshelf', databaseId: 'library', bucketId: 'files' };
const script = path.join(import.meta.dirname, '..', 'admin.ts');

/** Opens a library with one administrator, and an idle server. */
async function openLibraryFolder() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'examshelf-admin-'));
  const database = await openSqlite({ dataDir, publicUrl: 'https://library.test', ids });
  const trail = createTrail({ database, log: pino({ level: 'silent' }), now: Date.now });
  const accounts = createAccountService({ database, trail, signUp: 'open' });
  await accounts.prepareAdministrator({ ...administrator, name: 'Administrator' });
  /** Returns the secret of a session, or null when the password is wrong. */
  const signIn = async (email: string, password: string) => {
    const from = { ip: '127.0.0.1', userAgent: 'Firefox/140.0 on Linux' };
    const attempt = trail.as({ userId: '', isAdministrator: false, network: '127.0.0.0/24' }, () =>
      accounts.signIn({ email, password }, from),
    );
    return attempt.then(
      ({ secret }) => secret,
      () => null,
    );
  };
  return {
    dataDir,
    accounts,
    trail,
    signIn,
    /** Stores a bulk edit that included the material with that id. */
    async keepChange(id: string, materialId: string) {
      await addFile(database, 'file');
      await database.materials.insert(newMaterial(materialId));
      const [row] = await database.bulkChanges.read([materialId]);
      if (row)
        await database.bulkChanges.keep(
          { id, action: 'edit', reason: null, userId: 'u1', userName: 'Ada', steps: '[]' },
          [{ id: materialId, state: row.state }],
        );
    },
    /** Stores a publication that published this material. */
    async keepPublication(id: string, materialId: string) {
      const { publications } = database;
      await publications.insert({ id, userId: 'u1', userName: 'Ada' });
      await publications.setPublished(id, { stagedId: 's1', materialId, formerState: 'checked' });
    },
    roleOf: async (secret: string | null) => (await accounts.identify(secret)).actor.role,
    async [Symbol.asyncDispose]() {
      await trail.close();
      await database.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** `isLogged`: the output is not a terminal. */
type Terminal = { pipe?: string; keys?: string; isLogged?: boolean; env?: Record<string, string> };

/** Runs the command on a data folder, in another process than the server's. */
async function admin(dataDir: string, line: string, { pipe = '', keys, isLogged = false, env = {} }: Terminal = {}) {
  let out = '';
  let errors = '';
  const modes: boolean[] = [];
  async function* pieces() {
    yield Buffer.from(keys ?? pipe);
  }
  const stdin = Object.assign(pieces(), {
    isTTY: keys !== undefined,
    setRawMode: (isRaw: boolean) => modes.push(isRaw),
  });
  const code = await runAdmin(line.split(' ').filter(Boolean), {
    stdin,
    stdout: { write: (text: string) => (out += text), isTTY: !isLogged },
    stderr: { write: (text: string) => (errors += text) },
    env: { DATA_DIR: dataDir, ...env },
  });
  return { code, out, errors, modes };
}

test('an administrator is created while the server runs, and removed with every session at once', async () => {
  await using server = await openTestServer();
  const { url } = server;
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [script, ...args], { env: { ...process.env, DATA_DIR: server.dataDir } });
  const made = await run('create', 'Second@Library.test', '--name', 'Grace', '--generate');
  expect(made.stdout).toContain('second@library.test is an administrator now.');
  const file = /^The password is in (\S+)$/m.exec(made.stdout)?.[1] ?? '';
  const [, email, password = ''] = /^Email: (\S+)\nPassword: (\S+)\n$/.exec(await readFile(file, 'utf8')) ?? [];
  expect([email, made.stdout.includes(password)]).toEqual(['second@library.test', false]);
  const signIn = () =>
    callAs(url).call('POST', '/account/sessions/email', { json: { email: 'second@library.test', password } });
  const second = callAs(url, (await signIn()).headers.get('set-cookie')?.split(';')[0]);
  expect((await second.call('GET', '/account')).json).toMatchObject({ name: 'Grace' });
  expect(existsSync(file)).toBe(false);
  expect((await second.call('GET', '/materials/trash')).status).toBe(200);
  expect((await run('remove', 'second@library.test')).stdout).toContain('was removed');
  expect((await second.call('GET', '/materials/trash')).status).toBe(401);
  expect((await second.call('GET', '/account')).status).toBe(401);
  expect((await signIn()).status).toBe(401);
});

test('a common password, and the address itself, are refused for an administrator', async () => {
  await using library = await openLibraryFolder();
  const { dataDir, signIn } = library;
  for (const line of ['create second@library.test', `password ${administrator.email}`])
    for (const password of ['Password123', line.split(' ')[1] ?? '']) {
      const { code, errors } = await admin(dataDir, line, { pipe: `${password}\n` });
      expect([code, errors]).toEqual([1, expect.stringContaining('among the first that strangers try')]);
    }
  expect(await library.roleOf(await signIn(administrator.email, administrator.password))).toBe('administrator');
});

test('a new password ends every session, and can be generated', async () => {
  await using library = await openLibraryFolder();
  const { dataDir, signIn } = library;
  const before = await signIn(administrator.email, administrator.password);
  expect(await library.roleOf(before)).toBe('administrator');
  const changed = await admin(dataDir, `password ${administrator.email} --generate`);
  const password = /^Password: (\S+)$/m.exec(changed.out)?.[1] ?? '';
  expect(password).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/);
  expect(await library.roleOf(before)).toBe('visitor');
  expect(await signIn(administrator.email, administrator.password)).toBeNull();
  expect(await signIn(administrator.email, password)).not.toBeNull();
});

test('generated passwords are never written to a log, and are in one private file until their owners sign in', async () => {
  await using library = await openLibraryFolder();
  const { dataDir, signIn } = library;
  const generate = (line: string) => admin(dataDir, `${line} --generate`, { isLogged: true });
  const file = path.join(dataDir, 'new-password');
  const readPasswords = async () =>
    [...(await readFile(file, 'utf8')).matchAll(/^Email: (\S+)\nPassword: (\S+)$/gm)].map(([, email, password]) => ({
      email: email ?? '',
      password: password ?? '',
    }));
  const made = await generate('create second@library.test');
  expect(made.out).toContain(`The password is in ${file}\nThe first sign-in deletes that file.\n`);
  const [first] = await readPasswords();
  expect(made.out + made.errors).not.toContain(first?.password);
  expect((await generate(`password ${administrator.email}`)).code).toBe(0);
  expect((await generate('password second@library.test')).code).toBe(0);
  const passwords = await readPasswords();
  expect(passwords.map(({ email }) => email)).toEqual([administrator.email, 'second@library.test']);
  expect(passwords).not.toContainEqual(first);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  for (const { email, password } of passwords) expect(await signIn(email, password)).not.toBeNull();
  expect((await admin(dataDir, `password ${administrator.email}`, { pipe: 'another password\n' })).code).toBe(0);
  expect((await readPasswords()).map(({ email }) => email)).toEqual(['second@library.test']);
});

test('the file with an unused password is deleted once nobody can use it any more', async () => {
  await using library = await openLibraryFolder();
  const { dataDir } = library;
  const file = path.join(dataDir, 'new-password');
  for (const { line, given } of [
    { line: 'remove second@library.test', given: {} },
    { line: 'password SECOND@library.test', given: { pipe: 'a better password\n' } },
  ]) {
    expect((await admin(dataDir, 'create second@library.test --generate', { isLogged: true })).code).toBe(0);
    expect((await admin(dataDir, `password ${administrator.email}`, { pipe: 'another password\n' })).code).toBe(0);
    expect(existsSync(file)).toBe(true);
    expect((await admin(dataDir, line, given)).code).toBe(0);
    expect(existsSync(file)).toBe(false);
  }
});

test('an unreadable file with a password is named, and nothing is changed', async () => {
  await using library = await openLibraryFolder();
  const { dataDir } = library;
  const refused = await admin(dataDir, `create second@library.test --password-file ${dataDir}`);
  expect([refused.code, refused.errors]).toEqual([
    1,
    `The file ${dataDir} cannot be read (it is a folder). Nothing was changed.\n`,
  ]);
});

test('a password is typed twice without being shown, or read from a file, never from the arguments', async () => {
  await using library = await openLibraryFolder();
  const { dataDir, signIn } = library;
  const typed = await admin(dataDir, 'create a@library.test', { keys: 'x\u0015pässwordd\u007f\rpässword\r' });
  expect(typed).toMatchObject({ code: 0, modes: [true, false], errors: 'New password: \nThe same again: \n' });
  expect(typed.out + typed.errors).not.toContain('pässword');
  expect(await signIn('a@library.test', 'pässword')).not.toBeNull();
  for (const keys of ['password\rpassw0rd\r', 'password\u0003', 'short\rshort\r', '\r\r'])
    expect(await admin(dataDir, 'create b@library.test', { keys })).toMatchObject({ code: 1, out: '' });

  const file = path.join(dataDir, 'password');
  await writeFile(file, 'from a file\r\n');
  expect((await admin(dataDir, `create c@library.test --password-file ${file}`)).code).toBe(0);
  expect(await signIn('c@library.test', 'from a file')).not.toBeNull();
  expect((await admin(dataDir, 'create d@library.test', { pipe: '' })).errors).toContain('The password is empty');
  const argument = await admin(dataDir, 'create d@library.test secret-password');
  expect([argument.code, argument.errors.split('\n')[0]]).toEqual([
    2,
    'A password must not be a part of the command, where others can see it. Leave it out, and type it at the prompt.',
  ]);
  expect((await admin(dataDir, 'list')).out).not.toMatch(/[bd]@library/);
});

test('the last administrator is removed only with --force, with a note on settings that create one again', async () => {
  await using library = await openLibraryFolder();
  const { dataDir } = library;
  const json = { userId: 'asha', email: 'asha@library.test', password: 'long enough' };
  await library.accounts.signUp({ id: json.userId, email: json.email, password: json.password, name: 'Asha' });
  const refused = await admin(dataDir, `remove ${administrator.email}`);
  expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining('is the last administrator')]);
  expect((await admin(dataDir, 'create asha@library.test', { pipe: 'much longer' })).out).toContain('had an account');
  expect((await admin(dataDir, `remove ${administrator.email}`)).code).toBe(0);
  const forced = await admin(dataDir, 'remove asha@library.test --force', {
    env: { ADMIN_EMAIL: 'asha@library.test', ADMIN_PASSWORD: 'much longer' },
  });
  expect([forced.code, forced.out]).toEqual([0, expect.stringContaining('ADMIN_EMAIL names this account')]);
  expect((await admin(dataDir, 'list')).out).toContain('There is no administrator');
});

test('administrators and sessions are listed, and sessions ended', async () => {
  await using library = await openLibraryFolder();
  const { dataDir, signIn } = library;
  expect((await admin(dataDir, 'create Second@Library.test', { pipe: 'battery staple\n' })).errors).toBe('');
  const list = await admin(dataDir, 'list');
  expect(list.out.split('\n').map((line) => line.split(/ {2,}/).slice(0, 2))).toEqual([
    ['Email', 'Name'],
    [administrator.email, 'Administrator'],
    ['second@library.test', 'Administrator'],
    [''],
  ]);
  expect((await admin(dataDir, 'sessions')).out).toBe('Nobody is signed in.\n');
  const secret = await signIn(administrator.email, administrator.password);
  const listed = (await admin(dataDir, `sessions ${administrator.email}`)).out;
  expect(listed).toMatch(/^Email {2,}Signed in .*\nadmin@library\.test .* 127\.0\.0\.0\/24 /);
  expect((await admin(dataDir, `sessions ${administrator.email} --end`)).out).toBe(
    `1 session of ${administrator.email} ended.\n`,
  );
  expect(await library.roleOf(secret)).toBe('visitor');
});

test('the trail is printed with the actions of server and command line, without control characters, and by material', async () => {
  await using library = await openLibraryFolder();
  const { dataDir, signIn } = library;
  expect(await signIn(administrator.email, 'wrong password')).toBeNull();
  await library.trail.list({ limit: 1 });
  await signIn(administrator.email, administrator.password);
  await library.trail.note({ action: 'edited', subjectId: 'm1', title: 'Model\u001b[2J paper\u202e' });
  await admin(dataDir, 'create second@library.test --generate');
  const lines = (await admin(dataDir, 'trail --days 1')).out.trimEnd().split('\n');
  expect(lines.map((line) => line.split('  ').slice(1, 4))).toEqual([
    ['the settings', 'administrator created', expect.stringContaining(`“${administrator.email}”`)],
    ['somebody', 'sign-in failed', `on <${administrator.email}>`],
    [`Administrator <${administrator.email}>`, 'signed in', 'from 127.0.0.0/24'],
    ['the server', 'edited', '“Model�[2J paper�” (m1)'],
    ['the command line', 'administrator created', expect.stringContaining('“second@library.test”')],
  ]);
  await library.trail.note({ action: 'edited', subjectId: 'change-1', title: '200 materials' });
  await library.keepChange('change-1', 'm1');
  await library.trail.note({ action: 'publication undone', subjectId: 'publication-1', title: '300 materials' });
  await library.keepPublication('publication-1', 'm1');
  const ofMaterial = (await admin(dataDir, 'trail --material m1')).out.trimEnd().split('\n');
  expect(ofMaterial.map((line) => line.split('  ').at(3))).toEqual([
    '“Model�[2J paper�” (m1)',
    '“200 materials” (change-1)',
    '“300 materials” (publication-1)',
  ]);
  const json = (await admin(dataDir, `trail --who ${administrator.email} --limit 1 --json`)).out;
  expect(JSON.parse(json)).toMatchObject({ action: 'signed in', network: '127.0.0.0/24' });
  expect((await admin(dataDir, 'trail --limit none')).errors).toContain('--limit must be a whole number');
});

test('an unknown command prints help, and a folder without a library is not changed', async () => {
  await using library = await openLibraryFolder();
  const { dataDir } = library;
  for (const line of ['', 'help', 'list --help']) {
    const { code, out } = await admin(dataDir, line);
    expect([line, code, out]).toEqual([line, 0, expect.stringContaining('npm run admin -- create EMAIL')]);
  }
  for (const line of ['constructor', 'list extra', 'create', 'list --force', 'remove --wrong', 'sessions --end']) {
    const { code, out, errors } = await admin(dataDir, line);
    expect([line, code, out]).toEqual([line, 2, '']);
    expect(errors).toContain('npm run admin -- create EMAIL');
  }
  const missing = await admin(path.join(dataDir, 'missing'), 'list');
  expect([missing.code, missing.errors]).toEqual([1, expect.stringContaining('There is no library in')]);
  expect((await admin(path.join(dataDir, 'missing'), 'list')).code).toBe(1);
  expect((await admin(dataDir, 'password nobody@library.test --generate')).errors).toContain('There is no account');
  using file = new DatabaseSync(path.join(dataDir, sqliteFileName));
  file.exec("insert into migrations values ('9999-later.sql', '', 0)");
  expect((await admin(dataDir, 'list')).errors).toContain('is of another release');
});
