import { describe } from 'vitest';
import { describeRestorationIntoDatabase } from './restore-into-database.suite.ts';

describe('restoring into PostgreSQL, with files on a disk', () => {
  describeRestorationIntoDatabase(null);
});
