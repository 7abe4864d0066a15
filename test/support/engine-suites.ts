/** What `npm run test:engines` runs with records in PostgreSQL and files in a store of objects. */
export const onBothEngines = [
  'server/http/**/*.test.ts',
  'server/{search,staging,inventory,robots,accounts,photographs}/**/*.test.ts',
  'test/security/**/*.test.ts',
];

/** Tests below those that belong to SQLite or to a disk, each with the reason. */
export const otherEnginesOnly: Record<string, string> = {
  'server/staging/older-database.test.ts': 'opens the SQLite file of an older release',
};
