import { describe } from 'vitest';
import { isOnlyInSweep } from '#test/support/sweeps.ts';
import { describeRestorationIntoDatabase } from './restore-into-database.suite.ts';

describe.skipIf(isOnlyInSweep('faults'))('restoring into PostgreSQL, with files on a disk', () => {
  describeRestorationIntoDatabase(null);
});
