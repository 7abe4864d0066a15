import { describe, expect, test } from 'vitest';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { openPostgresLibrary } from '#test/support/postgres-library.ts';
import { openPostgresServer, runOn, toUrl } from '#test/support/postgres-server.ts';
import { describeAddress, readPostgresAddress, type PostgresAddress } from './postgres-address.ts';
import { describeUnfit } from './prepare-tables.ts';

const missing = whyNoPostgres();
const line = /^setting DATABASE_URL: [^\n]+$/;

test('parses host, database, user and encryption of an address, and prints it without its password', () => {
  const address = readPostgresAddress('postgres://reader:p%40ss@db.example.edu:6432/library?sslmode=verify-full');
  expect(address).toEqual({
    host: 'db.example.edu',
    port: 6432,
    database: 'library',
    user: 'reader',
    password: 'p@ss',
    encryption: 'verify-full',
  });
  expect(describeAddress(address as PostgresAddress)).toBe('reader@db.example.edu:6432/library');
  expect(readPostgresAddress('postgresql://reader@[::1]/library', 'from outside')).toMatchObject({
    host: '::1',
    port: 5432,
    password: 'from outside',
    encryption: 'disable',
  });
  expect(readPostgresAddress('postgres://reader@localhost/library?host=/run/postgresql')).toMatchObject({
    host: '/run/postgresql',
    password: null,
  });
});

test.each([
  'mysql://reader@host/library',
  'postgres://host/library',
  'postgres://reader@host',
  'postgres://reader@host/one/two',
  'postgres://reader@host/library?sslmode=prefer',
  'postgres://reader@host/library?options=-c',
  'postgres://%zz@host/library',
  'postgres://reader:half%zz@host/library',
  'postgres://reader@host:0/library',
  'library',
])('rejects the address %s', (text) => {
  expect(readPostgresAddress(text)).toBeNull();
});

test('refuses a server that is too old, has another encoding or is a copy, and says what to do', () => {
  const address = readPostgresAddress('postgres://reader@host/library') as PostgresAddress;
  const fit = { version: 150_000, name: '15.0', encoding: 'UTF8', is_copy: 0 };
  expect(describeUnfit(fit, address)).toBeNull();
  expect(describeUnfit({ ...fit, version: 140_011, name: '14.11' }, address)).toBe(
    'the server host:5432 is PostgreSQL 14.11; 15 is the oldest supported version, upgrade it',
  );
  expect(describeUnfit({ ...fit, encoding: 'LATIN1' }, address)).toContain('createdb --encoding=UTF8');
  expect(describeUnfit({ ...fit, is_copy: 1 }, address)).toContain('read-only replica');
});

describe.skipIf(missing)('opening PostgreSQL', () => {
  test.each<[string, Partial<PostgresAddress>, RegExp]>([
    ['a wrong password', { password: 'secret of ours' }, /refuses the password of the user "tests"/],
    ['no password', { password: null }, /requires a password for the user "tests"/],
    ['an unknown user', { user: 'nobody' }, /refuses the password of the user "nobody"/],
    ['an unknown database', { database: 'lost' }, /has no database "lost"; create it \(createdb/],
    ['a port where nothing is', { port: 1 }, /cannot be reached \(.*ECONNREFUSED.*\); check that it runs/],
    ['a host that is not known', { host: 'nowhere.invalid' }, /nowhere\.invalid:\d+ cannot be reached/],
    ['a server without encryption', { encryption: 'require' }, /no encrypted connection/],
  ])('%s stops the start with one line that says what to do', async (_, change, message) => {
    const server = await openPostgresServer();
    const address = { ...server.address, ...change };
    const failed = await openPostgresLibrary({
      in: { address, url: toUrl(address), [Symbol.asyncDispose]: async () => {} },
    }).catch((error: unknown) => error);
    const said = failed instanceof Error ? failed.message : '';
    expect(said).toMatch(line);
    expect(said).toMatch(message);
    expect(said).not.toContain('secret of ours');
    expect(String((failed as Error).cause)).not.toContain('secret of ours');
  });

  test('refuses a user who may not create tables, and changes nothing', async () => {
    const server = await openPostgresServer();
    await using made = await server.make({ isEmpty: true });
    await runOn(made.address, "drop role if exists guest_of_tests; create role guest_of_tests login password 'guest'");
    const address = { ...made.address, user: 'guest_of_tests', password: 'guest' };
    await expect(openPostgresLibrary({ in: { ...made, address } })).rejects.toThrow(
      /^setting DATABASE_URL: the user "guest_of_tests" may not create the library's tables in "[^\n]+make the user the owner/,
    );
    expect(await runOn(made.address, "select 1 from pg_tables where schemaname = 'public'")).toEqual([]);
    await made[Symbol.asyncDispose]();
    await server.run('drop role guest_of_tests');
  });

  test('refuses a database with another encoding', async () => {
    const server = await openPostgresServer();
    const name = `latin_${process.pid}_${Date.now()}`;
    await server.run(`create database ${name} template template0 encoding 'LATIN1' locale 'C'`);
    const address = { ...server.address, database: name };
    await expect(
      openPostgresLibrary({ in: { address, url: '', [Symbol.asyncDispose]: async () => {} } }),
    ).rejects.toThrow('has the encoding LATIN1');
    await server.run(`drop database ${name}`);
  });
});
