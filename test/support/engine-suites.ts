/** What `npm run test:engines` runs with records in PostgreSQL and files in a store of objects. */
export const onBothEngines = [
  'server/http/**/*.test.ts',
  'server/{search,staging,inventory,robots,accounts,photographs}/**/*.test.ts',
  'test/security/**/*.test.ts',
];

/** Journeys among them: what a visitor, an administrator and a program with the SDK do. They open servers of their own. */
export const journeysOnBothEngines = [
  'test/journeys/{visitor,session,realtime,panel,import,manage-many,similar,search,search-uploads}.journey.ts',
  'test/journeys/{library,books,reader,html-papers,when-it-goes-wrong}.journey.ts',
  'test/journeys/specification-{account,pages,shelf}.journey.ts',
  'test/journeys/sdk*.journey.ts',
];

/** Journeys that start a store of objects, which takes longer than `npm test` has left. */
export const journeysWithStoreOnly = ['test/journeys/reader-from-store.journey.ts'];

const ownSqlite = 'opens SQLite itself, to count statements, move its clock or kill its process';

/** Files among them that belong to SQLite or to a disk, each with the reason. */
export const otherEnginesOnly: Record<string, string> = {
  'server/staging/older-database.test.ts': 'opens the SQLite file of an older release',
  'server/staging/announced-work.test.ts': ownSqlite,
  'server/staging/staged-counts.test.ts': ownSqlite,
  'server/inventory/bulk-changes.test.ts': ownSqlite,
  'server/inventory/killed-change.test.ts': ownSqlite,
  'server/accounts/account-service.test.ts': ownSqlite,
  'server/accounts/sign-in-guard.test.ts': ownSqlite,
  'server/accounts/trail.test.ts': ownSqlite,
  'server/photographs/interrupted-making.test.ts': 'brings a small disk with its database',
  'server/http/appwrite/hostile-reads.test.ts':
    'holds the threads that read SQLite; the same of PostgreSQL is in hostile-reads-postgres.test.ts',
  'test/security/deceptive-text.test.ts': 'changes the SQLite file beside the server',
};

/** Single tests of the other files: those whose names contain this. */
export const otherEnginesOnlyTests: Record<string, string> = {
  'a student without scripts finds the way': 'opens the prepared library, a folder with a SQLite file',
  'a backup has what is staged': 'takes a snapshot of the SQLite file',
  'with nginx a PDF is sent by nginx': 'X_ACCEL sends files from a disk, and is refused with STORAGE_URL',
  'waiting times survive a restart': 'opens a second server on the SQLite file',
  'an entry says what the file is': 'opens a second server on the SQLite file',
  'the health checks say that the server is alive':
    'takes a folder of files away; what nodes say is in server/nodes/nodes.test.ts',
  '300 clients that request a large file': 'opens a second server on the SQLite file',
};
