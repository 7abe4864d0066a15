import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** What an engine must be able to do so that its tables can be brought up to date. */
export type Migratable = {
  /** The migrations already applied, in order; makes the list of them when there is none. */
  listApplied(): Promise<{ name: string; digest: string }[]>;
  /** Runs the script and notes the migration, both in one transaction. */
  apply(migration: Migration): Promise<void>;
};

export type Migration = { name: string; digest: string; script: string };

/** The plain `.sql` files of a folder in the order of their names. */
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
 * Answers the migrations that are still to be applied. They are immutable: throws when one was changed after it had
 * been applied, and when the database knows more than this release does.
 */
export function checkApplied(
  known: readonly Migration[],
  applied: readonly { name: string; digest: string }[],
): Migration[] {
  for (const [index, { name, digest }] of applied.entries()) {
    const file = known[index];
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
 * Applies the migrations of a folder that the engine has not seen. `beforeFirst` runs once, before the first one is
 * applied to a database that has some already; nothing is applied when it fails. Answers the names of those applied now.
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
