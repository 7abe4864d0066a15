import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { removedSettings } from './known-settings.ts';

test('has a default for every setting', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://127.0.0.1:3000',
    dataDir: './data',
    ids: { projectId: 'examshelf', databaseId: 'library', bucketId: 'files' },
    catalogue: 'tribhuvan',
    maxUploadBytes: 200 * 1024 * 1024,
    withSamples: true,
    signUp: 'closed',
    timeZone: 'Asia/Kathmandu',
    calendar: 'both',
    offline: 'on',
  });
});

test('shows both calendars with the catalogue tribhuvan, years AD with another, and what CALENDAR says with any', () => {
  const calendarOf = (settings: Record<string, string>) => readConfig(settings).calendar;
  expect([calendarOf({}), calendarOf({ CATALOGUE: 'three-faculties' })]).toEqual(['both', 'ad']);
  expect(calendarOf({ CATALOGUE: 'own.json' })).toBe('ad');
  expect([calendarOf({ CALENDAR: 'ad' }), calendarOf({ CATALOGUE: 'own.json', CALENDAR: 'bs' })]).toEqual(['ad', 'bs']);
});

test('treats an empty variable as not set', () => {
  expect(readConfig({ PORT: '', CONTACT_EMAIL: '' }).port).toBe(3000);
});

test.each([
  ['PORT', 'many', 'setting PORT: must be a number from 0 to 65535'],
  ['PORT', '70000', 'setting PORT: must be a number from 0 to 65535'],
  ['PUBLIC_URL', 'https://library.example.edu/shelf', 'setting PUBLIC_URL: must be an origin'],
  ['ADMIN_EMAIL', 'nobody', 'setting ADMIN_EMAIL: must be an email address'],
  ['SAMPLES', 'yes', 'setting SAMPLES: must be on or off'],
  ['OCR_LANGUAGES', 'eng, nep', 'setting OCR_LANGUAGES: must be off, or names of languages joined by +'],
  ['TIME_ZONE', 'Mars/Olympus', 'setting TIME_ZONE: must be a time zone'],
  ['CALENDAR', 'nepali', 'setting CALENDAR: must be ad, bs or both'],
  [
    'STORAGE_URL',
    's3://key:secret@library',
    'setting STORAGE_URL: must be like s3://bucket/prefix?endpoint=https://store.example.edu&region=us-east-1, without credentials',
  ],
  [
    'DATABASE_URL',
    'postgres://reader:secret@library',
    'setting DATABASE_URL: must be like postgres://user:password@host',
  ],
  ['INDEXNOW_KEY', 'short', 'setting INDEXNOW_KEY: must be 8 to 128 letters, digits or hyphens'],
  ['MAX_UPLOAD_MB', '-1', 'setting MAX_UPLOAD_MB: must be more than 0'],
  ['PROJECT_ID', '../x', 'setting PROJECT_ID: must be 1 to 36 characters'],
  ['ALLOWED_ORIGINS', 'https://a.example, nonsense', 'setting ALLOWED_ORIGINS: must be an origin'],
  ['BACKUP_AT', '25:00', 'setting BACKUP_AT: must be a time of day'],
  ['BACKUP_AT', '03:30', 'setting BACKUP_TO: must be set too'],
  ['BACKUP_TO', '/backups/library.tar', 'setting BACKUP_TO: must be a folder, or the name of an archive such as'],
  ['BACKUP_KEEP', '0', 'setting BACKUP_KEEP: must be at least 1'],
  ['ENTRANCE_EXAM_URL', 'javascript:alert(1)', 'setting ENTRANCE_EXAM_URL: must be an http or https address'],
])('stops the start for a bad %s with one line that names it', (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(message);
});

test('does not repeat a rejected password in the message', () => {
  expect(() => readConfig({ ADMIN_EMAIL: 'a@b.example', ADMIN_PASSWORD: 'short' })).toThrow(
    /^(?!.*short).*ADMIN_PASSWORD.*$/,
  );
});

test('requires email and password together for an administrator', () => {
  expect(() => readConfig({ ADMIN_EMAIL: 'a@b.example' })).toThrow('setting ADMIN_PASSWORD: must be set too');
});

