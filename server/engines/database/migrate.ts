import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** The operations that an engine must provide to migrate its tables. */
export type Migratable = {
  /** Returns the applied migrations in order. Creates the table of migrations if it is missing. */
  listApplied(): Promise<AppliedMigration[]>;
  /** Runs the script and records the migration, in one transaction. */
  apply(migration: Migration): Promise<void>;
};

export type AppliedMigration = {
  name: string;
  digest: string;
  /**
   * A migration. A server that knows `compatibleWith` may keep running without knowing this migration; null if it may
   * not.
   */
  compatibleWith?: string | null;
};

export type Migration = { name: string; digest: string; script: string };

/** Reads the plain `.sql` files of a folder in the order of their names. */
export function readMigrations(directory: string): Migration[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const script = readFileSync(path.join(directory, name), 'utf8');
      return { name, script, digest: createHash('sha256').update(script).digest('hex') };
    });
}

/**
 * Returns the migrations that have not been applied. Migrations are immutable: throws if one was changed after it was
 * applied, or if the database has an unknown one that is not declared compatible.
 */
export function checkApplied(known: readonly Migration[], applied: readonly AppliedMigration[]): Migration[] {
  const last = known.at(-1)?.name ?? '';
  for (const [index, { name, digest, compatibleWith = null }] of applied.entries()) {
    const file = known[index];
    // A newer release added it while this one was running, or runs at the same time.
    if (!file && compatibleWith !== null && compatibleWith <= last) continue;
    if (file?.name !== name) {
      throw new Error(
        `database: it has the migration "${name}", which this release does not know; start the release that added it or a newer one`,
      );
    }
    if (file.digest !== digest) {
      throw new Error(
        `database: the migration "${name}" was changed after it was applied; restore its text and add a new migration`,
      );
    }
  }
  return known.slice(applied.length);
}

/**
 * Applies the migrations that the database does not have yet. `beforeFirst` runs once before the first of them, if the
 * database already has others; if `beforeFirst` fails, nothing is applied. Returns the names of the migrations applied
 * now.
 */
export async function migrate(
  engine: Migratable,
  directory: string,
  beforeFirst: (firstName: string) => Promise<void> = async () => {},
): Promise<string[]> {
  const applied = await engine.listApplied();
  const missing = checkApplied(readMigrations(directory), applied);
  const [first] = missing;
  if (first && applied.length > 0) await beforeFirst(first.name);
  for (const migration of missing) await engine.apply(migration);
  return missing.map(({ name }) => name);
}
