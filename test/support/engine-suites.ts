/** Tests that `npm run test:engines` runs with records in PostgreSQL and files in an object store. */
export const onBothEngines = [
  'server/http/**/*.test.ts',
  'server/library/{search,import,inventory,search-engines,accounts,photographs,composing}/**/*.test.ts',
  'server/library/materials/create-material-service.test.ts',
  'test/security/**/*.test.ts',
];

/**
 * Journeys among them: the main actions of visitors, administrators and programs with the SDK. The prepared libraries
 * are moved there first.
 */
export const journeysOnBothEngines = [
  'test/journeys/{visitor,session,realtime,panel,import,publish-undo,manage-many,similar,search,search-uploads}.journey.ts',
  'test/journeys/{library,books,reader,reader-find,landing,html-papers,when-it-goes-wrong}.journey.ts',
  'test/journeys/{addresses,places,page-heads,first-visit,offline,saved,photographs}.journey.ts',
  'test/journeys/specification-{account,pages,shelf}.journey.ts',
  'test/journeys/sdk*.journey.ts',
];

/** Files in the lists above that need SQLite or a disk, each with the reason. */
export const otherEnginesOnly: Record<string, string> = {
  'server/library/import/older-database.test.ts':
    'restores an older SQLite file; with PostgreSQL the operator restores a dump',
  'server/http/appwrite/hostile-reads.test.ts':
    'blocks the threads that read SQLite; hostile-reads-postgres.test.ts tests PostgreSQL',
};

/** Single tests in the other files: those whose names contain this text. */
export const otherEnginesOnlyTests: Record<string, string> = {
  'a backup includes staged files':
    'takes a snapshot of the SQLite file; backups of PostgreSQL are in server/upkeep/backup',
  'with nginx a PDF is sent by nginx': 'X_ACCEL sends files from a disk, and is refused with STORAGE_URL',
  'the health checks report that the server is alive':
    'removes a folder of files; server/library/nodes/nodes.test.ts tests nodes',
  'guessing from many machines is slowed':
    'moves its clock; with PostgreSQL the clock of the database counts (shared-tries.ts)',
  'a restart ends no wait':
    'is about waits that one process saves for its next start; with PostgreSQL all tries are stored',
  'an attack writes a bounded number of waits':
    'is about the same waits; how tries are found in PostgreSQL is in node-plans.test.ts',
  '300 clients that request a large file':
    'counts the bytes and handles that a disk gives; slow clients of a store are in s3.test.ts',
  'on a full disk no PDF is (made|composed)': 'brings a small disk with its database',
  'the migration cleans the texts of an older release': 'is about a migration of SQLite',
};