test('parses allowed origins and proxies as lists separated by commas or spaces', () => {
  const config = readConfig({
    ALLOWED_ORIGINS: 'https://a.example, https://b.example',
    TRUSTED_PROXIES: '10.0.0.1 10.0.0.2',
  });
  expect(config.allowedOrigins).toEqual(['https://a.example', 'https://b.example']);
  expect(config.trustedProxies).toEqual(['10.0.0.1', '10.0.0.2']);
});

test('parses OCR languages joined by plus signs, and disables OCR with the value off', () => {
  expect(readConfig({}).ocrLanguages).toEqual(['eng', 'nep']);
  expect(readConfig({ OCR_LANGUAGES: 'eng+chi_sim' }).ocrLanguages).toEqual(['eng', 'chi_sim']);
  expect(readConfig({ OCR_LANGUAGES: 'off' }).ocrLanguages).toBeNull();
});

test('stores records in the data folder, or in the database that DATABASE_URL names', () => {
  expect(readConfig({}).database).toBeNull();
  const environment = { DATABASE_URL: 'postgres://reader@db.example.edu/library', PGPASSWORD: 'from outside' };
  expect(readConfig(environment).database).toMatchObject({ host: 'db.example.edu', password: 'from outside' });
});

test('accepts a node name and a direct address past a pooler for servers that share a PostgreSQL database', () => {
  expect(readConfig({})).toMatchObject({ nodeName: null, databaseDirect: null });
  const environment = { DATABASE_URL: 'postgres://reader@pooler.example.edu/library', NODE_NAME: 'north' };
  const direct = { DATABASE_DIRECT_URL: 'postgres://reader@db.example.edu/library', PGPASSWORD: 'from outside' };
  expect(readConfig({ ...environment, ...direct })).toMatchObject({
    nodeName: 'north',
    databaseDirect: { host: 'db.example.edu', password: 'from outside' },
  });
  for (const setting of [{ NODE_NAME: 'north' }, direct])
    expect(() => readConfig(setting)).toThrow(
      new RegExp(`^setting ${Object.keys(setting)[0]}: must not be set without DATABASE_URL`),
    );
});

test.each(Object.entries(removedSettings))(
  '%s, which no longer exists, stops the start with a message that says what to do',
  (name, advice) => {
    expect(() => readConfig({ [name]: 'anything' })).toThrow(`setting ${name}: no longer exists; ${advice}`);
    expect(readConfig({ [name]: '' }).port).toBe(readConfig({}).port);
  },
);

test('stores files in the data folder, or in the store that STORAGE_URL names, which no proxy can read', () => {
  expect(readConfig({}).store).toBeNull();
  const environment = { STORAGE_URL: 's3://library?endpoint=https://store.example.edu&region=eu-1' };
  expect(readConfig(environment).store).toMatchObject({ bucket: 'library', region: 'eu-1' });
  expect(() => readConfig({ ...environment, X_ACCEL: '/protected' })).toThrow(
    'setting X_ACCEL: must not be set together with STORAGE_URL',
  );
});

test('redirects downloads to the store only with STORAGE_REDIRECT, to an address that browsers follow', () => {
  const environment = {
    STORAGE_URL: 's3://library?endpoint=http://store.internal',
    PUBLIC_URL: 'https://library.test',
  };
  expect(readConfig(environment).redirect).toBeNull();
  const named = { ...environment, STORAGE_REDIRECT: 'https://files.example.edu' };
  expect(readConfig(named).redirect).toEqual({ endpoint: 'https://files.example.edu' });
  expect(() => readConfig({ ...environment, STORAGE_REDIRECT: 'on' })).toThrow('must be an https address of the store');
  expect(() => readConfig({ STORAGE_REDIRECT: 'on' })).toThrow('setting STORAGE_URL: must be set too');
  for (const wrong of ['https://x/y', 'yes'])
    expect(() => readConfig({ ...environment, STORAGE_REDIRECT: wrong })).toThrow(
      'setting STORAGE_REDIRECT: must be on, off, or an origin',
    );
});

test.each(['0.0.0.0', '::'])(
  'starts links of a server on %s without PUBLIC_URL with an address that others can open',
  (host) => {
    const { hostname, port } = new URL(readConfig({ HOST: host, PORT: '4000' }).publicUrl);
    expect(port).toBe('4000');
    const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    const external = own.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address);
    expect([...external, 'localhost'].includes(hostname)).toBe(true);
    expect(hostname === 'localhost').toBe(external.length === 0);
  },
);
